import { InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import type { Warning } from '../../table/table.js';
import type { Recoded } from './map-tables.js';
import { mapTables } from './map-tables.js';
import type { CountedSource } from './read-counted.js';
import { nameOwnTables } from './own-tables.js';
import type { SqlConnection } from './source.js';
import type { Sql } from './sql.js';
import { createMapStatements, dropStatement, recodeStatement } from './statements.js';

/** A release that is made inside an engine, under another name until it is published. */
interface SourceRelease {
  /**
   * Sends the map and starts the one statement that makes the release, whose work then goes on beside what the caller does.
   *
   * @throws InvalidArgumentError TARGET_EXISTS; OutputError; AbortError
   */
  begin(recoded: Recoded): Promise<void>;
  /** Waits for the table and gives it its name when `confirm` has looked at it. Throws OutputError; AbortError; what `confirm` throws. */
  publish(confirm: (table: string) => Promise<void>): Promise<void>;
  /**
   * Removes the map and a release that was not published; called in any case. A run that is killed, or whose engine answers no more,
   * leaves at most the release without a name (where there are no transactions). Returns warnings of that.
   */
  close(): Promise<Warning[]>;
}

/**
 * Recodes a table inside its engine, by one join with the map.
 *
 * @param keepOrder - rows may keep the order they have; else they are sorted by what is released
 */
export function makeSourceRelease(
  connection: SqlConnection,
  from: Sql,
  target: string,
  source: CountedSource,
  { signal, keepOrder }: { readonly signal?: AbortSignal; readonly keepOrder: boolean },
): SourceRelease {
  const { dialect, map: store, transaction } = connection;
  const own = nameOwnTables();
  const beside = (name: string): string => [...target.split('.').slice(0, -1), name].join('.');
  const inStore = (name: string): string => (store.inSchema ? beside(name) : name);
  const map = { vectors: inStore(own.vectors), classes: inStore(own.classes) };
  const temporary = beside(own.release);
  let recoding: Promise<void> | null = null;
  let isPublished = false;
  const drop = (table: string): Sql => dropStatement(dialect, table);
  const dropMap = async (): Promise<void> => {
    for (const table of [map.vectors, map.classes]) await store.execute(drop(table));
  };
  return {
    begin: async (recoded) => {
      await requireNewTable(connection, target);
      const attributes = recoded.attributes.map(({ name }) => name);
      const { vectors, classes, blankNumber } = mapTables(source, recoded);
      await transaction?.begin();
      const { names, released, where } = source;
      for (const statement of createMapStatements(dialect, map, names, attributes.length, store.create)) {
        await store.execute(statement);
      }
      await store.insert(map.vectors, vectors);
      await store.insert(map.classes, classes);
      throwIfAborted(signal);
      recoding = store.execute(
        recodeStatement(dialect, {
          ...{ from, target: temporary, map, names, attributes, released, where, blankNumber, keepOrder },
        }),
      );
      // The caller waits for it later.
      recoding.catch(() => undefined);
    },
    publish: async (confirm) => {
      await recoding;
      throwIfAborted(signal);
      await confirm(temporary);
      throwIfAborted(signal);
      await connection.rename(temporary, target);
      if (transaction !== null) {
        await dropMap();
        await transaction.commit();
      }
      isPublished = true;
    },
    close: async () => {
      // A release that is still being made cannot be dropped yet.
      await recoding?.catch(() => undefined);
      if (transaction === null) await dropMap().catch(() => undefined);
      if (isPublished) return [];
      if (transaction !== null) {
        await transaction.rollback().catch(() => undefined);
        return [];
      }
      const isDropped = await connection.execute(drop(temporary)).then(
        () => true,
        () => false,
      );
      if (isDropped || recoding === null) return [];
      const message = `the engine does not answer: a release that is not confirmed may be left in it; drop ${JSON.stringify(temporary)}`;
      return [{ code: 'TABLES_LEFT', message }];
    },
  };
}

/** Drops tables that killed runs left beside a table, and returns warnings about them. */
export async function sweepTables(connection: SqlConnection, target: string): Promise<Warning[]> {
  // A run does not depend on it, and may lack the right to see the tables of others.
  const found = await connection.sweep?.(target).catch(() => null);
  if (found === null || found === undefined) return [];
  const { dropped, left } = found;
  const list = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');
  const warnings: Warning[] = [];
  if (dropped.length > 0) {
    const message = `dropped releases that were never confirmed, of runs that did not end: ${list(dropped)}`;
    warnings.push({ code: 'TABLES_SWEPT', message });
  }
  if (left.length > 0) {
    const message = `releases that are not confirmed, of runs that may be under way; drop them if those were killed: ${list(left)}`;
    warnings.push({ code: 'TABLES_LEFT', message });
  }
  return warnings;
}

/** Throws InvalidArgumentError TARGET_EXISTS: a table is never replaced. */
export async function requireNewTable(connection: SqlConnection, target: string, argument = '--out'): Promise<void> {
  if (!(await connection.exists(target))) return;
  throw new InvalidArgumentError(
    argument,
    'the name of a new table',
    `${JSON.stringify(target)}, which exists`,
    'TARGET_EXISTS',
  );
}
