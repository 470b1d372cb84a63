import type { Client, ClientBase, Pool } from 'pg';
import { InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import { adopted, hasMethods } from './adopted.js';
import { analyzeStatement, dialects, quoteName, quoteTable, renameTable } from './dialects.js';
import { loadOptional } from '../columnar/load-optional.js';
import { readFailure, writeFailure } from './failures.js';
import { filedPassword } from './password.js';
import { ownTransaction } from './own-transaction.js';
import type { SentTable, SourceColumn, SqlConnection, TextRows } from './source.js';

const dialect = dialects.postgres;
const fetchRows = 10_000;
const insertRows = 10_000;

/** Connects to a PostgreSQL database by its URL. */
export async function openPostgres(url: string): Promise<SqlConnection> {
  const { default: pg } = await loadOptional('pg', async () => import('pg'));
  let client: Client;
  try {
    client = new pg.Client({ connectionString: url, application_name: 'kohort' });
    // Without a listener a connection that breaks while nothing is asked ends the process.
    client.on('error', () => undefined);
    client.password ??= await filedPassword(client);
    await client.connect();
  } catch (error) {
    throw readFailure('postgres', url, error);
  }
  const close = async (): Promise<void> => client.end().catch(() => undefined);
  return { ...usePostgres(client, url), close };
}

/**
 * Uses a connected client of `pg`, or one of a pool, which is given back in the end; null for anything else. Throws
 * InvalidArgumentError for a client whose transaction would be ended by ours, or that would never answer.
 */
export async function adoptPostgres(client: object): Promise<SqlConnection | null> {
  if (!hasMethods(client, 'query', 'connect')) return null;
  if ('totalCount' in client) {
    const taken = await (client as Pool).connect().catch((error: unknown) => {
      throw readFailure('postgres', adopted, error);
    });
    return { ...usePostgres(taken, adopted), close: async () => taken.release() };
  }
  const status = (client as ClientBase).getTransactionStatus();
  if (status === 'I') return usePostgres(client as ClientBase, adopted);
  const received = status === null ? 'one that is not connected' : 'one within a transaction';
  throw new InvalidArgumentError('table.connection', 'a client that is connected and in no transaction', received);
}

/**
 * A client of `pg` that is connected and in no transaction; it stays connected when this is closed.
 *
 * @param url - where it leads, for errors
 */
function usePostgres(client: ClientBase, url: string): SqlConnection {
  const execute = async (sql: string, values?: unknown[]): Promise<void> => {
    try {
      await client.query(sql, values);
    } catch (error) {
      throw writeFailure('postgres', url, error);
    }
  };
  const transaction = ownTransaction(dialect, execute);
  const insert = async (table: string, { rows, columns }: SentTable): Promise<void> => {
    const names = columns.map(({ name }) => quoteName(dialect, name)).join(', ');
    const arrays = columns.map(({ texts }, c) => `$${c + 1}::${texts === null ? 'integer' : 'text'}[]`).join(', ');
    const sql = `INSERT INTO ${quoteTable(dialect, table)} (${names}) SELECT * FROM unnest(${arrays})`;
    const elements = columns.map(({ texts }) => texts?.map(arrayElement) ?? null);
    for (let from = 0; from < rows; from += insertRows) {
      const literals = columns.map(({ codes }, c) => {
        const texts = elements[c];
        const some = codes.subarray(from, Math.min(rows, from + insertRows));
        return `{${texts === null ? some.join(',') : Array.from(some, (code) => texts[code]).join(',')}}`;
      });
      await execute(sql, literals);
    }
    const number = columns.find(({ texts }) => texts === null)!;
    await execute(analyzeStatement(dialect, table, number.name)!);
  };
  return {
    dialect,
    async describe(from) {
      try {
        const { fields } = await client.query({ text: `SELECT * FROM ${from} LIMIT 0`, rowMode: 'array' });
        return fields.map(({ name, dataTypeID }): SourceColumn => ({ name, type: typeOf(dataTypeID) }));
      } catch (error) {
        throw readFailure('postgres', url, error);
      }
    },
    async *query(sql, signal): AsyncGenerator<TextRows> {
      const isAlone = !transaction.isOpen;
      try {
        if (isAlone) await client.query('BEGIN READ ONLY');
        await client.query(`DECLARE kohort_rows NO SCROLL CURSOR FOR ${sql}`);
        for (;;) {
          throwIfAborted(signal);
          const { rows } = await client.query<(string | null)[]>({
            text: `FETCH ${fetchRows} FROM kohort_rows`,
            rowMode: 'array',
          });
          if (rows.length === 0) break;
          yield rows;
        }
      } catch (error) {
        throw readFailure('postgres', url, error);
      } finally {
        await client.query(isAlone ? 'ROLLBACK' : 'CLOSE kohort_rows').catch(() => undefined);
      }
    },
    execute,
    map: { create: dialect.createMap, inSchema: dialect.mapInSchema, execute, insert },
    transaction,
    async exists(table) {
      try {
        const { rows } = await client.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [
          quoteTable(dialect, table),
        ]);
        return rows[0].found !== null;
      } catch (error) {
        throw readFailure('postgres', url, error);
      }
    },
    async rename(from, to) {
      await execute(renameTable(dialect, from, to));
    },
    close: async () => undefined,
  };
}

/** A text as an element of an array, as PostgreSQL reads arrays. */
const arrayElement = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Types by their numbers in pg_type. */
function typeOf(oid: number): SourceColumn['type'] {
  if ([20, 21, 23].includes(oid)) return 'integer';
  if ([700, 701, 1700].includes(oid)) return 'number';
  return oid === 1082 ? 'date' : null;
}
