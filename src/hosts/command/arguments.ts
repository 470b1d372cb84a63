import { InvalidArgumentError } from '../../base/errors.js';
import type { AlgorithmSpec } from '../../job/job.js';
import { cardOf, formatNames } from '../../table/file-formats.js';
import { isSourceAddress } from '../../table/source-address.js';

/** A decimal number of the command line; texts like `0x10` or `1e3 ` are refused. */
export function numberArgument(expected: string, accepts: (value: number) => boolean) {
  return (text: string, _before: unknown, option: string): number => {
    const value = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
    if (!accepts(value)) throw new InvalidArgumentError(option, expected, JSON.stringify(text), 'OPTION_RANGE');
    return value;
  };
}

/** A number of bytes, at least 1 MiB, with an optional K, M or G (powers of 1024). */
export function bytesArgument(text: string, _before: unknown, option: string): number {
  const match = /^(\d+)([KMG]?)$/i.exec(text);
  const power = match === null ? 0 : 'KMG'.indexOf(match[2].toUpperCase() || ' ') + 1;
  const bytes = match === null ? NaN : Number(match[1]) * 2 ** (10 * power);
  if (Number.isSafeInteger(bytes) && bytes >= 2 ** 20) return bytes;
  throw new InvalidArgumentError(option, 'bytes, at least 1M, such as 512M', JSON.stringify(text), 'OPTION_RANGE');
}

/** The engine's name. */
export function engineArgument(text: string): 'wasm' | 'js' {
  if (text === 'wasm' || text === 'js') return text;
  throw new InvalidArgumentError('--engine', '"wasm" or "js"', JSON.stringify(text), 'UNKNOWN_VALUE');
}

/** Endings of releases in formats that are texts, or are not, by format. */
const written = (isText: boolean): readonly (readonly string[])[] =>
  formatNames
    .map(cardOf)
    .flatMap((card) => (card.written !== undefined && (card.holds === 'text') === isText ? [card.written] : []));
const [texts, others] = [written(true), written(false)];
const releaseName = new RegExp(`\\.(?:(?:${texts.flat().join('|')})(?:\\.gz)?|${others.flat().join('|')})$`, 'i');
const dotted = (endings: typeof texts): string[] => endings.map(([first]) => `.${first}`);

/** Endings of files that releases are written to, for people. */
export const releaseEndings = `${dotted(texts).join(', ')} (each also .gz), ${dotted(others).join(' or ')}`;

/** `--out`: a file of a kind that can be written. */
export function outArgument(text: string): string {
  if (releaseName.test(text) || isSourceAddress(text)) return text;
  throw new InvalidArgumentError(
    '--out',
    `a file name that ends in ${releaseEndings}, or a table such as duckdb:FILE#TABLE`,
    JSON.stringify(text),
    'OUTPUT_FORMAT',
  );
}

/** `--report`: a file of a kind that can be written; may be given several times. */
export function reportArgument(text: string, before: readonly string[] = []): string[] {
  if (/\.(html?|md|json)$/i.test(text)) return [...before, text];
  const expected = 'a file name that ends in .html, .md or .json';
  throw new InvalidArgumentError('--report', expected, JSON.stringify(text), 'OUTPUT_FORMAT');
}

/** `--certificate`: a file of a kind that can be written. */
export function certificateArgument(text: string): string {
  if (/\.json$/i.test(text)) return text;
  throw new InvalidArgumentError(
    '--certificate',
    'a file name that ends in .json',
    JSON.stringify(text),
    'OUTPUT_FORMAT',
  );
}

/** An option that may be given several times. */
export function listArgument(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** Names separated by commas. */
export function namesArgument(text: string, _before: unknown, option: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return names;
  throw new InvalidArgumentError(option, 'names separated by commas', JSON.stringify(text));
}

/** Names separated by commas, of an option that may be given several times. */
export const moreNamesArgument = (text: string, before: readonly string[] = [], option: string): string[] => [
  ...before,
  ...namesArgument(text, before, option),
];

/** `--algorithms a,b:option=value:option=value,c`: a value is JSON where it can be read so, else a text. */
export function algorithmsArgument(text: string): (string | AlgorithmSpec)[] {
  return namesArgument(text, undefined, '--algorithms').map((each) => {
    const [name, ...options] = each.split(':');
    if (options.length === 0) return name;
    const pairs = options.map((option): [string, unknown] => {
      const equals = option.indexOf('=');
      if (equals > 0) return [option.slice(0, equals), jsonOrText(option.slice(equals + 1))];
      throw new InvalidArgumentError('--algorithms', 'options as name:option=value', JSON.stringify(each));
    });
    return { ...(Object.fromEntries(pairs) as Record<string, unknown>), name };
  });
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `--k 5,10,25`. */
export function countsArgument(text: string, before: unknown, option: string): number[] {
  const one = numberArgument(
    'whole numbers from 1 to 2^31 - 1, separated by commas',
    (value) => Number.isInteger(value) && value >= 1 && value < 2 ** 31,
  );
  return text.split(',').map((each) => one(each.trim(), before, option));
}
