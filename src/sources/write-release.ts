import { InvalidArgumentError, throwIfAborted } from '../errors.js';
import type { Recoded } from './map-tables.js';
import { mapTables } from './map-tables.js';
import type { CountedSource } from './read-counted.js';
import { quoteTable } from './dialects.js';
import type { SqlConnection } from './source.js';
import { createMapStatements, recodeStatement } from './statements.js';

/** How a release is written into an engine. */
export interface WriteReleaseOptions<Result> {
  readonly signal?: AbortSignal;
  /** True when rows may keep the order they have; else they are sorted by what is released. */
  readonly keepOrder: boolean;
  /**
   * Finds the release and audits it. `recode` starts to make it in the engine, whose work then goes on beside the measuring
   * and the audit.
   */
  readonly anonymize: (recode: (recoded: Recoded) => Promise<void>) => Promise<Result>;
  /** Called with the name of the finished table before it gets its own; when it throws, nothing is published. */
  readonly beforePublish: (table: string, result: Result) => Promise<void>;
}

/**
 * Recodes a table inside its engine: the map goes there, one statement makes the release under another name, and only when
 * `anonymize` has audited the release and `beforePublish` has confirmed the table, it gets its name. After an error neither the
 * release nor the map is left.
 *
 * @returns what `anonymize` gave
 * @throws InvalidArgumentError TARGET_EXISTS; OutputError; AbortError; what `anonymize` and `beforePublish` throw
 */
export async function writeSourceRelease<Result>(
  connection: SqlConnection,
  from: string,
  target: string,
  source: CountedSource,
  { signal, keepOrder, anonymize, beforePublish }: WriteReleaseOptions<Result>,
): Promise<Result> {
  await requireNewTable(connection, target);
  const mark = `kohort_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const beside = (name: string): string => [...target.split('.').slice(0, -1), name].join('.');
  const map = { vectors: beside(`${mark}_map`), classes: beside(`${mark}_classes`) };
  const temporary = beside(`${mark}_release`);
  const { dialect } = connection;
  let recoding: Promise<void> | null = null;
  let published = false;
  const recode = async (recoded: Recoded): Promise<void> => {
    const attributes = recoded.attributes.map(({ name }) => name);
    const { vectors, classes } = mapTables(source, recoded);
    const { names, released, where } = source;
    for (const statement of createMapStatements(dialect, map, names, attributes.length))
      await connection.execute(statement);
    await connection.insert(map.vectors, vectors);
    await connection.insert(map.classes, classes);
    throwIfAborted(signal);
    recoding = connection.execute(
      recodeStatement(dialect, { from, target: temporary, map, names, attributes, released, where, keepOrder }),
    );
    // Who waits for it comes later.
    recoding.catch(() => undefined);
  };
  try {
    const result = await anonymize(recode);
    await (recoding as Promise<void> | null);
    throwIfAborted(signal);
    await beforePublish(temporary, result);
    throwIfAborted(signal);
    await connection.rename(temporary, target);
    published = true;
    return result;
  } finally {
    // What is still being made cannot be dropped yet.
    await (recoding as Promise<void> | null)?.catch(() => undefined);
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
