import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { anonymize, readTable } from '../../../src/index.js';
import type { SqlClient } from '../../../src/hosts/sources/index.js';
import { anonymizeInto, sqlSource } from '../../../src/hosts/sources/index.js';
import { peopleColumns, peopleJob, peopleRows } from '../../io/sql/people.js';
import { quotedCsv } from '../../table-texts.js';
import { makeFolder } from '../command/run-cli.js';
import { describeSource } from './sql-sources.js';

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
