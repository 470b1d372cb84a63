import { floorOf, mergeCells, minorityOf, planMerge } from './cells';
import {
  ATTRIBUTE_TABLE,
  ATTRIBUTE_WORDS,
  ATTRIBUTES,
  BUILT,
  CELL_COUNT,
  CELLS,
  CLASS_COUNT,
  CLASSIFY,
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
  LINE_LABELS,
  LINE_RANKS,
  LOSS_CELLS,
  LOSS_COUNT,
  LOSSES,
  RANK,
  RECORDS_A,
  RECORDS_B,
  REDUCED,
  REDUCED_CELLS,
  REDUCED_FLOOR,
  SET_WORDS,
  SORT_BINS,
  SORTED,
  STARTS,
  STRIDE,
  TAIL,
  TOTALS,
  WORK_SETS,
} from './context';
import { clearDoubles, fillWords, quotient } from './heap';
import { sortPass } from './records';
import { hasValue, removeValue } from './sets';

/** Words that LOSSES takes per attribute: first known value, their number, address of the table (F; 0: no losses). */
export const LOSS_ENTRY = 3;

/** Bits that a pass of the sort takes at most, and records below which eight do. */
const DIGIT_BITS: i32 = 11;
const SHORT_SORT: i32 = 1024;

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

/** First bit of an attribute's field, counted over the words of a key. */
function firstBit(h: usize, attribute: i32): i32 {
  const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + attribute * ATTRIBUTE_WORDS;
  return 32 * load<i32>(h + ((<usize>entry) << 2)) + load<i32>(h + ((<usize>(entry + 1)) << 2));
}

/** Sorts the records stably by the bits [first, end) of their keys, in passes from the lowest. */
function sortBits(h: usize, first: i32, end: i32): void {
  const count = load<i32>(h, LOSS_COUNT << 2);
  const most = count < SHORT_SORT ? 8 : DIGIT_BITS;
  let bit = first;
  while (bit < end) {
    let width = 32 - (bit & 31);
    if (width > end - bit) width = end - bit;
    if (width > most) width = most;
    const to =
      load<i32>(h, SORTED << 2) == load<i32>(h, RECORDS_A << 2)
        ? load<i32>(h, RECORDS_B << 2)
        : load<i32>(h, RECORDS_A << 2);
    const mask = (1 << width) - 1;
    if (
      sortPass(
        h,
        load<i32>(h, SORTED << 2),
        to,
        count,
        load<i32>(h, STRIDE << 2),
        bit >>> 5,
        bit & 31,
        mask,
        load<i32>(h, SORT_BINS << 2),
      )
    )
      store<i32>(h, to, SORTED << 2);
    bit += width;
  }
}

/** Whether the loss of dropping values of the attribute is asked for. */
function isLossy(h: usize, frame: i32, attribute: i32): boolean {
  const losses = load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + attribute * LOSS_ENTRY;
  const known = load<i32>(h + ((<usize>losses) << 2));
  const size = load<i32>(h + ((<usize>(losses + 1)) << 2));
  for (let j: i32 = 0; j < size; j++)
    if (hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), load<i32>(h + ((<usize>(known + j)) << 2))))
      return true;
  return false;
}

/**
 * For every attribute and every run of neighbouring intervals within one of the head's: what merging the run costs at
 * least, over the lines of cells that agree in all other attributes. docs/k-optimize.md, merge losses.
 */
export function makeLosses(h: usize, frame: i32): void {
  forgetLosses(h, frame);
  if (load<i32>(h + ((<usize>frame) << 2), REDUCED << 2) != 0) reduceCells(h, frame);
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
  store<i32>(h, load<i32>(h, LOSS_CELLS << 2), SORTED << 2);
  // The records are sorted with the attribute in the lowest place; a further pass over its bits takes it to the highest.
  let lowest: i32 = -1;
  let table = load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + attributes * LOSS_ENTRY;
  table = (table + 1) >> 1;
  for (let a: i32 = 0; a < attributes; a++) {
    if (!isLossy(h, frame, a)) continue;
    const bit = firstBit(h, a);
    if (lowest < 0) {
      sortBits(h, bit, 32 * load<i32>(h, KEY_WORDS << 2));
      sortBits(h, 0, bit);
    } else sortBits(h, lowest, bit);
    lowest = bit;
    const losses = load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + a * LOSS_ENTRY;
    store<i32>(h + ((<usize>(losses + 2)) << 2), table);
    sumRuns(h, frame, a);
    const runs = load<i32>(h + ((<usize>(losses + 1)) << 2)) + 1;
    const width = runs + 1;
    const differences = load<i32>(h, DIFFERENCES << 2);
    // Runs go upwards: nothing lies below the diagonal.
    for (let i: i32 = 0; i < runs; i++) {
      let sum: f64 = 0;
      for (let j = i; j < runs; j++) {
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
 * Copies the cells with those of each class merged along the cuts that split off fewer than k of its rows: no solution
 * that matters costs less with them (docs/k-optimize.md, suppressed rows). Notes the floor of what comes out.
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
        removeValue(h, keep, first + j);
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
  const stride = load<i32>(h, STRIDE << 2);
  const labels = load<i32>(h, LABELS << 2);
  const classify = load<i32>(h, CLASSIFY << 2) != 0;
  const k = load<i32>(h, K << 2);
  const end = load<i32>(h, SORTED << 2) + load<i32>(h, LOSS_COUNT << 2) * stride;
  const ranks = load<i32>(h, LINE_RANKS << 2);
  let at = load<i32>(h, SORTED << 2);
  while (at < end) {
    const line = at;
    const key = load<i32>(h + ((<usize>(line + word)) << 2));
    at += stride;
    if (at == end || ((load<i32>(h + ((<usize>(at + word)) << 2)) ^ key) & outside) != 0) continue;
    const head = load<i32>(h + ((<usize>(headStart + ((key >>> shift) & mask))) << 2));
    let total = load<i32>(h + ((<usize>(line + keyWords)) << 2));
    let length: i32 = 1;
    while (at < end && ((load<i32>(h + ((<usize>(at + word)) << 2)) ^ key) & outside) == 0) {
      if (keyWords > 1 && !keysAgree(h, at, line, word, keyWords)) break;
      const leaf = (load<i32>(h + ((<usize>(at + word)) << 2)) >>> shift) & mask;
      if (load<i32>(h + ((<usize>(headStart + leaf)) << 2)) != head) break;
      store<i32>(h + ((<usize>(ranks + length)) << 2), load<i32>(h + ((<usize>(rank + leaf)) << 2)));
      total += load<i32>(h + ((<usize>(at + keyWords)) << 2));
      length++;
      at += stride;
    }
    if (length == 1 || (!classify && total <= k)) continue;
    store<i32>(h + ((<usize>ranks) << 2), load<i32>(h + ((<usize>(rank + ((key >>> shift) & mask))) << 2)));
    const low = load<i32>(h + ((<usize>(rank + head)) << 2));
    if (!classify) sumSquares(h, line + keyWords, length, low, width);
    else if (labels == 1) sumMinorities(h, line + keyWords, length, total, low, width);
    else sumLabels(h, line + keyWords, length, low, width);
  }
}
function keysAgree(h: usize, cell: i32, other: i32, except: i32, words: i32): boolean {
  for (let w: i32 = 0; w < words; w++)
    if (w != except && load<i32>(h + ((<usize>(cell + w)) << 2)) != load<i32>(h + ((<usize>(other + w)) << 2)))
      return false;
  return true;
}

/** Notes by how much the loss of a run from record x on changes at record y; `above` and `below` are rows of DIFFERENCES. */
function noteDifference(h: usize, above: i32, below: i32, y: i32, difference: f64): void {
  const column = load<i32>(h, DIFFERENCES << 2) + load<i32>(h + ((<usize>(load<i32>(h, LINE_RANKS << 2) + y)) << 2));
  store<f64>(h + ((<usize>(column + above)) << 3), load<f64>(h + ((<usize>(column + above)) << 3)) + difference);
  store<f64>(h + ((<usize>(column + below)) << 3), load<f64>(h + ((<usize>(column + below)) << 3)) - difference);
}

/** Rows of DIFFERENCES from which runs that begin with record x of a line count, and from which they do no more. */
function rowAbove(h: usize, x: i32, low: i32, width: i32): i32 {
  return (x > 0 ? load<i32>(h + ((<usize>(load<i32>(h, LINE_RANKS << 2) + x - 1)) << 2)) + 1 : low) * width;
}

function rowBelow(h: usize, x: i32, width: i32): i32 {
  return (load<i32>(h + ((<usize>(load<i32>(h, LINE_RANKS << 2) + x)) << 2)) + 1) * width;
}

/** The runs of one line under discernibility: the rows of its first record at `line`, more than k in all. */
function sumSquares(h: usize, line: i32, length: i32, low: i32, width: i32): void {
  const stride = load<i32>(h, STRIDE << 2);
  const k: f64 = load<i32>(h, K << 2);
  const floors = load<i32>(h, FLOORS << 2);
  for (let x: i32 = 0; x < length; x++) {
    const rows: f64 = load<i32>(h + ((<usize>(line + x * stride)) << 2));
    store<f64>(h + ((<usize>(floors + x)) << 3), rows * (rows > k ? rows : k));
  }
  for (let x: i32 = 0; x < length - 1; x++) {
    let rows = load<i32>(h + ((<usize>(line + x * stride)) << 2));
    let floor = load<f64>(h + ((<usize>(floors + x)) << 3));
    const above = rowAbove(h, x, low, width);
    const below = rowBelow(h, x, width);
    let before: f64 = 0;
    for (let y = x + 1; y < length; y++) {
      rows += load<i32>(h + ((<usize>(line + y * stride)) << 2));
      floor += load<f64>(h + ((<usize>(floors + y)) << 3));
      let loss: f64 = rows;
      loss *= loss > k ? loss : k;
      loss -= floor;
      if (loss == before) continue;
      noteDifference(h, above, below, y, loss - before);
      before = loss;
    }
  }
}

/** The same for the minorities of two labels, `total` rows in all. */
function sumMinorities(h: usize, line: i32, length: i32, total: i32, low: i32, width: i32): void {
  const stride = load<i32>(h, STRIDE << 2);
  let floorAll: i32 = 0;
  let firstAll: i32 = 0;
  for (let x: i32 = 0; x < length; x++) {
    const one = load<i32>(h + ((<usize>(line + x * stride + 1)) << 2));
    const two = load<i32>(h + ((<usize>(line + x * stride)) << 2)) - one;
    firstAll += one;
    floorAll += one < two ? one : two;
  }
  const secondAll = total - firstAll;
  // No run of a line loses more than the line.
  if ((firstAll < secondAll ? firstAll : secondAll) == floorAll) return;
  for (let x: i32 = 0; x < length - 1; x++) {
    let one = load<i32>(h + ((<usize>(line + x * stride + 1)) << 2));
    let two = load<i32>(h + ((<usize>(line + x * stride)) << 2)) - one;
    let floor = one < two ? one : two;
    const above = rowAbove(h, x, low, width);
    const below = rowBelow(h, x, width);
    let before: i32 = 0;
    for (let y = x + 1; y < length; y++) {
      const more = load<i32>(h + ((<usize>(line + y * stride + 1)) << 2));
      const others = load<i32>(h + ((<usize>(line + y * stride)) << 2)) - more;
      one += more;
      two += others;
      floor += more < others ? more : others;
      const loss = (one < two ? one : two) - floor;
      if (loss == before) continue;
      noteDifference(h, above, below, y, loss - before);
      before = loss;
    }
  }
}

/** The same for the minorities of any number of labels. */
function sumLabels(h: usize, line: i32, length: i32, low: i32, width: i32): void {
  const stride = load<i32>(h, STRIDE << 2);
  const labels = load<i32>(h, LABELS << 2);
  const sums = load<i32>(h, LINE_LABELS << 2);
  for (let x: i32 = 0; x < length - 1; x++) {
    let rows = load<i32>(h + ((<usize>(line + x * stride)) << 2));
    let floor = minorityOf(h, rows, line + x * stride + 1);
    for (let l: i32 = 0; l < labels; l++)
      store<i32>(h + ((<usize>(sums + l)) << 2), load<i32>(h + ((<usize>(line + x * stride + 1 + l)) << 2)));
    const above = rowAbove(h, x, low, width);
    const below = rowBelow(h, x, width);
    let before: i32 = 0;
    for (let y = x + 1; y < length; y++) {
      const more = line + y * stride;
      rows += load<i32>(h + ((<usize>more) << 2));
      floor += minorityOf(h, load<i32>(h + ((<usize>more) << 2)), more + 1);
      for (let l: i32 = 0; l < labels; l++)
        store<i32>(
          h + ((<usize>(sums + l)) << 2),
          load<i32>(h + ((<usize>(sums + l)) << 2)) + load<i32>(h + ((<usize>(more + 1 + l)) << 2)),
        );
      const loss = minorityOf(h, rows, sums) - floor;
      if (loss == before) continue;
      noteDifference(h, above, below, y, loss - before);
      before = loss;
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
