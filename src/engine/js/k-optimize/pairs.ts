import { excessOf, floorOf, reducedExcess } from './cells.js';
import {
  ATTRIBUTE_TABLE,
  ATTRIBUTE_WORDS,
  ATTRIBUTES,
  BEST,
  CELL_FLOORS,
  CELL_LEAVES,
  CELL_ROWS,
  CELLS,
  CLASS_COUNT,
  CLASS_TABLES,
  CLASSIFY,
  CONFLICTS,
  END,
  FORCED_PAIRS,
  FORCED_SINGLES,
  FRESH,
  HISTOGRAM,
  K,
  KEY_WORDS,
  LABELS,
  LIMIT,
  LOCAL_COUNT,
  LOCAL_LEAF,
  PAIR_COUNT,
  PAIR_FIXED,
  PAIR_FLOORS,
  PAIR_ROWS,
  PAIRS,
  PARENT,
  PENALTY,
  POSITIONS,
  REDUCED,
  ROWS,
  SET_WORDS,
  SINGLES,
  SPLIT_COSTS,
  SPLIT_END,
  SPLIT_FIRST,
  SPLIT_FLOORS,
  SPLIT_FORCED,
  SPLIT_ROWS,
  SPLITS,
  STARTS,
  STRIDE,
  SUPPRESSED,
  TAIL,
  TAIL_LIST,
  TOP,
  TOTALS,
  VALUES,
  WORK_SETS,
} from '../../k-optimize/context.js';
import { fixedOf } from './frames.js';
import { clearDoubles, type f64, fillWords, type Heap, type i32, lowestBit } from './heap.js';
import { sumGrid } from './records.js';
import { addValue, hasValue } from './sets.js';

/** A class keeps a table of its own when it has at most this many local splits. */
export const CLASS_SPLITS = 64;
/**
 * Words of a class's entry: F 0 cost, F 1 floor, then splits (-1: none kept), F costs, F pairs, masks, conflicts, the
 * values of all masks; F 5 bound for the tail, see classBound.
 */
export const CLASS_ENTRY = 12;

/** Words that the tables of a frame take at most. */
export function tableWords(h: Heap, frame: i32): i32 {
  const { I } = h;
  const values = I[VALUES];
  const words = I[SET_WORDS];
  let tail: i32 = 0;
  for (let v: i32 = 0; v < values; v++) if (hasValue(h, I[frame + TAIL], v)) tail++;
  const attributes = I[ATTRIBUTES];
  let total = values * words + 2 * values + 4 * attributes + 4 * tail * (tail + 1) + 64;
  for (let a: i32 = 0; a < attributes; a++) {
    const size = I[I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS + 4] + 1;
    total += 2 * size * size + 2;
  }
  if (I[LIMIT] != 0) return total;
  const classes = I[frame + CLASS_COUNT];
  for (let x: i32 = 0; x < classes; x++) {
    let splits = (I[I[frame + STARTS] + x + 1] - I[I[frame + STARTS] + x] - 1) * attributes;
    if (splits > CLASS_SPLITS) splits = CLASS_SPLITS;
    if (splits > tail) splits = tail;
    total += CLASS_ENTRY + splits * (2 * splits + words + 4) + words + 8;
  }
  return total;
}

function take(h: Heap, frame: i32, words: i32): i32 {
  const { I } = h;
  const at = (I[frame + END] + 1) & ~1;
  I[frame + END] = at + words;
  I[TOP] = at + words;
  return at;
}

function square(rows: i32): f64 {
  const s: f64 = rows;
  return s * s;
}

/** What a block costs more than its floor when it is too small to be released, else 0. */
function forcedCost(rows: i32, floor: f64, k: i32, penalty: f64): f64 {
  const s: f64 = rows;
  return rows > 0 && rows < k ? s * penalty - floor : 0;
}

function forcedRows(rows: i32, k: i32): f64 {
  return rows < k ? rows : 0;
}

/**
 * Tables of a frame whose cells are up to date: what every value and pair of values of the tail costs under discernibility
 * when no row may be suppressed; the rows that they force when some may, and what these cost under classification; and the
 * pairs in conflict, added to those that the frame has inherited (CONFLICTS). docs/k-optimize.md, pair tables.
 */
export function makePairs(h: Heap, frame: i32): void {
  const { I, F } = h;
  const values = I[VALUES];
  const exact = I[LIMIT] == 0;
  const classes = I[frame + CLASS_COUNT];
  let tail: i32 = 0;
  I[frame + POSITIONS] = take(h, frame, values);
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, I[frame + TAIL], v)) continue;
    I[I[frame + POSITIONS] + v] = tail;
    tail++;
  }
  I[frame + PAIR_COUNT] = tail;
  I[frame + SINGLES] = take(h, frame, 2 * tail) >> 1;
  I[frame + PAIRS] = take(h, frame, 2 * tail * tail) >> 1;
  clearDoubles(h, I[frame + SINGLES], tail);
  clearDoubles(h, I[frame + PAIRS], tail * tail);
  if (!exact) {
    I[frame + FORCED_SINGLES] = take(h, frame, 2 * tail) >> 1;
    I[frame + FORCED_PAIRS] = take(h, frame, 2 * tail * tail) >> 1;
    clearDoubles(h, I[frame + FORCED_SINGLES], tail);
    clearDoubles(h, I[frame + FORCED_PAIRS], tail * tail);
    I[frame + REDUCED] = I[CLASSIFY] != 0 || reducedExcess(h) > 0 ? 1 : 0;
  } else if (I[CLASSIFY] == 0) I[frame + CLASS_TABLES] = take(h, frame, classes * CLASS_ENTRY);
  F[(frame >> 1) + PAIR_FIXED] = fixedOf(h, frame);
  fillWords(h, I[SPLITS], values, 0);
  for (let x: i32 = 0; x < classes; x++) {
    const kept = findSplits(h, frame, x, exact);
    // Blocks that are too small in a class of the parent's made conflicts there already.
    if (exact && I[CLASSIFY] != 0 && I[frame + PARENT] != 0 && I[I[frame + FRESH] + x] == 0) continue;
    pairAlong(h, frame, x, exact, kept);
    pairAcross(h, frame, x, exact, kept);
  }
  // The sums were taken for the smaller value first.
  for (let i: i32 = 1; i < tail; i++) {
    for (let j: i32 = 0; j < i; j++) F[I[frame + PAIRS] + i * tail + j] = F[I[frame + PAIRS] + j * tail + i];
  }
  if (exact) {
    for (let x: i32 = 0; x < classes && I[CLASSIFY] == 0; x++) noteClassConflicts(h, frame, x);
    return;
  }
  noteForcedConflicts(h, frame, fixedOf(h, frame));
}

/** The most rows that may be suppressed below the frame: by the limit, and by the best cost, given a bound. */
export function roomOf(h: Heap, frame: i32, bound: f64): f64 {
  const { I, F } = h;
  let room: f64 = I[LIMIT] - I[frame + SUPPRESSED];
  if (I[CLASSIFY] != 0) return room;
  // Costs are whole numbers: what is above best less one half reaches best.
  const excess = excessOf(h, frame);
  if (excess > 0 && room * excess > F[BEST] - bound) room = (F[BEST] - bound - 0.5) / excess;
  const whole = F[ROWS] - I[K];
  const fixed = fixedOf(h, frame);
  if (whole > 0 && room * whole > F[BEST] - fixed) room = (F[BEST] - fixed - 0.5) / whole;
  return room;
}

/**
 * Pairs that force more suppression than the limit or the best cost allow, given a bound of the frame, become conflicts;
 * true when there were any.
 */
export function noteForcedConflicts(h: Heap, frame: i32, bound: f64): boolean {
  const { I, F } = h;
  const values = I[VALUES];
  const tail = I[frame + PAIR_COUNT];
  const room = roomOf(h, frame, bound);
  const fixed = F[(frame >> 1) + PAIR_FIXED];
  const classify = I[CLASSIFY] != 0;
  let changed = false;
  const words = I[SET_WORDS];
  for (let u: i32 = 0; u < values; u++) {
    if (!hasValue(h, I[frame + TAIL], u)) continue;
    const i = I[I[frame + POSITIONS] + u];
    for (let v = u + 1; v < values; v++) {
      if (!hasValue(h, I[frame + TAIL], v)) continue;
      const j = I[I[frame + POSITIONS] + v];
      const rows =
        F[I[frame + FORCED_SINGLES] + i] + F[I[frame + FORCED_SINGLES] + j] + F[I[frame + FORCED_PAIRS] + i * tail + j];
      let refuted = rows > room;
      if (classify && !refuted) {
        const cost = F[I[frame + SINGLES] + i] + F[I[frame + SINGLES] + j] + F[I[frame + PAIRS] + i * tail + j];
        refuted = fixed + cost >= F[BEST];
      }
      if (!refuted || hasValue(h, I[frame + CONFLICTS] + u * words, v)) continue;
      addValue(h, I[frame + CONFLICTS] + u * words, v);
      addValue(h, I[frame + CONFLICTS] + v * words, u);
      changed = true;
    }
  }
  return changed;
}

/**
 * The distinct splits of a class that the tail offers, per attribute, with the values that make each, the rows below
 * it, and what it changes. Returns the number of splits when the class keeps a table of its own, else -1.
 */
function findSplits(h: Heap, frame: i32, x: i32, exact: boolean): i32 {
  const { I, F } = h;
  const stride = I[STRIDE];
  const keyWords = I[KEY_WORDS];
  const labels = I[LABELS];
  const attributes = I[ATTRIBUTES];
  const totals = I[frame + TOTALS] + x * (1 + labels);
  const total = I[totals];
  const from = I[frame + CELLS] + I[I[frame + STARTS] + x] * stride;
  const histogram = I[HISTOGRAM];
  const k = I[K];
  const penalty = F[PENALTY];
  const forced = !exact && I[CLASSIFY] != 0;
  const unmade = !exact && I[CLASSIFY] == 0 && I[frame + REDUCED] != 0;
  let floorTotal: f64 = 0;
  const cells = I[I[frame + STARTS] + x + 1] - I[I[frame + STARTS] + x];
  const rows = I[CELL_ROWS];
  const floors = I[CELL_FLOORS];
  let cell = from + keyWords;
  for (let i: i32 = 0; i < cells; i++, cell += stride) {
    const floor = floorOf(h, cell);
    I[rows + i] = I[cell];
    F[floors + i] = floor;
    floorTotal += floor;
  }
  let all: i32 = 0;
  const wholeCost = square(total);
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS;
    const first = I[entry + 3];
    const count = I[entry + 4];
    const base = first + a;
    I[I[LOCAL_COUNT] + a] = 0;
    let any = false;
    for (let v = first; v < first + count; v++) {
      if (!hasValue(h, I[frame + TAIL], v)) continue;
      any = true;
      break;
    }
    if (!any) continue;
    fillWords(h, histogram, count + 1, 0);
    if (forced) clearDoubles(h, I[PAIR_FLOORS], count + 1);
    const leaves = I[CELL_LEAVES] + a * cells;
    const shift = I[entry + 1];
    const mask = I[entry + 2];
    cell = from + I[entry];
    for (let i: i32 = 0; i < cells; i++, cell += stride) {
      const leaf = (I[cell] >>> shift) & mask;
      I[leaves + i] = leaf;
      I[histogram + leaf] += I[rows + i];
    }
    if (forced) for (let i: i32 = 0; i < cells; i++) F[I[PAIR_FLOORS] + I[leaves + i]] += F[floors + i];
    let splits: i32 = 0;
    let last: i32 = -1;
    let below: i32 = 0;
    let floorBelow: f64 = 0;
    let listed = base;
    for (let y: i32 = 0; y <= count; y++) {
      if (I[histogram + y] != 0) {
        if (last >= 0) {
          const begin = listed;
          for (let u = last + 1; u <= y; u++) {
            if (!hasValue(h, I[frame + TAIL], first + u - 1)) continue;
            I[I[TAIL_LIST] + listed] = first + u - 1;
            listed++;
          }
          if (listed > begin) {
            const at = base + splits;
            I[I[SPLIT_FIRST] + at] = begin;
            I[I[SPLIT_END] + at] = listed;
            I[I[SPLIT_ROWS] + at] = below;
            let cost: f64 = 0;
            if (exact) cost = square(below) + square(total - below) - wholeCost;
            else {
              if (forced) {
                F[I[SPLIT_FLOORS] + at] = floorBelow;
                cost =
                  forcedCost(below, floorBelow, k, penalty) +
                  forcedCost(total - below, floorTotal - floorBelow, k, penalty);
              }
              F[I[SPLIT_FORCED] + at] = forcedRows(below, k) + forcedRows(total - below, k);
            }
            F[I[SPLIT_COSTS] + at] = cost;
            for (let z = begin; z < listed; z++) {
              const v = I[I[TAIL_LIST] + z];
              const position = I[I[frame + POSITIONS] + v];
              if (!unmade || (below >= k && total - below >= k)) I[I[SPLITS] + v] += 1;
              F[I[frame + SINGLES] + position] += cost;
              if (!exact) F[I[frame + FORCED_SINGLES] + position] += F[I[SPLIT_FORCED] + at];
            }
            splits++;
          }
        }
        last = y;
      }
      I[I[LOCAL_LEAF] + base + y] = splits;
      below += I[histogram + y];
      if (forced) floorBelow += F[I[PAIR_FLOORS] + y];
    }
    I[I[LOCAL_COUNT] + a] = splits;
    all += splits;
    const local = I[LOCAL_LEAF] + base;
    if (splits > 0) for (let i: i32 = 0; i < cells; i++) I[leaves + i] = I[local + I[leaves + i]];
  }
  if (!exact || I[CLASSIFY] != 0) return -1;
  const record = I[frame + CLASS_TABLES] + x * CLASS_ENTRY;
  const kept = all <= CLASS_SPLITS ? all : -1;
  F[record >> 1] = wholeCost;
  let floor = floorTotal;
  // The rows make at most total / k classes of k rows: the least sum of squares is that of equal ones.
  const most: f64 = (total - (total % k)) / k;
  const even = square(total) / most;
  if (even > floor) floor = even;
  F[(record >> 1) + 1] = floor;
  I[record + 4] = kept;
  if (kept < 0) return -1;
  const words = I[SET_WORDS];
  I[record + 5] = take(h, frame, 2 * kept) >> 1;
  I[record + 6] = take(h, frame, 2 * kept * kept) >> 1;
  I[record + 7] = take(h, frame, kept * words);
  I[record + 8] = take(h, frame, kept * 2);
  I[record + 9] = take(h, frame, words);
  fillWords(h, I[record + 7], kept * words, 0);
  fillWords(h, I[record + 9], words, 0);
  clearDoubles(h, I[record + 6], kept * kept);
  let p: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const base = I[I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS + 3] + a;
    for (let i: i32 = 0; i < I[I[LOCAL_COUNT] + a]; i++) {
      F[I[record + 5] + p] = F[I[SPLIT_COSTS] + base + i];
      for (let z = I[I[SPLIT_FIRST] + base + i]; z < I[I[SPLIT_END] + base + i]; z++) {
        addValue(h, I[record + 7] + p * words, I[I[TAIL_LIST] + z]);
        addValue(h, I[record + 9], I[I[TAIL_LIST] + z]);
      }
      p++;
    }
  }
  return kept;
}

/** Adds what two splits of a class, the one of smaller values first, change together beyond each alone to their values' pairs. */
function notePair(h: Heap, frame: i32, i: i32, j: i32, cost: f64, rows: f64, bad: boolean, exact: boolean): void {
  const { I, F } = h;
  if (exact && !bad && I[CLASSIFY] != 0) return;
  const tail = I[frame + PAIR_COUNT];
  const words = I[SET_WORDS];
  for (let z = I[I[SPLIT_FIRST] + i]; z < I[I[SPLIT_END] + i]; z++) {
    const u = I[I[TAIL_LIST] + z];
    const row = I[I[frame + POSITIONS] + u];
    for (let y = I[I[SPLIT_FIRST] + j]; y < I[I[SPLIT_END] + j]; y++) {
      const v = I[I[TAIL_LIST] + y];
      const column = I[I[frame + POSITIONS] + v];
      F[I[frame + PAIRS] + row * tail + column] += cost;
      if (!exact) {
        F[I[frame + FORCED_PAIRS] + row * tail + column] += rows;
      } else if (bad) {
        addValue(h, I[frame + CONFLICTS] + u * words, v);
        addValue(h, I[frame + CONFLICTS] + v * words, u);
      }
    }
  }
}

/** Values that make the same split of a class change it once, not twice. */
function noteSame(h: Heap, frame: i32, i: i32, exact: boolean): void {
  const { I, F } = h;
  const tail = I[frame + PAIR_COUNT];
  const cost = F[I[SPLIT_COSTS] + i];
  for (let z = I[I[SPLIT_FIRST] + i]; z < I[I[SPLIT_END] + i]; z++) {
    const row = I[I[frame + POSITIONS] + I[I[TAIL_LIST] + z]];
    for (let y = z + 1; y < I[I[SPLIT_END] + i]; y++) {
      const column = I[I[frame + POSITIONS] + I[I[TAIL_LIST] + y]];
      F[I[frame + PAIRS] + row * tail + column] -= cost;
      if (!exact) F[I[frame + FORCED_PAIRS] + row * tail + column] -= F[I[SPLIT_FORCED] + i];
    }
  }
}

function keepPair(h: Heap, frame: i32, x: i32, kept: i32, i: i32, j: i32, cost: f64): void {
  const { I, F } = h;
  if (kept < 0) return;
  const pairs = I[I[frame + CLASS_TABLES] + x * CLASS_ENTRY + 6];
  F[pairs + i * kept + j] = cost;
  F[pairs + j * kept + i] = cost;
}

/** Pairs of splits of one attribute: three blocks. */
function pairAlong(h: Heap, frame: i32, x: i32, exact: boolean, kept: i32): void {
  const { I, F } = h;
  const labels = I[LABELS];
  const attributes = I[ATTRIBUTES];
  const totals = I[frame + TOTALS] + x * (1 + labels);
  const total = I[totals];
  const k = I[K];
  const penalty = F[PENALTY];
  const whole = square(total);
  let floorTotal: f64 = 0;
  const forced = !exact && I[CLASSIFY] != 0;
  if (forced) floorTotal = classFloor(h, frame, x);
  let start: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const base = I[I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS + 3] + a;
    const splits = I[I[LOCAL_COUNT] + a];
    for (let i: i32 = 0; i < splits; i++) {
      const low = I[I[SPLIT_ROWS] + base + i];
      noteSame(h, frame, base + i, exact);
      for (let j = i + 1; j < splits; j++) {
        const both = I[I[SPLIT_ROWS] + base + j];
        const middle = both - low;
        const high = total - both;
        let cost = 0 - F[I[SPLIT_COSTS] + base + i] - F[I[SPLIT_COSTS] + base + j];
        let rows: f64 = 0;
        if (exact) cost += square(low) + square(middle) + square(high) - whole;
        else {
          if (forced) {
            const one = F[I[SPLIT_FLOORS] + base + i];
            const two = F[I[SPLIT_FLOORS] + base + j];
            cost +=
              forcedCost(low, one, k, penalty) +
              forcedCost(middle, two - one, k, penalty) +
              forcedCost(high, floorTotal - two, k, penalty);
          }
          rows =
            forcedRows(low, k) +
            forcedRows(middle, k) +
            forcedRows(high, k) -
            F[I[SPLIT_FORCED] + base + i] -
            F[I[SPLIT_FORCED] + base + j];
        }
        notePair(h, frame, base + i, base + j, cost, rows, middle < k, exact);
        keepPair(h, frame, x, kept, start + i, start + j, cost);
      }
    }
    start += splits;
  }
}

function classFloor(h: Heap, frame: i32, x: i32): f64 {
  const { I } = h;
  const stride = I[STRIDE];
  const end = I[frame + CELLS] + I[I[frame + STARTS] + x + 1] * stride;
  let floor: f64 = 0;
  for (let cell = I[frame + CELLS] + I[I[frame + STARTS] + x] * stride; cell < end; cell += stride) {
    floor += floorOf(h, cell + I[KEY_WORDS]);
  }
  return floor;
}

/** Pairs of splits of two attributes: four blocks, from a histogram of the two. */
function pairAcross(h: Heap, frame: i32, x: i32, exact: boolean, kept: i32): void {
  const { I } = h;
  const attributes = I[ATTRIBUTES];
  let start: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const splits = I[I[LOCAL_COUNT] + a];
    let other = start + splits;
    if (splits > 0) {
      for (let b = a + 1; b < attributes; b++) {
        const more = I[I[LOCAL_COUNT] + b];
        if (more > 0) crossTwo(h, frame, x, exact, kept, a, b, start, other);
        other += more;
      }
    }
    start += splits;
  }
}

function crossTwo(
  h: Heap,
  frame: i32,
  x: i32,
  exact: boolean,
  kept: i32,
  a: i32,
  b: i32,
  startA: i32,
  startB: i32,
): void {
  const { I, F } = h;
  const total = I[I[frame + TOTALS] + x * (1 + I[LABELS])];
  const count = I[I[frame + STARTS] + x + 1] - I[I[frame + STARTS] + x];
  const k = I[K];
  const penalty = F[PENALTY];
  const baseA = I[I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS + 3] + a;
  const baseB = I[I[ATTRIBUTE_TABLE] + b * ATTRIBUTE_WORDS + 3] + b;
  const splitsA = I[I[LOCAL_COUNT] + a];
  const splitsB = I[I[LOCAL_COUNT] + b];
  const width = splitsB + 1;
  const cells = (splitsA + 1) * width;
  const grid = I[PAIR_ROWS];
  const floorGrid = I[PAIR_FLOORS];
  sumGrid(h, I[CELL_LEAVES] + a * count, I[CELL_LEAVES] + b * count, I[CELL_ROWS], count, grid, splitsA + 1, width);
  const forced = !exact && I[CLASSIFY] != 0;
  if (forced) {
    const leavesA = I[CELL_LEAVES] + a * count;
    const leavesB = I[CELL_LEAVES] + b * count;
    clearDoubles(h, floorGrid, cells);
    for (let i: i32 = 0; i < count; i++) {
      F[floorGrid + I[leavesA + i] * width + I[leavesB + i]] += F[I[CELL_FLOORS] + i];
    }
    for (let i: i32 = 0; i <= splitsA; i++) {
      let sum: f64 = 0;
      for (let p = floorGrid + i * width; p < floorGrid + (i + 1) * width; p++) {
        sum += F[p];
        F[p] = i > 0 ? sum + F[p - width] : sum;
      }
    }
  }
  const floorTotal: f64 = forced ? F[floorGrid + cells - 1] : 0;
  for (let i: i32 = 0; i < splitsA; i++) {
    const sideA = I[I[SPLIT_ROWS] + baseA + i];
    for (let j: i32 = 0; j < splitsB; j++) {
      const sideB = I[I[SPLIT_ROWS] + baseB + j];
      const p = i * width + j;
      const p00 = I[grid + p];
      const p01 = sideA - p00;
      const p10 = sideB - p00;
      const p11 = total - sideA - sideB + p00;
      let cost: f64 = 0;
      let rows: f64 = 0;
      let bad = false;
      if (exact) {
        bad = (p00 > 0 && p00 < k) || (p01 > 0 && p01 < k) || (p10 > 0 && p10 < k) || (p11 > 0 && p11 < k);
        const s00: f64 = p00;
        const s01: f64 = p01;
        const s10: f64 = p10;
        const s11: f64 = p11;
        cost = 2 * (s00 * s11 + s01 * s10);
      } else {
        if (forced) {
          const f00 = F[floorGrid + p];
          const one = F[I[SPLIT_FLOORS] + baseA + i];
          const two = F[I[SPLIT_FLOORS] + baseB + j];
          cost =
            forcedCost(p00, f00, k, penalty) +
            forcedCost(p01, one - f00, k, penalty) +
            forcedCost(p10, two - f00, k, penalty) +
            forcedCost(p11, floorTotal - one - two + f00, k, penalty) -
            F[I[SPLIT_COSTS] + baseA + i] -
            F[I[SPLIT_COSTS] + baseB + j];
        }
        rows =
          forcedRows(p00, k) +
          forcedRows(p01, k) +
          forcedRows(p10, k) +
          forcedRows(p11, k) -
          F[I[SPLIT_FORCED] + baseA + i] -
          F[I[SPLIT_FORCED] + baseB + j];
      }
      notePair(h, frame, baseA + i, baseB + j, cost, rows, bad, exact);
      keepPair(h, frame, x, kept, startA + i, startB + j, cost);
    }
  }
}

/** Splits of a class that exclude each other: all values of one are in conflict with all of the other. */
function noteClassConflicts(h: Heap, frame: i32, x: i32): void {
  const { I } = h;
  const record = I[frame + CLASS_TABLES] + x * CLASS_ENTRY;
  const kept = I[record + 4];
  const masks = I[record + 7];
  const words = I[SET_WORDS];
  const common = I[WORK_SETS];
  for (let i: i32 = 0; i < 2 * kept; i++) I[I[record + 8] + i] = 0;
  for (let i: i32 = 0; i < kept - 1; i++) {
    const any = commonConflicts(h, frame, masks + i * words, common);
    for (let j = i + 1; any && j < kept; j++) {
      let outside: i32 = 0;
      for (let w: i32 = 0; w < words; w++) outside |= I[masks + j * words + w] & ~I[common + w];
      if (outside != 0) continue;
      I[I[record + 8] + 2 * i + (j >>> 5)] |= 1 << (j & 31);
      I[I[record + 8] + 2 * j + (i >>> 5)] |= 1 << (i & 31);
    }
  }
}

/** Writes the values that are in conflict with all of a set; false when there are none. */
function commonConflicts(h: Heap, frame: i32, set: i32, common: i32): boolean {
  const { I } = h;
  const words = I[SET_WORDS];
  for (let w: i32 = 0; w < words; w++) I[common + w] = -1;
  let any: i32 = 1;
  for (let w: i32 = 0; w < words && any != 0; w++) {
    for (let left = I[set + w]; left != 0; left &= left - 1) {
      const row = I[frame + CONFLICTS] + (32 * w + lowestBit(left)) * words;
      any = 0;
      for (let i: i32 = 0; i < words; i++) {
        I[common + i] &= I[row + i];
        any |= I[common + i];
      }
    }
  }
  return any != 0;
}
