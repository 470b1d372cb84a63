import {
  nextCapacity,
  planKeys,
  shouldPartition,
  SLOT_FILL,
  SMALL_KEY_SPACE,
  slotsFor,
  type KeyPlan,
} from '../key-plan.js';
import { hashWord, hashWords } from './hash.js';
import { CHUNK_ROWS, KeyMaker, type SourceColumn } from './keys.js';
import { groupPartitioned } from './partitioned.js';

/** Rows merged by equal keys, numbered by first appearance. */
export interface Grouping {
  /** Number of distinct keys. */
  readonly length: number;
  /** [length] first row of every key; longer arrays are cut by the caller. */
  readonly first: Uint32Array;
  /** [length] sum of the weights. */
  readonly counts: Uint32Array;
}

/** Memory that groupings of one engine share: tables that are clean (all 0) between calls. */
export class GroupingScratch {
  /** [65536] key -> number + 1 of a small key space. */
  readonly small = new Int32Array(SMALL_KEY_SPACE);
  /** Slots of the hash table: key or hash, number + 1. Grown on demand. */
  slots = new Int32Array(0);

  /** Zeroes what held data. */
  clear(): void {
    this.small.fill(0);
    this.slots.fill(0);
  }
}

/** Numbers of keys, and what grows with them. */
class GroupTable {
  length = 0;
  capacity = 0;
  first: Uint32Array = new Uint32Array(0);
  counts: Uint32Array = new Uint32Array(0);
  /** [capacity * words] keys by number. */
  keys = new Int32Array(0);
  slots = new Int32Array(0);
  slotCount = 0;

  constructor(
    readonly plan: KeyPlan,
    readonly scratch: GroupingScratch,
  ) {
    if (plan.mode === 'direct') {
      this.slots = plan.keySpace <= SMALL_KEY_SPACE ? scratch.small : new Int32Array(plan.keySpace);
    }
  }

  /** True when `more` new keys would not fit. */
  isFull(more: number): boolean {
    return this.length + more > this.capacity;
  }

  /** Makes room for `more` new keys. */
  reserve(more: number, rowsLeft: number): void {
    const needed = this.length + more;
    if (needed <= this.capacity) return;
    const wanted = Math.max(needed, Math.min(this.length + rowsLeft, nextCapacity(this.capacity, rowsLeft)));
    const slotCount = slotsFor(wanted);
    const capacity = this.plan.mode === 'direct' ? Math.max(wanted, this.capacity * 2) : SLOT_FILL * slotCount;
    this.first = grow(this.first, capacity, this.length);
    this.counts = grow(this.counts, capacity, this.length);
    const keys = new Int32Array(capacity * this.plan.words);
    keys.set(this.keys.subarray(0, this.length * this.plan.words));
    this.keys = keys;
    this.capacity = capacity;
    if (this.plan.mode !== 'direct') this.#rehash(slotCount);
  }

  #rehash(slotCount: number): void {
    const { scratch } = this;
    if (scratch.slots.length < 2 * slotCount) scratch.slots = new Int32Array(2 * slotCount);
    else scratch.slots.fill(0, 0, 2 * this.slotCount);
    this.slots = scratch.slots;
    this.slotCount = slotCount;
    const mask = slotCount - 1;
    const { words } = this.plan;
    for (let id = 0; id < this.length; id++) {
      const tag = words === 1 ? this.keys[id] : hashWords(this.keys, id * words, 1, words);
      let slot = hashWord(tag) & mask;
      while (this.slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask;
      this.slots[2 * slot] = tag;
      this.slots[2 * slot + 1] = id + 1;
    }
  }

  /** Leaves the shared tables clean. */
  finish(): void {
    if (this.plan.mode !== 'direct') this.scratch.slots.fill(0, 0, 2 * this.slotCount);
    else if (this.slots === this.scratch.small) {
      for (let id = 0; id < this.length; id++) this.slots[this.keys[id]] = 0;
    }
  }
}

function grow(values: Uint32Array, capacity: number, used: number): Uint32Array {
  const grown = new Uint32Array(capacity);
  grown.set(values.subarray(0, used));
  return grown;
}

/**
 * Merges rows 0 .. rows - 1 by the vectors of `columns`; the twin of assembly/grouping.ts.
 *
 * weights  [rows] or null: what a row counts, default 1; the sum stays below 2^32
 * ids      [rows] or null: out, the number of every row's vector
 * Without `wantsCounts` the counts may be missing.
 */
export function groupRows(
  rows: number,
  columns: readonly SourceColumn[],
  weights: Uint32Array | null,
  ids: Uint32Array | null,
  scratch: GroupingScratch,
  { wantsCounts = true }: { readonly wantsCounts?: boolean } = {},
): Grouping {
  const plan = planKeys(
    columns.map((column) => column.size),
    rows,
  );
  const maker = new KeyMaker(plan, columns);
  const table = new GroupTable(plan, scratch);
  const numbers = new Int32Array(Math.min(CHUNK_ROWS, rows));
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    if (table.isFull(CHUNK_ROWS) && shouldPartition(plan, table.length, from, rows)) {
      table.finish();
      return groupPartitioned(rows, maker, weights, ids);
    }
    const count = Math.min(CHUNK_ROWS, rows - from);
    maker.make(from, count);
    table.reserve(count, rows - from);
    if (plan.mode === 'direct') numberDirect(table, maker.keys, from, count, numbers);
    else if (plan.mode === 'hashed') numberHashed(table, maker.keys, from, count, numbers);
    else numberWide(table, maker.keys, from, count, numbers);
    if (ids !== null) ids.set(count === numbers.length ? numbers : numbers.subarray(0, count), from);
    if (!wantsCounts) continue;
    if (weights === null) countRows(table.counts, numbers, count);
    else weighRows(table.counts, numbers, weights, from, count);
  }
  table.finish();
  return table;
}

function countRows(counts: Uint32Array, numbers: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) counts[numbers[i]]++;
}

function weighRows(counts: Uint32Array, numbers: Int32Array, weights: Uint32Array, from: number, count: number): void {
  for (let i = 0; i < count; i++) counts[numbers[i]] += weights[from + i];
}

function numberDirect(table: GroupTable, keys: Int32Array, from: number, count: number, numbers: Int32Array): void {
  const { slots, first, keys: keyOf } = table;
  let length = table.length;
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    let id = slots[key] - 1;
    if (id < 0) {
      id = length++;
      slots[key] = length;
      first[id] = from + i;
      keyOf[id] = key;
    }
    numbers[i] = id;
  }
  table.length = length;
}

function numberHashed(table: GroupTable, keys: Int32Array, from: number, count: number, numbers: Int32Array): void {
  const { slots, first, keys: keyOf } = table;
  const mask = table.slotCount - 1;
  let length = table.length;
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    let slot = (hashWord(key) & mask) << 1;
    let id = slots[slot + 1] - 1;
    while (id >= 0 && slots[slot] !== key) {
      slot = (slot + 2) & (2 * mask + 1);
      id = slots[slot + 1] - 1;
    }
    if (id < 0) {
      id = length++;
      slots[slot] = key;
      slots[slot + 1] = length;
      first[id] = from + i;
      keyOf[id] = key;
    }
    numbers[i] = id;
  }
  table.length = length;
}

function numberWide(table: GroupTable, keys: Int32Array, from: number, count: number, numbers: Int32Array): void {
  const { slots, first, keys: keyOf } = table;
  const { words } = table.plan;
  const mask = table.slotCount - 1;
  let length = table.length;
  for (let i = 0; i < count; i++) {
    const hash = hashWords(keys, i, CHUNK_ROWS, words);
    let slot = (hashWord(hash) & mask) << 1;
    let id = slots[slot + 1] - 1;
    while (id >= 0 && !(slots[slot] === hash && sameKey(keyOf, id * words, keys, i, words))) {
      slot = (slot + 2) & (2 * mask + 1);
      id = slots[slot + 1] - 1;
    }
    if (id < 0) {
      id = length++;
      slots[slot] = hash;
      slots[slot + 1] = length;
      first[id] = from + i;
      for (let word = 0; word < words; word++) keyOf[id * words + word] = keys[word * CHUNK_ROWS + i];
    }
    numbers[i] = id;
  }
  table.length = length;
}

function sameKey(keyOf: Int32Array, start: number, keys: Int32Array, row: number, words: number): boolean {
  for (let word = 0; word < words; word++) if (keyOf[start + word] !== keys[word * CHUNK_ROWS + row]) return false;
  return true;
}
