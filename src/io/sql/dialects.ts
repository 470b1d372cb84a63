/** How an SQL engine writes things: data, so that a statement is one function for all of them. */
export interface Dialect {
  readonly name: string;
  /** Quotes an identifier; the quote inside a name is doubled (BigQuery: escaped). */
  readonly identifierQuote: '"' | '`';
  /** How a quote and a backslash inside a text literal are written. */
  readonly literals: 'double' | 'backslash';
  /** Template; `%` is the expression: as text, null where it is null. For {@link textOf}. */
  readonly asText: string;
  /** Template; `%` is a text expression, `?` a literal that stands for null. For {@link orElse}. */
  readonly ifNull: string;
  /** Template; `%` is a text expression: a whole number of 64 bits that depends on all of it. Null where none is known. */
  readonly hash: string | null;
  readonly textType: string;
  readonly integerType: string;
  /** Put between the name and `AS` of CREATE TABLE ... AS. `%` are expressions to sort by. */
  readonly tableSuffix: string;
  /** What the tables of the map need after their columns. */
  readonly mapSuffix: string;
  /** How a table of the map is made, so that little is left of it, whatever ends the session. */
  readonly createMap: 'CREATE TABLE' | 'CREATE TEMPORARY TABLE' | 'CREATE UNLOGGED TABLE';
  /** False where such a table belongs to no schema. */
  readonly mapInSchema: boolean;
  /** Template; `%` is a table that was filled, about which the planner has to know more. Null where it does by itself. */
  readonly analyze: string | null;
  /** Statements that begin a transaction which makes tables; none where the engine has no such thing. */
  readonly begin: readonly string[];
  /** How rows meet the map: `on` is the standard's join, `using` ClickHouse's, whose right side is sent to all shards. */
  readonly join: 'on' | 'using';
  /** True when CREATE TABLE ... AS keeps an order, so that the rows have to be sorted by what is released. */
  readonly sorts: boolean;
  /** True when kohort's own tests run it against the engine; others are checked by their text alone. */
  readonly tested: boolean;
}

const standard = {
  identifierQuote: '"',
  literals: 'double',
  asText: 'CAST(% AS VARCHAR)',
  ifNull: 'COALESCE(%, ?)',
  hash: null,
  textType: 'VARCHAR',
  integerType: 'INTEGER',
  tableSuffix: '',
  mapSuffix: '',
  createMap: 'CREATE TABLE',
  mapInSchema: true,
  analyze: null,
  begin: [],
  join: 'on',
  sorts: true,
  tested: false,
} as const;

/** Every dialect by its name. */
export const dialects = {
  duckdb: {
    ...standard,
    name: 'duckdb',
    hash: 'hash(%)',
    // In memory: the file of the database never holds the map.
    createMap: 'CREATE TEMPORARY TABLE',
    mapInSchema: false,
    begin: ['BEGIN TRANSACTION'],
    tested: true,
  },
  postgres: {
    ...standard,
    name: 'postgres',
    asText: 'CAST(% AS TEXT)',
    // By bytes: under some collations different texts are equal.
    hash: 'hashtextextended((%) COLLATE "C", 0)',
    textType: 'TEXT',
    // Neither committed nor logged: after a crash no table and no file is left of them, and several processes may read them.
    createMap: 'CREATE UNLOGGED TABLE',
    analyze: 'ANALYZE %',
    begin: [
      'BEGIN',
      // The audit may take its time.
      'SET LOCAL idle_in_transaction_session_timeout = 0',
      // The planner expects one row of a join by many columns, and would go through all classes for each row that it gets.
      'SET LOCAL enable_nestloop = off',
    ],
    tested: true,
  },
  clickhouse: {
    ...standard,
    name: 'clickhouse',
    identifierQuote: '`',
    literals: 'backslash',
    asText: 'toString(%)',
    ifNull: 'ifNull(%, ?)',
    hash: 'sipHash64(%)',
    textType: 'String',
    integerType: 'UInt32',
    tableSuffix: ' ENGINE = MergeTree ORDER BY (%)',
    mapSuffix: ' ENGINE = Memory',
    join: 'using',
    sorts: false,
    tested: true,
  },
  spark: {
    ...standard,
    name: 'spark',
    identifierQuote: '`',
    literals: 'backslash',
    asText: 'CAST(% AS STRING)',
    textType: 'STRING',
  },
  trino: { ...standard, name: 'trino', sorts: false },
  bigquery: {
    ...standard,
    name: 'bigquery',
    identifierQuote: '`',
    literals: 'backslash',
    asText: 'CAST(% AS STRING)',
    textType: 'STRING',
    integerType: 'INT64',
    sorts: false,
  },
  snowflake: { ...standard, name: 'snowflake', literals: 'backslash' },
  mysql: {
    ...standard,
    name: 'mysql',
    identifierQuote: '`',
    literals: 'backslash',
    asText: 'CAST(% AS CHAR)',
    textType: 'TEXT',
  },
} as const satisfies Readonly<Record<string, Dialect>>;

/** An expression as text, null where it is null. */
export const textOf = ({ asText }: Dialect, expression: string): string => fill(asText, expression);

/** A text expression with a literal where it is null. */
export const orElse = ({ ifNull }: Dialect, expression: string, literal: string): string =>
  fill(ifNull, expression, literal);

/** A hash of a text expression; null where the dialect has none. */
export const hashOf = ({ hash }: Dialect, expression: string): string | null =>
  hash === null ? null : fill(hash, expression);

/** Puts expressions into a template, once: whatever stands in an expression stays as it is. */
function fill(template: string, expression: string, literal = ''): string {
  return template.replace(/[%?]/g, (mark) => (mark === '%' ? expression : literal));
}

/** The statement that tells the planner what a table holds, or null. */
export const analyzeStatement = (dialect: Dialect, table: string): string | null =>
  dialect.analyze === null ? null : fill(dialect.analyze, quoteTable(dialect, table));

/** An identifier, quoted. */
export function quoteName({ name, identifierQuote: quote }: Dialect, identifier: string): string {
  const escaped = name === 'bigquery' || name === 'clickhouse' ? identifier.replaceAll('\\', '\\\\') : identifier;
  const inside = name === 'bigquery' || name === 'clickhouse' ? `\\${quote}` : quote + quote;
  return quote + escaped.replaceAll(quote, inside) + quote;
}

/** The name of a table, quoted; a dot separates schema and table. */
export function quoteTable(dialect: Dialect, table: string): string {
  return table
    .split('.')
    .map((part) => quoteName(dialect, part))
    .join('.');
}

/** A text literal. Only for what cannot be bound: printed SQL, and the mark that stands for null. */
export function quoteText({ literals }: Dialect, text: string): string {
  if (literals === 'double') return `'${text.replaceAll("'", "''")}'`;
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `'${escaped}'`;
}
