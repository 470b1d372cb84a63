import { chmodSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.js';
import { hideSecret, hideSecrets, withoutPassword } from '../../../src/table/source-address.js';
import { openClickHouse } from '../../../src/io/sql/clickhouse.js';
import { openPostgres } from '../../../src/io/sql/postgres.js';
import { sql } from '../../../src/io/sql/sql.js';
import { makeFolder, run, runInside } from '../../hosts/command/run-cli.js';
import { casesOf } from '../../shared.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const secret = 'S3cr3T';

/** An address with a secret where people put one, by intent or by mistake; nobody listens there. */
function drawAddress(seed: number): string {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)];
  const odd = (): string => pick(['', '', '/', ':', '@', '#', '?', '&', '=', '%', '%zz', '%40', ' ', '"', "'", '\\', '$&', '$$', '[', 'ä', '😀', '\t', ';', '//']);
  const password = `${odd()}${pick(['', 'x', odd()])}${secret}${odd()}${pick(['', 'y', odd()])}`;
  const engine = pick(['postgres:', 'postgresql:', 'clickhouse:', 'clickhouse:http:', 'clickhouse:https:', 'duckdb:https:', 'duckdb:s3:']);
  const host = pick(['127.0.0.1:1', '127.0.0.1:1', '[::1]:1', '']);
  const user = pick(['u', '', 'u%', 'u@x']);
  const path = pick(['/db', '', '/a/b', '/d%20b', '/db.parquet']);
  const table = pick(['#t', '#t', '#s.t', '', '#']);
  const name = pick(['password', 'user', 'sslpassword', 'options', 'token', 'x']);
  return pick([
    () => `${engine}//${user}:${password}@${host}${path}${table}`,
    () => `${engine}//${password}@${host}${path}${table}`,
    () => `${engine}//${host}${path}?${name}=${password}${pick(['', '&x=1'])}${table}`,
    () => `${engine}//${host}${path}?x=1&${name}=${password}${table}`,
    () => `${engine}//${user}:x@${host}${path}?${name}=${password}${table}`,
  ])();
} // prettier-ignore

describe('an address of an engine', () => {
  const many = casesOf(20_000, 700);
  // promise: no-password-in-messages
  it(`tells nothing of its secret, wherever it stands (${many} addresses)`, () => {
    for (let seed = 1; seed <= many; seed++) {
      const address = drawAddress(seed);
      const told = [hideSecret(address), hideSecrets(`x: received ${JSON.stringify(address)} (a@b)`)];
      told.push(hideSecrets(`no ${address}, or '${address}'!`, ['x', `--out=${address}`]));
      told.push(hideSecrets(`error: "${address}"`, [address]));
      const leak = told.find((text) => text.includes(secret));
      if (leak !== undefined) expect.fail(`seed ${seed}: ${address} is told as ${leak}`);
    }
  });

  it('leaves messages without one as they are', () => {
    for (const message of [
      'a "quoted" text, see https://example.org/a#b',
      'expected clickhouse:URL#TABLE or "postgres:URL#TABLE"',
    ]) {
      expect(hideSecrets(message, ['--job', 'job.json', 'a=b'])).toBe(message);
    }
  });

  // promise: no-password-in-messages
  it('is in no output of the command, whatever is wrong with it', { timeout: 600_000 }, async () => {
    writeFileSync(at('job.json'), JSON.stringify({ attributes: { age: 'quasi-identifier' }, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' })); // prettier-ignore
    writeFileSync(at('people.csv'), 'age\n1\n1\n');
    const isSafe = (address: string): boolean => !/^duckdb:/.test(address);
    for (let seed = 1, runs = 0; runs < casesOf(400, 9); seed++) {
      const address = drawAddress(seed);
      if (!isSafe(address)) continue;
      runs++;
      const job = ['--job', at('job.json')];
      const lines = [
        ['anonymize', address, ...job, '--out', at('out.csv')],
        ['anonymize', address, ...job, `--out=${address}2`, '--json'],
        ['anonymize', at('people.csv'), ...job, '--out', address],
        ['anonymize', at('people.csv'), ...job, `--unknown=${address}`],
        ['inspect', address, '--json'],
        ['audit', at('people.csv'), ...job, '--original', address, '--json'],
      ];
      const { code, stdout, stderr } = await runInside(lines[seed % lines.length]);
      expect(code, address).toBeGreaterThan(0);
      expect(`${stdout}${stderr}`, `${lines[seed % lines.length].join(' ')}\n${stderr}`).not.toContain(secret);
      expect(stderr, address).not.toContain('UNEXPECTED');
    }
  });

  // promise: no-password-in-messages
  it('is no part of a stack that KOHORT_DEBUG shows', async () => {
    const address = `postgres://u:${secret}@127.0.0.1:1/db?sslkey=${secret}#t`;
    const { stderr, stdout } = await run(['inspect', address], folder.path);
    expect(`${stderr}${stdout}`).not.toContain(secret);
    expect(stderr).toContain('kohort: ');
  });

  it('is kept in a job without its password', () => {
    expect(withoutPassword(`postgres://u:${secret}@h/db#t`)).toBe('postgres://u@h/db#t');
    expect(withoutPassword(`postgres://u@h/db?password=${secret}&sslmode=require#s.t`)).toBe(
      'postgres://u@h/db?sslmode=require#s.t',
    );
    expect(withoutPassword(`clickhouse:http://u:${secret}@h:8123/db#t`)).toBe('clickhouse:http://u@h:8123/db#t');
    expect(withoutPassword('postgres://u@h/db#t')).toBe('postgres://u@h/db#t');
    expect(withoutPassword(`postgres://u:a/${secret}@h/db#t`)).not.toContain(secret);
    expect(withoutPassword('duckdb:people.db#t')).toBe('duckdb:people.db#t');
  });
});

describe('a password', () => {
  const kept = { ...process.env };
  const servers: { close(): unknown }[] = [];
  afterEach(() => {
    for (const name of [
      'PGPASSWORD',
      'PGPASSFILE',
      'CLICKHOUSE_USER',
      'CLICKHOUSE_PASSWORD',
      'CLICKHOUSE_PASSWORD_FILE',
    ]) {
      if (kept[name] === undefined) delete process.env[name];
      else process.env[name] = kept[name];
    }
    for (const server of servers.splice(0)) server.close();
  });
  const portOf = async (server: Server): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };

  /** The password that a client gives a server of PostgreSQL, which asks for it and then ends. */
  async function askedByPostgres(url: (port: number) => string, writes = true): Promise<string | null> {
    let given: string | null = null;
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
        socket.once('data', (bytes: Buffer) => {
          given = bytes.subarray(5, -1).toString();
          socket.destroy();
        });
      });
    });
    const port = await portOf(server);
    if (writes && process.env.PGPASSFILE !== undefined) {
      writeFileSync(
        process.env.PGPASSFILE,
        `# of tests\nother:*:*:*:no\n127.0.0.1:${port}:d\\b:*:from\\: the file\n*:*:*:*:no\n`,
      );
      chmodSync(process.env.PGPASSFILE, 0o600);
    }
    await openPostgres(url(port)).catch(() => undefined);
    return given;
  }

  it('for PostgreSQL comes from its address, PGPASSWORD or the file of PGPASSFILE', async () => {
    const address = (port: number): string => `postgres://u@127.0.0.1:${port}/db`;
    process.env.PGPASSWORD = 'from the environment';
    expect(await askedByPostgres((port) => address(port).replace('u@', 'u:own@'))).toBe('own');
    expect(await askedByPostgres(address)).toBe('from the environment');
    delete process.env.PGPASSWORD;
    process.env.PGPASSFILE = at('pgpass');
    expect(await askedByPostgres(address)).toBe('from: the file');
    process.env.PGPASSFILE = at('nowhere');
    expect(await askedByPostgres(address, false)).not.toBe('from: the file');
  });

  it('for ClickHouse comes from its address, CLICKHOUSE_PASSWORD or the file of CLICKHOUSE_PASSWORD_FILE', async () => {
    const seen: string[] = [];
    const server = createHttpServer((request, response) => {
      seen.push(Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64').toString());
      response.writeHead(500).end();
    });
    const port = await portOf(server);
    const ask = async (user: string): Promise<void> => {
      const connection = await openClickHouse(`http://${user}127.0.0.1:${port}/db`, { write: false });
      await connection.describe(sql`t`).catch(() => undefined);
      await connection.close();
    };
    writeFileSync(at('password'), 'from the file\nand no more\n');
    process.env.CLICKHOUSE_PASSWORD_FILE = at('password');
    await ask('u@');
    process.env.CLICKHOUSE_PASSWORD = 'from the environment';
    await ask('u@');
    await ask('u:own%zz@');
    process.env.CLICKHOUSE_USER = 'v';
    await ask('');
    expect(seen).toEqual(['u:from the file', 'u:from the environment', 'u:own%zz', 'v:from the environment']);
    delete process.env.CLICKHOUSE_PASSWORD;
    process.env.CLICKHOUSE_PASSWORD_FILE = at('nowhere');
    const failed = openClickHouse(`http://u@127.0.0.1:${port}/db`, { write: false });
    await expect(failed).rejects.toMatchObject({ code: 'PASSWORD_FILE', exitCode: 3 });
  });
});
