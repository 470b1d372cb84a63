import { orderInSteps } from './counting-order.js';
import type { SparseHistogram } from './histogram.js';
import { NONE, type Persons } from './persons.js';

/** Rows by class, and in each by person. */
export interface PersonRows {
  /** [classes] persons with a row in the class. */
  readonly sizes: Uint32Array;
  /** [classes + 1] class c has the rows order[start[c]] .. order[start[c + 1] - 1]. */
  readonly start: Uint32Array;
  readonly order: Uint32Array;
  /** [rows of the table] */
  readonly personOf: Uint32Array;
  /** [entries] rows of each in a counted table; null where entries are rows. */
  readonly weights: Uint32Array | null;
  /** Persons with a row in some class. */
  readonly count: number;
  /** [persons] classes of each. */
  readonly classesOf: Uint32Array;
}

/** Rows between two pauses. */
const rowsAtOnce = 1 << 16;

/** Puts rows in order by class and person; rows in no class, and rows without a key, are left out. Yields between stretches. */
export function* orderByPerson(
  { of, count, weights }: Persons,
  classOf: Uint32Array,
  classes: number,
): Generator<void, PersonRows> {
  const found = new Uint32Array(of.length);
  let length = 0;
  for (let row = 0; row < of.length; row++) if (of[row] !== NONE && classOf[row] !== NONE) found[length++] = row;
  const rows = found.subarray(0, length);
  const byPerson = yield* orderInSteps(rows.length, count, (at) => of[rows[at]]);
  const { start, order } = yield* orderInSteps(
    rows.length,
    classes,
    (at) => classOf[rows[at]],
    (at) => byPerson.order[at],
  );
  const sizes = new Uint32Array(classes);
  const classesOf = new Uint32Array(count);
  const ordered: PersonRows = {
    sizes,
    start,
    order: order.map((at) => rows[at]),
    personOf: of,
    weights,
    count: 0,
    classesOf,
  };
  for (let c = 0; c < classes; c++) {
    forPersons(ordered, c, (from) => {
      sizes[c]++;
      classesOf[of[ordered.order[from]]]++;
    });
  }
  return { ...ordered, count: classesOf.reduce((sum, own) => sum + Number(own > 0), 0) };
}

/** Calls `visit` for every person of a class with the place of the first of their rows, and that behind the last. */
export function forPersons(
  { start, order, personOf }: PersonRows,
  c: number,
  visit: (from: number, to: number) => void,
): void {
  for (let from = start[c], to = from; from < start[c + 1]; from = to) {
    while (to < start[c + 1] && personOf[order[to]] === personOf[order[from]]) to++;
    visit(from, to);
  }
}

/** Values of a column by class, each person counted. */
export interface HolderCounts {
  /** Persons with a row that has the value: the holders. */
  readonly holders: SparseHistogram;
  /** Sums of the shares of their rows of the class that have the value. */
  readonly shares: SparseHistogram;
}

/** @param valueOf - value in [0, values) of a row. Yields between classes. */
export function* countHolders(
  rows: PersonRows,
  values: number,
  valueOf: (row: number) => number,
): Generator<void, HolderCounts> {
  const { order, sizes, weights } = rows;
  const own = new Uint32Array(values);
  const holding = new Uint32Array(values);
  const share = new Float64Array(values);
  const start = new Uint32Array(sizes.length + 1);
  let pausedAt = 0;
  const rank: number[] = [];
  const holders: number[] = [];
  const shares: number[] = [];
  for (let c = 0; c < sizes.length; c++) {
    const present: number[] = [];
    forPersons(rows, c, (from, to) => {
      const held: number[] = [];
      let all = 0;
      for (let at = from; at < to; at++) {
        const value = valueOf(order[at]);
        const weight = weights?.[order[at]] ?? 1;
        if (own[value] === 0) held.push(value);
        own[value] += weight;
        all += weight;
      }
      for (const value of held) {
        if (holding[value]++ === 0) present.push(value);
        share[value] += own[value] / all;
        own[value] = 0;
      }
    });
    for (const value of present.sort((a, b) => a - b)) {
      rank.push(value);
      holders.push(holding[value]);
      shares.push(share[value]);
      holding[value] = share[value] = 0;
    }
    start[c + 1] = rank.length;
    if (rows.start[c + 1] - pausedAt < rowsAtOnce) continue;
    pausedAt = rows.start[c + 1];
    yield;
  }
  const places = { start, rank: Uint32Array.from(rank) };
  return {
    holders: { ...places, count: Uint32Array.from(holders) },
    shares: { ...places, count: Float64Array.from(shares) },
  };
}

/** [values] counts of a histogram of one class. */
export function countsOfOne({ rank, count }: SparseHistogram, values: number): Float64Array {
  const counts = new Float64Array(values);
  rank.forEach((value, at) => (counts[value] = count[at]));
  return counts;
}

/**
 * Worst-case counts of every class, in place of the holders of its values: the largest numbers of persons that may have one value,
 * the other persons that may have the next, and so on, until nobody is left. They majorize the counts of every choice of one row a
 * person.
 */
export function worstCounts({ start, count }: SparseHistogram, sizes: Uint32Array): SparseHistogram {
  const first = new Uint32Array(start.length);
  const rank: number[] = [];
  const counts: number[] = [];
  for (let c = 0; c < sizes.length; c++) {
    let left = sizes[c];
    const descending = count
      .slice(start[c], start[c + 1])
      .sort()
      .reverse();
    for (let i = 0; i < descending.length && left > 0; i++) {
      rank.push(i);
      counts.push(Math.min(descending[i], left));
      left -= descending[i];
    }
    first[c + 1] = rank.length;
  }
  return { start: first, rank: Uint32Array.from(rank), count: Uint32Array.from(counts) };
}

/**
 * Length of the smallest interval that holds a number of every person of a class. Persons with a row that has no number are left
 * out; 0 where nobody is left.
 *
 * @param numberOf - number of a row, NaN for none
 */
export function smallestInterval(rows: PersonRows, c: number, numberOf: (row: number) => number): number {
  const numbers: { readonly number: number; readonly person: number }[] = [];
  let persons = 0;
  forPersons(rows, c, (from, to) => {
    const own = Array.from(rows.order.subarray(from, to), numberOf);
    if (own.some(Number.isNaN)) return;
    for (const number of new Set(own)) numbers.push({ number, person: persons });
    persons++;
  });
  numbers.sort((a, b) => a.number - b.number);
  const inside = new Uint32Array(persons);
  let smallest = persons === 0 ? 0 : Infinity;
  let held = 0;
  let from = 0;
  for (const { number, person } of numbers) {
    if (inside[person]++ === 0) held++;
    for (; held === persons; from++) {
      smallest = Math.min(smallest, number - numbers[from].number);
      if (--inside[numbers[from].person] === 0) held--;
    }
  }
  return smallest;
}
