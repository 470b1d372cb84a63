import type { Dialect } from './dialects.js';
import { quoteName, quoteTable, quoteText } from './dialects.js';
import type { OwnNames } from './own-names.js';
import type { SentTable } from './source.js';
import type { Sql } from './sql.js';
import { joinSql, sql, sqlNumber } from './sql.js';

/** Stands for null among the keys of a map: SQL's `=` is never true of null. No text of a table is likely to be it. */
export const nullKey = '\u0001null';

/** Request for a count of a table. */
export interface CountRequest {
  /** The relation: a quoted table, or an expression such as `read_parquet('x.parquet')`. */
  readonly from: Sql;
  readonly columns: readonly string[];
  /** Columns of which a fingerprint is taken: {@link fingerprintOf}. None: no fingerprint. */
  readonly printed: readonly string[];
  readonly names: OwnNames;
  /** A condition, or null. */
  readonly where: Sql | null;
}

/**
 * The frequency set of some columns: their values as text, the number of rows, and the fingerprint of other columns. One GROUP
 * BY.
 */
export function countStatement(dialect: Dialect, request: CountRequest): Sql {
  const { from, columns, printed, names: own, where } = request;
  const { asText } = dialect;
  const name = (column: string): Sql => quoteName(dialect, column);
  const groups = columns.map(name);
  const inner = groups.map((group, c) => sql`${group} AS ${name(own.key(c))}`);
  inner.push(sql`COUNT(*) AS ${name(own.rows)}`);
  const outer = columns.map((_, c) => sql`${asText(name(own.key(c)))} AS ${name(own.counted(c))}`);
  outer.push(sql`${asText(name(own.rows))} AS ${name(own.countedRows)}`);
  if (printed.length > 0) {
    inner.push(sql`SUM(${fingerprintOf(dialect, printed)}) AS ${name(own.print)}`);
    outer.push(sql`${asText(name(own.print))} AS ${name(own.countedPrint)}`);
  }
  return sql`SELECT ${list(outer)}
FROM (SELECT ${list(inner)}
FROM ${from}${whereClause(where)}
GROUP BY ${list(groups)}) ${name(own.groups)}`;
}

/** The number of rows of a relation, as text; of those alone that a condition does not hold for, where one is given. */
export function countRowsStatement({ asText }: Dialect, from: Sql, exceptWhere: Sql | null = null): Sql {
  const counted = sql`SELECT ${asText(sql`COUNT(*)`)} FROM ${from}`;
  return exceptWhere === null ? counted : sql`${counted} WHERE NOT (${exceptWhere})`;
}

/** The statement that drops a table, if it is there. */
export const dropStatement = (dialect: Dialect, table: string): Sql =>
  sql`DROP TABLE IF EXISTS ${quoteTable(dialect, table)}`;

const list = (parts: readonly Sql[]): Sql => joinSql(parts, ', ');

const whereClause = (where: Sql | null): Sql => (where === null ? sql`` : sql`\nWHERE ${where}`);

/**
 * A whole number that depends on the values of some columns in a row and on which column has which. Its sum over rows, modulo 2^64, shows whether two
 * tables have the same rows there, in any order.
 */
function fingerprintOf(dialect: Dialect, columns: readonly string[]): Sql {
  const { hash, asText } = dialect;
  if (hash === null) throw new Error(`${dialect.name} takes no fingerprints`);
  const hashes = columns.map((column) => hash(keyOf(dialect, quoteName(dialect, column))));
  if (hashes.length === 1) return hashes[0];
  return hash(joinSql(hashes.map(asText), " || ',' || "));
}

/** The condition that some columns hold no missing value, or null. */
export function presentCondition(dialect: Dialect, columns: readonly string[], missing: readonly string[]): Sql | null {
  if (columns.length === 0) return null;
  const marks = list(missing.map((text) => quoteText(dialect, text)));
  const conditions = columns.map((column) => {
    const name = quoteName(dialect, column);
    const present = sql`${name} IS NOT NULL`;
    return missing.length === 0 ? present : sql`${present} AND ${dialect.asText(name)} NOT IN (${marks})`;
  });
  return joinSql(conditions, ' AND ');
}

/** The tables that take the map: the class of every vector, and the released texts of every class. */
interface MapNames {
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
): Sql[] {
  const columns = (nameOf: (q: number) => string): Sql[] =>
    Array.from({ length: attributes }, (_, q) => sql`${quoteName(dialect, nameOf(q))} ${dialect.textType}`);
  const number = sql`${quoteName(dialect, names.classNumber)} ${dialect.integerType}`;
  const make = (table: string, all: readonly Sql[]): Sql =>
    sql`${create} ${quoteTable(dialect, table)} (${list(all)})${dialect.mapSuffix}`;
  return [make(vectors, [...columns(names.key), number]), make(classes, [number, ...columns(names.label)])];
}

/** Request for a recoding. */
interface RecodeRequest {
  readonly from: Sql;
  readonly target: string;
  readonly map: MapNames;
  readonly names: OwnNames;
  /** Quasi-identifiers in the order of the map. */
  readonly attributes: readonly string[];
  /** Released columns in their order. */
  readonly released: readonly string[];
  readonly where: Sql | null;
  /** The class whose rows have no value in columns that are released as they are; null without one. */
  readonly blankNumber: number | null;
  /** True when rows may keep the order they have. */
  readonly keepOrder: boolean;
}

/**
 * The release: every row meets its vector in the map, and so its class; rows whose vector is not there are suppressed. Rows are sorted by the number
 * of the class, which follows the released texts, and by the columns released unchanged: their order reveals nothing else.
 */
export function recodeStatement(dialect: Dialect, request: RecodeRequest): Sql {
  return dialect.join === 'using' ? recodeBySubqueries(dialect, request) : recodeByJoins(dialect, request);
}

function recodeByJoins(dialect: Dialect, request: RecodeRequest): Sql {
  const { from, target, map, names: own, attributes, released, where, blankNumber, keepOrder } = request;
  const name = (column: string): Sql => quoteName(dialect, column);
  const [t, m, r] = [name(own.table), name(own.vectors), name(own.classes)];
  const at = (column: string): number => attributes.indexOf(column);
  const columns = released.map((column) =>
    at(column) >= 0
      ? sql`${r}.${name(own.label(at(column)))} AS ${name(column)}`
      : sql`${unlessBlank(sql`${t}.${name(column)}`, sql`${r}.${name(own.classNumber)}`, blankNumber)} AS ${name(column)}`,
  );
  const meets = attributes.map(
    (column, q) => sql`${m}.${name(own.key(q))} = ${keyOf(dialect, sql`${t}.${name(column)}`)}`,
  );
  const source = where === null ? sql`${from} ${t}` : sql`(SELECT * FROM ${from}${whereClause(where)}) ${t}`;
  const kept = released.filter((column) => at(column) < 0);
  const number = name(own.classNumber);
  const order = [sql`${r}.${number}`, ...kept.map((column) => sql`${t}.${name(column)}`)];
  const recode = sql`CREATE TABLE ${quoteTable(dialect, target)}${dialect.tableSuffix([])} AS
SELECT ${list(columns)}
FROM ${source}
INNER JOIN ${quoteTable(dialect, map.vectors)} ${m} ON ${joinSql(meets, ' AND ')}
INNER JOIN ${quoteTable(dialect, map.classes)} ${r} ON ${r}.${number} = ${m}.${number}`;
  return keepOrder || !dialect.sorts ? recode : sql`${recode}\nORDER BY ${list(order)}`;
}

/**
 * The release for ClickHouse. Shards find the class of their rows and sort by it; the texts come last, where the statement was sent, when the rows
 * are sorted already, so that the table finds them in the order of its key.
 */
function recodeBySubqueries(dialect: Dialect, request: RecodeRequest): Sql {
  const { from, target, map, names: own, attributes, released, where, blankNumber, keepOrder } = request;
  const name = (column: string): Sql => quoteName(dialect, column);
  const at = (column: string): number => attributes.indexOf(column);
  const kept = released.filter((column) => at(column) < 0);
  const keptAs = (column: string): Sql => name(own.kept(kept.indexOf(column)));
  const keys = attributes.map((_, q) => name(own.key(q)));
  const labels = attributes.map((_, q) => name(own.label(q)));
  const number = name(own.classNumber);
  const inner = [
    ...attributes.map((column, q) => sql`${keyOf(dialect, name(column))} AS ${keys[q]}`),
    ...kept.map((column) => sql`${name(column)} AS ${keptAs(column)}`),
  ];
  const columns = released.map(
    (column) =>
      sql`${at(column) >= 0 ? labels[at(column)] : unlessBlank(keptAs(column), number, blankNumber)} AS ${name(column)}`,
  );
  const sortingKey = [
    ...released.filter((column) => at(column) >= 0).map(name),
    ...kept.map((column) => keyOf(dialect, name(column))),
  ];
  const order = [number, ...kept.map((column) => keyOf(dialect, keptAs(column)))];
  return sql`CREATE TABLE ${quoteTable(dialect, target)}${dialect.tableSuffix(keepOrder ? [] : sortingKey)}
AS SELECT ${list(columns)}
FROM (SELECT ${list([number, ...kept.map(keptAs)])}
FROM (SELECT ${list(inner)} FROM ${from}${whereClause(where)})
GLOBAL ALL INNER JOIN (SELECT ${list([...keys, number])} FROM ${quoteTable(dialect, map.vectors)})
USING (${list(keys)})${keepOrder ? sql`` : sql`\nORDER BY ${list(order)}`})
ALL INNER JOIN (SELECT ${list([number, ...labels])} FROM ${quoteTable(dialect, map.classes)})
USING (${number})`;
}

/** A value of a row; null in the class of suppressed rows. */
const unlessBlank = (value: Sql, classNumber: Sql, blankNumber: number | null): Sql =>
  blankNumber === null ? value : sql`CASE WHEN ${classNumber} = ${sqlNumber(blankNumber)} THEN NULL ELSE ${value} END`;

/** The number of rows with `*` in some columns and null in others, as text. */
export function countBlankStatement(
  dialect: Dialect,
  from: Sql,
  starred: readonly string[],
  blank: readonly string[],
): Sql {
  const conditions = [
    ...starred.map((column) => sql`${dialect.asText(quoteName(dialect, column))} = ${quoteText(dialect, '*')}`),
    ...blank.map((column) => sql`${quoteName(dialect, column)} IS NULL`),
  ];
  return sql`${countRowsStatement(dialect, from)} WHERE ${joinSql(conditions, ' AND ')}`;
}

/** A value as a key of the map. */
const keyOf = (dialect: Dialect, expression: Sql): Sql =>
  dialect.ifNull(dialect.asText(expression), quoteText(dialect, nullKey));

/** The rows of a table of the map as statements, for printing. */
export function* insertStatements(
  dialect: Dialect,
  table: string,
  { rows, columns }: SentTable,
  batchRows = 500,
): Generator<Sql> {
  const names = list(columns.map(({ name }) => quoteName(dialect, name)));
  const head = sql`INSERT INTO ${quoteTable(dialect, table)} (${names}) VALUES`;
  const literals = columns.map(({ texts }) => texts?.map((text) => quoteText(dialect, text)) ?? null);
  for (let from = 0; from < rows; from += batchRows) {
    const lines: Sql[] = [];
    for (let row = from; row < Math.min(rows, from + batchRows); row++) {
      const cells = columns.map(({ codes }, c) => literals[c]?.[codes[row]] ?? sqlNumber(codes[row]));
      lines.push(sql`(${list(cells)})`);
    }
    yield sql`${head}\n${joinSql(lines, ',\n')}`;
  }
}
