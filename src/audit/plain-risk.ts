import type { Table } from '../table/table.js';
import { foldCodes } from './fold.js';
import type { Grouping } from './grouping.js';
import type { OriginalVectors } from './original-vectors.js';
import type { OneValued, PlainRisk } from './report.js';
import type { AuditSpec } from './spec.js';

/**
 * How likely the person who stands out most is found: 1 / rows that share the quasi-identifiers, in the original and among the
 * released rows (prosecutor risk; Dankar and El Emam, "A method for evaluating marketer re-identification risk", PAIS 2010).
 * Yields between stretches of the work.
 *
 * @param vectors - those of the original
 * @param names - quasi-identifiers
 * @param sizes - [classes] released rows, of a permuted release those of its buckets
 * @param of - what classes are, where values are permuted
 */
export function* measurePlainRisk(
  original: Table | undefined,
  vectors: OriginalVectors | null,
  names: readonly string[],
  sizes: Uint32Array,
  of: Pick<PlainRisk, 'of'>,
): Generator<void, PlainRisk> {
  let before: number | null = null;
  if (vectors !== null && original !== undefined && original.rows > 0) {
    if (names.every((name) => original.column(name) !== undefined)) before = 1 / leastOf(yield* vectors.sizes());
  }
  const least = leastOf(sizes);
  return { before, after: least === Infinity ? 0 : 1 / least, ...of };
}

/** The sizes that the report has as `originalSizes`: null where there is no original, or it lacks a quasi-identifier. */
export function* measureOriginalSizes(
  original: Table | undefined,
  vectors: OriginalVectors | null,
  names: readonly string[],
): Generator<void, (readonly [number, number])[] | null> {
  if (vectors === null || original === undefined) return null;
  if (!names.every((name) => original.column(name) !== undefined)) return null;
  return countSizes(yield* vectors.sizes());
}

/** Sizes above 0, ascending, with how many have each. */
export function countSizes(sizes: Uint32Array): (readonly [number, number])[] {
  const counts: [number, number][] = [];
  for (const size of sizes.slice().sort()) {
    if (size === 0) continue;
    const last = counts.at(-1);
    if (last !== undefined && last[0] === size) last[1]++;
    else counts.push([size, 1]);
  }
  return counts;
}

/** The least size above 0; Infinity where there is none. */
function leastOf(sizes: Uint32Array): number {
  let least = Infinity;
  for (const size of sizes) if (size > 0 && size < least) least = size;
  return least;
}

/** For every column that is there: released classes whose rows all have one text, and their rows. Yields after each. */
export function* findOneValued(
  release: Table,
  { sensitiveColumns = [], sets = [] }: Pick<AuditSpec, 'sensitiveColumns' | 'sets'>,
  { groupOf, count }: Grouping,
  sizes: Uint32Array,
): Generator<void, Readonly<Record<string, OneValued>>> {
  const found: Record<string, OneValued> = Object.create(null) as Record<string, OneValued>;
  for (const name of sensitiveColumns) {
    const column = release.column(name);
    if (column === undefined) continue;
    const own = countOneValued({ groupOf, count }, sizes, (entry) => column.codes[entry]);
    yield;
    const values = foldCodes(column, sets.find((set) => set.name === name)?.delimiter ?? null);
    if (values === null) found[name] = own;
    else {
      const folded = countOneValued({ groupOf, count }, sizes, (entry) => values[column.codes[entry]]);
      found[name] = { ...own, folded };
    }
    yield;
  }
  return found;
}

/** Classes in which all rows have one value, and their rows. */
function countOneValued(
  { groupOf, count }: Pick<Grouping, 'groupOf' | 'count'>,
  sizes: Uint32Array,
  valueOf: (entry: number) => number,
): { readonly classes: number; readonly rows: number } {
  const only = new Int32Array(count).fill(-1);
  for (let entry = 0; entry < groupOf.length; entry++) {
    const group = groupOf[entry];
    const value = valueOf(entry);
    if (only[group] === -1) only[group] = value;
    else if (only[group] !== value) only[group] = -2;
  }
  let classes = 0;
  let rows = 0;
  for (let group = 0; group < count; group++) {
    if (only[group] < 0 || sizes[group] === 0) continue;
    classes++;
    rows += sizes[group];
  }
  return { classes, rows };
}
