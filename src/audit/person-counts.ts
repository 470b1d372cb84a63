import type { SparseHistogram } from './histogram.js';
import { NONE, type Persons } from './persons.js';

/** The rows of a table by person. */
interface RowsOfPersons {
  /** [persons + 1] person p has the rows order[start[p]] .. order[start[p + 1] - 1]. */
  readonly start: Uint32Array;
  readonly order: Uint32Array;
}

/** Groups of rows with the persons who have a row in them. */
export interface PersonSizes {
  /** [rows of the table] group, or {@link NONE}. */
  readonly classOf: Uint32Array;
  /** [classes] persons with a row in the class. */
  readonly sizes: Uint32Array;
  /** [persons] classes of each. */
  readonly classesOf: Uint32Array;
  readonly ofPersons: RowsOfPersons;
}

/** Rows by class, and in each by person. */
export interface PersonRows extends PersonSizes {
  /** [classes + 1] class c has the rows order[start[c]] .. order[start[c + 1] - 1]. */
  readonly start: Uint32Array;
  readonly order: Uint32Array;
  /** [rows of the table] */
  readonly personOf: Uint32Array;
  /** [entries] rows of each in a counted table; null where entries are rows. */
  readonly weights: Uint32Array | null;
  /** Persons with a row in some class. */
  readonly count: number;
}

/** Rows between two pauses. */
const rowsAtOnce = 1 << 16;

/** Puts the rows that have a key in order by person. */
export function orderRows({ of, count }: Persons): RowsOfPersons {
  const start = new Uint32Array(count + 1);
  for (let row = 0; row < of.length; row++) if (of[row] !== NONE) start[of[row] + 1]++;
  for (let person = 0; person < count; person++) start[person + 1] += start[person];
  const next = start.slice();
  const order = new Uint32Array(start[count]);
  for (let row = 0; row < of.length; row++) if (of[row] !== NONE) order[next[of[row]]++] = row;
  return { start, order };
}

/** Counts the persons of every class. */
export function countPersons(ofPersons: RowsOfPersons, classOf: Uint32Array, classes: number): PersonSizes {
  const { start, order } = ofPersons;
  const sizes = new Uint32Array(classes);
  const classesOf = new Uint32Array(start.length - 1);
  const seen = new Uint32Array(classes);
  for (let person = 0; person < classesOf.length; person++) {
    for (let at = start[person]; at < start[person + 1]; at++) {
      const own = classOf[order[at]];
      if (own === NONE || seen[own] === person + 1) continue;
      seen[own] = person + 1;
      sizes[own]++;
      classesOf[person]++;
    }
  }
  return { classOf, sizes, classesOf, ofPersons };
}

/** [released persons] the fewest persons of one of the classes of each. */
export function fewestOf({ classOf, sizes, classesOf, ofPersons: { start, order } }: PersonSizes): Float64Array {
  const fewest = new Float64Array(classesOf.length);
  let length = 0;
  for (let person = 0; person < classesOf.length; person++) {
    if (classesOf[person] === 0) continue;
    let least = Infinity;
    for (let at = start[person]; at < start[person + 1]; at++) {
      const own = classOf[order[at]];
      if (own !== NONE && sizes[own] < least) least = sizes[own];
    }
    fewest[length++] = least;
  }
  return fewest.subarray(0, length);
}

/** Puts rows in order by class and person; rows in no class, and rows without a key, are left out. Yields between stretches. */
export function* orderByPerson(
  persons: Persons,
  classOf: Uint32Array,
  classes: number,
  ofPersons: RowsOfPersons = orderRows(persons),
): Generator<void, PersonRows> {
  const { of: personOf, weights } = persons;
  const counted = countPersons(ofPersons, classOf, classes);
  yield;
  const start = new Uint32Array(classes + 1);
  const all = ofPersons.order;
  for (let at = 0; at < all.length; at++) if (classOf[all[at]] !== NONE) start[classOf[all[at]] + 1]++;
  for (let c = 0; c < classes; c++) start[c + 1] += start[c];
  const next = start.slice();
  const order = new Uint32Array(start[classes]);
  for (let from = 0; from < all.length; from += rowsAtOnce) {
    yield;
    const to = Math.min(all.length, from + rowsAtOnce);
    for (let at = from; at < to; at++) {
      const row = all[at];
      if (classOf[row] !== NONE) order[next[classOf[row]]++] = row;
    }
  }
  const count = counted.classesOf.reduce((sum, own) => sum + Number(own > 0), 0);
  return { ...counted, start, order, personOf, weights, count };
}

/** All rows that have a key as one class. */
export function wholeTable({ of: personOf, count, weights }: Persons, ofPersons: RowsOfPersons): PersonRows {
  const { order } = ofPersons;
  return {
    ofPersons,
    order,
    personOf,
    weights,
    count,
    classOf: personOf.map((person) => (person === NONE ? NONE : 0)),
    sizes: Uint32Array.of(count),
    classesOf: new Uint32Array(count).fill(1),
    start: Uint32Array.of(0, order.length),
  };
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
  const { order, sizes, weights, personOf } = rows;
  const own = new Uint32Array(values);
  const holding = new Uint32Array(values);
  const share = new Float64Array(values);
  const start = new Uint32Array(sizes.length + 1);
  let pausedAt = 0;
  const rank: number[] = [];
  const holders: number[] = [];
  const shares: number[] = [];
  // Values of the rows of one person, and of a class, each once.
  const held = new Uint32Array(values);
  const present = new Uint32Array(values);
  for (let c = 0; c < sizes.length; c++) {
    let length = 0;
    for (let from = rows.start[c], to = from; from < rows.start[c + 1]; from = to) {
      const person = personOf[order[from]];
      let all = 0;
      let count = 0;
      for (; to < rows.start[c + 1] && personOf[order[to]] === person; to++) {
        const value = valueOf(order[to]);
        const weight = weights === null ? 1 : weights[order[to]];
        if (own[value] === 0) held[count++] = value;
        own[value] += weight;
        all += weight;
      }
      for (let i = 0; i < count; i++) {
        const value = held[i];
        if (holding[value]++ === 0) present[length++] = value;
        share[value] += own[value] / all;
        own[value] = 0;
      }
    }
    for (const value of present.subarray(0, length).sort()) {
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
