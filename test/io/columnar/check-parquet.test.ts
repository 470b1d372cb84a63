import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import type { ColumnSource } from 'hyparquet-writer';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRuns } from '../../../src/io/columnar/level-runs.js';
import { openParquet } from '../../../src/io/columnar/parquet.js';
import { endsOfDamagedCopies } from './damaged-copies.js';
import { reuseThreads } from './reused-thread.js';
import { inTurn } from '../../shared.js';

const isLong = process.env.KOHORT_LONG === '1';

/** All rows of a file, as its reader gives them. */
async function rowsOf(bytes: Uint8Array): Promise<unknown[][]> {
  const { columns, read } = await openParquet(bytes, 'file');
  const rows: unknown[][] = [];
  for await (const batch of read(columns)) for (const row of batch) rows.push([...row]);
  return rows;
}

describe('a file that is as it should be', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'kohort-parquet-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('passes as DuckDB writes it: every type, form of pages, and codec', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const columns = `i::INTEGER a, CASE WHEN i % 7 > 0 THEN 'text ' || (i % 5) END b, i / 3.0 c, DATE '2020-01-01' + i::INTEGER d, TIMESTAMP '2020-01-01' + INTERVAL (i) HOUR e,
      i % 2 = 0 g, [i, i + 1] h, {'x': i, 'y': 'z'} j, i::HUGEINT l, i::DECIMAL(12, 2) m, MAP {'a': i} n, ('b' || i)::BLOB o, NULL::INTEGER p, CASE WHEN i % 3 = 0 THEN [i] ELSE [] END q, 7 r`;
    const forms = ['ZSTD', 'UNCOMPRESSED', ...(isLong ? ['SNAPPY', 'GZIP', 'BROTLI', 'LZ4_RAW'] : [])].flatMap(
      (codec) => [`PARQUET_VERSION V1, COMPRESSION ${codec}`, `PARQUET_VERSION V2, COMPRESSION ${codec}`],
    );
    for (const [at, form] of forms.entries()) {
      for (const rows of [0, 1, 9, 3000]) {
        const path = join(folder, `${at}-${rows}.parquet`);
        await connection.run(
          `COPY (SELECT ${columns} FROM range(${rows}) t(i)) TO '${path}' (FORMAT PARQUET, ${form}, ROW_GROUP_SIZE 2048)`,
        );
      }
    }
    connection.closeSync();
    instance.closeSync();
    const names = readdirSync(folder);
    expect(names).toHaveLength(4 * forms.length);
    for (const name of names) {
      const rows = await rowsOf(new Uint8Array(readFileSync(join(folder, name))));
      expect(rows.length, name).toBe(Number(/-(\d+)/.exec(name)![1]));
      rows.forEach((row, i) =>
        expect([row[0], row[1], row[14]], name).toEqual([i, i % 7 > 0 ? `text ${i % 5}` : null, 7]),
      );
    }
  });

  it('passes as hyparquet writes it, whatever its cells', async () => {
    const column = fc.oneof(
      fc.array(fc.option(fc.constantFrom('x', 'y', 'z')), { minLength: 1, maxLength: 60 }),
      fc.array(fc.option(fc.integer({ min: -5, max: 5 })), { minLength: 1, maxLength: 60 }),
      fc.array(fc.option(fc.boolean()), { minLength: 1, maxLength: 60 }),
      fc.array(fc.option(fc.double({ noNaN: true })), { minLength: 1, maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(
        column,
        fc.constantFrom('SNAPPY' as const, 'UNCOMPRESSED' as const),
        fc.integer({ min: 1, max: 40 }),
        async (cells, codec, rowGroupSize) => {
          fc.pre(cells.some((cell) => cell !== null));
          const type = { string: 'STRING', boolean: 'BOOLEAN', number: 'DOUBLE' }[
            typeof cells.find((cell) => cell !== null)! as 'string'
          ];
          const columnData = [{ name: 'a', data: cells, type, nullable: true }] as ColumnSource[];
          const bytes = new Uint8Array(parquetWriteBuffer({ columnData, codec, rowGroupSize }));
          expect(await rowsOf(bytes)).toEqual(cells.map((cell) => [cell]));
        },
      ),
      { numRuns: isLong ? 2000 : 21 },
    );
  });
});

describe('runs of numbers', () => {
  const viewOf = (...bytes: number[]): DataView => new DataView(Uint8Array.from(bytes).buffer);
  it('are counted, equal or packed', () => {
    expect(checkRuns(viewOf(10, 1), 0, { width: 1, count: 5, wanted: 1 })).toBe(5);
    expect(checkRuns(viewOf(10, 1), 0, { width: 1, count: 5, wanted: 0 })).toBe(0);
    expect(checkRuns(viewOf(3, 0b0110_1101), 0, { width: 1, count: 6, wanted: 1 })).toBe(4);
    expect(checkRuns(viewOf(3, 0b1110_0100, 0b0100_1110), 0, { width: 2, count: 8, wanted: 3 })).toBe(2);
    expect(checkRuns(viewOf(4, 1, 2, 0), 0, { width: 1, count: 3, wanted: 1 })).toBe(2);
  });

  it('are refused where they are longer than what they stand for, or cut off', () => {
    for (const [bytes, width, count] of [
      [[12, 1], 1, 5],
      [[0xfe, 0xff, 0xff, 0xff, 0x07, 1], 1, 5],
      [[0xff, 0xff, 0xff, 0xff, 0x07], 0, 5],
      [[0xff, 0xff, 0xff, 0xff, 0xff, 0x07], 1, 5],
      [[3], 1, 5],
      [[10], 1, 5],
      [[], 1, 5],
      [[10, 1], 33, 5],
    ] as const) {
      expect(() => checkRuns(viewOf(...bytes), 0, { width, count }), bytes.join()).toThrow(/run|width/);
    }
  });
});

describe('a damaged byte', () => {
  const threads = reuseThreads();
  afterAll(() => threads.stop());
  const small: Readonly<Record<string, readonly ColumnSource[]>> = {
    texts: [{ name: 'a', data: ['x', null, 'y', 'x', 'x', 'x', 'x', 'x', 'x', 'y'], type: 'STRING', nullable: true }],
    numbers: [
      { name: 'a', data: [1, 2, 3], type: 'DOUBLE' },
      { name: 'b', data: [true, false, null], type: 'BOOLEAN', nullable: true },
    ],
  };
  const files = Object.keys(small).flatMap((name) =>
    (['SNAPPY', 'UNCOMPRESSED'] as const).map((codec) => [name, codec] as const),
  );

  // promise: bad-columnar-file-ends
  it.each(inTurn(files, 2))('gives a table or a typed error at once: %s, %s', async (name, codec) => {
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [...small[name]], codec, statistics: false }));
    const found = await endsOfDamagedCopies(bytes, 'parquet', { step: isLong ? 1 : 4, start: threads.start });
    console.log(`${name} in ${codec}: ${bytes.length} bytes, ${JSON.stringify(found)}, ${threads.ended} threads ended`);
    expect(threads.ended).toBe(0);
    expect(found.PARQUET_INVALID).toBeGreaterThan(isLong ? 20 : 4);
    expect(found.table).toBeGreaterThan(isLong ? 5 : 1);
  });
});
