import { floorOf, mayPay, mergeCells, minorityOf, planMerge } from './cells';
import {
  ATTRIBUTE_TABLE,
  ATTRIBUTE_WORDS,
  ATTRIBUTES,
  BUILT,
  CELL_COUNT,
  CELLS,
  CLASS_COUNT,
  CLASSIFY,
  CURSORS,
  DIFFERENCES,
  FLOOR,
  FLOORS,
  HEAD,
  HEAD_START,
  HISTOGRAM,
  K,
  KEY_WORDS,
  KNOWN,
  LABELS,
  LEAF_COUNTS,
  LINE_CELLS,
  LINE_LABELS,
  LINE_RANKS,
  LIMIT,
  LOSS_CELLS,
  LOSS_COUNT,
  LOSSES,
  ORDER_A,
  ORDER_B,
  RANK,
  REDUCED_CELLS,
  REDUCED_FLOOR,
  SET_WORDS,
  SORTED,
  STARTS,
  STRIDE,
  TAIL,
  TOTALS,
  VALUES,
  WORK_SETS,
} from './context';
import { clearDoubles, copyWords, fillWords, quotient } from './heap';
import { hasValue, removeValue } from './sets';

/** Words that LOSSES takes per attribute: first known value, their number, address of the table (F; 0: no losses). */
export const LOSS_ENTRY = 3;

/** Notes the values that the cells are split by, per attribute, and that no loss is known. */
export function forgetLosses(h: usize, frame: i32): void {
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  let at: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS;
    const first = load<i32>(h + ((<usize>(entry + 3)) << 2));
    const end = first + load<i32>(h + ((<usize>(entry + 4)) << 2));
    const losses = load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + a * LOSS_ENTRY;
    store<i32>(h + ((<usize>losses) << 2), load<i32>(h + ((<usize>frame) << 2), KNOWN << 2) + at);
    for (let v = first; v < end; v++) {
      if (
        !hasValue(h, load<i32>(h + ((<usize>frame) << 2), HEAD << 2), v) &&
        !hasValue(h, load<i32>(h + ((<usize>frame) << 2), BUILT << 2), v)
      )
        continue;
      store<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), KNOWN << 2) + at)) << 2), v);
      at++;
    }
    store<i32>(
      h + ((<usize>(losses + 1)) << 2),
      load<i32>(h + ((<usize>frame) << 2), KNOWN << 2) + at - load<i32>(h + ((<usize>losses) << 2)),
    );
    store<i32>(h + ((<usize>(losses + 2)) << 2), 0);
  }
}

/** One stable counting pass over the order of the cells. */
function sortBy(h: usize, attribute: i32): void {
  const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + attribute * ATTRIBUTE_WORDS;
  const word = load<i32>(h + ((<usize>entry) << 2));
  const shift = load<i32>(h + ((<usize>(entry + 1)) << 2));
  const mask = load<i32>(h + ((<usize>(entry + 2)) << 2));
  const leaves = load<i32>(h + ((<usize>(entry + 4)) << 2)) + 1;
  const counts = load<i32>(h, LEAF_COUNTS << 2) + load<i32>(h + ((<usize>(entry + 3)) << 2)) + 2 * attribute;
  const count = load<i32>(h, LOSS_COUNT << 2);
  if (load<i32>(h + ((<usize>(counts + 1)) << 2)) == count) return;
  const cursors = load<i32>(h, CURSORS << 2);
  copyWords(h, cursors, counts, leaves);
  const from = load<i32>(h + ((<usize>load<i32>(h, SORTED << 2)) << 2));
  const to = from == load<i32>(h, ORDER_A << 2) ? load<i32>(h, ORDER_B << 2) : load<i32>(h, ORDER_A << 2);
  for (let i: i32 = 0; i < count; i++) {
    const cell = load<i32>(h + ((<usize>(from + i)) << 2));
    const leaf = (load<i32>(h + ((<usize>(cell + word)) << 2)) >>> shift) & mask;
    const at = load<i32>(h + ((<usize>(cursors + leaf)) << 2));
    store<i32>(h + ((<usize>(cursors + leaf)) << 2), at + 1);
    store<i32>(h + ((<usize>(to + at)) << 2), cell);
  }
  store<i32>(h + ((<usize>load<i32>(h, SORTED << 2)) << 2), to);
}

/**
 * For every attribute and every run of neighbouring intervals within one of the head's: what merging the run costs at
 * least, over the lines of cells that agree in all other attributes. docs/k-optimize.md, merge losses.
 */
export function makeLosses(h: usize, frame: i32): void {
  forgetLosses(h, frame);
  if (load<i32>(h, LIMIT << 2) != 0) reduceCells(h, frame);
  else {
    store<i32>(h, load<i32>(h + ((<usize>frame) << 2), CELLS << 2), LOSS_CELLS << 2);
    store<i32>(h, load<i32>(h + ((<usize>frame) << 2), CELL_COUNT << 2), LOSS_COUNT << 2);
    store<f64>(
      h + ((<usize>(frame >> 1)) << 3),
      load<f64>(h + ((<usize>(frame >> 1)) << 3), FLOOR << 3),
      REDUCED_FLOOR << 3,
    );
  }
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  const count = load<i32>(h, LOSS_COUNT << 2);
  const stride = load<i32>(h, STRIDE << 2);
  const values = load<i32>(h, VALUES << 2);
  fillWords(h, load<i32>(h, LEAF_COUNTS << 2), values + 2 * attributes, 0);
  for (let i: i32 = 0; i < count; i++) {
    store<i32>(h + ((<usize>(load<i32>(h, ORDER_A << 2) + i)) << 2), load<i32>(h, LOSS_CELLS << 2) + i * stride);
  }
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS;
    const counts = load<i32>(h, LEAF_COUNTS << 2) + load<i32>(h + ((<usize>(entry + 3)) << 2)) + 2 * a;
    if (load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + a * LOSS_ENTRY + 1)) << 2)) == 0) {
      store<i32>(h + ((<usize>(counts + 1)) << 2), count);
      continue;
    }
    const shift = load<i32>(h + ((<usize>(entry + 1)) << 2));
    const mask = load<i32>(h + ((<usize>(entry + 2)) << 2));
    let at = load<i32>(h, LOSS_CELLS << 2) + load<i32>(h + ((<usize>entry) << 2));
    for (let i: i32 = 0; i < count; i++, at += stride)
      store<i32>(
        h + ((<usize>(counts + 1 + ((load<i32>(h + ((<usize>at) << 2)) >>> shift) & mask))) << 2),
        load<i32>(h + ((<usize>(counts + 1 + ((load<i32>(h + ((<usize>at) << 2)) >>> shift) & mask))) << 2)) + 1,
      );
    for (let leaf: i32 = 0; leaf <= load<i32>(h + ((<usize>(entry + 4)) << 2)); leaf++)
      store<i32>(
        h + ((<usize>(counts + leaf + 1)) << 2),
        load<i32>(h + ((<usize>(counts + leaf + 1)) << 2)) + load<i32>(h + ((<usize>(counts + leaf)) << 2)),
      );
  }
  store<i32>(h + ((<usize>load<i32>(h, SORTED << 2)) << 2), load<i32>(h, ORDER_A << 2));
  // After a round over all attributes, one more pass makes the next attribute the least significant.
  for (let a: i32 = 0; a < attributes; a++) sortBy(h, a);
  let table = load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + attributes * LOSS_ENTRY;
  table = (table + 1) >> 1;
  for (let a: i32 = 0; a < attributes; a++) {
    if (a > 0) sortBy(h, a - 1);
    const losses = load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + a * LOSS_ENTRY;
    const known = load<i32>(h + ((<usize>losses) << 2));
    const size = load<i32>(h + ((<usize>(losses + 1)) << 2));
    let any = false;
    for (let j: i32 = 0; j < size; j++)
      if (hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), load<i32>(h + ((<usize>(known + j)) << 2))))
        any = true;
    if (!any) continue;
    store<i32>(h + ((<usize>(losses + 2)) << 2), table);
    sumRuns(h, frame, a);
    const runs = size + 1;
    const width = runs + 1;
    const differences = load<i32>(h, DIFFERENCES << 2);
    for (let i: i32 = 0; i < runs; i++) {
      let sum: f64 = 0;
      for (let j: i32 = 0; j < runs; j++) {
        if (i > 0)
          store<f64>(
            h + ((<usize>(differences + i * width + j)) << 3),
            load<f64>(h + ((<usize>(differences + i * width + j)) << 3)) +
              load<f64>(h + ((<usize>(differences + (i - 1) * width + j)) << 3)),
          );
        sum += load<f64>(h + ((<usize>(differences + i * width + j)) << 3));
        store<f64>(h + ((<usize>(table + i * runs + j)) << 3), sum);
      }
    }
    table += runs * runs;
  }
}

/**
 * Copies the cells with those of each class merged along the cuts that are useless within it (broadly): the least that
 * the class can cost is the same without them. Notes the floor of what comes out.
 */
function reduceCells(h: usize, frame: i32): void {
  const words = load<i32>(h, SET_WORDS << 2);
  const stride = load<i32>(h, STRIDE << 2);
  const keyWords = load<i32>(h, KEY_WORDS << 2);
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  const classes = load<i32>(h + ((<usize>frame) << 2), CLASS_COUNT << 2);
  const k = load<i32>(h, K << 2);
  const histogram = load<i32>(h, HISTOGRAM << 2);
  const keep = load<i32>(h, WORK_SETS << 2);
  let floor: f64 = 0;
  let to = load<i32>(h, REDUCED_CELLS << 2);
  for (let x: i32 = 0; x < classes; x++) {
    const from =
      load<i32>(h + ((<usize>frame) << 2), CELLS << 2) +
      load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x)) << 2)) * stride;
    const cells =
      load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x + 1)) << 2)) -
      load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x)) << 2));
    const total = load<i32>(
      h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), TOTALS << 2) + x * (1 + load<i32>(h, LABELS << 2)))) << 2),
    );
    for (let w: i32 = 0; w < words; w++)
      store<i32>(
        h + ((<usize>(keep + w)) << 2),
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), HEAD << 2) + w)) << 2)) |
          load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), BUILT << 2) + w)) << 2)),
      );
    for (let a: i32 = 0; a < attributes; a++) {
      const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS;
      const first = load<i32>(h + ((<usize>(entry + 3)) << 2));
      const count = load<i32>(h + ((<usize>(entry + 4)) << 2));
      if (load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + a * LOSS_ENTRY + 1)) << 2)) == 0)
        continue;
      fillWords(h, histogram, count + 1, 0);
      let cell = from;
      for (let i: i32 = 0; i < cells; i++, cell += stride) {
        store<i32>(
          h +
            ((<usize>(
              (histogram +
                ((load<i32>(h + ((<usize>(cell + load<i32>(h + ((<usize>entry) << 2)))) << 2)) >>>
                  load<i32>(h + ((<usize>(entry + 1)) << 2))) &
                  load<i32>(h + ((<usize>(entry + 2)) << 2))))
            )) <<
              2),
          load<i32>(
            h +
              ((<usize>(
                (histogram +
                  ((load<i32>(h + ((<usize>(cell + load<i32>(h + ((<usize>entry) << 2)))) << 2)) >>>
                    load<i32>(h + ((<usize>(entry + 1)) << 2))) &
                    load<i32>(h + ((<usize>(entry + 2)) << 2))))
              )) <<
                2),
          ) + load<i32>(h + ((<usize>(cell + keyWords)) << 2)),
        );
      }
      let below: i32 = 0;
      for (let j: i32 = 0; j < count; j++) {
        below += load<i32>(h + ((<usize>(histogram + j)) << 2));
        const above = total - below;
        if (below == 0 || above == 0 || (below >= k && above >= k)) continue;
        if (!hasValue(h, load<i32>(h + ((<usize>frame) << 2), BUILT << 2), first + j)) continue;
        const small: f64 = below < above ? below : above;
        const large: f64 = below < above ? above : below;
        if ((below < k && above < k) || load<i32>(h, CLASSIFY << 2) != 0 || !mayPay(h, small, large)) {
          removeValue(h, keep, first + j);
        }
      }
    }
    planMerge(h, keep, load<i32>(h + ((<usize>frame) << 2), BUILT << 2));
    const written = mergeCells(h, from, cells, -1, 0, 0, to);
    for (let i: i32 = 0; i < written; i++, to += stride) floor += floorOf(h, to + keyWords);
  }
  store<i32>(h, load<i32>(h, REDUCED_CELLS << 2), LOSS_CELLS << 2);
  store<i32>(h, quotient(to - load<i32>(h, REDUCED_CELLS << 2), stride), LOSS_COUNT << 2);
  store<f64>(h + ((<usize>(frame >> 1)) << 3), floor, REDUCED_FLOOR << 3);
}

/** Differences of the losses of runs [first .. last], along both ends, over the lines of one attribute. */
function sumRuns(h: usize, frame: i32, attribute: i32): void {
  const losses = load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + attribute * LOSS_ENTRY;
  const known = load<i32>(h + ((<usize>losses) << 2));
  const size = load<i32>(h + ((<usize>(losses + 1)) << 2));
  const width = size + 2;
  const differences = load<i32>(h, DIFFERENCES << 2);
  clearDoubles(h, differences, width * width);
  const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + attribute * ATTRIBUTE_WORDS;
  const first = load<i32>(h + ((<usize>(entry + 3)) << 2));
  const headStart = load<i32>(h, HEAD_START << 2);
  const rank = load<i32>(h, RANK << 2);
  let start: i32 = 0;
  let rankNow: i32 = 0;
  for (let y: i32 = 0; y <= load<i32>(h + ((<usize>(entry + 4)) << 2)); y++) {
    if (y > 0 && hasValue(h, load<i32>(h + ((<usize>frame) << 2), HEAD << 2), first + y - 1)) start = y;
    if (rankNow < size && load<i32>(h + ((<usize>(known + rankNow)) << 2)) == first + y - 1) rankNow++;
    store<i32>(h + ((<usize>(headStart + y)) << 2), start);
    store<i32>(h + ((<usize>(rank + y)) << 2), rankNow);
  }
  const word = load<i32>(h + ((<usize>entry) << 2));
  const shift = load<i32>(h + ((<usize>(entry + 1)) << 2));
  const mask = load<i32>(h + ((<usize>(entry + 2)) << 2));
  const outside = ~(mask << shift);
  const keyWords = load<i32>(h, KEY_WORDS << 2);
  const labels = load<i32>(h, LABELS << 2);
  const classify = load<i32>(h, CLASSIFY << 2) != 0;
  const k = load<i32>(h, K << 2);
  const kRows: f64 = k;
  const count = load<i32>(h, LOSS_COUNT << 2);
  const order = load<i32>(h + ((<usize>load<i32>(h, SORTED << 2)) << 2));
  const line = load<i32>(h, LINE_CELLS << 2);
  const ranks = load<i32>(h, LINE_RANKS << 2);
  const sums = load<i32>(h, LINE_LABELS << 2);
  const floors = load<i32>(h, FLOORS << 2);
  let t: i32 = 0;
  while (t < count) {
    const cell = load<i32>(h + ((<usize>(order + t)) << 2));
    const head = load<i32>(
      h + ((<usize>(headStart + ((load<i32>(h + ((<usize>(cell + word)) << 2)) >>> shift) & mask))) << 2),
    );
    let length: i32 = 0;
    let total = load<i32>(h + ((<usize>(cell + keyWords)) << 2));
    const key = load<i32>(h + ((<usize>(cell + word)) << 2));
    t++;
    while (t < count) {
      const next = load<i32>(h + ((<usize>(order + t)) << 2));
      if (((load<i32>(h + ((<usize>(next + word)) << 2)) ^ key) & outside) != 0) break;
      let same = true;
      for (let w: i32 = 0; same && w < keyWords; w++)
        if (w != word && load<i32>(h + ((<usize>(next + w)) << 2)) != load<i32>(h + ((<usize>(cell + w)) << 2)))
          same = false;
      if (
        !same ||
        load<i32>(
          h + ((<usize>(headStart + ((load<i32>(h + ((<usize>(next + word)) << 2)) >>> shift) & mask))) << 2),
        ) != head
      )
        break;
      if (length == 0) {
        store<i32>(h + ((<usize>line) << 2), cell + keyWords);
        store<i32>(h + ((<usize>ranks) << 2), load<i32>(h + ((<usize>(rank + ((key >>> shift) & mask))) << 2)));
        length = 1;
      }
      store<i32>(h + ((<usize>(line + length)) << 2), next + keyWords);
      store<i32>(
        h + ((<usize>(ranks + length)) << 2),
        load<i32>(h + ((<usize>(rank + ((load<i32>(h + ((<usize>(next + word)) << 2)) >>> shift) & mask))) << 2)),
      );
      total += load<i32>(h + ((<usize>(next + keyWords)) << 2));
      length++;
      t++;
    }
    if (length == 0 || (!classify && total <= k)) continue;
    for (let x: i32 = 0; x < length; x++)
      store<f64>(h + ((<usize>(floors + x)) << 3), floorOf(h, load<i32>(h + ((<usize>(line + x)) << 2))));
    const low = load<i32>(h + ((<usize>(rank + head)) << 2));
    for (let x: i32 = 0; x < length - 1; x++) {
      const from = load<i32>(h + ((<usize>(line + x)) << 2));
      let rows = load<i32>(h + ((<usize>from) << 2));
      let floor = load<f64>(h + ((<usize>(floors + x)) << 3));
      let minor: i32 = 0;
      if (classify && labels == 1) minor = load<i32>(h + ((<usize>(from + 1)) << 2));
      else if (classify) {
        for (let l: i32 = 0; l < labels; l++)
          store<i32>(h + ((<usize>(sums + 1 + l)) << 2), load<i32>(h + ((<usize>(from + 1 + l)) << 2)));
      }
      const above = (x > 0 ? load<i32>(h + ((<usize>(ranks + x - 1)) << 2)) + 1 : low) * width;
      const below = (load<i32>(h + ((<usize>(ranks + x)) << 2)) + 1) * width;
      let before: f64 = 0;
      for (let y = x + 1; y < length; y++) {
        const more = load<i32>(h + ((<usize>(line + y)) << 2));
        rows += load<i32>(h + ((<usize>more) << 2));
        floor += load<f64>(h + ((<usize>(floors + y)) << 3));
        let loss: f64 = 0;
        if (classify && labels == 1) {
          minor += load<i32>(h + ((<usize>(more + 1)) << 2));
          const second = rows - minor;
          loss = minor < second ? minor : second;
        } else if (classify) {
          for (let l: i32 = 0; l < labels; l++)
            store<i32>(
              h + ((<usize>(sums + 1 + l)) << 2),
              load<i32>(h + ((<usize>(sums + 1 + l)) << 2)) + load<i32>(h + ((<usize>(more + 1 + l)) << 2)),
            );
          loss = minorityOf(h, rows, sums + 1);
        } else {
          loss = rows;
          loss *= loss > kRows ? loss : kRows;
        }
        loss -= floor;
        const difference = loss - before;
        if (difference == 0) continue;
        before = loss;
        const column = differences + load<i32>(h + ((<usize>(ranks + y)) << 2));
        store<f64>(h + ((<usize>(column + above)) << 3), load<f64>(h + ((<usize>(column + above)) << 3)) + difference);
        store<f64>(h + ((<usize>(column + below)) << 3), load<f64>(h + ((<usize>(column + below)) << 3)) - difference);
      }
    }
  }
}

/** What the attribute loses at least when, of the known values, only those of `kept` are made. */
export function lossOf(h: usize, frame: i32, attribute: i32, kept: i32): f64 {
  const losses = load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + attribute * LOSS_ENTRY;
  const table = load<i32>(h + ((<usize>(losses + 2)) << 2));
  if (table == 0) return 0;
  const known = load<i32>(h + ((<usize>losses) << 2));
  const size = load<i32>(h + ((<usize>(losses + 1)) << 2));
  const runs = size + 1;
  let start: i32 = 0;
  let loss: f64 = 0;
  for (let j: i32 = 0; j < size; j++) {
    const value = load<i32>(h + ((<usize>(known + j)) << 2));
    if (((load<i32>(h + ((<usize>(kept + (value >>> 5))) << 2)) >>> (value & 31)) & 1) == 0) continue;
    if (j > start) loss += load<f64>(h + ((<usize>(table + start * runs + j)) << 3));
    start = j + 1;
  }
  return size > start ? loss + load<f64>(h + ((<usize>(table + start * runs + size)) << 3)) : loss;
}
