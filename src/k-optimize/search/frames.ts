import { BY_SIZE, BY_WIDTH, FRAME_WORDS } from './context.js';
import { costOf, floorOf, floorsOf, leafAt, mergeCells, planMerge } from './cells.js';
import { copyWords, type f64, fillWords, type Heap, type i32, type Frame, frameAt, placeOf } from './heap.js';
import { excessOf, failureByCells, failureOf, owedCost } from './models.js';
import { addValue, hasValue, removeValue } from './sets.js';
import { fillWidths, rowWidth } from './widths.js';

/** Tests whether there is room for a node made of `cells` and `classes`, and for `more` words; sets `missing` when there is not. */
export function hasRoom(h: Heap, cells: i32, classes: i32, more: i32): boolean {
  const most = classes > cells ? cells : classes;
  const words =
    FRAME_WORDS + 4 * h.setWords + h.values + (most + 1) * (3 + h.sums) + (cells + 2) * h.stride + 16 + more;
  if (h.capacity - h.top >= words) return true;
  h.missing = words;
  return false;
}

/** Tests whether there is room for a child of the frame. */
export function hasRoomBelow(h: Heap, frame: Frame, more: i32): boolean {
  return hasRoom(h, frame.cellCount, 2 * frame.classCount, more);
}

/** A frame above `parent` (0: none). */
function newFrame(h: Heap, parent: i32): Frame {
  const words = h.setWords;
  const place = (h.top + 1) & ~1;
  fillWords(h, place, FRAME_WORDS + 3 * words, 0);
  const frame = frameAt(h, place);
  frame.parent = parent;
  frame.head = place + FRAME_WORDS;
  frame.tail = frame.head + words;
  frame.built = frame.tail + words;
  frame.order = frame.built + words;
  if (parent != 0) frame.bound = frameAt(h, parent).bound;
  return frame;
}

/** Takes words behind a frame, from an even one on; the frame must have room for them. */
export function takeWords(h: Heap, frame: Frame, words: i32): i32 {
  const at = (frame.end + 1) & ~1;
  frame.end = at + words;
  h.top = at + words;
  return at;
}

/** The node of no cut: one class of all rows. */
export function openRoot(h: Heap): void {
  const frame = newFrame(h, 0);
  const values = h.values;
  for (let v: i32 = 0; v < values; v++) addValue(h, frame.tail, v);
  frame.starts = frame.order + values;
  frame.totals = frame.starts + 2;
  frame.fresh = frame.totals + h.sums;
  frame.failures = frame.fresh + 1;
  frame.cells = frame.failures + 1;
  planMerge(h, frame.tail, frame.tail);
  fillFrameWidths(h, frame, frame.tail);
  takeClass(h, frame, h.rawCells, h.rawCount, -1, 0, 0, -1);
  closeFrame(h, frame);
}

/**
 * The child of a frame for one more cut, its tail being `tail` (a set): splits the classes of the frame, merges their
 * cells by the cuts that are left, sets aside what is suppressed or finished, and notes the cost when it is the best.
 * Returns false when nothing below it needs a look, for want of classes or of tail.
 */
export function openChild(h: Heap, parent: Frame, value: i32, tail: i32): boolean {
  const { I } = h;
  const words = h.setWords;
  const frame = newFrame(h, placeOf(h, parent));
  copyWords(h, frame.head, parent.head, words);
  copyWords(h, frame.tail, tail, words);
  addValue(h, frame.head, value);
  removeValue(h, frame.tail, value);
  // Head and tail to keep, for the plan; `built` is their place.
  const keep = frame.built;
  for (let i: i32 = 0; i < words; i++) I[keep + i] = I[frame.head + i] | I[frame.tail + i];
  planMerge(h, keep, parent.built);
  fillFrameWidths(h, frame, keep);
  const classes = parent.classCount;
  const stride = h.stride;
  let most = 2 * classes;
  if (most > parent.cellCount) most = parent.cellCount;
  frame.starts = frame.order + h.values;
  frame.totals = frame.starts + most + 1;
  frame.fresh = frame.totals + most * h.sums;
  frame.failures = frame.fresh + most;
  frame.cells = frame.failures + most;
  frame.finished = parent.finished;
  frame.suppressed = parent.suppressed;
  const attribute = I[h.attributeOf + value];
  const leaf = I[h.leafOf + value];
  for (let x: i32 = 0; x < classes; x++) {
    const start = I[parent.starts + x];
    const count = I[parent.starts + x + 1] - start;
    const from = parent.cells + start * stride;
    let low = false;
    let high = false;
    for (let i: i32 = 0; i < count && !(low && high); i++) {
      if (leafAt(h, from + i * stride, attribute) >= leaf) high = true;
      else low = true;
    }
    if (low && high) {
      takeClass(h, frame, from, count, attribute, leaf, 0, -1);
      takeClass(h, frame, from, count, attribute, leaf, 1, -1);
    } else takeClass(h, frame, from, count, -1, 0, 0, I[parent.failures + x]);
  }
  return closeFrame(h, frame);
}

/** By width: notes what a row costs in the intervals of a frame's head, and in those of its cells, which the cuts of `cells` and the head part. */
function fillFrameWidths(h: Heap, frame: Frame, cells: i32): void {
  if (h.costBy != BY_WIDTH) return;
  fillWidths(h, frame.head, frame.head, h.headWidths);
  fillWidths(h, frame.head, cells, h.cellWidths);
}

/** Notes the widths of a frame whose cells are up to date. */
export function noteWidths(h: Heap, frame: Frame): void {
  fillFrameWidths(h, frame, frame.built);
}

/** Merges one class, or one side of it, into the frame; `known`: its entry in the parent's failures, -1 for a side. */
function takeClass(
  h: Heap,
  frame: Frame,
  from: i32,
  count: i32,
  attribute: i32,
  leaf: i32,
  upper: i32,
  known: i32,
): void {
  const { I } = h;
  const stride = h.stride;
  const keyWords = h.keyWords;
  const sums = h.sums;
  const index = frame.classCount;
  const first = frame.cellCount;
  const to = frame.cells + first * stride;
  if (count == 0) return;
  const written = mergeCells(h, from, count, attribute, leaf, upper, to);
  const end = to + written * stride;
  const totals = frame.totals + index * sums;
  for (let j: i32 = 0; j < h.sets; j++) {
    let sum: i32 = 0;
    for (let cell = to; cell < end; cell += stride) sum += I[cell + keyWords + j];
    I[totals + j] = sum;
  }
  for (let j = h.sets; j < sums; j++) {
    let all: i32 = 0;
    for (let cell = to; cell < end; cell += stride) all |= I[cell + keyWords + j];
    I[totals + j] = all;
  }
  if (I[totals] < h.k) {
    frame.suppressed += I[totals];
    return;
  }
  let failure = known >= 0 ? known : failureOf(h, totals);
  // Cells that are those of the parent say no more.
  if (failure != 0 && h.limit != 0 && written > 1 && (known < 0 || written < count)) {
    failure = failureByCells(h, totals, to, written, failure);
  }
  // A class that cannot be divided, or has no part that can be released, fails in all solutions below.
  if (failure != 0 && (written == 1 || failure > I[totals])) {
    frame.suppressed += I[totals];
    return;
  }
  const cost = costOf(h, totals, to);
  frame.headCost += cost;
  // By width, cuts that divide no class may still cost less.
  if (written == 1 && (h.costBy != BY_WIDTH || floorOf(h, to + keyWords) == cost)) {
    frame.finished += cost;
    return;
  }
  if (failure != 0) {
    const rows: f64 = I[totals];
    frame.failedCost += rows * h.penalty - cost;
    frame.failing += I[totals];
    frame.owed += failure - 1;
    frame.owedExtra += owedWidth(h, failure - 1, to);
  }
  I[frame.failures + index] = failure;
  frame.floor += floorsOf(h, to, end);
  I[frame.fresh + index] = attribute >= 0 ? 1 : 0;
  I[frame.starts + index] = first;
  I[frame.starts + index + 1] = first + written;
  frame.classCount = index + 1;
  frame.cellCount = first + written;
}

/** By width: what rows of a class that no solution below releases cost beyond what they are counted with at most; `cell`: one of its cells. */
function owedWidth(h: Heap, owed: f64, cell: i32): f64 {
  return h.costBy == BY_WIDTH ? owed * (h.penalty - rowWidth(h, cell, h.headWidths)) : 0;
}

function closeFrame(h: Heap, frame: Frame): boolean {
  const { I } = h;
  const words = h.setWords;
  h.nodes += 1;
  const suppressed: f64 = frame.suppressed;
  // Classes that were set aside as finished are in headCost only when this node finished them.
  const parent = frame.parent;
  if (parent != 0) frame.headCost += frameAt(h, parent).finished;
  frame.headCost += suppressed * h.penalty;
  weighHead(h, frame);
  let any: i32 = 0;
  for (let i: i32 = 0; i < words; i++) {
    I[frame.built + i] = I[frame.tail + i];
    any |= I[frame.tail + i];
  }
  if (any == 0) return false;
  const floor = fixedOf(h, frame) + owedCost(h, frame);
  if (floor > frame.bound) frame.bound = floor;
  frame.end = frame.cells + frame.cellCount * h.stride;
  h.top = frame.end;
  frame.state = 0;
  frame.stage = 0;
  frame.openedTail = 0;
  frame.orderLength = 0;
  h.frame = placeOf(h, frame);
  return true;
}

/** Notes the head of a frame when it is the best solution. */
function weighHead(h: Heap, frame: Frame): void {
  const cost = frame.headCost + frame.failedCost;
  if (frame.suppressed + frame.failing > h.limit || cost >= h.best) return;
  h.best = cost;
  h.found = cost;
  h.bestSuppressed = frame.suppressed + frame.failing;
  copyWords(h, h.bestSet, frame.head, h.setWords);
}

/**
 * By width: makes the values of the tail that split no class of a frame, which only makes intervals smaller, by h.splits. Returns whether
 * there were any.
 */
export function makeIdle(h: Heap, frame: Frame): boolean {
  const { I } = h;
  const values = h.values;
  const words = h.setWords;
  const stride = h.stride;
  const sums = h.sums;
  let any = false;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, frame.tail, v) || I[h.splits + v] != 0) continue;
    any = true;
    addValue(h, frame.head, v);
    removeValue(h, frame.tail, v);
    removeValue(h, frame.built, v);
    // A value in conflict with a cut that costs nothing is in no better solution.
    for (let w: i32 = 0; w < words; w++) I[frame.tail + w] &= ~I[frame.conflicts + v * words + w];
  }
  if (!any) return false;
  noteWidths(h, frame);
  const suppressed: f64 = frame.suppressed;
  let cost = frame.finished + suppressed * h.penalty;
  frame.failedCost = 0;
  frame.owedExtra = 0;
  for (let x: i32 = 0; x < frame.classCount; x++) {
    const totals = frame.totals + x * sums;
    const cell = frame.cells + I[frame.starts + x] * stride;
    const own = costOf(h, totals, cell);
    cost += own;
    const failure = I[frame.failures + x];
    if (failure == 0) continue;
    const rows: f64 = I[totals];
    frame.failedCost += rows * h.penalty - own;
    frame.owedExtra += owedWidth(h, owedRowsOf(h, frame, x), cell);
  }
  frame.headCost = cost;
  weighHead(h, frame);
  return true;
}

/** Rows of a class that fails that no solution below releases: all of a class of one cell, which no cut that is left divides. */
function owedRowsOf(h: Heap, frame: Frame, x: i32): i32 {
  const { I } = h;
  return I[frame.starts + x + 1] - I[frame.starts + x] == 1 ? I[frame.totals + x * h.sums] : I[frame.failures + x] - 1;
}

/** Takes the top frame from the stack. */
export function dropFrame(h: Heap): void {
  const place = h.frame;
  const parent = frameAt(h, place).parent;
  h.frame = parent;
  h.top = parent == 0 ? place : frameAt(h, parent).end;
}

/** The paper's lower bound (5.2) of a frame: what is finished, what is suppressed, the floor of the other cells. */
export function fixedOf(h: Heap, frame: Frame): f64 {
  const suppressed: f64 = frame.suppressed;
  return frame.finished + suppressed * h.penalty + frame.floor;
}

/** Rows that are suppressed in every solution below. */
export function leastSuppressed(frame: Frame): i32 {
  return frame.suppressed + frame.owed;
}

/** Bound of a frame by tables before losses: fixedOf, and under discernibility the cost of the rows that no solution below releases. */
export function tableBound(h: Heap, frame: Frame): f64 {
  return fixedOf(h, frame) + owedExcess(h, frame);
}

/** The share of the owed rows in that. */
export function owedExcess(h: Heap, frame: Frame): f64 {
  if (h.costBy != BY_SIZE || frame.owed == 0) return 0;
  const owed: f64 = frame.owed;
  return owed * excessOf(h);
}

/** Merges the cells of a frame, in place, by the cuts that are left in its tail. */
export function rebuild(h: Heap, frame: Frame): void {
  const { I } = h;
  const words = h.setWords;
  const stride = h.stride;
  const keep = frame.built;
  const scratch = h.bestSet + words;
  for (let i: i32 = 0; i < words; i++) {
    I[scratch + i] = I[keep + i];
    I[keep + i] = I[frame.head + i] | I[frame.tail + i];
  }
  planMerge(h, keep, scratch);
  fillFrameWidths(h, frame, keep);
  copyWords(h, keep, frame.tail, words);
  const classes = frame.classCount;
  const starts = frame.starts;
  let count: i32 = 0;
  let before = I[starts];
  let floor: f64 = 0;
  let owed: i32 = 0;
  frame.owedExtra = 0;
  for (let x: i32 = 0; x < classes; x++) {
    const end = I[starts + x + 1];
    const to = frame.cells + count * stride;
    const written = mergeCells(h, frame.cells + before * stride, end - before, -1, 0, 0, to);
    floor += floorsOf(h, to, to + written * stride);
    const failure = I[frame.failures + x];
    // No remaining cut divides a class of one cell.
    if (failure != 0) {
      const lost: i32 = written == 1 ? I[frame.totals + x * h.sums] : failure - 1;
      owed += lost;
      frame.owedExtra += owedWidth(h, lost, to);
    }
    I[starts + x] = count;
    count += written;
    before = end;
  }
  I[starts + classes] = count;
  frame.cellCount = count;
  frame.floor = floor;
  frame.owed = owed;
  const fixed = fixedOf(h, frame) + owedCost(h, frame);
  if (fixed > frame.bound) frame.bound = fixed;
}
