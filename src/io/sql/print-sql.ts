import { InvalidArgumentError } from '../../base/errors.js';
import type { Dialect } from './dialects.js';
import { analyzeStatement, dialects, quoteTable } from './dialects.js';
import type { Recoded } from './map-tables.js';
import { mapTables } from './map-tables.js';
import { nameOwnTables } from './own-tables.js';
import type { CountedSource } from './read-counted.js';
import { createMapStatements, insertStatements, recodeStatement } from './statements.js';

/** A counted table with the names and the condition of statements about it. */
export type PrintedSource = Pick<CountedSource, 'table' | 'released' | 'names' | 'spelled' | 'where'>;

/** A release to be printed as statements. */
interface PrintedRelease {
  readonly name: string;
  readonly target: string;
  readonly source: PrintedSource;
  readonly recoded: Recoded;
}

/** The dialect of that name, which `argument` gave. Throws InvalidArgumentError UNKNOWN_VALUE. */
export function dialectArgument(text: string, argument: string): Dialect {
  const dialect = (Object.values(dialects) as Dialect[]).find(({ name }) => name === text);
  if (dialect !== undefined) return dialect;
  throw new InvalidArgumentError(argument, Object.keys(dialects).join(', '), JSON.stringify(text), 'UNKNOWN_VALUE');
}

/** The statements that make a release, for a user to run. Holds the values of quasi-identifiers, as every map does. */
export function* printSql(dialect: Dialect, { name, target, source, recoded }: PrintedRelease): Generator<string> {
  const own = nameOwnTables();
  const beside = (table: string): string =>
    dialect.mapInSchema ? [...target.split('.').slice(0, -1), table].join('.') : table;
  const map = { vectors: beside(own.vectors), classes: beside(own.classes) };
  const attributes = recoded.attributes.map((attribute) => attribute.name);
  const tested = dialect.tested ? '' : '; this dialect is not run by the tests of kohort';
  yield `-- kohort, SQL for ${dialect.name}${tested}\n`;
  yield `-- The map holds values of the original: drop it when the release is made.\n`;
  for (const statement of dialect.begin) yield `${statement};\n`;
  const statements = createMapStatements(dialect, map, source.names, attributes.length);
  for (const statement of statements) yield `${statement};\n`;
  const { vectors, classes, blankNumber } = mapTables(source, recoded);
  for (const [table, rows] of [
    [map.vectors, vectors],
    [map.classes, classes],
  ] as const) {
    for (const statement of insertStatements(dialect, table, rows)) yield `${statement};\n`;
    const analyze = analyzeStatement(dialect, table, source.names.classNumber);
    if (analyze !== null) yield `${analyze};\n`;
  }
  const request = {
    from: quoteTable(dialect, name),
    target,
    map,
    names: source.names,
    attributes,
    released: source.released,
    where: source.where,
    blankNumber,
    keepOrder: false,
  };
  yield `${recodeStatement(dialect, request)};\n`;
  for (const table of [map.vectors, map.classes]) yield `DROP TABLE ${quoteTable(dialect, table)};\n`;
  if (dialect.begin.length > 0) yield 'COMMIT;\n';
}
