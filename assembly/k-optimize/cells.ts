import {
  ATTRIBUTE_TABLE,
  ATTRIBUTE_WORDS,
  ATTRIBUTES,
  BEST,
  CHANGED,
  CLASSIFY,
  HASH,
  K,
  KEPT,
  KEY_WORDS,
  LABELS,
  RAW_CELLS,
  REDUCED,
  REMAP,
  ROWS,
  STRIDE,
} from './context';
import { copyWords, fillWords, mul, quotient, squareRoot } from './heap';
import { takeSide } from './records';
import { hasValue } from './sets';

/** Rows outside of the majority label: `rows` in all, the counts of all labels but the last at `labels`. */
export function minorityOf(h: usize, rows: i32, labels: i32): i32 {
  const count = load<i32>(h, LABELS << 2);
  let last = rows;
  let most: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const at = load<i32>(h + ((<usize>(labels + i)) << 2));
    last -= at;
    if (at > most) most = at;
  }
  return rows - (last > most ? last : most);
}

/** The least that the rows of a cell cost, whatever released class they end in: rows and labels at `at`. */
export function floorOf(h: usize, at: i32): f64 {
  if (load<i32>(h, CLASSIFY << 2) != 0) return minorityOf(h, load<i32>(h + ((<usize>at) << 2)), at + 1);
  const rows: f64 = load<i32>(h + ((<usize>at) << 2));
  const k: f64 = load<i32>(h, K << 2);
  return rows * (rows > k ? rows : k);
}

/** What a released class costs: rows and labels at `at`. */
export function costOf(h: usize, at: i32): f64 {
  if (load<i32>(h, CLASSIFY << 2) != 0) return minorityOf(h, load<i32>(h + ((<usize>at) << 2)), at + 1);
  const rows: f64 = load<i32>(h + ((<usize>at) << 2));
  return rows * rows;
}

/**
 * Under discernibility: whether suppressing rows of the small side of a split class may pay. It does not when a + 2b is at
 * most all rows, and not in a solution cheaper than the best either when no class of such a solution is large enough.
 */
export function mayPay(h: usize, small: f64, large: f64): boolean {
  const others = load<f64>(h, ROWS << 3) - small;
  return 2 * large > others && others * others < 4 * load<f64>(h, BEST << 3);
}

/**
 * Under discernibility: what a row suppressed below a node costs at least beyond the bound of the node's cells, when cuts
 * that split off fewer than k rows of a class are taken as not made there. Below 0 while no good solution is known.
 */
export function reducedExcess(h: usize): f64 {
  return (
    load<f64>(h, ROWS << 3) -
    load<f64>(h, BEST << 3) / load<f64>(h, ROWS << 3) -
    2 * squareRoot(load<f64>(h, BEST << 3))
  );
}

/** The same by the way that the tables of a frame were made. */
export function excessOf(h: usize, frame: i32): f64 {
  let excess = load<f64>(h, ROWS << 3) - load<i32>(h, K << 2);
  if (load<i32>(h + ((<usize>frame) << 2), REDUCED << 2) != 0 && reducedExcess(h) < excess) excess = reducedExcess(h);
  return excess > 0 ? excess : 0;
}

/** Leaf of a cell in an attribute: the first of the interval it lies in. */
export function leafAt(h: usize, cell: i32, attribute: i32): i32 {
  const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + attribute * ATTRIBUTE_WORDS;
  return (
    (load<i32>(h + ((<usize>(cell + load<i32>(h + ((<usize>entry) << 2)))) << 2)) >>>
      load<i32>(h + ((<usize>(entry + 1)) << 2))) &
    load<i32>(h + ((<usize>(entry + 2)) << 2))
  );
}

/**
 * Fills the tables that mergeCells reads: where every interval starts when only the cuts of `keep` are left, given that
 * the cells are split by those of `keep` and of `built`.
 */
export function planMerge(h: usize, keep: i32, built: i32): i32 {
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  let changed: i32 = 0;
  let map = load<i32>(h, REMAP << 2);
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS;
    const first = load<i32>(h + ((<usize>(entry + 3)) << 2));
    const count = load<i32>(h + ((<usize>(entry + 4)) << 2));
    let start: i32 = 0;
    let moves = false;
    store<i32>(h + ((<usize>map) << 2), 0);
    for (let x: i32 = 1; x <= count; x++) {
      const value = first + x - 1;
      if (hasValue(h, keep, value)) start = x;
      else if (hasValue(h, built, value)) moves = true;
      store<i32>(h + ((<usize>(map + x)) << 2), start);
    }
    if (moves) {
      store<i32>(h + ((<usize>(load<i32>(h, CHANGED << 2) + changed * 4)) << 2), load<i32>(h + ((<usize>entry) << 2)));
      store<i32>(
        h + ((<usize>(load<i32>(h, CHANGED << 2) + changed * 4 + 1)) << 2),
        load<i32>(h + ((<usize>(entry + 1)) << 2)),
      );
      store<i32>(
        h + ((<usize>(load<i32>(h, CHANGED << 2) + changed * 4 + 2)) << 2),
        load<i32>(h + ((<usize>(entry + 2)) << 2)),
      );
      store<i32>(h + ((<usize>(load<i32>(h, CHANGED << 2) + changed * 4 + 3)) << 2), map);
      changed++;
    }
    map += count + 1;
  }
  store<i32>(h, changed, KEPT << 2);
  return changed;
}

/**
 * Writes the cells of one class to `to`, merged as planMerge says, in order of first appearance. `attribute` >= 0 takes
 * only those before the leaf (`upper` 0) or from it on (1). May write in place. Returns the number of cells written.
 */
export function mergeCells(h: usize, from: i32, count: i32, attribute: i32, leaf: i32, upper: i32, to: i32): i32 {
  const stride = load<i32>(h, STRIDE << 2);
  let word: i32 = 0;
  let shift: i32 = 0;
  let mask: i32 = 0;
  let least: i32 = 0;
  let side: i32 = 1;
  if (attribute >= 0) {
    const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + attribute * ATTRIBUTE_WORDS;
    word = load<i32>(h + ((<usize>entry) << 2));
    shift = load<i32>(h + ((<usize>(entry + 1)) << 2));
    mask = load<i32>(h + ((<usize>(entry + 2)) << 2));
    least = leaf;
    side = upper;
  }
  // Only raw cells may agree when no cut is gone.
  if (load<i32>(h, KEPT << 2) == 0 && from != load<i32>(h, RAW_CELLS << 2)) {
    if (attribute < 0) {
      if (to != from) copyWords(h, to, from, count * stride);
      return count;
    }
    return takeSide(h, from, count, stride, word, shift, mask, least, side, to);
  }
  const keyWords = load<i32>(h, KEY_WORDS << 2);
  const changedEnd = load<i32>(h, CHANGED << 2) + 4 * load<i32>(h, KEPT << 2);
  const hash = load<i32>(h, HASH << 2);
  let capacity: i32 = 16;
  while (capacity < 2 * count) capacity <<= 1;
  fillWords(h, hash, capacity, -1);
  const places = capacity - 1;
  const end = from + count * stride;
  let slot = to;
  for (let cell = from; cell < end; cell += stride) {
    if ((((load<i32>(h + ((<usize>(cell + word)) << 2)) >>> shift) & mask) >= least ? 1 : 0) != side) continue;
    if (slot != cell)
      for (let w: i32 = 0; w < stride; w++)
        store<i32>(h + ((<usize>(slot + w)) << 2), load<i32>(h + ((<usize>(cell + w)) << 2)));
    for (let entry = load<i32>(h, CHANGED << 2); entry < changedEnd; entry += 4) {
      const at = slot + load<i32>(h + ((<usize>entry) << 2));
      const low = load<i32>(h + ((<usize>(entry + 1)) << 2));
      const key = load<i32>(h + ((<usize>at) << 2));
      const before = (key >>> low) & load<i32>(h + ((<usize>(entry + 2)) << 2));
      store<i32>(
        h + ((<usize>at) << 2),
        key ^ ((before ^ load<i32>(h + ((<usize>(load<i32>(h + ((<usize>(entry + 3)) << 2)) + before)) << 2))) << low),
      );
    }
    const first = load<i32>(h + ((<usize>slot) << 2));
    let mixed = mul(first, -1640531535);
    mixed ^= mixed >>> 15;
    for (let w: i32 = 1; w < keyWords; w++) {
      mixed = mul(mixed ^ load<i32>(h + ((<usize>(slot + w)) << 2)), -1640531535);
      mixed ^= mixed >>> 15;
    }
    let place = mixed & places;
    while (true) {
      const other = load<i32>(h + ((<usize>(hash + place)) << 2));
      if (other < 0) {
        store<i32>(h + ((<usize>(hash + place)) << 2), slot);
        slot += stride;
        break;
      }
      let same = load<i32>(h + ((<usize>other) << 2)) == first;
      for (let w: i32 = 1; same && w < keyWords; w++)
        same = load<i32>(h + ((<usize>(other + w)) << 2)) == load<i32>(h + ((<usize>(slot + w)) << 2));
      if (same) {
        for (let w = keyWords; w < stride; w++)
          store<i32>(
            h + ((<usize>(other + w)) << 2),
            load<i32>(h + ((<usize>(other + w)) << 2)) + load<i32>(h + ((<usize>(slot + w)) << 2)),
          );
        break;
      }
      place = (place + 1) & places;
    }
  }
  return quotient(slot - to, stride);
}
