import { ATTRIBUTE_WORDS, BY_SIZE, FIRST_VALUE, KEY_WORD, MASK, SHIFT, VALUE_COUNT } from './context.js';
import { floorOf, floorsOf } from './cells.js';
import { fixedOf, noteWidths, takeWords } from './frames.js';
import { excessOf, lostRows } from './models.js';
import { clearDoubles, type f64, fillWords, type Heap, type i32, lowestBit, type Frame } from './heap.js';
import { sumGrid } from './records.js';
import { addValue, hasValue } from './sets.js';

/**
 * Pair tables. A **split** is a cut inside one class of the head: all values of the tail between the same two occupied leaves make the same one.
 * Two splits divide the class into three blocks (of one attribute) or four (of two). A **block** of fewer than k rows cannot be released: the splits
 * **force** its rows to be suppressed. Without suppression such splits are in conflict; with it, forced rows are counted, and priced where the
 * size of a class does not say its cost.
 */

/** Maximum number of words that the tables of a frame take. */
export function tableWords(h: Heap, frame: Frame): i32 {
  const { I } = h;
  const values = h.values;
  const words = h.setWords;
  let tail: i32 = 0;
  for (let v: i32 = 0; v < values; v++) if (hasValue(h, frame.tail, v)) tail++;
  const attributes = h.attributes;
  let total = values * words + 2 * values + 4 * attributes + 64;
  if (h.limit != 0) total += (h.costBy != BY_SIZE ? 4 : 2) * tail * (tail + 1);
  for (let a: i32 = 0; a < attributes; a++) {
    const size = I[h.attributeTable + a * ATTRIBUTE_WORDS + VALUE_COUNT] + 1;
    total += 2 * size * size + 2;
  }
  return total;
}

/** The cost of a block above its floor when it is too small to be released, else 0. */
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
  const sets = h.sets;
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
    for (let j: i32 = 0; j < sets; j++) I[leaf + j] += I[cell + keyWords + j];
    for (let j = sets; j < sums; j++) I[leaf + j] |= I[cell + keyWords + j];
  }
  for (let y: i32 = 0; y < leaves; y++) F[lost + y] = 0;
  // Each of two sides with sets is summed by itself: common members cannot be subtracted from the whole.
  for (let y: i32 = 0; y < leaves; y++) {
    const leaf = table + y * sums;
    if (I[leaf] == 0) continue;
    for (let j: i32 = 0; j < sets; j++) I[below + j] += I[leaf + j];
    for (let j = sets; j < sums; j++) I[below + j] |= I[leaf + j];
    if (I[below] == I[totals]) break;
    F[lost + y] = lostRows(h, below);
  }
  fillWords(h, above, sums, 0);
  for (let y = leaves - 1; y > 0; y--) {
    const leaf = table + y * sums;
    for (let j: i32 = 0; j < sets; j++) I[above + j] += I[leaf + j];
    for (let j = sets; j < sums; j++) I[above + j] |= I[leaf + j];
    const before = leaf - sums;
    if (I[before] == 0 || I[above] == 0) continue;
    F[lost + y - 1] += lostRows(h, above);
  }
}

/**
 * Tables of a frame whose cells are up to date: the rows that every value and pair of values of the tail forces when some may be
 * suppressed, and what these cost where rows cost more than their size says; and the pairs in conflict, added to those that the frame
 * has inherited (CONFLICTS). docs/k-optimize.md, pair tables.
 */
export function makePairs(h: Heap, frame: Frame): void {
  const { I } = h;
  const values = h.values;
  const releasesAll = h.limit == 0;
  const classes = frame.classCount;
  let tail: i32 = 0;
  frame.positions = takeWords(h, frame, values);
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, frame.tail, v)) continue;
    I[frame.positions + v] = tail;
    tail++;
  }
  frame.pairCount = tail;
  if (!releasesAll) {
    if (h.costBy != BY_SIZE) {
      frame.singles = takeWords(h, frame, 2 * tail) >> 1;
      frame.pairs = takeWords(h, frame, 2 * tail * tail) >> 1;
      clearDoubles(h, frame.singles, tail);
      clearDoubles(h, frame.pairs, tail * tail);
    }
    frame.forcedSingles = takeWords(h, frame, 2 * tail) >> 1;
    frame.forcedPairs = takeWords(h, frame, 2 * tail * tail) >> 1;
    clearDoubles(h, frame.forcedSingles, tail);
    clearDoubles(h, frame.forcedPairs, tail * tail);
  }
  noteWidths(h, frame);
  frame.pairFixed = fixedOf(h, frame);
  fillWords(h, h.splits, values, 0);
  fillWords(h, h.forced, values, 0);
  for (let x: i32 = 0; x < classes; x++) {
    findSplits(h, frame, x, releasesAll);
    // Blocks that are too small in a class of the parent's made conflicts there already.
    if (releasesAll && frame.parent != 0 && I[frame.fresh + x] == 0) continue;
    pairAlong(h, frame, x, releasesAll);
    pairAcross(h, frame, x, releasesAll);
  }
  if (!releasesAll) noteForcedConflicts(h, frame, fixedOf(h, frame));
}

/** Notes that no better solution below a frame makes both values. */
export function addConflict(h: Heap, frame: Frame, u: i32, v: i32): void {
  const words = h.setWords;
  addValue(h, frame.conflicts + u * words, v);
  addValue(h, frame.conflicts + v * words, u);
}

/** The most rows that may be suppressed below the frame beside the owed ones: by the limit, and by the best cost, given a bound. */
export function roomOf(h: Heap, frame: Frame, bound: f64): f64 {
  let room: f64 = h.limit - frame.suppressed;
  if (h.costBy == BY_SIZE) {
    // Costs are whole numbers: a cost above best less one half reaches best.
    const excess = excessOf(h);
    const fixed = fixedOf(h, frame);
    const least = bound > fixed ? bound : fixed;
    if (excess > 0 && room * excess > h.best - least) room = (h.best - least - 0.5) / excess;
  }
  return room - frame.owed;
}

/** Pairs that force more suppression than the limit or the best cost allow, given a bound of the frame, become conflicts. */
function noteForcedConflicts(h: Heap, frame: Frame, bound: f64): void {
  const { I, F } = h;
  const values = h.values;
  const tail = frame.pairCount;
  const room = roomOf(h, frame, bound);
  const fixed = frame.pairFixed;
  const priced = h.costBy != BY_SIZE;
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
        if (priced && !refuted) {
          const cost = F[frame.singles + i] + F[frame.singles + j] + F[frame.pairs + i * tail + j];
          refuted = fixed + cost >= h.best;
        }
        if (refuted) addConflict(h, frame, u, v);
      }
    }
  }
}

/** The distinct splits of a class that the tail offers, per attribute, with the values that make each, the rows below it, and what it forces. */
function findSplits(h: Heap, frame: Frame, x: i32, releasesAll: boolean): void {
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
  const priced = !releasesAll && h.costBy != BY_SIZE;
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
    if (priced) clearDoubles(h, h.pairFloors, count + 1);
    const leaves = h.cellLeaves + a * cells;
    const shift = I[entry + SHIFT];
    const mask = I[entry + MASK];
    cell = from + I[entry + KEY_WORD];
    for (let i: i32 = 0; i < cells; i++, cell += stride) {
      const leaf = (I[cell] >>> shift) & mask;
      I[leaves + i] = leaf;
      I[histogram + leaf] += I[rows + i];
    }
    if (priced) for (let i: i32 = 0; i < cells; i++) F[h.pairFloors + I[leaves + i]] += F[floors + i];
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
            if (priced) {
              F[h.splitFloors + at] = floorBelow;
              cost =
                forcedCost(below, floorBelow, k, penalty) +
                forcedCost(total - below, floorTotal - floorBelow, k, penalty);
              F[h.splitCosts + at] = cost;
            }
            if (!releasesAll) F[h.splitForced + at] = lost;
            for (let z = begin; z < listed; z++) {
              const v = I[list + z];
              const position = I[frame.positions + v];
              if (judged && lost > 0) I[h.forced + v] = 1;
              I[h.splits + v] += 1;
              if (priced) F[frame.singles + position] += cost;
              if (!releasesAll) F[frame.forcedSingles + position] += lost;
            }
            splits++;
          }
        }
        last = y;
      }
      I[h.localLeaf + base + y] = splits;
      below += I[histogram + y];
      if (priced) floorBelow += F[h.pairFloors + y];
    }
    I[h.localCount + a] = splits;
    const local = h.localLeaf + base;
    if (splits > 0) for (let i: i32 = 0; i < cells; i++) I[leaves + i] = I[local + I[leaves + i]];
  }
}

/** Adds what two splits of a class, the one of smaller values first, change together beyond each alone to their values' pairs. */
function notePair(h: Heap, frame: Frame, i: i32, j: i32, cost: f64, rows: f64): void {
  const { I, F } = h;
  if (cost == 0 && rows == 0) return;
  const tail = frame.pairCount;
  const list = h.tailList;
  const positions = frame.positions;
  const priced = h.costBy != BY_SIZE;
  const first = I[h.splitFirst + j];
  const end = I[h.splitEnd + j];
  for (let z = I[h.splitFirst + i]; z < I[h.splitEnd + i]; z++) {
    const row = I[positions + I[list + z]] * tail;
    for (let y = first; y < end; y++) {
      const column = I[positions + I[list + y]];
      if (priced) F[frame.pairs + row + column] += cost;
      F[frame.forcedPairs + row + column] += rows;
    }
  }
}

/** Without suppression: the values of two splits that leave a block below k are in conflict. */
function excludePair(h: Heap, frame: Frame, i: i32, j: i32): void {
  const { I } = h;
  const list = h.tailList;
  const first = I[h.splitFirst + j];
  const end = I[h.splitEnd + j];
  for (let z = I[h.splitFirst + i]; z < I[h.splitEnd + i]; z++) {
    for (let y = first; y < end; y++) addConflict(h, frame, I[list + z], I[list + y]);
  }
}

/** Values that make the same split of a class change it once, not twice. */
function noteSame(h: Heap, frame: Frame, i: i32): void {
  const { I, F } = h;
  const tail = frame.pairCount;
  const priced = h.costBy != BY_SIZE;
  for (let z = I[h.splitFirst + i]; z < I[h.splitEnd + i]; z++) {
    const row = I[frame.positions + I[h.tailList + z]] * tail;
    for (let y = z + 1; y < I[h.splitEnd + i]; y++) {
      const at = row + I[frame.positions + I[h.tailList + y]];
      if (priced) F[frame.pairs + at] -= F[h.splitCosts + i];
      F[frame.forcedPairs + at] -= F[h.splitForced + i];
    }
  }
}

/** Pairs of splits of one attribute: three blocks. */
function pairAlong(h: Heap, frame: Frame, x: i32, releasesAll: boolean): void {
  const { I, F } = h;
  const attributes = h.attributes;
  const totals = frame.totals + x * h.sums;
  const total = I[totals];
  const k = h.k;
  const penalty = h.penalty;
  const owed = owedOf(h, frame, x);
  const priced = !releasesAll && h.costBy != BY_SIZE;
  const floorTotal: f64 = priced ? classFloor(h, frame, x) : 0;
  const splitRows = h.splitRows;
  const splitCosts = h.splitCosts;
  const splitForced = h.splitForced;
  for (let a: i32 = 0; a < attributes; a++) {
    const base = I[h.attributeTable + a * ATTRIBUTE_WORDS + FIRST_VALUE] + a;
    const splits = I[h.localCount + a];
    for (let i: i32 = 0; i < splits; i++) {
      const low = I[splitRows + base + i];
      if (!releasesAll) noteSame(h, frame, base + i);
      for (let j = i + 1; j < splits; j++) {
        const both = I[splitRows + base + j];
        const middle = both - low;
        if (releasesAll) {
          if (middle >= k) break;
          excludePair(h, frame, base + i, base + j);
          continue;
        }
        const high = total - both;
        let cost: f64 = 0;
        if (priced) {
          const one = F[h.splitFloors + base + i];
          const two = F[h.splitFloors + base + j];
          cost =
            forcedCost(low, one, k, penalty) +
            forcedCost(middle, two - one, k, penalty) +
            forcedCost(high, floorTotal - two, k, penalty) -
            F[splitCosts + base + i] -
            F[splitCosts + base + j];
        }
        const rows = forcedPair(
          forcedRows(low, k) + forcedRows(middle, k) + forcedRows(high, k),
          owed,
          F[splitForced + base + i],
          F[splitForced + base + j],
        );
        notePair(h, frame, base + i, base + j, cost, rows);
      }
    }
  }
}

function classFloor(h: Heap, frame: Frame, x: i32): f64 {
  const { I } = h;
  const stride = h.stride;
  const end = frame.cells + I[frame.starts + x + 1] * stride;
  return floorsOf(h, frame.cells + I[frame.starts + x] * stride, end);
}

/** Pairs of splits of two attributes: four blocks, from a histogram of the two. */
function pairAcross(h: Heap, frame: Frame, x: i32, releasesAll: boolean): void {
  const { I } = h;
  const attributes = h.attributes;
  const count = I[frame.starts + x + 1] - I[frame.starts + x];
  for (let a: i32 = 0; a < attributes; a++) {
    const splits = I[h.localCount + a];
    if (splits == 0) continue;
    for (let b = a + 1; b < attributes; b++) {
      const more = I[h.localCount + b];
      if (more == 0) continue;
      const leavesA = h.cellLeaves + a * count;
      const leavesB = h.cellLeaves + b * count;
      sumGrid(h, leavesA, leavesB, h.cellRows, count, h.pairRows, splits + 1, more + 1);
      if (releasesAll) excludeAcross(h, frame, x, a, b);
      else crossTwo(h, frame, x, a, b);
    }
  }
}

/** Without suppression: conflicts of the splits of two attributes, by the histogram of both. */
function excludeAcross(h: Heap, frame: Frame, x: i32, a: i32, b: i32): void {
  const { I } = h;
  const total = I[frame.totals + x * h.sums];
  const k = h.k;
  const baseA = I[h.attributeTable + a * ATTRIBUTE_WORDS + FIRST_VALUE] + a;
  const baseB = I[h.attributeTable + b * ATTRIBUTE_WORDS + FIRST_VALUE] + b;
  const splitsA = I[h.localCount + a];
  const splitsB = I[h.localCount + b];
  for (let i: i32 = 0; i < splitsA; i++) {
    const sideA = I[h.splitRows + baseA + i];
    const row = h.pairRows + i * (splitsB + 1);
    for (let j: i32 = 0; j < splitsB; j++) {
      const sideB = I[h.splitRows + baseB + j];
      const p00 = I[row + j];
      const p01 = sideA - p00;
      const p10 = sideB - p00;
      const p11 = total - sideA - p10;
      if ((p00 > 0 && p00 < k) || (p01 > 0 && p01 < k) || (p10 > 0 && p10 < k) || (p11 > 0 && p11 < k)) {
        excludePair(h, frame, baseA + i, baseB + j);
      }
    }
  }
}

/** With suppression: what the splits of two attributes force and cost, by the histogram of both. */
function crossTwo(h: Heap, frame: Frame, x: i32, a: i32, b: i32): void {
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
  const priced = h.costBy != BY_SIZE;
  if (priced) sumFloors(h, a, b, count, cells, width);
  const floorTotal: f64 = priced ? F[floorGrid + cells - 1] : 0;
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
      if (priced) {
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
      const rows = forcedPair(
        forcedRows(p00, k) + forcedRows(p01, k) + forcedRows(p10, k) + forcedRows(p11, k),
        owed,
        F[splitForced + baseA + i],
        F[splitForced + baseB + j],
      );
      notePair(h, frame, baseA + i, baseB + j, cost, rows);
    }
  }
}

/** Floors of the cells of a class, summed over the lower side of every pair of splits of two attributes. */
function sumFloors(h: Heap, a: i32, b: i32, count: i32, cells: i32, width: i32): void {
  const { I, F } = h;
  const leavesA = h.cellLeaves + a * count;
  const leavesB = h.cellLeaves + b * count;
  const floorGrid = h.pairFloors;
  clearDoubles(h, floorGrid, cells);
  for (let i: i32 = 0; i < count; i++) {
    F[floorGrid + I[leavesA + i] * width + I[leavesB + i]] += F[h.cellFloors + i];
  }
  for (let row: i32 = 0; row < cells; row += width) {
    let sum: f64 = 0;
    for (let p = floorGrid + row; p < floorGrid + row + width; p++) {
      sum += F[p];
      F[p] = row > 0 ? sum + F[p - width] : sum;
    }
  }
}
