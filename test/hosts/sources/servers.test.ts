import { createClient } from '@clickhouse/client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasClickHouse, hasPostgres, startClickHouse, startPostgres } from '../../../scripts/sql-engines.mjs';
import { anonymize } from '../../../src/index.js';
import { anonymizeInto, sqlSource } from '../../../src/hosts/sources/index.js';
import { peopleColumns, peopleJob, peopleRows } from '../../io/sql/people.js';
import { describeSource } from './sql-sources.js';
import { ci, named } from '../../io/sql/skipped-engines.js';

const rows = peopleRows(3000);
const isNumber = (name: string): boolean => ['age', 'education-num'].includes(name);

describe.skipIf(!hasPostgres() && !ci)(named('PostgreSQL as a source', hasPostgres()), () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let pool: pg.Pool;
  beforeAll(async () => {
    server = await startPostgres();
    pool = new pg.Pool({ connectionString: server.url, max: 1 });
    pool.on('error', () => undefined);
    const types = peopleColumns.map((name) => `"${name}" ${isNumber(name) ? 'integer' : 'text'}`);
    await pool.query(`CREATE TABLE people (${types.join(', ')})`);
    const columns = peopleColumns.map((_, c) => rows.map((row) => row[c]));
    const arrays = peopleColumns.map((name, c) => `$${c + 1}::${isNumber(name) ? 'int' : 'text'}[]`);
    await pool.query(`INSERT INTO people SELECT * FROM unnest(${arrays.join(', ')})`, columns);
  }, 90_000);
  afterAll(async () => {
    await pool?.end();
    await server?.stop();
  });

  describeSource(() => ({
    address: (table) => `${server.url}#${table}`,
    query: async (sql) => (await pool.query<unknown[]>({ text: sql, rowMode: 'array' })).rows,
    withClients: async (use) => {
      // Uses one client throughout: the next use fails if something is not given back.
      await use(pool, 'pool');
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      try {
        await use(client, 'client');
        await client.query('SELECT 1');
      } finally {
        await client.end();
      }
    },
  }));

  it("refuses a client within a transaction, and leaves that as it was, and one that isn't connected", async () => {
    const client = new pg.Client({ connectionString: server.url });
    const people = sqlSource({ connection: client, table: 'people' });
    await expect(anonymize(people, peopleJob)).rejects.toThrow('one that is not connected');
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('CREATE TABLE mine AS SELECT 1 AS one');
      await expect(anonymize(people, peopleJob)).rejects.toThrow('one within a transaction');
      await expect(anonymizeInto(people, 'within', peopleJob)).rejects.toThrow('one within a transaction');
      await client.query('COMMIT');
      expect((await client.query('SELECT one FROM mine')).rows).toEqual([{ one: 1 }]);
    } finally {
      await client.end();
    }
  });

  it('shows no password and no cell when it cannot be reached', async () => {
    const { port } = new URL(server.url);
    const address = `postgres://reader:hunter2@127.0.0.1:${Number(port) + 1}/db#people`;
    const error = await anonymize(sqlSource(address), peopleJob).catch((caught: Error) => caught);
    expect(error).toMatchObject({ code: 'ENGINE_READ' });
    expect(String(error)).not.toContain('hunter2');
    expect(() => sqlSource('postgres://reader:hunter2@host/db')).toThrow(/^(?!.*hunter2)/);
  });
});

describe.skipIf(!hasClickHouse() && !ci)(named('ClickHouse as a source', hasClickHouse()), () => {
  let server: Awaited<ReturnType<typeof startClickHouse>>;
  let client: ReturnType<typeof createClient>;
  beforeAll(async () => {
    server = await startClickHouse();
    client = createClient({ url: server.urls[0], log: { level: 127 as never } });
    const types = peopleColumns.map((name) => `\`${name}\` Nullable(${isNumber(name) ? 'Int32' : 'String'})`);
    await client.command({ query: `CREATE TABLE people (${types.join(', ')}) ENGINE = MergeTree ORDER BY tuple()` });
    const values = rows.map((row) =>
      Object.fromEntries(
        peopleColumns.map((name, c) => [name, row[c] !== null && isNumber(name) ? Number(row[c]) : row[c]]),
      ),
    );
    await client.insert({ table: 'people', values, format: 'JSONEachRow' });
  }, 90_000);
  afterAll(async () => {
    await client?.close();
    await server?.stop();
  });

  describeSource(() => ({
    address: (table) => `clickhouse:${server.urls[0]}/default#${table}`,
    query: async (query) => {
      const answer = await client.query({ query, format: 'JSONCompact' });
      return (await answer.json<unknown[]>()).data;
    },
    withClients: async (use) => use(client, 'client'),
  }));
});
