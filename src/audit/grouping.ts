import type { Codes, Table } from '../table/table.js';

/** One step of grouping: node j of this depth is the pair (node `parent[j]` of the depth before, code `code[j]`). */
export interface Depth {
  readonly count: number;
  /** [count] */
  readonly parent: Uint32Array;
  /** [count] */
  readonly code: Uint32Array;
}

/** Rows grouped by equal vectors of codes; groups are numbered by first appearance. The depths form a prefix tree. */
export interface Grouping {
  readonly count: number;
  /** [rows] */
  readonly groupOf: Uint32Array;
  /** [count] rows per group. */
  readonly sizes: Uint32Array;
  /** One entry a column, in the order of the columns. */
  readonly depths: readonly Depth[];
}

/** A column to group by: a code in [0, width) per row. */
export interface GroupColumn {
  readonly codes: Codes;
  readonly width: number;
}

/** Pairs in at most this many cells are looked up in a plain table instead of a hash table. */
const denseCells = 1 << 22;

/**
 * Groups rows by one column after the other: two rows are in one group exactly when they were in one group before and
 * have the same code in the column. Pairs are compared whole, whatever their hash.
 *
 * @param rows - number of rows
 * @param columns - columns to group by
 * @param start - [rows] groups to start from and their number; default: one group of all rows
 */
export function groupRows(rows: number, columns: readonly GroupColumn[], start?: Start): Grouping {
  return finish(groupInSteps({ entries: rows, weights: null }, columns, start)) as Grouping;
}

/**
 * Groups the entries of a table; sizes are rows, which an entry of a counted table stands for several of. `groupOf` is
 * [entries]. Yields between stretches of the work.
 *
 * @param nodeLimit - gives up (null) when the depths together have more nodes than this
 */
export function* groupInSteps(
  { entries, weights }: Entries,
  columns: readonly GroupColumn[],
  start?: Start,
  nodeLimit = Infinity,
): Generator<void, Grouping | null> {
  const groupOf = start === undefined ? new Uint32Array(entries) : start.groupOf.slice();
  let count = start === undefined ? Math.min(entries, 1) : start.count;
  let nodes = 0;
  const depths: Depth[] = [];
  for (const { codes, width } of columns) {
    const depth =
      count * width <= denseCells
        ? yield* refineDense(groupOf, count, codes, width)
        : yield* refineHashed(groupOf, count, codes, Math.min(entries, count * width));
    yield;
    count = depth.count;
    nodes += count;
    if (nodes > nodeLimit) return null;
    depths.push(depth);
  }
  const sizes = new Uint32Array(count);
  for (let entry = 0; entry < entries; entry++) sizes[groupOf[entry]] += weights === null ? 1 : weights[entry];
  return { count, groupOf, sizes, depths };
}

/** The result of work in steps, all at once. */
export function finish<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

interface Start {
  readonly groupOf: Uint32Array;
  readonly count: number;
}

/** The entries of a table, and the rows that each stands for (null: one). */
type Entries = Pick<Table, 'entries' | 'weights'>;

/** Entries between two pauses. */
const entriesAtOnce = 1 << 18;

function* refineDense(groupOf: Uint32Array, groups: number, codes: Codes, width: number): Generator<void, Depth> {
  const seen = new Uint32Array(groups * width);
  const list = new PairList(1024);
  for (let from = 0; from < groupOf.length; from += entriesAtOnce) {
    refineDensely(groupOf, codes, width, seen, list, from, Math.min(groupOf.length, from + entriesAtOnce));
    yield;
  }
  return list.finish();
}

function refineDensely(
  groupOf: Uint32Array,
  codes: Codes,
  width: number,
  seen: Uint32Array,
  list: PairList,
  from: number,
  to: number,
): void {
  for (let row = from; row < to; row++) {
    const cell = groupOf[row] * width + codes[row];
    let id = seen[cell];
    if (id === 0) {
      id = list.push(groupOf[row], codes[row]) + 1;
      seen[cell] = id;
    }
    groupOf[row] = id - 1;
  }
}

function* refineHashed(groupOf: Uint32Array, groups: number, codes: Codes, mostPairs: number): Generator<void, Depth> {
  const pairs = new Pairs(groups, mostPairs);
  for (let from = 0; from < groupOf.length; from += entriesAtOnce) {
    const to = Math.min(groupOf.length, from + entriesAtOnce);
    for (let row = from; row < to; row++) groupOf[row] = pairs.number(groupOf[row], codes[row]);
    yield;
  }
  return pairs.list.finish();
}

/**
 * Numbers pairs by first appearance. The first pair of a group stands beside the group, the others are hashed: groups of one or two rows, of
 * which there are many once many columns were looked at, hardly ever need the hash.
 */
class Pairs {
  readonly list = new PairList(1 << 6);
  /** [2 * groups] one more than the number of the group's first pair (0: none yet), and its code. */
  readonly #first: Uint32Array;
  #slots: Uint32Array;
  #bits = 4;
  #hashed = 0;

  constructor(groups: number, mostPairs: number) {
    this.#first = new Uint32Array(2 * groups);
    while (this.#bits < 24 && 2 ** this.#bits < mostPairs - groups) this.#bits++;
    this.#slots = new Uint32Array(2 ** this.#bits);
  }

  number(group: number, code: number): number {
    const first = this.#first;
    const known = first[2 * group];
    if (known === 0) {
      const id = this.list.push(group, code);
      first[2 * group] = id + 1;
      first[2 * group + 1] = code;
      return id;
    }
    return first[2 * group + 1] === code ? known - 1 : this.#numberHashed(group, code);
  }

  #numberHashed(group: number, code: number): number {
    const { list } = this;
    const slots = this.#slots;
    let at = hashPair(group, code) >>> (32 - this.#bits);
    let id = slots[at];
    while (id !== 0 && (list.parent[id - 1] !== group || list.code[id - 1] !== code)) {
      at = (at + 1) & (slots.length - 1);
      id = slots[at];
    }
    if (id !== 0) return id - 1;
    slots[at] = list.push(group, code) + 1;
    if (++this.#hashed * 2 > slots.length) this.#grow();
    return list.count - 1;
  }

  #grow(): void {
    const before = this.#slots;
    const slots = new Uint32Array(2 ** ++this.#bits);
    for (const id of before) {
      if (id === 0) continue;
      let at = hashPair(this.list.parent[id - 1], this.list.code[id - 1]) >>> (32 - this.#bits);
      while (slots[at] !== 0) at = (at + 1) & (slots.length - 1);
      slots[at] = id;
    }
    this.#slots = slots;
  }
}

/** 32 bits of two numbers. */
export function hashPair(group: number, code: number): number {
  let hash = Math.imul(group, 0x9e3779b1) ^ Math.imul(code + 0x7f4a7c15, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
  return (hash ^ (hash >>> 16)) >>> 0;
}

class PairList {
  count = 0;
  parent: Uint32Array;
  code: Uint32Array;
  constructor(capacity: number) {
    this.parent = new Uint32Array(capacity);
    this.code = new Uint32Array(capacity);
  }
  /** Number of the new pair. */
  push(parent: number, code: number): number {
    if (this.count === this.parent.length) {
      this.parent = doubled(this.parent);
      this.code = doubled(this.code);
    }
    this.parent[this.count] = parent;
    this.code[this.count] = code;
    return this.count++;
  }
  finish(): Depth {
    return { count: this.count, parent: this.parent.slice(0, this.count), code: this.code.slice(0, this.count) };
  }
}

function doubled(array: Uint32Array): Uint32Array {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** [columns][groups] code of every group in every column, read off the prefix tree. */
export function groupCodes(grouping: Grouping): Uint32Array[] {
  const at = new Uint32Array(grouping.count);
  for (let group = 0; group < grouping.count; group++) at[group] = group;
  const codes: Uint32Array[] = new Array<Uint32Array>(grouping.depths.length);
  for (let depth = grouping.depths.length - 1; depth >= 0; depth--) {
    const { parent, code } = grouping.depths[depth];
    const column = new Uint32Array(grouping.count);
    for (let group = 0; group < grouping.count; group++) {
      column[group] = code[at[group]];
      at[group] = parent[at[group]];
    }
    codes[depth] = column;
  }
  return codes;
}
