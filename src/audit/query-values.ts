import type { Column, Table } from '../table/table.js';
import type { Where } from '../table/parse-where.js';
import type { ReadAttribute } from './read-attribute.js';
import { holds } from './taken-rows.js';
import { joinValues, parseValue } from './values.js';

/** Parts of a whole by the block of a value, which sum to 1. */
export type Blocks = ReadonlyMap<number, number>;

/** A column that a query asks for. Values of one block are alike for it. */
export interface QueriedValues {
  readonly name: string;
  /** The values as a column, which {@link holds} reads. */
  readonly column: Column;
  /** [values] the first value of the block, which stands for it. */
  readonly blockOf: Uint32Array;
  /** [entries of the release] dictionary code. */
  readonly codes: Column['codes'];
  /** Blocks of the values that a dictionary code of the release stands for, by their share. */
  readonly ofLabel: (code: number) => Blocks;
  /** Blocks of all values of the original, as a suppressed row may have each. */
  readonly ofAll: () => Blocks;
}

/** Reads a quasi-identifier of a release. */
export function readRanges(
  attribute: ReadAttribute,
  { where, source, codes }: { readonly where: Where; readonly source: Column; readonly codes: Column['codes'] },
): QueriedValues {
  const { domain, labels } = attribute;
  const { texts, size } = domain;
  const isNumeric = source.numbers !== null;
  const numbers = Float64Array.from(texts, (text) => (isNumeric ? parseValue(text, source) : NaN));
  const isMissing = (leaf: number): boolean =>
    (leaf === domain.missing && source.missingCode >= 0) || (isNumeric && Number.isNaN(numbers[leaf]));
  const read = { texts, numbers: isNumeric ? numbers : null, isMissing };
  const { column, blockOf } = blocksOf(where, source, read);
  const known = new Map<number, Blocks>();
  return {
    name: source.name,
    column,
    blockOf,
    codes,
    ofLabel: (code) => {
      const before = known.get(code);
      if (before !== undefined) return before;
      const runs = labels.runs[code] ?? [];
      const leaves: number[] = [];
      for (let r = 0; r < runs.length; r += 2) for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) leaves.push(leaf);
      const found = sharesOf(leaves, blockOf);
      known.set(code, found);
      return found;
    },
    ofAll: () => sharesOf(Array.from({ length: size }).keys(), blockOf, size),
  };
}

/** Reads a column that is released as it is. */
export function readExact(
  source: Column,
  released: Column,
  { where, missing }: { readonly where: Where; readonly missing: ReadonlySet<string> },
): QueriedValues {
  const values = joinValues(source, released, missing);
  const { texts, numbers } = values;
  const { column, blockOf } = blocksOf(where, source, {
    texts,
    numbers,
    isMissing: (value) => value === values.missing,
  });
  const ofOriginal = [...new Set(values.ofBase)];
  return {
    name: source.name,
    column,
    blockOf,
    codes: released.codes,
    ofLabel: (code) => new Map([[blockOf[values.ofOther[code]], 1]]),
    ofAll: () => sharesOf(ofOriginal, blockOf),
  };
}

function sharesOf(values: Iterable<number>, blockOf: Uint32Array, count?: number): Blocks {
  const all = [...values];
  const shares = new Map<number, number>();
  for (const value of all) {
    const block = blockOf[value];
    shares.set(block, (shares.get(block) ?? 0) + 1);
  }
  for (const [block, found] of shares) shares.set(block, found / (count ?? all.length));
  return shares;
}

/** Values of a column. */
interface ReadValues {
  readonly texts: readonly string[];
  readonly numbers: Float64Array | null;
  readonly isMissing: (value: number) => boolean;
}

/** Blocks of values for which every comparison of the column alone has one result; each value alone where columns are compared with each other. */
function blocksOf(where: Where, { name, type }: Column, { texts, numbers, isMissing }: ReadValues) {
  const size = texts.length;
  const column: Column = {
    name,
    type,
    codes: Uint32Array.from({ length: size }, (_, value) => (isMissing(value) ? size : value)),
    texts: [...texts, ''],
    numbers: numbers && Float64Array.from([...numbers, NaN]),
    missingCode: size,
  };
  const comparisons = comparisonsOf(where).filter((part) => namesOf(part).has(name));
  const isAlone = comparisons.every((part) => namesOf(part).size === 1);
  const byName = new Map([[name, column]]);
  const first = new Map<string, number>();
  const blockOf = Uint32Array.from({ length: size }, (_, value) => {
    if (!isAlone) return value;
    const results = comparisons.map((part) => Number(holds(part, byName, value))).join('');
    if (!first.has(results)) first.set(results, value);
    return first.get(results)!;
  });
  return { column, blockOf };
}

/** The comparisons of a condition. */
function comparisonsOf(part: Where): Where[] {
  if (part.kind === 'not') return comparisonsOf(part.of);
  if (part.kind === 'and' || part.kind === 'or') return [...comparisonsOf(part.left), ...comparisonsOf(part.right)];
  return [part];
}

/** Names of the columns of a part. */
export function namesOf(part: Where): Set<string> {
  if (part.kind === 'column') return new Set([part.name]);
  const inner = 'of' in part ? [part.of] : 'left' in part ? [part.left, part.right] : [];
  return new Set(inner.flatMap((each) => [...namesOf(each)]));
}

/** The columns of a table by their names. */
export const byNames = ({ columns }: Table): ReadonlyMap<string, Column> =>
  new Map(columns.map((column) => [column.name, column]));
