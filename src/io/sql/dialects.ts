import type { Sql } from './sql.js';
import { joinSql, sql } from './sql.js';

/** Syntax of an SQL engine, so that a statement is one function for all of them. */
export interface Dialect {
  readonly name: string;
  /** Quotes an identifier; the quote inside a name is doubled (BigQuery: escaped). */
  readonly identifierQuote: '"' | '`';
  /** Spelling of a quote and a backslash inside a text literal. */
  readonly literals: 'double' | 'backslash';
  /** An expression as text, null where it is null. */
  readonly asText: (expression: Sql) => Sql;
  /** A text expression, with a literal where it is null. */
  readonly ifNull: (text: Sql, literal: Sql) => Sql;
  /** A whole number of 64 bits that depends on all of a text expression. Null where none is known. */
  readonly hash: ((text: Sql) => Sql) | null;
  readonly textType: Sql;
  readonly integerType: Sql;
  /** Put between the name and `AS` of CREATE TABLE ... AS. `keys` are expressions to sort by, or none. */
  readonly tableSuffix: (keys: readonly Sql[]) => Sql;
  /** Clause after the columns of a table of the map. */
  readonly mapSuffix: Sql;
  /** Statement that makes a table of the map, so that little is left of it, whatever ends the session. */
  readonly createMap: Sql;
  /** False where such a table belongs to no schema. */
  readonly mapInSchema: boolean;
  /** Statement that gives the planner the size of a filled table and the contents of one column. Null where it finds them by itself. */
  readonly analyze: ((table: Sql, column: Sql) => Sql) | null;
  /** Statements that begin a transaction which makes tables; none where the engine has no such thing. */
  readonly begin: readonly Sql[];
  /** Join of rows and map: `on` is the standard's, `using` ClickHouse's, whose right side is sent to all shards. */
  readonly join: 'on' | 'using';
  /** True when CREATE TABLE ... AS keeps an order, so that the rows have to be sorted by what is released. */
  readonly sorts: boolean;
  /** True when columns whose names differ in case alone are one column, also in quotes. */
  readonly isCaseBlind: boolean;
  /** True when kohort's own tests run it against the engine; others are checked by their text alone. */
  readonly tested: boolean;
}

const standard = {
  identifierQuote: '"',
  literals: 'double',
  asText: (expression: Sql) => sql`CAST(${expression} AS VARCHAR)`,
  ifNull: (text: Sql, literal: Sql) => sql`COALESCE(${text}, ${literal})`,
  hash: null,
  textType: sql`VARCHAR`,
  integerType: sql`INTEGER`,
  tableSuffix: () => sql``,
  mapSuffix: sql``,
  createMap: sql`CREATE TABLE`,
  mapInSchema: true,
  analyze: null,
  begin: [],
  join: 'on',
  sorts: true,
  isCaseBlind: false,
  tested: false,
} as const;

/** Every dialect by its name. */
export const dialects = {
  duckdb: {
    ...standard,
    name: 'duckdb',
    isCaseBlind: true,
    hash: (text: Sql) => sql`hash(${text})`,
    // In memory: the file of the database never holds the map.
    createMap: sql`CREATE TEMPORARY TABLE`,
    mapInSchema: false,
    begin: [sql`BEGIN TRANSACTION`],
    tested: true,
  },
  postgres: {
    ...standard,
    name: 'postgres',
    asText: (expression: Sql) => sql`CAST(${expression} AS TEXT)`,
    // By bytes: under some collations different texts are equal.
    hash: (text: Sql) => sql`hashtextextended((${text}) COLLATE "C", 0)`,
    textType: sql`TEXT`,
    // Neither committed nor logged: after a crash no table and no file is left of them, and several processes may read them.
    createMap: sql`CREATE UNLOGGED TABLE`,
    // Statistics of one column alone: they hold values, and outlive the table in the log and in the pages of the catalogue.
    analyze: (table: Sql, column: Sql) => sql`ANALYZE ${table} (${column})`,
    begin: [
      sql`BEGIN`,
      // The audit may take its time.
      sql`SET LOCAL idle_in_transaction_session_timeout = 0`,
      // The planner expects one row of a join by many columns, and would go through all classes for each row that it gets. It
      // knows nothing of the vectors but their number, and would sort both sides.
      sql`SET LOCAL enable_nestloop = off`,
      sql`SET LOCAL enable_mergejoin = off`,
    ],
    tested: true,
  },
  clickhouse: {
    ...standard,
    name: 'clickhouse',
    identifierQuote: '`',
    literals: 'backslash',
    asText: (expression: Sql) => sql`toString(${expression})`,
    ifNull: (text: Sql, literal: Sql) => sql`ifNull(${text}, ${literal})`,
    hash: (text: Sql) => sql`sipHash64(${text})`,
    textType: sql`String`,
    integerType: sql`UInt32`,
    tableSuffix: (keys: readonly Sql[]) =>
      keys.length === 0
        ? sql` ENGINE = MergeTree ORDER BY tuple()`
        : sql` ENGINE = MergeTree ORDER BY (${joinSql(keys, ', ')})`,
    mapSuffix: sql` ENGINE = Memory`,
    join: 'using',
    sorts: false,
    tested: true,
  },
  spark: {
    ...standard,
    name: 'spark',
    isCaseBlind: true,
    identifierQuote: '`',
    literals: 'backslash',
    asText: (expression: Sql) => sql`CAST(${expression} AS STRING)`,
    textType: sql`STRING`,
  },
  trino: { ...standard, name: 'trino', sorts: false },
  bigquery: {
    ...standard,
    name: 'bigquery',
    isCaseBlind: true,
    identifierQuote: '`',
    literals: 'backslash',
    asText: (expression: Sql) => sql`CAST(${expression} AS STRING)`,
    textType: sql`STRING`,
    integerType: sql`INT64`,
    sorts: false,
  },
  snowflake: { ...standard, name: 'snowflake', literals: 'backslash' },
  mysql: {
    ...standard,
    name: 'mysql',
    isCaseBlind: true,
    identifierQuote: '`',
    literals: 'backslash',
    asText: (expression: Sql) => sql`CAST(${expression} AS CHAR)`,
    textType: sql`TEXT`,
  },
} as const satisfies Readonly<Record<string, Dialect>>;

/** Statement that gives the planner the size of a table of the map, or null; `column` is one that holds no values of people. */
export const analyzeStatement = (dialect: Dialect, table: string, column: string): Sql | null =>
  dialect.analyze?.(quoteTable(dialect, table), quoteName(dialect, column)) ?? null;

/** Gives a table a new name within its schema, as the standard has it; `to` may name the schema again. */
export const renameTable = (dialect: Dialect, from: string, to: string): Sql =>
  sql`ALTER TABLE ${quoteTable(dialect, from)} RENAME TO ${quoteName(dialect, to.split('.').pop()!)}`;

/** An identifier, quoted. */
export function quoteName({ name, identifierQuote: quote }: Dialect, identifier: string): Sql {
  const escaped = name === 'bigquery' || name === 'clickhouse' ? identifier.replaceAll('\\', '\\\\') : identifier;
  const inside = name === 'bigquery' || name === 'clickhouse' ? `\\${quote}` : quote + quote;
  return `${quote}${escaped.replaceAll(quote, () => inside)}${quote}` as Sql;
}

/** The name of a table, quoted; a dot separates schema and table. */
export function quoteTable(dialect: Dialect, table: string): Sql {
  const parts = table.split('.').map((part) => quoteName(dialect, part));
  return parts.reduce((schema, part) => sql`${schema}.${part}`);
}

/** A text literal. Only for what cannot be bound: printed SQL, and the mark that stands for null. */
export function quoteText({ literals }: Dialect, text: string): Sql {
  if (literals === 'double') return `'${text.replaceAll("'", "''")}'` as Sql;
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `'${escaped}'` as Sql;
}
