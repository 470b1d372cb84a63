import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Job, Table } from '../../../src/index.js';
import {
  anonymize,
  auditRelease,
  compare,
  csvChunks,
  inspect,
  readForJob,
  readTable,
  tableFromRows,
  toJson,
} from '../../../src/index.js';
import {
  arrowBytes,
  fileSource,
  jsonBytes,
  parquetBytes,
  readArrow,
  readNdjson,
  readParquet,
  readRelease,
  readXlsx,
} from '../../../src/hosts/sources/index.js';
import { publishAudit, publishResult } from '../../../src/pipeline/publish-figures.js';
import { makeXlsx } from '../../io/row-files/make-xlsx.js';
import { makeFolder, runInside } from '../command/run-cli.js';
import { long, longCases, inTurn } from '../../shared.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

const people = Array.from({ length: 300 }, (_, i) => ({
  id: `p-${i}`,
  age: 20 + ((i * 7) % 40),
  sex: i % 3 === 0 ? 'Male' : 'Female',
  disease: i % 17 === 0 ? null : ['flu', 'gout', 'asthma', 'a, "b"'][i % 4],
}));
const columns = Object.keys(people[0]) as (keyof (typeof people)[number])[];
const known = { role: 'quasi-identifier' } as const;
const job: Job = {
  attributes: { id: { role: 'identifier' }, age: known, sex: known, disease: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm: 'mondrian',
};
const names = [
  'people.csv',
  'people.csv.gz',
  'people.parquet',
  'people.arrow',
  'people.xlsx',
  'people.ndjson',
  'people.json',
];

const csvOf = (table: Table): string => Buffer.concat([...csvChunks(table)]).toString();
/** A result without the values that change in every run. */
const comparable = (json: string): unknown => {
  const { seconds, ...result } = JSON.parse(json) as Record<string, unknown>;
  expect(seconds).toBeDefined();
  return result;
};
const command = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runInside(args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

beforeAll(async () => {
  const rows = people.map((row) => columns.map((name) => row[name]));
  const csv = csvOf(tableFromRows(people));
  writeFileSync(at('people.csv'), csv);
  writeFileSync(at('people.csv.gz'), gzipSync(csv));
  writeFileSync(at('people.json'), JSON.stringify(people, null, 2));
  writeFileSync(at('people.ndjson'), people.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(at('people.xlsx'), makeXlsx({ People: [columns, ...rows] }));
  const columnData = columns.map((name) => ({ name, data: people.map((row) => row[name]) }));
  writeFileSync(at('people.parquet'), new Uint8Array(parquetWriteBuffer({ columnData })));
  const arrays = Object.fromEntries(columns.map((name) => [name, people.map((row) => row[name])]));
  writeFileSync(at('people.arrow'), tableToIPC(tableFromArrays(arrays), 'file'));
  writeFileSync(at('job.json'), JSON.stringify(job));
});

describe.each(inTurn(['wasm', 'js'] as const, 2))('a file as a source, engine %s', (engine) => {
  const isOwnTurn = (_: string, i: number): boolean => long || i % 4 === (engine === 'wasm' ? 0 : 1);
  it.each(names.filter(isOwnTurn))('gives the release, result and audit that the command gives: %s', async (name) => {
    const out = at(`released-${engine}-${name}.csv`);
    const options = ['--job', at('job.json'), '--engine', engine, '--seed', '4', '--threads', '1'];
    const json = await command('anonymize', at(name), ...options, '--out', out, '--json', '--quiet');
    const { release, result, audit } = await anonymize(fileSource(at(name)), job, { engine, seed: 4 });
    expect(csvOf(release)).toBe(readFileSync(out, 'utf8'));
    // A program gets exact figures; what a command prints is published.
    expect(comparable(toJson(publishResult(result, audit)))).toEqual(comparable(json));
    expect(result.seconds.read).toBeGreaterThan(0);

    const original = await readForJob(fileSource(at(name)), job);
    expect(original.columns).toEqual(columns);
    expect(original.table.column('id')).toBeUndefined();
    const released = await readRelease(fileSource(out), job, { original: original.table });
    const again = auditRelease(released, original.job, original.table);
    expect(again).toEqual(audit);
    const audited = await command('audit', out, '--job', at('job.json'), '--original', at(name), '--json');
    expect(JSON.parse(toJson(publishAudit(again)))).toEqual(JSON.parse(audited));
  });

  it('is inspected and compared as by the command', async () => {
    const found = await inspect(fileSource(at('people.parquet')), { engine });
    const inspected = await command('inspect', at('people.parquet'), '--json', '--engine', engine);
    expect(JSON.parse(toJson(found))).toEqual(JSON.parse(inspected));
    const { runs } = await compare(fileSource(at('people.ndjson')), job, ['mondrian', 'datafly'], { engine });
    expect(runs.map(({ algorithm, error }) => [algorithm, error])).toEqual([
      ['mondrian', null],
      ['datafly', null],
    ]);
  });

  it('is counted where that is asked for, as by --two-pass', async () => {
    const out = at(`counted-${engine}.csv`);
    const options = ['--job', at('job.json'), '--engine', engine, '--seed', '4', '--threads', '1', '--two-pass'];
    const json = await command('anonymize', at('people.csv'), ...options, '--out', out, '--json', '--quiet');
    const { release, result, audit } = await anonymize(fileSource(at('people.csv'), { counted: true }), job, {
      engine,
      seed: 4,
    });
    expect(release.weights).not.toBeNull();
    expect(comparable(toJson(publishResult(result, audit)))).toEqual(comparable(json));
    const lines = (text: string): string[] => text.split('\n').sort();
    expect(lines(csvOf(release))).toEqual(lines(readFileSync(out, 'utf8')));
    const memory = anonymize(fileSource(at('people.csv'), { counted: { memory: 64 } }), job, { engine });
    await expect(memory).rejects.toMatchObject({ name: 'CapacityError' });
    const columnar = anonymize(fileSource(at('people.arrow'), { counted: true }), job, { engine });
    await expect(columnar).rejects.toMatchObject({ code: 'TWO_PASS_IMPOSSIBLE' });
  });

  it.each(
    (['parquet', 'arrow', 'ndjson', 'json'] as const).filter((_, i) => long || i === (engine === 'wasm' ? 0 : 2)),
  )('is released as the bytes that the command writes: %s', async (format) => {
    const options = ['--job', at('job.json'), '--engine', engine, '--seed', '9', '--quiet'];
    const bytesOf = {
      parquet: parquetBytes,
      arrow: arrowBytes,
      ndjson: (release: Table, options: { seed: number }) => jsonBytes(release, { form: 'lines', ...options }),
      json: (release: Table, options: { seed: number }) => jsonBytes(release, { form: 'array', ...options }),
    }[format];
    for (const counted of long ? [false, true] : [engine === 'wasm']) {
      const out = at(`bytes-${engine}-${counted}.${format}`);
      await command('anonymize', at('people.csv'), ...options, ...(counted ? ['--two-pass'] : []), '--out', out);
      const { release } = await anonymize(fileSource(at('people.csv'), { counted }), job, { engine, seed: 9 });
      const bytes = await bytesOf(release, { seed: 9 });
      expect(Buffer.from(bytes).equals(readFileSync(out))).toBe(true);
      expect((await readRelease(fileSource(format.endsWith('json') ? out : bytes), job)).rows).toBe(release.rows);
    }
  });
});

describe('what a file may be', () => {
  const bytesOf = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(at(name)));
  const read = (source: Parameters<typeof fileSource>[0], options?: Parameters<typeof fileSource>[1]) =>
    readTable(fileSource(source, options), { types: { age: 'integer' } });

  it.each(longCases(['people.csv', 'people.parquet', 'people.arrow', 'people.xlsx'], (name) => name === 'people.csv'))(
    'is bytes, a buffer, a Blob, a Response or a stream, whose format is found: %s',
    async (name) => {
      const expected = csvOf(await read(at(name)));
      const bytes = bytesOf(name);
      async function* pieces(): AsyncGenerator<Uint8Array> {
        for (let from = 0; from < bytes.length; from += 100) yield bytes.subarray(from, from + 100);
      }
      const forms = [bytes, bytes.buffer, new Blob([bytes]), new Response(bytes), new Blob([bytes]).stream(), pieces()];
      for (const form of forms) expect(csvOf(await read(form))).toBe(expected);
      expect(csvOf(await read(createReadStream(at(name))))).toBe(expected);
      expect(csvOf(await read(pathToFileURL(at(name))))).toBe(expected);
    },
  );

  it('is what a server gives, by the ending of its address', async () => {
    const server = createServer(({ url }, response) => {
      const path = (url ?? '').split('?')[0];
      if (path === '/people.ndjson') response.end(readFileSync(at('people.ndjson')));
      else response.writeHead(403).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const expected = csvOf(await read(at('people.ndjson')));
    expect(csvOf(await read(new URL(`${base}/people.ndjson?token=secret`)))).toBe(expected);
    expect(csvOf(await read(await fetch(`${base}/people.ndjson`)))).toBe(expected);
    const refused = await read(new URL(`${base}/other.csv?token=secret`)).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 'FETCH_FAILED' });
    expect(String(refused)).not.toContain('secret');
  });

  it('is a File with a name, or says its format', async () => {
    const expected = csvOf(await read(at('people.ndjson')));
    expect(csvOf(await read(new File([bytesOf('people.ndjson')], 'x.jsonl')))).toBe(expected);
    expect(csvOf(await read(bytesOf('people.ndjson'), { format: 'ndjson' }))).toBe(expected);
    expect(csvOf(await readTable(fileSource(bytesOf('people.ndjson')), { format: 'ndjson' }))).toBe(expected);
  });

  it('is read by name, format by format, with the options of readTable', async () => {
    const select = (name: string): boolean => name !== 'id';
    for (const [reader, name] of [
      [readParquet, 'people.parquet'],
      [readArrow, 'people.arrow'],
      [readXlsx, 'people.xlsx'],
      [readNdjson, 'people.ndjson'],
    ] as const) {
      const table = await reader(at(name), { select });
      expect(table.columns.map((column) => column.name)).toEqual(['age', 'sex', 'disease']);
      expect(table.toRows()[1]).toEqual({ age: 27, sex: 'Female', disease: 'gout' });
      expect((await reader(bytesOf(name), { select })).toRows()).toEqual(table.toRows());
    }
    await expect(readXlsx(at('people.xlsx'), { sheet: 'None' })).rejects.toMatchObject({ code: 'UNKNOWN_VALUE' });
  });

  it('ends with an error that says what to do', async () => {
    await expect(read(at('none.parquet'))).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
    await expect(readParquet(at('people.xlsx'))).rejects.toThrow('an Excel workbook');
    await expect(readArrow(new Uint8Array(10))).rejects.toMatchObject({ code: 'ARROW_INVALID' });
    const text = await read('name,disease\nAnn,flu\n').catch((error: Error) => error);
    expect(text).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(String(text)).not.toContain('flu');
    await expect(read(7 as never)).rejects.toMatchObject({ argument: 'file' });
    await expect(read(null as never)).rejects.toMatchObject({ argument: 'file' });
    const aborted = readTable(fileSource(at('people.parquet')), { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  });
});
