import { describe, expect, it } from 'vitest';
import { expectedOf, kindChecker } from '../../src/table/cell-problem.js';
import type { ValueKind } from '../../src/table/table.js';

const said = (kind: ValueKind, cell: string): string => {
  const problem = kindChecker(kind)!(cell);
  return problem === null ? 'read' : `${problem.code}: ${problem.message}`;
};
const date = (format?: string): ValueKind => ({ type: 'date', format });
const time = (format?: string): ValueKind => ({ type: 'datetime', format });
const number = (format?: string): ValueKind => ({ type: 'number', format });
const integer = (format?: string): ValueKind => ({ type: 'integer', format });

const DAY = 'DATE_INVALID: expected a day of the calendar written YYYY-MM-DD';
const TIME = 'TIME_INVALID: expected a day and a time, such as 2024-12-31T23:59:00';
const DECIMAL = 'NUMBER_SYNTAX: expected a decimal number, found other text';
const WHOLE = 'NUMBER_SYNTAX: expected a whole number, found other text';

describe('a cell that is no value of the declared type', () => {
  it('is not looked for among texts, or where nothing is declared', () => {
    expect(kindChecker(undefined)).toBeNull();
    expect(kindChecker({ type: 'string' })).toBeNull();
  });

  it.each<[ValueKind, string, string]>([
    [integer(), '12', 'read'],
    [integer(), '1.5', `${WHOLE}; this one fits "type": "number"`],
    [integer(), 'Ada', WHOLE],
    [integer(), '', 'NUMBER_EMPTY: expected a number, found an empty cell that is not listed in input.missing'],
    [integer(), '9007199254740993', 'NUMBER_NOT_EXACT: expected a number that a double holds exactly (integers up to 2^53); declare type "string" instead'],
    [integer(), '2024-01-02', WHOLE],
    [integer(), '1,234', `${WHOLE}; this one fits "format": "0,000" or "format": "#,##0"`],
    [integer(), '$12', `${WHOLE}; this one fits "format": "$0"`],
    [number(), '1e400', 'NUMBER_NOT_FINITE: expected a finite number'],
    [number(), '1,5', `${DECIMAL}; this one fits "format": "0,0"`],
    [number(), 'x1', DECIMAL],
    [number(), '01.02.1999', DECIMAL],
    [number(), 'NA', `${DECIMAL}; if "NA" stands for a missing value, say --missing NA, or "input": {"missing": ["", "NA"]}`],
    [number(), '?', `${DECIMAL}; if "?" stands for a missing value, say --missing '?', or "input": {"missing": ["", "?"]}`],
    [number(), 'NaN', 'NUMBER_NOT_FINITE: expected a finite number; if it stands for a missing value, name it in --missing or input.missing'],
    [number(), 'nan', 'NUMBER_NOT_FINITE: expected a finite number; if it stands for a missing value, name it in --missing or input.missing'],
    [number('0,0'), '1.5', 'NUMBER_SYNTAX: expected a number written 0,0, such as 1234,5; this one fits "type": "number"'],
    [number('$#,##0.00'), '12', 'NUMBER_SYNTAX: expected a number written $#,##0.00, such as $1,234.50; this one fits "type": "integer"'],
    [number('$#,##0.00'), '$12', 'read'],
    [integer('#,##0'), '1.5', 'NUMBER_SYNTAX: expected a whole number written #,##0, such as 1,234; this one fits "type": "number"'],
    [integer('#,##0'), '', 'NUMBER_EMPTY: expected a number, found an empty cell that is not listed in input.missing'],
    [date(), '1999-12-31', 'read'],
    [date(), '31.12.1999', `${DAY}; this one fits "format": "DD.MM.YYYY"`],
    [date(), '03/04/1999', `${DAY}; this one fits "format": "DD/MM/YYYY" or "format": "MM/DD/YYYY"`],
    [date(), '19670209', `${DAY}; this one fits "format": "YYYYMMDD"`],
    [date(), '19670230', DAY],
    [date(), '12', DAY],
    [date(), '1999-02-30', DAY],
    [date(), '', DAY],
    [date(), '2024-01-02T10:00', `${DAY}; this one fits "format": "YYYY-MM-DDTHH:mm"`],
    [date('DD.MM.YYYY'), '1999-12-31', 'DATE_INVALID: expected a day of the calendar written DD.MM.YYYY, such as 31.12.2024; this one fits "type": "date"'],
    [date('MM/DD/YYYY'), '31/12/1999', 'DATE_INVALID: expected a day of the calendar written MM/DD/YYYY, such as 12/31/2024; this one fits "format": "DD/MM/YYYY"'],
    [time(), '31.12.1999 10:00', 'read'],
    [time(), '1999-12-31', TIME],
    [time(), 'soon', TIME],
    [time('DD.MM.YYYY HH:mm'), '1999-12-31T10:00:00', 'TIME_INVALID: expected a day and a time written DD.MM.YYYY HH:mm, such as 31.12.2024 23:59; this one fits "format": "YYYY-MM-DDTHH:mm:ss"'],
    [time('DD.MM.YYYY HH:mm'), '12', 'TIME_INVALID: expected a day and a time written DD.MM.YYYY HH:mm, such as 31.12.2024 23:59'],
  ])('%o, %j: %s', (kind, cell, expected) => {
    expect(said(kind, cell)).toBe(expected);
  }); // prettier-ignore

  it('says what was expected without the cell', () => {
    expect(expectedOf('NUMBER_NOT_EXACT', integer('#,##0'))).toContain('holds exactly');
    expect(expectedOf('NUMBER_SYNTAX', integer())).toBe('expected a whole number, found other text');
    expect(expectedOf('NUMBER_SYNTAX', number())).toBe('expected a decimal number, found other text');
  });
});
