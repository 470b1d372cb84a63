import { InvalidArgumentError } from '../../base/errors.js';
import { isSourceAddress, parseSourceAddress } from '../../table/source-address.js';

/** The files that an input is read from, which nothing may be written over: a database too; none of stdin and of servers. */
export function filesRead(input: string): string[] {
  if (input === '-') return [];
  if (!isSourceAddress(input)) return [input];
  try {
    const { engine, database } = parseSourceAddress(input, 'input');
    return engine === 'duckdb' ? [database] : [];
  } catch (error) {
    // Text that is no address is refused where it would be read.
    if (error instanceof InvalidArgumentError) return [];
    throw error;
  }
}
