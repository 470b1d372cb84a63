/** Two columns together, before and after. */
import type { Bins } from './bins.js';
import { binsOf, sharesOf } from './bins.js';
import { bucketRows, isTogether } from './buckets.js';
import type { PairTable } from './answers.js';
import type { HeldRun, ReadColumn } from './read-release.js';

/** Most rows and columns of the table. */
const MOST = 20;

/** Counts the rows by the values of two columns. */
export function countPair(held: HeldRun, across: string, down: string): PairTable {
  const [x, y] = [held.column(across), held.column(down)];
  const [xBins, yBins] = [binsOf(x, MOST, held.k), binsOf(y, MOST, held.k)];
  const before = pairsBefore([y, yBins], [x, xBins]);
  const after = pairsAfter(held, [y, yBins], [x, xBins]);
  const width = xBins.labels.length;
  const rowsOf = (table: Float64Array): number[][] =>
    yBins.labels.map((_, row) => [...table.subarray(row * width, (row + 1) * width)]);
  const tables = [rowsOf(before), rowsOf(after)] as const;
  return {
    across: xBins.labels,
    down: yBins.labels,
    before: tables[0],
    after: tables[1],
    association: [cramersV(tables[0]), cramersV(tables[1])],
  };
}

type Binned = readonly [seen: ReadColumn, bins: Bins];

function pairsBefore([down, downBins]: Binned, [across, acrossBins]: Binned): Float64Array {
  const width = acrossBins.labels.length;
  const found = new Float64Array(downBins.labels.length * width);
  const binOf = ({ leafOf }: ReadColumn, bins: Bins): Int32Array =>
    leafOf.map((leaf) => (leaf < 0 ? -1 : bins.binOf[leaf]));
  const [rowOf, columnOf] = [binOf(down, downBins), binOf(across, acrossBins)];
  const [rows, columns] = [down.source.codes, across.source.codes];
  for (let at = 0; at < rows.length; at++) {
    const [row, column] = [rowOf[rows[at]], columnOf[columns[at]]];
    if (row >= 0 && column >= 0) found[row * width + column]++;
  }
  return found;
}

/** Expected rows: each label counts for all of its values alike; apart in a bucket, each value goes with each other one. */
function pairsAfter(held: HeldRun, [down, downBins]: Binned, [across, acrossBins]: Binned): Float64Array {
  const width = acrossBins.labels.length;
  const found = new Float64Array(downBins.labels.length * width);
  const [downShares, acrossShares] = [sharesOf(down, downBins), sharesOf(across, acrossBins)];
  const add = (downCode: number, acrossCode: number, rows: number): void => {
    for (const [row, one] of downShares[downCode]) {
      for (const [column, other] of acrossShares[acrossCode]) found[row * width + column] += rows * one * other;
    }
  };
  if (isTogether(held, down, across)) {
    countCodePairs(down.released.codes, across.released.codes, across.released.texts.length).forEach(
      ([one, other, rows]) => add(one, other, rows),
    );
    return found;
  }
  const [downRows, acrossRows] = [bucketRows(held, down), bucketRows(held, across)];
  for (const [bucket, ones] of downRows) {
    const others = acrossRows.get(bucket) ?? new Map<number, number>();
    const size = [...others.values()].reduce((sum, rows) => sum + rows, 0);
    for (const [one, rows] of ones) for (const [other, more] of others) add(one, other, (rows * more) / size);
  }
  return found;
}

/** The pairs of codes that occur, with their rows. */
function countCodePairs(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  width: number,
): (readonly [one: number, other: number, rows: number])[] {
  const counts = new Map<number, number>();
  for (let row = 0; row < one.length; row++) {
    const pair = one[row] * width + other[row];
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return Array.from(counts, ([pair, rows]) => [Math.floor(pair / width), pair % width, rows] as const);
}

/** Cramer's V of a table of counts: 0 where the columns are independent, 1 where one determines the other. */
export function cramersV(table: readonly (readonly number[])[]): number | null {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = (table[0] ?? []).map((_, at) => table.reduce((sum, row) => sum + row[at], 0));
  const all = rows.reduce((sum, count) => sum + count, 0);
  const degrees = Math.min(rows.filter((count) => count > 0).length, columns.filter((count) => count > 0).length) - 1;
  if (degrees < 1) return null;
  let square = 0;
  table.forEach((row, r) =>
    row.forEach((count, c) => {
      const expected = (rows[r] * columns[c]) / all;
      if (expected > 0) square += (count - expected) ** 2 / expected;
    }),
  );
  return Math.min(1, Math.sqrt(square / (all * degrees)));
}
