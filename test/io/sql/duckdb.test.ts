import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunResult } from '../../../src/index.js';
import { readCsv } from '../../../src/index.js';
import type { Ended } from '../../hosts/command/run-cli.js';
import { makeFolder, runInside } from '../../hosts/command/run-cli.js';
import type * as sources from '../../../src/io/sql/open-source.js';
import { openDuckDb } from '../../../src/io/sql/duckdb.js';
import { sql } from '../../../src/io/sql/sql.js';
import { quoteName, dialects } from '../../../src/io/sql/dialects.js';
import type { Wrap } from './corrupt.js';
import { expectMistakesCaught } from './corrupt.js';
import type { OddEngine } from './odd-tables.js';
import { hostileTables } from './hostile-names.js';
import { drawOwnNames, expectEqualToFiles } from './odd-tables.js';
import { comparable, linesOf, peopleColumns, peopleJob, peopleRows } from './people.js';
import { long, casesOf, inTurn } from '../../shared.js';
import { cellsOf, quotedCsv } from '../../table-texts.js';
import { longTest } from '../../long-test.js';

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
const rows = peopleRows(3000);
const input = `duckdb:${at('people.db')}#people`;
const released = (name: string): string => `duckdb:${at('people.db')}#${name}`;

async function inDatabase<T>(work: (run: (sql: string) => Promise<unknown[][]>) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(at('people.db'));
  const connection = await instance.connect();
  try {
    return await work(async (sql) => (await connection.runAndReadAll(sql)).getRowsJS() as unknown[][]);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The release that the tests look at. */
let byEngine: Ended;
beforeAll(async () => {
  writeFileSync(at('people.csv'), quotedCsv([peopleColumns, ...rows]));
  writeFileSync(at('job.json'), JSON.stringify({ ...peopleJob, input: { missing: [''], trim: false } }));
  await inDatabase(async (run) => {
    const types = peopleColumns.map(
      (name) => `"${name}" ${['age', 'education-num'].includes(name) ? 'INTEGER' : 'VARCHAR'}`,
    );
    await run(`CREATE TABLE people (${types.join(', ')})`);
    const values = rows.map(
      (row) => `(${row.map((cell) => (cell === null ? 'NULL' : `'${cell.replaceAll("'", "''")}'`)).join(',')})`,
    );
    await run(`INSERT INTO people VALUES ${values.join(',')}`);
  });
  byEngine = await anonymize(input, '--out', released('released'), '--json');
});

const anonymize = (from: string, ...more: string[]) =>
  runInside(['anonymize', from, '--job', at('job.json'), '--quiet', ...more]);

describe('a table of DuckDB', () => {
  it('is recoded inside the database to the rows and metrics that its CSV file gives', async () => {
    const byFile = await anonymize(at('people.csv'), '--out', at('released.csv'), '--json');
    expect(byEngine.stderr).toBe('');
    expect(comparable(byEngine.stdout)).toEqual(comparable(byFile.stdout));
    const expected = await readCsv((await import('node:fs')).readFileSync(at('released.csv')), {
      delimiter: ',',
      trim: false,
    });
    await inDatabase(async (run) => {
      expect(linesOf(await run('SELECT * FROM released'))).toEqual(linesOf(cellsOf(expected)));
      const tables = await run('SELECT table_name FROM information_schema.tables ORDER BY 1');
      expect(tables).toEqual([['people'], ['released']]);
    });
  });

  // promise: sql-order-lost
  it('keeps no order of the original: the release is sorted by what it holds', async () => {
    await inDatabase(async (run) => {
      const found = await run('SELECT * FROM released');
      expect(found).toEqual(await run('SELECT * FROM released ORDER BY ALL'));
    });
  });

  it('is audited by GROUP BY, with and without the original, and a release with an identifier fails', async () => {
    const job = ['--job', at('job.json'), '--quiet', '--json'];
    const alone = await runInside(['audit', released('released'), ...job]);
    expect([alone.code, alone.stderr]).toEqual([0, '']);
    const both = await runInside(['audit', released('released'), '--original', input, ...job]);
    expect(JSON.parse(both.stdout)).toMatchObject({ holds: true, problems: [], rows: 3000 });
    await inDatabase(async (run) => run('CREATE TABLE leaking AS SELECT *, 7 AS id FROM released'));
    const leaking = await runInside(['audit', released('leaking'), ...job]);
    expect(leaking.code).toBe(1);
    expect(JSON.parse(leaking.stdout)).toMatchObject({ problems: ['column "id": an identifier is in the release'] });
  });

  it('is never replaced, and is not there after an error', async () => {
    const again = await anonymize(input, '--out', released('released'));
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringMatching(/^kohort: --out: expected the name of a new table/),
    ]);
    const inCapitals = await anonymize(input, '--out', released('RELEASED'));
    expect([inCapitals.code, inCapitals.stderr]).toEqual([2, again.stderr.replace('released', 'RELEASED')]);
    const same = await anonymize(input, '--out', input);
    expect(same.code).toBe(2);
    for (const option of ['--checkpoint', '--resume']) {
      const unused = await anonymize(input, '--out', released('other'), option, at('unused.html'));
      expect([unused.code, unused.stderr]).toEqual([2, expect.stringContaining(option)]);
    }
    const nothing = await anonymize(`duckdb:${at('people.db')}#nobody`, '--out', released('other'));
    expect([nothing.code, nothing.stderr]).toEqual([3, expect.stringContaining('there is no such table')]);
  });

  it('is audited when every row of it is suppressed', async () => {
    const attributes = { id: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } } };
    const job = { ...peopleJob, attributes, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'samarati' };
    writeFileSync(at('none.json'), JSON.stringify({ ...job, suppression: 'unlimited' }));
    const options = ['--job', at('none.json'), '--quiet', '--json'];
    const done = await runInside(['anonymize', input, ...options, '--out', released('nobody')]);
    expect(JSON.parse(done.stdout)).toMatchObject({ released: 0, suppressed: 3000 });
    const audited = await runInside(['audit', released('nobody'), '--original', input, ...options]);
    expect(audited.stderr).toBe('');
    expect(JSON.parse(audited.stdout)).toMatchObject({ holds: true, rows: 3000, released: 0, suppressed: 3000 });
  });

  it('can be written as a file, and a Parquet file be read', async () => {
    await inDatabase(async (run) => run(`COPY people TO '${at('people.parquet')}'`));
    for (const from of inTurn([input, `duckdb:${at('people.parquet')}`], 2)) {
      const done = await anonymize(from, '--out', at('from-engine.csv'), '--json');
      expect(done.stderr).toBe('');
      const audited = await runInside([
        'audit',
        at('from-engine.csv'),
        '--original',
        from,
        '--job',
        at('job.json'),
        '--json',
      ]);
      expect(JSON.parse(audited.stdout)).toMatchObject({ holds: true, rows: 3000 });
    }
  });

  it('prints the SQL instead of running it, and what it prints makes the same release', async () => {
    const printed = await anonymize(input, '--sql', 'duckdb', '--out', released('printed'));
    expect(printed.stdout).not.toContain('id-');
    await inDatabase(async (run) => {
      for (const statement of printed.stdout.split(';\n')) if (statement.trim() !== '') await run(statement);
      expect(linesOf(await run('SELECT * FROM printed'))).toEqual(linesOf(await run('SELECT * FROM released')));
    });
    expect((await anonymize(input, '--sql', 'cobol')).code).toBe(2);
  });

  longTest('drops rows with missing values, suppresses, and stars like a file', async () => {
    const job = {
      ...peopleJob,
      input: { missing: [''], trim: false, onMissing: 'drop' },
      suppression: { maxRows: 200 },
    };
    for (const suppressed of inTurn(['drop', 'star'], 2)) {
      const algorithm = 'two-phase-hill-climbing';
      const privacy = [{ model: 'k-anonymity', k: 25 }];
      writeFileSync(at('drop.json'), JSON.stringify({ ...job, algorithm, privacy, output: { suppressed } }));
      const options = ['--job', at('drop.json'), '--quiet', '--json'];
      const byFile = await runInside(['anonymize', at('people.csv'), ...options, '--out', at('drop.csv')]);
      const byEngine = await runInside(['anonymize', input, ...options, '--out', released(`drop_${suppressed}`)]);
      expect(byEngine.stderr).toBe('');
      expect(comparable(byEngine.stdout)).toEqual(comparable(byFile.stdout));
      expect(JSON.parse(byEngine.stdout)).toMatchObject({ rows: 2940 });
    }
  });

  const types = { text: 'VARCHAR', integer: 'INTEGER', decimal: 'DECIMAL(9,2)', date: 'DATE' };
  const engine: OddEngine = {
    make: async (name, { columns, rows: values }) =>
      inDatabase(async (run) => {
        const made = columns.map((column) => `${quoteName(dialects.duckdb, column.name)} ${types[column.kind]}`);
        await run(`CREATE TABLE ${quoteName(dialects.duckdb, name)} (${made.join(', ')})`);
        const cell = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);
        await run(
          `INSERT INTO ${quoteName(dialects.duckdb, name)} VALUES ${values.map((row) => `(${row.map(cell).join(',')})`).join(',')}`,
        );
      }),
    read: async (name) => inDatabase(async (run) => run(`SELECT * FROM ${quoteName(dialects.duckdb, name)}`)),
    address: released,
  };

  it('of any names and values is released as its CSV file is', async () => {
    await expectEqualToFiles(engine, folder.path, casesOf(3, 1));
  });

  longTest('whose columns have names of our own is released as its CSV file is', async () => {
    await expectEqualToFiles(engine, folder.path, 3, drawOwnNames);
  });

  // promise: sql-names-harmless
  longTest('whose columns have hostile names is released as its CSV file is', { timeout: 1_800_000 }, async () => {
    const names = hostileTables({ mostBytes: 400, caseMatters: false });
    await expectEqualToFiles(engine, folder.path, long ? 150 : 3, names);
  });

  // promise: sql-release-compared
  longTest('is compared with its release, column by column', async () => {
    const tables = async (): Promise<string[]> =>
      inDatabase(async (run) => (await run('SHOW ALL TABLES')).map((row) => String(row[2])));
    await expectMistakesCaught(engine, folder.path, (wrap) => (between.wrap = wrap), tables);
  });

  it('has nothing of a run in its file before it ends', async () => {
    const seen: string[][] = [];
    between.wrap = (connection) => ({
      ...connection,
      describe: async (from) => {
        // While the release is made and confirmed, as if the process were killed there.
        for (const end of ['', '.wal'])
          if (existsSync(at(`people.db${end}`))) copyFileSync(at(`people.db${end}`), at(`copy.db${end}`));
        const instance = await DuckDBInstance.create(at('copy.db'));
        const copy = await instance.connect();
        seen.push(((await copy.runAndReadAll('SHOW TABLES')).getRowsJS() as string[][]).map(([name]) => name));
        copy.closeSync();
        instance.closeSync();
        return connection.describe(from);
      },
    });
    const before = await inDatabase(async (run) => (await run('SHOW TABLES')).map(([name]) => String(name)));
    const done = await anonymize(input, '--out', released('whole'));
    between.wrap = null;
    expect(done.code).toBe(0);
    expect(seen.length).toBeGreaterThan(1);
    for (const names of seen) expect(names).toEqual(before);
  });

  it('has all that was written in its file when its connection is closed, even with a query that is not read to its end', async () => {
    const connection = await openDuckDb(at('closed.db'), { write: true });
    await connection.execute(sql`CREATE TABLE kept AS SELECT range AS a FROM range(300000)`);
    for await (const rows of connection.query(sql`SELECT a::VARCHAR FROM kept`)) {
      expect(rows.length).toBeGreaterThan(0);
      break;
    }
    expect(existsSync(at('closed.db.wal'))).toBe(true);
    await connection.close();
    expect(existsSync(at('closed.db.wal'))).toBe(false);
  });

  it('with NULLs has no control characters by that', async () => {
    await engine.make('nulls', {
      columns: [
        { name: 'age', kind: 'integer' },
        { name: 'city', kind: 'text' },
      ],
      rows: [
        ['21', null],
        ['21', 'a\u0007'],
        ['21', null],
      ],
    });
    const attributes = { age: { role: 'quasi-identifier' }, city: { role: 'sensitive' } };
    const job = { attributes, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' };
    writeFileSync(at('nulls.json'), JSON.stringify(job));
    const done = await runInside(['anonymize', released('nulls'), '--job', at('nulls.json'), '--json']);
    const { warnings } = JSON.parse(done.stdout) as RunResult;
    const found = warnings.filter(({ code }) => code === 'CONTROL_CHARACTERS');
    expect(found).toEqual([
      { code: 'CONTROL_CHARACTERS', message: 'control characters, kept; cells: 1', attribute: 'city' },
    ]);
  });
});
