import { finish } from './grouping.js';

/** Entries by their keys. */
export interface KeyOrder {
  /** [keys + 1] those of a key are order[start[key]] .. order[start[key + 1] - 1]. */
  readonly start: Uint32Array;
  readonly order: Uint32Array;
}

/** Entries put in order between two pauses. */
const entriesAtOnce = 1 << 14;

/** Stable counting sort: the entries, taken in the order `input`, by their key in [0, keys). */
export function countingOrder(
  entries: number,
  keys: number,
  keyOf: (entry: number) => number,
  input: (at: number) => number,
): KeyOrder {
  return finish(orderInSteps(entries, keys, keyOf, input));
}

/** {@link countingOrder}, which yields between stretches of the work. Default of `input`: as they come. */
export function* orderInSteps(
  entries: number,
  keys: number,
  keyOf: (entry: number) => number,
  input: (at: number) => number = (at) => at,
): Generator<void, KeyOrder> {
  const start = new Uint32Array(keys + 1);
  for (let entry = 0; entry < entries; entry++) start[keyOf(entry) + 1]++;
  for (let key = 0; key < keys; key++) start[key + 1] += start[key];
  const next = start.slice();
  const order = new Uint32Array(entries);
  for (let from = 0; from < entries; from += entriesAtOnce) {
    yield;
    const to = Math.min(entries, from + entriesAtOnce);
    for (let at = from; at < to; at++) {
      const entry = input(at);
      order[next[keyOf(entry)]++] = entry;
    }
  }
  return { start, order };
}
