/** Counting queries: rows of the original, and what somebody expects who has the release alone. */
import type { Column } from 'kohort/js';
import { parseValue } from 'kohort/assess';
import { bucketColumn, isTogether } from './buckets.js';
import type { AskableColumn, Condition } from './answers.js';
import type { HeldRun, ReadColumn } from './read-release.js';
import { rowsByLeaf } from './read-release.js';

/** Most values that are offered of a column. */
const MOST_VALUES = 200;

const hasRange = (seen: ReadColumn): boolean => seen.numbers !== null && !seen.isListed;

/** The columns that may be asked for. A value that fewer than k rows have is not offered. */
export function listAskable(held: HeldRun): readonly AskableColumn[] {
  return held.names.map((name) => {
    const seen = held.column(name);
    if (hasRange(seen)) return { name, isRange: true, values: [] };
    const rows = rowsByLeaf(seen);
    const values = Array.from(rows.keys())
      .filter((leaf) => rows[leaf] >= held.k && leaf !== seen.missing)
      .sort((a, b) => rows[b] - rows[a])
      .slice(0, MOST_VALUES)
      .map((leaf) => seen.texts[leaf]);
    return { name, isRange: false, values };
  });
}

/** A condition on a column, by its values. */
interface Asked {
  readonly seen: ReadColumn;
  /** [leaves] 1 for those that are asked for. */
  readonly isIn: Uint8Array;
  /** [codes of the release] share of what a label stands for that is asked for. */
  readonly share: Float64Array;
}

/** Rows that meet all conditions: counted in the original, and expected of the release. */
export function countRows(
  held: HeldRun,
  conditions: readonly Condition[],
): { readonly before: number; readonly after: number } {
  const asked = conditions.map((condition) => readCondition(held.column(condition.column), condition));
  if (asked.length === 0) return { before: held.original.rows, after: held.original.rows };
  const hidden = asked.reduce((rows, { isIn }) => (rows * sum(isIn)) / isIn.length, held.run.suppressed);
  return { before: countBefore(asked), after: hidden + expectAfter(held, asked) };
}

function readCondition(seen: ReadColumn, condition: Condition): Asked {
  const { texts, numbers, runs, leaves, source } = seen;
  const isIn = new Uint8Array(texts.length);
  if ('values' in condition) {
    const wanted = new Set(condition.values);
    texts.forEach((text, leaf) => (isIn[leaf] = Number(wanted.has(text))));
  } else {
    const [from, to] = [readEnd(condition.from, source, -Infinity), readEnd(condition.to, source, Infinity)];
    numbers?.forEach((value, leaf) => (isIn[leaf] = Number(value >= from && value <= to)));
  }
  const before = new Float64Array(isIn.length + 1);
  isIn.forEach((one, leaf) => (before[leaf + 1] = before[leaf] + one));
  const share = Float64Array.from(runs, (own, code) => {
    let found = 0;
    for (let r = 0; own !== null && r < own.length; r += 2) found += before[own[r + 1] + 1] - before[own[r]];
    return found / (leaves[code] || 1);
  });
  return { seen, isIn, share };
}

/** An end of a range as the column writes its values; open where nothing is written. */
function readEnd(text: string, { type, format }: Column, open: number): number {
  if (text.trim() === '') return open;
  const value = parseValue(text.trim(), { type, format });
  return Number.isNaN(value) ? Number(text) : value;
}

function countBefore(asked: readonly Asked[]): number {
  const columns = asked.map(({ seen: { source, leafOf }, isIn }) => ({
    codes: source.codes,
    isIn: leafOf.map((leaf) => (leaf < 0 ? 0 : isIn[leaf])),
  }));
  let found = 0;
  for (let row = 0; row < columns[0].codes.length; row++) {
    if (columns.every(({ codes, isIn }) => isIn[codes[row]] === 1)) found++;
  }
  return found;
}

/** The sum over rows of the product of shares; over buckets where columns were permuted in them. */
function expectAfter(held: HeldRun, asked: readonly Asked[]): number {
  const parts: Asked[][] = [];
  for (const each of asked) {
    const part = parts.find(([first]) => isTogether(held, first.seen, each.seen));
    if (part === undefined) parts.push([each]);
    else part.push(each);
  }
  const [first, ...others] = parts.map((part) => weigh(part));
  if (others.length === 0) return sum(first);
  const byBucket = parts.map((part, at) => sumByBucket(held, part[0].seen, at === 0 ? first : others[at - 1]));
  const sizes = sumByBucket(held, parts[0][0].seen, new Float64Array(first.length).fill(1));
  let expected = 0;
  for (const [bucket, rows] of sizes) {
    expected += byBucket.reduce((product, found) => (product * (found.get(bucket) ?? 0)) / rows, rows);
  }
  return expected;
}

/** [rows] the product of shares. */
function weigh(part: readonly Asked[]): Float64Array {
  const weights = new Float64Array(part[0].seen.released.codes.length).fill(1);
  for (const { seen, share } of part) {
    const { codes } = seen.released;
    for (let row = 0; row < weights.length; row++) weights[row] *= share[codes[row]];
  }
  return weights;
}

function sumByBucket(held: HeldRun, { isApart }: ReadColumn, weights: Float64Array): Map<string, number> {
  const buckets = bucketColumn(held, isApart);
  const found = new Float64Array(buckets.texts.length);
  weights.forEach((weight, row) => (found[buckets.codes[row]] += weight));
  return new Map(buckets.texts.map((text, code) => [text, found[code]]));
}

function sum(values: ArrayLike<number>): number {
  let all = 0;
  for (let at = 0; at < values.length; at++) all += values[at];
  return all;
}
