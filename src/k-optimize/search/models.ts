import {
  BY_LABEL,
  BY_WIDTH,
  FORM_COUNTS,
  KIND_DISTINCT,
  KIND_ENTROPY,
  KIND_EQUAL,
  KIND_ORDERED,
  KIND_RECURSIVE,
  KIND_SET,
  KIND_SHARES,
  MODEL_COUNTS,
  MODEL_EVERY,
  MODEL_FORM,
  MODEL_HEIGHT,
  MODEL_KIND,
  MODEL_L,
  MODEL_NODE_COUNT,
  MODEL_NODES,
  MODEL_SIZE,
  MODEL_WORDS,
} from './context.js';
import { type f64, type Frame, type Heap, type i32, logarithm, magnitude, roundUp } from './heap.js';
import { numbersOf, scaleOf, unitsOf } from './model-entries.js';
import { owedByPersons, personsHold } from './person-models.js';

/** Rounding error of a sum of weights, as a share of the sum of their magnitudes: smaller sums count as 0. */
const ROUNDING: f64 = 1e-9;
/** Below every weight: of values that were counted already. */
const COUNTED: f64 = -1e300;

/**
 * 0 when a class satisfies all conditions on sensitive values; else 1 + a lower bound on its rows that no solution below releases, by its counts
 * (docs/k-optimize.md, privacy models). Its rows, labels and counts stand at `at`.
 */
export function failureOf(h: Heap, at: i32): i32 {
  let failure: i32 = 0;
  const end = h.modelTable + h.models * MODEL_WORDS;
  for (let entry = h.modelTable; entry < end; entry += MODEL_WORDS) {
    if (holds(h, entry, at)) continue;
    const owed = owedRows(h, entry, at);
    if (owed + 1 > failure) failure = owed + 1;
  }
  return failure;
}

/** Tests whether one condition holds, operation for operation as src/engine/js/conditions.ts judges it. */
function holds(h: Heap, entry: i32, at: i32): boolean {
  const { I, F } = h;
  if (I[entry + MODEL_FORM] != FORM_COUNTS) return personsHold(h, entry, at);
  const kind = I[entry + MODEL_KIND];
  const counts = at + I[entry + MODEL_COUNTS];
  const size = I[entry + MODEL_SIZE];
  const rows: f64 = unitsOf(h, entry, at);
  const bound = F[numbersOf(h, entry, 0)];
  const total = F[numbersOf(h, entry, 1)];
  if (kind == KIND_DISTINCT) return valuesOf(h, counts, size) >= I[entry + MODEL_L];
  if (kind == KIND_SET) return sizeOfSet(h, counts, size) >= I[entry + MODEL_L];
  if (kind == KIND_ENTROPY) {
    let sum: f64 = 0;
    for (let v: i32 = 0; v < size; v++) {
      const count: f64 = I[counts + v];
      if (count > 1) sum += count * logarithm(count);
    }
    return logarithm(rows) - sum / rows >= bound;
  }
  if (kind == KIND_RECURSIVE) {
    const largest: f64 = I[counts + mostFrequent(h, counts, size)];
    const top: f64 = markTop(h, counts, size, I[entry + MODEL_L] - 1);
    return largest < bound * (rows - top);
  }
  if (kind == KIND_SHARES) {
    if (rows < bound) return false;
    const upper = numbersOf(h, entry, 2);
    for (let v: i32 = 0; v < size; v++) {
      const count: f64 = I[counts + v];
      if (count == 0 && I[entry + MODEL_EVERY] == 0) continue;
      if (count < F[upper + size + v] * rows || count > F[upper + v] * rows) return false;
    }
    return true;
  }
  const scale = scaleOf(h, entry);
  return distanceOf(h, entry, counts, rows) <= scale * rows * total * bound;
}

function valuesOf(h: Heap, counts: i32, size: i32): i32 {
  const { I } = h;
  let values: i32 = 0;
  for (let v: i32 = 0; v < size; v++) if (I[counts + v] != 0) values++;
  return values;
}

/** Number of bits that are 1 in a set of `words` words. */
function sizeOfSet(h: Heap, at: i32, words: i32): i32 {
  const { I } = h;
  let members: i32 = 0;
  for (let w: i32 = 0; w < words; w++) {
    let bits = I[at + w];
    if (bits == 0) continue;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    bits = (bits + (bits >>> 4)) & 0x0f0f0f0f;
    bits += bits >>> 8;
    members += (bits + (bits >>> 16)) & 0x3f;
  }
  return members;
}

function mostFrequent(h: Heap, counts: i32, size: i32): i32 {
  const { I } = h;
  let most: i32 = 0;
  for (let v: i32 = 1; v < size; v++) if (I[counts + v] > I[counts + most]) most = v;
  return most;
}

/** Marks the `most` most frequent values by a weight of 1, the others by 0; returns the rows of the marked ones. */
function markTop(h: Heap, counts: i32, size: i32, most: i32): i32 {
  const { I, F } = h;
  const weights = h.weights;
  for (let v: i32 = 0; v < size; v++) F[weights + v] = 0;
  let rows: i32 = 0;
  for (let i: i32 = 0; i < most && i < size; i++) {
    let next: i32 = -1;
    for (let v: i32 = 0; v < size; v++) {
      if (F[weights + v] == 0 && (next < 0 || I[counts + v] > I[counts + next])) next = v;
    }
    F[weights + next] = 1;
    rows += I[counts + next];
  }
  return rows;
}

/**
 * Distance of a class from the whole table, times scaleOf, its rows and all rows; and the weights: by how much a row of every value adds to the
 * sum of signed differences that the distance is.
 */
function distanceOf(h: Heap, entry: i32, counts: i32, rows: f64): f64 {
  const { I, F } = h;
  const kind = I[entry + MODEL_KIND];
  const size = I[entry + MODEL_SIZE];
  const total = F[numbersOf(h, entry, 1)];
  const global = numbersOf(h, entry, 2);
  const weights = h.weights;
  for (let v: i32 = 0; v < size; v++) F[weights + v] = 0;
  let sum: f64 = 0;
  // Contribution of every row, whatever its value.
  let every: f64 = 0;
  if (kind == KIND_EQUAL) {
    for (let v: i32 = 0; v < size; v++) {
      const count: f64 = I[counts + v];
      const difference = count * total - F[global + v] * rows;
      sum += magnitude(difference);
      const sign: f64 = difference > 0 ? 1 : -1;
      F[weights + v] = sign * total;
      every -= sign * F[global + v];
    }
  } else if (kind == KIND_ORDERED) {
    let count: f64 = 0;
    let whole: f64 = 0;
    for (let v: i32 = 0; v < size; v++) {
      const own: f64 = I[counts + v];
      count += own;
      whole += F[global + v];
      const difference = count * total - whole * rows;
      sum += magnitude(difference);
      const sign: f64 = difference > 0 ? 1 : -1;
      F[weights + v] = sign * total;
      every -= sign * whole;
    }
    for (let v = size - 2; v >= 0; v--) F[weights + v] += F[weights + v + 1];
  } else {
    const nodes = I[entry + MODEL_NODE_COUNT];
    const differences = h.modelNodes;
    let at = I[entry + MODEL_NODES];
    for (let level: i32 = 0; level < I[entry + MODEL_HEIGHT]; level++) {
      for (let node: i32 = 0; node < nodes; node++) F[differences + node] = 0;
      for (let v: i32 = 0; v < size; v++) {
        const count: f64 = I[counts + v];
        F[differences + I[at + v]] += count * total - F[global + v] * rows;
      }
      for (let node: i32 = 0; node < nodes; node++) sum += magnitude(F[differences + node]);
      for (let v: i32 = 0; v < size; v++) {
        const sign: f64 = F[differences + I[at + v]] > 0 ? 1 : -1;
        F[weights + v] += sign * total;
        every -= sign * F[global + v];
      }
      at += size;
    }
  }
  for (let v: i32 = 0; v < size; v++) F[weights + v] += every;
  return sum;
}

/** Weights of the sensitive values: no set of rows that satisfies the condition has a sum above 0, and a class that fails has one. */
function weigh(h: Heap, entry: i32, at: i32): void {
  const { I, F } = h;
  const kind = I[entry + MODEL_KIND];
  const counts = at + I[entry + MODEL_COUNTS];
  const size = I[entry + MODEL_SIZE];
  const rows: f64 = unitsOf(h, entry, at);
  const bound = F[numbersOf(h, entry, 0)];
  const weights = h.weights;
  if (kind == KIND_ENTROPY) {
    const all = logarithm(rows);
    for (let v: i32 = 0; v < size; v++) {
      const count: f64 = I[counts + v];
      F[weights + v] = count > 0 ? bound + logarithm(count) - all : 0;
    }
    return;
  }
  if (kind == KIND_RECURSIVE) {
    const most = mostFrequent(h, counts, size);
    markTop(h, counts, size, I[entry + MODEL_L] - 1);
    for (let v: i32 = 0; v < size; v++) F[weights + v] = F[weights + v] == 0 ? 0 - bound : 0;
    F[weights + most] += 1;
    return;
  }
  if (kind == KIND_SHARES) {
    weighShares(h, entry, at);
    return;
  }
  distanceOf(h, entry, counts, rows);
  const allowed = scaleOf(h, entry) * F[numbersOf(h, entry, 1)] * bound;
  for (let v: i32 = 0; v < size; v++) F[weights + v] -= allowed;
}

/** Those of a condition on shares: by the value that takes most rows out of the class, its own when it is too frequent, else all others. */
function weighShares(h: Heap, entry: i32, at: i32): void {
  const { I, F } = h;
  const counts = at + I[entry + MODEL_COUNTS];
  const size = I[entry + MODEL_SIZE];
  const rows: f64 = unitsOf(h, entry, at);
  const upper = numbersOf(h, entry, 2);
  let worst: i32 = 0;
  let owed: f64 = 0;
  for (let v: i32 = 0; v < size; v++) {
    const count: f64 = I[counts + v];
    if (count == 0 && I[entry + MODEL_EVERY] == 0) continue;
    const most = F[upper + v];
    const least = F[upper + size + v];
    let own: f64 = 0;
    if (count > most * rows) own = (count - most * rows) / (1 - most);
    else if (count < least * rows) own = rows - count / least;
    if (own <= owed) continue;
    owed = own;
    worst = v;
  }
  const count: f64 = I[counts + worst];
  const isFrequent = count > F[upper + worst] * rows;
  const share = isFrequent ? 0 - F[upper + worst] : F[upper + size + worst];
  for (let v: i32 = 0; v < size; v++) F[h.weights + v] = share;
  F[h.weights + worst] += isFrequent ? 1 : -1;
}

/**
 * Lower bound on the rows of a failing class that are in no set of its rows that satisfies the condition. Persons in no such set have at least one
 * row each.
 */
function owedRows(h: Heap, entry: i32, at: i32): i32 {
  const { I, F } = h;
  const rows = I[at];
  const counts = at + I[entry + MODEL_COUNTS];
  const size = I[entry + MODEL_SIZE];
  if (I[entry + MODEL_FORM] != FORM_COUNTS) return wholeRows(h, owedByPersons(h, entry, at), rows);
  if (I[entry + MODEL_KIND] == KIND_SET) return rows;
  if (valuesOf(h, counts, size) < I[entry + MODEL_L]) return rows;
  weigh(h, entry, at);
  const weights = h.weights;
  let sum: f64 = 0;
  let most: f64 = 0;
  for (let v: i32 = 0; v < size; v++) {
    if (I[counts + v] == 0) {
      F[weights + v] = COUNTED;
      continue;
    }
    const count: f64 = I[counts + v];
    sum += count * F[weights + v];
    most += count * magnitude(F[weights + v]);
  }
  const nothing = ROUNDING * most;
  let owed: f64 = 0;
  // The fewest rows without which the sum is no longer above 0: those of the largest weights.
  while (sum > nothing) {
    let next: i32 = 0;
    for (let v: i32 = 1; v < size; v++) if (F[weights + v] > F[weights + next]) next = v;
    const weight = F[weights + next];
    if (weight * rows <= nothing) break;
    const count: f64 = I[counts + next];
    if (count * weight >= sum) {
      owed += sum / weight;
      break;
    }
    owed += count;
    sum -= count * weight;
    F[weights + next] = COUNTED;
  }
  return wholeRows(h, owed, rows);
}

/** A number of rows of a class rounded up, but for what rounding may have added; all of them when fewer than k are left. */
function wholeRows(h: Heap, owed: f64, rows: i32): i32 {
  const whole = roundUp(owed * (1 - ROUNDING) - ROUNDING);
  return rows - whole < h.k ? rows : whole;
}

/**
 * Tightens failureOf: only whole cells are suppressed, so no row weighs more than the heaviest cell. `cells`: `count` of them, one behind the other.
 */
export function failureByCells(h: Heap, at: i32, cells: i32, count: i32, known: i32): i32 {
  const { I, F } = h;
  const rows = I[at];
  const stride = h.stride;
  const keyWords = h.keyWords;
  let failure = known;
  const last = h.modelTable + h.models * MODEL_WORDS;
  for (let entry = h.modelTable; entry < last; entry += MODEL_WORDS) {
    const kind = I[entry + MODEL_KIND];
    if (kind == KIND_DISTINCT || kind == KIND_SET || I[entry + MODEL_FORM] != FORM_COUNTS) continue;
    if (holds(h, entry, at)) continue;
    const offset = I[entry + MODEL_COUNTS];
    const size = I[entry + MODEL_SIZE];
    weigh(h, entry, at);
    let sum: f64 = 0;
    let most: f64 = 0;
    for (let v: i32 = 0; v < size; v++) {
      const own: f64 = I[at + offset + v];
      sum += own * F[h.weights + v];
      most += own * magnitude(F[h.weights + v]);
    }
    if (sum <= ROUNDING * most) continue;
    let heaviest: f64 = 0;
    const end = cells + count * stride;
    for (let cell = cells + keyWords; cell < end; cell += stride) {
      let weight: f64 = 0;
      for (let v: i32 = 0; v < size; v++) {
        const own: f64 = I[cell + offset + v];
        weight += own * F[h.weights + v];
      }
      const cellRows: f64 = I[cell];
      if (weight > heaviest * cellRows) heaviest = weight / cellRows;
    }
    if (heaviest * rows <= ROUNDING * most) continue;
    const owed = wholeRows(h, sum / heaviest, rows);
    if (owed + 1 > failure) failure = owed + 1;
  }
  return failure;
}

/** Rows of a part of a class, whose sums stand at `at`, that no solution below releases. */
export function lostRows(h: Heap, at: i32): i32 {
  const { I } = h;
  if (I[at] < h.k) return I[at];
  const failure = failureOf(h, at);
  return failure == 0 ? 0 : failure - 1;
}

/**
 * Under discernibility: what a row suppressed below a node costs at least beyond the bound of the node's cells, every cut being made. A class
 * that fails a condition on sensitive values may be larger than k, but in no solution cheaper than the best larger than best / rows. At least 0.
 */
export function excessOf(h: Heap): f64 {
  let excess = h.rows - h.k;
  if (h.models != 0 && h.rows - h.best / h.rows < excess) excess = h.rows - h.best / h.rows;
  return excess > 0 ? excess : 0;
}

/**
 * The cost of the rows that no solution below a frame releases, beyond the bound of its cells, without those of classes that are suppressed for good.
 */
export function owedCost(h: Heap, frame: Frame): f64 {
  if (h.costBy == BY_WIDTH) return frame.owedExtra;
  if (frame.owed == 0) return 0;
  const owed: f64 = frame.owed;
  const labels: f64 = h.labels + 1;
  if (h.costBy == BY_LABEL) return roundUp(owed / labels);
  return owed * excessOf(h);
}
