/** The page of sources.browser.test.ts: files and DuckDB-WASM as a page uses them, bundled from the package. */
import { AsyncDuckDB, VoidLogger } from '@duckdb/duckdb-wasm';
import { anonymize, auditRelease, inspect, readForJob, readTable, toJson } from 'kohort';
import type { Job } from 'kohort';
import { anonymizeInto, fileSource, parquetBytes, readRelease, sqlSource } from 'kohort/sources';

type Rows = (string | number | null)[][];

export interface SourcesPage {
  /** Makes a table of a CSV file in DuckDB-WASM, releases it in memory and into a table, and reads that again. */
  release(job: Job, engine: 'wasm' | 'js'): Promise<{ inMemory: string; inTable: string; rows: Rows; holds: boolean }>;
  /** What is there after a release that fails. */
  fail(job: Job): Promise<{ error: string; tables: string[]; exists: string }>;
  /** What `inspect` says of the table, as JSON. */
  look(): Promise<string>;
  /** Rows of files that are fetched as Blobs, by their address. */
  readFiles(urls: readonly string[]): Promise<Record<string, Rows>>;
  /** Codes of errors. */
  refuse(): Promise<string[]>;
}

let opened: Promise<AsyncDuckDB> | null = null;

async function open(): Promise<AsyncDuckDB> {
  const made = new AsyncDuckDB(new VoidLogger(), new Worker('/duckdb/duckdb-browser-eh.worker.js'));
  await made.instantiate(new URL('/duckdb/duckdb-eh.wasm', location.href).href);
  await made.registerFileText('people.csv', await (await fetch('/people.csv')).text());
  return made;
}

async function withConnection<T>(
  use: (connection: Awaited<ReturnType<AsyncDuckDB['connect']>>) => Promise<T>,
): Promise<T> {
  opened ??= open();
  const connection = await (await opened).connect();
  try {
    const types = { age: 'INTEGER', 'education-num': 'INTEGER' };
    const file = `read_csv('people.csv', header = true, all_varchar = true, nullstr = '')`;
    const casts = Object.entries(types).map(([name, type]) => `CAST("${name}" AS ${type}) AS "${name}"`);
    await connection.query(`CREATE TABLE IF NOT EXISTS people AS SELECT * REPLACE (${casts.join(', ')}) FROM ${file}`);
    return await use(connection);
  } finally {
    await connection.close();
  }
}

const functions: SourcesPage = {
  release: (job, engine) =>
    withConnection(async (connection) => {
      const people = sqlSource({ connection, table: 'people' });
      const { result } = await anonymize(people, job, { engine });
      const target = `released ${engine}`;
      const stored = await anonymizeInto(people, target, job, { engine });
      const released = await connection.query(`SELECT * FROM "${target}"`);
      const rows = released.toArray().map((row) => Object.values(row.toJSON() as object) as Rows[number]);
      const original = await readForJob(people, job);
      const again = await readRelease(sqlSource({ connection, table: target }), job, { original: original.table });
      const { holds } = auditRelease(again, original.job, original.table);
      return { inMemory: toJson(result), inTable: toJson(stored.result), rows, holds };
    }),

  fail: (job) =>
    withConnection(async (connection) => {
      const people = sqlSource({ connection, table: 'people' });
      const onPlan = (): never => {
        throw new Error('mine');
      };
      const error = await anonymizeInto(people, 'failed', job, { onPlan }).catch((reason: Error) => reason.message);
      const exists = await anonymizeInto(people, 'people', job).catch(({ code }: { code: string }) => code);
      const found = await connection.query('SELECT table_name FROM information_schema.tables');
      const tables = found.toArray().map((row) => String((row.toJSON() as { table_name: unknown }).table_name));
      return { error: String(error), tables, exists: String(exists) };
    }),

  look: () => withConnection(async (connection) => toJson(await inspect(sqlSource({ connection, table: 'people' })))),

  async readFiles(urls) {
    const found: Record<string, Rows> = {};
    for (const url of urls) {
      const file = new File([await (await fetch(url)).blob()], url);
      const table = await readTable(fileSource(file));
      found[url] = table.toRows().map((row) => Object.values(row) as Rows[number]);
      const again = await readTable(fileSource(await parquetBytes(table)));
      if (again.rows !== table.rows) throw new Error('other rows than were written');
    }
    return found;
  },

  async refuse() {
    const job: Job = {
      attributes: { age: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    };
    const codeOf = ({ code }: { code: string }): string => code;
    return [
      await readTable(fileSource('people.parquet')).then(() => 'read', codeOf),
      await anonymize(sqlSource('duckdb:people.db#people'), job).then(() => 'released', codeOf),
      await anonymize(sqlSource({ connection: {} as never, table: 'people' }), job).then(() => 'released', codeOf),
    ];
  },
};

Object.assign(globalThis, { kohortSources: functions });
