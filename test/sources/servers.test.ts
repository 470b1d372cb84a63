import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasClickHouse, hasPostgres, startClickHouse, startPostgres } from '../../scripts/sql-engines.mjs';
import { readCsv } from '../../src/index.js';
import { makeFolder, runInside, start } from '../cli/run-cli.js';
import type * as sources from '../../src/sources/open-source.js';
import { dialects, quoteName } from '../../src/sources/dialects.js';
import { isUnconfirmedRelease } from '../../src/sources/own-tables.js';
import type { Wrap } from './corrupt.js';
import { expectMistakesCaught } from './corrupt.js';
import type { OddEngine } from './odd-tables.js';
import { drawOwnNames, expectEqualToFiles } from './odd-tables.js';
import { comparable, linesOf, peopleColumns, peopleJob, peopleRows } from './people.js';

// Test files of a worker share their modules: here they are loaded anew, with the mock, and so they are after this file.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('../../src/sources/open-source.js');
  vi.resetModules();
});

const between = vi.hoisted(() => ({ wrap: null as Wrap | null }));
vi.mock('../../src/sources/open-source.js', async (original) => {
  const real = await original<typeof sources>();
  const openSource: typeof real.openSource = async (...address) => {
    const connection = await real.openSource(...address);
    return between.wrap?.(connection) ?? connection;
  };
  return { ...real, openSource };
});

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const rows = peopleRows(2000);
const numbers = ['age', 'education-num'];
let expected: { json: string; lines: string[] };
const anonymize = (from: string, ...more: string[]) =>
  runInside(['anonymize', from, '--job', at('job.json'), '--quiet', ...more]);

beforeAll(async () => {
  const cell = (text: string | null): string => `"${(text ?? '').replaceAll('"', '""')}"`;
  writeFileSync(at('people.csv'), [peopleColumns, ...rows].map((row) => row.map(cell).join(',')).join('\n'));
  writeFileSync(at('job.json'), JSON.stringify({ ...peopleJob, input: { missing: [''], trim: false } }));
  const byFile = await anonymize(at('people.csv'), '--out', at('released.csv'), '--json');
  const table = await readCsv(readFileSync(at('released.csv')), { delimiter: ',', trim: false });
  const cells = Array.from({ length: table.rows }, (_, row) =>
    table.columns.map(({ texts, codes }) => texts[codes[row]]),
  );
  expected = { json: byFile.stdout, lines: linesOf(cells) };
});
afterAll(() => folder.remove());

// In CI an engine that is not installed fails the tests; elsewhere they say why they are skipped.
const ci = process.env.CI === 'true';
const named = (name: string, isThere: boolean): string =>
  isThere ? name : `${name} (SKIPPED: not installed; apt-get install it to run these tests)`;

describe.skipIf(!hasPostgres() && !ci)(named('PostgreSQL', hasPostgres()), () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let client: pg.Client;
  const connect = async (): Promise<pg.Client> => {
    const made = new pg.Client({ connectionString: server.url });
    made.on('error', () => undefined);
    await made.connect();
    return made;
  };
  const table = (name: string): string => `${server.url}#${name}`;

  beforeAll(async () => {
    server = await startPostgres();
    client = await connect();
    const types = peopleColumns.map((name) => `"${name}" ${numbers.includes(name) ? 'integer' : 'text'}`);
    await client.query(`CREATE TABLE people (${types.join(', ')})`);
    const columns = peopleColumns.map((_, c) => rows.map((row) => row[c]));
    const arrays = peopleColumns.map((name, c) => `$${c + 1}::${numbers.includes(name) ? 'int' : 'text'}[]`);
    await client.query(`INSERT INTO people SELECT * FROM unnest(${arrays.join(', ')})`, columns);
  }, 90_000);
  afterAll(async () => {
    await client?.end();
    await server?.stop();
  });

  it('recodes a table to the rows and metrics that its CSV file gives, sorted by what is released', async () => {
    const done = await anonymize(table('people'), '--out', table('released'), '--json');
    expect(done.stderr).toBe('');
    expect(comparable(done.stdout)).toEqual(comparable(expected.json));
    const found = await client.query<unknown[]>({ text: 'SELECT * FROM released', rowMode: 'array' });
    expect(linesOf(found.rows)).toEqual(expected.lines);
    const sorted = await client.query<unknown[]>({
      text: 'SELECT * FROM released ORDER BY 1,2,3,4,5,6,7,8,9,10',
      rowMode: 'array',
    });
    expect(found.rows).toEqual(sorted.rows);
    const left = await client.query("SELECT relname FROM pg_class WHERE relname LIKE 'kohort%'");
    expect(left.rows).toEqual([]);
    const audited = await runInside([
      'audit',
      table('released'),
      '--original',
      table('people'),
      '--job',
      at('job.json'),
      '--json',
    ]);
    expect(JSON.parse(audited.stdout)).toMatchObject({ holds: true, rows: 2000 });
  });

  const types = { text: 'text', integer: 'integer', decimal: 'numeric(9,2)', date: 'date' };
  const engine: OddEngine = {
    make: async (name, { columns, rows: values }) => {
      const made = columns.map((column) => `${quoteName(dialects.postgres, column.name)} ${types[column.kind]}`);
      await client.query(`CREATE TABLE ${name} (${made.join(', ')})`);
      const arrays = columns.map(({ kind }, c) => `$${c + 1}::${types[kind]}[]`);
      const all = columns.map((_, c) => values.map((row) => row[c]));
      await client.query(`INSERT INTO ${name} SELECT * FROM unnest(${arrays.join(', ')})`, all);
    },
    read: async (name) => (await client.query<unknown[]>({ text: `SELECT * FROM ${name}`, rowMode: 'array' })).rows,
    address: table,
  };
  const tables = async (): Promise<string[]> => {
    const sql = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1";
    return (await client.query<{ relname: string }>(sql)).rows.map(({ relname }) => relname);
  };

  it('releases a table of any names and values as its CSV file', async () => {
    await expectEqualToFiles(engine, folder.path, 3);
  });

  it('releases a table whose columns have names of our own as its CSV file', async () => {
    await expectEqualToFiles(engine, folder.path, 3, drawOwnNames);
  });

  it('has its release held against the table, column by column', async () => {
    await expectMistakesCaught(engine, folder.path, (wrap) => (between.wrap = wrap), tables);
  });

  it('joins rows, vectors and classes without going through the classes for each row', async () => {
    await client.query('CREATE TABLE plans (plan json)');
    between.wrap = (connection) => ({
      ...connection,
      map: {
        ...connection.map,
        execute: async (sql) => {
          const explain = `EXPLAIN (FORMAT JSON) ${sql}`.replaceAll("'", "''");
          const keep = `DO $kept$ DECLARE p json; BEGIN EXECUTE '${explain}' INTO p; INSERT INTO plans VALUES (p); END $kept$`;
          if (sql.includes('SELECT ')) await connection.map.execute(keep);
          await connection.map.execute(sql);
        },
      },
    });
    const done = await anonymize(table('people'), '--out', table('joined'));
    between.wrap = null;
    const { rows: plans } = await client.query<{ plan: unknown }>('SELECT plan FROM plans');
    await client.query('DROP TABLE plans');
    expect([done.code, plans.length]).toEqual([0, 1]);
    expect(JSON.stringify(plans)).toMatch(/(Hash|Merge) Join/);
    expect(JSON.stringify(plans)).not.toContain('Nested Loop');
  });

  describe('that does not end', () => {
    const recoding = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'CREATE TABLE%kohort_t%' AND state = 'active'";
    const isRecoding = async (): Promise<void> => {
      while ((await client.query(recoding)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    };

    beforeAll(async () => {
      // Its rows take a second, so that something can happen in the middle.
      const some = 'SELECT * FROM people LIMIT 900';
      await client.query(`CREATE VIEW slow AS SELECT * FROM (${some}) s WHERE pg_sleep(0.001) IS NOT NULL`);
    });

    it('leaves nothing when it is killed', { timeout: 60_000 }, async () => {
      const before = await tables();
      const { child, ended } = start(
        ['anonymize', table('slow'), '--job', at('job.json'), '--out', table('never')],
        folder.path,
      );
      await isRecoding();
      child.kill('SIGKILL');
      await ended;
      while ((await client.query(recoding)).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await tables()).toEqual(before);
    });

    it('leaves nothing when the server goes down', { timeout: 60_000 }, async () => {
      const before = await tables();
      const crash = async (): Promise<void> => {
        await isRecoding();
        await server.crash();
      };
      const [done] = await Promise.all([anonymize(table('slow'), '--out', table('never')), crash()]);
      expect([done.code, done.stderr]).toEqual([
        4,
        expect.stringMatching(/^kohort: postgres .*the engine could not write \(.+\)\n$/),
      ]);
      await server.restart();
      client = await connect();
      expect(await tables()).toEqual(before);
    });
  });

  it('leaves nothing when it may not write, or a server is not there', async () => {
    const schema = await anonymize(table('people'), '--out', table('nowhere.released'));
    expect([schema.code, schema.stderr]).toEqual([
      4,
      expect.stringMatching(/^kohort: postgres .*the engine could not write \(3F000\)\n$/),
    ]);
    const gone = await anonymize('postgres://u:secret@127.0.0.1:1/db#people', '--out', at('x.csv'));
    expect([gone.code, gone.stderr]).toEqual([
      3,
      expect.stringMatching(/^kohort: postgres postgres:\/\/u:\*\*\*@.*ECONNREFUSED/),
    ]);
  });
});

describe.skipIf(!hasClickHouse() && !ci)(named('two shards of ClickHouse', hasClickHouse()), () => {
  let cluster: Awaited<ReturnType<typeof startClickHouse>>;
  const table = (name: string): string => `clickhouse:${cluster.urls[0]}/default#${name}`;
  const tables = async (): Promise<string[]> => (await cluster.query(0, 'SHOW TABLES')).trim().split('\n');

  beforeAll(async () => {
    cluster = await startClickHouse();
    const typeOf = (name: string): string =>
      numbers.includes(name) ? 'Int32' : name === 'workclass' ? 'Nullable(String)' : 'String';
    const types = peopleColumns.map((name) => `\`${name}\` ${typeOf(name)}`).join(', ');
    for (const shard of [0, 1]) {
      await cluster.query(shard, `CREATE TABLE people_local (${types}) ENGINE = MergeTree ORDER BY tuple()`);
      const part = rows.filter((_, i) => i % 2 === shard);
      const values = part.map((row) =>
        JSON.stringify(
          Object.fromEntries(
            row.map((cell, c) => [peopleColumns[c], numbers.includes(peopleColumns[c]) ? Number(cell) : cell]),
          ),
        ),
      );
      await cluster.query(shard, `INSERT INTO people_local FORMAT JSONEachRow\n${values.join('\n')}`);
    }
    await cluster.query(
      0,
      'CREATE TABLE people AS people_local ENGINE = Distributed(kohort_shards, default, people_local)',
    );
  }, 120_000);
  afterAll(async () => {
    await cluster?.stop();
  });

  it('recode a Distributed table to the rows and metrics that its CSV file gives', async () => {
    const done = await anonymize(table('people'), '--out', table('released'), '--json');
    expect(done.stderr).toBe('');
    expect(comparable(done.stdout)).toEqual(comparable(expected.json));
    const found = JSON.parse(await cluster.query(0, 'SELECT * FROM released FORMAT JSONCompact')) as {
      data: unknown[][];
    };
    expect(linesOf(found.data)).toEqual(expected.lines);
    expect((await tables()).sort()).toEqual(['people', 'people_local', 'released']);
    const audited = await runInside([
      'audit',
      table('released'),
      '--original',
      table('people'),
      '--job',
      at('job.json'),
      '--json',
    ]);
    expect(JSON.parse(audited.stdout)).toMatchObject({ holds: true, rows: 2000 });
  });

  const types = { text: 'Nullable(String)', integer: 'Int32', decimal: 'Decimal(9, 2)', date: 'Date' };
  const engine: OddEngine = {
    make: async (name, { columns, rows: values }) => {
      const made = columns.map((column) => `${quoteName(dialects.clickhouse, column.name)} ${types[column.kind]}`);
      for (const shard of [0, 1]) {
        await cluster.query(
          shard,
          `CREATE TABLE ${name}_local (${made.join(', ')}) ENGINE = MergeTree ORDER BY tuple()`,
        );
        const cell = (text: string | null): string =>
          text === null ? '\\N' : text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
        const lines = values.filter((_, i) => i % 2 === shard).map((row) => row.map(cell).join('\t'));
        await cluster.query(shard, `INSERT INTO ${name}_local FORMAT TabSeparated\n${lines.join('\n')}\n`);
      }
      await cluster.query(
        0,
        `CREATE TABLE ${name} AS ${name}_local ENGINE = Distributed(kohort_shards, default, ${name}_local)`,
      );
    },
    read: async (name) =>
      (JSON.parse(await cluster.query(0, `SELECT * FROM ${name} FORMAT JSONCompact`)) as { data: unknown[][] }).data,
    address: table,
  };

  /** Runs a test and drops the tables that it made. */
  const cleanly = (test: () => Promise<void>) => async (): Promise<void> => {
    const before = await tables();
    await test();
    for (const name of await tables()) if (!before.includes(name)) await cluster.query(0, `DROP TABLE ${name}`);
  };

  it(
    'release a table of any names and values as its CSV file',
    cleanly(async () => expectEqualToFiles(engine, folder.path, 3)),
  );

  it(
    'release a table whose columns have names of our own as its CSV file',
    cleanly(async () => expectEqualToFiles(engine, folder.path, 3, drawOwnNames)),
  );

  it(
    'have their release held against the table, column by column',
    cleanly(async () => expectMistakesCaught(engine, folder.path, (wrap) => (between.wrap = wrap), tables)),
  );

  it('lose what a killed run left when it is over, and that alone', { timeout: 90_000 }, async () => {
    const before = await tables();
    // Not ours, though they are called nearly so.
    const others = ['kohort_0123456789ab_release', 'kohort_0123456789ab01234567_release', 'kohort_people_map'];
    for (const name of others) await cluster.query(0, `CREATE TABLE ${name} (x Int32) ENGINE = Memory`);
    await cluster.query(0, 'CREATE VIEW slow AS SELECT * FROM people_local WHERE sleepEachRow(0.002) = 0');
    const { child, ended } = start(
      ['anonymize', table('slow'), '--job', at('job.json'), '--out', table('never')],
      folder.path,
    );
    const unconfirmed = async (): Promise<string[]> => (await tables()).filter(isUnconfirmedRelease);
    while ((await unconfirmed()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    await ended;
    const [left] = await unconfirmed();
    expect((await tables()).sort()).toEqual([...before, ...others, 'slow', left].sort());

    const run = async (name: string): Promise<{ code: string; message: string }[]> => {
      const done = await anonymize(table('people_local'), '--out', table(name), '--json');
      const { warnings } = JSON.parse(done.stdout) as { warnings: { code: string; message: string }[] };
      return warnings.filter(({ code }) => code.startsWith('TABLES_'));
    };
    // It may still be at work.
    const named = expect.stringContaining(`"${left}"`) as string;
    expect(await run('first')).toEqual([{ code: 'TABLES_LEFT', message: named }]);
    await cluster.killShard(0);
    await cluster.startShard(0);
    expect(await run('second')).toEqual([{ code: 'TABLES_SWEPT', message: named }]);
    expect(await run('third')).toEqual([]);
    const made = [...others, 'slow', 'first', 'second', 'third'];
    expect((await tables()).sort()).toEqual([...before, ...made].sort());
    for (const name of made) await cluster.query(0, `DROP TABLE ${name}`);
  });

  describe('of which one dies', () => {
    /** Kills the second shard as soon as `isTime` and it works on its part of the table. */
    async function killWhen(isTime: () => Promise<boolean>): Promise<void> {
      const working =
        "SELECT count() FROM system.processes WHERE query LIKE '%people_local%' AND query NOT LIKE '%processes%' FORMAT TabSeparated";
      while (!(await isTime()) || (await cluster.query(1, working)).trim() === '0') {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await cluster.killShard(1);
    }

    beforeAll(async () => {
      // Its rows take two seconds, so that it can die in the middle.
      await cluster.query(1, 'RENAME TABLE people_local TO people_rows');
      await cluster.query(1, 'CREATE VIEW people_local AS SELECT * FROM people_rows WHERE sleepEachRow(0.002) = 0');
    });
    afterAll(async () => {
      await cluster.query(1, 'DROP TABLE people_local');
      await cluster.query(1, 'RENAME TABLE people_rows TO people_local');
    });

    const isRecoding = async (): Promise<boolean> => {
      const names = await tables();
      return names.some((name) => name.endsWith('_release'));
    };
    it.each([
      ['the count', 3, 'answer', async (): Promise<boolean> => Promise.resolve(true)],
      ['the recoding', 4, 'write', isRecoding],
    ] as const)('during %s: a typed error and no table', { timeout: 90_000 }, async (_, code, verb, isTime) => {
      const [done] = await Promise.all([anonymize(table('people'), '--out', table('never')), killWhen(isTime)]);
      await cluster.startShard(1);
      expect([done.code, done.stderr]).toEqual([
        code,
        expect.stringMatching(new RegExp(`^kohort: clickhouse .*the engine could not ${verb} \\(code \\d+\\)\\n$`)),
      ]);
      expect((await tables()).sort()).toEqual(['people', 'people_local', 'released']);
    });
  });

  it('end with a typed error and no table when one of them is gone', async () => {
    await cluster.stopShard(1);
    const done = await anonymize(table('people'), '--out', table('never'));
    expect([done.code, done.stderr]).toEqual([
      3,
      expect.stringMatching(/^kohort: clickhouse .*the engine could not answer \(code \d+\)\n$/),
    ]);
    expect((await tables()).sort()).toEqual(['people', 'people_local', 'released']);
  });
});
