import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Job, Table } from '../../../src/index.js';
import { anonymize, readForJob, readTable } from '../../../src/index.js';
import type { SqlClient } from '../../../src/hosts/sources/index.js';
import { anonymizeInto, fileSource, releaseAsSql, sqlSource } from '../../../src/hosts/sources/index.js';
import { linesOf, peopleColumns, peopleJob, peopleRows } from '../../io/sql/people.js';
import { quotedCsv } from '../../table-texts.js';
import { makeFolder, runInside } from '../command/run-cli.js';
import { describeSource } from './sql-sources.js';
import { inTurn } from '../../shared.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
type Query = (sql: string) => Promise<unknown[][]>;

async function inDatabase<T>(use: (query: Query, connection: SqlClient) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(at('people.db'));
  const connection = await instance.connect();
  try {
    return await use(async (sql) => (await connection.runAndReadAll(sql)).getRowsJS() as unknown[][], connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

beforeAll(async () => {
  writeFileSync(at('people.csv'), quotedCsv([peopleColumns, ...peopleRows(3000)]));
  const types = peopleColumns.map(
    (name) => `'${name}': '${['age', 'education-num'].includes(name) ? 'INTEGER' : 'VARCHAR'}'`,
  );
  const file = `read_csv('${at('people.csv')}', columns = {${types.join(', ')}}, nullstr = '')`;
  await inDatabase((query) => query(`CREATE TABLE people AS SELECT * FROM ${file}`));
});

describe('a table of DuckDB as a source', () => {
  describeSource(() => ({
    address: (table) => `duckdb:${at('people.db')}#${table}`,
    query: (sql) => inDatabase((query) => query(sql)),
    withClients: (use) => inDatabase((_, connection) => use(connection, 'connection')),
  }));

  it('may be a file that DuckDB reads', async () => {
    const table = await readTable(sqlSource(`duckdb:${at('people.csv')}`), { select: (name) => name === 'age' });
    expect([table.rows, table.columns.map(({ name }) => name)]).toEqual([3000, ['age']]);
  });

  describe('whose rows are in memory, too', () => {
    const types = { age: 'integer', 'education-num': 'integer' } as const;
    const read = (): Promise<Table> => readTable(fileSource(at('people.csv')), { types });
    const run = (query: Query, statements: Iterable<string>): Promise<void> =>
      [...statements]
        .join('')
        .split(';\n')
        .filter((statement) => statement.trim() !== '')
        .reduce((last, statement) => last.then(() => query(statement)).then(() => undefined), Promise.resolve());

    it.each(inTurn(['keep', 'drop'] as const, 2))(
      'is released by statements as by a run, missing values: %s',
      async (onMissing) => {
        const asked: Job = { ...peopleJob, input: { missing: [''], onMissing }, suppression: { maxRows: 200 } };
        const { table, job } = await readForJob(fileSource(at('people.csv')), asked);
        const { result, release } = await anonymize(table, job);
        const target = `printed ${onMissing}`;
        const printed = await releaseAsSql(table, job, { dialect: 'duckdb', table: 'people', target });
        expect({ ...printed.result, seconds: null }).toMatchObject({
          classes: result.classes,
          released: result.released,
        });
        await inDatabase(async (query) => {
          await run(query, printed.statements);
          const rows = await query(`SELECT * FROM "${target}"`);
          const wanted = [...release].map((row) => Object.values(row));
          expect(linesOf(rows)).toEqual(linesOf(wanted));
        });
      },
    );

    it('is released by the statements that the command prints for it', async () => {
      const [table, other] = [await read(), sqlSource(`duckdb:${at('people.db')}#people`)];
      const printed = await releaseAsSql(table, peopleJob, { dialect: 'postgres', table: 'people' });
      const args = [
        'anonymize',
        `duckdb:${at('people.db')}#people`,
        '--job',
        at('job.json'),
        '--sql',
        'postgres',
        '--quiet',
      ];
      writeFileSync(at('job.json'), JSON.stringify(peopleJob));
      const { stdout } = await runInside(args);
      // Names are drawn, and an engine counts in an order of its own.
      const sorted = (text: string): string[] => text.replaceAll(/kohort_[0-9a-f]{20}/g, 'drawn').split(/,?;?\n/).sort(); // prettier-ignore
      expect(sorted([...printed.statements].join(''))).toEqual(sorted(stdout));
      expect((await readTable(other)).rows).toBe(table.rows);
    });

    it('says what it cannot do', async () => {
      const table = await read();
      const asked = { dialect: 'duckdb', table: 'people' } as const;
      const rejects = (job: Job, more: object) =>
        expect(releaseAsSql(table, job, { ...asked, ...more })).rejects.toMatchObject;
      await rejects({ ...peopleJob, algorithm: 'anatomy' }, {})({ code: 'TWO_PASS_IMPOSSIBLE' });
      await rejects(peopleJob, { dialect: 'cobol' })({ code: 'UNKNOWN_VALUE', argument: 'options.dialect' });
      await rejects(peopleJob, { table: '' })({ argument: 'options.table' });
      await rejects(peopleJob, { target: 'people' })({ code: 'SAME_FILE', argument: 'options.target' });
    });
  });

  it("leaves a transaction of the program's as it was", async () => {
    await inDatabase(async (query, connection) => {
      await query('BEGIN TRANSACTION');
      await query('CREATE TABLE mine AS SELECT 1 AS one');
      const people = sqlSource({ connection, table: 'people' });
      await expect(anonymizeInto(people, 'within', peopleJob)).rejects.toMatchObject({ code: 'ENGINE_WRITE' });
      await query('ROLLBACK');
      await expect(query('SELECT * FROM mine')).rejects.toThrow('mine');
      const { result } = await anonymize(people, peopleJob);
      expect(result.rows).toBe(3000);
    });
  });

  it('says what a table must be', async () => {
    expect(() => sqlSource('people.db')).toThrow('duckdb:, clickhouse: or postgres:');
    expect(() => sqlSource(undefined as never)).toThrow('{ connection, table }');
    expect(() => sqlSource({ connection: {} } as never)).toThrow('the name of a table');
    const unknown = sqlSource({ connection: { query: () => [] } as never, table: 'people' });
    await expect(readTable(unknown)).rejects.toThrow('a client or pool of pg');
  });
});
