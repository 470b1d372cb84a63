import {
  ATTRIBUTE_OF,
  BEST,
  BEST_SET,
  BEST_SUPPRESSED,
  BOUND,
  BUILT,
  CAPACITY,
  CELL_COUNT,
  CELLS,
  CLASS_COUNT,
  END,
  FINISHED,
  FLOOR,
  FOUND,
  FRAME,
  FRAME_WORDS,
  FRESH,
  HEAD,
  HEAD_COST,
  K,
  KEY_WORDS,
  LABELS,
  LEAF_OF,
  LIMIT,
  MISSING,
  NODES,
  OPENED_TAIL,
  ORDER,
  ORDER_LENGTH,
  PARENT,
  PENALTY,
  RAW_CELLS,
  RAW_COUNT,
  REDUCED_FLOOR,
  SET_WORDS,
  STAGE,
  STARTS,
  STATE,
  STRIDE,
  SUPPRESSED,
  TAIL,
  TOP,
  TOTALS,
  VALUES,
} from './context';
import { costOf, floorOf, leafAt, mergeCells, planMerge } from './cells';
import { copyWords, fillWords } from './heap';
import { addValue, removeValue } from './sets';

/** Words that a child of the frame takes at most (0: the root); false, and MISSING set, when they are not there. */
export function hasRoom(h: usize, frame: i32, more: i32): boolean {
  const cells = frame == 0 ? load<i32>(h, RAW_COUNT << 2) : load<i32>(h + ((<usize>frame) << 2), CELL_COUNT << 2);
  let classes: i32 = frame == 0 ? 1 : 2 * load<i32>(h + ((<usize>frame) << 2), CLASS_COUNT << 2);
  if (classes > cells) classes = cells;
  const words =
    FRAME_WORDS +
    4 * load<i32>(h, SET_WORDS << 2) +
    load<i32>(h, VALUES << 2) +
    (classes + 1) * (3 + load<i32>(h, LABELS << 2)) +
    (cells + 2) * load<i32>(h, STRIDE << 2) +
    16 +
    more;
  if (load<i32>(h, CAPACITY << 2) - load<i32>(h, TOP << 2) >= words) return true;
  store<i32>(h, words, MISSING << 2);
  return false;
}

function newFrame(h: usize, parent: i32): i32 {
  const words = load<i32>(h, SET_WORDS << 2);
  const frame = (load<i32>(h, TOP << 2) + 1) & ~1;
  fillWords(h, frame, FRAME_WORDS + 3 * words, 0);
  store<i32>(h + ((<usize>frame) << 2), parent, PARENT << 2);
  store<i32>(h + ((<usize>frame) << 2), frame + FRAME_WORDS, HEAD << 2);
  store<i32>(h + ((<usize>frame) << 2), frame + FRAME_WORDS + words, TAIL << 2);
  store<i32>(h + ((<usize>frame) << 2), frame + FRAME_WORDS + 2 * words, BUILT << 2);
  store<i32>(h + ((<usize>frame) << 2), frame + FRAME_WORDS + 3 * words, ORDER << 2);
  if (parent != 0)
    store<f64>(h + ((<usize>(frame >> 1)) << 3), load<f64>(h + ((<usize>(parent >> 1)) << 3), BOUND << 3), BOUND << 3);
  return frame;
}

/** The node of no cut: one class of all rows. */
export function openRoot(h: usize): void {
  const frame = newFrame(h, 0);
  const values = load<i32>(h, VALUES << 2);
  for (let v: i32 = 0; v < values; v++) addValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v);
  store<i32>(h + ((<usize>frame) << 2), load<i32>(h + ((<usize>frame) << 2), ORDER << 2) + values, STARTS << 2);
  store<i32>(h + ((<usize>frame) << 2), load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + 2, TOTALS << 2);
  store<i32>(
    h + ((<usize>frame) << 2),
    load<i32>(h + ((<usize>frame) << 2), TOTALS << 2) + 1 + load<i32>(h, LABELS << 2),
    FRESH << 2,
  );
  store<i32>(h + ((<usize>frame) << 2), load<i32>(h + ((<usize>frame) << 2), FRESH << 2) + 1, CELLS << 2);
  planMerge(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), load<i32>(h + ((<usize>frame) << 2), TAIL << 2));
  takeClass(h, frame, load<i32>(h, RAW_CELLS << 2), load<i32>(h, RAW_COUNT << 2), -1, 0, 0);
  closeFrame(h, frame);
}

/**
 * The child of a frame for one more cut, its tail being `tail` (a set): splits the classes of the frame, merges their
 * cells by the cuts that are left, sets aside what is suppressed or finished, and notes the cost when it is the best.
 * Returns false when nothing below it needs a look, for want of classes or of tail.
 */
export function openChild(h: usize, parent: i32, value: i32, tail: i32): boolean {
  const words = load<i32>(h, SET_WORDS << 2);
  const frame = newFrame(h, parent);
  copyWords(
    h,
    load<i32>(h + ((<usize>frame) << 2), HEAD << 2),
    load<i32>(h + ((<usize>parent) << 2), HEAD << 2),
    words,
  );
  copyWords(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), tail, words);
  addValue(h, load<i32>(h + ((<usize>frame) << 2), HEAD << 2), value);
  removeValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), value);
  // What to keep, for the plan: head and tail; BUILT serves as the place for it.
  const keep = load<i32>(h + ((<usize>frame) << 2), BUILT << 2);
  for (let i: i32 = 0; i < words; i++)
    store<i32>(
      h + ((<usize>(keep + i)) << 2),
      load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), HEAD << 2) + i)) << 2)) |
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), TAIL << 2) + i)) << 2)),
    );
  planMerge(h, keep, load<i32>(h + ((<usize>parent) << 2), BUILT << 2));
  const classes = load<i32>(h + ((<usize>parent) << 2), CLASS_COUNT << 2);
  const labels = load<i32>(h, LABELS << 2);
  const stride = load<i32>(h, STRIDE << 2);
  let most = 2 * classes;
  if (most > load<i32>(h + ((<usize>parent) << 2), CELL_COUNT << 2))
    most = load<i32>(h + ((<usize>parent) << 2), CELL_COUNT << 2);
  store<i32>(
    h + ((<usize>frame) << 2),
    load<i32>(h + ((<usize>frame) << 2), ORDER << 2) + load<i32>(h, VALUES << 2),
    STARTS << 2,
  );
  store<i32>(h + ((<usize>frame) << 2), load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + most + 1, TOTALS << 2);
  store<i32>(
    h + ((<usize>frame) << 2),
    load<i32>(h + ((<usize>frame) << 2), TOTALS << 2) + most * (1 + labels),
    FRESH << 2,
  );
  store<i32>(h + ((<usize>frame) << 2), load<i32>(h + ((<usize>frame) << 2), FRESH << 2) + most, CELLS << 2);
  store<f64>(
    h + ((<usize>(frame >> 1)) << 3),
    load<f64>(h + ((<usize>(parent >> 1)) << 3), FINISHED << 3),
    FINISHED << 3,
  );
  store<i32>(h + ((<usize>frame) << 2), load<i32>(h + ((<usize>parent) << 2), SUPPRESSED << 2), SUPPRESSED << 2);
  const attribute = load<i32>(h + ((<usize>(load<i32>(h, ATTRIBUTE_OF << 2) + value)) << 2));
  const leaf = load<i32>(h + ((<usize>(load<i32>(h, LEAF_OF << 2) + value)) << 2));
  for (let x: i32 = 0; x < classes; x++) {
    const start = load<i32>(h + ((<usize>(load<i32>(h + ((<usize>parent) << 2), STARTS << 2) + x)) << 2));
    const count = load<i32>(h + ((<usize>(load<i32>(h + ((<usize>parent) << 2), STARTS << 2) + x + 1)) << 2)) - start;
    const from = load<i32>(h + ((<usize>parent) << 2), CELLS << 2) + start * stride;
    let low = false;
    let high = false;
    for (let i: i32 = 0; i < count && !(low && high); i++) {
      if (leafAt(h, from + i * stride, attribute) >= leaf) high = true;
      else low = true;
    }
    if (low && high) {
      takeClass(h, frame, from, count, attribute, leaf, 0);
      takeClass(h, frame, from, count, attribute, leaf, 1);
    } else takeClass(h, frame, from, count, -1, 0, 0);
  }
  return closeFrame(h, frame);
}

/** Merges one class, or one side of it, into the frame. */
function takeClass(h: usize, frame: i32, from: i32, count: i32, attribute: i32, leaf: i32, upper: i32): void {
  const stride = load<i32>(h, STRIDE << 2);
  const keyWords = load<i32>(h, KEY_WORDS << 2);
  const sums = stride - keyWords;
  const index = load<i32>(h + ((<usize>frame) << 2), CLASS_COUNT << 2);
  const first = load<i32>(h + ((<usize>frame) << 2), CELL_COUNT << 2);
  const to = load<i32>(h + ((<usize>frame) << 2), CELLS << 2) + first * stride;
  if (count == 0) return;
  const written = mergeCells(h, from, count, attribute, leaf, upper, to);
  const end = to + written * stride;
  const totals = load<i32>(h + ((<usize>frame) << 2), TOTALS << 2) + index * sums;
  for (let j: i32 = 0; j < sums; j++) {
    let sum: i32 = 0;
    for (let cell = to; cell < end; cell += stride) sum += load<i32>(h + ((<usize>(cell + keyWords + j)) << 2));
    store<i32>(h + ((<usize>(totals + j)) << 2), sum);
  }
  if (load<i32>(h + ((<usize>totals) << 2)) < load<i32>(h, K << 2)) {
    store<i32>(
      h + ((<usize>frame) << 2),
      load<i32>(h + ((<usize>frame) << 2), SUPPRESSED << 2) + load<i32>(h + ((<usize>totals) << 2)),
      SUPPRESSED << 2,
    );
    return;
  }
  const cost = costOf(h, totals);
  store<f64>(
    h + ((<usize>(frame >> 1)) << 3),
    load<f64>(h + ((<usize>(frame >> 1)) << 3), HEAD_COST << 3) + cost,
    HEAD_COST << 3,
  );
  if (written == 1) {
    store<f64>(
      h + ((<usize>(frame >> 1)) << 3),
      load<f64>(h + ((<usize>(frame >> 1)) << 3), FINISHED << 3) + cost,
      FINISHED << 3,
    );
    return;
  }
  for (let cell = to; cell < end; cell += stride)
    store<f64>(
      h + ((<usize>(frame >> 1)) << 3),
      load<f64>(h + ((<usize>(frame >> 1)) << 3), FLOOR << 3) + floorOf(h, cell + keyWords),
      FLOOR << 3,
    );
  store<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FRESH << 2) + index)) << 2), attribute >= 0 ? 1 : 0);
  store<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + index)) << 2), first);
  store<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + index + 1)) << 2), first + written);
  store<i32>(h + ((<usize>frame) << 2), index + 1, CLASS_COUNT << 2);
  store<i32>(h + ((<usize>frame) << 2), first + written, CELL_COUNT << 2);
}

function closeFrame(h: usize, frame: i32): boolean {
  const words = load<i32>(h, SET_WORDS << 2);
  const at = frame >> 1;
  store<f64>(h, load<f64>(h, NODES << 3) + 1, NODES << 3);
  const suppressed: f64 = load<i32>(h + ((<usize>frame) << 2), SUPPRESSED << 2);
  // Classes that were set aside as finished are in HEAD_COST only when this node finished them.
  const parent = load<i32>(h + ((<usize>frame) << 2), PARENT << 2);
  if (parent != 0)
    store<f64>(
      h + ((<usize>at) << 3),
      load<f64>(h + ((<usize>at) << 3), HEAD_COST << 3) + load<f64>(h + ((<usize>(parent >> 1)) << 3), FINISHED << 3),
      HEAD_COST << 3,
    );
  store<f64>(
    h + ((<usize>at) << 3),
    load<f64>(h + ((<usize>at) << 3), HEAD_COST << 3) + suppressed * load<f64>(h, PENALTY << 3),
    HEAD_COST << 3,
  );
  if (
    load<i32>(h + ((<usize>frame) << 2), SUPPRESSED << 2) <= load<i32>(h, LIMIT << 2) &&
    load<f64>(h + ((<usize>at) << 3), HEAD_COST << 3) < load<f64>(h, BEST << 3)
  ) {
    store<f64>(h, load<f64>(h + ((<usize>at) << 3), HEAD_COST << 3), BEST << 3);
    store<f64>(h, load<f64>(h + ((<usize>at) << 3), HEAD_COST << 3), FOUND << 3);
    store<i32>(h, load<i32>(h + ((<usize>frame) << 2), SUPPRESSED << 2), BEST_SUPPRESSED << 2);
    copyWords(h, load<i32>(h, BEST_SET << 2), load<i32>(h + ((<usize>frame) << 2), HEAD << 2), words);
  }
  let any: i32 = 0;
  for (let i: i32 = 0; i < words; i++) {
    store<i32>(
      h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), BUILT << 2) + i)) << 2),
      load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), TAIL << 2) + i)) << 2)),
    );
    any |= load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), TAIL << 2) + i)) << 2));
  }
  if (any == 0) return false;
  const floor = fixedOf(h, frame);
  if (floor > load<f64>(h + ((<usize>at) << 3), BOUND << 3)) store<f64>(h + ((<usize>at) << 3), floor, BOUND << 3);
  store<i32>(
    h + ((<usize>frame) << 2),
    load<i32>(h + ((<usize>frame) << 2), CELLS << 2) +
      load<i32>(h + ((<usize>frame) << 2), CELL_COUNT << 2) * load<i32>(h, STRIDE << 2),
    END << 2,
  );
  store<i32>(h, load<i32>(h + ((<usize>frame) << 2), END << 2), TOP << 2);
  store<i32>(h + ((<usize>frame) << 2), 0, STATE << 2);
  store<i32>(h + ((<usize>frame) << 2), 0, STAGE << 2);
  store<i32>(h + ((<usize>frame) << 2), 0, OPENED_TAIL << 2);
  store<i32>(h + ((<usize>frame) << 2), 0, ORDER_LENGTH << 2);
  store<i32>(h, frame, FRAME << 2);
  return true;
}

/** Takes the top frame from the stack. */
export function dropFrame(h: usize): void {
  const frame = load<i32>(h, FRAME << 2);
  const parent = load<i32>(h + ((<usize>frame) << 2), PARENT << 2);
  store<i32>(h, parent, FRAME << 2);
  store<i32>(h, parent == 0 ? frame : load<i32>(h + ((<usize>parent) << 2), END << 2), TOP << 2);
}

/** The paper's lower bound (5.2) of a frame: what is finished, what is suppressed, the floor of the other cells. */
export function fixedOf(h: usize, frame: i32): f64 {
  const suppressed: f64 = load<i32>(h + ((<usize>frame) << 2), SUPPRESSED << 2);
  return (
    load<f64>(h + ((<usize>(frame >> 1)) << 3), FINISHED << 3) +
    suppressed * load<f64>(h, PENALTY << 3) +
    load<f64>(h + ((<usize>(frame >> 1)) << 3), FLOOR << 3)
  );
}

/** The same with the floor of the cells that losses are taken from. */
export function reducedOf(h: usize, frame: i32): f64 {
  const suppressed: f64 = load<i32>(h + ((<usize>frame) << 2), SUPPRESSED << 2);
  return (
    load<f64>(h + ((<usize>(frame >> 1)) << 3), FINISHED << 3) +
    suppressed * load<f64>(h, PENALTY << 3) +
    load<f64>(h + ((<usize>(frame >> 1)) << 3), REDUCED_FLOOR << 3)
  );
}

/** Merges the cells of a frame, in place, by the cuts that are left in its tail. */
export function rebuild(h: usize, frame: i32): void {
  const words = load<i32>(h, SET_WORDS << 2);
  const stride = load<i32>(h, STRIDE << 2);
  const keyWords = load<i32>(h, KEY_WORDS << 2);
  const keep = load<i32>(h + ((<usize>frame) << 2), BUILT << 2);
  const scratch = load<i32>(h, BEST_SET << 2) + words;
  for (let i: i32 = 0; i < words; i++) {
    store<i32>(h + ((<usize>(scratch + i)) << 2), load<i32>(h + ((<usize>(keep + i)) << 2)));
    store<i32>(
      h + ((<usize>(keep + i)) << 2),
      load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), HEAD << 2) + i)) << 2)) |
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), TAIL << 2) + i)) << 2)),
    );
  }
  planMerge(h, keep, scratch);
  copyWords(h, keep, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), words);
  const classes = load<i32>(h + ((<usize>frame) << 2), CLASS_COUNT << 2);
  const starts = load<i32>(h + ((<usize>frame) << 2), STARTS << 2);
  let count: i32 = 0;
  let before = load<i32>(h + ((<usize>starts) << 2));
  let floor: f64 = 0;
  for (let x: i32 = 0; x < classes; x++) {
    const end = load<i32>(h + ((<usize>(starts + x + 1)) << 2));
    const to = load<i32>(h + ((<usize>frame) << 2), CELLS << 2) + count * stride;
    const written = mergeCells(
      h,
      load<i32>(h + ((<usize>frame) << 2), CELLS << 2) + before * stride,
      end - before,
      -1,
      0,
      0,
      to,
    );
    for (let i: i32 = 0; i < written; i++) floor += floorOf(h, to + i * stride + keyWords);
    store<i32>(h + ((<usize>(starts + x)) << 2), count);
    count += written;
    before = end;
  }
  store<i32>(h + ((<usize>(starts + classes)) << 2), count);
  store<i32>(h + ((<usize>frame) << 2), count, CELL_COUNT << 2);
  store<f64>(h + ((<usize>(frame >> 1)) << 3), floor, FLOOR << 3);
  const fixed = fixedOf(h, frame);
  if (fixed > load<f64>(h + ((<usize>(frame >> 1)) << 3), BOUND << 3))
    store<f64>(h + ((<usize>(frame >> 1)) << 3), fixed, BOUND << 3);
}
