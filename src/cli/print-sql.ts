import { InvalidArgumentError } from '../errors.js';
import type { Dialect } from '../sources/dialects.js';
import { dialects, quoteTable } from '../sources/dialects.js';
import type { Recoded } from '../sources/map-rows.js';
import { mapRows } from '../sources/map-rows.js';
import type { CountedSource } from '../sources/read-counted.js';
import { createMapStatement, insertStatements, recodeStatement } from '../sources/statements.js';

/** What is printed. */
export interface PrintedRelease {
  readonly name: string;
  readonly target: string;
  readonly source: CountedSource;
  readonly recoded: Recoded;
}

/** The dialect of that name. Throws InvalidArgumentError. */
export function dialectArgument(text: string): Dialect {
  const dialect = (Object.values(dialects) as Dialect[]).find(({ name }) => name === text);
  if (dialect !== undefined) return dialect;
  throw new InvalidArgumentError('--sql', Object.keys(dialects).join(', '), JSON.stringify(text), 'UNKNOWN_VALUE');
}

/** The statements that make a release, for a user to run. Holds the values of quasi-identifiers, as every map does. */
export function* printSql(dialect: Dialect, { name, target, source, recoded }: PrintedRelease): Generator<string> {
  const map = `${target}_map`;
  const attributes = recoded.attributes.map((attribute) => attribute.name);
  const tested = dialect.tested ? '' : '; this dialect is not run by the tests of kohort';
  yield `-- kohort, SQL for ${dialect.name}${tested}\n`;
  yield `-- The map holds values of the original: drop it when the release is made.\n`;
  yield `${createMapStatement(dialect, map, attributes.length)};\n`;
  for (const statement of insertStatements(dialect, map, attributes.length, mapRows(source, recoded)))
    yield `${statement};\n`;
  const request = {
    from: quoteTable(dialect, name),
    target,
    map,
    attributes,
    released: source.released,
    where: source.where,
    keepOrder: false,
  };
  yield `${recodeStatement(dialect, request)};\n`;
  yield `DROP TABLE ${quoteTable(dialect, map)};\n`;
}
