import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasClickHouse, hasPostgres, startClickHouse, startPostgres } from '../../../scripts/sql-engines.mjs';
import type { AuditReport, Inspection, RunResult } from '../../../src/index.js';
import { readCsv } from '../../../src/index.js';
import { makeFolder, runInside, start } from '../../hosts/command/run-cli.js';
import { long } from '../../shared.js';
import type * as sources from '../../../src/io/sql/open-source.js';
import { openClickHouse } from '../../../src/io/sql/clickhouse.js';
import { dialects, quoteName } from '../../../src/io/sql/dialects.js';
import { isUnconfirmedRelease, nameOwnTables } from '../../../src/io/sql/own-tables.js';
import type { SweptTables } from '../../../src/io/sql/source.js';
import type { Wrap } from './corrupt.js';
import { expectMistakesCaught } from './corrupt.js';
import type { OddEngine } from './odd-tables.js';
import { hostileTables } from './hostile-names.js';
import { drawOwnNames, expectEqualToFiles } from './odd-tables.js';
import { expectNothingPlanted } from './planted-tables.js';
import { comparable, linesOf, peopleColumns, peopleJob, peopleRows, rounded } from './people.js';
import { cellsOf, quotedCsv } from '../../table-texts.js';
import { ci, named } from './skipped-engines.js';

// Test files of a worker share their modules: they are loaded again here, with the mock, and after this file, without it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('../../../src/io/sql/open-source.js');
  vi.resetModules();
});

const between = vi.hoisted(() => ({ wrap: null as Wrap | null }));
vi.mock('../../../src/io/sql/open-source.js', async (original) => {
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
let expected: { json: string; lines: string[]; seen: unknown };
const anonymize = (from: string, ...more: string[]) =>
  runInside(['anonymize', from, '--job', at('job.json'), '--quiet', ...more]);

/** Waits for what is to come, a minute at most. */
async function until(isTime: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await isTime())) {
    if (Date.now() > end) throw new Error('what was waited for did not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Answers of `inspect` about a table, and of `attack linkage` about a release of it. */
async function lookAt(people: string, release: string): Promise<unknown> {
  const inspected = await runInside(['inspect', people, '--json']);
  const options = ['--public', people, '--job', at('job.json'), '--json'];
  const attacked = await runInside(['attack', 'linkage', release, ...options]);
  expect([inspected.code, attacked.code, inspected.stderr, attacked.stderr]).toEqual([0, 0, '', '']);
  const { rows: count, columns, uniqueness } = JSON.parse(inspected.stdout) as Inspection;
  // Rows have an order in files alone, by which numbers are seen to count them.
  const byOrder = 'its values count the rows';
  const reasoned = columns.map((column) => ({ ...column, reason: column.reason === byOrder ? 'nearly every row with a value has a different one' : column.reason })); // prettier-ignore
  return [count, reasoned, uniqueness.slice(0, 5), rounded(attacked.stdout)];
}

/** The people's job with several rows a person: who has the same education, marital status, race and sex. */
const keyed = ['education-num', 'marital-status', 'race'];
async function releaseByPersons(people: string, out: string): Promise<unknown> {
  const attributes = { ...peopleJob.attributes };
  for (const name of keyed) attributes[name] = 'person';
  const privacy = [{ model: 'k-anonymity', k: 4 }];
  const job = { ...peopleJob, attributes, privacy, algorithm: 'optimal-lattice', suppression: { maxFraction: 0.2 } };
  writeFileSync(at('persons.json'), JSON.stringify(job));
  const done = await runInside(['anonymize', people, '--job', at('persons.json'), '--out', out, '--json', '--quiet']);
  expect([done.code, done.stderr]).toEqual([0, '']);
  const audited = await runInside(['audit', out, '--original', people, '--job', at('persons.json'), '--json']);
  const { holds, persons, personsRecounted, personsReleased } = JSON.parse(audited.stdout) as AuditReport;
  expect([holds, personsRecounted]).toEqual([true, true]);
  const result = JSON.parse(done.stdout) as RunResult;
  expect([persons, personsReleased]).toEqual([result.persons, result.personsReleased]);
  expect(result.persons).toBeLessThan(1000);
  const { risk, history } = result;
  // A column that is released as it is stays in a database, where nobody counts it.
  const { note: _, ...exposure } = result.exposure;
  return [comparable(done.stdout), persons, personsReleased, risk, history, exposure];
}

beforeAll(async () => {
  writeFileSync(at('people.csv'), quotedCsv([peopleColumns, ...rows]));
  writeFileSync(at('job.json'), JSON.stringify({ ...peopleJob, input: { missing: [''], trim: false } }));
  const byFile = await anonymize(at('people.csv'), '--out', at('released.csv'), '--json');
  const table = await readCsv(readFileSync(at('released.csv')), { delimiter: ',', trim: false });
  expected = {
    json: byFile.stdout,
    lines: linesOf(cellsOf(table)),
    seen: await lookAt(at('people.csv'), at('released.csv')),
  };
});

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
    // Its rows take a second, so that something can happen in the middle.
    const some = 'SELECT * FROM people LIMIT 900';
    await client.query(`CREATE VIEW slow AS SELECT * FROM (${some}) s WHERE pg_sleep(0.001) IS NOT NULL`);
  }, 90_000);
  // Whatever a test leaves, the next one does not see it.
  afterEach(async () => {
    between.wrap = null;
    await server.restart();
    client = await client.query('SELECT 1').then(
      () => client,
      async () => connect(),
    );
    const made = (await tables()).filter((name) => !['people', 'slow'].includes(name));
    for (const name of made) await client.query(`DROP TABLE ${quoteName(dialects.postgres, name)}`);
  }, 90_000);
  afterAll(async () => {
    await client?.end();
    await server?.stop();
  });

  // promise: sql-order-lost
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

  it('counts the persons that its CSV file has', async () => {
    const byFile = await releaseByPersons(at('people.csv'), at('persons.csv'));
    expect(await releaseByPersons(table('people'), table('persons'))).toEqual(byFile);
    const { fields } = await client.query('SELECT * FROM persons LIMIT 1');
    expect(fields.map(({ name }) => name)).toEqual(
      peopleColumns.filter((name) => name !== 'id' && !keyed.includes(name)),
    );
  });

  it('is inspected and attacked as its CSV file', async () => {
    await anonymize(table('people'), '--out', table('released'));
    expect(await lookAt(table('people'), table('released'))).toEqual(expected.seen);
  });

  const types = { text: 'text', integer: 'integer', decimal: 'numeric(9,2)', date: 'date' };
  const engine: OddEngine = {
    make: async (name, { columns, rows: values }) => {
      const made = columns.map((column) => `${quoteName(dialects.postgres, column.name)} ${types[column.kind]}`);
      await client.query(`CREATE TABLE ${quoteName(dialects.postgres, name)} (${made.join(', ')})`);
      const arrays = columns.map(({ kind }, c) => `$${c + 1}::${types[kind]}[]`);
      const all = columns.map((_, c) => values.map((row) => row[c]));
      await client.query(
        `INSERT INTO ${quoteName(dialects.postgres, name)} SELECT * FROM unnest(${arrays.join(', ')})`,
        all,
      );
    },
    read: async (name) => {
      const text = `SELECT * FROM ${quoteName(dialects.postgres, name)}`;
      return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
    },
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

  // promise: sql-names-harmless
  it('releases a table whose columns have hostile names as its CSV file', { timeout: 1_800_000 }, async () => {
    const names = hostileTables({ mostBytes: 63, caseMatters: true });
    await expectEqualToFiles(engine, folder.path, long ? 150 : 5, names);
  });

  it(
    'shows no text of a quasi-identifier that fewer than k people have, by any search',
    { timeout: 1_800_000 },
    async () => {
      await expectNothingPlanted(engine, folder.path, long ? 6 : 1);
    },
  );

  // promise: sql-release-compared
  it('has its release compared with the table, column by column', async () => {
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
          if (sql.includes('SELECT ')) await connection.map.execute(keep as typeof sql);
          await connection.map.execute(sql);
        },
      },
    });
    const done = await anonymize(table('people'), '--out', table('joined'));
    const { rows: plans } = await client.query<{ plan: unknown }>('SELECT plan FROM plans');
    expect([done.code, plans.length]).toEqual([0, 1]);
    expect(JSON.stringify(plans)).toMatch(/(Hash|Merge) Join/);
    expect(JSON.stringify(plans)).not.toContain('Nested Loop');
  });

  describe('that does not end', () => {
    const recoding = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'CREATE TABLE%kohort_t%' AND state = 'active'";
    const isRecoding = async (): Promise<boolean> => (await client.query(recoding)).rows.length > 0;

    // promise: sql-leaves-nothing
    it('leaves nothing when it is killed', { timeout: 120_000 }, async () => {
      const before = await tables();
      const { child, ended } = start(
        ['anonymize', table('slow'), '--job', at('job.json'), '--out', table('never')],
        folder.path,
      );
      await until(isRecoding);
      child.kill('SIGKILL');
      await ended;
      await until(async () => !(await isRecoding()));
      expect(await tables()).toEqual(before);
    });

    // promise: sql-leaves-nothing
    it('leaves nothing when the server goes down', { timeout: 120_000 }, async () => {
      const before = await tables();
      const crash = async (): Promise<void> => {
        await until(isRecoding);
        await server.crash();
      };
      const [done] = await Promise.all([anonymize(table('slow'), '--out', table('never')), crash()]);
      expect([done.code, done.stderr]).toEqual([
        4,
        expect.stringMatching(/^kohort: postgres .*the engine could not write \(.+\) \[ENGINE_WRITE\]\n$/),
      ]);
      await server.restart();
      client = await connect();
      expect(await tables()).toEqual(before);
    });
  });

  it('is named without user and password', async () => {
    const open = (name: string): string => table(name).replace('//kohort@', '//kohort:secret@');
    const done = await runInside(['anonymize', open('people'), '--job', at('job.json'), '--out', open('released')]);
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('release: postgres://***@127.0.0.1')]);
    expect(done.stderr).not.toContain('secret');
  });

  it('leaves nothing when it may not write, or a server is not there', async () => {
    const schema = await anonymize(table('people'), '--out', table('nowhere.released'));
    expect([schema.code, schema.stderr]).toEqual([
      4,
      expect.stringMatching(/^kohort: postgres .*the engine could not write \(3F000\) \[ENGINE_WRITE\]\n$/),
    ]);
    const gone = await anonymize('postgres://u:secret@127.0.0.1:1/db#people', '--out', at('x.csv'));
    expect([gone.code, gone.stderr]).toEqual([
      3,
      expect.stringMatching(/^kohort: postgres postgres:\/\/\*\*\*@.*ECONNREFUSED/),
    ]);
  });
});

describe.skipIf(!hasClickHouse() && !ci)(named('two shards of ClickHouse', hasClickHouse()), () => {
  let cluster: Awaited<ReturnType<typeof startClickHouse>>;
  const table = (name: string): string => `clickhouse:${cluster.urls[0]}/default#${name}`;
  const tables = async (shard = 0): Promise<string[]> =>
    (JSON.parse(await cluster.query(shard, 'SHOW TABLES FORMAT JSONCompact')) as { data: string[][] }).data.flat();
  const given = [['people', 'people_local'], ['people_local']];

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
  // Whatever a test leaves, the next one does not see it: shards that are down, tables, what is put between.
  afterEach(async () => {
    between.wrap = null;
    for (const shard of [0, 1]) await cluster.startShard(shard);
    for (const shard of [0, 1]) {
      const made = (await tables(shard)).filter((name) => !given[shard].includes(name));
      for (const name of made) await cluster.query(shard, `DROP TABLE ${quoteName(dialects.clickhouse, name)}`);
    }
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

  it('count the persons that their CSV file has, whose rows lie on both', async () => {
    const byFile = await releaseByPersons(at('people.csv'), at('persons.csv'));
    expect(await releaseByPersons(table('people'), table('persons'))).toEqual(byFile);
  });

  it('are inspected and attacked as their CSV file', async () => {
    await anonymize(table('people'), '--out', table('released'));
    expect(await lookAt(table('people'), table('released'))).toEqual(expected.seen);
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
      (
        JSON.parse(
          await cluster.query(0, `SELECT * FROM ${quoteName(dialects.clickhouse, name)} FORMAT JSONCompact`),
        ) as { data: unknown[][] }
      ).data,
    address: table,
  };

  it('release a table of any names and values as its CSV file', async () => {
    await expectEqualToFiles(engine, folder.path, 3);
  });

  it('release a table whose columns have names of our own as its CSV file', async () => {
    await expectEqualToFiles(engine, folder.path, 3, drawOwnNames);
  });

  // promise: sql-names-harmless
  it('release a table whose columns have hostile names as its CSV file', { timeout: 1_800_000 }, async () => {
    const names = hostileTables({ mostBytes: 60, caseMatters: true });
    await expectEqualToFiles(engine, folder.path, long ? 150 : 5, names);
  });

  it(
    'show no text of a quasi-identifier that fewer than k people have, by any search',
    { timeout: 1_800_000 },
    async () => {
      await expectNothingPlanted(engine, folder.path, long ? 6 : 1);
    },
  );

  // promise: sql-release-compared
  it('have their release compared with the table, column by column', async () => {
    await expectMistakesCaught(engine, folder.path, (wrap) => (between.wrap = wrap), tables);
  });

  /** Anonymizes into a new table; gives the warnings of tables that others left. */
  const warned = async (name: string): Promise<{ code: string; message: string }[]> => {
    const done = await anonymize(table('people_local'), '--out', table(name), '--json');
    const { warnings } = JSON.parse(done.stdout) as { warnings: { code: string; message: string }[] };
    return warnings.filter(({ code }) => code.startsWith('TABLES_'));
  };
  const naming = (name: string): string => expect.stringContaining(`"${name}"`) as string;

  it('lose what a killed run left when it has ended, and that alone', { timeout: 120_000 }, async () => {
    // Not ours, though they are called nearly so.
    const others = ['kohort_0123456789ab_release', 'kohort_0123456789ab01234567_release', 'kohort_people_map'];
    for (const name of others) await cluster.query(0, `CREATE TABLE ${name} (x Int32) ENGINE = Memory`);
    await cluster.query(0, 'CREATE VIEW slow AS SELECT * FROM people_local WHERE sleepEachRow(0.002) = 0');
    const { child, ended } = start(
      ['anonymize', table('slow'), '--job', at('job.json'), '--out', table('never')],
      folder.path,
    );
    const unconfirmed = async (): Promise<string[]> => (await tables()).filter(isUnconfirmedRelease);
    await until(async () => (await unconfirmed()).length > 0);
    child.kill('SIGKILL');
    await ended;
    const [left] = await unconfirmed();
    expect((await tables()).sort()).toEqual([...given[0], ...others, 'slow', left].sort());

    // The killed run may still be at work.
    expect(await warned('first')).toEqual([{ code: 'TABLES_LEFT', message: naming(left) }]);
    // The server counts whole seconds: a table that is younger than two of them may be of a run after its start.
    const age = `SELECT toUInt32(now()) - toUInt32(metadata_modification_time) FROM system.tables WHERE name = '${left}'`;
    await until(async () => Number(await cluster.query(0, age)) > 2);
    await cluster.killShard(0);
    await cluster.startShard(0);
    expect(await warned('second')).toEqual([{ code: 'TABLES_SWEPT', message: naming(left) }]);
    expect(await warned('third')).toEqual([]);
    const made = [...others, 'slow', 'first', 'second', 'third'];
    expect((await tables()).sort()).toEqual([...given[0], ...made].sort());
  });

  it('keep what a run makes that began right after the start of the server', { timeout: 120_000 }, async () => {
    await cluster.killShard(0);
    await cluster.startShard(0);
    const { release } = nameOwnTables();
    await cluster.query(0, `CREATE TABLE ${release} (x Int32) ENGINE = Memory`);
    const connection = await openClickHouse(`${cluster.urls[0]}/default`, { write: true });
    const end = Date.now() + 2500;
    const swept: SweptTables[] = [];
    while (Date.now() < end) swept.push(await connection.sweep!('released'));
    await connection.close();
    expect(swept.filter(({ dropped, left }) => dropped.length > 0 || left[0] !== release)).toEqual([]);
  });

  describe('of which one dies', () => {
    /** Kills the second shard as soon as `isTime` and it works on its part of the table. */
    async function killWhen(isTime: () => Promise<boolean>): Promise<void> {
      const working =
        "SELECT count() FROM system.processes WHERE query LIKE '%slow_local%' AND query NOT LIKE '%processes%' FORMAT TabSeparated";
      await until(async () => (await isTime()) && (await cluster.query(1, working)).trim() !== '0');
      await cluster.killShard(1);
    }
    const isRecoding = async (): Promise<boolean> => (await tables()).some(isUnconfirmedRelease);

    it.each([
      ['the count', 3, 'answer', async (): Promise<boolean> => Promise.resolve(true)],
      ['the recoding', 4, 'write', isRecoding],
    ] as const)('during %s: a typed error and no table', { timeout: 120_000 }, async (_, code, verb, isTime) => {
      // Its rows take the second shard two seconds, so that it can die in the middle.
      await cluster.query(0, 'CREATE VIEW slow_local AS SELECT * FROM people_local');
      await cluster.query(1, 'CREATE VIEW slow_local AS SELECT * FROM people_local WHERE sleepEachRow(0.002) = 0');
      const slow = 'CREATE TABLE slow AS people_local ENGINE = Distributed(kohort_shards, default, slow_local)';
      await cluster.query(0, slow);
      const before = await tables();
      const [done] = await Promise.all([anonymize(table('slow'), '--out', table('never')), killWhen(isTime)]);
      await cluster.startShard(1);
      expect([done.code, done.stderr]).toEqual([
        code,
        expect.stringMatching(
          new RegExp(
            `^kohort: clickhouse .*the engine could not ${verb} \\(code \\d+\\) \\[ENGINE_(READ|WRITE)\\]\\n$`,
          ),
        ),
      ]);
      expect(await tables()).toEqual(before);
    });
  });

  it('end with a typed error and no table when one of them is gone', async () => {
    await cluster.stopShard(1);
    const done = await anonymize(table('people'), '--out', table('never'));
    expect([done.code, done.stderr]).toEqual([
      3,
      expect.stringMatching(/^kohort: clickhouse .*the engine could not answer \(code \d+\) \[ENGINE_READ\]\n$/),
    ]);
    expect((await tables()).sort()).toEqual(given[0]);
  });
});
