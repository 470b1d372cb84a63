import type { RandomSource } from '../base/random.js';
import { shuffle } from '../base/random.js';

/** Rows that are put in order at a time. */
const BLOCK_ROWS = 1 << 18;

/**
 * The rows of a counted table in an order drawn uniformly from all orders, block by block: `weights` [entries] rows of
 * every entry; a block holds the entry of each of its rows. Memory grows with the entries, not with the rows.
 *
 * Every row goes to one of two halves by a fair coin (the coins of an entry's rows are counted at once), halves are halved
 * again until they are small, and what is left is shuffled (Fisher and Yates). Sorting by independent coins and shuffling
 * what they leave together gives every order of the rows the same chance (Rao 1961; Sandelius 1962).
 */
export function* drawRows(
  weights: Uint32Array,
  random: RandomSource,
  blockRows = BLOCK_ROWS,
): Generator<Uint32Array, void> {
  let total = 0;
  for (let entry = 0; entry < weights.length; entry++) total += weights[entry];
  const all = Uint32Array.from(weights, (_, entry) => entry);
  yield* drawPart(all, weights, total, new Coins(random), random, blockRows);
}

function* drawPart(
  entries: Uint32Array,
  counts: Uint32Array,
  total: number,
  coins: Coins,
  random: RandomSource,
  blockRows: number,
): Generator<Uint32Array, void> {
  if (total === 0) return;
  if (total <= blockRows) {
    const block = new Uint32Array(total);
    let at = 0;
    for (let i = 0; i < entries.length; i++) block.fill(entries[i], at, (at += counts[i]));
    shuffle(block, random);
    yield block;
    return;
  }
  const heads = new Uint32Array(entries.length);
  let headRows = 0;
  let headEntries = 0;
  let tailEntries = 0;
  for (let i = 0; i < entries.length; i++) {
    heads[i] = coins.countHeads(counts[i]);
    headRows += heads[i];
    if (heads[i] > 0) headEntries++;
    if (heads[i] < counts[i]) tailEntries++;
  }
  for (const isHead of [true, false]) {
    const size = isHead ? headEntries : tailEntries;
    const partEntries = new Uint32Array(size);
    const partCounts = new Uint32Array(size);
    let at = 0;
    for (let i = 0; i < entries.length; i++) {
      const count = isHead ? heads[i] : counts[i] - heads[i];
      if (count === 0) continue;
      partEntries[at] = entries[i];
      partCounts[at++] = count;
    }
    yield* drawPart(partEntries, partCounts, isHead ? headRows : total - headRows, coins, random, blockRows);
  }
}

/** Fair coins, 32 to a random word. */
class Coins {
  #word = 0;
  #left = 0;
  constructor(readonly random: RandomSource) {}

  /** Number of heads among `count` coins. */
  countHeads(count: number): number {
    let heads = 0;
    for (let rest = count; rest > 0;) {
      if (this.#left === 0) {
        this.#word = this.random.below(0x1_0000_0000);
        this.#left = 32;
      }
      const taken = Math.min(rest, this.#left);
      heads += countOnes(taken === 32 ? this.#word : this.#word & ((1 << taken) - 1));
      this.#word = taken === 32 ? 0 : this.#word >>> taken;
      this.#left -= taken;
      rest -= taken;
    }
    return heads;
  }
}

function countOnes(word: number): number {
  let ones = word - ((word >>> 1) & 0x55555555);
  ones = (ones & 0x33333333) + ((ones >>> 2) & 0x33333333);
  return Math.imul((ones + (ones >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
