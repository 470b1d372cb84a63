import {
  ATTRIBUTE_WORDS,
  BY_LABEL,
  BY_SIZE,
  CLASS_CONFLICTS,
  CLASS_COST,
  CLASS_COSTS,
  CLASS_FLOOR,
  CLASS_MASKS,
  CLASS_PAIRS,
  CLASS_SPLITS,
  CLASS_VALUES,
  CLASS_WORDS,
  FIRST_VALUE,
  KEY_WORD,
  MASK,
  SHIFT,
  VALUE_COUNT,
} from '../../k-optimize/context.js';
import { excessOf, floorOf, floorsOf, reducedExcess } from './cells.js';
import { fixedOf, noteWidths } from './frames.js';
import { lostRows, wholeExcess } from '../../k-optimize/models.js';
import { clearDoubles, type f64, fillWords, type Heap, type i32, lowestBit, type Frame } from './heap.js';
import { sumGrid } from './records.js';
import { addValue, hasValue } from './sets.js';

/** A class keeps a table of its own when it has at most this many local splits. */
const MOST_SPLITS = 64;

/** Words that the tables of a frame take at most. */
export function tableWords(h: Heap, frame: Frame): i32 {
  const { I } = h;
  const values = h.values;
  const words = h.setWords;
  let tail: i32 = 0;
  for (let v: i32 = 0; v < values; v++) if (hasValue(h, frame.tail, v)) tail++;
  const attributes = h.attributes;
  let total = values * words + 2 * values + 4 * attributes + 4 * tail * (tail + 1) + 64;
  for (let a: i32 = 0; a < attributes; a++) {
    const size = I[h.attributeTable + a * ATTRIBUTE_WORDS + VALUE_COUNT] + 1;
    total += 2 * size * size + 2;
  }
  if (h.limit != 0) return total;
  const classes = frame.classCount;
  for (let x: i32 = 0; x < classes; x++) {
    let splits = (I[frame.starts + x + 1] - I[frame.starts + x] - 1) * attributes;
    if (splits > MOST_SPLITS) splits = MOST_SPLITS;
    if (splits > tail) splits = tail;
    total += CLASS_WORDS + splits * (2 * splits + words + 4) + words + 8;
  }
  return total;
}

function take(h: Heap, frame: Frame, words: i32): i32 {
  const at = (frame.end + 1) & ~1;
  frame.end = at + words;
  h.top = at + words;
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

/** Rows of a class that no solution below releases whatever it cuts. */
function owedOf(h: Heap, frame: Frame, x: i32): f64 {
  const { I } = h;
  const failure = I[frame.failures + x];
  return failure > 0 ? failure - 1 : 0;
}

/** Rows that two splits of a class force beyond those of each, and beyond those that are owed: `rows` are in blocks below k. */
function forcedPair(rows: f64, owed: f64, one: f64, two: f64): f64 {
  let both = rows - owed;
  if (one > both) both = one;
  if (two > both) both = two;
  return both - one - two;
}

/** Under models: the rows that a split of the class behind every leaf of an attribute forces, in modelLost. */
function findLost(h: Heap, frame: Frame, x: i32, attribute: i32): void {
  const { I, F } = h;
  const sums = h.sums;
  const stride = h.stride;
  const keyWords = h.keyWords;
  const entry = h.attributeTable + attribute * ATTRIBUTE_WORDS;
  const leaves = I[entry + VALUE_COUNT] + 1;
  const table = h.modelLeaves;
  const below = h.modelSums;
  const above = h.modelRest;
  const lost = h.modelLost;
  const totals = frame.totals + x * sums;
  fillWords(h, table, leaves * sums, 0);
  fillWords(h, below, sums, 0);
  const end = frame.cells + I[frame.starts + x + 1] * stride;
  for (let cell = frame.cells + I[frame.starts + x] * stride; cell < end; cell += stride) {
    const leaf = table + ((I[cell + I[entry + KEY_WORD]] >>> I[entry + SHIFT]) & I[entry + MASK]) * sums;
    for (let j: i32 = 0; j < sums; j++) I[leaf + j] += I[cell + keyWords + j];
  }
  for (let y: i32 = 0; y < leaves; y++) {
    F[lost + y] = 0;
    const leaf = table + y * sums;
    if (I[leaf] == 0) continue;
    for (let j: i32 = 0; j < sums; j++) {
      I[below + j] += I[leaf + j];
      I[above + j] = I[totals + j] - I[below + j];
    }
    if (I[above] == 0) continue;
    F[lost + y] = lostRows(h, below) + lostRows(h, above);
  }
}

/**
 * Tables of a frame whose cells are up to date: what every value and pair of values of the tail costs under discernibility
 * when no row may be suppressed; the rows that they force when some may, and what these cost under classification; and the
 * pairs in conflict, added to those that the frame has inherited (CONFLICTS). docs/k-optimize.md, pair tables.
 */
export function makePairs(h: Heap, frame: Frame): void {
  const { I, F } = h;
  const values = h.values;
  const exact = h.limit == 0;
  const classes = frame.classCount;
  let tail: i32 = 0;
  frame.positions = take(h, frame, values);
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, frame.tail, v)) continue;
    I[frame.positions + v] = tail;
    tail++;
  }
  frame.pairCount = tail;
  frame.singles = take(h, frame, 2 * tail) >> 1;
  frame.pairs = take(h, frame, 2 * tail * tail) >> 1;
  clearDoubles(h, frame.singles, tail);
  clearDoubles(h, frame.pairs, tail * tail);
  if (!exact) {
    frame.forcedSingles = take(h, frame, 2 * tail) >> 1;
    frame.forcedPairs = take(h, frame, 2 * tail * tail) >> 1;
    clearDoubles(h, frame.forcedSingles, tail);
    clearDoubles(h, frame.forcedPairs, tail * tail);
    frame.reduced = h.classify == BY_LABEL || (h.classify == BY_SIZE && reducedExcess(h) > 0) ? 1 : 0;
  } else if (h.classify == 0) frame.classTables = take(h, frame, classes * CLASS_WORDS);
  noteWidths(h, frame);
  frame.pairFixed = fixedOf(h, frame);
  fillWords(h, h.splits, values, 0);
  fillWords(h, h.forced, values, 0);
  for (let x: i32 = 0; x < classes; x++) {
    const kept = findSplits(h, frame, x, exact);
    // Blocks that are too small in a class of the parent's made conflicts there already.
    if (exact && h.classify != 0 && frame.parent != 0 && I[frame.fresh + x] == 0) continue;
    pairAlong(h, frame, x, exact, kept);
    pairAcross(h, frame, x, exact, kept);
  }
  // The sums were taken for the smaller value first.
  for (let i: i32 = 1; i < tail; i++) {
    for (let j: i32 = 0; j < i; j++) F[frame.pairs + i * tail + j] = F[frame.pairs + j * tail + i];
  }
  if (exact) {
    for (let x: i32 = 0; x < classes && h.classify == 0; x++) noteClassConflicts(h, frame, x);
    return;
  }
  noteForcedConflicts(h, frame, fixedOf(h, frame));
}

/** Notes that no better solution below a frame makes both values. */
export function addConflict(h: Heap, frame: Frame, u: i32, v: i32): void {
  const words = h.setWords;
  addValue(h, frame.conflicts + u * words, v);
  addValue(h, frame.conflicts + v * words, u);
}

/** The most rows that may be suppressed below the frame, the owed ones among them: by the limit, and by the best cost, given a bound. */
function wholeRoom(h: Heap, frame: Frame, bound: f64): f64 {
  let room: f64 = h.limit - frame.suppressed;
  if (h.classify != 0) return room;
  // Costs are whole numbers: what is above best less one half reaches best.
  const excess = excessOf(h, frame);
  if (excess > 0 && room * excess > h.best - bound) room = (h.best - bound - 0.5) / excess;
  const whole = wholeExcess(h);
  const fixed = fixedOf(h, frame);
  if (whole > 0 && room * whole > h.best - fixed) room = (h.best - fixed - 0.5) / whole;
  return room;
}

/** The same beyond the rows that are owed. */
export function roomOf(h: Heap, frame: Frame, bound: f64): f64 {
  return wholeRoom(h, frame, bound) - frame.owed;
}

/** Pairs that force more suppression than the limit or the best cost allow, given a bound of the frame, become conflicts. */
function noteForcedConflicts(h: Heap, frame: Frame, bound: f64): void {
  const { I, F } = h;
  const values = h.values;
  const tail = frame.pairCount;
  const room = roomOf(h, frame, bound);
  const fixed = frame.pairFixed;
  const classify = h.classify != 0;
  const words = h.setWords;
  const positions = frame.positions;
  const singles = frame.forcedSingles;
  for (let u: i32 = 0; u < values; u++) {
    if (!hasValue(h, frame.tail, u)) continue;
    const i = I[positions + u];
    const one = F[singles + i];
    const pairs = frame.forcedPairs + i * tail;
    const row = frame.conflicts + u * words;
    for (let w = u >>> 5; w < words; w++) {
      let left = I[frame.tail + w] & ~I[row + w];
      // Those behind u.
      if (w == u >>> 5) left &= -2 << (u & 31);
      for (; left != 0; left &= left - 1) {
        const v = 32 * w + lowestBit(left);
        const j = I[positions + v];
        let refuted = one + F[singles + j] + F[pairs + j] > room;
        if (classify && !refuted) {
          const cost = F[frame.singles + i] + F[frame.singles + j] + F[frame.pairs + i * tail + j];
          refuted = fixed + cost >= h.best;
        }
        if (refuted) addConflict(h, frame, u, v);
      }
    }
  }
}

/**
 * The distinct splits of a class that the tail offers, per attribute, with the values that make each, the rows below
 * it, and what it changes. Returns the number of splits when the class keeps a table of its own, else -1.
 */
function findSplits(h: Heap, frame: Frame, x: i32, exact: boolean): i32 {
  const { I, F } = h;
  const stride = h.stride;
  const keyWords = h.keyWords;
  const attributes = h.attributes;
  const totals = frame.totals + x * h.sums;
  const total = I[totals];
  const from = frame.cells + I[frame.starts + x] * stride;
  const histogram = h.histogram;
  const k = h.k;
  const penalty = h.penalty;
  const forced = !exact && h.classify != 0;
  const unmade = !exact && h.classify == 0 && frame.reduced != 0 && h.growing != 0;
  let floorTotal: f64 = 0;
  const cells = I[frame.starts + x + 1] - I[frame.starts + x];
  const rows = h.cellRows;
  const floors = h.cellFloors;
  let cell = from + keyWords;
  for (let i: i32 = 0; i < cells; i++, cell += stride) {
    const floor = floorOf(h, cell);
    I[rows + i] = I[cell];
    F[floors + i] = floor;
    floorTotal += floor;
  }
  const list = h.tailList;
  const tail = frame.tail;
  let all: i32 = 0;
  const wholeCost = square(total);
  const judged = h.models != 0;
  const owed = owedOf(h, frame, x);
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = h.attributeTable + a * ATTRIBUTE_WORDS;
    const first = I[entry + FIRST_VALUE];
    const count = I[entry + VALUE_COUNT];
    const base = first + a;
    I[h.localCount + a] = 0;
    let any = false;
    for (let v = first; v < first + count; v++) {
      if (!hasValue(h, tail, v)) continue;
      any = true;
      break;
    }
    if (!any) continue;
    if (judged) findLost(h, frame, x, a);
    fillWords(h, histogram, count + 1, 0);
    if (forced) clearDoubles(h, h.pairFloors, count + 1);
    const leaves = h.cellLeaves + a * cells;
    const shift = I[entry + SHIFT];
    const mask = I[entry + MASK];
    cell = from + I[entry + KEY_WORD];
    for (let i: i32 = 0; i < cells; i++, cell += stride) {
      const leaf = (I[cell] >>> shift) & mask;
      I[leaves + i] = leaf;
      I[histogram + leaf] += I[rows + i];
    }
    if (forced) for (let i: i32 = 0; i < cells; i++) F[h.pairFloors + I[leaves + i]] += F[floors + i];
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
            if (!hasValue(h, tail, first + u - 1)) continue;
            I[list + listed] = first + u - 1;
            listed++;
          }
          if (listed > begin) {
            const at = base + splits;
            I[h.splitFirst + at] = begin;
            I[h.splitEnd + at] = listed;
            I[h.splitRows + at] = below;
            let cost: f64 = 0;
            let lost = forcedRows(below, k) + forcedRows(total - below, k);
            if (judged && F[h.modelLost + last] > lost) lost = F[h.modelLost + last];
            lost = lost > owed ? lost - owed : 0;
            if (exact) cost = square(below) + square(total - below) - wholeCost;
            else {
              if (forced) {
                F[h.splitFloors + at] = floorBelow;
                cost =
                  forcedCost(below, floorBelow, k, penalty) +
                  forcedCost(total - below, floorTotal - floorBelow, k, penalty);
              }
              F[h.splitForced + at] = lost;
            }
            F[h.splitCosts + at] = cost;
            for (let z = begin; z < listed; z++) {
              const v = I[list + z];
              const position = I[frame.positions + v];
              if (judged && lost > 0) I[h.forced + v] = 1;
              if (!unmade || (below >= k && total - below >= k)) I[h.splits + v] += 1;
              F[frame.singles + position] += cost;
              if (!exact) F[frame.forcedSingles + position] += F[h.splitForced + at];
            }
            splits++;
          }
        }
        last = y;
      }
      I[h.localLeaf + base + y] = splits;
      below += I[histogram + y];
      if (forced) floorBelow += F[h.pairFloors + y];
    }
    I[h.localCount + a] = splits;
    all += splits;
    const local = h.localLeaf + base;
    if (splits > 0) for (let i: i32 = 0; i < cells; i++) I[leaves + i] = I[local + I[leaves + i]];
  }
  if (!exact || h.classify != 0) return -1;
  const record = frame.classTables + x * CLASS_WORDS;
  const kept = all <= MOST_SPLITS ? all : -1;
  F[(record >> 1) + CLASS_COST] = wholeCost;
  let floor = floorTotal;
  // The rows make at most total / k classes of k rows: the least sum of squares is that of equal ones.
  const most: f64 = (total - (total % k)) / k;
  const even = square(total) / most;
  if (even > floor) floor = even;
  F[(record >> 1) + CLASS_FLOOR] = floor;
  I[record + CLASS_SPLITS] = kept;
  if (kept < 0) return -1;
  const words = h.setWords;
  I[record + CLASS_COSTS] = take(h, frame, 2 * kept) >> 1;
  I[record + CLASS_PAIRS] = take(h, frame, 2 * kept * kept) >> 1;
  I[record + CLASS_MASKS] = take(h, frame, kept * words);
  I[record + CLASS_CONFLICTS] = take(h, frame, kept * 2);
  I[record + CLASS_VALUES] = take(h, frame, words);
  fillWords(h, I[record + CLASS_MASKS], kept * words, 0);
  fillWords(h, I[record + CLASS_VALUES], words, 0);
  clearDoubles(h, I[record + CLASS_PAIRS], kept * kept);
  let p: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const base = I[h.attributeTable + a * ATTRIBUTE_WORDS + FIRST_VALUE] + a;
    for (let i: i32 = 0; i < I[h.localCount + a]; i++) {
      F[I[record + CLASS_COSTS] + p] = F[h.splitCosts + base + i];
      for (let z = I[h.splitFirst + base + i]; z < I[h.splitEnd + base + i]; z++) {
        addValue(h, I[record + CLASS_MASKS] + p * words, I[h.tailList + z]);
        addValue(h, I[record + CLASS_VALUES], I[h.tailList + z]);
      }
      p++;
    }
  }
  return kept;
}

/** Adds what two splits of a class, the one of smaller values first, change together beyond each alone to their values' pairs. */
function notePair(h: Heap, frame: Frame, i: i32, j: i32, cost: f64, rows: f64, bad: boolean, exact: boolean): void {
  const { I, F } = h;
  if (!bad && (exact ? h.classify != 0 || cost == 0 : cost == 0 && rows == 0)) return;
  const tail = frame.pairCount;
  const list = h.tailList;
  const positions = frame.positions;
  const pairs = frame.pairs;
  const first = I[h.splitFirst + j];
  const end = I[h.splitEnd + j];
  for (let z = I[h.splitFirst + i]; z < I[h.splitEnd + i]; z++) {
    const u = I[list + z];
    const row = I[positions + u] * tail;
    for (let y = first; y < end; y++) {
      const v = I[list + y];
      const column = I[positions + v];
      F[pairs + row + column] += cost;
      if (!exact) {
        F[frame.forcedPairs + row + column] += rows;
      } else if (bad) {
        addConflict(h, frame, u, v);
      }
    }
  }
}

/** Values that make the same split of a class change it once, not twice. */
function noteSame(h: Heap, frame: Frame, i: i32, exact: boolean): void {
  const { I, F } = h;
  const tail = frame.pairCount;
  const cost = F[h.splitCosts + i];
  for (let z = I[h.splitFirst + i]; z < I[h.splitEnd + i]; z++) {
    const row = I[frame.positions + I[h.tailList + z]];
    for (let y = z + 1; y < I[h.splitEnd + i]; y++) {
      const column = I[frame.positions + I[h.tailList + y]];
      F[frame.pairs + row * tail + column] -= cost;
      if (!exact) F[frame.forcedPairs + row * tail + column] -= F[h.splitForced + i];
    }
  }
}

function keepPair(h: Heap, frame: Frame, x: i32, kept: i32, i: i32, j: i32, cost: f64): void {
  const { I, F } = h;
  if (kept < 0 || cost == 0) return;
  const pairs = I[frame.classTables + x * CLASS_WORDS + CLASS_PAIRS];
  F[pairs + i * kept + j] = cost;
  F[pairs + j * kept + i] = cost;
}

/** Pairs of splits of one attribute: three blocks. */
function pairAlong(h: Heap, frame: Frame, x: i32, exact: boolean, kept: i32): void {
  const { I, F } = h;
  const attributes = h.attributes;
  const totals = frame.totals + x * h.sums;
  const total = I[totals];
  const k = h.k;
  const penalty = h.penalty;
  const whole = square(total);
  const owed = owedOf(h, frame, x);
  let floorTotal: f64 = 0;
  const forced = !exact && h.classify != 0;
  if (forced) floorTotal = classFloor(h, frame, x);
  const splitRows = h.splitRows;
  const splitCosts = h.splitCosts;
  const splitForced = h.splitForced;
  let start: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const base = I[h.attributeTable + a * ATTRIBUTE_WORDS + FIRST_VALUE] + a;
    const splits = I[h.localCount + a];
    for (let i: i32 = 0; i < splits; i++) {
      const low = I[splitRows + base + i];
      noteSame(h, frame, base + i, exact);
      for (let j = i + 1; j < splits; j++) {
        const both = I[splitRows + base + j];
        const middle = both - low;
        const high = total - both;
        let cost = 0 - F[splitCosts + base + i] - F[splitCosts + base + j];
        let rows: f64 = 0;
        if (exact) cost += square(low) + square(middle) + square(high) - whole;
        else {
          if (forced) {
            const one = F[h.splitFloors + base + i];
            const two = F[h.splitFloors + base + j];
            cost +=
              forcedCost(low, one, k, penalty) +
              forcedCost(middle, two - one, k, penalty) +
              forcedCost(high, floorTotal - two, k, penalty);
          }
          rows = forcedPair(
            forcedRows(low, k) + forcedRows(middle, k) + forcedRows(high, k),
            owed,
            F[splitForced + base + i],
            F[splitForced + base + j],
          );
        }
        notePair(h, frame, base + i, base + j, cost, rows, middle < k, exact);
        keepPair(h, frame, x, kept, start + i, start + j, cost);
      }
    }
    start += splits;
  }
}

function classFloor(h: Heap, frame: Frame, x: i32): f64 {
  const { I } = h;
  const stride = h.stride;
  const end = frame.cells + I[frame.starts + x + 1] * stride;
  return floorsOf(h, frame.cells + I[frame.starts + x] * stride, end);
}

/** Pairs of splits of two attributes: four blocks, from a histogram of the two. */
function pairAcross(h: Heap, frame: Frame, x: i32, exact: boolean, kept: i32): void {
  const { I } = h;
  const attributes = h.attributes;
  let start: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const splits = I[h.localCount + a];
    let other = start + splits;
    if (splits > 0) {
      for (let b = a + 1; b < attributes; b++) {
        const more = I[h.localCount + b];
        if (more > 0) crossTwo(h, frame, x, exact, kept, a, b, start, other);
        other += more;
      }
    }
    start += splits;
  }
}

function crossTwo(
  h: Heap,
  frame: Frame,
  x: i32,
  exact: boolean,
  kept: i32,
  a: i32,
  b: i32,
  startA: i32,
  startB: i32,
): void {
  const { I, F } = h;
  const total = I[frame.totals + x * h.sums];
  const count = I[frame.starts + x + 1] - I[frame.starts + x];
  const k = h.k;
  const penalty = h.penalty;
  const baseA = I[h.attributeTable + a * ATTRIBUTE_WORDS + FIRST_VALUE] + a;
  const baseB = I[h.attributeTable + b * ATTRIBUTE_WORDS + FIRST_VALUE] + b;
  const splitsA = I[h.localCount + a];
  const splitsB = I[h.localCount + b];
  const width = splitsB + 1;
  const cells = (splitsA + 1) * width;
  const grid = h.pairRows;
  const splitRows = h.splitRows;
  const splitCosts = h.splitCosts;
  const splitForced = h.splitForced;
  const floorGrid = h.pairFloors;
  const owed = owedOf(h, frame, x);
  sumGrid(h, h.cellLeaves + a * count, h.cellLeaves + b * count, h.cellRows, count, grid, splitsA + 1, width);
  const forced = !exact && h.classify != 0;
  if (forced) {
    const leavesA = h.cellLeaves + a * count;
    const leavesB = h.cellLeaves + b * count;
    clearDoubles(h, floorGrid, cells);
    for (let i: i32 = 0; i < count; i++) {
      F[floorGrid + I[leavesA + i] * width + I[leavesB + i]] += F[h.cellFloors + i];
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
    const sideA = I[splitRows + baseA + i];
    for (let j: i32 = 0; j < splitsB; j++) {
      const sideB = I[splitRows + baseB + j];
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
          const one = F[h.splitFloors + baseA + i];
          const two = F[h.splitFloors + baseB + j];
          cost =
            forcedCost(p00, f00, k, penalty) +
            forcedCost(p01, one - f00, k, penalty) +
            forcedCost(p10, two - f00, k, penalty) +
            forcedCost(p11, floorTotal - one - two + f00, k, penalty) -
            F[splitCosts + baseA + i] -
            F[splitCosts + baseB + j];
        }
        rows = forcedPair(
          forcedRows(p00, k) + forcedRows(p01, k) + forcedRows(p10, k) + forcedRows(p11, k),
          owed,
          F[splitForced + baseA + i],
          F[splitForced + baseB + j],
        );
      }
      notePair(h, frame, baseA + i, baseB + j, cost, rows, bad, exact);
      keepPair(h, frame, x, kept, startA + i, startB + j, cost);
    }
  }
}

/** Splits of a class that exclude each other: all values of one are in conflict with all of the other. */
function noteClassConflicts(h: Heap, frame: Frame, x: i32): void {
  const { I } = h;
  const record = frame.classTables + x * CLASS_WORDS;
  const kept = I[record + CLASS_SPLITS];
  const masks = I[record + CLASS_MASKS];
  const words = h.setWords;
  const common = h.workSets;
  for (let i: i32 = 0; i < 2 * kept; i++) I[I[record + CLASS_CONFLICTS] + i] = 0;
  for (let i: i32 = 0; i < kept - 1; i++) {
    const any = commonConflicts(h, frame, masks + i * words, common);
    for (let j = i + 1; any && j < kept; j++) {
      let outside: i32 = 0;
      for (let w: i32 = 0; w < words; w++) outside |= I[masks + j * words + w] & ~I[common + w];
      if (outside != 0) continue;
      I[I[record + CLASS_CONFLICTS] + 2 * i + (j >>> 5)] |= 1 << (j & 31);
      I[I[record + CLASS_CONFLICTS] + 2 * j + (i >>> 5)] |= 1 << (i & 31);
    }
  }
}

/** Writes the values that are in conflict with all of a set; false when there are none. */
function commonConflicts(h: Heap, frame: Frame, set: i32, common: i32): boolean {
  const { I } = h;
  const words = h.setWords;
  for (let w: i32 = 0; w < words; w++) I[common + w] = -1;
  let any: i32 = 1;
  for (let w: i32 = 0; w < words && any != 0; w++) {
    for (let left = I[set + w]; left != 0; left &= left - 1) {
      const row = frame.conflicts + (32 * w + lowestBit(left)) * words;
      any = 0;
      for (let i: i32 = 0; i < words; i++) {
        I[common + i] &= I[row + i];
        any |= I[common + i];
      }
    }
  }
  return any != 0;
}
