import {
  ATTRIBUTE_WORDS,
  BY_LABEL,
  BY_WIDTH,
  FIRST_VALUE,
  FRAME_WORDS,
  KEY_WORD,
  MASK,
  SHIFT,
  VALUE_COUNT,
} from '../search/context.js';
import { frameAt, Heap } from '../search/heap.js';
import { failureOf, owedCost } from '../search/models.js';
import { COUNTERS, type OpenNode, type OpenNodes } from './open-nodes.js';

/**
 * The frames of a saved search, rebuilt from its open nodes on the problem of a fresh one. Every address that the kernels use, and every bound that
 * prunes, is made from the vectors: cells, classes, costs, floors and bounds here, the tables when the search reaches the node.
 */

/** Returns the words of a block that goes on from open nodes; `fresh` is the block of a search of their problem that did not begin. */
export function restoreBlock({ opened, counted, progress, nodes }: OpenNodes, fresh: Heap): Int32Array<ArrayBuffer> {
  const frames = nodes.map((each) => classesOf(each, fresh));
  const most = frames.reduce((sum, frame) => sum + wordsOf(frame, fresh), fresh.top);
  const words = new Int32Array(most + (most & 1));
  words.set(fresh.I.subarray(0, fresh.top));
  const h = new Heap(words, new Float64Array(words.buffer));
  COUNTERS.forEach((name, i) => (h[name] = counted[i]));
  h.progress = progress;
  h.opened = opened;
  nodes.forEach((each, i) => writeFrame(h, each, frames[i]));
  return words.slice(0, h.top);
}

const hasValue = (set: Int32Array, value: number): boolean => ((set[value >>> 5] >>> (value & 31)) & 1) === 1;

/** The rows of a node: those of its classes that are open, and what the others cost. */
interface NodeClasses {
  /** Cells of the open classes, class by class: key, rows, labels. */
  readonly cells: readonly (readonly Int32Array[])[];
  readonly totals: readonly Int32Array[];
  /** As a frame keeps them. */
  readonly failures: readonly number[];
  readonly failing: number;
  readonly failedCost: number;
  readonly owedExtra: number;
  readonly finished: number;
  readonly suppressed: number;
  readonly headCost: number;
  readonly floor: number;
}

/** Puts the vectors into the classes of a node, merged by the cuts that it makes or may make. */
function classesOf({ head, tail }: OpenNode, fresh: Heap): NodeClasses {
  const { I, stride, sets, keyWords, labels, rawCells, rawCount, k, penalty } = fresh;
  const both = head.map((word, w) => word | tail[w]);
  const ofClass = merger(fresh, head);
  const ofCell = merger(fresh, both);
  const classes = new Map<string | number, { total: Int32Array; readonly cells: Map<string | number, Int32Array> }>();
  for (let i = 0; i < rawCount; i++) {
    const raw = I.subarray(rawCells + i * stride, rawCells + (i + 1) * stride);
    const own = ofClass(raw);
    const ownKey = keyWords === 1 ? own[0] : own.join();
    let found = classes.get(ownKey);
    if (found === undefined) {
      found = { total: new Int32Array(stride - keyWords), cells: new Map() };
      classes.set(ownKey, found);
    }
    const cell = ofCell(raw);
    const key = keyWords === 1 ? cell[0] : cell.join();
    let merged = found.cells.get(key);
    if (merged === undefined) {
      merged = new Int32Array(stride);
      merged.set(cell);
      found.cells.set(key, merged);
    }
    for (let j = keyWords; j < keyWords + sets; j++) {
      merged[j] += raw[j];
      found.total[j - keyWords] += raw[j];
    }
    for (let j = keyWords + sets; j < stride; j++) {
      merged[j] |= raw[j];
      found.total[j - keyWords] |= raw[j];
    }
  }
  const isByWidth = fresh.costBy === BY_WIDTH;
  const headWidth = isByWidth ? widthOfRows(fresh, head) : () => 0;
  const cellWidth = isByWidth ? widthOfRows(fresh, both) : () => 0;
  const costOf = (sums: Int32Array, cell: Int32Array): number => {
    if (fresh.costBy === BY_LABEL) return minorityOf(sums, labels);
    return sums[0] * (isByWidth ? headWidth(cell) : sums[0]);
  };
  const floorOf = (cell: Int32Array): number => {
    const sums = cell.subarray(keyWords);
    if (fresh.costBy === BY_LABEL) return minorityOf(sums, labels);
    return sums[0] * (isByWidth ? cellWidth(cell) : Math.max(sums[0], k));
  };
  const cells: Int32Array[][] = [];
  const totals: Int32Array[] = [];
  const failures: number[] = [];
  let [finished, suppressed, headCost, floor, failing, failedCost, owedExtra] = [0, 0, 0, 0, 0, 0, 0];
  for (const { total, cells: own } of classes.values()) {
    I.set(total, fresh.modelSums);
    const failure = total[0] < k ? 1 + total[0] : failureOf(fresh, fresh.modelSums);
    if (failure > total[0] || (failure > 0 && own.size === 1)) {
      suppressed += total[0];
      continue;
    }
    const [first] = own.values();
    const cost = costOf(total, first);
    headCost += cost;
    if (own.size === 1 && (!isByWidth || floorOf(first) === cost)) {
      finished += cost;
      continue;
    }
    for (const cell of own.values()) floor += floorOf(cell);
    cells.push([...own.values()]);
    totals.push(total);
    failures.push(failure);
    if (failure === 0) continue;
    failing += total[0];
    failedCost += total[0] * penalty - cost;
    if (isByWidth) owedExtra += (failure - 1) * (penalty - headWidth(first));
  }
  return {
    ...{ cells, totals, failures, failing, failedCost, owedExtra, finished, suppressed, floor },
    headCost: headCost + suppressed * penalty,
  };
}

/** The cost of a row of a cell in the intervals that the cuts of a set make. */
function widthOfRows(h: Heap, set: Int32Array): (cell: Int32Array) => number {
  const { I, attributes, attributeTable, widthTables } = h;
  const columns = Array.from({ length: attributes }, (_, a) => {
    const entry = attributeTable + a * ATTRIBUTE_WORDS;
    const leaves = I[entry + VALUE_COUNT] + 1;
    const isCut = (leaf: number): boolean => leaf === leaves || hasValue(set, I[entry + FIRST_VALUE] + leaf - 1);
    const widths = new Float64Array(leaves);
    for (let start = 0, end = 1; start < leaves; start = end, end++) {
      while (!isCut(end)) end++;
      widths.fill(I[I[widthTables + a] + start * leaves + end - 1], start, end);
    }
    return { word: I[entry + KEY_WORD], shift: I[entry + SHIFT], mask: I[entry + MASK], widths };
  });
  return (cell) =>
    columns.reduce((sum, { word, shift, mask, widths }) => sum + widths[(cell[word] >>> shift) & mask], 0);
}

/** Rows outside of the majority label; `sums`: rows, and the counts of all `labels` but the last. */
function minorityOf(sums: Int32Array, labels: number): number {
  let last = sums[0];
  let most = 0;
  for (let j = 1; j <= labels; j++) {
    last -= sums[j];
    most = Math.max(most, sums[j]);
  }
  return sums[0] - Math.max(last, most);
}

/** The key of a cell when only the cuts of a set are made: every leaf becomes the first of its interval. */
function merger({ I, attributes, attributeTable, keyWords }: Heap, set: Int32Array): (cell: Int32Array) => Int32Array {
  const plans = Array.from({ length: attributes }, (_, a) => {
    const entry = attributeTable + a * ATTRIBUTE_WORDS;
    const starts = new Int32Array(I[entry + VALUE_COUNT] + 1);
    for (let leaf = 1; leaf < starts.length; leaf++) {
      starts[leaf] = hasValue(set, I[entry + FIRST_VALUE] + leaf - 1) ? leaf : starts[leaf - 1];
    }
    return { word: I[entry + KEY_WORD], shift: I[entry + SHIFT], mask: I[entry + MASK], starts };
  });
  return (cell) => {
    const key = new Int32Array(keyWords);
    for (const { word, shift, mask, starts } of plans) key[word] |= starts[(cell[word] >>> shift) & mask] << shift;
    return key;
  };
}

/** Upper bound on the words of a frame. */
function wordsOf({ cells, totals }: NodeClasses, { setWords, values, stride, sums }: Heap): number {
  const count = cells.reduce((sum, list) => sum + list.length, 0);
  const ofClasses = (totals.length + 1) * (3 + sums);
  return FRAME_WORDS + 4 * setWords + values + ofClasses + (count + 2) * stride + values * setWords + 16;
}

/** Puts a frame on the stack, as a node has one that was just opened. */
function writeFrame(h: Heap, { head, tail, order, state, openedTail }: OpenNode, node: NodeClasses): void {
  const { I, setWords: words, values, stride, sums } = h;
  const parent = h.frame;
  const place = (h.top + 1) & ~1;
  const frame = frameAt(h, place);
  const { cells, totals, failures, finished, suppressed, headCost, floor } = node;
  frame.parent = parent;
  frame.head = place + FRAME_WORDS;
  frame.tail = frame.head + words;
  frame.built = frame.tail + words;
  frame.order = frame.built + words;
  frame.starts = frame.order + values;
  frame.totals = frame.starts + totals.length + 1;
  frame.fresh = frame.totals + totals.length * sums;
  frame.failures = frame.fresh + totals.length;
  frame.cells = frame.failures + totals.length;
  I.set(head, frame.head);
  I.set(tail, frame.tail);
  I.set(tail, frame.built);
  I.set(order, frame.order);
  let count = 0;
  cells.forEach((list, x) => {
    I[frame.starts + x] = count;
    I.set(totals[x], frame.totals + x * sums);
    I[frame.failures + x] = failures[x];
    // Conflicts are searched again, so every class counts as one that the node made.
    I[frame.fresh + x] = 1;
    for (const cell of list) I.set(cell, frame.cells + count++ * stride);
  });
  I[frame.starts + cells.length] = count;
  frame.classCount = cells.length;
  frame.cellCount = count;
  frame.finished = finished;
  frame.suppressed = suppressed;
  frame.headCost = headCost;
  frame.floor = floor;
  frame.failing = node.failing;
  frame.failedCost = node.failedCost;
  frame.owedExtra = node.owedExtra;
  frame.owed = failures.reduce((sum, failure) => sum + Math.max(0, failure - 1), 0);
  frame.orderLength = order.length;
  frame.openedTail = openedTail;
  // Tables are made when the search reaches the node.
  frame.state = state === 2 && h.ruleTables !== 0 ? 1 : state;
  frame.end = frame.cells + count * stride;
  if (h.ruleTables !== 0) {
    // A child that is made before inherits that there are no conflicts.
    frame.conflicts = (frame.end + 1) & ~1;
    frame.end = frame.conflicts + values * words;
  }
  // Not the bound of the frame below: that one's tail has lost the cut which this one makes.
  frame.bound = finished + suppressed * h.penalty + floor + owedCost(h, frame);
  h.frame = place;
  h.top = frame.end;
}
