import {
  nextCapacity,
  planKeys,
  shouldPartition,
  SLOT_FILL,
  SMALL_KEY_SPACE,
  slotsFor,
  type KeyPlan,
} from '../key-plan.js';
import type { WasmInstance } from './instantiate.js';
import { grouping, keyColumn } from './layouts.js';
import { groupPartitioned, type Grouping } from './partitioned.js';

/** Rows of one chunk of keys (assembly/keys.ts). */
const CHUNK_ROWS = 2048;
/** Rows per call: short enough that the host replaces baseline code by optimized code soon. */
const CALL_ROWS = 0x10000;
/** Largest domain whose digits SIMD finds by swizzles. */
const LEVEL_DOMAIN = 128;

const MODES: Record<KeyPlan['mode'], number> = { direct: 0, hashed: 1, wide: 2 };

/** One column of the rows that are merged. */
export interface SourceColumn {
  readonly ptr: number;
  readonly width: 1 | 2 | 4;
  /** Code space before and after `map`. */
  readonly domain: number;
  readonly size: number;
  readonly map: Uint32Array | null;
}

/** Merges rows; holds the table of small key spaces, which is clean (all 0) between calls. */
export class Grouper {
  readonly #instance: WasmInstance;
  #small = 0;

  constructor(instance: WasmInstance) {
    this.#instance = instance;
  }

  /**
   * Merges rows 0 .. rows - 1 by the vectors of `columns`. Call between mark and release: everything is taken from
   * scratch. `weightsPtr` u32[rows] or 0; `idsPtr` u32[rows] or 0 receives the number of every row's vector.
   * Without `wantsCounts` the counts may be missing.
   * Throws CapacityError; then nothing was changed.
   */
  group(
    rows: number,
    columns: readonly SourceColumn[],
    weightsPtr: number,
    idsPtr: number,
    wantsCounts = true,
  ): Grouping {
    const { kernels, memory } = this.#instance;
    const plan = planKeys(
      columns.map((column) => column.size),
      rows,
    );
    const small = plan.mode === 'direct' && plan.keySpace <= SMALL_KEY_SPACE;
    if (small && this.#small === 0) {
      this.#small = memory.allocate(SMALL_KEY_SPACE * 4);
      memory.u32(this.#small, SMALL_KEY_SPACE).fill(0);
    }
    const columnsPtr = this.#writeColumns(plan, columns);
    const keysPtr = memory.scratch(plan.words * CHUNK_ROWS * 4);
    const numbersPtr = memory.scratch(CHUNK_ROWS * 4);
    let slotsPtr = 0;
    if (small) slotsPtr = this.#small;
    else if (plan.mode === 'direct') {
      slotsPtr = memory.scratch(plan.keySpace * 4);
      memory.u8(slotsPtr, plan.keySpace * 4).fill(0);
    }
    const state = memory.scratchFields(grouping, {
      columns: columnsPtr,
      columnCount: plan.digits.length,
      words: plan.words,
      keys: keysPtr,
      mode: MODES[plan.mode],
      slots: slotsPtr,
      ids: idsPtr,
      weights: weightsPtr,
      numbers: numbersPtr,
    });
    const field = (name: 'slots' | 'first' | 'counts' | 'keyOf' | 'length'): number =>
      memory.field(state, grouping, name);
    try {
      let from = 0;
      while (from < rows) {
        if (shouldPartition(plan, field('length'), from, rows)) {
          for (const name of ['first', 'counts', 'keyOf', 'slots'] as const) memory.releaseOne(field(name));
          return groupPartitioned(this.#instance, rows, columnsPtr, plan.digits.length, weightsPtr, idsPtr);
        }
        this.#reserve(plan, state, Math.min(CHUNK_ROWS, rows - from), rows - from, wantsCounts);
        const to = Math.min(rows, from + CALL_ROWS);
        from = kernels.groupRows(state, from, to) >>> 0;
      }
    } finally {
      if (small && field('length') > 0) kernels.cleanDirect(state);
    }
    return { length: field('length'), firstPtr: field('first'), countsPtr: field('counts') };
  }

  /** Makes room for `more` new keys; capacities double, slots too. */
  #reserve(plan: KeyPlan, state: number, more: number, rowsLeft: number, wantsCounts: boolean): void {
    const { kernels, memory } = this.#instance;
    const old = memory.fields(state, grouping);
    const { length } = old;
    if (length + more <= old.capacity) return;
    const wanted = Math.max(length + more, Math.min(length + rowsLeft, nextCapacity(old.capacity, rowsLeft)));
    const slotCount = slotsFor(wanted);
    const capacity = plan.mode === 'direct' ? Math.max(wanted, old.capacity * 2) : SLOT_FILL * slotCount;
    const keyBytes = plan.words * 4;
    // One more than the capacity: kernels write the next key before they know whether it is new.
    const first = memory.scratch((capacity + 1) * 4);
    const counts = wantsCounts ? memory.scratch(capacity * 4) : 0;
    const keyOf = memory.scratch((capacity + 1) * keyBytes);
    let slots = old.slots;
    if (plan.mode !== 'direct') {
      slots = memory.scratch(slotCount * 8);
      memory.u8(slots, slotCount * 8).fill(0);
    }
    const bytes = memory.u8(0, memory.bytes);
    bytes.copyWithin(first, old.first, old.first + length * 4);
    if (wantsCounts) {
      bytes.copyWithin(counts, old.counts, old.counts + length * 4);
      bytes.fill(0, counts + length * 4, counts + capacity * 4);
    }
    bytes.copyWithin(keyOf, old.keyOf, old.keyOf + length * keyBytes);
    memory.writeFields(state, grouping, { ...old, first, counts, keyOf, slots, slotMask: slotCount - 1, capacity });
    if (plan.mode !== 'direct') kernels.rehash(state);
    if (old.first !== 0) {
      memory.releaseOne(old.first);
      memory.releaseOne(old.counts);
      memory.releaseOne(old.keyOf);
      if (plan.mode !== 'direct') memory.releaseOne(old.slots);
    }
  }

  #writeColumns(plan: KeyPlan, columns: readonly SourceColumn[]): number {
    const { memory } = this.#instance;
    const block = memory.scratch(Math.max(1, plan.digits.length) * keyColumn.bytes);
    plan.digits.forEach(({ column, word, stride }, index) => {
      const { ptr, width, domain, size, map } = columns[column];
      let table = 0;
      let levels = 0;
      const blocks = Math.ceil(domain / 16);
      if (width === 1 && map !== null && domain <= LEVEL_DOMAIN && size <= 256) {
        levels = memory.scratch(blocks * 16);
        const bytes = memory.u8(levels, blocks * 16);
        bytes.fill(0);
        bytes.set(map);
      } else if (map !== null) {
        table = memory.scratch(domain * 4);
        const entries = memory.u32(table, domain);
        for (let code = 0; code < domain; code++) entries[code] = Math.imul(map[code], stride);
      }
      const fields = { codes: ptr, width, table, stride, word, levels, blocks };
      memory.writeFields(block + index * keyColumn.bytes, keyColumn, fields);
    });
    return block;
  }
}
