import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasClickHouse, hasPostgres, startClickHouse, startPostgres } from '../../scripts/sql-engines.mjs';
import { runInside, start } from '../hosts/command/run-cli.js';
import { quotedCsv } from '../table-texts.js';
import { ci, named } from '../io/sql/skipped-engines.js';
import {
  canaries,
  canaryColumns,
  canaryJob,
  canaryRows,
  canaryTypes,
  findInFolder,
  rankCorrelation,
} from './canaries.js';

// The server runs as another user, who has to read the file.
const folder = mkdtempSync(join(tmpdir(), 'kohort-left-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
const rows = canaryRows(2000, 11);
const strictJob = { ...canaryJob, privacy: [{ model: 'k-anonymity', k: 3000 }] };

beforeAll(() => {
  writeFileSync(at('people.csv'), quotedCsv([canaryColumns, ...rows]), { mode: 0o644 });
  writeFileSync(at('job.json'), JSON.stringify(canaryJob));
  writeFileSync(at('strict.json'), JSON.stringify(strictJob));
});

const argsOf = (table: (name: string) => string, from: string, to: string, job = 'job.json'): string[] => [
  ...['anonymize', table(from), '--job', at(job), '--out', table(to), '--quiet'],
];

/** Waits for what is to come, a minute at most. */
async function until(isTime: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await isTime())) {
    if (Date.now() > end) throw new Error('what was waited for did not come');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Requires that rows of a release are in no order of their places in the original, which their notes hold. */
function expectNoOrder(notes: readonly string[]): void {
  expect(notes.length).toBe(rows.length - 1);
  expect(new Set(notes).size).toBe(notes.length);
  expect(Math.abs(rankCorrelation(notes.map(Number)))).toBeLessThan(0.1);
}

describe.skipIf(!hasPostgres() && !ci)(named('the files of PostgreSQL', hasPostgres()), () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let client: pg.Client;
  const table = (name: string): string => `${server.url}#${name}`;
  const connect = async (): Promise<pg.Client> => {
    const made = new pg.Client({ connectionString: server.url });
    made.on('error', () => undefined);
    await made.connect();
    return made;
  };
  /** Findings in the server's files once everything is written. */
  const left = async (): Promise<string[]> => {
    await client.query('CHECKPOINT');
    return findInFolder(server.folder);
  };

  beforeAll(async () => {
    server = await startPostgres();
    client = await connect();
    const columns = canaryColumns.map((name, c) => `${name} ${canaryTypes[c]}`).join(', ');
    // The table stands outside of the server's files: what is found in them was left there.
    await client.query('CREATE EXTENSION file_fdw');
    await client.query('CREATE SERVER files FOREIGN DATA WRAPPER file_fdw');
    await client.query(
      `CREATE FOREIGN TABLE people (${columns}) SERVER files OPTIONS (filename '${at('people.csv')}', format 'csv', header 'true')`,
    );
    await client.query('CREATE VIEW slow AS SELECT * FROM people WHERE pg_sleep(0.0005) IS NOT NULL');
  }, 90_000);
  afterAll(async () => {
    await client?.end().catch(() => undefined);
    await server?.stop();
  });

  // promise: sql-leaves-nothing
  it('hold nothing of the original after a release, nor after a run that was refused', async () => {
    expect(await left()).toEqual([]);
    const refused = await runInside(argsOf(table, 'people', 'never', 'strict.json'));
    expect(refused.code).toBe(1);
    expect(await left()).toEqual([]);
    const done = await runInside(argsOf(table, 'people', 'released'));
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect((await client.query('SELECT count(*)::int AS n FROM released')).rows).toEqual([{ n: rows.length - 1 }]);
    expect(await left()).toEqual([]);
  });

  it('hold the rows of a release in no order of the original', async () => {
    // The note holds the place of its row in the original.
    await client.query(
      `CREATE VIEW numbered AS SELECT ${canaryColumns.slice(0, -1).join(', ')}, CAST(row_number() OVER () AS text) AS note FROM people`,
    );
    const done = await runInside(argsOf(table, 'numbered', 'reordered'));
    expect([done.code, done.stderr]).toEqual([0, '']);
    const { rows: found } = await client.query<{ note: string }>('SELECT note FROM reordered ORDER BY ctid');
    expectNoOrder(found.map(({ note }) => note));
  });

  const isRecoding = async (): Promise<boolean> => {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'CREATE TABLE%' AND pid <> pg_backend_pid()`;
    return (await client.query(sql)).rows.length > 0;
  };

  // promise: sql-leaves-nothing
  it('hold nothing of it after a run that was killed', { timeout: 120_000 }, async () => {
    const { child, ended } = start(argsOf(table, 'slow', 'never'), folder);
    await until(isRecoding);
    child.kill('SIGKILL');
    await ended;
    await until(async () => !(await isRecoding()));
    expect(await left()).toEqual([]);
  });

  // promise: sql-leaves-nothing
  it('hold nothing of it after the server went down during a run', { timeout: 120_000 }, async () => {
    const { ended } = start(argsOf(table, 'slow', 'never'), folder);
    await until(isRecoding);
    await server.crash();
    await ended;
    await server.restart();
    client = await connect();
    expect(await left()).toEqual([]);
  });

  it('show what was planted to the search: a table that was dropped is found in the log', async () => {
    await client.query('CREATE TABLE copied AS SELECT * FROM people');
    await client.query('CHECKPOINT');
    await client.query('DROP TABLE copied');
    const found = (await left()).join('\n');
    for (const canary of Object.keys(canaries)) expect(found).toContain(`${canary} as `);
  });
});

describe.skipIf(!hasClickHouse() && !ci)(named('the files of ClickHouse', hasClickHouse()), () => {
  let cluster: Awaited<ReturnType<typeof startClickHouse>>;
  let web: Server;
  const table = (name: string): string => `clickhouse:${cluster.urls[0]}/default#${name}`;
  const types = { text: 'String', integer: 'Int32', 'double precision': 'Float64', date: 'Nullable(String)' };

  beforeAll(async () => {
    cluster = await startClickHouse();
    // The table is a file that another server gives.
    const lines = rows.map((row) => row.map((cell) => cell ?? '\\N').join('\t'));
    web = createServer((_, answer) => answer.end(`${lines.join('\n')}\n`));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const columns = canaryColumns.map((name, c) =>
      name === 'town' ? `${name} Nullable(String)` : `${name} ${types[canaryTypes[c]]}`,
    );
    const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}/people.tsv`;
    await cluster.query(0, `CREATE TABLE people (${columns.join(', ')}) ENGINE = URL('${address}', 'TSV')`);
  }, 90_000);
  afterAll(async () => {
    await cluster?.stop();
    web?.close();
  });

  const left = async (): Promise<string[]> => {
    await cluster.query(0, 'SYSTEM FLUSH LOGS').catch(() => undefined);
    return findInFolder(cluster.folder);
  };

  // promise: sql-leaves-nothing
  it('hold nothing of the original after a release, nor after a run that was refused', async () => {
    expect(await left()).toEqual([]);
    const refused = await runInside(argsOf(table, 'people', 'never', 'strict.json'));
    expect(refused.code).toBe(1);
    const done = await runInside(argsOf(table, 'people', 'released'));
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect((await cluster.query(0, 'SELECT count() FROM released')).trim()).toBe(String(rows.length - 1));
    expect(await left()).toEqual([]);
  });

  it('hold the rows of a release in no order of the original', async () => {
    await cluster.query(
      0,
      `CREATE VIEW numbered AS SELECT ${canaryColumns.slice(0, -1).join(', ')}, toString(rowNumberInAllBlocks() + 1) AS note FROM people`,
    );
    const done = await runInside(argsOf(table, 'numbered', 'reordered'));
    expect([done.code, done.stderr]).toEqual([0, '']);
    // One part, read by one thread: rows as they stand in the files.
    const found = await cluster.query(0, 'SELECT note FROM reordered SETTINGS max_threads = 1');
    expectNoOrder(found.trim().split('\n'));
  });

  // promise: sql-leaves-nothing
  it('hold nothing of it after a run that was killed', { timeout: 120_000 }, async () => {
    await cluster.query(0, 'CREATE VIEW slow AS SELECT * FROM people WHERE sleepEachRow(0.001) = 0');
    const { child, ended } = start(argsOf(table, 'slow', 'never'), folder);
    await until(async () => (await cluster.query(0, 'SHOW TABLES')).includes('_release'));
    child.kill('SIGKILL');
    await ended;
    expect(await left()).toEqual([]);
  });

  it('show what was planted to the search', async () => {
    await cluster.query(0, 'CREATE TABLE copied ENGINE = MergeTree ORDER BY tuple() AS SELECT name, town FROM people');
    const found = (await left()).join('\n');
    for (const canary of ['name', 'town']) expect(found).toContain(`${canary} as UTF-8`);
  });
});
