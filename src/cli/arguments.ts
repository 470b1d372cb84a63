import { InvalidArgumentError } from '../errors.js';
import { isSourceAddress } from '../sources/address.js';

/** A decimal number of the command line; texts like `0x10` or `1e3 ` are refused. */
export function numberArgument(option: string, expected: string, accepts: (value: number) => boolean) {
  return (text: string): number => {
    const value = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
    if (!accepts(value)) throw new InvalidArgumentError(option, expected, JSON.stringify(text), 'OPTION_RANGE');
    return value;
  };
}

/** A number of bytes, at least 1 MiB, with an optional K, M or G (powers of 1024). */
export function bytesArgument(option: string) {
  return (text: string): number => {
    const match = /^(\d+)([KMG]?)$/i.exec(text);
    const power = match === null ? 0 : 'KMG'.indexOf(match[2].toUpperCase() || ' ') + 1;
    const bytes = match === null ? NaN : Number(match[1]) * 1024 ** power;
    if (Number.isSafeInteger(bytes) && bytes >= 2 ** 20) return bytes;
    throw new InvalidArgumentError(option, 'bytes, at least 1M, such as 512M', JSON.stringify(text), 'OPTION_RANGE');
  };
}

/** The engine's name. */
export function engineArgument(text: string): 'wasm' | 'js' {
  if (text === 'wasm' || text === 'js') return text;
  throw new InvalidArgumentError('--engine', '"wasm" or "js"', JSON.stringify(text), 'UNKNOWN_VALUE');
}

/** What a missing cell matches. */
export function missingArgument(text: string): 'value' | 'wildcard' {
  if (text === 'value' || text === 'wildcard') return text;
  throw new InvalidArgumentError('--missing', '"value" or "wildcard"', JSON.stringify(text), 'UNKNOWN_VALUE');
}

/** `--out`: a file of a kind that can be written. */
export function outArgument(text: string): string {
  if (/\.(csv|csv\.gz|parquet|arrow)$/i.test(text) || isSourceAddress(text)) return text;
  throw new InvalidArgumentError(
    '--out',
    'a file name that ends in .csv, .csv.gz, .parquet or .arrow, or a table such as duckdb:FILE#TABLE',
    JSON.stringify(text),
    'OUTPUT_FORMAT',
  );
}

/** `--report`: a file of a kind that can be written. */
export function reportArgument(text: string): string {
  if (/\.html?$/i.test(text)) return text;
  throw new InvalidArgumentError('--report', 'a file name that ends in .html', JSON.stringify(text), 'OUTPUT_FORMAT');
}

/** `--algorithms a,b,c`. */
export function namesArgument(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return names;
  throw new InvalidArgumentError('--algorithms', 'names separated by commas', JSON.stringify(text));
}
