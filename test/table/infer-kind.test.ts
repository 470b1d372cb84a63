import { describe, expect, it } from 'vitest';
import { proposeJob, readCsv, tableFromRows } from '../../src/index.js';
import { inferKind, mergingKinds } from '../../src/table/infer-kind.js';
import type { NumberHints } from '../../src/table/infer-numbers.js';
import { findMissingMarks, missingFlag, proposeMissing } from '../../src/table/missing-marks.js';

/** The found kind, as `type format`, or the open question, as `? format | format`. */
const found = (texts: readonly string[], hints?: NumberHints): string => {
  const { kind, readings } = inferKind(texts, hints);
  if (readings.length > 0) return `? ${readings.map(({ type, format }) => format ?? type).join(' | ')}`;
  return [kind.type, kind.format].filter((part) => part !== undefined).join(' ');
};

describe('the kind of a column is found from its values', () => {
  it.each([
    [['09.02.1967', '13.12.1943'], 'date DD.MM.YYYY'],
    [['9.2.1967', '13.12.1943'], 'date D.M.YYYY'],
    [['03/31/2005', '12/01/2004'], 'date MM/DD/YYYY'],
    [['31/12/2005', '01/02/2005'], 'date DD/MM/YYYY'],
    [['3/31/2005', '12/1/2004'], 'date M/D/YYYY'],
    [['2005/03/31', '2004/12/01'], 'date YYYY/MM/DD'],
    [['05-Mar-2024', '29-Feb-2024'], 'date DD-MMM-YYYY'],
    [['05MAR2024', '29FEB2024'], 'date DDMONYYYY'],
    [['March 5, 2024', 'December 31, 1999'], 'date MMMM D, YYYY'],
    [['5. März 2024', '31. Oktober 1999'], 'date [de]D. MMMM YYYY'],
    [['2024-02-29', '1999-12-31'], 'date'],
    [['2024-03-05T14:02:00Z', '2024-03-05T15:00:00Z'], 'datetime YYYY-MM-DDTHH:mm:ssZ'],
    [['2024-03-05 14:02:00', '2024-03-05 15:00:01'], 'datetime YYYY-MM-DD HH:mm:ss'],
    [['2024-03-05T14:02:00.123+01:00', '2024-03-05T14:02:01.000+01:00'], 'datetime YYYY-MM-DDTHH:mm:ss.SSS+01:00'],
    [['05.03.2024 14:02', '31.12.2023 00:00'], 'datetime DD.MM.YYYY HH:mm'],
    [['3/25/2024 2:02 PM', '12/31/2023 11:59 AM'], 'datetime M/D/YYYY h:mm A'],
    [['3/25/2024 2:02 pm', '12/31/2023 11:59 am'], 'datetime M/D/YYYY h:mm a'],
    [['03/25/2024 02:02PM', '12/31/2023 11:59AM'], 'datetime MM/DD/YYYY hh:mmA'],
    [['25.03.2024, 14:02:03,5', '26.03.2024, 00:00:00,0'], 'datetime DD.MM.YYYY, HH:mm:ss,S'],
    [['25.3.24 9:02', '26.3.1924 14:02'], '? D.M.YY H:mm'],
    [['2024-03-05T14:02:03.1234567Z', '2024-03-05T14:02:03.0000000Z'], 'string'],
    [['2024-03-05 14:02 +0100', '2024-03-05 15:02 +0100'], 'datetime YYYY-MM-DD HH:mm +0100'],
    [['5 Mar 2024', '29 Feb 2024'], 'date D MMM YYYY'],
    [['05-MAR-2024', '29-FEB-2024'], 'date DD-MON-YYYY'],
    [['Mar. 5, 2024', 'Feb. 29, 2024'], 'date MMM. D, YYYY'],
    [['5 mars 2024', '29 février 2024'], 'date [fr]D MMMM YYYY'],
    [['5 marzo 2024', '29 febrero 2024'], 'date [es]D MMMM YYYY'],
    [['2024-3-5', '2024-12-31'], 'date YYYY-M-D'],
    [['2024.03.05', '2024.12.31'], 'date YYYY.MM.DD'],
    [['25/3/2024', '26/12/2024'], 'date D/M/YYYY'],
    [['13. 02. 2024', '01. 12. 2024'], 'date DD. MM. YYYY'],
    [['US$ 12', 'US$ 1,400'], 'integer US$ #,##0'],
    [['12.50 kr.', '7.00 kr.'], 'number 0.00 kr.'],
    [['5‰', '12‰'], 'integer 0‰'],
    [['£1.50', '£2.25', '-£3.00'], 'number £0.00'],
    [['1\u00a0234', '12\u00a0345', '7'], 'integer #\u00a0##0'],
    [['1’234’567', '2’000'], 'integer #’##0'],
    [['1.234.567,5', '2,25'], 'number #.##0,0'],
    [['1,234.5', '2,345.25', '7.0'], 'number #,##0.0'],
    [['(12)', '$7'], 'string'],
    [['12 €', '7 $'], 'string'],
    [['5', '6 €'], 'string'],
    [['1,5', '2,5 €'], 'string'],
    [['$1.234', '$5.678'], 'integer $#.##0'],
    [['$1.23', '$5.678'], 'string'],
    [['$1,200', '$35'], 'integer $#,##0'],
    [['$1,200.50', '$35.00'], 'number $#,##0.00'],
    [['1.234,50 €', '12,00 €', '-3,10 €'], 'number #.##0,00 €'],
    [['EUR 12', 'EUR 1400'], 'integer EUR 0'],
    [['12 %', '7 %'], 'integer 0 %'],
    [['12,5%', '7,0%'], 'number 0,0%'],
    [['1,5', '2,25'], 'number 0,0'],
    [['1,5', '2'], 'number 0,#'],
    [['1.50', '2.25'], 'number 0.00'],
    [['1,234', '1,234,567'], 'integer #,##0'],
    [['1 234', '567'], 'integer # ##0'],
    [['1\u202f234,50', '2,00'], 'number #\u202f##0,00'],
    [["1'234.50", '2.00'], "number #'##0.00"],
    [['12,34,567', '1,23,456', '999'], 'integer #,##,##0'],
    [['₹12,34,567.50', '₹99.00'], 'number ₹#,##,##0.00'],
    [['₹99,999', '₹1,000'], 'integer ₹#,##0'],
    [['(1,234)', '5,678,901', '12'], 'integer #,##0;(#,##0)'],
    [['$1,234.50', '($99.00)'], 'number $#,##0.00;($#,##0.00)'],
    [['(1.5)', '2.25'], 'number 0.0;(0.0)'],
    [['(1.234,50 €)', '12,00 €'], 'number #.##0,00 €;(#.##0,00 €)'],
    [['(1,23,456)', '78'], 'integer #,##,##0;(#,##,##0)'],
    [['12.345', '1.5'], 'number'],
    [['0.123', '1.234'], 'number'],
  ])('%j: %s', (texts, expected) => {
    expect(found(texts)).toBe(expected);
  });
});

describe('what two readings fit is asked', () => {
  it.each([
    [['03/04/2005', '12/11/2004'], '? DD/MM/YYYY | MM/DD/YYYY'],
    [['03-04-2005'], '? DD-MM-YYYY | MM-DD-YYYY'],
    [['03/04/05', '01/02/03'], '? DD/MM/YY | MM/DD/YY | YY/MM/DD'],
    [['31.12.99'], '? DD.MM.YY'],
    [['03/04/2005 10:00', '05/06/2005 11:00'], '? DD/MM/YYYY HH:mm | MM/DD/YYYY HH:mm'],
    [['1.234', '5.678'], '? number | #.##0'],
    [['1,234', '5,678'], '? 0,000 | #,##0'],
    [['1,234', '999'], '? 0,# | #,##0'],
    [['1.234 %', '5.678 %'], '? 0.000 % | #.##0 %'],
    [['(12)', '7'], '? 0;(0)'],
    [['(1,234)', '999'], '? 0,#;(0,#) | #,##0;(#,##0)'],
  ])('%j: %s', (texts, expected) => {
    expect(found(texts)).toBe(expected);
  });

  it('and decided by what is said of the file', () => {
    expect(found(['1.234', '5.678'], { decimal: '.' })).toBe('number');
    expect(found(['1.234', '5.678'], { decimal: ',' })).toBe('integer #.##0');
    expect(found(['1.234', '5.678'], { thousands: '.' })).toBe('integer #.##0');
    expect(found(['1,234', '5,678'], { thousands: ',' })).toBe('integer #,##0');
    expect(found(['1,234', '5,678'], { decimal: ',' })).toBe('number 0,000');
    expect(found(['1.50', '2.25'], { thousands: ',' })).toBe('number 0.00');
    expect(found(['1.50', '2.25'], { thousands: '.' })).toBe('string');
    expect(found(['1,234.5', '2,000.25'], { thousands: ' ' })).toBe('string');
    expect(found(['555 123 456', '555 987 654'], { thousands: ' ' })).toBe('integer # ##0');
    expect(found(['192.168.100', '192.168.101'], { thousands: '.' })).toBe('integer #.##0');
    expect(found(['1,5', '2,25'], { decimal: '.' })).toBe('string');
    expect(found(['1,234', '5,678'], { decimal: '.' })).toBe('integer #,##0');
    expect(found(['1.234', '5.678'], { decimal: '.', thousands: ',' })).toBe('number');
    expect(found(['-12.345', '-1.234'])).toBe('? number | #.##0');
    expect(found(['0.345', '1.234'])).toBe('number');
    expect(found(['1234.567', '1.234'])).toBe('number');
    expect(found(['12.5', '3.25'], { decimal: ',' })).toBe('string');
    expect(found(['3', '25'], { decimal: ',' })).toBe('integer');
  });
});

describe('what is no number and no day stays text', () => {
  it.each([
    ['zip codes', ['01234', '53711']],
    ['telephone numbers', ['555 123 456', '555 987 654']],
    ['telephone numbers with hyphens', ['555-123-4567', '555-987-6543']],
    ['telephone numbers with a code', ['+49 30 123456', '+49 89 654321']],
    ['versions', ['1.2.3', '1.10.2']],
    ['addresses', ['192.168.100.200', '192.168.100.201']],
    ['short addresses', ['10.0.0.1', '10.0.0.12']],
    ['identity numbers', ['12.345.678', '23.456.789']],
    ['codes of diseases', ['E10', 'I25']],
    ['codes with a hyphen', ['12-34', '56-78']],
    ['social security numbers', ['123-45-6789', '987-65-4321']],
    ['house numbers', ['12a', '14']],
    ['ranges', ['10-19', '20-29']],
    ['days that are none', ['31.02.1999', '01.01.2000']],
    ['a leap day of no leap year', ['29.02.1900']],
    ['months', ['02.1967', '12.1943']],
    ['mixed ways', ['09.02.1967', '9.2.1967']],
    ['zones beside none', ['2024-03-05T14:02:00Z', '2024-03-05T14:02:00']],
    ['two currencies', ['$5', '€6']],
    ['numbers that are all in parentheses', ['(12)', '(7)']],
    ['signs beside parentheses', ['(1,200)', '-1,300', '12']],
    ['area codes', ['(030) 1234', '(089) 5678']],
    ['groups of two and of three digits', ['1,23,456', '1,234,567']],
    ['a zero in parentheses', ['(0)', '7']],
    ['nothing', []],
    ['leading zeros with commas', ['01,5', '2,5']],
  ])('%s', (_, texts) => {
    expect(found(texts)).toBe('string');
  });

  it('and years, and a few numbers of eight digits', () => {
    expect(found(['1967', '2024'])).toBe('integer');
    expect(found(['20240305', '20231231'])).toBe('integer');
  });
});

describe('whole numbers of eight digits are days', () => {
  const days = Array.from({ length: 20 }, (_, i) => `${1899 + i * 15}${i % 2 === 0 ? '0228' : '1231'}`);

  it('where there are twenty different ones, all of them days of the calendar', () => {
    expect(found(days)).toBe('date YYYYMMDD');
    expect(found([...days, '18000101', '20240229', '21991231'])).toBe('date YYYYMMDD');
  });

  it.each([
    ['nineteen of them', days.slice(1)],
    ['nineteen, one of them twice', [...days.slice(1), days[1]]],
    ['one that the calendar lacks', [...days, '19670229']],
    ['a month that is none', [...days, '19671301']],
    ['a year before 1800', [...days, '17991231']],
    ['a year after 2199', [...days, '22000101']],
    ['a number of seven digits', [...days, '1967020']],
    ['zip codes', Array.from({ length: 30 }, (_, i) => String(19_670_200 + i))],
    ['numbers with a sign', [...days, '-9670209']],
  ])('but not %s', (_, texts) => {
    expect(found(texts)).toBe('integer');
  });

  it('with a warning that says how to have them as numbers', async () => {
    const { warnings, columns } = await readCsv(`a\n${days.join('\n')}\n`);
    expect(warnings).toEqual([
      {
        code: 'FORMAT_FOUND',
        message: 'days written YYYYMMDD; if they are not days, write "type": "integer" or "string"',
        attribute: 'a',
      },
    ]);
    expect(columns[0].numbers?.[0]).toBe(Date.UTC(1899, 1, 28) / 86_400_000);
    const declared = await readCsv(`a\n${days.join('\n')}\n`, { types: { a: 'integer' } });
    expect([declared.columns[0].type, declared.warnings]).toEqual(['integer', []]);
  });

  it('and an error of a declared type names the format', async () => {
    await expect(readCsv('a\n19670209\n', { types: { a: 'date' } })).rejects.toThrow(
      'this one fits "format": "YYYYMMDD"',
    );
  });
});

describe('what a reader says', () => {
  const warningsOf = async (csv: string, options = {}): Promise<string[]> =>
    (await readCsv(csv, { delimiter: ';', ...options })).warnings.map(({ code, message }) => `${code}: ${message}`);

  it('of a format that it found, and of two', async () => {
    expect(await warningsOf('a\n09.02.1967\n13.12.1943\n')).toEqual(['FORMAT_FOUND: days written DD.MM.YYYY']);
    expect(await warningsOf('a\n03/04/2005\n05/06/2007\n')).toEqual([
      'FORMAT_AMBIGUOUS: read as texts, since its values may be days written DD/MM/YYYY or days written MM/DD/YYYY; say which, such as "format": "DD/MM/YYYY"',
    ]);
    expect(await warningsOf('a\n09.02.1967\n9.2.1968\n')).toEqual([
      'FORMAT_MIXED: read as texts, since its values are days written in more than one way; "format": "DD.MM.YYYY" reads them all',
    ]);
  });

  it('of nothing that is declared', async () => {
    expect(await warningsOf('a\n03/04/2005\n05/06/2007\n', { types: { a: 'string' } })).toEqual([]);
    expect(
      await warningsOf('a\n03/04/2005\n05/06/2007\n', { types: { a: { type: 'date', format: 'DD/MM/YYYY' } } }),
    ).toEqual([]);
  });

  it('of marks that a shell would take for a pattern in quotes', async () => {
    const said = (await warningsOf('Height;n\n183;1\n?;2\n171;3\nNA;4\n')).join();
    expect(said).toContain(`say --missing '?,NA', or "input": {"missing": ["", "?", "NA"]}`);
    expect(missingFlag(['NA', 'n/a', '-'])).toBe('--missing NA,n/a,-');
    expect(missingFlag(["'"])).toBe(`--missing ''\\'''`);
  });

  it('of marks that keep numbers from being numbers', async () => {
    const table = await readCsv('Height;n\n183;1\nNA;2\n171;3\nNA;4\n');
    expect(table.column('Height')?.type).toBe('string');
    expect(table.warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'MAYBE_MISSING: 2 cells "NA" keep column "Height" from being numbers; if they stand for missing values, say --missing NA, or "input": {"missing": ["", "NA"]}',
    ]);
    expect(proposeMissing(table.columns)).toEqual(['', 'NA']);
    const cured = await readCsv('Height;n\n183;1\nNA;2\n171;3\nNA;4\n', { missing: ['', 'NA'] });
    expect([cured.column('Height')?.type, cured.warnings]).toEqual(['integer', []]);
    expect(proposeMissing(cured.columns)).toBeUndefined();
  });

  it.each([
    ['days', ['09.02.1967', 'k.A.', '13.12.1943'], ['k.A.']],
    ['days without a value', ['1967-02-09', '0000-00-00', '1943-12-13'], ['0000-00-00']],
    ['amounts', ['$1,200', '-', '$35', '?'], ['-', '?']],
    ['numbers', ['1.5', 'NaN', '2.5', 'null'], ['NaN', 'null']],
    ['words with a mark', ['Berlin', '?', 'Bonn'], ['?']],
    ['numbers with an empty cell', ['1.5', 'NA', '2.5', ''], ['NA']],
    ['numbers that may be read in two ways', ['1.234', 'NA', '5.678'], ['NA']],
    ['codes', ['01234', 'NA', '02345', '-', '01234', 'unknown'], ['NA', '-', 'unknown']],
    ['codes with letters', ['J45.0', 'n/a', 'A09', 'unknown'], ['n/a', 'unknown']],
    ['groups of ages', ['10 to 19', 'Unknown', '20 to 29'], ['Unknown']],
    ['a tenth of the rows that are numbers', ['1', '2', ...new Array<string>(18).fill('-')], ['-']],
  ])('marks among %s', (_, texts, marks) => {
    const [column] = tableFromRows(texts.map((a) => ({ a: a === '' ? null : a }))).columns;
    const found = findMissingMarks(column);
    expect([found?.marks, found?.cells]).toEqual([marks, texts.filter((text) => marks.includes(text)).length]);
  });

  it.each([
    ['words that are values', ['yes', 'no', 'unknown', 'None']],
    ['countries', ['DE', 'NA', 'FR']],
    ['one number', ['12', 'NA']],
    ['codes that may be none', ['007', 'None', 'x', '008']],
    ['codes beside words', ['007', 'NA', '008', 'north', 'south']],
    ['hardly any number', ['1', '2', ...new Array<string>(40).fill('-')]],
    ['less than a tenth', ['1', '2', ...new Array<string>(19).fill('-')]],
    ['numbers and an empty cell', ['01', '02', '']],
  ])('no marks among %s', (_, texts) => {
    expect(findMissingMarks(tableFromRows(texts.map((a) => ({ a }))).columns[0])).toBeNull();
  });

  it('numbers and Dates in memory have nothing to ask', () => {
    const table = tableFromRows([
      { a: 1.234, b: new Date('2024-03-05T14:02:00Z'), c: new Date('2024-03-05') },
      { a: 5.678, b: new Date('2024-03-05'), c: new Date('2024-03-06') },
    ]);
    expect(table.columns.map(({ type, texts }) => [type, ...texts])).toEqual([
      ['number', '1.234', '5.678'],
      ['datetime', '2024-03-05T14:02:00.000Z', '2024-03-05T00:00:00.000Z'],
      ['date', '2024-03-05', '2024-03-06'],
    ]);
  });
});

describe('a declared type that does not fit', () => {
  const errorOf = async (csv: string, type: object | string): Promise<string> => {
    const options = { delimiter: ';' as const, types: { a: type } as never };
    return readCsv(csv, options).then(
      () => 'read',
      (error: unknown) => String((error as Error).message),
    );
  };

  it('says where, what was expected with an example, and what would fit; never the cell', async () => {
    const rows = 'a\n2024-12-30\n09.02.1967\n';
    const message = await errorOf(rows, 'date');
    expect(message).toContain('line 3');
    expect(message).toContain('"a"');
    expect(message).toContain('expected a day of the calendar written YYYY-MM-DD');
    expect(message).toContain('this one fits "format": "DD.MM.YYYY"');
    expect(message).not.toContain('1967');
    expect(await errorOf(rows, { type: 'date', format: 'MM/DD/YYYY' })).toContain(
      'written MM/DD/YYYY, such as 12/31/2024',
    );
    expect(await errorOf('a\n1,5\n', 'number')).toContain('this one fits "format": "0,0"');
    expect(await errorOf('a\nNA\n', 'number')).toContain('"NA" stands for a missing value, say --missing NA');
    expect(await errorOf('a\nAda Lovelace\n', 'number')).not.toContain('Ada');
  });
});

describe('numbers with a unit', () => {
  it('are asked about, since they may be codes', () => {
    expect(found(['12 kg', '14 kg'])).toBe('? 0 kg');
    expect(found(['12.5cm', '14.0cm'])).toBe('? 0.0cm');
    expect(found(['12 Main', '14 Main'])).toBe('string');
    expect(found(['12a', '14a'])).toBe('string');
  });
});

describe('days of eight digits with the year behind', () => {
  it('are asked about where they are many', () => {
    const days = Array.from({ length: 25 }, (_, i) => `${String(i + 1).padStart(2, '0')}0${1 + (i % 9)}19${40 + i}`);
    expect(found(days)).toBe('? DDMMYYYY');
    expect(found(days.slice(0, 12))).toBe('string');
    expect(found([...days, '31021950'])).toBe('string');
  });
});

describe('numbers and days that are written in several ways', () => {
  it.each([
    [['$1,234', '$1000', '$-5'], [{ type: 'integer', format: '$#,##0' }]],
    [['$1,234', '$1,000.50'], [{ type: 'number', format: '$#,##0.#' }]],
    [['1.234,50', '1234', '99,5'], [{ type: 'number', format: '#.##0,#' }]],
    [['1,234', '1000', '2,345'], [{ type: 'integer', format: '#,##0' }]],
    [['5%', '44 %'], [{ type: 'integer', format: '0 %' }]],
    [['1/15/1967', '01/16/1967'], [{ type: 'date', format: 'MM/DD/YYYY' }]],
    [
      ['1/5/1967', '01/06/1967'],
      [
        { type: 'date', format: 'DD/MM/YYYY' },
        { type: 'date', format: 'MM/DD/YYYY' },
      ],
    ],
    [['$5', '€6'], []],
    [['(5)', '(0)', '7'], []],
    [['1,234', '5,678'], []],
  ])('%j: %j', (texts, kinds) => {
    expect(mergingKinds(texts)).toEqual(kinds);
  });

  it('are declared by a job that is made from the table', () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      born: `${i % 2 === 0 ? '' : '0'}${1 + (i % 9)}/${13 + (i % 15)}/19${40 + (i % 40)}`,
      pay: i % 5 === 0 ? `$${1000 + 10 * i}` : `$${1 + (i % 7)},${200 + i}`,
    }));
    const { job } = proposeJob(tableFromRows(rows), { quasiIdentifiers: ['born', 'pay'] });
    expect(job.attributes).toEqual({
      born: { role: 'quasi-identifier', type: 'date', format: 'MM/DD/YYYY' },
      pay: { role: 'quasi-identifier', type: 'integer', format: '$#,##0' },
    });
  });
});

describe('numbers with a decimal comma beside whole ones', () => {
  it('are one kind for a job that is made from the table, and for the warning', () => {
    expect(mergingKinds(['62,5', '62', '-9', '60,0'])).toEqual([{ type: 'number', format: '0,#' }]);
    expect(mergingKinds(['1,234', '62', '5,678'])).toEqual([]);
    const weights = Array.from({ length: 40 }, (_, i) => ({
      age: 20 + i,
      weight: i % 9 === 0 ? '-9' : `${60 + i},${i % 10}`,
    }));
    const { job } = proposeJob(tableFromRows(weights));
    expect(job.attributes.weight).toEqual({ role: 'quasi-identifier', type: 'number', format: '0,#', missing: ['-9'] });
  });
});
