/** Conditions on persons who may have several values, or rows in several classes; docs/k-optimize.md, persons. */
import {
  FORM_HOLDERS,
  FORM_PAIRS,
  KIND_DISTINCT,
  KIND_ENTROPY,
  KIND_EQUAL,
  KIND_ORDERED,
  KIND_RECURSIVE,
  KIND_SHARES,
  MODEL_COUNTS,
  MODEL_EVERY,
  MODEL_FORM,
  MODEL_HEIGHT,
  MODEL_JOINS,
  MODEL_KIND,
  MODEL_L,
  MODEL_NEEDS_VALUES,
  MODEL_NODE_COUNT,
  MODEL_NODES,
  MODEL_PAIR_BITS,
  MODEL_PAIR_COUNT,
  MODEL_PAIRS,
  MODEL_PERSONS,
  MODEL_SIZE,
} from './context.js';
import { type f64, type Heap, type i32, logarithm, lowestBit, magnitude } from './heap.js';
import { numbersOf, scaleOf } from './model-entries.js';

/** Most that rounding may add to a number that decides, as a share of it. */
const ROUNDING: f64 = 1e-9;

/** Tests whether one condition holds for the persons of a class, operation for operation as src/engine/js/conditions.ts judges it. */
export function personsHold(h: Heap, entry: i32, at: i32): boolean {
  const { I, F } = h;
  const kind = I[entry + MODEL_KIND];
  const persons = countPersons(h, entry, at);
  if (kind == KIND_SHARES) return sharesHold(h, entry, persons);
  if (persons == 0) return true;
  const bound = F[numbersOf(h, entry, 0)];
  const all: f64 = persons;
  if (kind == KIND_DISTINCT) return worstCase(h, entry, persons) >= I[entry + MODEL_L];
  if (kind == KIND_ENTROPY) {
    const values = worstCase(h, entry, persons);
    let sum: f64 = 0;
    for (let i: i32 = 0; i < values; i++) {
      const count = F[h.weights + i];
      if (count > 1) sum += count * logarithm(count);
    }
    return logarithm(all) - sum / all >= bound;
  }
  if (kind == KIND_RECURSIVE) {
    const values = worstCase(h, entry, persons);
    let top: f64 = 0;
    for (let i: i32 = 0; i < values && i < I[entry + MODEL_L] - 1; i++) top += F[h.weights + i];
    return F[h.weights] < bound * (all - top);
  }
  const total = F[numbersOf(h, entry, 1)];
  if (weightDistance(h, entry, all) > scaleOf(h, entry) * all * total * bound) return false;
  return kind != KIND_EQUAL || largestGain(h, entry, all) <= all * total * bound;
}

/** Counts the persons of a class into h.holders and h.personWeights, by value; returns their number. */
function countPersons(h: Heap, entry: i32, at: i32): i32 {
  const { I, F } = h;
  const size = I[entry + MODEL_SIZE];
  const form = I[entry + MODEL_FORM];
  const counts = at + I[entry + MODEL_COUNTS];
  if (form == FORM_HOLDERS) {
    for (let v: i32 = 0; v < size; v++) {
      const own: f64 = I[counts + 1 + v];
      I[h.holders + v] = I[counts + 1 + v];
      F[h.personWeights + v] = own;
    }
    return I[counts];
  }
  for (let v: i32 = 0; v < size; v++) {
    I[h.holders + v] = 0;
    F[h.personWeights + v] = 0;
  }
  if (form == FORM_PAIRS) return countPairs(h, entry, counts);
  const pairs = I[entry + MODEL_PAIR_COUNT];
  const personOf = I[entry + MODEL_PAIRS];
  const values = personOf + pairs;
  let last: i32 = -1;
  let persons: i32 = 0;
  for (let first: i32 = 0; first < pairs; first += 32) {
    for (let bits = I[counts + (first >>> 5)]; bits != 0; bits &= bits - 1) {
      const pair = first + lowestBit(bits);
      const person = I[personOf + pair];
      // Pairs ascend by person; those without a person are the last.
      if (person >= I[entry + MODEL_PERSONS]) return persons;
      if (person != last) persons++;
      last = person;
      const value = I[values + pair];
      I[h.holders + value] += 1;
      // A set serves weights where each person has one value.
      F[h.personWeights + value] += 1;
    }
  }
  return persons;
}

/** The rows of a pair: several pairs share a word, each with as many bits as all rows of a pair in the table need. */
function rowsOfPair(h: Heap, entry: i32, counts: i32, pair: i32): i32 {
  const { I } = h;
  const bits = I[entry + MODEL_PAIR_BITS];
  if (bits == 5) return I[counts + pair];
  const place = pair & ((1 << (5 - bits)) - 1);
  return (I[counts + (pair >>> (5 - bits))] >>> (place << bits)) & ((1 << (1 << bits)) - 1);
}

/** Counts from the rows of every pair. */
function countPairs(h: Heap, entry: i32, counts: i32): i32 {
  const { I, F } = h;
  const pairs = I[entry + MODEL_PAIR_COUNT];
  const personOf = I[entry + MODEL_PAIRS];
  const values = personOf + pairs;
  let persons: i32 = 0;
  let from: i32 = 0;
  while (from < pairs && I[personOf + from] < I[entry + MODEL_PERSONS]) {
    let rows: i32 = 0;
    let to = from;
    while (to < pairs && I[personOf + to] == I[personOf + from]) {
      rows += rowsOfPair(h, entry, counts, to);
      to++;
    }
    if (rows > 0) {
      persons++;
      const all: f64 = rows;
      for (let pair = from; pair < to; pair++) {
        const own: f64 = rowsOfPair(h, entry, counts, pair);
        if (own == 0) continue;
        I[h.holders + I[values + pair]] += 1;
        F[h.personWeights + I[values + pair]] += own / all;
      }
    }
    from = to;
  }
  return persons;
}

/** Writes the holders that are above 0 to h.weights, most first; returns their number. */
function sortHolders(h: Heap, entry: i32): i32 {
  const { I, F } = h;
  const size = I[entry + MODEL_SIZE];
  let values: i32 = 0;
  for (let v: i32 = 0; v < size; v++) {
    const count: f64 = I[h.holders + v];
    if (count == 0) continue;
    let place = values;
    while (place > 0 && F[h.weights + place - 1] < count) {
      F[h.weights + place] = F[h.weights + place - 1];
      place--;
    }
    F[h.weights + place] = count;
    values++;
  }
  return values;
}

/** Writes the worst-case counts that are above 0 to h.weights; returns their number. */
function worstCase(h: Heap, entry: i32, persons: i32): i32 {
  const { F } = h;
  const values = sortHolders(h, entry);
  let left: f64 = persons;
  for (let i: i32 = 0; i < values; i++) {
    if (left == 0) return i;
    if (F[h.weights + i] > left) F[h.weights + i] = left;
    left -= F[h.weights + i];
  }
  return values;
}

function sharesHold(h: Heap, entry: i32, persons: i32): boolean {
  const { I, F } = h;
  const size = I[entry + MODEL_SIZE];
  const all: f64 = persons;
  if (all < F[numbersOf(h, entry, 0)]) return false;
  const upper = numbersOf(h, entry, 2);
  for (let v: i32 = 0; v < size; v++) {
    const count: f64 = I[h.holders + v];
    if (count == 0 && I[entry + MODEL_EVERY] == 0) continue;
    if (count < F[upper + size + v] * all || count > F[upper + v] * all) return false;
  }
  return true;
}

/** Distance of the weights of a class from those of the table, times scaleOf, its persons and all persons. */
function weightDistance(h: Heap, entry: i32, persons: f64): f64 {
  const { I, F } = h;
  const kind = I[entry + MODEL_KIND];
  const size = I[entry + MODEL_SIZE];
  const total = F[numbersOf(h, entry, 1)];
  const table = numbersOf(h, entry, 2);
  const weights = h.personWeights;
  let sum: f64 = 0;
  if (kind == KIND_EQUAL) {
    for (let v: i32 = 0; v < size; v++) sum += magnitude(F[weights + v] * total - F[table + v] * persons);
    return sum;
  }
  if (kind == KIND_ORDERED) {
    let own: f64 = 0;
    let whole: f64 = 0;
    for (let v: i32 = 0; v < size; v++) {
      own += F[weights + v];
      whole += F[table + v];
      sum += magnitude(own * total - whole * persons);
    }
    return sum;
  }
  const nodes = I[entry + MODEL_NODE_COUNT];
  const differences = h.modelNodes;
  let at = I[entry + MODEL_NODES];
  for (let level: i32 = 0; level < I[entry + MODEL_HEIGHT]; level++) {
    for (let node: i32 = 0; node < nodes; node++) F[differences + node] = 0;
    for (let v: i32 = 0; v < size; v++) {
      F[differences + I[at + v]] += F[weights + v] * total - F[table + v] * persons;
    }
    for (let node: i32 = 0; node < nodes; node++) sum += magnitude(F[differences + node]);
    at += size;
  }
  return sum;
}

/** By how much the share of the holders of a value is above that in the table at most, times the persons of the class and all persons. */
function largestGain(h: Heap, entry: i32, persons: f64): f64 {
  const { I, F } = h;
  const size = I[entry + MODEL_SIZE];
  const total = F[numbersOf(h, entry, 1)];
  const table = numbersOf(h, entry, 2) + size;
  let largest: f64 = 0;
  for (let v: i32 = 0; v < size; v++) {
    const count: f64 = I[h.holders + v];
    const gain = count * total - F[table + v] * persons;
    if (gain > largest) largest = gain;
  }
  return largest;
}

/**
 * Minimum rows of a failing class that are in no part of it which is a union of classes that satisfy the condition. 0 where such a union may fail
 * itself, unless the class has too few persons or values.
 */
export function owedByPersons(h: Heap, entry: i32, at: i32): f64 {
  const { I, F } = h;
  const rows: f64 = I[at];
  // Rows without a person satisfy most conditions.
  if (I[entry + MODEL_NEEDS_VALUES] == 0) return 0;
  const kind = I[entry + MODEL_KIND];
  const persons = countPersons(h, entry, at);
  const all: f64 = persons;
  const least = I[entry + MODEL_L];
  const isWorstCase = kind == KIND_DISTINCT || kind == KIND_ENTROPY || kind == KIND_RECURSIVE;
  const values = sortHolders(h, entry);
  if (values < least || (isWorstCase && persons < least)) return rows;
  if (I[entry + MODEL_JOINS] == 0) return 0;
  if (kind == KIND_SHARES) return owedByShares(h, entry, all);
  const l: f64 = least;
  let top: f64 = 0;
  for (let i: i32 = 0; i < values && i < least - 1; i++) top += F[h.weights + i];
  if (kind == KIND_DISTINCT) {
    // Nobody has more than l - 1 of the l - 1 most frequent values, each of them counted but once as a person.
    return l > 2 ? (top - all + 1) / (l - 2) : rows;
  }
  const bound = F[numbersOf(h, entry, 0)];
  if (kind == KIND_RECURSIVE) {
    const excess = F[h.weights] - bound * (all - top);
    const most = least == 1 ? 1 - bound : 1 + bound * (l - 2);
    return most > 0 && excess > ROUNDING * (F[h.weights] + bound * (all + top)) ? excess / most : 0;
  }
  // A class that is a union of others, or a part of it, is no farther from the table than the farthest of these.
  const total = F[numbersOf(h, entry, 1)];
  const allowed = all * total * bound * (1 + ROUNDING) + ROUNDING;
  if (weightDistance(h, entry, all) > scaleOf(h, entry) * allowed) return 1;
  return kind == KIND_EQUAL && largestGain(h, entry, all) > allowed ? 1 : 0;
}

/** By the value that takes most persons out of the class: its holders where they are too many, else all others. */
function owedByShares(h: Heap, entry: i32, persons: f64): f64 {
  const { I, F } = h;
  const size = I[entry + MODEL_SIZE];
  const upper = numbersOf(h, entry, 2);
  let owed: f64 = 0;
  for (let v: i32 = 0; v < size; v++) {
    const count: f64 = I[h.holders + v];
    if (count == 0 && I[entry + MODEL_EVERY] == 0) continue;
    const most = F[upper + v];
    const least = F[upper + size + v];
    let own: f64 = 0;
    if (count > most * persons) own = (count - most * persons) / (1 - most);
    else if (count < least * persons) own = persons - count / least;
    if (own > owed) owed = own;
  }
  return owed;
}
