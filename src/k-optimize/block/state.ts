import { smallestOf } from '../../base/sequences.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { FIRST_ADDRESS, FIRST_WORD, HEADER_WORDS } from '../search/context.js';
import { frameAt, Heap } from '../search/heap.js';
import { COUNTERS } from './open-nodes.js';

/**
 * A saved search, in 32-bit words: MAGIC, VERSION, 1 when it has ended, attributes, words of the
 * block; for every attribute the number of its cuts; the cuts; the block up to its first free word.
 */
const MAGIC = 0x4f4b484b;
/** Raised whenever the meaning of a block changes: a state of another version is refused. */
const VERSION = 4;
const HEADER = 5;

interface State {
  readonly cuts: readonly Uint32Array[];
  readonly words: Int32Array;
  readonly done: boolean;
}

export function writeState(
  cuts: readonly Uint32Array[],
  words: Int32Array,
  { done }: { readonly done: boolean },
): Uint8Array<ArrayBuffer> {
  const values = cuts.reduce((sum, list) => sum + list.length, 0);
  const all = new Int32Array(HEADER + cuts.length + values + words.length);
  all.set([MAGIC, VERSION, done ? 1 : 0, cuts.length, words.length]);
  let top = HEADER;
  for (const list of cuts) all[top++] = list.length;
  for (const list of cuts) {
    all.set(list, top);
    top += list.length;
  }
  all.set(words, top);
  return new Uint8Array(all.buffer);
}

/** Throws InvalidArgumentError `WRONG_STATE`. */
export function wrongState(): never {
  throw new InvalidArgumentError('state', 'a search that this version saved', 'other bytes', 'WRONG_STATE');
}

/** Throws InvalidArgumentError `WRONG_STATE`. */
export function readState(state: Uint8Array): State {
  const wrong = wrongState;
  if (state.length < 4 * HEADER || state.length % 4 !== 0) wrong();
  const all = new Int32Array(state.buffer.slice(state.byteOffset, state.byteOffset + state.length) as ArrayBuffer);
  const [magic, version, done, attributes, size] = all;
  if (magic !== MAGIC || version !== VERSION || attributes < 0 || all.length < HEADER + attributes) wrong();
  let top = HEADER + attributes;
  const cuts = Array.from(all.subarray(HEADER, top), (length) => {
    const list = Uint32Array.from(all.subarray(top, top + length));
    top += length;
    return list;
  });
  const words = all.subarray(top);
  if (words.length !== size || size < HEADER_WORDS) wrong();
  return { cuts, words, done: done !== 0 };
}

/** All that makes a problem, as bytes: its cuts, conditions and rules, its vectors with their counts and labels; not its costs. */
export function problemOf(cuts: readonly Uint32Array[], h: Heap): Uint8Array<ArrayBuffer> {
  const { I, rows, rawCells, rawCount, stride, modelTable, weights, widthTables, cellWidths } = h;
  const lists = [
    [VERSION, rows, cuts.length, ...cuts.map(({ length }) => length)],
    ...cuts,
    I.subarray(FIRST_WORD, FIRST_ADDRESS),
    I.subarray(modelTable, 2 * weights),
    I.subarray(widthTables, 2 * cellWidths),
    I.subarray(rawCells, rawCells + rawCount * stride),
  ];
  const words = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let top = 0;
  for (const list of lists) {
    words.set(list, top);
    top += list.length;
  }
  return new Uint8Array(words.buffer);
}

/**
 * Takes the open frames nearest to the root off a search: every frame of the stack stands for the solutions of its head
 * and some of its tail that its children did not take, so frames represent disjoint subtrees. Returns the words of a block
 * of its own that has these frames alone, null when not at least two frames have a tail.
 */
export function splitFrames(h: Heap): Int32Array | null {
  const { I } = h;
  const stack: number[] = [];
  for (let place = h.frame; place !== 0; place = frameAt(h, place).parent) stack.push(place);
  stack.reverse();
  const tailOf = (place: number): Int32Array => I.subarray(frameAt(h, place).tail, frameAt(h, place).tail + h.setWords);
  const isOpen = (place: number): boolean => tailOf(place).some((word) => word !== 0);
  const given = stack.findIndex(isOpen);
  if (given < 0 || !stack.slice(given + 1).some(isOpen)) return null;
  const { end } = frameAt(h, stack[given]);
  const words = I.slice(0, end + (end & 1));
  const part = new Heap(words, new Float64Array(words.buffer));
  part.frame = stack[given];
  part.top = end;
  part.found = Infinity;
  for (const counter of COUNTERS) part[counter] = 0;
  part.progress = 0;
  h.progress = 0;
  const left = tailOf(stack[given]).reduce((sum, word) => sum + countBits(word), 0);
  for (const above of stack.slice(0, given + 1)) {
    tailOf(above).fill(0);
    // Shares of progress: what was given away counts as one child, the one that is open.
    frameAt(h, above).openedTail = frameAt(part, above).openedTail = 1;
  }
  frameAt(part, stack[given]).openedTail = left;
  const bounds = stack
    .slice(given + 1)
    .filter(isOpen)
    .map((place) => frameAt(h, place).bound);
  h.lowerBound = Math.min(h.best, Math.max(h.lowerBound, smallestOf(bounds)));
  return words.subarray(0, end);
}

/** Values that the open frame nearest to the root, which `splitFrames` takes off, may still make next; 0 when there is none. */
export function countBranches(h: Heap): number {
  let count = 0;
  for (let place = h.frame; place !== 0; place = frameAt(h, place).parent) {
    const { tail } = frameAt(h, place);
    const left = h.I.subarray(tail, tail + h.setWords).reduce((sum, word) => sum + countBits(word), 0);
    if (left > 0) count = left;
  }
  return count;
}

function countBits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
