import type { Dialect } from './dialects.js';
import { quoteName, quoteTable, quoteText } from './dialects.js';
import type { SentTable } from './source.js';

/** Stands for null among the keys of a map: SQL's `=` is never true of null. No text of a table is likely to be it. */
export const nullKey = '\u0001null';

/** What is counted of a table. */
export interface CountRequest {
  /** The relation: a quoted table, or an expression such as `read_parquet('x.parquet')`. */
  readonly from: string;
  readonly columns: readonly string[];
  /** A condition, or null. */
  readonly where: string | null;
}

/** The frequency set of some columns: their values as text, and the number of rows. One GROUP BY. */
export function countStatement(dialect: Dialect, { from, columns, where }: CountRequest): string {
  const names = columns.map((column) => quoteName(dialect, column));
  const keys = columns.map((_, i) => quoteName(dialect, keyColumn(i)));
  const count = quoteName(dialect, 'kohort_rows');
  const inner = names.map((name, i) => `${name} AS ${keys[i]}`).join(', ');
  const outer = keys
    .map((key, i) => `${dialect.asText.replace('%', key)} AS ${quoteName(dialect, `kohort_c${i}`)}`)
    .join(', ');
  return [
    `SELECT ${outer}, ${dialect.asText.replace('%', count)} AS ${quoteName(dialect, 'kohort_n')}`,
    `FROM (SELECT ${inner}, COUNT(*) AS ${count}`,
    `FROM ${from}${where === null ? '' : `\nWHERE ${where}`}`,
    `GROUP BY ${names.join(', ')}) ${quoteName(dialect, 'kohort_counted')}`,
  ].join('\n');
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
      return missing.length === 0 ? present : `${present} AND ${dialect.asText.replace('%', name)} NOT IN (${list})`;
    })
    .join(' AND ');
}

/** Names of columns of the map: the key of quasi-identifier `q`, the number of the class, the text that is released. */
export const keyColumn = (q: number): string => `kohort_k${q}`;
export const classColumn = 'kohort_class';
export const labelColumn = (q: number): string => `kohort_r${q}`;

/** The tables that take the map: the class of every vector, and the released texts of every class. */
export interface MapNames {
  readonly vectors: string;
  readonly classes: string;
}

/** The statements that make the tables of the map for some quasi-identifiers. */
export function createMapStatements(dialect: Dialect, { vectors, classes }: MapNames, attributes: number): string[] {
  const columns = (nameOf: (q: number) => string): string[] =>
    Array.from({ length: attributes }, (_, q) => `${quoteName(dialect, nameOf(q))} ${dialect.textType}`);
  const number = `${quoteName(dialect, classColumn)} ${dialect.integerType}`;
  const create = (table: string, all: readonly string[]): string =>
    `CREATE TABLE ${quoteTable(dialect, table)} (${all.join(', ')})${dialect.mapSuffix}`;
  return [create(vectors, [...columns(keyColumn), number]), create(classes, [number, ...columns(labelColumn)])];
}

/** What is recoded. */
export interface RecodeRequest {
  readonly from: string;
  readonly target: string;
  readonly map: MapNames;
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
  const { from, target, map, attributes, released, where, keepOrder } = request;
  const name = (column: string): string => quoteName(dialect, column);
  const [t, m, r] = [name('t'), name('m'), name('r')];
  const at = (column: string): number => attributes.indexOf(column);
  const columns = released.map((column) =>
    at(column) >= 0
      ? `${r}.${name(labelColumn(at(column)))} AS ${name(column)}`
      : `${t}.${name(column)} AS ${name(column)}`,
  );
  const meets = attributes.map((column, q) => `${m}.${name(keyColumn(q))} = ${keyOf(dialect, `${t}.${name(column)}`)}`);
  const source = where === null ? `${from} ${t}` : `(SELECT * FROM ${from}\nWHERE ${where}) ${t}`;
  const kept = released.filter((column) => at(column) < 0);
  const order = [`${r}.${name(classColumn)}`, ...kept.map((column) => `${t}.${name(column)}`)];
  return [
    `CREATE TABLE ${quoteTable(dialect, target)}${dialect.tableSuffix} AS`,
    `SELECT ${columns.join(', ')}`,
    `FROM ${source}`,
    `INNER JOIN ${quoteTable(dialect, map.vectors)} ${m} ON ${meets.join(' AND ')}`,
    `INNER JOIN ${quoteTable(dialect, map.classes)} ${r} ON ${r}.${name(classColumn)} = ${m}.${name(classColumn)}`,
    ...(keepOrder || !dialect.sorts ? [] : [`ORDER BY ${order.join(', ')}`]),
  ].join('\n');
}

/**
 * The same for ClickHouse. Shards find the class of their rows and sort by it; the texts come last, where the statement was
 * sent, when the rows are sorted already, so that the table finds them in the order of its key.
 */
function recodeBySubqueries(dialect: Dialect, request: RecodeRequest): string {
  const { from, target, map, attributes, released, where, keepOrder } = request;
  const name = (column: string): string => quoteName(dialect, column);
  const at = (column: string): number => attributes.indexOf(column);
  const kept = released.filter((column) => at(column) < 0);
  const keptAs = (column: string): string => name(`kohort_v${kept.indexOf(column)}`);
  const keys = attributes.map((_, q) => name(keyColumn(q)));
  const number = name(classColumn);
  const inner = [
    ...attributes.map((column, q) => `${keyOf(dialect, name(column))} AS ${keys[q]}`),
    ...kept.map((column) => `${name(column)} AS ${keptAs(column)}`),
  ];
  const columns = released.map(
    (column) => `${at(column) >= 0 ? name(labelColumn(at(column))) : keptAs(column)} AS ${name(column)}`,
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
    `ALL INNER JOIN (SELECT ${[number, ...attributes.map((_, q) => name(labelColumn(q)))].join(', ')} FROM ${quoteTable(dialect, map.classes)})`,
    `USING (${number})`,
  ].join('\n');
}

/** A value as it stands in the map. */
function keyOf(dialect: Dialect, expression: string): string {
  return dialect.ifNull
    .replace('%', () => dialect.asText.replace('%', () => expression))
    .replace('?', quoteText(dialect, nullKey));
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
