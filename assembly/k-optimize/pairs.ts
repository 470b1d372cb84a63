import { excessOf, floorOf, reducedExcess } from './cells';
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
} from './context';
import { fixedOf } from './frames';
import { clearDoubles, fillWords, lowestBit } from './heap';
import { sumGrid } from './records';
import { addValue, hasValue } from './sets';

/** A class keeps a table of its own when it has at most this many local splits. */
export const CLASS_SPLITS = 64;
/**
 * Words of a class's entry: F 0 cost, F 1 floor, then splits (-1: none kept), F costs, F pairs, masks, conflicts, the
 * values of all masks; F 5 bound for the tail, see classBound.
 */
export const CLASS_ENTRY = 12;

/** Words that the tables of a frame take at most. */
export function tableWords(h: usize, frame: i32): i32 {
  const values = load<i32>(h, VALUES << 2);
  const words = load<i32>(h, SET_WORDS << 2);
  let tail: i32 = 0;
  for (let v: i32 = 0; v < values; v++) if (hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) tail++;
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  let total = values * words + 2 * values + 4 * attributes + 4 * tail * (tail + 1) + 64;
  for (let a: i32 = 0; a < attributes; a++) {
    const size = load<i32>(h + ((<usize>(load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS + 4)) << 2)) + 1;
    total += 2 * size * size + 2;
  }
  if (load<i32>(h, LIMIT << 2) != 0) return total;
  const classes = load<i32>(h + ((<usize>frame) << 2), CLASS_COUNT << 2);
  for (let x: i32 = 0; x < classes; x++) {
    let splits =
      (load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x + 1)) << 2)) -
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x)) << 2)) -
        1) *
      attributes;
    if (splits > CLASS_SPLITS) splits = CLASS_SPLITS;
    if (splits > tail) splits = tail;
    total += CLASS_ENTRY + splits * (2 * splits + words + 4) + words + 8;
  }
  return total;
}

function take(h: usize, frame: i32, words: i32): i32 {
  const at = (load<i32>(h + ((<usize>frame) << 2), END << 2) + 1) & ~1;
  store<i32>(h + ((<usize>frame) << 2), at + words, END << 2);
  store<i32>(h, at + words, TOP << 2);
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
export function makePairs(h: usize, frame: i32): void {
  const values = load<i32>(h, VALUES << 2);
  const exact = load<i32>(h, LIMIT << 2) == 0;
  const classes = load<i32>(h + ((<usize>frame) << 2), CLASS_COUNT << 2);
  let tail: i32 = 0;
  store<i32>(h + ((<usize>frame) << 2), take(h, frame, values), POSITIONS << 2);
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) continue;
    store<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) + v)) << 2), tail);
    tail++;
  }
  store<i32>(h + ((<usize>frame) << 2), tail, PAIR_COUNT << 2);
  store<i32>(h + ((<usize>frame) << 2), take(h, frame, 2 * tail) >> 1, SINGLES << 2);
  store<i32>(h + ((<usize>frame) << 2), take(h, frame, 2 * tail * tail) >> 1, PAIRS << 2);
  clearDoubles(h, load<i32>(h + ((<usize>frame) << 2), SINGLES << 2), tail);
  clearDoubles(h, load<i32>(h + ((<usize>frame) << 2), PAIRS << 2), tail * tail);
  if (!exact) {
    store<i32>(h + ((<usize>frame) << 2), take(h, frame, 2 * tail) >> 1, FORCED_SINGLES << 2);
    store<i32>(h + ((<usize>frame) << 2), take(h, frame, 2 * tail * tail) >> 1, FORCED_PAIRS << 2);
    clearDoubles(h, load<i32>(h + ((<usize>frame) << 2), FORCED_SINGLES << 2), tail);
    clearDoubles(h, load<i32>(h + ((<usize>frame) << 2), FORCED_PAIRS << 2), tail * tail);
    store<i32>(
      h + ((<usize>frame) << 2),
      load<i32>(h, CLASSIFY << 2) != 0 || reducedExcess(h) > 0 ? 1 : 0,
      REDUCED << 2,
    );
  } else if (load<i32>(h, CLASSIFY << 2) == 0)
    store<i32>(h + ((<usize>frame) << 2), take(h, frame, classes * CLASS_ENTRY), CLASS_TABLES << 2);
  store<f64>(h + ((<usize>(frame >> 1)) << 3), fixedOf(h, frame), PAIR_FIXED << 3);
  fillWords(h, load<i32>(h, SPLITS << 2), values, 0);
  for (let x: i32 = 0; x < classes; x++) {
    const kept = findSplits(h, frame, x, exact);
    // Blocks that are too small in a class of the parent's made conflicts there already.
    if (
      exact &&
      load<i32>(h, CLASSIFY << 2) != 0 &&
      load<i32>(h + ((<usize>frame) << 2), PARENT << 2) != 0 &&
      load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FRESH << 2) + x)) << 2)) == 0
    )
      continue;
    pairAlong(h, frame, x, exact, kept);
    pairAcross(h, frame, x, exact, kept);
  }
  // The sums were taken for the smaller value first.
  for (let i: i32 = 1; i < tail; i++) {
    for (let j: i32 = 0; j < i; j++)
      store<f64>(
        h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) + i * tail + j)) << 3),
        load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) + j * tail + i)) << 3)),
      );
  }
  if (exact) {
    for (let x: i32 = 0; x < classes && load<i32>(h, CLASSIFY << 2) == 0; x++) noteClassConflicts(h, frame, x);
    return;
  }
  noteForcedConflicts(h, frame, fixedOf(h, frame));
}

/** The most rows that may be suppressed below the frame: by the limit, and by the best cost, given a bound. */
export function roomOf(h: usize, frame: i32, bound: f64): f64 {
  let room: f64 = load<i32>(h, LIMIT << 2) - load<i32>(h + ((<usize>frame) << 2), SUPPRESSED << 2);
  if (load<i32>(h, CLASSIFY << 2) != 0) return room;
  // Costs are whole numbers: what is above best less one half reaches best.
  const excess = excessOf(h, frame);
  if (excess > 0 && room * excess > load<f64>(h, BEST << 3) - bound)
    room = (load<f64>(h, BEST << 3) - bound - 0.5) / excess;
  const whole = load<f64>(h, ROWS << 3) - load<i32>(h, K << 2);
  const fixed = fixedOf(h, frame);
  if (whole > 0 && room * whole > load<f64>(h, BEST << 3) - fixed)
    room = (load<f64>(h, BEST << 3) - fixed - 0.5) / whole;
  return room;
}

/**
 * Pairs that force more suppression than the limit or the best cost allow, given a bound of the frame, become conflicts;
 * true when there were any.
 */
export function noteForcedConflicts(h: usize, frame: i32, bound: f64): boolean {
  const values = load<i32>(h, VALUES << 2);
  const tail = load<i32>(h + ((<usize>frame) << 2), PAIR_COUNT << 2);
  const room = roomOf(h, frame, bound);
  const fixed = load<f64>(h + ((<usize>(frame >> 1)) << 3), PAIR_FIXED << 3);
  const classify = load<i32>(h, CLASSIFY << 2) != 0;
  let changed = false;
  const words = load<i32>(h, SET_WORDS << 2);
  for (let u: i32 = 0; u < values; u++) {
    if (!hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), u)) continue;
    const i = load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) + u)) << 2));
    for (let v = u + 1; v < values; v++) {
      if (!hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) continue;
      const j = load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) + v)) << 2));
      const rows =
        load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FORCED_SINGLES << 2) + i)) << 3)) +
        load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FORCED_SINGLES << 2) + j)) << 3)) +
        load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FORCED_PAIRS << 2) + i * tail + j)) << 3));
      let refuted = rows > room;
      if (classify && !refuted) {
        const cost =
          load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), SINGLES << 2) + i)) << 3)) +
          load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), SINGLES << 2) + j)) << 3)) +
          load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) + i * tail + j)) << 3));
        refuted = fixed + cost >= load<f64>(h, BEST << 3);
      }
      if (!refuted || hasValue(h, load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + u * words, v)) continue;
      addValue(h, load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + u * words, v);
      addValue(h, load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + v * words, u);
      changed = true;
    }
  }
  return changed;
}

/**
 * The distinct splits of a class that the tail offers, per attribute, with the values that make each, the rows below
 * it, and what it changes. Returns the number of splits when the class keeps a table of its own, else -1.
 */
function findSplits(h: usize, frame: i32, x: i32, exact: boolean): i32 {
  const stride = load<i32>(h, STRIDE << 2);
  const keyWords = load<i32>(h, KEY_WORDS << 2);
  const labels = load<i32>(h, LABELS << 2);
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  const totals = load<i32>(h + ((<usize>frame) << 2), TOTALS << 2) + x * (1 + labels);
  const total = load<i32>(h + ((<usize>totals) << 2));
  const from =
    load<i32>(h + ((<usize>frame) << 2), CELLS << 2) +
    load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x)) << 2)) * stride;
  const histogram = load<i32>(h, HISTOGRAM << 2);
  const k = load<i32>(h, K << 2);
  const penalty = load<f64>(h, PENALTY << 3);
  const forced = !exact && load<i32>(h, CLASSIFY << 2) != 0;
  const unmade = !exact && load<i32>(h, CLASSIFY << 2) == 0 && load<i32>(h + ((<usize>frame) << 2), REDUCED << 2) != 0;
  let floorTotal: f64 = 0;
  const cells =
    load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x + 1)) << 2)) -
    load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x)) << 2));
  const rows = load<i32>(h, CELL_ROWS << 2);
  const floors = load<i32>(h, CELL_FLOORS << 2);
  let cell = from + keyWords;
  for (let i: i32 = 0; i < cells; i++, cell += stride) {
    const floor = floorOf(h, cell);
    store<i32>(h + ((<usize>(rows + i)) << 2), load<i32>(h + ((<usize>cell) << 2)));
    store<f64>(h + ((<usize>(floors + i)) << 3), floor);
    floorTotal += floor;
  }
  let all: i32 = 0;
  const wholeCost = square(total);
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS;
    const first = load<i32>(h + ((<usize>(entry + 3)) << 2));
    const count = load<i32>(h + ((<usize>(entry + 4)) << 2));
    const base = first + a;
    store<i32>(h + ((<usize>(load<i32>(h, LOCAL_COUNT << 2) + a)) << 2), 0);
    let any = false;
    for (let v = first; v < first + count; v++) {
      if (!hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) continue;
      any = true;
      break;
    }
    if (!any) continue;
    fillWords(h, histogram, count + 1, 0);
    if (forced) clearDoubles(h, load<i32>(h, PAIR_FLOORS << 2), count + 1);
    const leaves = load<i32>(h, CELL_LEAVES << 2) + a * cells;
    const shift = load<i32>(h + ((<usize>(entry + 1)) << 2));
    const mask = load<i32>(h + ((<usize>(entry + 2)) << 2));
    cell = from + load<i32>(h + ((<usize>entry) << 2));
    for (let i: i32 = 0; i < cells; i++, cell += stride) {
      const leaf = (load<i32>(h + ((<usize>cell) << 2)) >>> shift) & mask;
      store<i32>(h + ((<usize>(leaves + i)) << 2), leaf);
      store<i32>(
        h + ((<usize>(histogram + leaf)) << 2),
        load<i32>(h + ((<usize>(histogram + leaf)) << 2)) + load<i32>(h + ((<usize>(rows + i)) << 2)),
      );
    }
    if (forced)
      for (let i: i32 = 0; i < cells; i++)
        store<f64>(
          h + ((<usize>(load<i32>(h, PAIR_FLOORS << 2) + load<i32>(h + ((<usize>(leaves + i)) << 2)))) << 3),
          load<f64>(
            h + ((<usize>(load<i32>(h, PAIR_FLOORS << 2) + load<i32>(h + ((<usize>(leaves + i)) << 2)))) << 3),
          ) + load<f64>(h + ((<usize>(floors + i)) << 3)),
        );
    let splits: i32 = 0;
    let last: i32 = -1;
    let below: i32 = 0;
    let floorBelow: f64 = 0;
    let listed = base;
    for (let y: i32 = 0; y <= count; y++) {
      if (load<i32>(h + ((<usize>(histogram + y)) << 2)) != 0) {
        if (last >= 0) {
          const begin = listed;
          for (let u = last + 1; u <= y; u++) {
            if (!hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), first + u - 1)) continue;
            store<i32>(h + ((<usize>(load<i32>(h, TAIL_LIST << 2) + listed)) << 2), first + u - 1);
            listed++;
          }
          if (listed > begin) {
            const at = base + splits;
            store<i32>(h + ((<usize>(load<i32>(h, SPLIT_FIRST << 2) + at)) << 2), begin);
            store<i32>(h + ((<usize>(load<i32>(h, SPLIT_END << 2) + at)) << 2), listed);
            store<i32>(h + ((<usize>(load<i32>(h, SPLIT_ROWS << 2) + at)) << 2), below);
            let cost: f64 = 0;
            if (exact) cost = square(below) + square(total - below) - wholeCost;
            else {
              if (forced) {
                store<f64>(h + ((<usize>(load<i32>(h, SPLIT_FLOORS << 2) + at)) << 3), floorBelow);
                cost =
                  forcedCost(below, floorBelow, k, penalty) +
                  forcedCost(total - below, floorTotal - floorBelow, k, penalty);
              }
              store<f64>(
                h + ((<usize>(load<i32>(h, SPLIT_FORCED << 2) + at)) << 3),
                forcedRows(below, k) + forcedRows(total - below, k),
              );
            }
            store<f64>(h + ((<usize>(load<i32>(h, SPLIT_COSTS << 2) + at)) << 3), cost);
            for (let z = begin; z < listed; z++) {
              const v = load<i32>(h + ((<usize>(load<i32>(h, TAIL_LIST << 2) + z)) << 2));
              const position = load<i32>(
                h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) + v)) << 2),
              );
              if (!unmade || (below >= k && total - below >= k))
                store<i32>(
                  h + ((<usize>(load<i32>(h, SPLITS << 2) + v)) << 2),
                  load<i32>(h + ((<usize>(load<i32>(h, SPLITS << 2) + v)) << 2)) + 1,
                );
              store<f64>(
                h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), SINGLES << 2) + position)) << 3),
                load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), SINGLES << 2) + position)) << 3)) + cost,
              );
              if (!exact)
                store<f64>(
                  h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FORCED_SINGLES << 2) + position)) << 3),
                  load<f64>(
                    h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FORCED_SINGLES << 2) + position)) << 3),
                  ) + load<f64>(h + ((<usize>(load<i32>(h, SPLIT_FORCED << 2) + at)) << 3)),
                );
            }
            splits++;
          }
        }
        last = y;
      }
      store<i32>(h + ((<usize>(load<i32>(h, LOCAL_LEAF << 2) + base + y)) << 2), splits);
      below += load<i32>(h + ((<usize>(histogram + y)) << 2));
      if (forced) floorBelow += load<f64>(h + ((<usize>(load<i32>(h, PAIR_FLOORS << 2) + y)) << 3));
    }
    store<i32>(h + ((<usize>(load<i32>(h, LOCAL_COUNT << 2) + a)) << 2), splits);
    all += splits;
    const local = load<i32>(h, LOCAL_LEAF << 2) + base;
    if (splits > 0)
      for (let i: i32 = 0; i < cells; i++)
        store<i32>(
          h + ((<usize>(leaves + i)) << 2),
          load<i32>(h + ((<usize>(local + load<i32>(h + ((<usize>(leaves + i)) << 2)))) << 2)),
        );
  }
  if (!exact || load<i32>(h, CLASSIFY << 2) != 0) return -1;
  const record = load<i32>(h + ((<usize>frame) << 2), CLASS_TABLES << 2) + x * CLASS_ENTRY;
  const kept = all <= CLASS_SPLITS ? all : -1;
  store<f64>(h + ((<usize>(record >> 1)) << 3), wholeCost);
  let floor = floorTotal;
  // The rows make at most total / k classes of k rows: the least sum of squares is that of equal ones.
  const most: f64 = (total - (total % k)) / k;
  const even = square(total) / most;
  if (even > floor) floor = even;
  store<f64>(h + ((<usize>((record >> 1) + 1)) << 3), floor);
  store<i32>(h + ((<usize>(record + 4)) << 2), kept);
  if (kept < 0) return -1;
  const words = load<i32>(h, SET_WORDS << 2);
  store<i32>(h + ((<usize>(record + 5)) << 2), take(h, frame, 2 * kept) >> 1);
  store<i32>(h + ((<usize>(record + 6)) << 2), take(h, frame, 2 * kept * kept) >> 1);
  store<i32>(h + ((<usize>(record + 7)) << 2), take(h, frame, kept * words));
  store<i32>(h + ((<usize>(record + 8)) << 2), take(h, frame, kept * 2));
  store<i32>(h + ((<usize>(record + 9)) << 2), take(h, frame, words));
  fillWords(h, load<i32>(h + ((<usize>(record + 7)) << 2)), kept * words, 0);
  fillWords(h, load<i32>(h + ((<usize>(record + 9)) << 2)), words, 0);
  clearDoubles(h, load<i32>(h + ((<usize>(record + 6)) << 2)), kept * kept);
  let p: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const base = load<i32>(h + ((<usize>(load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS + 3)) << 2)) + a;
    for (let i: i32 = 0; i < load<i32>(h + ((<usize>(load<i32>(h, LOCAL_COUNT << 2) + a)) << 2)); i++) {
      store<f64>(
        h + ((<usize>(load<i32>(h + ((<usize>(record + 5)) << 2)) + p)) << 3),
        load<f64>(h + ((<usize>(load<i32>(h, SPLIT_COSTS << 2) + base + i)) << 3)),
      );
      for (
        let z = load<i32>(h + ((<usize>(load<i32>(h, SPLIT_FIRST << 2) + base + i)) << 2));
        z < load<i32>(h + ((<usize>(load<i32>(h, SPLIT_END << 2) + base + i)) << 2));
        z++
      ) {
        addValue(
          h,
          load<i32>(h + ((<usize>(record + 7)) << 2)) + p * words,
          load<i32>(h + ((<usize>(load<i32>(h, TAIL_LIST << 2) + z)) << 2)),
        );
        addValue(
          h,
          load<i32>(h + ((<usize>(record + 9)) << 2)),
          load<i32>(h + ((<usize>(load<i32>(h, TAIL_LIST << 2) + z)) << 2)),
        );
      }
      p++;
    }
  }
  return kept;
}

/** Adds what two splits of a class, the one of smaller values first, change together beyond each alone to their values' pairs. */
function notePair(h: usize, frame: i32, i: i32, j: i32, cost: f64, rows: f64, bad: boolean, exact: boolean): void {
  if (exact && !bad && load<i32>(h, CLASSIFY << 2) != 0) return;
  const tail = load<i32>(h + ((<usize>frame) << 2), PAIR_COUNT << 2);
  const words = load<i32>(h, SET_WORDS << 2);
  for (
    let z = load<i32>(h + ((<usize>(load<i32>(h, SPLIT_FIRST << 2) + i)) << 2));
    z < load<i32>(h + ((<usize>(load<i32>(h, SPLIT_END << 2) + i)) << 2));
    z++
  ) {
    const u = load<i32>(h + ((<usize>(load<i32>(h, TAIL_LIST << 2) + z)) << 2));
    const row = load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) + u)) << 2));
    for (
      let y = load<i32>(h + ((<usize>(load<i32>(h, SPLIT_FIRST << 2) + j)) << 2));
      y < load<i32>(h + ((<usize>(load<i32>(h, SPLIT_END << 2) + j)) << 2));
      y++
    ) {
      const v = load<i32>(h + ((<usize>(load<i32>(h, TAIL_LIST << 2) + y)) << 2));
      const column = load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) + v)) << 2));
      store<f64>(
        h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) + row * tail + column)) << 3),
        load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) + row * tail + column)) << 3)) + cost,
      );
      if (!exact) {
        store<f64>(
          h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FORCED_PAIRS << 2) + row * tail + column)) << 3),
          load<f64>(
            h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FORCED_PAIRS << 2) + row * tail + column)) << 3),
          ) + rows,
        );
      } else if (bad) {
        addValue(h, load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + u * words, v);
        addValue(h, load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + v * words, u);
      }
    }
  }
}

/** Values that make the same split of a class change it once, not twice. */
function noteSame(h: usize, frame: i32, i: i32, exact: boolean): void {
  const tail = load<i32>(h + ((<usize>frame) << 2), PAIR_COUNT << 2);
  const cost = load<f64>(h + ((<usize>(load<i32>(h, SPLIT_COSTS << 2) + i)) << 3));
  for (
    let z = load<i32>(h + ((<usize>(load<i32>(h, SPLIT_FIRST << 2) + i)) << 2));
    z < load<i32>(h + ((<usize>(load<i32>(h, SPLIT_END << 2) + i)) << 2));
    z++
  ) {
    const row = load<i32>(
      h +
        ((<usize>(
          (load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) +
            load<i32>(h + ((<usize>(load<i32>(h, TAIL_LIST << 2) + z)) << 2)))
        )) <<
          2),
    );
    for (let y = z + 1; y < load<i32>(h + ((<usize>(load<i32>(h, SPLIT_END << 2) + i)) << 2)); y++) {
      const column = load<i32>(
        h +
          ((<usize>(
            (load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) +
              load<i32>(h + ((<usize>(load<i32>(h, TAIL_LIST << 2) + y)) << 2)))
          )) <<
            2),
      );
      store<f64>(
        h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) + row * tail + column)) << 3),
        load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) + row * tail + column)) << 3)) - cost,
      );
      if (!exact)
        store<f64>(
          h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FORCED_PAIRS << 2) + row * tail + column)) << 3),
          load<f64>(
            h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FORCED_PAIRS << 2) + row * tail + column)) << 3),
          ) - load<f64>(h + ((<usize>(load<i32>(h, SPLIT_FORCED << 2) + i)) << 3)),
        );
    }
  }
}

function keepPair(h: usize, frame: i32, x: i32, kept: i32, i: i32, j: i32, cost: f64): void {
  if (kept < 0) return;
  const pairs = load<i32>(
    h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), CLASS_TABLES << 2) + x * CLASS_ENTRY + 6)) << 2),
  );
  store<f64>(h + ((<usize>(pairs + i * kept + j)) << 3), cost);
  store<f64>(h + ((<usize>(pairs + j * kept + i)) << 3), cost);
}

/** Pairs of splits of one attribute: three blocks. */
function pairAlong(h: usize, frame: i32, x: i32, exact: boolean, kept: i32): void {
  const labels = load<i32>(h, LABELS << 2);
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  const totals = load<i32>(h + ((<usize>frame) << 2), TOTALS << 2) + x * (1 + labels);
  const total = load<i32>(h + ((<usize>totals) << 2));
  const k = load<i32>(h, K << 2);
  const penalty = load<f64>(h, PENALTY << 3);
  const whole = square(total);
  let floorTotal: f64 = 0;
  const forced = !exact && load<i32>(h, CLASSIFY << 2) != 0;
  if (forced) floorTotal = classFloor(h, frame, x);
  let start: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const base = load<i32>(h + ((<usize>(load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS + 3)) << 2)) + a;
    const splits = load<i32>(h + ((<usize>(load<i32>(h, LOCAL_COUNT << 2) + a)) << 2));
    for (let i: i32 = 0; i < splits; i++) {
      const low = load<i32>(h + ((<usize>(load<i32>(h, SPLIT_ROWS << 2) + base + i)) << 2));
      noteSame(h, frame, base + i, exact);
      for (let j = i + 1; j < splits; j++) {
        const both = load<i32>(h + ((<usize>(load<i32>(h, SPLIT_ROWS << 2) + base + j)) << 2));
        const middle = both - low;
        const high = total - both;
        let cost =
          0 -
          load<f64>(h + ((<usize>(load<i32>(h, SPLIT_COSTS << 2) + base + i)) << 3)) -
          load<f64>(h + ((<usize>(load<i32>(h, SPLIT_COSTS << 2) + base + j)) << 3));
        let rows: f64 = 0;
        if (exact) cost += square(low) + square(middle) + square(high) - whole;
        else {
          if (forced) {
            const one = load<f64>(h + ((<usize>(load<i32>(h, SPLIT_FLOORS << 2) + base + i)) << 3));
            const two = load<f64>(h + ((<usize>(load<i32>(h, SPLIT_FLOORS << 2) + base + j)) << 3));
            cost +=
              forcedCost(low, one, k, penalty) +
              forcedCost(middle, two - one, k, penalty) +
              forcedCost(high, floorTotal - two, k, penalty);
          }
          rows =
            forcedRows(low, k) +
            forcedRows(middle, k) +
            forcedRows(high, k) -
            load<f64>(h + ((<usize>(load<i32>(h, SPLIT_FORCED << 2) + base + i)) << 3)) -
            load<f64>(h + ((<usize>(load<i32>(h, SPLIT_FORCED << 2) + base + j)) << 3));
        }
        notePair(h, frame, base + i, base + j, cost, rows, middle < k, exact);
        keepPair(h, frame, x, kept, start + i, start + j, cost);
      }
    }
    start += splits;
  }
}

function classFloor(h: usize, frame: i32, x: i32): f64 {
  const stride = load<i32>(h, STRIDE << 2);
  const end =
    load<i32>(h + ((<usize>frame) << 2), CELLS << 2) +
    load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x + 1)) << 2)) * stride;
  let floor: f64 = 0;
  for (
    let cell =
      load<i32>(h + ((<usize>frame) << 2), CELLS << 2) +
      load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x)) << 2)) * stride;
    cell < end;
    cell += stride
  ) {
    floor += floorOf(h, cell + load<i32>(h, KEY_WORDS << 2));
  }
  return floor;
}

/** Pairs of splits of two attributes: four blocks, from a histogram of the two. */
function pairAcross(h: usize, frame: i32, x: i32, exact: boolean, kept: i32): void {
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  let start: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const splits = load<i32>(h + ((<usize>(load<i32>(h, LOCAL_COUNT << 2) + a)) << 2));
    let other = start + splits;
    if (splits > 0) {
      for (let b = a + 1; b < attributes; b++) {
        const more = load<i32>(h + ((<usize>(load<i32>(h, LOCAL_COUNT << 2) + b)) << 2));
        if (more > 0) crossTwo(h, frame, x, exact, kept, a, b, start, other);
        other += more;
      }
    }
    start += splits;
  }
}

function crossTwo(
  h: usize,
  frame: i32,
  x: i32,
  exact: boolean,
  kept: i32,
  a: i32,
  b: i32,
  startA: i32,
  startB: i32,
): void {
  const total = load<i32>(
    h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), TOTALS << 2) + x * (1 + load<i32>(h, LABELS << 2)))) << 2),
  );
  const count =
    load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x + 1)) << 2)) -
    load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x)) << 2));
  const k = load<i32>(h, K << 2);
  const penalty = load<f64>(h, PENALTY << 3);
  const baseA = load<i32>(h + ((<usize>(load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS + 3)) << 2)) + a;
  const baseB = load<i32>(h + ((<usize>(load<i32>(h, ATTRIBUTE_TABLE << 2) + b * ATTRIBUTE_WORDS + 3)) << 2)) + b;
  const splitsA = load<i32>(h + ((<usize>(load<i32>(h, LOCAL_COUNT << 2) + a)) << 2));
  const splitsB = load<i32>(h + ((<usize>(load<i32>(h, LOCAL_COUNT << 2) + b)) << 2));
  const width = splitsB + 1;
  const cells = (splitsA + 1) * width;
  const grid = load<i32>(h, PAIR_ROWS << 2);
  const floorGrid = load<i32>(h, PAIR_FLOORS << 2);
  sumGrid(
    h,
    load<i32>(h, CELL_LEAVES << 2) + a * count,
    load<i32>(h, CELL_LEAVES << 2) + b * count,
    load<i32>(h, CELL_ROWS << 2),
    count,
    grid,
    splitsA + 1,
    width,
  );
  const forced = !exact && load<i32>(h, CLASSIFY << 2) != 0;
  if (forced) {
    const leavesA = load<i32>(h, CELL_LEAVES << 2) + a * count;
    const leavesB = load<i32>(h, CELL_LEAVES << 2) + b * count;
    clearDoubles(h, floorGrid, cells);
    for (let i: i32 = 0; i < count; i++) {
      store<f64>(
        h +
          ((<usize>(
            (floorGrid +
              load<i32>(h + ((<usize>(leavesA + i)) << 2)) * width +
              load<i32>(h + ((<usize>(leavesB + i)) << 2)))
          )) <<
            3),
        load<f64>(
          h +
            ((<usize>(
              (floorGrid +
                load<i32>(h + ((<usize>(leavesA + i)) << 2)) * width +
                load<i32>(h + ((<usize>(leavesB + i)) << 2)))
            )) <<
              3),
        ) + load<f64>(h + ((<usize>(load<i32>(h, CELL_FLOORS << 2) + i)) << 3)),
      );
    }
    for (let i: i32 = 0; i <= splitsA; i++) {
      let sum: f64 = 0;
      for (let p = floorGrid + i * width; p < floorGrid + (i + 1) * width; p++) {
        sum += load<f64>(h + ((<usize>p) << 3));
        store<f64>(h + ((<usize>p) << 3), i > 0 ? sum + load<f64>(h + ((<usize>(p - width)) << 3)) : sum);
      }
    }
  }
  const floorTotal: f64 = forced ? load<f64>(h + ((<usize>(floorGrid + cells - 1)) << 3)) : 0;
  for (let i: i32 = 0; i < splitsA; i++) {
    const sideA = load<i32>(h + ((<usize>(load<i32>(h, SPLIT_ROWS << 2) + baseA + i)) << 2));
    for (let j: i32 = 0; j < splitsB; j++) {
      const sideB = load<i32>(h + ((<usize>(load<i32>(h, SPLIT_ROWS << 2) + baseB + j)) << 2));
      const p = i * width + j;
      const p00 = load<i32>(h + ((<usize>(grid + p)) << 2));
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
          const f00 = load<f64>(h + ((<usize>(floorGrid + p)) << 3));
          const one = load<f64>(h + ((<usize>(load<i32>(h, SPLIT_FLOORS << 2) + baseA + i)) << 3));
          const two = load<f64>(h + ((<usize>(load<i32>(h, SPLIT_FLOORS << 2) + baseB + j)) << 3));
          cost =
            forcedCost(p00, f00, k, penalty) +
            forcedCost(p01, one - f00, k, penalty) +
            forcedCost(p10, two - f00, k, penalty) +
            forcedCost(p11, floorTotal - one - two + f00, k, penalty) -
            load<f64>(h + ((<usize>(load<i32>(h, SPLIT_COSTS << 2) + baseA + i)) << 3)) -
            load<f64>(h + ((<usize>(load<i32>(h, SPLIT_COSTS << 2) + baseB + j)) << 3));
        }
        rows =
          forcedRows(p00, k) +
          forcedRows(p01, k) +
          forcedRows(p10, k) +
          forcedRows(p11, k) -
          load<f64>(h + ((<usize>(load<i32>(h, SPLIT_FORCED << 2) + baseA + i)) << 3)) -
          load<f64>(h + ((<usize>(load<i32>(h, SPLIT_FORCED << 2) + baseB + j)) << 3));
      }
      notePair(h, frame, baseA + i, baseB + j, cost, rows, bad, exact);
      keepPair(h, frame, x, kept, startA + i, startB + j, cost);
    }
  }
}

/** Splits of a class that exclude each other: all values of one are in conflict with all of the other. */
function noteClassConflicts(h: usize, frame: i32, x: i32): void {
  const record = load<i32>(h + ((<usize>frame) << 2), CLASS_TABLES << 2) + x * CLASS_ENTRY;
  const kept = load<i32>(h + ((<usize>(record + 4)) << 2));
  const masks = load<i32>(h + ((<usize>(record + 7)) << 2));
  const words = load<i32>(h, SET_WORDS << 2);
  const common = load<i32>(h, WORK_SETS << 2);
  for (let i: i32 = 0; i < 2 * kept; i++)
    store<i32>(h + ((<usize>(load<i32>(h + ((<usize>(record + 8)) << 2)) + i)) << 2), 0);
  for (let i: i32 = 0; i < kept - 1; i++) {
    const any = commonConflicts(h, frame, masks + i * words, common);
    for (let j = i + 1; any && j < kept; j++) {
      let outside: i32 = 0;
      for (let w: i32 = 0; w < words; w++)
        outside |=
          load<i32>(h + ((<usize>(masks + j * words + w)) << 2)) & ~load<i32>(h + ((<usize>(common + w)) << 2));
      if (outside != 0) continue;
      store<i32>(
        h + ((<usize>(load<i32>(h + ((<usize>(record + 8)) << 2)) + 2 * i + (j >>> 5))) << 2),
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>(record + 8)) << 2)) + 2 * i + (j >>> 5))) << 2)) |
          (1 << (j & 31)),
      );
      store<i32>(
        h + ((<usize>(load<i32>(h + ((<usize>(record + 8)) << 2)) + 2 * j + (i >>> 5))) << 2),
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>(record + 8)) << 2)) + 2 * j + (i >>> 5))) << 2)) |
          (1 << (i & 31)),
      );
    }
  }
}

/** Writes the values that are in conflict with all of a set; false when there are none. */
function commonConflicts(h: usize, frame: i32, set: i32, common: i32): boolean {
  const words = load<i32>(h, SET_WORDS << 2);
  for (let w: i32 = 0; w < words; w++) store<i32>(h + ((<usize>(common + w)) << 2), -1);
  let any: i32 = 1;
  for (let w: i32 = 0; w < words && any != 0; w++) {
    for (let left = load<i32>(h + ((<usize>(set + w)) << 2)); left != 0; left &= left - 1) {
      const row = load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + (32 * w + lowestBit(left)) * words;
      any = 0;
      for (let i: i32 = 0; i < words; i++) {
        store<i32>(
          h + ((<usize>(common + i)) << 2),
          load<i32>(h + ((<usize>(common + i)) << 2)) & load<i32>(h + ((<usize>(row + i)) << 2)),
        );
        any |= load<i32>(h + ((<usize>(common + i)) << 2));
      }
    }
  }
  return any != 0;
}
