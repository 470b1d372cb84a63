/** Rows of a table that are equal in all columns. */
import type { Steps } from '../../base/steps.js';
import type { Table } from '../../table/table.js';
import { logarithm } from '../../base/elementary.js';

/** Rows that all stand several times. */
interface EqualRows {
  /** Different rows. */
  readonly values: number;
  /** Most rows that are equal. */
  readonly most: number;
  /** Number of times that nearly every row stands, or a divisor of that. */
  readonly times: number;
  /** Different rows that stand another number of times. */
  readonly exceptions: number;
}

/** Entries between two yields. */
const ENTRIES_AT_ONCE = 1 << 15;
/** Minimum share of the different rows that stand a multiple of one number of times. */
const NEARLY_ALL = 0.95;
/** Largest number of times that is looked for. */
const MOST_TIMES = 64;
/** Rows that are drawn stand a multiple of m times with a probability of about 1/m: all of n with m^-n, here below e^-20. */
const STRENGTH = 20;

/** Finds out whether every row of a table stands twice, three times or a multiple of that: an export that was appended to itself. */
export function* findEqualRows(table: Table): Steps<EqualRows | null> {
  const counts = yield* countEqual(table);
  if (counts === null) return null;
  let most = 0;
  for (const count of counts) most = Math.max(most, count);
  for (let times = Math.min(MOST_TIMES, most); times >= 2; times--) {
    const fitting = counts.reduce((sum, count) => sum + Number(count % times === 0), 0);
    if (fitting < NEARLY_ALL * counts.length || counts.length * logarithm(times) < STRENGTH) continue;
    return { values: counts.length, most, times, exceptions: counts.length - fitting };
  }
  return null;
}

/** [different rows] how often each stands; null where one of the columns alone has more values than half of the rows. */
function* countEqual({ columns, entries, rows, weights }: Table): Steps<readonly number[] | null> {
  if (rows < 2 || columns.some(({ texts }) => texts.length > rows / 2)) return null;
  const high = new Uint32Array(entries);
  const low = new Uint32Array(entries);
  for (const { codes } of columns) {
    yield;
    for (let entry = 0; entry < entries; entry++) {
      high[entry] = Math.imul(high[entry] ^ codes[entry], 0x9e3779b1) + 0x7f4a7c15;
      high[entry] ^= high[entry] >>> 15;
      low[entry] = Math.imul(low[entry] + codes[entry] + 1, 0x85ebca6b);
      low[entry] ^= low[entry] >>> 13;
    }
  }
  const counts = new Map<number, number>();
  for (let entry = 0; entry < entries; entry++) {
    if (entry % ENTRIES_AT_ONCE === 0) yield;
    const hash = high[entry] * 2 ** 21 + (low[entry] >>> 11);
    counts.set(hash, (counts.get(hash) ?? 0) + (weights === null ? 1 : weights[entry]));
    if (counts.size > rows / 2) return null;
  }
  return [...counts.values()];
}
