import type { CellBatch, Taken } from '../../table/line-cache.js';
import type { Kernels } from './kernels.js';
import { cellBatch, cellSlot } from './layouts.js';

/** Slots, half of which are filled at most, and bytes of the cells. */
const SLOTS = 1 << 15;
const POOL_BYTES = 1 << 20;
const MOST_COLUMNS = 256;
const MOST_KEPT = 64;
const BATCH_ROWS = 4096;
const SKIPPED = 0xffffffff;
/** Bytes of all of it, for the most columns. */
export const CELLS_BYTES =
  cellBatch.bytes + SLOTS * cellSlot.bytes + POOL_BYTES + MOST_COLUMNS * 4 + (MOST_KEPT + 2) * BATCH_ROWS * 4;

/** Shape of the cells of a batch. */
interface Cells {
  /** [columns] which columns have codes. */
  readonly kept: readonly boolean[];
  readonly delimiter: number;
  /** Most bytes of a cell of the other columns. */
  readonly maxField: number;
  /** Two odd words that cells are hashed with. */
  readonly key: Uint32Array;
}

/** The batch, and the kernel that fills it. */
export interface WasmCellBatch extends CellBatch {
  /** Runs `LineCache.take` with the memo at `memo`, from one address to another; `at` is one, too. */
  take(memo: number, from: number, to: number, row: number, number: number): Taken;
}

/**
 * The batch of a line cache, in the memo's memory.
 *
 * @param state where its {@link CELLS_BYTES} begin, a multiple of 8; all of them 0
 * @param baseOf address of byte 0 of what the memo looks at
 * @returns null for more columns than it takes
 */
export function openCellBatch(
  kernels: Kernels,
  memory: ArrayBuffer,
  state: number,
  { kept, delimiter, maxField, key }: Cells,
  baseOf: () => number | null,
): WasmCellBatch | null {
  const keptColumns = kept.filter((each) => each).length;
  if (kept.length > MOST_COLUMNS || keptColumns > MOST_KEPT) return null;
  const slots = state + cellBatch.bytes;
  const pool = slots + SLOTS * cellSlot.bytes;
  const placesOf = pool + POOL_BYTES;
  const batch = placesOf + MOST_COLUMNS * 4;
  const words = new Uint32Array(memory, state, cellBatch.bytes / 4);
  const set = (name: keyof typeof cellBatch.fields, ...values: readonly number[]): void =>
    words.set(values, cellBatch.fields[name].offset / 4);
  const get = (name: keyof typeof cellBatch.fields): number => words[cellBatch.fields[name].offset / 4];
  const four = delimiter * 0x01010101;
  set('key', ...key);
  set('delimiters', four, four);
  set('slots', slots);
  set('slotCount', SLOTS);
  set('pool', pool);
  set('poolEnd', placesOf);
  set('columns', kept.length);
  set('batch', batch);
  set('placeOf', placesOf);
  set('kept', keptColumns);
  set('rows', BATCH_ROWS);
  set('longestSkipped', Math.min(maxField, 0x7fffffff));
  let next = 0;
  const places = new Uint32Array(memory, placesOf, kept.length);
  kept.forEach((isKept, column) => (places[column] = isKept ? next++ : SKIPPED));
  const arrayAt = (index: number): Uint32Array<ArrayBuffer> =>
    new Uint32Array(memory, batch + index * BATCH_ROWS * 4, BATCH_ROWS);
  return {
    rows: BATCH_ROWS,
    codes: kept.map((isKept, column) => (isKept ? arrayAt(places[column]) : new Uint32Array(0))),
    numbers: arrayAt(keptColumns),
    lines: new Int32Array(memory, batch + (keptColumns + 1) * BATCH_ROWS * 4, BATCH_ROWS),
    take: (memo, from, to, row, number) => {
      set('row', row);
      const at = kernels.cellsTake(memo, state, from, to, number) >>> 0;
      return { at, row: get('row'), repeats: get('repeats'), crlf: get('crlf') };
    },
    teach: (column, from, to, code) => {
      const base = baseOf();
      if (base !== null) kernels.cellAdd(state, column, base + from, base + to, code);
    },
  };
}
