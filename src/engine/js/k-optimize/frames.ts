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
} from '../../k-optimize/context.js';
import { costOf, floorOf, leafAt, mergeCells, planMerge } from './cells.js';
import { copyWords, type f64, fillWords, type Heap, type i32 } from './heap.js';
import { addValue, removeValue } from './sets.js';

/** Words that a child of the frame takes at most (0: the root); false, and MISSING set, when they are not there. */
export function hasRoom(h: Heap, frame: i32, more: i32): boolean {
  const { I } = h;
  const cells = frame == 0 ? I[RAW_COUNT] : I[frame + CELL_COUNT];
  let classes: i32 = frame == 0 ? 1 : 2 * I[frame + CLASS_COUNT];
  if (classes > cells) classes = cells;
  const words =
    FRAME_WORDS + 4 * I[SET_WORDS] + I[VALUES] + (classes + 1) * (3 + I[LABELS]) + (cells + 2) * I[STRIDE] + 16 + more;
  if (I[CAPACITY] - I[TOP] >= words) return true;
  I[MISSING] = words;
  return false;
}

function newFrame(h: Heap, parent: i32): i32 {
  const { I, F } = h;
  const words = I[SET_WORDS];
  const frame = (I[TOP] + 1) & ~1;
  fillWords(h, frame, FRAME_WORDS + 3 * words, 0);
  I[frame + PARENT] = parent;
  I[frame + HEAD] = frame + FRAME_WORDS;
  I[frame + TAIL] = frame + FRAME_WORDS + words;
  I[frame + BUILT] = frame + FRAME_WORDS + 2 * words;
  I[frame + ORDER] = frame + FRAME_WORDS + 3 * words;
  if (parent != 0) F[(frame >> 1) + BOUND] = F[(parent >> 1) + BOUND];
  return frame;
}

/** The node of no cut: one class of all rows. */
export function openRoot(h: Heap): void {
  const { I } = h;
  const frame = newFrame(h, 0);
  const values = I[VALUES];
  for (let v: i32 = 0; v < values; v++) addValue(h, I[frame + TAIL], v);
  I[frame + STARTS] = I[frame + ORDER] + values;
  I[frame + TOTALS] = I[frame + STARTS] + 2;
  I[frame + FRESH] = I[frame + TOTALS] + 1 + I[LABELS];
  I[frame + CELLS] = I[frame + FRESH] + 1;
  planMerge(h, I[frame + TAIL], I[frame + TAIL]);
  takeClass(h, frame, I[RAW_CELLS], I[RAW_COUNT], -1, 0, 0);
  closeFrame(h, frame);
}

/**
 * The child of a frame for one more cut, its tail being `tail` (a set): splits the classes of the frame, merges their
 * cells by the cuts that are left, sets aside what is suppressed or finished, and notes the cost when it is the best.
 * Returns false when nothing below it needs a look, for want of classes or of tail.
 */
export function openChild(h: Heap, parent: i32, value: i32, tail: i32): boolean {
  const { I, F } = h;
  const words = I[SET_WORDS];
  const frame = newFrame(h, parent);
  copyWords(h, I[frame + HEAD], I[parent + HEAD], words);
  copyWords(h, I[frame + TAIL], tail, words);
  addValue(h, I[frame + HEAD], value);
  removeValue(h, I[frame + TAIL], value);
  // What to keep, for the plan: head and tail; BUILT serves as the place for it.
  const keep = I[frame + BUILT];
  for (let i: i32 = 0; i < words; i++) I[keep + i] = I[I[frame + HEAD] + i] | I[I[frame + TAIL] + i];
  planMerge(h, keep, I[parent + BUILT]);
  const classes = I[parent + CLASS_COUNT];
  const labels = I[LABELS];
  const stride = I[STRIDE];
  let most = 2 * classes;
  if (most > I[parent + CELL_COUNT]) most = I[parent + CELL_COUNT];
  I[frame + STARTS] = I[frame + ORDER] + I[VALUES];
  I[frame + TOTALS] = I[frame + STARTS] + most + 1;
  I[frame + FRESH] = I[frame + TOTALS] + most * (1 + labels);
  I[frame + CELLS] = I[frame + FRESH] + most;
  F[(frame >> 1) + FINISHED] = F[(parent >> 1) + FINISHED];
  I[frame + SUPPRESSED] = I[parent + SUPPRESSED];
  const attribute = I[I[ATTRIBUTE_OF] + value];
  const leaf = I[I[LEAF_OF] + value];
  for (let x: i32 = 0; x < classes; x++) {
    const start = I[I[parent + STARTS] + x];
    const count = I[I[parent + STARTS] + x + 1] - start;
    const from = I[parent + CELLS] + start * stride;
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
function takeClass(h: Heap, frame: i32, from: i32, count: i32, attribute: i32, leaf: i32, upper: i32): void {
  const { I, F } = h;
  const stride = I[STRIDE];
  const keyWords = I[KEY_WORDS];
  const sums = stride - keyWords;
  const index = I[frame + CLASS_COUNT];
  const first = I[frame + CELL_COUNT];
  const to = I[frame + CELLS] + first * stride;
  if (count == 0) return;
  const written = mergeCells(h, from, count, attribute, leaf, upper, to);
  const end = to + written * stride;
  const totals = I[frame + TOTALS] + index * sums;
  for (let j: i32 = 0; j < sums; j++) {
    let sum: i32 = 0;
    for (let cell = to; cell < end; cell += stride) sum += I[cell + keyWords + j];
    I[totals + j] = sum;
  }
  if (I[totals] < I[K]) {
    I[frame + SUPPRESSED] += I[totals];
    return;
  }
  const cost = costOf(h, totals);
  F[(frame >> 1) + HEAD_COST] += cost;
  if (written == 1) {
    F[(frame >> 1) + FINISHED] += cost;
    return;
  }
  for (let cell = to; cell < end; cell += stride) F[(frame >> 1) + FLOOR] += floorOf(h, cell + keyWords);
  I[I[frame + FRESH] + index] = attribute >= 0 ? 1 : 0;
  I[I[frame + STARTS] + index] = first;
  I[I[frame + STARTS] + index + 1] = first + written;
  I[frame + CLASS_COUNT] = index + 1;
  I[frame + CELL_COUNT] = first + written;
}

function closeFrame(h: Heap, frame: i32): boolean {
  const { I, F } = h;
  const words = I[SET_WORDS];
  const at = frame >> 1;
  F[NODES] += 1;
  const suppressed: f64 = I[frame + SUPPRESSED];
  // Classes that were set aside as finished are in HEAD_COST only when this node finished them.
  const parent = I[frame + PARENT];
  if (parent != 0) F[at + HEAD_COST] += F[(parent >> 1) + FINISHED];
  F[at + HEAD_COST] += suppressed * F[PENALTY];
  if (I[frame + SUPPRESSED] <= I[LIMIT] && F[at + HEAD_COST] < F[BEST]) {
    F[BEST] = F[at + HEAD_COST];
    F[FOUND] = F[at + HEAD_COST];
    I[BEST_SUPPRESSED] = I[frame + SUPPRESSED];
    copyWords(h, I[BEST_SET], I[frame + HEAD], words);
  }
  let any: i32 = 0;
  for (let i: i32 = 0; i < words; i++) {
    I[I[frame + BUILT] + i] = I[I[frame + TAIL] + i];
    any |= I[I[frame + TAIL] + i];
  }
  if (any == 0) return false;
  const floor = fixedOf(h, frame);
  if (floor > F[at + BOUND]) F[at + BOUND] = floor;
  I[frame + END] = I[frame + CELLS] + I[frame + CELL_COUNT] * I[STRIDE];
  I[TOP] = I[frame + END];
  I[frame + STATE] = 0;
  I[frame + STAGE] = 0;
  I[frame + OPENED_TAIL] = 0;
  I[frame + ORDER_LENGTH] = 0;
  I[FRAME] = frame;
  return true;
}

/** Takes the top frame from the stack. */
export function dropFrame(h: Heap): void {
  const { I } = h;
  const frame = I[FRAME];
  const parent = I[frame + PARENT];
  I[FRAME] = parent;
  I[TOP] = parent == 0 ? frame : I[parent + END];
}

/** The paper's lower bound (5.2) of a frame: what is finished, what is suppressed, the floor of the other cells. */
export function fixedOf(h: Heap, frame: i32): f64 {
  const { I, F } = h;
  const suppressed: f64 = I[frame + SUPPRESSED];
  return F[(frame >> 1) + FINISHED] + suppressed * F[PENALTY] + F[(frame >> 1) + FLOOR];
}

/** The same with the floor of the cells that losses are taken from. */
export function reducedOf(h: Heap, frame: i32): f64 {
  const { I, F } = h;
  const suppressed: f64 = I[frame + SUPPRESSED];
  return F[(frame >> 1) + FINISHED] + suppressed * F[PENALTY] + F[(frame >> 1) + REDUCED_FLOOR];
}

/** Merges the cells of a frame, in place, by the cuts that are left in its tail. */
export function rebuild(h: Heap, frame: i32): void {
  const { I, F } = h;
  const words = I[SET_WORDS];
  const stride = I[STRIDE];
  const keyWords = I[KEY_WORDS];
  const keep = I[frame + BUILT];
  const scratch = I[BEST_SET] + words;
  for (let i: i32 = 0; i < words; i++) {
    I[scratch + i] = I[keep + i];
    I[keep + i] = I[I[frame + HEAD] + i] | I[I[frame + TAIL] + i];
  }
  planMerge(h, keep, scratch);
  copyWords(h, keep, I[frame + TAIL], words);
  const classes = I[frame + CLASS_COUNT];
  const starts = I[frame + STARTS];
  let count: i32 = 0;
  let before = I[starts];
  let floor: f64 = 0;
  for (let x: i32 = 0; x < classes; x++) {
    const end = I[starts + x + 1];
    const to = I[frame + CELLS] + count * stride;
    const written = mergeCells(h, I[frame + CELLS] + before * stride, end - before, -1, 0, 0, to);
    for (let i: i32 = 0; i < written; i++) floor += floorOf(h, to + i * stride + keyWords);
    I[starts + x] = count;
    count += written;
    before = end;
  }
  I[starts + classes] = count;
  I[frame + CELL_COUNT] = count;
  F[(frame >> 1) + FLOOR] = floor;
  const fixed = fixedOf(h, frame);
  if (fixed > F[(frame >> 1) + BOUND]) F[(frame >> 1) + BOUND] = fixed;
}
