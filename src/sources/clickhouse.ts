import type { ClickHouseClient } from '@clickhouse/client';
import { dialects, quoteTable } from './dialects.js';
import { hideSecret } from './address.js';
import { loadOptional } from '../columnar/load-optional.js';
import { readFailure, writeFailure } from './failures.js';
import type { SourceColumn, SqlConnection, TextRows } from './source.js';

const dialect = dialects.clickhouse;
const insertRows = 50_000;

/** Connects to a ClickHouse server: `http://user:password@host:port/database`. Long statements may take hours. */
export async function openClickHouse(address: string): Promise<SqlConnection> {
  const { createClient } = await loadOptional('@clickhouse/client', async () => import('@clickhouse/client'));
  const url = new URL(address);
  const database = decodeURIComponent(url.pathname.slice(1)) || 'default';
  const client: ClickHouseClient = createClient({
    url: `${url.protocol}//${url.host}`,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database,
    request_timeout: 24 * 3600 * 1000,
    application: 'kohort',
    // Errors reach the caller; the client's own log would go to the console and hold parts of statements.
    log: { level: 127 as never },
  });
  const name = hideSecret(address);
  const read = async (sql: string): Promise<TextRows> => {
    try {
      const result = await client.query({ query: sql, format: 'JSONCompact' });
      return (await result.json<(string | null)[]>()).data;
    } catch (error) {
      throw readFailure('clickhouse', name, error);
    }
  };
  const execute = async (sql: string): Promise<void> => {
    try {
      await client.command({ query: sql });
    } catch (error) {
      throw writeFailure('clickhouse', name, error);
    }
  };
  return {
    dialect,
    async describe(from) {
      const rows = await read(`DESCRIBE TABLE ${from}`);
      return rows.map(([column, type]): SourceColumn => ({ name: String(column), type: typeOf(String(type)) }));
    },
    async *query(sql, signal): AsyncGenerator<TextRows> {
      try {
        const result = await client.query({
          query: sql,
          format: 'TabSeparated',
          abort_signal: signal,
          // Else an error after the first rows would be a text among them, with status 200.
          clickhouse_settings: { wait_end_of_query: 1 },
        });
        for await (const rows of result.stream()) {
          yield rows.map(({ text }) => text.split('\t').map(unescape));
        }
      } catch (error) {
        throw readFailure('clickhouse', name, error);
      }
    },
    execute,
    async insert(table, columns, rows) {
      const send = async (values: (readonly string[])[]): Promise<void> => {
        try {
          await client.insert({
            table: quoteTable(dialect, table),
            columns: columns as [string, ...string[]],
            values: values.map((row) => Object.fromEntries(row.map((text, i) => [columns[i], text]))),
            format: 'JSONEachRow',
          });
        } catch (error) {
          throw writeFailure('clickhouse', name, error);
        }
      };
      let batch: (readonly string[])[] = [];
      for (const row of rows) {
        batch.push(row);
        if (batch.length < insertRows) continue;
        await send(batch);
        batch = [];
      }
      if (batch.length > 0) await send(batch);
    },
    async exists(table) {
      return String((await read(`EXISTS TABLE ${quoteTable(dialect, table)}`))[0][0]) === '1';
    },
    async rename(from, to) {
      await execute(`RENAME TABLE ${quoteTable(dialect, from)} TO ${quoteTable(dialect, to)}`);
    },
    async close() {
      await client.close();
    },
  };
}

function typeOf(type: string): SourceColumn['type'] {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1];
  if (inner !== undefined) return typeOf(inner);
  if (/^U?Int\d+$/.test(type)) return 'integer';
  if (/^(Float|Decimal)/.test(type)) return 'number';
  return type === 'Date' || type === 'Date32' ? 'date' : null;
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', 0: '\0' };

/** A cell of the format TabSeparated; null for NULL. */
function unescape(cell: string): string | null {
  if (cell === '\\N') return null;
  return cell.includes('\\') ? cell.replace(/\\(.)/gs, (_, c: string) => escapes[c] ?? c) : cell;
}
