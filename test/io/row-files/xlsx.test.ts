import { describe, expect, it } from 'vitest';
import { readXlsx } from '../../../src/hosts/sources/index.js';
import type { Table } from '../../../src/table/table.js';
import { makeXlsx, zipOf } from './make-xlsx.js';

const cells = (table: Table): (string | null)[][] =>
  table.columns.map(({ name, codes, texts, missingCode }) => [
    name,
    ...Array.from(codes, (code) => (code === missingCode ? null : texts[code])),
  ]);
const codes = ({ warnings }: Table): string[] => warnings.map(({ code }) => code);

/** Days since the first of 1900 as Excel counts them. */
const serial = (iso: string): string => String(Date.parse(iso) / 86_400_000 + 25_569);

const rows = [
  ['id', 'name', 'born', 'visit', 'height', 'smokes'],
  ['007', 'Müller, "Max"', { v: serial('1967-02-09'), s: 1 }, { v: serial('2024-01-02T10:00:00Z'), s: 2 }, 1.8, true],
  ['008', ' Zoë\nAnn ', { v: serial('1943-12-13'), s: 3 }, { v: serial('2024-01-03'), s: 2 }, null, false],
  ['009', null, null, { v: serial('2024-01-03T23:59:59Z'), s: 2 }, { v: '0.30000000000000004' }, true],
];
const expected = [
  ['id', '007', '008', '009'],
  ['name', 'Müller, "Max"', ' Zoë\nAnn ', null],
  ['born', '1967-02-09', '1943-12-13', null],
  ['visit', '2024-01-02T10:00:00', '2024-01-03T00:00:00', '2024-01-03T23:59:59'],
  ['height', '1.8', null, '0.3'],
  ['smokes', 'true', 'false', 'true'],
];

describe('an Excel workbook', () => {
  it('gives the values of its cells', async () => {
    const table = await readXlsx(makeXlsx({ People: rows }));
    expect(cells(table)).toEqual(expected);
    expect(table.columns.map(({ type }) => type).slice(0, 3)).toEqual(['string', 'string', 'date']);
    expect(table.column('height')?.type).toBe('number');
    expect(codes(table)).toEqual([]);
  });

  it('has durations of more than a day in hours, and days before March 1900 as Excel shows them', async () => {
    const table = await readXlsx(
      makeXlsx({
        A: [
          ['spent', 'clock', 'day', 'odd'],
          [
            { v: '1.1041666666666667', s: 4 },
            { v: '0.5', s: 4 },
            { v: '1', s: 1 },
            { v: '60', s: 1 },
          ],
          [
            { v: '2', s: 4 },
            { v: '0', s: 4 },
            { v: '59', s: 1 },
            { v: '61', s: 1 },
          ],
          [
            { v: '100.5', s: 4 },
            { v: '0.25', s: 4 },
            { v: '61', s: 1 },
            { v: '0', s: 1 },
          ],
        ],
      }),
    );
    expect(cells(table)).toEqual([
      ['spent', '26:30:00', '48:00:00', '2412:00:00'],
      ['clock', '12:00:00', '00:00:00', '06:00:00'],
      ['day', '1900-01-01', '1900-02-28', '1900-03-01'],
      ['odd', '1900-02-29', '1900-03-01', '1900-01-00'],
    ]);
    expect(table.column('day')?.type).toBe('date');
    expect(table.column('odd')?.type).toBe('string');
  });

  it('has numbers without what doubles add, times of day; cells of errors are missing', async () => {
    const cellsOfRow = [
      { v: '12345678901234567' },
      { v: '1E+20' },
      { v: '-0.1' },
      { v: '79.990000000000009' },
      { v: '0.5', s: 4 },
      { v: '#N/A', t: 'e' },
      { v: '3', s: 5 },
    ];
    const table = await readXlsx(makeXlsx({ A: [['a', 'b', 'c', 'd', 'e', 'f', 'g'], cellsOfRow, cellsOfRow] }));
    expect(cells(table).map(([, first]) => first)).toEqual([
      '12345678901234600',
      '100000000000000000000',
      '-0.1',
      '79.99',
      '12:00:00',
      null,
      '3',
    ]);
  });

  it('gives whole seconds for every second of a day', async () => {
    const times = Array.from({ length: 2000 }, (_, i) => new Date(Date.UTC(2024, 1, 29) + i * 43_217).toISOString());
    const seconds = times.map((time) => `${time.slice(0, 19)}Z`);
    const table = await readXlsx(
      makeXlsx({ A: [['t', 'n'], ...seconds.map((time, i) => [{ v: serial(time), s: 2 }, i])] }),
    );
    expect(cells(table)[0].slice(1)).toEqual(seconds.map((time) => time.slice(0, 19)));
  });

  it('is repaired as CSV is: titles, columns without a name, equal names, empty rows and columns', async () => {
    const messy = [
      ['People of 2024'],
      [],
      ['name', null, 'age', 'age', null],
      ['Ann', 'x', 3, 4],
      [null, null, null, null],
      ['Bob', 'y', 5, 6, null],
      [{ v: '', t: 'str' }],
    ];
    const table = await readXlsx(makeXlsx({ A: messy }));
    expect(cells(table)).toEqual([
      ['name', 'Ann', 'Bob'],
      ['column_2', 'x', 'y'],
      ['age', '3', '5'],
      ['age_2', '4', '6'],
    ]);
    expect(codes(table)).toEqual(['TITLE_LINES', 'COLUMN_NAMED', 'COLUMN_RENAMED']);
    expect(codes(await readXlsx(makeXlsx({ A: messy.slice(0, 4) }), { skip: 2 }))).not.toContain('TITLE_LINES');
    await expect(readXlsx(makeXlsx({ A: messy }), { strict: true })).rejects.toMatchObject({
      code: 'EMPTY_COLUMN_NAME',
    });
  });

  it('is read at its first visible sheet, and the hidden ones are named', async () => {
    const hide = (name: string, content: string): string =>
      name === 'xl/workbook.xml' ? content.replace('name="Codes"', 'name="Codes" state="hidden"') : content;
    const sheets = { Codes: [['code'], [1]], People: [['age'], [30]] };
    const table = await readXlsx(makeXlsx(sheets, hide));
    expect(table.columns[0].name).toBe('age');
    expect(table.warnings).toMatchObject([
      {
        code: 'SHEET_CHOSEN',
        message: expect.stringContaining('hidden in Excel: "Codes"; "People" was read') as string,
      },
    ]);
    expect((await readXlsx(makeXlsx(sheets, hide), { sheet: 'Codes' })).columns[0].name).toBe('code');
    expect((await readXlsx(makeXlsx(sheets))).columns[0].name).toBe('code');
  });

  it('is read at several sheets, whose columns are matched by name', async () => {
    const hide = (name: string, content: string): string =>
      name === 'xl/workbook.xml' ? content.replace(/<sheet name="Codes"/, '<sheet state="hidden" name="Codes"') : content; // prettier-ignore
    const sheets = {
      Codes: [['code'], [1]],
      '2023': [
        ['age', 'sex'],
        [30, 'f'],
        [31, 'm'],
      ],
      Empty: [[]],
      '2024': [
        ['sex', 'age', ''],
        ['x', 40],
        ['y', 41, ''],
      ],
    };
    const rows = [{ age: 30, sex: 'f' }, { age: 31, sex: 'm' }, { age: 40, sex: 'x' }, { age: 41, sex: 'y' }]; // prettier-ignore
    for (const asked of ['*', ['2023', '2024']] as const) {
      const table = await readXlsx(makeXlsx(sheets, hide), { sheets: asked });
      expect(table.toRows()).toEqual(rows);
      expect(table.warnings.map(({ code }) => code)).not.toContain('SHEET_CHOSEN');
    }
    const two = await readXlsx(makeXlsx(sheets), { sheets: ['2024', 1] });
    expect(two.toRows().map(({ age }) => age)).toEqual([40, 41, 30, 31]);
    const read = async (made: Parameters<typeof makeXlsx>[0], options: object = { sheets: '*' }): Promise<unknown> =>
      readXlsx(makeXlsx(made), { sourceName: 'w.xlsx', ...options }).catch((error: unknown) => error);
    expect(
      await read({
        A: [
          ['a', 'b'],
          [1, 2],
        ],
        B: [['a'], [1]],
      }),
    ).toMatchObject({
      code: 'HEADERS_DIFFER',
      message: expect.stringContaining(
        'w.xlsx, sheet "B", line 1: other columns than in the first file: missing "b"',
      ) as string,
    });
    const typed = { sheets: '*', types: { a: 'integer' } };
    expect(await read({ A: [['a'], [1]], B: [['a'], [1], ['x']] }, typed)).toMatchObject({ code: 'NUMBER_SYNTAX', where: { source: 'w.xlsx, sheet "B"', line: 3 } }); // prettier-ignore
    expect(await read(sheets, { sheets: ['2024', 2] })).toMatchObject({ code: 'OPTION_RANGE' });
    expect(await read(sheets, { sheets: ['2025'] })).toMatchObject({ code: 'UNKNOWN_VALUE' });
    expect(await read(sheets, { sheets: '*', sheet: 1 })).toMatchObject({ code: 'OPTION_UNUSED' });
  });

  it('takes the sheet that is asked for, and warns where nobody asked', async () => {
    const book = makeXlsx({
      Notes: [
        ['a', 'b'],
        [1, 2],
      ],
      'P & Q': [
        ['c', 'd'],
        [3, 4],
      ],
    });
    const first = await readXlsx(book);
    expect([first.columns[0].name, codes(first)]).toEqual(['a', ['SHEET_CHOSEN']]);
    expect(first.warnings[0].message).toContain('2 sheets ("Notes", "P & Q"); the first was read');
    for (const sheet of [2, 'P & Q']) {
      const table = await readXlsx(book, { sheet });
      expect([table.columns[0].name, codes(table)]).toEqual(['c', []]);
    }
    await expect(readXlsx(book, { strict: true })).rejects.toMatchObject({ code: 'SHEET_CHOSEN' });
    for (const sheet of [0, 3, 'People']) {
      await expect(readXlsx(book, { sheet })).rejects.toThrow('one of "Notes", "P & Q", or a number from 1 to 2');
    }
    const named = makeXlsx({
      '2023': [
        ['a', 'b'],
        [1, 2],
      ],
      '2024': [
        ['c', 'd'],
        [3, 4],
      ],
    });
    expect((await readXlsx(named, { sheet: 2024 })).columns[0].name).toBe('c');
  });

  it('takes marks of missing values, types and what to do with rows that miss them', async () => {
    const table = await readXlsx(
      makeXlsx({
        A: [
          ['a', 'b'],
          ['NA', 1],
          [2, 3],
          [null, 4],
        ],
      }),
      {
        missing: ['', 'NA'],
        onMissing: 'drop',
        types: { a: 'integer' },
      },
    );
    expect(cells(table)).toEqual([
      ['a', '2'],
      ['b', '3'],
    ]);
  });

  it('is refused with what to do when it is none', async () => {
    await expect(readXlsx(new TextEncoder().encode('a,b\n1,2\n'))).rejects.toMatchObject({ code: 'XLSX_INVALID' });
    await expect(readXlsx(zipOf([['people.csv', 'a']]))).rejects.toMatchObject({ code: 'COMPRESSED_INPUT' });
    await expect(readXlsx(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1))).rejects.toThrow(
      'old Office file',
    );
    await expect(readXlsx(makeXlsx({ A: [] }))).rejects.toMatchObject({ code: 'INPUT_EMPTY' });
  });
});
