/** What the page shows of a column beside its cells. Counted when it is first looked at. */
import type { Column } from 'kohort/js';

/** Bars of a distribution. */
const BARS = 16;

export interface ColumnFacts {
  /** [at most 16] rows: of numbers and days by their value, of texts those of the most frequent ones. */
  readonly bars: readonly number[];
  /** The entropy of its values: how much a cell tells people apart, in bits. */
  readonly bits: number;
}

const known = new WeakMap<Column, ColumnFacts>();

export function factsOf(column: Column): ColumnFacts {
  const found = known.get(column) ?? count(column);
  known.set(column, found);
  return found;
}

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

const mostFrequent = (rows: Uint32Array): number[] => [...rows.slice().sort().reverse().slice(0, BARS)].filter(Boolean);

function binned(rows: Uint32Array, numbers: Float64Array): number[] {
  let least = Infinity;
  let most = -Infinity;
  for (const value of numbers) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (!(most > least)) return [1];
  const bars = new Array<number>(BARS).fill(0);
  numbers.forEach((value, code) => {
    if (rows[code] > 0) bars[Math.min(BARS - 1, Math.floor(((value - least) / (most - least)) * BARS))] += rows[code];
  });
  return bars;
}
