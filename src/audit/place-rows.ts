/** Rows of the original given to the classes that may show them, where the numbers of equal rows leave one way. */
import { amount } from '../base/plural.js';
import { CellSums } from './cell-sums.js';
import type { ClassOfRows, Located } from './located.js';
import { numberBeside } from './numbered-together.js';
import type { Place } from './open-places.js';
import { NONE, type Persons } from './persons.js';

/** Classes in which rows may lie. */
interface MayLieIn {
  /** [vectors] classes of more than no rows that a vector may be in. */
  readonly over: readonly ArrayLike<number>[];
  /** [entries of the original] */
  readonly vectorOf: Uint32Array;
}

/** Entries of one person that look alike, released columns that are not generalized among them. */
interface Kind {
  readonly entries: number[];
  readonly rows: number;
  readonly vector: number;
  readonly tuple: number;
}

/** Kinds between two pauses. */
const kindsAtOnce = 1 << 12;

/**
 * Finds the class of every row of the original by the values that released rows show beside the labels of their class: rows of a class with these
 * cells come from as many rows of the original that have them and fit the class. Yields between stretches of the work.
 */
export function* placeRows(
  input: Located,
  persons: Persons,
  { over, vectorOf }: MayLieIn,
): Generator<void, ClassOfRows> {
  const { original, release, classes, sizes, budget } = input;
  const names = input.keptColumns.map((kept) => kept.original.name);
  const tuples = yield* numberBeside(input, names);
  if (tuples === null) return { reason: 'a column of the release is not in the original' };
  const sums: { cells: number[]; sum: number }[] = [];
  const addSum = (sum: number): number => sums.push({ cells: [], sum }) - 1;
  // [tuples] the sum of every class that shows it.
  const shown = Array.from({ length: tuples.count }, () => new Map<number, number>());
  const left = new Float64Array(tuples.count);
  for (let entry = 0; entry < release.entries; entry++) {
    const c = classes.groupOf[entry];
    if (sizes[c] === 0) continue;
    const tuple = tuples.ofRelease[entry];
    const rows = release.weights?.[entry] ?? 1;
    const sum = shown[tuple].get(c) ?? addSum(0);
    shown[tuple].set(c, sum);
    sums[sum].sum += rows;
    left[tuple] -= rows;
  }
  yield;
  const kinds = yield* listKinds(input, persons, vectorOf, tuples.ofOriginal);
  for (const { tuple, rows } of kinds) left[tuple] += rows;
  if (left.some((rows) => rows < 0)) return { reason: 'classes show rows that the original has not' };
  const suppressed = Array.from(left, (rows) => addSum(rows));
  const most: number[] = [];
  const cells: { readonly kind: number; readonly c: number }[] = [];
  const addCell = (kind: number, c: number, rows: number, ...own: number[]): void => {
    for (const sum of own) sums[sum].cells.push(cells.length);
    cells.push({ kind, c });
    most.push(rows);
  };
  for (const [k, { vector, tuple, rows }] of kinds.entries()) {
    const ofKind = addSum(rows);
    const ofTuple = shown[tuple];
    for (let i = 0; i < over[vector].length; i++) {
      const sum = ofTuple.get(over[vector][i]);
      if (sum !== undefined) addCell(k, over[vector][i], Math.min(rows, sums[sum].sum), ofKind, sum);
    }
    addCell(k, NONE, Math.min(rows, left[tuple]), ofKind, suppressed[tuple]);
    if (cells.length > budget) return { reason: 'it would take too many comparisons' };
    if (k % kindsAtOnce === 0) yield;
  }
  const search = new CellSums({ most, sums }, budget);
  if (!(yield* search.narrow())) {
    return {
      reason: search.budget < 0 ? 'it would take too many comparisons' : 'rows of the original do not fit classes',
    };
  }
  const { lows, highs } = search.found;
  const open = new Set<number>();
  cells.forEach(({ c }, cell) => {
    if (lows[cell] < highs[cell] && c !== NONE) open.add(c);
  });
  if (open.size > 0) {
    const numbers: number[] = [];
    const places: Place[] = [];
    for (const [cell, { kind, c }] of cells.entries()) {
      if (c === NONE || highs[cell] === 0) continue;
      numbers.push(cell);
      places.push({ rows: kinds[kind].entries, c, low: lows[cell], high: highs[cell] });
    }
    const haveSome = (some: readonly number[]) => search.haveSome(some.map((place) => numbers[place]));
    return { reason: severalWays(open, sizes), open: { places, haveSome } };
  }
  const classOf = new Uint32Array(original.entries).fill(NONE);
  const given = new Uint32Array(kinds.length);
  for (const [cell, { kind, c }] of cells.entries()) {
    if (lows[cell] === 0 || c === NONE) continue;
    const { entries, rows } = kinds[kind];
    if (original.weights !== null && lows[cell] < rows)
      return { reason: 'equal rows of a person are counted once, but are in several classes' };
    const many = original.weights === null ? lows[cell] : entries.length;
    for (let i = 0; i < many; i++) classOf[entries[given[kind]++]] = c;
  }
  return { classOf };
}

/** Describes undecided classes, by their number. */
function severalWays(open: ReadonlySet<number>, sizes: Uint32Array): string {
  const all = sizes.reduce((count, size) => count + Number(size > 0), 0);
  const rows = [...open].reduce((sum, c) => sum + sizes[c], 0);
  return `classes overlap, or rows of a class were suppressed: of ${open.size} of ${amount(all, 'class', 'classes')} (${amount(rows, 'row')}) the original does not show the persons of these rows`;
}

function* listKinds(
  { original: { entries, weights } }: Located,
  { of: personOf }: Persons,
  vectorOf: Uint32Array,
  tupleOf: Uint32Array,
): Generator<void, Kind[]> {
  const kinds = new Map<string, { entries: number[]; rows: number; vector: number; tuple: number }>();
  for (let entry = 0; entry < entries; entry++) {
    if (entry % (kindsAtOnce << 2) === 0) yield;
    const key = `${personOf[entry]} ${vectorOf[entry]} ${tupleOf[entry]}`;
    const rows = weights?.[entry] ?? 1;
    const known = kinds.get(key);
    if (known === undefined) kinds.set(key, { entries: [entry], rows, vector: vectorOf[entry], tuple: tupleOf[entry] });
    else {
      known.entries.push(entry);
      known.rows += rows;
    }
  }
  return [...kinds.values()];
}
