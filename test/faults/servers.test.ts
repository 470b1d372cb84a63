/** The command on tables of PostgreSQL and ClickHouse with the n-th statement refused, or the server lost at it, for every n. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasClickHouse, hasPostgres, startClickHouse, startPostgres } from '../../scripts/sql-engines.mjs';
import { isUnconfirmedRelease } from '../../src/io/sql/own-tables.js';
import { ci, named } from '../io/sql/skipped-engines.js';
import type { Armed, StatementFault } from './injector.js';
import { armStatements } from './injector.js';
import type { OutputCase } from './outputs.js';
import { people } from './outputs.js';
import type { Left } from './run-case.js';
import { judge, makeCaseFolder, runWith } from './run-case.js';

const folder = makeCaseFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const whats = ['refused', 'lost before', 'lost after'] as const;
const [header, ...lines] = people.trimEnd().split('\n');
/** A cell that the servers quote in their errors. */
const CELL = 'Person 3';

/** Statements without the names that are drawn for each run. */
const withoutMark = (text: string): string => text.replaceAll(/kohort_[0-9a-f]{20}/g, 'kohort');

type Tables = Readonly<Record<string, readonly string[]>>;

/** Cases that read a table, and one that writes one too. */
const outputsOf = (people: string, released: string, dialect: string): readonly OutputCase[] => {
  const source = ['anonymize', people, '--seed', '7', '--job', 'job.json'];
  return [
    {
      name: 'a table with a report and a recoding',
      args: [...source, '--out', released, '--report', 'out.html', '--recoding', 'recoding.json'],
      files: ['out.html', 'recoding.json'],
    },
    { name: 'a file', args: [...source, '--out', 'out.csv'], files: ['out.csv'] },
    {
      name: 'statements',
      args: [...source, '--sql', dialect],
      files: [],
      isSame: (a, b) => withoutMark(a) === withoutMark(b),
    },
  ];
};

/** Handles for testing a server at every statement. */
interface Swept {
  arm(at: number, what: StatementFault): Armed;
  tables(): Promise<Tables>;
  /** Removes every table that a run made. */
  clean(): Promise<void>;
  /** True if a table may be left that no reader takes for a release, since its server is not reachable any more. */
  readonly mayLeave: boolean;
}

/** Runs a case with each fault at each of its statements; gives what is wrong. */
async function sweep(output: OutputCase, { arm, tables, clean, mayLeave }: Swept): Promise<string[]> {
  const run = async (at: number, what: StatementFault): Promise<Left> =>
    runWith(folder, output, 'wasm', () => arm(at, what));
  const whole = await run(0, 'refused');
  expect({ code: whole.code, stray: whole.stray }, whole.stderr).toEqual({ code: 0, stray: [] });
  const { released, ...untouched } = await tables();
  await clean();
  const count = whole.seen.get('statement') ?? 0;
  expect(count).toBeGreaterThan(1);
  const found: string[] = [];
  for (const what of whats) {
    for (let at = 1; at <= count; at++) {
      const left = await run(at, what);
      const after = await tables();
      await clean();
      const unconfirmed = Object.keys(after).filter(isUnconfirmedRelease);
      const known = Object.fromEntries(Object.entries(after).filter(([name]) => !isUnconfirmedRelease(name)));
      const point = `statement ${at} of ${count} ${what}`;
      for (const wrong of judge(left, whole, output, { kind: 'statement', at }))
        found.push(`${point}: ${wrong}\n${left.stderr}`);
      // A commit without an answer may be done or not; if it is done, the release is whole.
      const isDone = left.code === 0 || (what === 'lost after' && released !== undefined && 'released' in after);
      const expected = isDone && released !== undefined ? { ...untouched, released } : untouched;
      if (JSON.stringify(known) !== JSON.stringify(expected))
        found.push(`${point}: tables ${Object.keys(after).join()}`);
      const isNamed = unconfirmed.every((name) => left.stderr.includes(name));
      if (unconfirmed.length > 0 && !(mayLeave && isNamed))
        found.push(`${point}: ${unconfirmed.join()} is left\n${left.stderr}`);
    }
  }
  return found;
}

describe.skipIf(!hasPostgres() && !ci)(named('PostgreSQL', hasPostgres()), () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let client: pg.Client;
  const make = (): Error =>
    Object.assign(new Error(`invalid input syntax for type integer: "${CELL}"`), { code: '22P02' });
  const namesOf = async (): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };
  const swept: Swept = {
    arm: (at, what) => armStatements(pg.Client.prototype, { reads: [], writes: ['query'] }, { at, what, make }),
    tables: async () => {
      const tables: Record<string, string[]> = {};
      for (const name of await namesOf()) {
        const { rows } = await client.query<string[]>({ text: `SELECT * FROM "${name}"`, rowMode: 'array' });
        tables[name] = rows.map((row) => row.join('|')).sort();
      }
      return tables;
    },
    clean: async () => {
      for (const name of await namesOf()) if (name !== 'people') await client.query(`DROP TABLE "${name}"`);
    },
    mayLeave: false,
  };

  beforeAll(async () => {
    server = await startPostgres();
    client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('CREATE TABLE people (name text, age integer, city text, disease text)');
    const columns = header.split(',').map((_, c) => lines.map((line) => line.split(',')[c]));
    await client.query(
      'INSERT INTO people SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[])',
      columns,
    );
  }, 90_000);
  afterAll(async () => {
    await client?.end();
    await server?.stop();
  });

  it.each(['a table with a report and a recoding', 'a file', 'statements'])(
    'whose statements fail leaves its tables and files as they were: %s',
    async (name) => {
      const outputs = outputsOf(`${server.url}#people`, `${server.url}#released`, 'postgres');
      expect(
        await sweep(
          outputs.find((output) => output.name === name)!,
          swept,
        ),
      ).toEqual([]);
    },
  );
});

/** Stands before a ClickHouse server and makes the n-th request fail. */
class Proxy {
  readonly #to: string;
  readonly #server: Server;
  #at = 0;
  #what: StatementFault = 'refused';
  #count = 0;
  #isLost = false;

  constructor(to: string) {
    this.#to = to;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  readonly arm = (at: number, what: StatementFault): Armed => {
    [this.#at, this.#what, this.#count, this.#isLost] = [at, what, 0, false];
    const counts = (): number => this.#count;
    const struck = (): boolean => at > 0 && counts() >= at;
    return {
      get seen() {
        return new Map([['statement', counts()]] as const);
      },
      get struck() {
        return struck();
      },
      disarm: () => void ([this.#at, this.#isLost] = [0, false]),
    };
  };

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isMeant = ++this.#count === this.#at;
    const what = isMeant ? this.#what : this.#isLost ? 'lost before' : null;
    if (isMeant && what !== 'refused') this.#isLost = true;
    if (what === 'lost before') return void request.socket.destroy();
    const body: Buffer[] = [];
    for await (const bytes of request) body.push(bytes as Buffer);
    if (what === 'refused') {
      response.writeHead(500, { 'content-type': 'text/plain' });
      return void response.end(`Code: 53. DB::Exception: Cannot convert string ${CELL} to Int32. (TYPE_MISMATCH)`);
    }
    const answer = await fetch(this.#to + request.url!, { method: 'POST', body: Buffer.concat(body) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (what === 'lost after') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(bytes);
  }
}

describe.skipIf(!hasClickHouse() && !ci)(named('ClickHouse', hasClickHouse()), () => {
  let server: Awaited<ReturnType<typeof startClickHouse>>;
  let proxy: Proxy;
  let url: string;
  const query = async (sql: string): Promise<string[]> =>
    (await server.query(0, sql)).split('\n').filter((line) => line !== '');
  const namesOf = async (): Promise<string[]> =>
    query(`SELECT name FROM system.tables WHERE database = 'default' ORDER BY name`);

  beforeAll(async () => {
    server = await startClickHouse();
    proxy = new Proxy(server.urls[0]);
    url = await proxy.listen();
    await query(
      'CREATE TABLE people (name String, age Int32, city String, disease String) ENGINE = MergeTree ORDER BY tuple()',
    );
    const rows = lines.map((line) => line.split(',').join('\t')).join('\n');
    await query(`INSERT INTO people FORMAT TabSeparated\n${rows}\n`);
  }, 120_000);
  afterAll(async () => {
    proxy?.close();
    await server?.stop();
  });
  afterEach(() => proxy.arm(0, 'refused').disarm());

  const swept: Swept = {
    arm: (at, what) => proxy.arm(at, what),
    tables: async () => {
      const tables: Record<string, string[]> = {};
      for (const name of await namesOf()) tables[name] = (await query(`SELECT * FROM "${name}"`)).sort();
      return tables;
    },
    clean: async () => {
      for (const name of await namesOf()) if (name !== 'people') await query(`DROP TABLE "${name}"`);
    },
    mayLeave: true,
  };

  it.each(['a table with a report and a recoding', 'a file', 'statements'])(
    'whose requests fail leaves its tables and files as they were: %s',
    async (name) => {
      const source = `clickhouse:${url}/default`;
      const outputs = outputsOf(`${source}#people`, `${source}#released`, 'clickhouse');
      expect(
        await sweep(
          outputs.find((output) => output.name === name)!,
          swept,
        ),
      ).toEqual([]);
    },
  );
});
