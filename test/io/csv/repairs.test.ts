import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/base/errors.js';
import { readCsv, readCsvCounted, readCsvInPieces } from '../../../src/io/csv/read-csv.js';
import type { ReadCsvOptions } from '../../../src/io/csv/read-csv.js';
import { readEntries } from '../../../src/io/csv/read-entries.js';
import { DescriptionParts } from '../../../src/table/input-description.js';
import { expandCounted } from '../../../src/table/expand-counted.js';
import type { Table } from '../../../src/table/table.js';

const cells = (table: Table): (string | null)[][] =>
  table.columns.map(({ name, codes, texts, missingCode }) => [
    name,
    ...Array.from(codes, (code) => (code === missingCode ? null : texts[code])),
  ]);
const codes = ({ warnings }: Table): string[] => warnings.map(({ code }) => code);

async function failure(text: string, options: ReadCsvOptions = {}): Promise<InputError> {
  const error: unknown = await readCsv(text, options).then(
    () => new Error(`no error: ${text}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

const plain = 'name,age,city\nAnn,30,Bonn\nBob,41,\nCid,30,Köln\n';
const semicolons = plain.replaceAll(',', ';');
const trailing = plain.replaceAll('\n', ',\n');

/** A repaired file, the warning of it, and the code with which `strict` refuses it. */
const repairs: readonly {
  readonly what: string;
  readonly text: string;
  readonly code: string;
  readonly strict: string;
  readonly same?: string;
}[] = [
  { what: 'a line sep=;', text: `sep=;\r\n${semicolons}`, code: 'SEPARATOR_LINE', strict: 'SEPARATOR_LINE' },
  {
    what: 'a line SEP=, before another delimiter in the first record',
    text: `SEP=,\n${plain}`,
    code: 'SEPARATOR_LINE',
    strict: 'SEPARATOR_LINE',
  },
  {
    what: 'delimiters at the end of every line',
    text: trailing,
    code: 'TRAILING_DELIMITERS',
    strict: 'EMPTY_COLUMN_NAME',
  },
  {
    what: 'several of them',
    text: trailing.replaceAll(',\n', ';;;\n').replaceAll(',', ';'),
    code: 'TRAILING_DELIMITERS',
    strict: 'EMPTY_COLUMN_NAME',
  },
  {
    what: 'delimiters at the end of rows alone',
    text: trailing.replace('city,', 'city'),
    code: 'TRAILING_DELIMITERS',
    strict: 'ROW_WIDTH',
  },
  {
    what: 'delimiters at the end of the header alone',
    text: plain.replace('city', 'city,'),
    code: 'TRAILING_DELIMITERS',
    strict: 'EMPTY_COLUMN_NAME',
  },
  {
    what: 'comments above the header',
    text: `# made by a program\n# 3, rows, of, people\n${plain}`,
    code: 'TITLE_LINES',
    strict: 'TITLE_LINES',
  },
  { what: 'a title and a blank line', text: `People of 2024\n\n${plain}`, code: 'TITLE_LINES', strict: 'TITLE_LINES' },
  { what: 'a title in quotes', text: `"People of 2024"\n${plain}`, code: 'TITLE_LINES', strict: 'TITLE_LINES' },
  {
    what: 'a title as wide as the table',
    text: `People of 2024,,\n,,\n${plain}`,
    code: 'TITLE_LINES',
    strict: 'TITLE_LINES',
  },
  {
    what: 'a title with another delimiter',
    text: `People, as of 2024\n${semicolons}`,
    code: 'TITLE_LINES',
    strict: 'TITLE_LINES',
  },
  {
    what: 'columns without a name',
    text: plain.replace('name,age,city', ',age,').replace('41,', '41,Ulm'),
    code: 'COLUMN_NAMED',
    strict: 'EMPTY_COLUMN_NAME',
    same: plain.replace('name,age,city', 'column_1,age,column_3').replace('41,', '41,Ulm'),
  },
  {
    what: 'a name that stands over two columns',
    text: plain.replace('city', 'age'),
    code: 'COLUMN_RENAMED',
    strict: 'DUPLICATE_COLUMN',
    same: plain.replace('city', 'age_2'),
  },
];

describe('a file that is not quite a table', () => {
  it.each(repairs)(
    '$what: repaired with a warning, refused under strict',
    async ({ text, code, strict, same = plain }) => {
      const expected = cells(await readCsv(same, { delimiter: ',' }));
      const bytes = new TextEncoder().encode(text);
      for (const piece of [1, 2, 3, 7, 4096]) {
        const table = await readCsvInPieces(bytes, {}, piece);
        expect(cells(table)).toEqual(expected);
        expect(codes(table)).toEqual([code]);
        const counted = await readCsvInPieces(bytes, {}, piece, { memory: 1 << 20, memoBytes: 1 << 16 });
        expect(cells(expandCounted(counted))).toEqual(expected);
        expect(codes(counted)).toEqual([code]);
      }
      const refused = await failure(text, { strict: true });
      expect(refused.code).toBe(strict);
      for (const end of ['\r\n', '\r']) {
        const table = await readCsv(text.replace(/\r?\n/g, end));
        expect([cells(table), codes(table)]).toEqual([expected, [code]]);
      }
    },
  );

  it('is read the same way a second time', async () => {
    for (const { text } of repairs) {
      const parts = new DescriptionParts();
      const table = await readCsvCounted(text, { onDescribed: parts.take });
      const rows: number[] = [];
      for await (const block of readEntries(text, table, { described: parts.whole })) rows.push(...block);
      expect(rows).toEqual([0, 1, 2]);
    }
  });

  it('counts what was repaired', async () => {
    const message = async (text: string): Promise<string> => (await readCsv(text)).warnings[0].message;
    expect(await message(`# a\n# b\n${plain}`)).toMatch('skipped: 2; set input.skip (--skip 2)');
    expect(await message(`sep=;\n# a\n${semicolons}`)).toMatch('the delimiter (";")');
    expect(await message(trailing)).toMatch('left out: 1');
    expect(await message(',,a\n1,2,3\n')).toBe(
      'columns without a name: 2, called by their place: "column_1", "column_2"',
    );
  });

  it('has names that no other column has', async () => {
    const names = async (header: string): Promise<string[]> =>
      (await readCsv(`${header}\n${'x,'.repeat(header.split(',').length - 1)}x\n`)).columns.map(({ name }) => name);
    expect(await names('a,a,a,a_2')).toEqual(['a', 'a_3', 'a_4', 'a_2']);
    expect(await names('column_2,,column_2')).toEqual(['column_2', 'column_2_2', 'column_2_3']);
    expect(await names('a,a_2,a')).toEqual(['a', 'a_2', 'a_3']);
    expect(await names('__proto__,__proto__')).toEqual(['__proto__', '__proto___2']);
  });

  it('combines repairs, in the order of the file', async () => {
    const text = `sep=;\nReport\n\nid;;name;name;\n1;x;a;b;\n2;y;c;d;\n`;
    const table = await readCsv(text);
    expect(cells(table)).toEqual([
      ['id', '1', '2'],
      ['column_2', 'x', 'y'],
      ['name', 'a', 'c'],
      ['name_2', 'b', 'd'],
    ]);
    expect(codes(table)).toEqual([
      'SEPARATOR_LINE',
      'TITLE_LINES',
      'TRAILING_DELIMITERS',
      'COLUMN_NAMED',
      'COLUMN_RENAMED',
    ]);
  });
});

describe('a table that a database client printed', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i}|${i % 3 === 0 ? 'f' : 'm'}|x`);
  const bare = `id|sex|note\n${rows.join('\n')}\n(40 rows)\n`;
  const aligned = ` id | sex | note \n----+-----+------\n${rows.map((row) => ` ${row.replaceAll('|', ' | ')} `).join('\n')}\n(40 rows)\n\n`;

  it.each([
    ['psql -A', bare, 1],
    ['psql', aligned, 2],
    ['sqlcmd', bare.replace('(40 rows)', '\n(40 rows affected)'), 1],
    ['sqlplus', bare.replace('(40 rows)', '\n\n40 rows selected.\n'), 1],
    ['mysql', bare.replace('(40 rows)', '40 rows in set (0.01 sec)'), 1],
  ])('is read without what %s prints around it, with a warning', async (_, text, lines) => {
    const expected = cells(await readCsv(`id|sex|note\n${rows.join('\n')}\n`));
    for (const length of [1, 7, 100, text.length]) {
      const table = await readCsvInPieces(text, {}, length);
      expect(cells(table)).toEqual(expected);
      const warning = table.warnings.find(({ code }) => code === 'CLIENT_LINES');
      expect(warning?.message).toContain(`left out: ${lines}`);
    }
    const counted = await readCsvCounted(text);
    expect([counted.rows, codes(counted)]).toEqual([40, expect.arrayContaining(['CLIENT_LINES'])]);
    expect((await failure(text, { strict: true })).code).toBe('ROW_WIDTH');
  });

  it('and not where the number is another, or rows follow it, or a rule has another width', async () => {
    expect(await failure(bare.replace('(40', '(41'))).toMatchObject({ code: 'ROW_WIDTH', where: { line: 42 } });
    for (const length of [1, 1000]) {
      const error = await readCsvInPieces(`${bare}1|f|x\n`, {}, length).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'ROW_WIDTH', where: { line: 42 } });
    }
    expect(await failure(bare.replace('(40', '\n(41'))).toMatchObject({ code: 'ROW_WIDTH', where: { line: 42 } });
    expect((await failure(aligned.replace('----+', ''))).where.line).toBe(2);
    expect((await failure(`${bare.slice(0, 30)}\n----+-----+------\n${rows.join('\n')}\n`)).code).toBe('ROW_WIDTH');
  });
});

describe('what is not repaired, since it may be meant', () => {
  it('rows of another width, and a header shorter than the rows', async () => {
    expect(await failure('a,b,c\n1,2,3\n1,2\n')).toMatchObject({ code: 'ROW_WIDTH', where: { line: 3 } });
    expect(await failure('a,b\n1,x,3\n2,y,4\n', { delimiter: ',' })).toMatchObject({
      code: 'ROW_WIDTH',
      where: { line: 2 },
    });
    const unnamed = await failure(`a,b\n${Array.from({ length: 20 }, (_, i) => `${i + 1},x,${i}\n`).join('')}`);
    expect(unnamed).toMatchObject({ code: 'ROW_WIDTH', where: { line: 2 } });
    expect(unnamed.message).toMatch(/as R writes them, give the first column a name in the header$/);
    const note = await failure(`a,b,c\n${'1,2,3\n'.repeat(20)}Source: register\n`);
    expect(note).toMatchObject({ code: 'ROW_WIDTH', where: { line: 22 } });
    expect(note.message).toMatch(/a note or a total below the table, delete it/);
    // Rows have a name of their own, as R writes them, and the last column is empty.
    expect((await failure('name,note\n1,Ann,\n2,Bob,\n')).code).toBe('ROW_WIDTH');
    expect((await failure('Report\n1,2,3\n4,5,6\n7,8,9\n')).message).toContain('--skip');
  });

  it('rows of another width, of which the error names the delimiter and how to give another', async () => {
    const found = await failure('a;b;c\n1;2;3\n1;2\n');
    expect(found.message).toContain(
      'expected 3 cells, found 2; cells are separated by ";", found in the beginning of the file; set input.delimiter (--delimiter) if it is another',
    );
    const said = await failure('a;b;c\n1;2;3\n1;2\n', { delimiter: ';' });
    expect(said.message).toMatch(/found 2; cells are separated by ";"; "badRows"/);
    const tab = await failure('a\tb\n1\t2\n1\n');
    expect(tab.message).toContain('separated by "\\t"');
  });

  it('a cell where trailing delimiters were', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `${i},x,\n`).join('');
    const error = await failure(`a,b,\n${rows}1,2,secret\n`);
    expect(error).toMatchObject({ code: 'ROW_WIDTH', where: { line: 302, column: 3 } });
    expect(error.message).not.toContain('secret');
    const quoted = await failure(`a,b,\n${rows}1,2,"x"\n`);
    expect(quoted.where.line).toBe(302);
    expect(cells(await readCsv(`a,b,\n${rows}1,2,""\n`))).toHaveLength(2);
  });

  it('a header that begins with #, and a title of a table of one or two columns', async () => {
    expect(cells(await readCsv('#,name\n1,Ann\n2,Bob\n'))[0]).toEqual(['#', '1', '2']);
    expect(cells(await readCsv('#id,name\n1,Ann\n2,Bob\n'))[0]).toEqual(['#id', '1', '2']);
    expect((await failure('People\nname,age\nAnn,3\nBob,4\n')).message).toContain('--skip');
    expect(cells(await readCsv('name\nAnn\nBob\n'))).toEqual([['name', 'Ann', 'Bob']]);
  });
});

describe('skip', () => {
  it('passes lines over before the header, or before rows without one', async () => {
    for (const piece of [1, 2, 5, 100]) {
      for (const end of ['\n', '\r\n', '\r']) {
        const text = `"a title\nsep=|\n\n${semicolons}`.replaceAll('\n', end);
        const table = await readCsvInPieces(new TextEncoder().encode(text), { skip: 3 }, piece);
        expect(cells(table)).toEqual(cells(await readCsv(plain)));
        expect(codes(table)).toEqual([]);
      }
    }
    const columns = ['a', 'b', 'c'];
    const rows = await readCsv(plain, { skip: 1, header: false, columns });
    expect([rows.rows, rows.columns.map(({ name }) => name)]).toEqual([3, columns]);
    expect((await failure(plain, { skip: 4 })).code).toBe('INPUT_EMPTY');
    expect((await failure(plain, { skip: 400 })).code).toBe('INPUT_EMPTY');
  });

  it('leaves the lines of errors those of the file', async () => {
    expect((await failure(`# x\n${plain}1,2\n`, { skip: 1 })).where.line).toBe(6);
    const many = plain + 'Dan,5,Ulm\n'.repeat(200);
    expect((await failure(`# x\n# y\n${many}1,2\n`)).where.line).toBe(207);
    expect((await failure(`sep=,\n${plain}1,2\n`)).where.line).toBe(6);
    const bytes = new TextEncoder().encode(`# x\n# y\n${plain}a,b,\u0000\n`);
    await expect(readCsv(bytes)).rejects.toMatchObject({
      code: 'NUL_BYTE',
      where: { line: 7, byte: bytes.length - 2 },
    });
  });

  it('may leave lines of empty cells above the header, which are passed over', async () => {
    const text = `Title;;;;\n;;;;\n\n${semicolons.replaceAll('\n', ';;\n')}`;
    for (const piece of [1, 3, 100]) {
      const table = await readCsvInPieces(new TextEncoder().encode(text), { skip: 1 }, piece);
      expect([cells(table), codes(table)]).toEqual([cells(await readCsv(plain)), ['TRAILING_DELIMITERS']]);
    }
    expect((await failure(text, { skip: 1, strict: true })).code).toBe('EMPTY_COLUMN_NAME');
  });

  it('0 says that the first line is the header, whatever it looks like', async () => {
    expect(cells(await readCsv('People of 2024,,\nname,age,city\nAnn,1,x\n', { skip: 0 }))[0][0]).toBe(
      'People of 2024',
    );
    await expect(readCsv(plain, { skip: -1 })).rejects.toThrow('input.skip: expected a whole number of at least 0');
    await expect(readCsv(plain, { skip: 1.5 })).rejects.toThrow('input.skip');
  });
});
