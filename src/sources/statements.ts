import type { Dialect } from './dialects.js';
import { quoteName, quoteTable, quoteText } from './dialects.js';

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
  const keys = columns.map((_, i) => quoteName(dialect, `k${i}`));
  const count = quoteName(dialect, 'kohort_rows');
  const inner = names.map((name, i) => `${name} AS ${keys[i]}`).join(', ');
  const outer = keys
    .map((key, i) => `${dialect.asText.replace('%', key)} AS ${quoteName(dialect, `c${i}`)}`)
    .join(', ');
  return [
    `SELECT ${outer}, ${dialect.asText.replace('%', count)} AS ${quoteName(dialect, 'n')}`,
    `FROM (SELECT ${inner}, COUNT(*) AS ${count}`,
    `FROM ${from}${where === null ? '' : `\nWHERE ${where}`}`,
    `GROUP BY ${names.join(', ')}) ${quoteName(dialect, 'counted')}`,
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

/** The table that takes the map: a key and a released text per quasi-identifier. */
export function createMapStatement(dialect: Dialect, map: string, attributes: number): string {
  return `CREATE TABLE ${quoteTable(dialect, map)} (${mapColumns(attributes)
    .map((column) => `${quoteName(dialect, column)} ${dialect.textType}`)
    .join(', ')})${dialect.mapSuffix}`;
}

/** Names of the columns of a map: keys, then released texts. */
export function mapColumns(attributes: number): string[] {
  const numbers = Array.from({ length: attributes }, (_, i) => i);
  return [...numbers.map((i) => `k${i}`), ...numbers.map((i) => `r${i}`)];
}

/** What is recoded. */
export interface RecodeRequest {
  readonly from: string;
  readonly target: string;
  readonly map: string;
  /** Quasi-identifiers in the order of the map. */
  readonly attributes: readonly string[];
  /** Released columns in their order. */
  readonly released: readonly string[];
  readonly where: string | null;
  /** True when rows may keep the order they have. */
  readonly keepOrder: boolean;
}

/**
 * The release: every row meets its vector in the map; rows whose vector is not there are suppressed. The rows are sorted
 * by everything that is released, so that their order tells nothing else.
 */
export function recodeStatement(dialect: Dialect, request: RecodeRequest): string {
  const { from, target, map, attributes, released, where, keepOrder } = request;
  const name = (column: string): string => quoteName(dialect, column);
  const keyOf = (expression: string): string =>
    dialect.ifNull
      .replace('%', () => dialect.asText.replace('%', () => expression))
      .replace('?', quoteText(dialect, nullKey));
  const at = (column: string): number => attributes.indexOf(column);
  const kept = released.filter((column) => at(column) < 0);
  const condition = where === null ? '' : `\nWHERE ${where}`;
  const order = released.map((_, i) => i + 1).join(', ');
  const head = `CREATE TABLE ${quoteTable(dialect, target)}`;
  if (dialect.join === 'using') {
    const keys = attributes.map((_, i) => name(`k${i}`));
    const inner = [
      ...attributes.map((column, i) => `${keyOf(name(column))} AS ${keys[i]}`),
      ...kept.map((column, i) => `${name(column)} AS ${name(`v${i}`)}`),
    ].join(', ');
    const columns = released.map(
      (column) => `${at(column) >= 0 ? name(`r${at(column)}`) : name(`v${kept.indexOf(column)}`)} AS ${name(column)}`,
    );
    const sorted = keepOrder
      ? 'tuple()'
      : released.map((column) => (at(column) >= 0 ? name(column) : keyOf(name(column)))).join(', ');
    return [
      head + dialect.tableSuffix.replace('(%)', () => (keepOrder ? sorted : `(${sorted})`)),
      `AS SELECT ${columns.join(', ')}`,
      `FROM (SELECT ${inner} FROM ${from}${condition})`,
      `GLOBAL ALL INNER JOIN (SELECT ${mapColumns(attributes.length).map(name).join(', ')} FROM ${quoteTable(dialect, map)})`,
      `USING (${keys.join(', ')})`,
    ].join('\n');
  }
  const [t, m] = [name('t'), name('m')];
  const columns = released.map(
    (column) => `${at(column) >= 0 ? `${m}.${name(`r${at(column)}`)}` : `${t}.${name(column)}`} AS ${name(column)}`,
  );
  const meets = attributes.map((column, i) => `${m}.${name(`k${i}`)} = ${keyOf(`${t}.${name(column)}`)}`);
  const source = where === null ? `${from} ${t}` : `(SELECT * FROM ${from}${condition}) ${t}`;
  return [
    `${head}${dialect.tableSuffix} AS`,
    `SELECT ${columns.join(', ')}`,
    `FROM ${source}`,
    `INNER JOIN ${quoteTable(dialect, map)} ${m} ON ${meets.join(' AND ')}`,
    ...(keepOrder || !dialect.sorts ? [] : [`ORDER BY ${order}`]),
  ].join('\n');
}

/** The rows of a map as statements, for printing. */
export function* insertStatements(
  dialect: Dialect,
  map: string,
  attributes: number,
  rows: Iterable<readonly string[]>,
  batchRows = 500,
): Generator<string> {
  const head = `INSERT INTO ${quoteTable(dialect, map)} (${mapColumns(attributes)
    .map((column) => quoteName(dialect, column))
    .join(', ')}) VALUES`;
  let batch: string[] = [];
  for (const row of rows) {
    batch.push(`(${row.map((text) => quoteText(dialect, text)).join(', ')})`);
    if (batch.length < batchRows) continue;
    yield `${head}\n${batch.join(',\n')}`;
    batch = [];
  }
  if (batch.length > 0) yield `${head}\n${batch.join(',\n')}`;
}
