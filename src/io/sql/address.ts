import { InvalidArgumentError } from '../../base/errors.js';
import type { SourceAddress } from './source.js';

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

/** An address without a password, for messages: whatever stands between the name of the user and the last `@`. */
export function hideSecret(address: string): string {
  return hideParameters(address.replace(/(\/\/[^:\s]*):[^]*@/, '$1:***@'));
}

/** A message without the passwords of addresses that it quotes. */
export function hideSecrets(message: string): string {
  return hideParameters(message.replace(/(\/\/[^:\s]*):\S*@/g, '$1:***@'));
}

const hideParameters = (text: string): string => text.replace(/([?&][^=&#\s]*pass[^=&#\s]*=)[^&#\s]*/gi, '$1***');
