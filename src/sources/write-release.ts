import { InvalidArgumentError, throwIfAborted } from '../errors.js';
import type { Recoded } from './map-tables.js';
import { mapTables } from './map-tables.js';
import type { CountedSource } from './read-counted.js';
import { quoteTable } from './dialects.js';
import type { SqlConnection } from './source.js';
import { createMapStatements, recodeStatement } from './statements.js';

/** How a release is written into an engine. */
export interface WriteReleaseOptions {
  readonly signal?: AbortSignal;
  /** True when rows may keep the order they have; else they are sorted by what is released. */
  readonly keepOrder: boolean;
  /** Called with the name of the finished table before it gets its own; when it throws, nothing is published. */
  readonly beforePublish: (table: string) => Promise<void>;
}

/**
 * Recodes a table inside its engine: the map goes there, one statement makes the release under another name, and only when
 * `beforePublish` has confirmed it, it gets its name. After an error neither the release nor the map is left.
 *
 * @throws InvalidArgumentError TARGET_EXISTS; OutputError; AbortError; what `beforePublish` throws
 */
export async function writeSourceRelease(
  connection: SqlConnection,
  from: string,
  target: string,
  source: CountedSource,
  recoded: Recoded,
  { signal, keepOrder, beforePublish }: WriteReleaseOptions,
): Promise<void> {
  await requireNewTable(connection, target);
  const mark = `kohort_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const beside = (name: string): string => [...target.split('.').slice(0, -1), name].join('.');
  const map = { vectors: beside(`${mark}_map`), classes: beside(`${mark}_classes`) };
  const temporary = beside(`${mark}_release`);
  const { dialect } = connection;
  const attributes = recoded.attributes.map(({ name }) => name);
  let published = false;
  try {
    for (const statement of createMapStatements(dialect, map, attributes.length)) await connection.execute(statement);
    const { vectors, classes } = mapTables(source, recoded);
    await connection.insert(map.vectors, vectors);
    await connection.insert(map.classes, classes);
    throwIfAborted(signal);
    await connection.execute(
      recodeStatement(dialect, {
        from,
        target: temporary,
        map,
        attributes,
        released: source.released,
        where: source.where,
        keepOrder,
      }),
    );
    throwIfAborted(signal);
    await beforePublish(temporary);
    throwIfAborted(signal);
    await connection.rename(temporary, target);
    published = true;
  } finally {
    const drop = (table: string): Promise<void> =>
      connection.execute(`DROP TABLE IF EXISTS ${quoteTable(dialect, table)}`);
    for (const table of [map.vectors, map.classes]) await drop(table).catch(() => undefined);
    if (!published) await drop(temporary).catch(() => undefined);
  }
}

/** Throws InvalidArgumentError TARGET_EXISTS: a table is never replaced. */
export async function requireNewTable(connection: SqlConnection, target: string): Promise<void> {
  if (!(await connection.exists(target))) return;
  throw new InvalidArgumentError(
    'out',
    'the name of a new table',
    `${JSON.stringify(target)}, which exists`,
    'TARGET_EXISTS',
  );
}
