import type { Dialect } from './dialects.js';
import { hashOf, orElse, quoteName, quoteTable, quoteText, textOf } from './dialects.js';
import type { OwnNames } from './own-names.js';
import type { SentTable } from './source.js';

/** Stands for null among the keys of a map: SQL's `=` is never true of null. No text of a table is likely to be it. */
export const nullKey = '\u0001null';

/** What is counted of a table. */
export interface CountRequest {
  /** The relation: a quoted table, or an expression such as `read_parquet('x.parquet')`. */
  readonly from: string;
  readonly columns: readonly string[];
  /** Columns of which a fingerprint is taken: {@link fingerprintOf}. None: no fingerprint. */
  readonly printed: readonly string[];
  readonly names: OwnNames;
  /** A condition, or null. */
  readonly where: string | null;
}

/**
 * The frequency set of some columns: their values as text, the number of rows, and the fingerprint of other columns. One GROUP
 * BY.
 */
export function countStatement(dialect: Dialect, { from, columns, printed, names: own, where }: CountRequest): string {
  const name = (column: string): string => quoteName(dialect, column);
  const groups = columns.map(name);
  const aggregates = [`COUNT(*) AS ${name(own.rows)}`];
  const outer = columns.map((_, c) => `${textOf(dialect, name(own.key(c)))} AS ${name(own.counted(c))}`);
  outer.push(`${textOf(dialect, name(own.rows))} AS ${name(own.countedRows)}`);
  if (printed.length > 0) {
    aggregates.push(`SUM(${fingerprintOf(dialect, printed)}) AS ${name(own.print)}`);
    outer.push(`${textOf(dialect, name(own.print))} AS ${name(own.countedPrint)}`);
  }
  return [
    `SELECT ${outer.join(', ')}`,
    `FROM (SELECT ${[...groups.map((group, c) => `${group} AS ${name(own.key(c))}`), ...aggregates].join(', ')}`,
    `FROM ${from}${where === null ? '' : `\nWHERE ${where}`}`,
    `GROUP BY ${groups.join(', ')}) ${name(own.groups)}`,
  ].join('\n');
}

/**
 * A whole number that depends on the values of some columns in a row and on which column has which. Its sum over rows, modulo
 * 2^64, tells whether two tables have the same rows there, however they are ordered.
 */
function fingerprintOf(dialect: Dialect, columns: readonly string[]): string {
  const hash = (text: string): string => {
    const found = hashOf(dialect, text);
    if (found === null) throw new Error(`${dialect.name} takes no fingerprints`);
    return found;
  };
  const hashes = columns.map((column) => hash(keyOf(dialect, quoteName(dialect, column))));
  if (hashes.length === 1) return hashes[0];
  return hash(hashes.map((each) => textOf(dialect, each)).join(" || ',' || "));
}

/** The condition that some columns hold no missing value, or null. */
export function presentCondition(
  dialect: Dialect,
  columns: readonly string[],
  missing: readonly string[],
): string | null {
  if (columns.length === 0) return null;
  return columns
    .map((column) => {
      const name = quoteName(dialect, column);
      const list = missing.map((text) => quoteText(dialect, text)).join(', ');
      const present = `${name} IS NOT NULL`;
      return missing.length === 0 ? present : `${present} AND ${textOf(dialect, name)} NOT IN (${list})`;
    })
    .join(' AND ');
}

/** The tables that take the map: the class of every vector, and the released texts of every class. */
export interface MapNames {
  readonly vectors: string;
  readonly classes: string;
}

/**
 * The statements that make the tables of the map for some quasi-identifiers.
 *
 * @param create - how they are made
 */
export function createMapStatements(
  dialect: Dialect,
  { vectors, classes }: MapNames,
  names: OwnNames,
  attributes: number,
  create: Dialect['createMap'] = dialect.createMap,
): string[] {
  const columns = (nameOf: (q: number) => string): string[] =>
    Array.from({ length: attributes }, (_, q) => `${quoteName(dialect, nameOf(q))} ${dialect.textType}`);
  const number = `${quoteName(dialect, names.classNumber)} ${dialect.integerType}`;
  const make = (table: string, all: readonly string[]): string =>
    `${create} ${quoteTable(dialect, table)} (${all.join(', ')})${dialect.mapSuffix}`;
  return [make(vectors, [...columns(names.key), number]), make(classes, [number, ...columns(names.label)])];
}

/** What is recoded. */
export interface RecodeRequest {
  readonly from: string;
  readonly target: string;
  readonly map: MapNames;
  readonly names: OwnNames;
  /** Quasi-identifiers in the order of the map. */
  readonly attributes: readonly string[];
  /** Released columns in their order. */
  readonly released: readonly string[];
  readonly where: string | null;
  /** True when rows may keep the order they have. */
  readonly keepOrder: boolean;
}

/**
 * The release: every row meets its vector in the map, and so its class; rows whose vector is not there are suppressed. The
 * rows are sorted by the number of the class, which follows the released texts, and by what is released as it is: their order
 * tells nothing else.
 */
export function recodeStatement(dialect: Dialect, request: RecodeRequest): string {
  return dialect.join === 'using' ? recodeBySubqueries(dialect, request) : recodeByJoins(dialect, request);
}

function recodeByJoins(dialect: Dialect, request: RecodeRequest): string {
  const { from, target, map, names: own, attributes, released, where, keepOrder } = request;
  const name = (column: string): string => quoteName(dialect, column);
  const [t, m, r] = [name(own.table), name(own.vectors), name(own.classes)];
  const at = (column: string): number => attributes.indexOf(column);
  const columns = released.map((column) =>
    at(column) >= 0
      ? `${r}.${name(own.label(at(column)))} AS ${name(column)}`
      : `${t}.${name(column)} AS ${name(column)}`,
  );
  const meets = attributes.map((column, q) => `${m}.${name(own.key(q))} = ${keyOf(dialect, `${t}.${name(column)}`)}`);
  const source = where === null ? `${from} ${t}` : `(SELECT * FROM ${from}\nWHERE ${where}) ${t}`;
  const kept = released.filter((column) => at(column) < 0);
  const order = [`${r}.${name(own.classNumber)}`, ...kept.map((column) => `${t}.${name(column)}`)];
  return [
    `CREATE TABLE ${quoteTable(dialect, target)}${dialect.tableSuffix} AS`,
    `SELECT ${columns.join(', ')}`,
    `FROM ${source}`,
    `INNER JOIN ${quoteTable(dialect, map.vectors)} ${m} ON ${meets.join(' AND ')}`,
    `INNER JOIN ${quoteTable(dialect, map.classes)} ${r} ON ${r}.${name(own.classNumber)} = ${m}.${name(own.classNumber)}`,
    ...(keepOrder || !dialect.sorts ? [] : [`ORDER BY ${order.join(', ')}`]),
  ].join('\n');
}

/**
 * The same for ClickHouse. Shards find the class of their rows and sort by it; the texts come last, where the statement was
 * sent, when the rows are sorted already, so that the table finds them in the order of its key.
 */
function recodeBySubqueries(dialect: Dialect, request: RecodeRequest): string {
  const { from, target, map, names: own, attributes, released, where, keepOrder } = request;
  const name = (column: string): string => quoteName(dialect, column);
  const at = (column: string): number => attributes.indexOf(column);
  const kept = released.filter((column) => at(column) < 0);
  const keptAs = (column: string): string => name(own.kept(kept.indexOf(column)));
  const keys = attributes.map((_, q) => name(own.key(q)));
  const number = name(own.classNumber);
  const inner = [
    ...attributes.map((column, q) => `${keyOf(dialect, name(column))} AS ${keys[q]}`),
    ...kept.map((column) => `${name(column)} AS ${keptAs(column)}`),
  ];
  const columns = released.map(
    (column) => `${at(column) >= 0 ? name(own.label(at(column))) : keptAs(column)} AS ${name(column)}`,
  );
  const sortingKey = [
    ...released.filter((column) => at(column) >= 0).map(name),
    ...kept.map((column) => keyOf(dialect, name(column))),
  ];
  const order = [number, ...kept.map((column) => keyOf(dialect, keptAs(column)))];
  return [
    `CREATE TABLE ${quoteTable(dialect, target)}${dialect.tableSuffix.replace('(%)', () => (keepOrder ? 'tuple()' : `(${sortingKey.join(', ')})`))}`,
    `AS SELECT ${columns.join(', ')}`,
    `FROM (SELECT ${[number, ...kept.map(keptAs)].join(', ')}`,
    `FROM (SELECT ${inner.join(', ')} FROM ${from}${where === null ? '' : `\nWHERE ${where}`})`,
    `GLOBAL ALL INNER JOIN (SELECT ${[...keys, number].join(', ')} FROM ${quoteTable(dialect, map.vectors)})`,
    `USING (${keys.join(', ')})${keepOrder ? '' : `\nORDER BY ${order.join(', ')}`})`,
    `ALL INNER JOIN (SELECT ${[number, ...attributes.map((_, q) => name(own.label(q)))].join(', ')} FROM ${quoteTable(dialect, map.classes)})`,
    `USING (${number})`,
  ].join('\n');
}

/** A value as it stands in the map. */
function keyOf(dialect: Dialect, expression: string): string {
  return orElse(dialect, textOf(dialect, expression), quoteText(dialect, nullKey));
}

/** The rows of a table of the map as statements, for printing. */
export function* insertStatements(
  dialect: Dialect,
  table: string,
  { rows, columns }: SentTable,
  batchRows = 500,
): Generator<string> {
  const head = `INSERT INTO ${quoteTable(dialect, table)} (${columns
    .map(({ name }) => quoteName(dialect, name))
    .join(', ')}) VALUES`;
  const literals = columns.map(({ texts }) => texts?.map((text) => quoteText(dialect, text)) ?? null);
  for (let from = 0; from < rows; from += batchRows) {
    const lines: string[] = [];
    for (let row = from; row < Math.min(rows, from + batchRows); row++) {
      lines.push(`(${columns.map(({ codes }, c) => literals[c]?.[codes[row]] ?? codes[row]).join(', ')})`);
    }
    yield `${head}\n${lines.join(',\n')}`;
  }
}
