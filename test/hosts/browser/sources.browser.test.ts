import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  Dictionary,
  Int32,
  makeData,
  makeVector,
  Table as ArrowTable,
  tableFromArrays,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { build } from 'esbuild';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/index.js';
import { anonymize, inspect, readCsv, toJson } from '../../../src/index.js';
import { anonymizeInto, sqlSource } from '../../../src/hosts/sources/index.js';
import { writeParquet } from '../../../src/io/columnar/parquet.js';
import { makeXlsx, withSheet } from '../../io/row-files/make-xlsx.js';
import { linesOf, peopleColumns, peopleJob, peopleRows } from '../../io/sql/people.js';
import { quotedCsv } from '../../table-texts.js';
import { chromiumPath, launchChromium } from './chromium.js';
import type { StaticSite } from './serve-folder.js';
import { serveFolder } from './serve-folder.js';

const root = resolve(import.meta.dirname, '../../..');
const job: Job = { ...peopleJob, input: { missing: [''], trim: false } };
const people = [
  { age: 31, city: 'Köln', born: '1992-02-03' },
  { age: 25, city: null, born: '1998-12-31' },
];
/** The script that decodes files, beside the bundle of the page (docs/sources.md). */
const readingWorker = 'kohort/dist/hosts/browser/reading/reading-worker.js';
const columns = Object.keys(people[0]) as (keyof (typeof people)[number])[];

type Rows = (string | number | null)[][];

/** Functions of sources-page.mjs. */
interface SourcesPage {
  /** Makes a table of a CSV file in DuckDB-WASM, releases it in memory and into a table, and reads that again. */
  release(job: Job, engine: 'wasm' | 'js'): Promise<{ inMemory: string; inTable: string; rows: Rows; holds: boolean }>;
  /** Tables after a release that fails. */
  fail(job: Job): Promise<{ error: string; tables: string[]; exists: string }>;
  /** Answer of `inspect` about the table, as JSON. */
  look(): Promise<string>;
  /** Rows of files that are fetched as Blobs, by their address. */
  readFiles(urls: readonly string[]): Promise<Record<string, Rows>>;
  /** The rows of a file, or the code of its error, and how often the page could do something else meanwhile. */
  end(url: string, seconds: number | null, abortAfter: number | null): Promise<[end: number | string, ticks: number]>;
  /** Codes of errors. */
  refuse(): Promise<string[]>;
}

declare const kohortSources: SourcesPage;

/** A result without the values that change in every run, and with numbers rounded, since sums depend on the order of the rows. */
const comparable = (json: string): unknown => {
  const { seconds, ...result } = JSON.parse(json, (_, value: unknown) =>
    typeof value === 'number' ? value.toPrecision(11) : value,
  ) as Record<string, unknown>;
  expect(seconds).toBeDefined();
  return result;
};

/** Files of two cells "x" with one byte that makes their readers run for ever, and two that take them long: twelve million equal rows, and a workbook of 17 thousand million cells. */
async function writeHostile(site: string): Promise<void> {
  const parquet = await writeParquet(await readCsv('a\nx\nx\n'));
  expect(parquet.length).toBe(136);
  writeFileSync(join(site, 'damaged.parquet'), parquet.with(40, 0xff));
  const type = new Dictionary(new Utf8(), new Int32(), 0);
  const dictionary = vectorFromArray(['x'], new Utf8());
  const data = makeData({ type, length: 2, nullCount: 0, data: Int32Array.of(0, 0), dictionary });
  const arrow = tableToIPC(new ArrowTable({ a: makeVector(data) }), 'file');
  expect(arrow.length).toBe(594);
  writeFileSync(join(site, 'damaged.arrow'), Uint8Array.from(arrow).with(118, 0xff));
  const columnData = [{ name: 'a', data: new Int32Array(12_000_000), type: 'INT32' as const }];
  writeFileSync(
    join(site, 'slow.parquet'),
    new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 12_000_000, statistics: false })),
  );
  writeFileSync(join(site, 'far.xlsx'), withSheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'));
}

/** A site with the page, the files of DuckDB-WASM out of node_modules, and data. */
async function makeSite(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of ['@duckdb', 'apache-arrow']) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  symlinkSync(root, join(modules, 'kohort'));
  cpSync(join(root, 'test/hosts/browser/sources-page.mjs'), join(folder, 'page.mjs'));
  await build({
    entryPoints: { page: join(folder, 'page.mjs'), 'reading-worker': join(modules, readingWorker) },
    outdir: join(folder, 'site'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    logLevel: 'error',
    absWorkingDir: folder,
    // The paths of tsconfig.json are for sources; here package.json says what a page gets for an import.
    tsconfigRaw: {},
  });
  const site = join(folder, 'site');
  symlinkSync(join(root, 'node_modules/@duckdb/duckdb-wasm/dist'), join(site, 'duckdb'));
  writeFileSync(join(site, 'index.html'), '<!doctype html><script type="module" src="page.js"></script>');
  writeFileSync(join(site, 'people.csv'), quotedCsv([peopleColumns, ...peopleRows(1500)]));
  writeFileSync(join(site, 'p.ndjson'), people.map((row) => JSON.stringify(row)).join('\n'));
  writeFileSync(
    join(site, 'p.xlsx'),
    makeXlsx({ P: [columns, ...people.map((row) => columns.map((name) => row[name]))] }),
  );
  const columnData = columns.map((name) => ({ name, data: people.map((row) => row[name]) }));
  writeFileSync(join(site, 'p.parquet'), new Uint8Array(parquetWriteBuffer({ columnData })));
  const arrays = Object.fromEntries(columns.map((name) => [name, people.map((row) => row[name])]));
  writeFileSync(join(site, 'p.arrow'), tableToIPC(tableFromArrays(arrays), 'file'));
  await writeHostile(site);
}

describe.skipIf(chromiumPath === null && process.env.CI !== 'true')('kohort/sources in a page', () => {
  let folder: string;
  let site: StaticSite;
  let browser: Browser;
  let page: Page;
  const elsewhere: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kohort-sources-page-'));
    await makeSite(folder);
    site = await serveFolder(join(folder, 'site'), { isolated: false });
    browser = await launchChromium(chromiumPath ?? '');
    page = await browser.newPage();
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(site.url)) elsewhere.push(request.url());
    });
    await page.goto(site.url);
    await page.waitForFunction(() => 'kohortSources' in globalThis, null, { timeout: 120_000 });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it.each(['wasm', 'js'] as const)(
    'releases a table of DuckDB-WASM, in memory and into a new table, as Node does with DuckDB: engine %s',
    async (engine) => {
      const found = await page.evaluate(([asked, name]) => kohortSources.release(asked, name), [job, engine] as const);
      const file = join(folder, `${engine}.db`);
      const { DuckDBInstance } = await import('@duckdb/node-api');
      const instance = await DuckDBInstance.create(file);
      const connection = await instance.connect();
      const csv = `read_csv('${join(folder, 'site/people.csv')}', header = true, all_varchar = true, nullstr = '')`;
      const casts = ['age', 'education-num'].map((name) => `CAST("${name}" AS INTEGER) AS "${name}"`);
      await connection.run(`CREATE TABLE people AS SELECT * REPLACE (${casts.join(', ')}) FROM ${csv}`);
      const table = sqlSource({ connection, table: 'people' });
      const { result } = await anonymize(table, job, { engine });
      const stored = await anonymizeInto(table, 'released', job, { engine });
      const rows = (await connection.runAndReadAll('SELECT * FROM released')).getRowsJS() as unknown[][];
      connection.closeSync();
      instance.closeSync();
      expect(comparable(found.inMemory)).toEqual(comparable(toJson(result)));
      expect(comparable(found.inTable)).toEqual(comparable(toJson(stored.result)));
      expect(linesOf(found.rows)).toEqual(linesOf(rows));
      expect(found.holds).toBe(true);
    },
  );

  it('leaves nothing of a release that fails', async () => {
    const { error, tables, exists } = await page.evaluate((asked) => kohortSources.fail(asked), job);
    expect([error, exists]).toEqual(['mine', 'SAME_FILE']);
    expect(tables).toContain('people');
    expect(tables.filter((name) => name === 'failed' || name.startsWith('kohort'))).toEqual([]);
  });

  it('inspects a table as its file', async () => {
    const found = JSON.parse(await page.evaluate(() => kohortSources.look())) as Record<string, unknown>;
    const file = readFileSync(join(folder, 'site/people.csv'));
    const expected = JSON.parse(toJson(await inspect(file))) as Record<string, unknown>;
    expect([found.rows, found.columns]).toEqual([expected.rows, expected.columns]);
  });

  it('reads files that were chosen, and writes Parquet', async () => {
    const urls = ['p.ndjson', 'p.xlsx', 'p.parquet', 'p.arrow'];
    const found = await page.evaluate((all) => kohortSources.readFiles(all), urls);
    for (const url of urls) expect(found[url], url).toEqual(people.map((row) => columns.map((name) => row[name])));
  });

  // promise: bad-file-ends-in-page
  it('ends the reading of damaged files at a limit and at a signal, and stays free meanwhile', async () => {
    const end = (...given: Parameters<SourcesPage['end']>) => page.evaluate((all) => kohortSources.end(...all), given);
    const workers = page.workers().length;
    expect((await end('damaged.arrow', null, null))[0]).toBe('ARROW_INVALID');
    expect((await end('damaged.parquet', null, null))[0]).toBe('PARQUET_INVALID');
    for (const name of ['slow.parquet', 'far.xlsx']) {
      const [late, ticks] = await end(name, 1, null);
      expect(late, name).toBe('INPUT_LIMIT');
      expect(ticks, name).toBeGreaterThan(20);
      const [aborted, meanwhile] = await end(name, null, 500);
      expect(aborted, name).toBe('ABORTED');
      expect(meanwhile, name).toBeGreaterThan(10);
      for (const good of ['p.parquet', 'p.arrow', 'p.xlsx']) expect((await end(good, null, null))[0], good).toBe(2);
    }
    await expect.poll(() => page.workers().length, { timeout: 120_000 }).toBeLessThanOrEqual(workers);
  });

  it('reads files on its own thread where the script of the other is missing', async () => {
    const other = await browser.newPage();
    await other.route('**/reading-worker.js', (route) => route.fulfill({ status: 404 }));
    await other.goto(site.url);
    await other.waitForFunction(() => 'kohortSources' in globalThis, null, { timeout: 120_000 });
    const found = await other.evaluate((all) => kohortSources.readFiles(all), ['p.xlsx', 'p.parquet', 'p.arrow']);
    for (const rows of Object.values(found))
      expect(rows).toEqual(people.map((row) => columns.map((name) => row[name])));
    await other.close();
  });

  it('says that a page opens neither paths nor addresses, and asks no other server', async () => {
    expect(await page.evaluate(() => kohortSources.refuse())).toEqual([
      'SOURCE_IS_PATH',
      'SOURCE_ADDRESS',
      'INVALID_ARGUMENT',
    ]);
    expect(elsewhere).toEqual([]);
    expect(site.missing.filter((path) => path !== '/favicon.ico')).toEqual([]);
  });
});
