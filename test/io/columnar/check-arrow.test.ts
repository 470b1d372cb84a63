import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vector } from 'apache-arrow';
import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { checkArrow } from '../../../src/io/columnar/check-arrow.js';
import { readColumnar } from '../../../src/hosts/sources/index.js';
import { cellsOf } from '../../table-texts.js';
import { endsOfDamagedCopies } from './damaged-copies.js';
import { reuseThreads } from './reused-thread.js';
import { inTurn } from '../../shared.js';

const isLong = process.env.KOHORT_LONG === '1';
const forms = ['file', 'stream'] as const;
const item = (type: arrow.DataType): arrow.Field => new arrow.Field('item', type, true);
const bytesOf = (...bytes: number[]): Uint8Array => Uint8Array.from(bytes);

/** Every type that the package writes, with two values. */
const types: readonly (readonly [string, () => arrow.DataType, readonly [unknown, unknown]])[] = [
  ['null', () => new arrow.Null(), [null, null]],
  ['bool', () => new arrow.Bool(), [true, false]],
  ['int8', () => new arrow.Int8(), [-1, 127]],
  ['int16', () => new arrow.Int16(), [-1, 32767]],
  ['int32', () => new arrow.Int32(), [-1, 7]],
  ['int64', () => new arrow.Int64(), [-1n, 2n ** 60n]],
  ['uint8', () => new arrow.Uint8(), [1, 255]],
  ['uint16', () => new arrow.Uint16(), [1, 65535]],
  ['uint32', () => new arrow.Uint32(), [1, 2 ** 32 - 1]],
  ['uint64', () => new arrow.Uint64(), [1n, 2n ** 63n]],
  ['float16', () => new arrow.Float16(), [1, 0.5]],
  ['float32', () => new arrow.Float32(), [1, 0.5]],
  ['float64', () => new arrow.Float64(), [1, 0.1]],
  ['utf8', () => new arrow.Utf8(), ['', 'Grüße']],
  ['large utf8', () => new arrow.LargeUtf8(), ['', 'Grüße']],
  ['binary', () => new arrow.Binary(), [bytesOf(), bytesOf(1, 2)]],
  ['large binary', () => new arrow.LargeBinary(), [bytesOf(), bytesOf(1, 2)]],
  ['binary of one size', () => new arrow.FixedSizeBinary(2), [bytesOf(1, 2), bytesOf(3, 4)]],
  ['day', () => new arrow.DateDay(), [new Date(0), new Date(86_400_000)]],
  ['millisecond', () => new arrow.DateMillisecond(), [new Date(0), new Date(1)]],
  ['timestamp', () => new arrow.TimestampMicrosecond('UTC'), [1, 2000]],
  ['time of 32 bits', () => new arrow.TimeMillisecond(), [1, 2]],
  ['time of 64 bits', () => new arrow.TimeNanosecond(), [1n, 2n]],
  ['duration', () => new arrow.DurationSecond(), [1n, 2n]],
  ['decimal', () => new arrow.Decimal(2, 10, 128), [Uint32Array.of(1, 0, 0, 0), Uint32Array.of(2, 0, 0, 0)]],
  ['months', () => new arrow.IntervalYearMonth(), [Int32Array.of(1), Int32Array.of(2)]],
  ['days and times', () => new arrow.IntervalDayTime(), [Int32Array.of(1, 1), Int32Array.of(2, 2)]],
  ['dictionary', () => new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()), ['x', 'y']],
  ['dictionary of bytes', () => new arrow.Dictionary(new arrow.Utf8(), new arrow.Uint8()), ['x', 'y']],
  ['list', () => new arrow.List(item(new arrow.Int32())), [[], [1, 2]]],
  ['list of texts', () => new arrow.List(item(new arrow.Utf8())), [['a'], ['b', 'c']]],
  [
    'list of one size',
    () => new arrow.FixedSizeList(2, item(new arrow.Int32())),
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    'struct',
    () => new arrow.Struct([item(new arrow.Int32()), new arrow.Field('q', new arrow.Utf8())]),
    [
      { item: 1, q: 'a' },
      { item: 2, q: 'b' },
    ],
  ],
  [
    'map',
    () =>
      new arrow.Map_(
        new arrow.Field(
          'entries',
          new arrow.Struct<{ key: arrow.Utf8; value: arrow.Int32 }>([
            new arrow.Field('key', new arrow.Utf8()),
            new arrow.Field('value', new arrow.Int32(), true),
          ] as never),
        ),
      ),
    [
      new Map([['a', 1]]),
      new Map([
        ['b', 2],
        ['c', 3],
      ]),
    ],
  ],
];

/** A column of a type: which of its two values stand in its rows, 2 for null. */
function vectorOf([, makeType, values]: (typeof types)[number], choice: readonly number[]): Vector {
  return arrow.vectorFromArray(
    choice.map((which) => (which === 2 ? null : values[which])) as never,
    makeType() as never,
  );
}

/** Cells of a table as one text. */
const textOf = (table: arrow.Table): string =>
  JSON.stringify(table.toArray(), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** A sparse and a dense union of numbers and texts, of three rows. */
function unions(): arrow.Table {
  const children = [
    arrow.vectorFromArray([1, 2, 3], new arrow.Int32()),
    arrow.vectorFromArray(['a', 'b', 'c'], new arrow.Utf8()),
  ];
  const fields = [new arrow.Field('n', new arrow.Int32()), new arrow.Field('t', new arrow.Utf8())];
  const data = children.map((child) => child.data[0]);
  const typeIds = Int8Array.of(0, 1, 0);
  const sparse = arrow.makeData({ type: new arrow.SparseUnion([0, 1], fields), length: 3, typeIds, children: data });
  const type = new arrow.DenseUnion([0, 1], fields);
  const dense = arrow.makeData({ type, length: 3, typeIds, valueOffsets: Int32Array.of(0, 0, 1), children: data });
  return new arrow.Table({ sparse: arrow.makeVector(sparse), dense: arrow.makeVector(dense) });
}

/** A column of views: one text within its view, one in a buffer, one null. */
function views(): arrow.Table {
  const text = new TextEncoder().encode('a text that is longer than its view');
  const bytes = new Uint8Array(48);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 2, true);
  bytes.set([104, 105], 4);
  view.setInt32(16, text.length, true);
  bytes.set(text.subarray(0, 4), 20);
  const data = arrow.makeData({
    type: new arrow.Utf8View(),
    length: 3,
    nullCount: 1,
    nullBitmap: bytesOf(0b011),
    views: bytes,
    variadicBuffers: [text],
  });
  return new arrow.Table({ a: arrow.makeVector(data) });
}

describe('a file that is as it should be', () => {
  it.each(forms)('passes, whatever its types, batches and nulls: %s', (form) => {
    const choice = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 20 });
    const batch = fc.tuple(
      fc.constantFrom(...types),
      fc.constantFrom(...types),
      choice,
      choice,
      fc.integer({ min: 0, max: 5 }),
    );
    fc.assert(
      fc.property(batch, ([first, second, one, other, from]) => {
        const tableOf = (rows: readonly number[]) =>
          new arrow.Table({ a: vectorOf(first, rows), b: vectorOf(second, rows) });
        const whole = tableOf([...one, ...other]);
        const parts = whole.slice(0, one.length).concat(whole.slice(one.length));
        for (const table of [whole, whole.slice(from), parts]) {
          expect(() => checkArrow(arrow.tableToIPC(table, form))).not.toThrow();
        }
      }),
      { numRuns: isLong ? 3000 : 21 },
    );
  });

  it.each(forms)('passes with each type: %s', (form) => {
    for (const type of types) {
      const table = new arrow.Table({ a: vectorOf(type, [0, 1, 2, 1, 0]) });
      const bytes = arrow.tableToIPC(table, form);
      expect(() => checkArrow(bytes), type[0]).not.toThrow();
      expect(textOf(arrow.tableFromIPC(bytes)), type[0]).toBe(textOf(table));
    }
    for (const table of [unions(), views(), unions().slice(1), unions().slice(2)]) {
      expect(() => checkArrow(arrow.tableToIPC(table, form))).not.toThrow();
    }
  });

  it('may have zeros behind the end of its stream, and no second stream, which would not be read', async () => {
    const stream = (...cells: string[]): Uint8Array =>
      arrow.tableToIPC(new arrow.Table({ a: arrow.vectorFromArray(cells, new arrow.Utf8()) }), 'stream');
    const padded = Uint8Array.from([...stream('x', 'p'), 0, 0, 0, 0, 0, 0, 0]);
    expect(cellsOf(await readColumnar(padded, 'arrow'))).toEqual([['x'], ['p']]);
    const two = Uint8Array.from([...stream('x'), ...stream('y')]);
    await expect(readColumnar(two, 'arrow')).rejects.toMatchObject({
      code: 'ARROW_INVALID',
      message: expect.stringContaining('more behind the end of its stream'),
    });
  });

  it('is read though nothing but the footer shows its end, and though it has no batch', async () => {
    const bytes = arrow.tableToIPC(new arrow.Table({ a: arrow.vectorFromArray(['x'], new arrow.Utf8()) }), 'file');
    const end = bytes.length - 10;
    const footer = end - new DataView(bytes.buffer, bytes.byteOffset).getInt32(end, true);
    const withoutEnd = Uint8Array.from([...bytes.subarray(0, footer - 8), ...bytes.subarray(footer)]);
    expect([...bytes.subarray(footer - 8, footer)]).toEqual([255, 255, 255, 255, 0, 0, 0, 0]);
    expect(cellsOf(await readColumnar(withoutEnd, 'arrow'))).toEqual([['x']]);
    const empty = arrow.tableToIPC(new arrow.Table(new arrow.Schema([item(new arrow.Utf8())])), 'file');
    expect((await readColumnar(empty, 'arrow', { allowEmpty: true })).columns.map(({ name }) => name)).toEqual([
      'item',
    ]);
  });

  it('passes as DuckDB writes it', async () => {
    // The stream that DuckDB 1.4.3 in WebAssembly gives for nine rows with a column of each of its types.
    const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, 'files/duckdb.arrows')));
    expect(() => checkArrow(bytes)).not.toThrow();
    const { rows, columns } = await readColumnar(bytes, 'arrow', { select: (name) => ['a', 'b', 'en'].includes(name) });
    expect(rows).toBe(9);
    expect(columns.map(({ texts, codes }) => texts[codes[1]])).toEqual(['1', 'text 1', 'v']);
  });
});

describe('a file that cannot be read as it is meant', () => {
  const texts = arrow.tableToIPC(
    new arrow.Table({ a: arrow.vectorFromArray(['x', null, 'y'], new arrow.Utf8()) }),
    'stream',
  );
  /** The stream with other bytes from a place on; checks the bytes before, so that no other place is taken for it. */
  const changed = (at: number, before: readonly number[], after: readonly number[]): Uint8Array => {
    expect([...texts.subarray(at, at + before.length)]).toEqual(before);
    const bytes = texts.slice();
    bytes.set(after, at);
    return bytes;
  };

  it('is refused where half of an entry of a vtable is behind its end', () => {
    expect(() => checkArrow(changed(40, [8, 0], [9, 0]))).toThrow('a vtable of an impossible size');
  });

  it('is refused with big-endian numbers', () => {
    // The vtable of the schema has no endianness; its number of fields, 1, is given for one.
    expect(() => checkArrow(changed(44, [0, 0, 4, 0], [4, 0, 4, 0]))).toThrow('big-endian numbers');
  });

  it('is refused with a code that is not in its dictionary', async () => {
    const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), 0);
    const dictionary = arrow.vectorFromArray(['x'], new arrow.Utf8());
    const data = arrow.makeData({ type, length: 2, nullCount: 0, data: Int32Array.of(0, 1), dictionary });
    const bytes = arrow.tableToIPC(new arrow.Table({ a: arrow.makeVector(data) }), 'file');
    await expect(readColumnar(bytes, 'arrow')).rejects.toMatchObject({
      code: 'ARROW_INVALID',
      message: expect.stringContaining('a cell that is not in its dictionary'),
    });
  });
});

/** A table of the types that cells come from, with nulls, in two batches. */
function mixed(): arrow.Table {
  const chosen = types.filter(([name]) => ['bool', 'int64', 'utf8', 'day', 'dictionary'].includes(name));
  const whole = new arrow.Table(Object.fromEntries(chosen.map((type) => [type[0], vectorOf(type, [0, 1, 2, 1])])));
  return whole.slice(0, 3).concat(whole.slice(3));
}

describe('a damaged byte', () => {
  const threads = reuseThreads();
  afterAll(() => threads.stop());
  const small: Readonly<Record<string, () => arrow.Table>> = {
    mixed,
    views,
    texts: () => new arrow.Table({ a: arrow.vectorFromArray(['x', null, 'y'], new arrow.Utf8()) }),
  };
  const files = Object.keys(small).flatMap((name) => forms.map((form) => [name, form] as const));

  // promise: bad-columnar-file-ends
  it.each(inTurn(files, 2))('gives a table or a typed error at once: %s, %s', async (name, form) => {
    const bytes = arrow.tableToIPC(small[name](), form);
    const found = await endsOfDamagedCopies(bytes, 'arrow', { step: isLong ? 1 : 13, start: threads.start });
    console.log(`${name}.${form}: ${bytes.length} bytes, ${JSON.stringify(found)}`);
    expect(threads.ended).toBe(0);
    expect(found.ARROW_INVALID).toBeGreaterThan(5);
    expect(found.table).toBeGreaterThan(5);
    const codes = [
      'table',
      'ARROW_INVALID',
      'INPUT_LIMIT',
      'VALUE_TYPE',
      'INVALID_STRING',
      'INPUT_NO_ROWS',
      'INPUT_EMPTY',
      'DUPLICATE_COLUMN',
      'EMPTY_COLUMN_NAME',
      'DATE_INVALID',
    ];
    expect(Object.keys(found).filter((code) => !codes.includes(code))).toEqual([]);
  });
});
