import { describe, expect, it } from 'vitest';
import { cpuGrowth } from '../../cpu-growth.js';
import { InputError, InvalidArgumentError } from '../../../src/base/errors.js';
import { tableFromRows } from '../../../src/io/from-rows.js';
import { seededRandom } from '../../../src/base/random.js';
import { readCsv, readCsvCounted, readCsvInPieces } from '../../../src/io/csv/read-csv.js';
import type { CsvSource, ReadCsvOptions } from '../../../src/io/csv/read-csv.js';
import { csvOf } from '../../table-texts.js';

async function failure(source: CsvSource, options: ReadCsvOptions = {}): Promise<InputError> {
  const error: unknown = await readCsv(source, options).then(
    () => new Error('no error'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

const fail = async (source: CsvSource, options?: ReadCsvOptions): Promise<unknown> => {
  const { code, where } = await failure(source, options);
  return [code, where.line, where.column];
};
const column = async (text: string, name: string, options?: ReadCsvOptions): Promise<string[]> => {
  const found = (await readCsv(text, options)).column(name);
  return Array.from(found?.codes ?? [], (code) => found?.texts[code] ?? '');
};
const warnings = async (text: string, options?: ReadCsvOptions): Promise<string[]> =>
  (await readCsv(text, options)).warnings.map(({ code }) => code);
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** Refuses files that would be repaired with a warning. */
const strict: ReadCsvOptions = { strict: true };

describe('a file that is no table', () => {
  it('csv-01, csv-03: empty, only a byte order mark, or only blank lines', async () => {
    for (const text of ['', '\ufeff', '\n\n\n', '\r\n', '  \n\n'])
      expect((await failure(text)).code).toBe('INPUT_EMPTY');
    expect((await failure('\n\n', { header: false, columns: ['a'] })).code).toBe('INPUT_EMPTY');
  });

  it('csv-02: a header and no rows', async () => {
    for (const text of ['a,b', 'a,b\n', 'a,b\n\n', 'a\n  \n']) expect((await failure(text)).code).toBe('INPUT_NO_ROWS');
  });

  it('csv-27, csv-28, csv-31: bytes that are not UTF-8, with their place', async () => {
    for (const bad of [[0xff], [0xed, 0xa0, 0x80], [0xe9], [0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]]) {
      const error = await failure(bytes(0x61, 0x0a, 0x78, ...bad, 0x0a), strict);
      expect([error.code, error.where.byte, error.where.line]).toEqual(['INVALID_UTF8', 3, 2]);
    }
    const kept = await failure(bytes(0x61, 0x0a, 0xe2, 0x82), strict);
    expect([kept.code, kept.where.byte]).toEqual(['INVALID_UTF8', 2]);
    const text = `a,b\n${'1,2\n'.repeat(200_000)}`;
    const large = new Uint8Array([...new TextEncoder().encode(text), 0x31, 0x2c, 0xff, 0x0a]);
    const deep = await failure(large, { ...strict, select: (name) => name === 'a' });
    expect([deep.code, deep.where.byte, deep.where.line]).toEqual(['INVALID_UTF8', text.length + 2, 200_002]);
  });

  it('csv-26, csv-30: NUL, as UTF-16 without a byte order mark has it', async () => {
    expect((await failure('a\nx\0y\n')).code).toBe('NUL_BYTE');
    expect((await failure(bytes(0x61, 0, 0x0a, 0, 0x31, 0, 0x0a, 0), strict)).code).toBe('ENCODING_UTF16');
  });

  it('csv-29: UTF-16 with its byte order mark', async () => {
    expect((await failure(bytes(0xff, 0xfe, 0x61, 0, 0x0a, 0), strict)).code).toBe('ENCODING_UTF16');
    expect((await failure(bytes(0xfe, 0xff, 0, 0x61), strict)).code).toBe('ENCODING_UTF16');
  });

  it('csv-37, csv-38: gzip', async () => {
    expect((await failure(bytes(0x1f, 0x8b, 8, 0, 0, 0))).code).toBe('COMPRESSED_INPUT');
  });

  it('csv-32: half a surrogate pair in a string or a row', async () => {
    expect((await failure('a\n\ud800\n')).code).toBe('INVALID_STRING');
    expect(() => tableFromRows([['\ud800']], { columns: ['a'] })).toThrow(/row 1.*surrogate/);
    expect(await column('a\n😀\n', 'a')).toEqual(['😀']);
  });
});

describe('records and line ends', () => {
  it('csv-05: a byte order mark at the beginning goes', async () => {
    expect((await readCsv('\ufeffa,b\n1,2\n')).columns.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('csv-06: a byte order mark inside the data stays and is reported with its row', async () => {
    for (const text of ['a\n1\n\ufeffa\n', 'a\n1\n"\ufeffa"\n']) {
      const table = await readCsv(text);
      expect(table.column('a')?.texts).toEqual(['1', '\ufeffa']);
      expect(table.warnings).toMatchObject([{ code: 'BOM_IN_DATA', attribute: 'a' }]);
      expect(table.warnings[0]?.message).toContain('row 2');
    }
  });

  it('csv-07: CRLF, LF and CR end a record, also mixed, which is reported with the count of each', async () => {
    expect((await readCsv('a,b\r\n1,2\n3,4\r5,6')).warnings).toEqual([
      {
        code: 'MIXED_LINE_ENDS',
        message: 'lines end in several ways, all of which were read as line ends: CRLF 1, LF 1, CR 1',
      },
    ]);
    for (const end of ['\n', '\r', '\r\n']) expect(await warnings(`a,b${end}"1\n",2${end}3,4${end}`)).toEqual([]);
    for (const q of ['', '"']) {
      expect(await column(`a,b\r\n${q}1${q},2\n3,4\r5,6`, 'b')).toEqual(['2', '4', '6']);
      expect(await column(`a,b\r${q}1${q},2\r3,4\r`, 'a')).toEqual(['1', '3']);
    }
  });

  it('csv-08, csv-18, csv-19: quoted cells keep line ends and quotes', async () => {
    expect(await column('a\n"x\ry"\n', 'a')).toEqual(['x\ry']);
    expect(await column('a\n"x\r\ny"', 'a')).toEqual(['x\r\ny']);
    expect(await column('a,b\n"x\ny",2\n', 'a')).toEqual(['x\ny']);
    expect(await column('a\n"say ""hi"""\n', 'a')).toEqual(['say "hi"']);
  });

  it('csv-09, csv-10: a last line without an end, and blank lines at the end', async () => {
    expect(await column('a\n1', 'a')).toEqual(['1']);
    expect(await column('a\n1\n\n', 'a')).toEqual(['1']);
    expect(await column('a,b\n1,2\n\n \n\n', 'a')).toEqual(['1']);
  });

  it('a blank line between the records of one column is an empty cell, with a warning', async () => {
    expect(await column('a\n1\n\n2\n', 'a')).toEqual(['1', '', '2']);
    expect(await warnings('a\n1\n\n2\n')).toEqual(['BLANK_LINES']);
  });

  it('empty lines at the end of one column are no rows, kept or counted; an empty cell there is written ""', async () => {
    const text = 'a\n1\n\n2\n""\n\n\n';
    expect((await readCsv(text)).rows).toBe(4);
    expect((await readCsvCounted(text)).rows).toBe(4);
    expect((await readCsv('a\n1\n\n\n')).rows).toBe(1);
    expect((await readCsvCounted('a\n1\n\n\n')).rows).toBe(1);
    const written = csvOf(tableFromRows([{ a: '1' }, { a: '' }]));
    expect(written).toBe('a\n1\n""\n');
    expect((await readCsv(written)).rows).toBe(2);
  });

  it('csv-11, csv-12, csv-13: a row of another width, with line and column', async () => {
    expect(await fail('a,b\n1,2\n\n3,4\n')).toEqual(['ROW_WIDTH', 3, 1]);
    expect(await fail('a,b\n1\n')).toEqual(['ROW_WIDTH', 2, 1]);
    expect(await fail('a,b\n1,2,3\n')).toEqual(['ROW_WIDTH', 2, 3]);
    expect(await fail('a,b\n"x\n\n",2\n3\n')).toEqual(['ROW_WIDTH', 5, 1]);
    expect(await fail('1,2,3\n', { header: false, columns: ['a', 'b'] })).toEqual(['ROW_WIDTH', 1, 3]);
  });

  it('csv-20: an open quote, with the line where it opened', async () => {
    expect(await fail('a,b\n"x,2\n3,4\n')).toEqual(['QUOTE_NOT_CLOSED', 2, 1]);
    expect(await fail('a,b\n"p\nq","x,2\n3,4\n')).toEqual(['QUOTE_NOT_CLOSED', 3, 2]);
  });

  it('take quotes inside cells that do not begin with one as they stand', async () => {
    const text = 'size,note\n6\'2",tall\n"5"" pipe",5" pipe\n1 "x" 2,a""b\n';
    for (const options of [{}, { delimiter: ',' }, { trim: false }]) {
      const table = await readCsv(text, options);
      expect(table.toRows()).toEqual([
        { size: '6\'2"', note: 'tall' },
        { size: '5" pipe', note: '5" pipe' },
        { size: '1 "x" 2', note: 'a""b' },
      ]);
      expect(table.warnings).toContainEqual(expect.objectContaining({ code: 'QUOTES_IN_CELLS', message: expect.stringMatching(/: 4$/) as string })); // prettier-ignore
      expect((await readCsvCounted(text, options)).toRows()).toEqual(table.toRows());
      for (const size of [1, 2, 5])
        expect((await readCsvInPieces(text, options, size)).warnings).toEqual(table.warnings);
    }
    expect(await fail(text, strict)).toEqual(['QUOTE_IN_FIELD', 2, 1]);
    expect(await fail('a,b\n1,"x" y\n')).toEqual(['QUOTE_THEN_TEXT', 2, 2]);
    const long = `a,b\n${`${'x"'.repeat(100_000)},1\n`.repeat(3)}`;
    expect((await readCsv(long)).rows).toBe(3);
    const inches = Array.from({ length: 150 }, (_, i) => `${i};5'${i % 12}";a,b`).join('\n');
    expect((await readCsv(`n;height;c\n${inches}`)).columns.map(({ name }) => name)).toEqual(['n', 'height', 'c']);
  });

  it('csv-21, csv-22, csv-23: quotes out of place', async () => {
    expect(await fail('a,b\n"x"y,2\n')).toEqual(['QUOTE_THEN_TEXT', 2, 1]);
    expect(await fail('a,b\n1,x"y\n', strict)).toEqual(['QUOTE_IN_FIELD', 2, 2]);
    expect(await fail('a\n"x\\"y"\n')).toEqual(['QUOTE_THEN_TEXT', 2, 1]);
    expect(await fail('a,b\n1, "x"\n', { trim: false })).toEqual(['QUOTE_IN_FIELD', 2, 2]);
  });

  // promise: bad-input-ends
  it('csv-36: a cell that is too long ends the reading early', async () => {
    let pulled = 0;
    async function* endless(begin: string): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(begin);
      const chunk = new Uint8Array(1 << 20).fill(0x78);
      for (; pulled < 100; pulled++) yield chunk;
    }
    for (const begin of ['a,b\n1,', 'a,b\n1,"', '']) {
      pulled = 0;
      expect((await failure(endless(begin), { delimiter: ',' })).code).toBe('FIELD_TOO_LONG');
      expect(pulled).toBeLessThan(5);
    }
    expect(await fail('a,b\n1,123456\n', { maxFieldBytes: 5 })).toEqual(['FIELD_TOO_LONG', 2, 2]);
    expect(await fail('a,b\n1,ééé\n', { maxFieldBytes: 5, select: () => false })).toEqual(['FIELD_TOO_LONG', 2, 2]);
    expect(await column('a,b\n1,12345\n', 'b', { maxFieldBytes: 5 })).toEqual(['12345']);
  });

  it('csv-33: Ctrl-Z at the end is data, with a warning', async () => {
    expect(await column('a\n1\n\u001a', 'a')).toEqual(['1', '\u001a']);
    expect(await warnings('a\n1\n\u001a')).toEqual(['CONTROL_CHARACTERS']);
  });

  it('csv-34: 8,000 columns are read in time that grows with them, not with their square', async () => {
    const wide = (columns: number): string => {
      const line = (cell: (c: number) => string): string =>
        Array.from({ length: columns }, (_, c) => cell(c)).join(',');
      return [line((c) => `c${c}`), ...Array.from({ length: 4 }, (_, r) => line((c) => String(c * r)))].join('\n');
    };
    const [few, many] = [wide(1_000), wide(8_000)];
    const read = async (text: string): Promise<number> => (await readCsv(text)).columns.length;
    expect(await read(many)).toBe(8_000);
    // Linear work grows eightfold, quadratic work sixty-fourfold.
    expect(await cpuGrowth(() => read(few), () => read(many))).toBeLessThan(24); // prettier-ignore
  });
});

describe('the header', () => {
  it('csv-14, csv-16: a name twice, or none', async () => {
    expect(await fail('a,a\n1,2\n', strict)).toEqual(['DUPLICATE_COLUMN', 1, 2]);
    expect(await fail('a,,c\n1,2,3\n', strict)).toEqual(['EMPTY_COLUMN_NAME', 1, 2]);
  });

  it('csv-15: names that differ by case, blanks or Unicode form stay apart, with a warning', async () => {
    const table = await readCsv('Zip,zip ,zip\n1,2,3\n');
    expect(table.columns.map(({ name }) => name)).toEqual(['Zip', 'zip ', 'zip']);
    expect(table.warnings.map(({ code }) => code)).toEqual(['SIMILAR_COLUMNS']);
    expect(await warnings('\u00e9,e\u0301\n1,2\n')).toEqual(['SIMILAR_COLUMNS']);
  });

  // promise: bad-input-ends
  it('csv-17: names of the prototype are ordinary names', async () => {
    const text = '__proto__,constructor,toString,hasOwnProperty\nx,y,z,w\n';
    const types = JSON.parse('{"__proto__": "string"}') as Record<string, 'string'>;
    const table = await readCsv(text, { types });
    expect(table.columns.map(({ name, texts }) => [name, texts[0]])).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['toString', 'z'],
      ['hasOwnProperty', 'w'],
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('is replaced by the columns of the options', async () => {
    const table = await readCsv('39, Private\n50, ?\n\n\n', {
      header: false,
      columns: ['age', 'work'],
      missing: ['?'],
    });
    expect(table.rows).toBe(2);
    expect(table.column('work')).toMatchObject({ texts: ['Private', '?'], missingCode: 1 });
    await expect(readCsv('1\n', { header: false })).rejects.toThrow(InvalidArgumentError);
    await expect(readCsv('1\n', { columns: ['a'] })).rejects.toThrow(InvalidArgumentError);
    await expect(readCsv('1\n', { header: false, columns: ['a', 'a'] })).rejects.toThrow(/twice/);
  });
});

describe('the delimiter', () => {
  it('csv-24: two that fit are an error', async () => {
    expect((await failure('a;b,c\n1;2,3\n')).code).toBe('AMBIGUOUS_DELIMITER');
    expect(await column('a;b,c\n1;2,3\n', 'a', { delimiter: ';' })).toEqual(['1']);
  });

  it('is found among comma, semicolon, tab and bar', async () => {
    for (const d of [',', ';', '\t', '|']) expect(await column(`a${d}b\n1${d}2\n`, 'b')).toEqual(['2']);
    expect(await column('a;b\n1,5;2,5\n2;3\n', 'a')).toEqual(['1,5', '2']);
    expect(await column('a,b\n"x;y",1\n"z;w",2\n', 'a')).toEqual(['x;y', 'z;w']);
  });

  it('need not be there: a file may have one column', async () => {
    expect(await column('a\nx y\n', 'a')).toEqual(['x y']);
  });
});

describe('values', () => {
  it('csv-25: spaces around cells go, or stay without trim, and are counted', async () => {
    const text = 'a, b\n39, State-gov\n 40 ,"  kept "\n41, "x" \n';
    const table = await readCsv(text);
    expect(table.column('b')?.texts).toEqual(['State-gov', '  kept ', 'x']);
    expect(table.column('a')?.type).toBe('integer');
    expect(table.warnings).toMatchObject([{ code: 'UNTRIMMED_VALUES' }]);
    const kept = await readCsv('a,b\n39, State-gov\n', { trim: false });
    expect(kept.column('b')?.texts).toEqual([' State-gov']);
    expect(kept.warnings.map(({ code }) => code)).toEqual(['UNTRIMMED_VALUES']);
  });

  it('value-09: 65,537 distinct values need four bytes a code', async () => {
    for (const [distinct, width] of [
      [256, 1],
      [257, 2],
      [65_536, 2],
      [65_537, 4],
    ]) {
      const table = await readCsv(`a\n${Array.from({ length: distinct }, (_, i) => `v${i}`).join('\n')}\nv0\n`);
      const { codes, texts } = table.columns[0];
      expect([codes.BYTES_PER_ELEMENT, texts.length, codes[distinct]]).toEqual([width, distinct, 0]);
      expect(codes.every((code, row) => code === row % distinct)).toBe(true);
    }
  });

  it('value-13: missing values are kept as one value, dropped by row, or refused', async () => {
    const text = 'a,b\n1,x\n?,y\n NA,z\n,x\n2,\n';
    const missing = ['?', 'NA', ''];
    const kept = await readCsv(text, { missing });
    expect(kept.column('a')).toMatchObject({ texts: ['1', '?', '2'], missingCode: 1, type: 'integer' });
    expect([...(kept.column('a')?.numbers ?? [])]).toEqual([1, NaN, 2]);
    expect([...(kept.column('a')?.codes ?? [])]).toEqual([0, 1, 1, 1, 2]);
    const dropped = await readCsv(text, { missing, onMissing: 'drop', missingMatters: (name) => name === 'a' });
    expect(dropped.rows).toBe(2);
    expect(dropped.column('b')).toMatchObject({ texts: ['x', ''], missingCode: 1 });
    expect(dropped.column('a')).toMatchObject({ texts: ['1', '2'], missingCode: -1 });
    expect(dropped.warnings.map(({ code }) => code)).toContain('ROWS_DROPPED');
    const error = await failure(text, { missing, onMissing: 'error' });
    expect([error.code, error.where]).toMatchObject(['MISSING_VALUE', { line: 3, column: 1, attribute: 'a' }]);
    expect((await failure('a\n?\n', { missing, onMissing: 'drop' })).code).toBe('INPUT_NO_ROWS');
  });

  it('value-14: a column without a value, or with one', async () => {
    expect(await warnings('a,b\n,1\n,2\n')).toEqual(['CONSTANT_COLUMN']);
    expect(await warnings('a,b\nx,1\nx,2\n')).toEqual(['CONSTANT_COLUMN']);
  });

  it('value-23, value-24: other Unicode forms and invisible characters are kept and reported', async () => {
    const table = await readCsv('a\n\u00e9\ne\u0301\nx\u200by\nx\n');
    expect(table.column('a')?.texts.length).toBe(4);
    expect(table.warnings.map(({ code }) => code)).toEqual(['INVISIBLE_CHARACTERS', 'SIMILAR_VALUES']);
  });

  it('errors of values name line and column, never the cell', async () => {
    const cases: [string, string, 'integer' | 'number' | 'date'][] = [
      ['secret', 'NUMBER_SYNTAX', 'number'],
      ['1.5', 'NUMBER_SYNTAX', 'integer'],
      ['NaN', 'NUMBER_NOT_FINITE', 'number'],
      ['1e309', 'NUMBER_NOT_FINITE', 'number'],
      ['"  "', 'NUMBER_EMPTY', 'number'],
      ['9007199254740993', 'NUMBER_NOT_EXACT', 'number'],
      ['9007199254740993', 'NUMBER_NOT_EXACT', 'integer'],
      ['2023-02-29', 'DATE_INVALID', 'date'],
    ];
    for (const [text, code, type] of cases) {
      const error = await failure(`a,b\n"1\n2",\n3,${text}\n`, { types: { b: type } });
      expect([error.code, error.where]).toMatchObject([code, { line: 4, column: 2, attribute: 'b' }]);
      expect(error.message).not.toContain(text.replaceAll('"', ''));
    }
    expect((await failure('a\n""\n', { types: { a: 'number' }, missing: [] })).code).toBe('NUMBER_EMPTY');
  });

  it('value-15, value-16: spellings of one number are one value under a declared type, several without', async () => {
    const text = 'a\n1\n1.0\n01\n1e0\n+1\n-0\n0\n';
    expect((await readCsv(text)).column('a')).toMatchObject({ type: 'string' });
    expect((await readCsv(text)).column('a')?.texts.length).toBe(7);
    for (const type of ['number', 'integer'] as const) {
      const table = await readCsv(text, { types: { a: type } });
      expect(table.column('a')).toMatchObject({ type, texts: ['1', '0'] });
      expect([...(table.column('a')?.codes ?? [])]).toEqual([0, 0, 0, 0, 0, 1, 1]);
      expect(Object.is(table.column('a')?.numbers?.[1], 0)).toBe(true);
    }
  });
});

describe('lists of any length', () => {
  const baskets = 'bread,milk\nbread\nmilk,beer,nuts\nbread,milk\nbeer\n';

  it('are refused by a message that says how they are read', async () => {
    const { code, message } = await failure(baskets);
    expect(code).toBe('ROW_WIDTH');
    expect(message).toContain('"input": {"baskets": "items"} (--baskets items)');
    expect(await column(baskets, 'items', { delimiter: '|', header: false, columns: ['items'] })).toHaveLength(5);
    expect((await failure('a,b\n1,2\n1,2,3\n1,2\n')).message).not.toContain('basket');
  });

  it('are one column of lists by input.baskets', async () => {
    const read = { baskets: 'items' };
    const lists = ['bread,milk', 'bread', 'milk,beer,nuts', 'bread,milk', 'beer'];
    expect(await column(baskets, 'items', read)).toEqual(lists);
    const others = `\ufeff${baskets.replaceAll(',', ';').replaceAll('\n', ' \r\n')}`;
    expect(await column(others, 'items', read)).toEqual(lists.map((list) => list.replaceAll(',', ';')));
    expect(await column('a,b,,\n,,,\n"c ""d""", e\n\nf', 'items', read)).toEqual(['a,b', '', 'c "d",e', '', 'f']);
    expect(await column('a\nb\n', 'items', read)).toEqual(['a', 'b']);
    expect(await column('"x,y",z\n', 'items', { ...read, listDelimiter: () => '|' })).toEqual(['x,y|z']);
    const counted = await readCsvCounted(baskets, read);
    expect([counted.rows, counted.entries]).toEqual([5, 4]);
    const where = { line: 1, attribute: 'items' };
    expect(await failure('"x,y",z\n', { ...read, delimiter: ',' })).toMatchObject({ code: 'VALUE_TYPE', where });
    await expect(readCsv(baskets, { ...read, header: false })).rejects.toThrow(/input\.header: .*input\.baskets/);
    for (let seed = 0; seed < 100; seed++) {
      const random = seededRandom(seed);
      const items = ['a', 'b c', 'd "e"', 'x\ny'];
      const drawn = Array.from({ length: 1 + random.below(9) }, () =>
        Array.from({ length: 1 + random.below(4) }, () => items[random.below(4)]),
      );
      const quote = (item: string): string => (/["\n]/.test(item) ? `"${item.replaceAll('"', '""')}"` : item);
      const text = drawn.map((line) => line.map(quote).join(',')).join('\n');
      const table = await readCsvInPieces(text, { ...read, delimiter: ',' }, 1 + random.below(9));
      const { codes, texts } = table.columns[0];
      expect(Array.from(codes, (code) => texts[code])).toEqual(drawn.map((line) => line.join(',')));
    }
  });

  it('are one column where their delimiter is declared and the header lacks it', async () => {
    const own = { listDelimiters: ['|'] };
    expect(await column('basket\nA|B\nC\nA|B|C\n', 'basket', own)).toEqual(['A|B', 'C', 'A|B|C']);
    expect(await column('basket\nA|B\nC|D\n', 'basket', own)).toEqual(['A|B', 'C|D']);
    expect(await column('id,basket\n1,A|B\n2,C\n', 'basket', own)).toEqual(['A|B', 'C']);
    const headless = { ...own, header: false, columns: ['items'] };
    expect(await column('A|B\nC|D\n', 'items', headless)).toEqual(['A|B', 'C|D']);
    expect(await column('a,b\n1,2\n', 'b', { listDelimiters: [','] })).toEqual(['2']);
  });
});
