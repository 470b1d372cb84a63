import { frameAt, type Heap } from '../search/heap.js';

/**
 * The open nodes of a search, as a checkpoint keeps them: which cuts each makes, which it may still make and in what order, and what was
 * counted. No vector and no count of rows is among them. In 32-bit words: MAGIC, VERSION, 1 once the root was opened, the number of nodes,
 * six doubles (counters, progress); for every node, from the root up, its state, the values of its tail when it was opened, the length of its
 * order, then head, tail and order.
 */
const MAGIC = 0x4e4f484b;
/** Raised whenever the meaning of a word changes. */
const VERSION = 1;
const COUNTED = 4;

/** Counters of a search, which are whole numbers. */
export const COUNTERS = ['nodes', 'prunedNodes', 'prunedTail', 'useless', 'refuted'] as const;
const HEADER = COUNTED + 2 * (COUNTERS.length + 1);
const NODE_HEADER = 3;

/** An open node. */
export interface OpenNode {
  readonly head: Int32Array;
  readonly tail: Int32Array;
  readonly order: Int32Array;
  readonly state: number;
  readonly openedTail: number;
}

export interface OpenNodes {
  readonly opened: number;
  /** In the order of COUNTERS. */
  readonly counted: readonly number[];
  readonly progress: number;
  readonly nodes: readonly OpenNode[];
}

/** Those of a search, as bytes. */
export function writeOpenNodes(h: Heap): Uint8Array<ArrayBuffer> {
  const { I, setWords } = h;
  const cut = (from: number, count: number): Int32Array => I.subarray(from, from + count);
  const nodes: Int32Array[] = [];
  let size = HEADER;
  for (let place = h.frame; place !== 0; place = frameAt(h, place).parent) {
    const { head, tail, order, orderLength, state, openedTail } = frameAt(h, place);
    // A node without a tail stands for no solution.
    if (cut(tail, setWords).every((word) => word === 0)) continue;
    const node = new Int32Array(NODE_HEADER + 2 * setWords + orderLength);
    node.set([state, openedTail, orderLength]);
    node.set(cut(head, setWords), NODE_HEADER);
    node.set(cut(tail, setWords), NODE_HEADER + setWords);
    node.set(cut(order, orderLength), NODE_HEADER + 2 * setWords);
    nodes.push(node);
    size += node.length;
  }
  const words = new Int32Array(size);
  words.set([MAGIC, VERSION, h.opened, nodes.length]);
  const doubles = new Float64Array(words.buffer, 4 * COUNTED, COUNTERS.length + 1);
  doubles.set([...COUNTERS.map((name) => h[name]), h.progress]);
  let top = HEADER;
  for (const node of nodes.reverse()) {
    words.set(node, top);
    top += node.length;
  }
  return new Uint8Array(words.buffer);
}

/** Decodes open nodes from untrusted bytes; null if they do not fit this problem. */
export function readOpenNodes(bytes: Uint8Array, { values, setWords }: Heap): OpenNodes | null {
  if (bytes.length < 4 * HEADER || bytes.length % 4 !== 0) return null;
  const words = new Int32Array(bytes.slice().buffer);
  const [magic, version, opened, count] = words;
  if (magic !== MAGIC || version !== VERSION || !isWithin(opened, 1)) return null;
  const doubles = new Float64Array(words.buffer, 4 * COUNTED, COUNTERS.length + 1);
  const counted = Array.from(doubles.subarray(0, COUNTERS.length));
  const progress = doubles[COUNTERS.length];
  if (!counted.every((amount) => Number.isSafeInteger(amount) && amount >= 0)) return null;
  if (!(progress >= 0 && progress <= 1)) return null;
  if (!isWithin(count, opened === 0 ? 0 : values + 1)) return null;
  const nodes: OpenNode[] = [];
  let top = HEADER;
  for (let i = 0; i < count; i++) {
    const lists = top + NODE_HEADER;
    if (lists + 2 * setWords > words.length) return null;
    const [state, openedTail, orderLength] = words.subarray(top, lists);
    if (!isWithin(state, 2) || !isWithin(openedTail, values) || !isWithin(orderLength, values)) return null;
    top = lists + 2 * setWords + orderLength;
    if (top > words.length) return null;
    const head = words.slice(lists, lists + setWords);
    const tail = words.slice(lists + setWords, lists + 2 * setWords);
    const order = words.slice(lists + 2 * setWords, top);
    if (!order.every((value) => isWithin(value, values - 1))) return null;
    nodes.push({ head, tail, order, state, openedTail });
  }
  return top === words.length && isStack(nodes, values) ? { opened, counted, progress, nodes } : null;
}

/** Tests whether every node has a tail of existing values that its head lacks, and makes the cuts of the one below it and more. */
function isStack(nodes: readonly OpenNode[], values: number): boolean {
  return nodes.every(({ head, tail }, i) => {
    const isSet = [head, tail].every((set) => isSetOf(set, values));
    const isApart = head.every((word, w) => (word & tail[w]) === 0);
    const below = i === 0 ? null : nodes[i - 1].head;
    const isMore =
      below === null ||
      (below.every((word, w) => (word & ~head[w]) === 0) && below.some((word, w) => word !== head[w]));
    return isSet && isApart && isMore && tail.some((word) => word !== 0);
  });
}

const isWithin = (word: number, most: number): boolean => word >= 0 && word <= most;

/** Tests whether no bit at `values` or above is set. */
function isSetOf(set: Int32Array, values: number): boolean {
  return set.every((word, w) => {
    const left = values - 32 * w;
    return left >= 32 || (left <= 0 ? word === 0 : word >>> left === 0);
  });
}
