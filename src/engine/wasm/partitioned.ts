import { partitionBits, slotsFor } from '../key-plan.js';
import type { WasmInstance } from './instantiate.js';
import { partitionedGrouping } from './layouts.js';

/** Rows per call, see grouping.ts. */
const CALL_ROWS = 0x10000;

/** Rows merged by equal keys, in scratch that the caller releases. */
export interface Grouping {
  readonly length: number;
  /** u32[length] first row of every key. */
  readonly firstPtr: number;
  /** u32[length] sums of the weights. */
  readonly countsPtr: number;
}

/**
 * Merges rows with many distinct keys of one word, partition by partition; results as of Grouper.group, in scratch.
 * Takes 8 bytes a row of scratch, and 4 more without `idsPtr`.
 */
export function groupPartitioned(
  { kernels, memory }: WasmInstance,
  rows: number,
  columnsPtr: number,
  columnCount: number,
  weightsPtr: number,
  idsPtr: number,
): Grouping {
  const bits = partitionBits(rows);
  const partitions = 1 << bits;
  // The numbers of rows are written last: until then their place holds the keys.
  const keysPtr = idsPtr === 0 ? memory.scratch(rows * 4) : idsPtr;
  const pairsPtr = memory.scratch(rows * 8);
  const cursorsPtr = memory.scratch(partitions * 4);
  const state = memory.scratchFields(partitionedGrouping, {
    columns: columnsPtr,
    columnCount,
    keys: keysPtr,
    pairs: pairsPtr,
    shift: 32 - bits,
    cursors: cursorsPtr,
    weights: weightsPtr,
  });
  const lengthNow = (): number => memory.field(state, partitionedGrouping, 'length');
  memory.u32(cursorsPtr, partitions).fill(0);
  const eachCall = (rowCount: number, call: (from: number, to: number) => void): void => {
    for (let from = 0; from < rowCount; from += CALL_ROWS) call(from, Math.min(rowCount, from + CALL_ROWS));
  };
  eachCall(rows, (from, to) => kernels.countPartitions(state, from, to));

  const starts = new Uint32Array(partitions + 1);
  const cursors = memory.u32(cursorsPtr, partitions);
  let largest = 0;
  for (let p = 0; p < partitions; p++) {
    largest = Math.max(largest, cursors[p]);
    starts[p + 1] = starts[p] + cursors[p];
    cursors[p] = starts[p];
  }
  eachCall(rows, (from, to) => kernels.scatterRows(state, from, to));

  const slotsPtr = memory.scratch(slotsFor(largest) * 8);
  memory.setFields(state, partitionedGrouping, { slots: slotsPtr });
  let capacity = 0;
  for (let p = 0; p < partitions; p++) {
    const pairs = starts[p + 1] - starts[p];
    const length = lengthNow();
    if (length + pairs > capacity) {
      capacity = Math.min(rows, Math.max(length + pairs, 2 * capacity));
      growArray(memory, state, 'first', length, capacity);
      growArray(memory, state, 'counts', length, capacity);
    }
    const slots = slotsFor(pairs);
    memory.u8(slotsPtr, slots * 8).fill(0);
    memory.setFields(state, partitionedGrouping, { slotMask: slots - 1 });
    kernels.numberPartition(state, starts[p], starts[p + 1]);
  }

  const length = lengthNow();
  const words = Math.ceil(rows / 32);
  const bitsPtr = memory.scratch(words * 4);
  const firstPtr = memory.scratch(length * 4);
  const countsPtr = memory.scratch(length * 4);
  memory.setFields(state, partitionedGrouping, {
    bits: bitsPtr,
    ranks: memory.scratch(words * 4),
    bitWords: words,
    firstByNumber: firstPtr,
    countByNumber: countsPtr,
    numbers: memory.scratch(length * 4),
  });
  memory.u8(bitsPtr, words * 4).fill(0);
  kernels.renumber(state);
  if (idsPtr !== 0) eachCall(rows, (from, to) => kernels.spreadIds(state, from, to, idsPtr));
  return { length, firstPtr, countsPtr };
}

function growArray(
  memory: WasmInstance['memory'],
  state: number,
  name: 'first' | 'counts',
  length: number,
  capacity: number,
): void {
  const old = memory.field(state, partitionedGrouping, name);
  // One more than the capacity: kernels write the next first row before they know whether it is one.
  const bytes = (capacity + 1) * 4;
  const ptr = memory.scratch(bytes);
  memory.u8(ptr, bytes).fill(0);
  if (old !== 0) {
    memory.u8(0, memory.bytes).copyWithin(ptr, old, old + length * 4);
    memory.releaseOne(old);
  }
  memory.setFields(state, partitionedGrouping, { [name]: ptr });
}
