import { InvalidArgumentError } from '../base/errors.js';

/** Parts of an address, such as `duckdb:people.db#people`. */
export interface SourceAddress {
  readonly engine: 'duckdb' | 'clickhouse' | 'postgres';
  /** File, or URL of the server with the database. */
  readonly database: string;
  /** Table with its schema, or null for a file that DuckDB reads. */
  readonly table: string | null;
}

const engines = ['duckdb', 'clickhouse', 'postgres'] as const;

/** True when an input or output names an SQL engine. */
export function isSourceAddress(text: string): boolean {
  return engines.some((engine) => text.startsWith(`${engine}:`)) || text.startsWith('postgresql:');
}

/**
 * Reads `duckdb:file.db#table`, `duckdb:file.parquet`, `clickhouse:http://host:port/database#table`,
 * `postgres://user@host/database#table` (or `postgres:host=...`-free: an URL). A dot in the table's name separates its
 * schema. Throws InvalidArgumentError SOURCE_ADDRESS.
 */
export function parseSourceAddress(text: string, argument: string): SourceAddress {
  const engine = text.startsWith('postgresql:') ? 'postgres' : engines.find((name) => text.startsWith(`${name}:`));
  const hash = text.lastIndexOf('#');
  const rest = text.slice(text.indexOf(':') + 1, hash < 0 ? undefined : hash);
  const table = hash < 0 ? null : text.slice(hash + 1);
  const wrong = (expected: string): InvalidArgumentError =>
    new InvalidArgumentError(argument, expected, JSON.stringify(hideSecret(text)), 'SOURCE_ADDRESS');
  if (engine === undefined) throw wrong('duckdb:, clickhouse: or postgres: and an address');
  if (engine === 'duckdb') {
    if (rest === '') throw wrong('duckdb:FILE#TABLE, or duckdb:FILE for a .parquet or .csv file');
    if (table === null && !/\.(parquet|csv|tsv)(\.gz|\.zst)?$/i.test(rest)) throw wrong('duckdb:FILE#TABLE');
    if (table === '') throw wrong('duckdb:FILE#TABLE');
    return { engine, database: rest, table };
  }
  if (table === null || table === '') throw wrong(`${engine}:URL#TABLE`);
  const url = engine === 'postgres' ? `postgres:${rest}` : rest;
  if (!URL.canParse(url) || (engine === 'clickhouse' && !/^https?:/.test(url))) throw wrong(`${engine}:URL#TABLE`);
  return { engine, database: url, table };
}

const enginePrefix = /^(?:duckdb|clickhouse|postgres(?:ql)?):/;

/**
 * Hides the secrets of an address, for messages: everything between `//` and the last `@` of a server, and a query. Text that does not read as a
 * server's address is hidden whole.
 */
export function hideSecret(address: string): string {
  const prefix = enginePrefix.exec(address)?.[0] ?? '';
  const rest = address.slice(prefix.length);
  const isFile = prefix === 'duckdb:' || (prefix === '' && !rest.includes('//'));
  const slashes = rest.indexOf('//');
  if (slashes < 0) return isFile ? hideQuery(address) : `${prefix}***`;
  const scheme = prefix + rest.slice(0, slashes + 2);
  const place = rest.slice(slashes + 2);
  const at = place.lastIndexOf('@');
  if (at >= 0) {
    // Text before the last `@` may belong to a query, and then the text behind it does, too.
    const isInQuery = place.slice(0, at).includes('?');
    return isInQuery ? `${scheme}***` : hideQuery(`${scheme}***${place.slice(at)}`);
  }
  // `//user:password` whose end is missing, since a port has digits alone.
  const isCut = /^[^/?#[\]]*:(?!\d*(?:[/?#]|$))/.test(place);
  return isCut && !isFile ? `${scheme}***` : hideQuery(address);
}

/**
 * A message without the secrets of addresses that it quotes.
 *
 * @param given - what may have come into it as it was given, such as the arguments of a command line
 */
export function hideSecrets(message: string, given: readonly string[] = []): string {
  const values = given.flatMap((text) => [text, text.slice(text.indexOf('=') + 1)]).filter(mayHoldSecret);
  const known = new Map<string, string>();
  for (const value of values.filter((text) => hideSecret(text) !== text)) {
    for (const spelling of [value, JSON.stringify(value).slice(1, -1), value.replace(/\s+/g, ' ')])
      known.set(spelling, hideSecret(value));
  }
  let hidden = message;
  for (const spelling of [...known.keys()].sort((x, y) => y.length - x.length)) {
    hidden = hidden.replaceAll(spelling, () => known.get(spelling)!);
  }
  return hidden.replace(/"((?:[^"\\]|\\.)*)"|[^\s"]*\/\/[^\s"]*/g, (found, quoted?: string) => {
    if (quoted === undefined) return hideSecret(found);
    return mayHoldSecret(quoted) ? `"${hideSecret(quoted)}"` : found;
  });
}

const mayHoldSecret = (text: string): boolean => text.includes('//') || (enginePrefix.test(text) && /[@=]/.test(text));

/** An address without its password and without what a query holds of secrets: to be kept in a file, and run with a password from elsewhere. */
export function withoutPassword(address: string): string {
  const prefix = enginePrefix.exec(address)?.[0] ?? '';
  const from = prefix.startsWith('postgres') ? 0 : prefix.length;
  const end = address.lastIndexOf('#');
  const text = address.slice(from, end < 0 ? undefined : end);
  if (!text.includes('//') || !URL.canParse(text)) return hideSecret(address);
  const url = new URL(text);
  const secrets = [...url.searchParams.keys()].filter((name) =>
    /pass|pwd|token|secret|key|sign|credential/i.test(name),
  );
  if (url.password === '' && secrets.length === 0) return address;
  url.password = '';
  for (const name of secrets) url.searchParams.delete(name);
  return `${address.slice(0, from)}${url.href}${end < 0 ? '' : address.slice(end)}`;
}

const hideQuery = (address: string): string => {
  const from = address.indexOf('?');
  const isQuery = from >= 0 && (address.includes('//') || address.includes('=', from));
  return isQuery ? `${address.slice(0, from)}?***` : address;
};
