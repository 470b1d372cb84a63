/** Facts about a column beside its cells. Counted when it is first looked at. */
import type { Column } from 'kohort/js';

/** Bars of a distribution. */
const BARS = 16;

export interface ColumnFacts {
  /** [at most 16] rows: of numbers and days by their value, of texts those of the most frequent ones. */
  readonly bars: readonly number[];
  /** The entropy of its values, in bits: how far a cell singles people out. */
  readonly bits: number;
}

const known = new WeakMap<Column, ColumnFacts>();

export function factsOf(column: Column): ColumnFacts {
  const found = known.get(column) ?? count(column);
  known.set(column, found);
  return found;
}

/** The counted facts, without waiting; undefined where there are none yet. */
export const knownFactsOf = (column: Column): ColumnFacts | undefined => known.get(column);

/** [distinct] rows of every value. */
export function rowsPerCode({ codes, texts }: Column): Uint32Array {
  const rows = new Uint32Array(texts.length);
  for (let row = 0; row < codes.length; row++) rows[codes[row]]++;
  return rows;
}

function count(column: Column): ColumnFacts {
  const { codes, numbers, missingCode } = column;
  const rows = rowsPerCode(column);
  let bits = 0;
  for (const each of rows) if (each > 0) bits -= (each / codes.length) * Math.log2(each / codes.length);
  if (missingCode >= 0) rows[missingCode] = 0;
  return { bars: numbers === null ? mostFrequent(rows) : binned(rows, numbers), bits };
}

/** The largest counts, descending; one pass, since a column may have a million values. */
function mostFrequent(rows: Uint32Array): number[] {
  const most: number[] = [];
  let least = 0;
  for (const each of rows) {
    if (each <= least) continue;
    const place = most.findIndex((other) => other < each);
    most.splice(place < 0 ? most.length : place, 0, each);
    if (most.length > BARS) most.pop();
    if (most.length === BARS) least = most[BARS - 1];
  }
  return most;
}

function binned(rows: Uint32Array, numbers: Float64Array): number[] {
  let least = Infinity;
  let most = -Infinity;
  for (const value of numbers) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (!(most > least)) return [1];
  const bars = new Array<number>(BARS).fill(0);
  for (let code = 0; code < numbers.length; code++) {
    if (rows[code] === 0) continue;
    bars[Math.min(BARS - 1, Math.floor(((numbers[code] - least) / (most - least)) * BARS))] += rows[code];
  }
  return bars;
}
