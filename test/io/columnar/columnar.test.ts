import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  Binary,
  Dictionary,
  Int32,
  tableFromIPC,
  tableToIPC,
  Table as ArrowTable,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { writeArrow } from '../../../src/io/columnar/arrow.js';
import { decodeColumnar } from '../../../src/io/columnar/decode-columnar.js';
import { writeParquet } from '../../../src/io/columnar/parquet.js';
import { readColumnar } from '../../../src/hosts/sources/index.js';
import { gunzip } from '../../../src/hosts/node/gzip.js';
import type { Job, Table } from '../../../src/index.js';
import { anonymize, readCsv, readForJob, tableFromRows } from '../../../src/index.js';
import { makeFolder, runInside } from '../../hosts/command/run-cli.js';
import { cellsOf } from '../../table-texts.js';
import { long, inTurn } from '../../shared.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

const columns = ['register', 'age', 'city', 'weight', 'since', 'sick'];
/** Every cell that is generalized, suppressed or removed holds a text that nothing released holds. */
const people = Array.from({ length: 60 }, (_, i) => [
  `CANARY-${i}`,
  20 + (i % 30),
  i % 20 === 0 ? '' : `CANARYCITY${i % 15}`,
  i % 7 === 0 ? null : 50.5 + (i % 5),
  `2020-0${1 + (i % 9)}-11`,
  ['flu', 'cold', 'none'][i % 3],
]);
const job: Job = {
  attributes: {
    register: { role: 'identifier' },
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [10] } },
    city: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    weight: { role: 'insensitive' },
    since: { role: 'drop' },
    sick: { role: 'sensitive' },
  },
  privacy: [{ model: 'k-anonymity', k: 10 }],
  algorithm: { name: 'mondrian' },
};
const csv = [columns, ...people].map((row) => row.map((cell) => cell ?? '').join(',')).join('\n');
writeFileSync(at('people.csv'), csv);
writeFileSync(at('job.json'), JSON.stringify(job));

const parquetOf = (): Uint8Array =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: columns.map((name, c) => ({
        name,
        data: people.map((row) => row[c]),
        type: name === 'age' ? ('INT32' as const) : name === 'weight' ? ('DOUBLE' as const) : ('STRING' as const),
      })),
    }),
  );
const arrowOf = (): Uint8Array =>
  tableToIPC(
    new ArrowTable(
      Object.fromEntries(
        columns.map((name, c) => [
          name,
          typeof people[1][c] === 'string'
            ? vectorFromArray(
                people.map((row) => row[c] as string),
                new Dictionary(new Utf8(), new Int32()),
              )
            : vectorFromArray(people.map((row) => row[c] as number | null)),
        ]),
      ) as never,
    ),
    'file',
  );
const cells = (table: Table): string[] =>
  cellsOf(table)
    .map((row) => row.join('|'))
    .sort();

describe('two columns of one name', () => {
  const numbers = vectorFromArray([1, 2], new Int32());
  const twice = (bytes: Uint8Array, from: string, to: string): Uint8Array =>
    Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1');
  it.each([
    ['arrow', twice(tableToIPC(new ArrowTable({ namea: numbers, nameb: numbers }), 'file'), 'nameb', 'namea')],
    [
      'parquet',
      twice(
        new Uint8Array(
          parquetWriteBuffer({
            columnData: ['namea', 'nameb'].map((name) => ({ name, data: [1, 2], type: 'INT32' as const })),
          }),
        ),
        'nameb',
        'namea',
      ),
    ],
  ] as const)('are refused in a file of %s, by one error', async (format, bytes) => {
    const watch = { choose: () => Promise.reject(new Error('the columns were chosen')), progress: () => undefined };
    await expect(decodeColumnar(bytes, format, {}, watch as never)).rejects.toMatchObject({
      code: 'DUPLICATE_COLUMN',
      message: expect.stringContaining('two columns are called "namea"') as string,
    });
  });
});

describe('Parquet and Arrow', () => {
  it('without a column that has a name are refused as input, with the name of the file', async () => {
    const nameless = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: '', data: [1, 2], type: 'INT32' }] }));
    const reading = readColumnar(nameless, 'parquet', { sourceName: 'people.parquet' });
    await expect(reading).rejects.toMatchObject({ code: 'INPUT_EMPTY', exitCode: 3 });
    await expect(reading).rejects.toThrow(/people\.parquet/);
  });

  it.each([
    [
      'parquet',
      new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'a', data: [{ b: 1 }, { b: 2 }], type: 'JSON' }] })),
      'an object',
    ],
    [
      'parquet',
      new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'a', data: [[1], [2]], type: 'JSON' }] })),
      'a list',
    ],
    [
      'parquet',
      new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'a', data: [1, NaN], type: 'DOUBLE' }] })),
      'NaN',
    ],
    ['arrow', tableToIPC(new ArrowTable({ a: vectorFromArray([{ b: 1 }]) }), 'file'), 'an object'],
    ['arrow', tableToIPC(new ArrowTable({ a: vectorFromArray([Uint8Array.of(1)], new Binary()) }), 'file'), 'bytes'],
  ] as const)('%s with cells that are none names the file, the row and the column: %#', async (format, bytes, what) => {
    const reading = readColumnar(bytes, format, { sourceName: 'people.file' });
    await expect(reading).rejects.toMatchObject({ exitCode: 3 });
    await expect(reading).rejects.toThrow(new RegExp(`^people\\.file, row [12], attribute "a": .*found ${what}`));
  });

  it('Arrow without a column says so, of a file and of a stream', async () => {
    for (const form of ['file', 'stream'] as const) {
      const reading = readColumnar(tableToIPC(new ArrowTable({}), form), 'arrow', { sourceName: 'a.arrow' });
      await expect(reading).rejects.toThrow('a.arrow: the file has no column with a name');
    }
  });

  it.each(['parquet', 'arrow'] as const)('%s reads as the same table as CSV does', async (format) => {
    const bytes = format === 'parquet' ? parquetOf() : arrowOf();
    const { table: expected } = await readForJob(csv, job);
    const { table } = await readForJob('', job, { read: async (options) => readColumnar(bytes, format, options) });
    expect(cells(table)).toEqual(cells(expected));
    expect(table.columns.map(({ name, type }) => [name, type])).toEqual(
      expected.columns.map(({ name, type }) => [name, type]),
    );
    const dropped = { ...job, input: { onMissing: 'drop' as const } };
    const { table: fewer } = await readForJob('', dropped, {
      read: async (options) => readColumnar(bytes, format, options),
    });
    expect(fewer.rows).toBe((await readForJob(csv, dropped)).table.rows);
  });

  // promise: columnar-files-clean
  it.each(inTurn(['parquet', 'arrow'] as const, 2))(
    '%s holds no byte of what was generalized, suppressed or removed',
    async (format) => {
      for (const counted of [undefined, {}]) {
        const { table, job: own } = await readForJob(csv, job, { counted });
        const { release } = await anonymize(table, own);
        expect(release.columns.map(({ name }) => name)).toEqual(['age', 'city', 'weight', 'sick']);
        const bytes = await (format === 'parquet'
          ? writeParquet(release, { codec: 'UNCOMPRESSED' })
          : writeArrow(release));
        const text = Buffer.from(bytes).toString('latin1');
        expect(text).toContain('flu');
        expect(text).not.toContain('CANARY');
        expect(text).not.toContain('2020-0');
        // Names so long that codes in a random order do not happen to spell them.
        for (const name of ['register', 'since']) expect(text).not.toContain(name);
        const utf16 = Buffer.from(bytes).toString('utf16le');
        expect(utf16).not.toContain('CANARY');
        const back = await readColumnar(bytes, format, { types: { age: 'string', city: 'string' } });
        if (release.weights === null) expect(cells(back)).toEqual(cells(release));
        expect(back.rows).toBe(release.rows);
      }
    },
  );

  it.each(['parquet', 'arrow'] as const)('%s keeps columns whose names objects have, or put first', async (format) => {
    const names = ['__proto__', 'constructor', 'a.b', 'toString', '10', '2'];
    const odd = await readCsv(`${names.join(',')}\n1,x,2,y,5,u\n3,z,4,w,6,v\n`);
    const back = await readColumnar(await (format === 'parquet' ? writeParquet(odd) : writeArrow(odd)), format, {});
    expect(back.columns.map(({ name }) => name)).toEqual(names);
    expect(cells(back)).toEqual(cells(odd));
  });

  // promise: columnar-files-clean
  it('a Parquet release has no statistics and no metadata', async () => {
    const { table, job: own } = await readForJob(csv, job);
    const { release } = await anonymize(table, own);
    const bytes = await writeParquet(release);
    const metadata = parquetMetadata(bytes.slice().buffer);
    expect(metadata.key_value_metadata ?? []).toEqual([]);
    for (const group of metadata.row_groups) {
      for (const column of group.columns) {
        expect(column.meta_data?.statistics).toBeUndefined();
        expect(column.column_index_offset).toBeUndefined();
      }
    }
    expect(await parquetReadObjects({ file: bytes.slice().buffer })).toHaveLength(60);
  });

  // promise: columnar-files-clean
  it('an Arrow release has no metadata, and dictionaries of released values alone', async () => {
    const { table, job: own } = await readForJob(csv, job);
    const { release } = await anonymize(table, own);
    const found = tableFromIPC(await writeArrow(release));
    expect([...found.schema.metadata]).toEqual([]);
    for (const [i, field] of found.schema.fields.entries()) {
      expect([...field.metadata]).toEqual([]);
      const { dictionary } = found.getChildAt(i)!.data[0];
      if (dictionary === undefined) continue;
      const used = new Set([...found.getChildAt(i)!].filter((value) => value !== null));
      expect([...dictionary].sort()).toEqual([...used].sort());
    }
  });

  it('are read and written by the command line, by the ending of the name', async () => {
    writeFileSync(at('people.parquet'), parquetOf());
    writeFileSync(at('people.arrow'), arrowOf());
    writeFileSync(at('people.csv.gz'), gzipSync(csv));
    const options = ['--job', at('job.json'), '--quiet'];
    const results: unknown[] = [];
    for (const [i, from] of inTurn(
      [...['people.csv', 'people.parquet', 'people.arrow', 'people.csv.gz'].entries()],
      2,
    )) {
      for (const [j, to] of ['out.csv.gz', 'out.parquet', 'out.arrow'].entries()) {
        if (!long && i % 3 !== j) continue;
        const done = await runInside(['anonymize', at(from), ...options, '--out', at(to), '--json']);
        expect([from, to, done.code, done.stderr]).toEqual([from, to, 0, '']);
        results.push({ ...(JSON.parse(done.stdout) as object), seconds: null, warnings: null });
        const audited = await runInside(['audit', at(to), '--original', at(from), ...options, '--json']);
        expect(JSON.parse(audited.stdout)).toMatchObject({ holds: true, rows: 60 });
      }
    }
    for (const result of results) expect(result).toEqual(results[0]);
    expect(gunzipSync(readFileSync(at('out.csv.gz'))).toString()).toMatch(/^age,city,weight,sick\n/);
    writeFileSync(at('broken.parquet'), 'PAR1 no');
    expect(await runInside(['anonymize', at('broken.parquet'), ...options])).toMatchObject({ code: 3 });
    writeFileSync(at('broken.csv.gz'), gzipSync(csv).subarray(0, 200));
    const cut = await runInside(['anonymize', at('broken.csv.gz'), ...options]);
    expect([cut.code, cut.stderr]).toEqual([3, expect.stringContaining('ends too early')]);
  });

  it('empty releases and numbers past 2^31 survive', async () => {
    const table = tableFromRows(
      [
        [2 ** 40, 'x'],
        [null, 'y'],
      ],
      { columns: ['n', 's'] },
    );
    for (const format of ['parquet', 'arrow'] as const) {
      const bytes = await (format === 'parquet' ? writeParquet(table) : writeArrow(table));
      expect(cells(await readColumnar(bytes, format, {}))).toEqual(cells(table));
    }
  });
});

describe('gzip', () => {
  // promise: bad-input-ends
  it('stops where more is unpacked than is allowed', async () => {
    async function* bomb(): AsyncGenerator<Uint8Array> {
      yield gzipSync(Buffer.alloc(10_000_000));
    }
    const read = async (): Promise<void> => {
      for await (const chunk of gunzip(bomb(), 'bomb.gz', 1_000_000)) expect(chunk.length).toBeLessThan(1_000_001);
    };
    await expect(read()).rejects.toMatchObject({ code: 'OUT_OF_MEMORY', exitCode: 4 });
  });
});
