import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/base/errors.js';
import type { ReadCsvOptions } from '../../../src/io/csv/read-csv.js';
import { readJson } from '../../../src/io/row-files/json.js';
import { readNdjson } from '../../../src/io/row-files/ndjson.js';
import { jsonChunks } from '../../../src/io/row-files/write-json.js';
import { seededRandom } from '../../../src/base/random.js';
import { readCsv, readCsvCounted } from '../../../src/index.js';
import { inChunks } from '../in-chunks.js';
import { namedCells } from '../../table-texts.js';

const objects = [
  '{"id": 12345678901234567890, "name": "Zoë }],[{ \\" \\\\"}',
  '{\n"name": null,\n"height": 1.80, "id": 7}',
  '{"id": 8, "smokes": true, "__proto__": " x "}',
];
const expected = [
  ['id', '12345678901234567890', '7', '8'],
  ['name', 'Zoë }],[{ " \\', null, null],
  ['height', null, '1.80', null],
  ['smokes', null, null, 'true'],
  ['__proto__', null, null, ' x '],
];

async function failure(text: string | Uint8Array, options: ReadCsvOptions = {}): Promise<InputError> {
  const error: unknown = await readJson(text, options).then(
    () => new Error('no error'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

describe('a file of JSON', () => {
  it.each([
    ['an array', `[${objects.join(',')}]`],
    ['an array with lines', ` [\r\n  ${objects.join(' ,\r\n  ')}\r\n]\r\n`],
    ['objects that follow each other', objects.join('\n')],
  ])('is %s of objects, in chunks of any length and any encoding', async (_, text) => {
    const bytes = new TextEncoder().encode(text);
    for (const length of [1, 3, 7, bytes.length])
      expect(namedCells(await readJson(inChunks(bytes, length)))).toEqual(expected);
    expect(namedCells(await readJson(text))).toEqual(expected);
    expect(namedCells(await readJson(new TextEncoder().encode(`\ufeff${text}`)))).toEqual(expected);
    const wide = await readJson(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')));
    expect([namedCells(wide), wide.warnings.map(({ code }) => code)]).toEqual([
      expected,
      expect.arrayContaining(['ENCODING_FOUND']),
    ]);
  });

  it('is refused by line, with what is wrong and never with a value', async () => {
    const bad: readonly (readonly [string, string, RegExp])[] = [
      ['[\n{"a": 1},\n{"a": secret}]', 'JSON_INVALID', /line 3: expected JSON: an array of objects/],
      ['[{"a": 1},\n[1, "secret"]]', 'JSON_INVALID', /line 2: .* found a list; rows are objects/],
      ['[{"a": 1},\n"secret"]', 'JSON_INVALID', /line 2: .* found a text/],
      ['[{"a": 1}, null]', 'JSON_INVALID', /found null/],
      ['[{"a": 1},]', 'JSON_INVALID', /between commas, found none/],
      ['[,{"a": 1}]', 'JSON_INVALID', /between commas, found none/],
      ['[{"a": 1}', 'JSON_INVALID', /./],
      ['[{"a": 1},', 'JSON_INVALID', /does not end/],
      ['[{"a": "secret', 'JSON_INVALID', /line 1/],
      ['[{"a": 1} {"a": 2}]', 'JSON_INVALID', /expected "," or "\]"/],
      ['[{"a": 1}] secret', 'JSON_INVALID', /nothing behind the array/],
      ['[{"a": 1, "a": 2}]', 'JSON_INVALID', /a key twice/],
      ['"secret"', 'JSON_INVALID', /an array of objects/],
      ['{"data": [{"a": "secret"}]}', 'JSON_INVALID', /one object with the key "data"; .*jq "\.data" FILE\.json/],
      [
        '{"age": {"0": 31, "1": 25}, "sex": {"0": "secret"}}',
        'JSON_INVALID',
        /the keys "age", "sex"; .*orient="records"/,
      ],
      [
        '{"secret Ann": {"age": 31}, "secret Bob": {"age": 25}}',
        'JSON_INVALID',
        /one object with 2 keys; .*jq "\.KEY"/,
      ],
      ['{"secret Ann": {"age": 31, "sex": null}}', 'JSON_INVALID', /one object with 1 key; /],
      ['{"data": {"rows": [{"a": "secret"}]}}', 'JSON_INVALID', /one object with the key "data"; .*jq "\.data"/],
      ['[{"a": [{"b": "secret"}]}]', 'VALUE_TYPE', /line 1, attribute "a": .* found an object \("a\[0\]"\)/],
      ['[{"": 1}]', 'EMPTY_COLUMN_NAME', /line 1/],
      ['[{"a": "\\ud800"}]', 'INVALID_STRING', /line 1/],
      ['[]', 'INPUT_EMPTY', /there are no rows/],
      ['[{}, {}]', 'INPUT_EMPTY', /no row has a key/],
      ['  ', 'INPUT_EMPTY', /there are no rows/],
      ['PAR1\u0000\u0001', 'FOREIGN_FORMAT', /Parquet/],
    ];
    for (const [given, code, message] of bad) {
      const error = await failure(given);
      expect([given, error.code]).toEqual([given, code]);
      expect(error.message).toMatch(message);
      expect(error.message).not.toContain('secret');
    }
    const large = await failure(`[${objects.join(',')}]`, { limits: { bytes: 50 } });
    expect([large.code, large.message]).toEqual(['INPUT_LIMIT', expect.stringMatching(/more than 50 bytes.*jq -c/)]);
    const lines = await readNdjson('[{"a": 1}]').catch((error: unknown) => String(error));
    expect(lines).toContain('called .json');
  });
});

describe('a release written as JSON', () => {
  const csv = 'age,note,"a ""b"""\n31,"x, \u2028",1.5\n[25-29],,-0.25\n*,"{""a""}",1000000\n';
  const types = { age: 'string' } as const;
  const decode = (chunks: Iterable<Uint8Array>): string => Buffer.concat([...chunks]).toString('utf8');

  it('holds what every other parser reads, and is read back as it was', async () => {
    const table = await readCsv(csv, { types });
    const lines = decode(jsonChunks(table, { form: 'lines' }));
    const array = decode(jsonChunks(table, { form: 'array' }));
    expect(JSON.parse(array)).toEqual(table.toRows());
    expect(lines.trimEnd().split('\n').map((line) => JSON.parse(line) as unknown)).toEqual(table.toRows()); // prettier-ignore
    for (const back of [await readNdjson(lines, { types }), await readJson(array, { types })]) {
      expect(namedCells(back)).toEqual(namedCells(table));
      expect(back.columns.map(({ type }) => type)).toEqual(table.columns.map(({ type }) => type));
    }
  });

  it('keeps the spelling of numbers that have a format', async () => {
    const table = await readCsv('a;b\n"1,50";007\n"2,00";008\n', { delimiter: ';' });
    expect(JSON.parse(decode(jsonChunks(table, { form: 'array' })))).toEqual([
      { a: '1,50', b: '007' },
      { a: '2,00', b: '008' },
    ]);
  });

  it('has the rows of a counted table, as often as they count, in an order drawn or given', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `${i % 7},${'x'.repeat(i % 150)}`);
    const text = `a,b\n${rows.join('\n')}\n`;
    const [table, counted] = [await readCsv(text), await readCsvCounted(text)];
    const drawn = decode(jsonChunks(counted, { form: 'lines', random: seededRandom(3) })).split('\n');
    const own = decode(jsonChunks(table, { form: 'lines' })).split('\n');
    expect(drawn).not.toEqual(own);
    expect(drawn.sort()).toEqual(own.sort());
    const none = decode(jsonChunks(counted, { form: 'array', order: new Uint32Array(0) }));
    expect(JSON.parse(none)).toEqual([]);
  });
});
