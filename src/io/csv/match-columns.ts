import { InputError } from '../../base/errors.js';
import { shortList } from '../../base/short-list.js';
import { delimiterByNames, DELIMITERS, divide } from './detect-delimiter.js';

/** Order of the columns of a further file, where it is another than in the first. */
export interface OtherOrder {
  /** [columns of the first file] place of the column in the further one. */
  readonly from: readonly number[];
  /** Delimiter of the first file, and of the further one. */
  readonly to: string;
  readonly delimiter: string;
}

/**
 * Matches the columns that two headers name: of a further file with those of the first; null where the headers are equal.
 *
 * @throws InputError HEADERS_DIFFER
 */
export function matchColumns(
  first: Uint8Array,
  further: Uint8Array,
  said: string | undefined,
  source: string,
): OtherOrder | null {
  if (isEqual(first, further)) return null;
  const [one, other] = [first, further].map((line) => new TextDecoder().decode(line));
  const to = said ?? widest(one);
  const names = namesOf(one, to);
  const delimiter = said ?? delimiterByNames(other, { names: new Set(names), delimiter: to });
  const own = namesOf(other, delimiter);
  const missing = names.filter((name) => !own.includes(name));
  const additional = own.filter((name) => !names.includes(name));
  const from = names.map((name) => own.indexOf(name));
  const isSame = missing.length + additional.length === 0 && own.length === names.length;
  if (!isSame || new Set(from).size < from.length || names.includes('')) {
    throw differ(source, { names, own, missing, additional });
  }
  // Only their spelling differs: quotes, spaces or the delimiter.
  return { from, to, delimiter };
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** The delimiter that gives a header the most cells. */
const widest = (header: string): string =>
  DELIMITERS.map((delimiter) => ({ delimiter, cells: namesOf(header, delimiter).length })).reduce((best, each) =>
    each.cells > best.cells ? each : best,
  ).delimiter;

const namesOf = (header: string, delimiter: string): readonly string[] =>
  divide(header, delimiter, { complete: true }).records[0] ?? [];

function differ(
  source: string,
  { names, own, missing, additional }: Readonly<Record<'names' | 'own' | 'missing' | 'additional', readonly string[]>>,
): InputError {
  const isGarbled = [...missing, ...additional].some((name) => /[^\x20-\x7e]/.test(name));
  const cure = `files that are read as one have the same columns, in any order${isGarbled ? ', and one encoding' : ''}`;
  const message = (): string => {
    if (missing.length === names.length) {
      return `none of the columns of the first file is named in the first line; ${cure}, and each its header`;
    }
    if (missing.length + additional.length === 0) {
      const twice = own.length === names.length ? names : own;
      return `the columns are in another order than in the first file, and cannot be matched by name, since ${twice.includes('') ? 'a column has no name' : 'a name stands over two columns'}`;
    }
    const said = [
      ...(missing.length > 0 ? [`missing ${listOf(missing)}`] : []),
      ...(additional.length > 0 ? [`additional ${listOf(additional)}`] : []),
    ];
    return `other columns than in the first file: ${said.join('; ')}; ${cure}`;
  };
  return new InputError('HEADERS_DIFFER', message(), { source, line: 1 });
}

const listOf = (names: readonly string[]): string => shortList(names.map((name) => JSON.stringify(name)));
