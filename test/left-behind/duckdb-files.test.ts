import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { anonymizeInto, sqlSource, type SqlClient } from '../../src/hosts/sources/index.js';
import { makeFolder, runInside, start, struckAt } from '../hosts/command/run-cli.js';
import { long, inTurn } from '../shared.js';
import { quotedCsv } from '../table-texts.js';
import {
  canaries,
  canaryColumns,
  canaryJob,
  canaryRows,
  canaryTypes,
  filesOf,
  findInFolder,
  rankCorrelation,
} from './canaries.js';

const folder = makeFolder();

/** Pages as they are: what is packed by a dictionary or bit by bit would not be found. */
const plain = `SET force_compression = 'uncompressed'`;

/** Runs statements on a database of DuckDB. */
async function inDatabase<T>(
  file: string,
  work: (run: (sql: string) => Promise<unknown[][]>, connection: SqlClient) => Promise<T>,
): Promise<T> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  try {
    return await work(async (sql) => (await connection.runAndReadAll(sql)).getRowsJS() as unknown[][], connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** A folder with a database that holds nothing but a view of a CSV file outside of it. */
async function makeDatabase(name: string, rows: number): Promise<{ here: string; db: string; source: string }> {
  const here = join(folder.path, name);
  mkdirSync(here);
  const csv = join(folder.path, `${name}.csv`);
  writeFileSync(csv, quotedCsv([canaryColumns, ...canaryRows(rows, 7)]));
  const db = join(here, 'out.db');
  const columns = canaryColumns.map((column, c) => `'${column}': '${canaryTypes[c]}'`).join(', ');
  const source = `read_csv('${csv}', header = true, columns = {${columns}})`;
  await inDatabase(db, async (run) => run(`CREATE VIEW people AS SELECT * FROM ${source}`));
  return { here, db, source };
}

const jobFile = join(folder.path, 'job.json');
writeFileSync(jobFile, JSON.stringify(canaryJob));
const args = (db: string, job = jobFile): string[] => [
  ...['anonymize', `duckdb:${db}#people`, '--job', job, '--out', `duckdb:${db}#released`, '--quiet'],
];

describe('the files of a DuckDB database', () => {
  it('show what was planted to the search: a table that was dropped is found in free pages', async () => {
    const { here, db, source } = await makeDatabase('control', 3000);
    expect(findInFolder(here)).toEqual([]);
    await inDatabase(db, async (run) => {
      await run(plain);
      await run(`CREATE TABLE copied AS SELECT * FROM ${source}`);
      await run('CHECKPOINT');
      await run('CREATE TABLE after AS SELECT hash(range) AS h FROM range(200000)');
      await run('CHECKPOINT');
      await run('DROP TABLE copied');
    });
    const found = findInFolder(here).join('\n');
    for (const canary of Object.keys(canaries)) expect(found).toContain(`${canary} as `);
  });

  // promise: sql-leaves-nothing
  it('hold nothing of the original after a release was made in them, free pages and log included', async () => {
    for (const order of inTurn(['shuffle', 'input'] as const, 2)) {
      const { here, db } = await makeDatabase(`released-${order}`, 3000);
      await inDatabase(db, async (run, connection) => {
        await run(plain);
        const people = sqlSource({ connection, table: 'people' });
        const { result } = await anonymizeInto(people, 'released', { ...canaryJob, output: { order } });
        expect(result.released).toBe(2999);
        expect(findInFolder(here)).toEqual([]);
        await run('CHECKPOINT');
        expect(findInFolder(here)).toEqual([]);
      });
      expect(findInFolder(here)).toEqual([]);
      // Released values are found there: pages are not packed.
      expect(filesOf(here).some((path) => readFileSync(path).includes('asthma'))).toBe(true);
    }
  });

  // promise: sql-leaves-nothing
  it('hold nothing of it after a run that was refused', async () => {
    const { here, db } = await makeDatabase('refused', 3000);
    const strict = join(folder.path, 'strict.json');
    writeFileSync(strict, JSON.stringify({ ...canaryJob, privacy: [{ model: 'k-anonymity', k: 4000 }] }));
    expect((await runInside(args(db, strict))).code).toBe(1);
    expect(findInFolder(here)).toEqual([]);
  });

  // promise: sql-leaves-nothing
  it('hold nothing of it after a run that was killed at any time', { timeout: 600_000 }, async () => {
    const { here, db } = await makeDatabase('killed', long ? 20_000 : 5_000);
    const loud = args(db).filter((each) => each !== '--quiet');
    for (const line of long ? [1, 3] : [1]) {
      const { child, ended } = start(loud, folder.path, struckAt(line, 'SIGKILL'));
      child.stdin?.end();
      const { code } = await ended;
      expect(findInFolder(here)).toEqual([]);
      // A quick machine may be done before the third line.
      if (line === 1) expect(code).toBe(null);
      if (code !== null) break;
    }
    for (let delay = 500; long && delay <= 4000; delay += 75) {
      const { child, ended } = start(args(db), folder.path);
      const timer = setTimeout(() => child.kill('SIGKILL'), delay);
      const { code } = await ended;
      clearTimeout(timer);
      expect(findInFolder(here)).toEqual([]);
      if (code !== null) break;
    }
  });

  // promise: sql-order-lost
  it('hold the rows of a release in no order of the original', async () => {
    const { db, source } = await makeDatabase('order', 2000);
    // The note holds the place of its row in the original.
    await inDatabase(db, async (run) => {
      await run(
        `CREATE OR REPLACE VIEW people AS SELECT * REPLACE (CAST(row_number() OVER () AS VARCHAR) AS note) FROM ${source}`,
      );
    });
    expect((await runInside(args(db))).code).toBe(0);
    await inDatabase(db, async (run) => {
      const rows = await run(
        'SELECT note, concat_ws(chr(1), town, income, weight, born, illness) AS shown FROM released ORDER BY rowid',
      );
      expect(Math.abs(rankCorrelation(rows.map(([note]) => Number(note))))).toBeLessThan(0.1);
      expect(rows.length).toBe(1999);
    });
  });
});
