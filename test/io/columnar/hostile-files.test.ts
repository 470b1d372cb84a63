import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Dictionary,
  Int32,
  makeData,
  makeVector,
  Null,
  Table as ArrowTable,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, it } from 'vitest';
import { KohortError } from '../../../src/base/errors.js';
import { decodeInThread } from '../../../src/io/columnar/decode-in-thread.js';
import type { ColumnarFormat } from '../../../src/hosts/sources/index.js';
import { readColumnar } from '../../../src/hosts/sources/index.js';
import { openArrow, writeArrow } from '../../../src/io/columnar/arrow.js';
import { openParquet, writeParquet } from '../../../src/io/columnar/parquet.js';
import { zstdSize } from '../../../src/io/columnar/zstd-size.js';
import { readCsv } from '../../../src/index.js';
import { main, makeFolder, runInside, runUntil } from '../../hosts/command/run-cli.js';
import { cellsOf } from '../../table-texts.js';
import { reuseThreads } from './reused-thread.js';
import { longTest } from '../../long-test.js';
import { long } from '../../shared.js';

const formats = ['parquet', 'arrow'] as const;

/** The column "a" with two cells "x". The number of its dictionary stands in the file of Arrow: it is said here, since the package counts on. */
async function small(format: ColumnarFormat): Promise<Uint8Array> {
  if (format === 'parquet') return writeParquet(await readCsv('a\nx\nx\n'));
  const type = new Dictionary(new Utf8(), new Int32(), 0);
  const dictionary = vectorFromArray(['x'], new Utf8());
  const data = makeData({ type, length: 2, nullCount: 0, data: Int32Array.of(0, 0), dictionary });
  return tableToIPC(new ArrowTable({ a: makeVector(data) }), 'file');
}

/** Columns of several types with nulls. */
async function mixed(format: ColumnarFormat): Promise<Uint8Array> {
  const table = await readCsv('a,n,d\nx,1.5,2024-01-31\ny,,2024-02-01\nx,3,2024-03-01\n');
  return format === 'parquet' ? writeParquet(table) : writeArrow(table);
}

function withByte(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const changed = bytes.slice();
  changed[at] = value;
  return changed;
}

/** Damaged files whose readers, left alone, never end. */
async function endless(format: ColumnarFormat): Promise<Uint8Array> {
  const bytes = await small(format);
  expect(bytes.length).toBe(format === 'parquet' ? 136 : 594);
  return withByte(bytes, format === 'parquet' ? 40 : 118, 0xff);
}

/** Parquet of `count` equal numbers, in one group of rows. */
const equal = (count: number): Uint8Array =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [{ name: 'a', data: new Int32Array(count), type: 'INT32' }],
      rowGroupSize: count,
      statistics: false,
    }),
  );

/** A small valid file that takes its reader long: a group of rows is unpacked again for each batch of them. */
let slowBytes: Uint8Array | undefined;
const slow = (): Uint8Array => (slowBytes ??= equal(4_000_000));

/** Arrow that declares `rows` rows, all of them null. */
const nulls = (rows: number): Uint8Array =>
  tableToIPC(new ArrowTable({ a: makeVector(makeData({ type: new Null(), length: rows })) }), 'stream');

/** Outcome of a file: its table, or the code of an error of ours. Anything else fails the test. */
async function outcome<Read>(reading: Promise<Read | null>): Promise<Read | string> {
  try {
    const table = await reading;
    if (table === null) throw new Error('no thread could be started');
    return table;
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    return error.code;
  }
}

describe('one damaged byte', () => {
  it.each(formats)('that makes a reader of %s run for ever is found before it is read', async (format) => {
    const bytes = await endless(format);
    const open = format === 'parquet' ? openParquet : openArrow;
    const reading = open(bytes, 'damaged').then(async ({ read }) => {
      for await (const batch of read(['a'])) expect(batch).toBe('never');
    });
    await expect(reading).rejects.toMatchObject({
      code: `${format.toUpperCase()}_INVALID`,
      cause: {
        message: format === 'parquet' ? 'a page with impossible levels' : 'a vector outside of its message',
      },
    });
  });

  const threads = reuseThreads();
  afterAll(() => threads.stop());
  const values = long ? [0x00, 0x01, 0x02, 0x0f, 0x10, 0x40, 0x7f, 0x80, 0x81, 0xfe, 0xff] : [0xff];
  it.each(formats)('anywhere in a small file of %s gives a table or a typed error', async (format) => {
    const bytes = await (long ? mixed : small)(format);
    const found = { tables: 0, errors: 0 };
    for (let at = 1; at < bytes.length; at += long || format === 'parquet' ? 1 : 3) {
      for (const value of values) {
        if (bytes[at] === value) continue;
        const rules = { limits: { seconds: 60 }, sourceName: 'damaged' };
        const task = { kind: 'columnar', bytes: withByte(bytes, at, value), format, rules } as const;
        const choose = ({ columns }: { columns: readonly string[] }) => ({ names: columns, matter: [] });
        const watch = { choose, progress: () => undefined, signal: undefined, handOver: false };
        const result = await outcome(decodeInThread(threads.start, task, watch));
        if (typeof result === 'string') found.errors++;
        else found.tables++;
      }
    }
    expect(found.errors).toBeGreaterThan(20);
    expect(found.tables).toBeGreaterThan(5);
    console.log(`${format}: ${bytes.length} bytes, ${JSON.stringify(found)}, ${threads.ended} ended by the clock`);
    expect(threads.ended).toBe(0);
  });

  it('of a page that is left out is no missing cell', async () => {
    const table = await readCsv('a\nx\ny\n');
    const bytes = await writeParquet(table, { codec: 'UNCOMPRESSED' });
    const read = await readColumnar(bytes, 'parquet');
    expect(cellsOf(read)).toEqual([['x'], ['y']]);
    // The number of values of the page's header, as zigzag: 2 becomes 1.
    const at = bytes.findIndex((byte, i) => byte === 0x15 && bytes[i + 1] === 4 && bytes[i + 2] === 0x15);
    expect(at).toBeGreaterThan(0);
    const shorter = await outcome(readColumnar(withByte(bytes, at + 1, 2), 'parquet'));
    expect(shorter).toBe('PARQUET_INVALID');
  });
});

describe('a small file that takes its reader long', () => {
  // promise: bad-columnar-file-ends
  longTest('ends in an error within the limit of time', async () => {
    const bytes = slow();
    expect(bytes.length).toBeLessThan(5000);
    await expect(readColumnar(bytes, 'parquet', { limits: { seconds: 0.3 } })).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
      exitCode: 3,
      message: expect.stringContaining('more than 0.3 seconds; it may be damaged'),
    });
  });

  it('does not make its reader deaf to its signal: it ends long before the file does', async () => {
    const bytes = slow();
    const controller = new AbortController();
    let decoded = 0;
    const onProgress = ({ rows }: { readonly rows: number }): void => {
      decoded = rows;
      controller.abort('enough');
    };
    await expect(readColumnar(bytes, 'parquet', { signal: controller.signal, onProgress })).rejects.toMatchObject({
      code: 'ABORTED',
      cause: 'enough',
    });
    expect(decoded).toBeLessThan(2_000_000);
  });
});

describe('a small file that stands for a huge table', () => {
  // promise: bad-columnar-file-ends
  it('is refused before it is decoded', async () => {
    const arrow = nulls(1_000_000_000);
    expect(arrow.length).toBeLessThan(300);
    await expect(readColumnar(arrow, 'arrow', { sourceName: 'bomb.arrow' })).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
      message: `bomb.arrow: the file declares 1000000000 rows and 1 column in ${arrow.length} bytes, more than 16777216 cells; if that is meant, "limits": {"cells": 1000000000} of "input" (--limit cells=1000000000) takes it`,
    });
    const parquet = slow();
    await expect(readColumnar(parquet, 'parquet', { limits: { cells: 3_999_999 } })).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
    });
  });

  it('is read where that is meant', async () => {
    const parquet = equal(30_000);
    await expect(readColumnar(parquet, 'parquet', { limits: { rows: 29_999 } })).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
    });
    await expect(readColumnar(parquet, 'parquet', { limits: { cells: 29_999 } })).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
    });
    expect((await readColumnar(parquet, 'parquet', { limits: { rows: 30_000 } })).rows).toBe(30_000);
  });

  it('is refused by each limit', async () => {
    const bytes = await writeParquet(await readCsv('a,b\n1,2\n3,4\n'));
    for (const limits of [{ rows: 1 }, { columns: 1 }, { cells: 3 }, { bytes: 10 }, { unpackedBytes: 1 }]) {
      const [name] = Object.keys(limits);
      await expect(readColumnar(bytes, 'parquet', { limits })).rejects.toMatchObject({
        code: 'INPUT_LIMIT',
        message: expect.stringContaining(`--limit ${name}=`),
      });
    }
    expect((await readColumnar(bytes, 'parquet', { limits: { rows: 2, columns: 2, cells: 4 } })).rows).toBe(2);
    await expect(readColumnar(bytes, 'parquet', { limits: { rows: 0 } })).rejects.toMatchObject({ exitCode: 2 });
    await expect(readColumnar(bytes, 'parquet', { limits: { row: 1 } as never })).rejects.toMatchObject({
      exitCode: 2,
    });
  });

  // promise: bad-columnar-file-ends
  longTest('that fills the memory of its thread is an error, and the process goes on', async () => {
    const table = await readCsv(
      `a\n${Array.from({ length: 300_000 }, (_, i) => `${i} is a text of its own`).join('\n')}\n`,
    );
    const bytes = await writeParquet(table);
    await expect(readColumnar(bytes, 'parquet', { limits: { memory: 24 * 2 ** 20 } })).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
      message: expect.stringContaining('--limit memory='),
    });
    expect((await readColumnar(bytes, 'parquet')).rows).toBe(300_000);
  });

  it('of Zstandard is measured before it is unpacked', () => {
    const frame = (blocks: readonly (readonly number[])[]): Uint8Array =>
      Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, ...blocks.flat()]);
    const block = (kind: number, size: number, last: boolean): number[] => {
      const header = (size << 3) | (kind << 1) | Number(last);
      return [header & 255, (header >> 8) & 255, header >> 16];
    };
    const repeated = (last: boolean): number[] => [...block(1, 131_072, last), 7];
    expect(zstdSize(frame([repeated(false), repeated(true)]))).toEqual({ least: 262_144, most: 262_144 });
    expect(
      zstdSize(
        frame([
          [...block(0, 3, false), 1, 2, 3],
          [...block(2, 2, true), 0, 0],
        ]),
      ),
    ).toEqual({
      least: 3,
      most: 131_075,
    });
    const two = [...frame([repeated(true)]), ...frame([repeated(true)])];
    expect(zstdSize(Uint8Array.from(two)).least).toBe(262_144);
    const passedOver = [0x51, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9];
    expect(zstdSize(Uint8Array.from([...passedOver, ...frame([repeated(true)])])).least).toBe(131_072);
    expect(zstdSize(new Uint8Array(64))).toEqual({ least: 0, most: 0 });
  });
});

/** A process that may read and write files and start no thread. */
function withoutThreads(args: readonly string[], cwd: string) {
  const permission = Number(process.versions.node.split('.')[0]) < 22 ? '--experimental-permission' : '--permission';
  const options = [permission, '--allow-fs-read=*', '--allow-fs-write=*', main, ...args];
  return spawnSync(process.execPath, options, { cwd, encoding: 'utf8' });
}

describe('a process that may start no thread', () => {
  const folder = makeFolder();
  longTest('reads Parquet and Arrow on its own, and refuses what says that it is too large', async () => {
    for (const format of formats) {
      writeFileSync(join(folder.path, `small.${format}`), await small(format));
      const read = withoutThreads(['inspect', `small.${format}`, '--quiet'], folder.path);
      expect(read.stdout).toContain('2 rows');
      expect(read.status).toBe(0);
    }
    writeFileSync(join(folder.path, 'bomb.arrow'), nulls(1_000_000_000));
    const refused = withoutThreads(['inspect', 'bomb.arrow'], folder.path);
    expect(refused.stderr).toContain('INPUT_LIMIT');
    expect(refused.status).toBe(3);
  });
});

describe('the command', () => {
  const folder = makeFolder();
  // promise: bad-columnar-file-ends
  it('ends with 130 on Ctrl-C while a file that takes long is read, and leaves nothing', async () => {
    const name = 'slow.parquet';
    writeFileSync(join(folder.path, name), slow());
    const before = readdirSync(folder.path);
    const { code, stderr } = await runUntil(/read [\d,]+ rows/, ['SIGINT'], {
      args: ['anonymize', name, '--k', '2', '--out', 'released.csv'],
      cwd: folder.path,
    });
    expect(code).toBe(130);
    expect(stderr).toContain('ABORTED');
    expect(readdirSync(folder.path)).toEqual(before);
  });

  it('takes a limit over that of the job, and refuses one that is none', async () => {
    const bytes = await small('parquet');
    writeFileSync(join(folder.path, 'two.parquet'), bytes);
    writeFileSync(
      join(folder.path, 'job.json'),
      JSON.stringify({
        input: { limits: { rows: 1 } },
        attributes: { a: 'quasi-identifier' },
        privacy: [{ model: 'k-anonymity', k: 2 }],
        algorithm: 'mondrian',
      }),
    );
    const run = (...more: string[]) =>
      runInside(['anonymize', 'two.parquet', '--job', 'job.json', ...more], folder.path);
    const refused = await run();
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('--limit rows=2');
    const taken = await run('--limit', 'rows=2');
    expect(taken.code).toBe(0);
    expect(taken.stdout).toBe('a\nx\nx\n');
    expect((await run('--limit', 'row=2')).code).toBe(2);
    expect((await run('--limit', 'rows=0')).code).toBe(2);
  });
});
