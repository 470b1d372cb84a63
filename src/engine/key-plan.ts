/**
 * How the codes of one row become a key, the same in both engines: a mixed-radix number in one 32-bit word while the
 * product of the code spaces allows it, else several words. Keys of different vectors always differ; no hash decides.
 */
export interface KeyPlan {
  /**
   * `direct`: one word below `keySpace`, which is small enough for a table of all keys; `hashed`: one word; `wide`:
   * several words, compared word by word.
   */
  readonly mode: 'direct' | 'hashed' | 'wide';
  /** Product of the code spaces when there is one word. */
  readonly keySpace: number;
  /** 32-bit words per key, at least 1. */
  readonly words: number;
  /** Columns that distinguish rows (code spaces above 1): index, word and factor. */
  readonly digits: readonly KeyDigit[];
}

interface KeyDigit {
  readonly column: number;
  readonly word: number;
  /** The code is multiplied by this, below 2^32. */
  readonly stride: number;
}

const WORD = 0x100000000;
/** Key spaces up to this always have a table of all keys, which is kept clean between calls. */
export const SMALL_KEY_SPACE = 0x10000;

/** Plans the keys of rows with code spaces `sizes`. Columns are packed in order. */
export function planKeys(sizes: readonly number[], rows: number): KeyPlan {
  const digits: KeyDigit[] = [];
  let word = 0;
  let stride = 1;
  for (let column = 0; column < sizes.length; column++) {
    const size = sizes[column];
    if (size === 1) continue;
    if (stride * size > WORD) {
      word++;
      stride = 1;
    }
    digits.push({ column, word, stride });
    stride *= size;
  }
  const words = word + 1;
  const keySpace = stride;
  const direct = words === 1 && (keySpace <= SMALL_KEY_SPACE || keySpace <= 4 * rows);
  return { mode: words > 1 ? 'wide' : direct ? 'direct' : 'hashed', keySpace, words, digits };
}

/** Distinct keys from which a table no longer fits the nearer caches. */
const MANY_KEYS = 0x4000;
/** Rows that one partition should have. */
const PARTITION_ROWS = 8192;

/**
 * True when rows are better dealt out to partitions: `length` keys were found in the first `done` of `rows` rows, many
 * for the caches, and most rows are still to come, so that beginning again costs little.
 */
export function shouldPartition(plan: KeyPlan, length: number, done: number, rows: number): boolean {
  return plan.mode === 'hashed' && length >= MANY_KEYS && rows - done >= 3 * done;
}

/** log2 of the number of partitions, 6 .. 8: more would scatter to more places than caches follow. */
export function partitionBits(rows: number): number {
  let bits = 6;
  while (bits < 8 && rows / 2 ** bits > PARTITION_ROWS) bits++;
  return bits;
}

/** Largest share of a hash table's slots that is filled: fuller tables were slower, collisions being unforeseeable. */
export const SLOT_FILL = 0.5;

/** Slots, a power of two, of which `rows` keys fill SLOT_FILL at most. */
export function slotsFor(rows: number): number {
  let slots = 16;
  while (SLOT_FILL * slots < rows) slots *= 2;
  return slots;
}

/** Keys to have room for: what is likely for few rows at once, then twice as many each time. */
export function nextCapacity(capacity: number, rowsLeft: number): number {
  if (capacity > 0) return 2 * capacity;
  return rowsLeft <= 4096 ? rowsLeft : Math.min(16384, Math.floor(rowsLeft / 2));
}
