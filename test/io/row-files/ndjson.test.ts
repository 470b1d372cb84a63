import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cpuGrowth } from '../../cpu-growth.js';
import { InputError } from '../../../src/base/errors.js';
import type { ReadCsvOptions } from '../../../src/io/csv/read-csv.js';
import { readJson } from '../../../src/io/row-files/json.js';
import { readNdjson } from '../../../src/io/row-files/ndjson.js';
import { inChunks } from '../in-chunks.js';
import { drawing } from '../../random.js';
import { namedCells } from '../../table-texts.js';
import { longTest } from '../../long-test.js';

async function failure(text: string | Uint8Array, options: ReadCsvOptions = {}): Promise<InputError> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const error: unknown = await readNdjson(bytes, options).then(
    () => new Error('no error'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

const text =
  '{"id": 12345678901234567890, "name": "Zoë"}\r\n\r\n{"name": null, "height": 1.80, "id": 7}\n{"id": 8, "smokes": true, "__proto__": " x "}';
const expected = [
  ['id', '12345678901234567890', '7', '8'],
  ['name', 'Zoë', null, null],
  ['height', null, '1.80', null],
  ['smokes', null, null, 'true'],
  ['__proto__', null, null, ' x '],
];

describe('lines of JSON', () => {
  it('have the keys of all objects as columns, and numbers as they are written, in chunks of any length', async () => {
    const bytes = new TextEncoder().encode(text);
    for (const length of [1, 2, 3, 7, bytes.length]) {
      expect(namedCells(await readNdjson(inChunks(bytes, length)))).toEqual(expected);
      expect(namedCells(await readNdjson(inChunks(new TextEncoder().encode(`\ufeff${text}\n`), length)))).toEqual(
        expected,
      );
    }
    expect(namedCells(await readNdjson(text))).toEqual(expected);
  });

  it('keep the order of keys that are whole numbers, which an object would put first', async () => {
    const lines = String.raw`{"b": "\"9\": {\\", "10": 1, "2" : null, "01":"x, \"3\":4"}`;
    expect(namedCells(await readNdjson(lines))).toEqual([
      ['b', '"9": {\\'],
      ['10', '1'],
      ['2', null],
      ['01', 'x, "3":4'],
    ]);
    expect(namedCells(await readNdjson('{"7":true,"\\u0035":false,"a":-1.50}')).map(([name]) => name)).toEqual([
      '7',
      '5',
      'a',
    ]);
  });

  it('have a missing value only in columns that a row lacks, which may come up late', async () => {
    for (const [text, missing] of [
      ['{"a": 1}\n{"a": 2}', [-1]],
      ['{"a": 1}\n{"a": null}', [1]],
      ['{"a": 1}\n{"a": 2, "b": 3}', [-1, 0]],
      ['{"a": 1}\n'.repeat(5000) + '{"a": 1, "b": 3}', [-1, 0]],
      ['{"a": 1, "c": 2}\n'.repeat(5000) + '{"a": 1, "b": 3}', [-1, 1, 0]],
    ] as const) {
      const { columns } = await readNdjson(text);
      expect(columns.map(({ missingCode }) => missingCode)).toEqual(missing);
      for (const column of columns) expect(new Set(column.codes).size).toBe(column.texts.length);
    }
  });

  it('have rare keys in the rows that name them, as where all rows name all keys', async () => {
    const draw = drawing(5);
    const rows = Array.from({ length: 9000 }, (_, row): Record<string, number | null> => {
      const rare = row < 300 ? {} : { [`k${draw(40)}`]: draw(3) };
      return {
        id: row % 7,
        ...rare,
        ...(row > 8000 ? { late: row % 2 } : {}),
        ...(draw(200) === 0 ? { k3: null } : {}),
      };
    });
    const sparse = await readNdjson(rows.map((row) => JSON.stringify(row)).join('\n'));
    const keys = sparse.columns.map(({ name }) => name);
    const whole = rows.map((row) => JSON.stringify(Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))));
    const table = await readNdjson(whole.join('\n'));
    expect(keys).toHaveLength(42);
    // Faster than `toEqual` on codes of 9,000 rows.
    expect(isDeepStrictEqual(sparse.columns, table.columns)).toBe(true);
  });

  it('whose keys are values are refused without a code for each key and row', async () => {
    const lines = Array.from({ length: 16_500 }, (_, row) => `{"k${row}": 1}`);
    expect((await failure(lines.join('\n'))).code).toBe('NDJSON_INVALID');
  });

  it('may be in another encoding', async () => {
    const wide = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    const table = await readNdjson(wide);
    expect(namedCells(table)).toEqual(expected);
    expect(table.warnings.map(({ code }) => code)).toContain('ENCODING_FOUND');
    const western = Uint8Array.from('{"name": "René"}\n', (each) => each.charCodeAt(0));
    expect(namedCells(await readNdjson(western))).toEqual([['name', 'René']]);
    expect((await failure(western, { strict: true })).code).toBe('INVALID_UTF8');
  });

  it('remember that a column that comes up late was missing before', async () => {
    const lines = Array.from({ length: 10_000 }, (_, i) =>
      i < 9000 ? `{"a": ${i % 7}}` : `{"a": ${i % 7}, "b": "x"}`,
    );
    const table = await readNdjson(`${lines.join('\n')}\n`);
    const late = table.column('b');
    expect([table.rows, Array.from(late?.codes ?? []).filter((code) => code === late?.missingCode).length]).toEqual([
      10_000, 9000,
    ]);
    expect(Array.from(late?.codes ?? []).lastIndexOf(late?.missingCode ?? -1)).toBe(8999);
    const kept = await readNdjson(`${lines.join('\n')}\n`, { onMissing: 'drop' });
    expect([kept.rows, kept.column('b')?.missingCode]).toEqual([1000, -1]);
    const error = await failure(`${lines.join('\n')}\n`, { onMissing: 'error' });
    expect([error.code, error.where.line, error.where.attribute]).toEqual(['MISSING_VALUE', 1, 'b']);
  });

  it('take options as CSV does', async () => {
    const options: ReadCsvOptions = {
      missing: ['', 'NA'],
      types: { a: 'integer' },
      select: (name) => name !== 'c',
    };
    expect(namedCells(await readNdjson('{"a": "NA", "c": 1, "b": "x"}\n{"a": 5, "b": ""}\n', options))).toEqual([
      ['a', null, '5'],
      ['b', 'x', null],
    ]);
    const wrong = await failure('\n{"a": 1}\n\n{"a": "secret"}\n', options);
    expect([wrong.code, wrong.where.line, wrong.where.attribute]).toEqual(['NUMBER_SYNTAX', 4, 'a']);
    expect(wrong.message).not.toContain('secret');
  });

  it('give the cells of objects within them a column each, and lists of texts a cell', async () => {
    const text = [
      '{"id": 1, "patient": {"age": 31, "address": {"zip": "007", "city": null}}, "tags": ["x", 2, null, true]}',
      '{"id": 2, "patient": null, "tags": []}',
      '{"id": 3, "patient": {"age": 25, "sex": "f"}}',
    ].join('\n');
    const expected = [
      { id: 1, 'patient.age': 31, 'patient.address.zip': '007', 'patient.address.city': null, tags: 'x;2;true', 'patient.sex': null }, // prettier-ignore
      { id: 2, 'patient.age': null, 'patient.address.zip': null, 'patient.address.city': null, tags: null, 'patient.sex': null }, // prettier-ignore
      { id: 3, 'patient.age': 25, 'patient.address.zip': null, 'patient.address.city': null, tags: null, 'patient.sex': 'f' }, // prettier-ignore
    ];
    const options = { types: { 'patient.address.zip': 'string' } } as const;
    const table = await readNdjson(text, options);
    expect([...table.toRows()]).toEqual(expected);
    expect([...(await readJson(`[${text.replaceAll('\n', ',')}]`, options)).toRows()]).toEqual(expected);
    const barred = await readNdjson('{"tags": ["x;y", "z"]}', { listDelimiter: () => '|' });
    expect(barred.toRows()).toEqual([{ tags: 'x;y|z' }]);
    const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
    await expect(readNdjson(deep)).rejects.toMatchObject({ code: 'VALUE_TYPE' });
  });

  it('are refused by line, with what is wrong and never with a value', async () => {
    const bad: readonly (readonly [string, string, RegExp])[] = [
      ['{"a": 1}\n{"a": secret}\n', 'NDJSON_INVALID', /line 2: expected one JSON object on one line/],
      ['{"a": 1}\n[1, 2]\n', 'NDJSON_INVALID', /line 2: .* found a list/],
      ['{"a": 1}\n"secret"\n', 'NDJSON_INVALID', /line 2: .* found a text/],
      ['{"a": 1}\nnull\n', 'NDJSON_INVALID', /line 2: .* found null/],
      ['{"a": 1, "a": 2}\n', 'NDJSON_INVALID', /line 1: an object has a key twice/],
      [
        '{"a": {"b": [1, {"c": "secret"}]}}\n',
        'VALUE_TYPE',
        /line 1, attribute "a\.b": .* found an object \("a\.b\[1\]"\)/,
      ],
      ['{"a": [["secret"]]}\n', 'VALUE_TYPE', /found a list \("a\[0\]"\); write one row for each/],
      ['{"a": ["secret;x"]}\n', 'VALUE_TYPE', /an item of a list \("a\[0\]"\) has the character ";"/],
      ['{"a.b": 1}\n{"a": {"b": 2}}\n', 'DUPLICATE_COLUMN', /line 2, attribute "a\.b": two columns/],
      ['{"a": {"b": 2}, "a.b": 1}\n', 'DUPLICATE_COLUMN', /line 1, attribute "a\.b": two columns/],
      ['{"a": {"b.c": 2}}\n{"a": {"b": {"c": 1}}}\n', 'DUPLICATE_COLUMN', /line 2/],
      ['{"": 1}\n', 'EMPTY_COLUMN_NAME', /line 1/],
      ['{"a": "\\ud800"}\n', 'INVALID_STRING', /line 1/],
      ['{\n"a": 1}\n', 'NDJSON_INVALID', /line 1/],
      ['', 'INPUT_EMPTY', /there are no rows/],
      ['{}\n{}\n', 'INPUT_EMPTY', /no row has a key/],
      ['PAR1\u0000\u0001', 'FOREIGN_FORMAT', /Parquet/],
    ];
    for (const [given, code, message] of bad) {
      const error = await failure(given);
      expect([given, error.code]).toEqual([given, code]);
      expect(error.message).toMatch(message);
      expect(error.message).not.toContain('secret');
    }
  });

  /** A line without an end, in pieces of `bytes` bytes. */
  const refuseEndless = async (bytes: number): Promise<void> => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      const piece = new Uint8Array(bytes).fill(120);
      for (let i = 0; i < 80_000_000 / bytes; i++) yield piece;
    }
    await expect(readNdjson(endless())).rejects.toMatchObject({ code: 'RECORD_TOO_LONG', exitCode: 3 });
  };

  it('that never end are refused', async () => refuseEndless(512 * 1024));

  longTest('that never end are refused in time that grows with their bytes and not with the square', async () => {
    // A line that is put together with every piece takes eight times as long in pieces of an eighth.
    expect(await cpuGrowth(() => refuseEndless(512 * 1024), () => refuseEndless(64 * 1024), 1)).toBeLessThan(4); // prettier-ignore
  });
});
