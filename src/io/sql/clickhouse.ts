import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { dialects, quoteName, quoteTable, quoteText } from './dialects.js';
import { hideSecret } from '../../table/source-address.js';
import { throwIfAborted } from '../../base/errors.js';
import { loadOptional } from '../columnar/load-optional.js';
import { adopted, hasMethods } from './adopted.js';
import { readFailure, writeFailure } from './failures.js';
import { clickHousePassword } from './password.js';
import { isOlderThanServer, isUnconfirmedRelease } from './own-tables.js';
import type { SourceColumn, SqlConnection, TextRows } from './source.js';
import { sql } from './sql.js';
import { tabSeparated, unescapeCell } from './tab-separated.js';

const dialect = dialects.clickhouse;

/**
 * Connects to a ClickHouse server: `http://user:password@host:port/database`. Long statements may take hours. `write`: tables
 * will be made.
 */
export async function openClickHouse(address: string, { write }: { readonly write: boolean }): Promise<SqlConnection> {
  const { createClient } = await loadOptional('@clickhouse/client', async () => import('@clickhouse/client'));
  const url = new URL(address);
  const database = decoded(url.pathname.slice(1)) || 'default';
  const client: ClickHouseClient = createClient({
    url: `${url.protocol}//${url.host}`,
    username: decoded(url.username) || process.env.CLICKHOUSE_USER || 'default',
    password: decoded(url.password) || (await clickHousePassword()),
    database,
    request_timeout: 24 * 3600 * 1000,
    application: 'kohort',
    // Errors reach the caller; the client's own log would go to the console and hold parts of statements.
    log: { level: 127 as never },
  });
  const close = async (): Promise<void> => client.close();
  return { ...useClickHouse(client, { name: hideSecret(address), database, write }), close };
}

/** Uses a client of `@clickhouse/client` that a program has; null for anything else. */
export async function adoptClickHouse(
  given: object,
  { write }: { readonly write: boolean },
): Promise<SqlConnection | null> {
  if (!hasMethods(given, 'command', 'insert', 'exec', 'query')) return null;
  const client = given as ClickHouseClient;
  try {
    const answer = await client.query({ query: 'SELECT currentDatabase()', format: 'JSONCompact' });
    const [[database]] = (await answer.json<[string]>()).data;
    return useClickHouse(client, { name: adopted, database, write });
  } catch (error) {
    throw readFailure('clickhouse', adopted, error);
  }
}

/**
 * A client of `@clickhouse/client`, which stays open when this is closed.
 *
 * @param name - where it leads, for errors
 * @param database - where tables are whose names have no dot
 * @param write - tables will be made
 */
function useClickHouse(
  client: ClickHouseClient,
  { name, database, write }: { readonly name: string; readonly database: string; readonly write: boolean },
): SqlConnection {
  const read = async (sql: string): Promise<TextRows> => {
    try {
      const result = await client.query({ query: sql, format: 'JSONCompact' });
      return (await result.json<(string | null)[]>()).data;
    } catch (error) {
      throw readFailure('clickhouse', name, error);
    }
  };
  const session = `kohort-${crypto.randomUUID()}`;
  const execute = async (sql: string, inSession?: string): Promise<void> => {
    try {
      await client.command({ query: sql, session_id: inSession });
    } catch (error) {
      throw writeFailure('clickhouse', name, error);
    }
  };
  const stream = async function* (
    sql: string,
    settings: Readonly<Record<string, number>>,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    try {
      const { stream: found } = await client.exec({
        query: `${sql}\nFORMAT TabSeparated`,
        abort_signal: signal,
        clickhouse_settings: settings,
      });
      for await (const bytes of found) yield bytes as Uint8Array;
    } catch (error) {
      throwIfAborted(signal);
      throw readFailure('clickhouse', name, error);
    }
  };
  return {
    dialect,
    async describe(from) {
      const rows = await read(`DESCRIBE TABLE ${from}`);
      return rows.map(([column, type]): SourceColumn => ({ name: String(column), type: typeOf(String(type)) }));
    },
    async *query(sql, signal): AsyncGenerator<TextRows> {
      const decoder = new TextDecoder();
      let text = '';
      // Else an error after the first rows would be a text among them, with status 200.
      for await (const bytes of stream(sql, { wait_end_of_query: 1 }, signal))
        text += decoder.decode(bytes, { stream: true });
      const lines = text.split('\n').slice(0, -1);
      yield lines.map((line) => line.split('\t').map(unescapeCell));
    },
    // Shards' counts are put together in parts, and what is done comes at once. (Who only reads may not be free to say so.)
    queryBytes: (sql, signal) => stream(sql, write ? { distributed_aggregation_memory_efficient: 1 } : {}, signal),
    execute,
    // Temporary tables are in the memory of the server, and end with the session.
    map: {
      create: sql`CREATE TEMPORARY TABLE`,
      inSchema: false,
      execute: async (sql) => execute(sql, session),
      async insert(table, rows) {
        try {
          await client.insert({
            table: quoteTable(dialect, table),
            columns: rows.columns.map((column) => column.name) as [string, ...string[]],
            values: Readable.from(tabSeparated(rows), { objectMode: false }),
            format: 'TabSeparated',
            session_id: session,
          });
        } catch (error) {
          throw writeFailure('clickhouse', name, error);
        }
      },
    },
    transaction: null,
    async exists(table) {
      return String((await read(`EXISTS TABLE ${quoteTable(dialect, table)}`))[0][0]) === '1';
    },
    async rename(from, to) {
      await execute(`RENAME TABLE ${quoteTable(dialect, from)} TO ${quoteTable(dialect, to)}`);
    },
    async sweep(table) {
      const schema = table.includes('.') ? table.slice(0, table.lastIndexOf('.')) : database;
      const dropped: string[] = [];
      const left: string[] = [];
      for (const release of await unconfirmedReleases(schema, read)) {
        const drop = async (): Promise<boolean> => {
          await execute(`DROP TABLE ${quoteName(dialect, schema)}.${quoteName(dialect, release.name)}`);
          return true;
        };
        const isDropped = release.isOver && (await drop().catch(() => false));
        (isDropped ? dropped : left).push(release.name);
      }
      return { dropped, left };
    },
    close: async () => undefined,
  };
}

/** Seconds in which nothing happens to a table that a run still works on: fewer. No statement of ours may take longer. */
const longestSilence = 24 * 3600;

/**
 * The unconfirmed releases in a database, and which of them are of runs that are over: they are older than the server's start,
 * which no run outlives (where servers share the database, that says nothing), or nothing has happened to them for a day.
 */
async function unconfirmedReleases(
  database: string,
  read: (sql: string) => Promise<TextRows>,
): Promise<{ readonly name: string; readonly isOver: boolean }[]> {
  const here = quoteText(dialect, database);
  const ageOf = (time: string): string => `toString(toUInt32(now()) - toUInt32(${time}))`;
  const found = await read(
    `SELECT name, ${ageOf('metadata_modification_time')}, toString(uptime()) FROM system.tables WHERE database = ${here} AND name LIKE 'kohort%release'`,
  );
  const own = found.filter(([name]) => isUnconfirmedRelease(String(name)));
  if (own.length === 0) return [];
  const [[engine]] = await read(`SELECT engine FROM system.databases WHERE name = ${here}`);
  const isShared = !['Ordinary', 'Atomic', 'Lazy'].includes(String(engine));
  const releases: { name: string; isOver: boolean }[] = [];
  for (const [text, age, uptime] of own) {
    const name = String(text);
    const table = quoteText(dialect, name);
    let isOver = !isShared && isOlderThanServer(Number(age), Number(uptime));
    if (!isOver && Number(age) > longestSilence) {
      const [[silence]] = await read(
        `SELECT ${ageOf('max(modification_time)')} FROM system.parts WHERE database = ${here} AND table = ${table}`,
      );
      const [[busy]] = await read(
        `SELECT toString(count()) FROM system.processes WHERE position(query, ${table}) > 0 AND position(query, 'system.processes') = 0`,
      );
      isOver = Number(silence) > longestSilence && busy === '0';
    }
    releases.push({ name, isOver });
  }
  return releases;
}

/** A part of an URL; a percent sign that encodes nothing stands for itself. */
const decoded = (part: string): string => decodeURIComponent(part.replace(/%(?![0-9a-f]{2})/gi, '%25'));

function typeOf(type: string): SourceColumn['type'] {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1];
  if (inner !== undefined) return typeOf(inner);
  if (/^U?Int\d+$/.test(type)) return 'integer';
  if (/^(Float|Decimal)/.test(type)) return 'number';
  return type === 'Date' || type === 'Date32' ? 'date' : null;
}
