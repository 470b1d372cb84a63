import { describe, expect, it } from 'vitest';
import { runToCompletion } from '../../src/base/steps.js';
import { buildColumn } from '../../src/table/build-column.js';
import { ColumnEncoder } from '../../src/table/column-encoder.js';
import type { Column, ValueKind, Warning } from '../../src/table/table.js';
import { similarNameWarnings, spellingWarnings, valueWarnings } from '../../src/table/table-warnings.js';
import { QUOTED_MARK } from '../../src/table/value.js';

/** A column of the cells as a reader makes it: empty ones are missing. */
function columnOf(cells: readonly string[], declared?: ValueKind): Column {
  const encoder = new ColumnEncoder<never>(null);
  const scratch = new Uint32Array(cells.length);
  encoder.encode(cells.map((cell) => [cell]), cells.length, 0, scratch); // prettier-ignore
  const interpret = (spelling: string) => ({ content: spelling, missing: spelling === '' });
  return runToCompletion(buildColumn(encoder, { name: 'a', declared, interpret }, null, cells.length));
}
const told = (warnings: readonly Warning[]): string[] => warnings.map(({ code, message }) => `${code}: ${message}`);
const valuesTold = (cells: readonly string[], declared?: ValueKind): string[] =>
  told(runToCompletion(valueWarnings(columnOf(cells, declared), cells.length, { declared })));

describe('names of columns', () => {
  it('that differ only by case, blanks around them or Unicode form are reported together', () => {
    expect(told(similarNameWarnings(['Age', 'sex', ' age', 'Sex2', 'AGE', 'caf\u00e9', 'cafe\u0301 ']))).toEqual([
      'SIMILAR_COLUMNS: columns differ only by case, blanks or Unicode form: "Age", " age", "AGE"',
      'SIMILAR_COLUMNS: columns differ only by case, blanks or Unicode form: "caf\u00e9", "cafe\u0301 "',
    ]);
    expect(similarNameWarnings(['a', 'b', 'a b'])).toEqual([]);
  });
});

describe('cells as they are spelled', () => {
  const spelled = (cells: readonly string[], trimmable = true): { untrimmedCells: number; warnings: string[] } => {
    const spellings = [...new Set(cells)];
    const countCells = (codes: readonly number[]): { cells: number; firstRow: number } => {
      const wanted = new Set(codes.map((code) => spellings[code]));
      return {
        cells: cells.filter((cell) => wanted.has(cell)).length,
        firstRow: cells.findIndex((cell) => wanted.has(cell)) + 1,
      };
    };
    const { untrimmedCells, warnings } = spellingWarnings({ spellings, countCells }, 'a', { trimmable });
    expect(warnings.every(({ attribute }) => attribute === 'a')).toBe(true);
    return { untrimmedCells, warnings: told(warnings) };
  };

  it('have spaces around them, which quoted ones may have', () => {
    const cells = ['x', ' x', 'x ', ' ', '', ' x', `${QUOTED_MARK} x `, 'a b', '\tx'];
    expect(spelled(cells)).toMatchObject({ untrimmedCells: 4 });
    expect(spelled(cells, false)).toMatchObject({ untrimmedCells: 0 });
    expect(spelled(['x', 'a b'])).toEqual({ untrimmedCells: 0, warnings: [] });
  });

  it('have characters that nobody sees, with their count and first row', () => {
    expect(spelled(['x', 'a\u0007b', 'y', 'a\u0007b', `${QUOTED_MARK}\u0001`]).warnings).toEqual([
      'CONTROL_CHARACTERS: control characters, kept; cells: 3, first in row 2',
    ]);
    expect(spelled(['x', 'y', '\ufeffx', '\ufeffx']).warnings).toEqual([
      'BOM_IN_DATA: a byte order mark (U+FEFF) inside the data, kept; cells: 2, first in row 3',
    ]);
    expect(spelled(['zero\u200bwidth', 'é']).warnings).toEqual([
      'INVISIBLE_CHARACTERS: zero-width or direction characters, kept; cells: 1, first in row 1',
    ]);
    expect(spelled(['\ufeff\u0002\u202e']).warnings.map((each) => each.split(':')[0])).toEqual([
      'BOM_IN_DATA',
      'CONTROL_CHARACTERS',
      'INVISIBLE_CHARACTERS',
    ]);
  });

  it('without an order have no first row', () => {
    const { warnings } = spellingWarnings(
      { spellings: ['\u0007'], countCells: () => ({ cells: 5, firstRow: 0 }) },
      'a',
      { trimmable: true },
    );
    expect(told(warnings)).toEqual(['CONTROL_CHARACTERS: control characters, kept; cells: 5']);
  });

  it('have control characters but tab and the ends of lines', () => {
    const isTold = (code: number): boolean => spelled([`x${String.fromCharCode(code)}`]).warnings.length > 0;
    const control = Array.from({ length: 0x100 }, (_, code) => code).filter(isTold);
    const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
    expect(control).toEqual([...range(1, 9), 11, 12, ...range(14, 31), ...range(127, 159), 0xad]);
    expect(range(0x2000, 0x206f).filter(isTold)).toEqual([
      ...range(0x200b, 0x200f),
      ...range(0x202a, 0x202e),
      ...range(0x2060, 0x2064),
      ...range(0x2066, 0x206f),
    ]);
    expect([0x61c, 0x180e, 0xfeff].every(isTold)).toBe(true);
  });
});

describe('values of a column', () => {
  it('are one throughout, in tables of more than one row', () => {
    expect(valuesTold(['x', 'x'])).toEqual(['CONSTANT_COLUMN: column "a": every row has the same value']);
    expect(valuesTold(['', ''])).toEqual(['CONSTANT_COLUMN: column "a": every value is missing']);
    expect(valuesTold(['x'])).toEqual([]);
    expect(valuesTold(['x', ''])).toEqual([]);
    expect(valuesTold(['x', 'y'])).toEqual([]);
  });

  it('differ by their spelling alone, in texts', () => {
    expect(valuesTold(['caf\u00e9', 'cafe\u0301', 'cafe', '\u212b', '\u00c5', 'A\u030a'])).toEqual([
      'SIMILAR_VALUES: values that differ from another only in case, accents, blanks, final punctuation or the order of list items, kept apart: 4; "fold": true of a sensitive column makes them one',
    ]);
    expect(valuesTold(['caf\u00e9', 'caff'])).toEqual([]);
  });

  it.each<[readonly string[], string[]]>([
    [['2024-03-05 14:02', '2024-03-06 14:02'], []],
    [['05.03.2024 14:02', '06.03.2024 14:02'], ['FORMAT_FOUND: times written DD.MM.YYYY HH:mm']],
    [['1,5', '2,5'], ['FORMAT_FOUND: numbers written 0,0']],
    [['1.5', '2.5'], []],
    [['1', '2'], []],
    [['1.234', '5.678'], ['FORMAT_AMBIGUOUS: read as texts, since its values may be numbers written 0.# or numbers written #.##0; say which, such as "type": "number"']],
    [['(12)', '7', ''], ['FORMAT_AMBIGUOUS: read as texts, since its values may be numbers written 0;(0); say which, such as "format": "0;(0)"']],
    [['05.03.2024 14:02', '6.3.2024 14:02'], ['FORMAT_MIXED: read as texts, since its values are times written in more than one way; "format": "DD.MM.YYYY HH:mm" reads them all']],
    [['1.50', '2', '3.25'], ['FORMAT_MIXED: read as texts, since its values are numbers written in more than one way; "type": "number" reads them all']],
    [['1.50', '2', '07'], []],
    [['1', '2', 'NA', '-'], ['MAYBE_MISSING: 2 cells "NA", "-" keep column "a" from being numbers; if they stand for missing values, say --missing NA,-, or "input": {"missing": ["", "NA", "-"]}']],
    [['1999-01-02', '2000-01-02', '?'], ['MAYBE_MISSING: 1 cell "?" keep column "a" from being days; if they stand for missing values, say --missing \'?\', or "input": {"missing": ["", "?"]}']],
    [['05.03.2024 14:02', '06.03.2024 14:02', 'null'], ['MAYBE_MISSING: 1 cell "null" keep column "a" from being times; if they stand for missing values, say --missing null, or "input": {"missing": ["", "null"]}']],
    [['Bonn', 'N/A', 'Ulm', 'N/A'], ['MAYBE_MISSING: 2 cells "N/A" of column "a" count as values; if they stand for missing values, say --missing N/A, or "input": {"missing": ["", "N/A"]}']],
    [['01234', 'NA', '02345', 'NA'], ['MAYBE_MISSING: 2 cells "NA" of column "a" count as values; if they stand for missing values, say --missing NA, or "input": {"missing": ["", "NA"]}']],
    [['Bonn', 'Ulm'], []],
  ])('%j: %j', (cells, expected) => {
    expect(valuesTold(cells)).toEqual(expected);
  }); // prettier-ignore

  it('that are empty may be marks too, where no cell is missing', () => {
    const cells = ['1', '', '2', 'NA', ''];
    const encoder = new ColumnEncoder<never>(null);
    encoder.encode(cells.map((cell) => [cell]), 5, 0, new Uint32Array(5)); // prettier-ignore
    const interpret = (content: string) => ({ content, missing: false });
    const column = runToCompletion(buildColumn(encoder, { name: 'a', declared: undefined, interpret }, null, 5));
    expect(told(runToCompletion(valueWarnings(column, 5, { declared: undefined })))).toEqual([
      'MAYBE_MISSING: 3 cells "", "NA" keep column "a" from being numbers; if they stand for missing values, say --missing NA, or "input": {"missing": ["", "NA"]}',
    ]);
  });

  it('of a declared kind have nothing to ask', () => {
    expect(valuesTold(['1,5', '2,5'], { type: 'number', format: '0,0' })).toEqual([]);
    expect(valuesTold(['03/04/2005', '05/06/2005'], { type: 'string' })).toEqual([]);
    expect(valuesTold(['x', 'x'], { type: 'string' })).toHaveLength(1);
  });
});
