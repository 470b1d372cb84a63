import type { CellBatch } from '../../table/line-memo.js';
import type { Kernels } from './kernels.js';

/** Bytes of the state (assembly/cells.ts), of the slots, half of which are filled at most, and of the cells. */
const STATE_BYTES = 72;
const SLOTS = 1 << 15;
const SLOT_BYTES = 8;
const POOL_BYTES = 1 << 20;
const MOST_COLUMNS = 256;
const MOST_KEPT = 64;
export const BATCH_ROWS = 4096;
const SKIPPED = 0xffffffff;
/** Bytes of all of it, for the most columns. */
export const CELLS_BYTES =
  STATE_BYTES + SLOTS * SLOT_BYTES + POOL_BYTES + MOST_COLUMNS * 4 + (MOST_KEPT + 2) * BATCH_ROWS * 4;

/** Drawn once per process. */
let key: Uint32Array | null = null;

/**
 * The batch of a memo of lines, in the memo's memory.
 *
 * @param state where its {@link CELLS_BYTES} begin, a multiple of 8; all of them 0
 * @param kept [columns] which columns have codes
 * @param baseOf address of byte 0 of what the memo looks at
 * @returns null for more columns than it takes
 */
export function openCellBatch(
  kernels: Kernels,
  memory: ArrayBuffer,
  state: number,
  { kept, delimiter, maxField }: { readonly kept: readonly boolean[]; readonly delimiter: number; maxField: number },
  baseOf: () => number | null,
): (CellBatch & { readonly words: Uint32Array }) | null {
  const keptColumns = kept.filter((each) => each).length;
  if (kept.length > MOST_COLUMNS || keptColumns > MOST_KEPT) return null;
  key ??= crypto.getRandomValues(new Uint32Array(2)).map((word) => word | 1);
  const slots = state + STATE_BYTES;
  const pool = slots + SLOTS * SLOT_BYTES;
  const numbersOf = pool + POOL_BYTES;
  const batch = numbersOf + MOST_COLUMNS * 4;
  const words = new Uint32Array(memory, state, STATE_BYTES / 4);
  const four = delimiter * 0x01010101;
  words.set([key[0], key[1], four, four, slots, SLOTS, 0, pool, numbersOf, kept.length, batch, numbersOf]);
  words.set([BATCH_ROWS, keptColumns, Math.min(maxField, 0x7fffffff)], 12);
  let next = 0;
  const numbers = new Uint32Array(memory, numbersOf, kept.length);
  kept.forEach((isKept, column) => (numbers[column] = isKept ? next++ : SKIPPED));
  const arrayAt = (index: number): Uint32Array<ArrayBuffer> =>
    new Uint32Array(memory, batch + index * BATCH_ROWS * 4, BATCH_ROWS);
  return {
    words,
    rows: BATCH_ROWS,
    codes: kept.map((isKept, column) => (isKept ? arrayAt(numbers[column]) : new Uint32Array(0))),
    numbers: arrayAt(keptColumns),
    lines: new Int32Array(memory, batch + (keptColumns + 1) * BATCH_ROWS * 4, BATCH_ROWS),
    teach: (column, from, to, code) => {
      const base = baseOf();
      if (base !== null) kernels.cellAdd(state, column, base + from, base + to, code);
    },
  };
}
