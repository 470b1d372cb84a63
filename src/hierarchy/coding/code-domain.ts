import { eachInSteps, sortInSteps, type Steps } from '../../base/steps.js';
import { holdersOfGroups, type Holders } from '../../table/units.js';
import { anyValue } from '../any-value.js';
import type { CodedLabel, Domain } from '../domain.js';
import { stretchOf } from '../../table/partial-days.js';
import { arePartialDays, spellingOf } from '../../table/spelling.js';
import { compareCodePoints } from '../sorted-codes.js';
import type { Piece } from './divide-values.js';
import { divideValues } from './divide-values.js';
import type { Grid } from './grid.js';
import { gridOf } from './grid.js';
import { notMissing, rangeLabel } from './range-label.js';
import { leafLabel, quote } from '../labels.js';
import { otherValue, quoteMember, setLabel } from './set-label.js';

interface CodingOptions {
  /** Minimum number of people behind a released value. */
  readonly k: number;
  /** Rows that have each entry of the column's dictionary. */
  readonly people: ArrayLike<number>;
  /** The persons who have every entry of the dictionary, where they are counted instead of rows. */
  readonly holders?: Holders | null;
  /** Grid of numbers and dates; default: the fixed grid of their type. */
  readonly grid?: Grid | null;
  /** [leaf] Of strings: ascending, equal ones by code point. Default: all by code point. */
  readonly ranks?: Float64Array | null;
}

/**
 * A domain without hierarchy and without a listed order, coded before the search: numbers and dates along a fixed grid, with
 * coded ends; strings that fewer than k rows have as `other`. With k = 1 nothing is rare. Yields between stretches of the work.
 */
export function* codeDomain(domain: Domain, options: CodingOptions): Steps<Domain> {
  if (domain.hierarchy !== null || domain.size === 0) return domain;
  if (domain.order === 'numeric') return options.k <= 1 ? domain : yield* codeNumbers(domain, options);
  return domain.order === 'sorted' ? yield* codeStrings(domain, options) : domain;
}

function* codeNumbers(domain: Domain, { k, people, grid, holders = null }: CodingOptions): Steps<Domain> {
  const { column, missingLeaf, size } = domain;
  const numbers = domain.numbers!.subarray(0, missingLeaf < 0 ? size : missingLeaf);
  const { unit } = spellingOf(column);
  const byLeaf = peopleOfLeaves(domain, people);
  const counted = holders === null ? byLeaf : holdersOfLeaves(domain, holders);
  yield;
  const divided = yield* divideValues(numbers, counted, k, grid ?? gridOf(column, numbers));
  const pieces = withOpenEnds(withWholeParts(divided, column, numbers), column, numbers);
  const leaves = pieces.length + (missingLeaf < 0 ? 0 : 1);
  const first = new Uint32Array(leaves + 1);
  const codeOf = new Uint32Array(size);
  const low = new Float64Array(leaves).fill(NaN);
  const high = new Float64Array(leaves).fill(NaN);
  const means = new Float64Array(leaves).fill(NaN);
  const smallest = numbers[0];
  const largest = numbers[numbers.length - 1];
  yield* eachInSteps(pieces.length, (leaf) => {
    const piece = pieces[leaf];
    first[leaf] = piece.from;
    codeOf.fill(leaf, piece.from, piece.to);
    low[leaf] = piece.openBelow ? smallest : Math.max(smallest, piece.start);
    high[leaf] = piece.openAbove ? largest : Math.min(largest, piece.exact ? piece.end : piece.end - unit);
    means[leaf] = meanOf(numbers, byLeaf, piece.from, piece.to);
  });
  if (missingLeaf >= 0) codeOf[missingLeaf] = pieces.length;
  first[pieces.length] = numbers.length;
  first[leaves] = size;
  const range = largest - smallest;
  const textOf = ({ from }: { readonly from: number }): string => domain.labels[from];
  const labelOf = (lo: number, hi: number): CodedLabel => {
    if (lo === pieces.length) return { text: leafLabel(domain, missingLeaf), share: 0 };
    const named = rangeLabel(column, [pieces[lo], pieces[hi], pieces[hi + 1]], textOf);
    if (named.text === notMissing && missingLeaf < 0) return { text: anyValue, share: 1 };
    const span = Math.min(largest, named.high) - Math.max(smallest, named.low);
    return { text: named.text, share: range > 0 ? span / range : 0, bounds: named.bounds };
  };
  const labels = yield* labelsOf(leaves, labelOf);
  return {
    ...domain,
    size: leaves,
    leafOf: domain.leafOf.map((leaf) => codeOf[leaf]),
    labels,
    numbers: means,
    missingLeaf: missingLeaf < 0 ? -1 : pieces.length,
    coding: { values: domain, first, labelOf, members: null, ends: { low, high } },
  };
}

/** The label of every leaf. */
function* labelsOf(leaves: number, labelOf: (lo: number, hi: number) => CodedLabel): Steps<string[]> {
  const labels: string[] = [];
  yield* eachInSteps(leaves, (leaf) => labels.push(labelOf(leaf, leaf).text));
  return labels;
}

/**
 * Pieces of days joined so that a day without a known day or month lies in one piece with all days that it may be; the pieces are whole
 * days. Other pieces as they are.
 */
function withWholeParts(pieces: readonly Piece[], column: Domain['column'], numbers: Float64Array): readonly Piece[] {
  if (!arePartialDays(column)) return pieces;
  const joined: Piece[] = [];
  for (const piece of pieces) {
    let own: Piece = piece.exact ? { ...piece, ...wholeDays(piece.start), exact: false } : piece;
    // The widest part is that of the last value, or of one before it.
    let start = own.start;
    for (let i = piece.from; i < piece.to; i++) start = Math.min(start, stretchOf(numbers[i])?.start ?? start);
    own = { ...own, start };
    for (let last = joined.at(-1); last !== undefined && last.end > own.start; last = joined.at(-1)) {
      own = { ...own, from: last.from, start: Math.min(last.start, own.start), openBelow: last.openBelow };
      joined.pop();
    }
    joined.push(own);
  }
  return joined;
}

/** The days of a value. */
const wholeDays = (value: number): { readonly start: number; readonly end: number } =>
  stretchOf(value) ?? { start: value, end: value + 1 };

/** Years of a cell of the calendar that says no more than an open end does. */
const MILLENNIUM = 999;

/**
 * Pieces of the calendar whose ends are open where they reach over a thousand years: `*` for `[0000-4999]`. Pieces of numbers are open
 * where they hold a number with an open end and others.
 */
function withOpenEnds(pieces: readonly Piece[], column: Domain['column'], numbers: Float64Array): readonly Piece[] {
  const { calendar, open } = spellingOf(column);
  if (calendar === undefined) {
    return pieces.map((piece) => ({
      ...piece,
      openBelow: piece.openBelow || (!piece.exact && numbers[piece.from] === open.low),
      openAbove: piece.openAbove || (!piece.exact && numbers[piece.to - 1] === open.high),
    }));
  }
  const isEndless = ({ start, end, exact }: Piece): boolean => !exact && end - start >= MILLENNIUM * 365 * calendar.day;
  const last = pieces.length - 1;
  return pieces.map((piece, i) => {
    if (!isEndless(piece)) return piece;
    return { ...piece, openBelow: piece.openBelow || i === 0, openAbove: piece.openAbove || i === last };
  });
}

function* codeStrings(domain: Domain, { k, people, ranks = null, holders = null }: CodingOptions): Steps<Domain> {
  const { missingLeaf, labels } = domain;
  const byLeaf = holders === null ? peopleOfLeaves(domain, people) : personsOfLeaves(domain, holders);
  const isBefore = (a: number, b: number): number => (ranks === null ? 0 : ranks[a] - ranks[b]);
  const sorted = yield* sortInSteps(labels.length, (a, b) => isBefore(a, b) || compareCodePoints(labels[a], labels[b]));
  const leaves = Array.from(sorted).filter((leaf) => leaf !== missingLeaf);
  yield;
  const common = leaves.filter((leaf) => byLeaf[leaf] >= k);
  const rare = leaves.filter((leaf) => byLeaf[leaf] < k);
  const order = [...common, ...rare, ...(missingLeaf < 0 ? [] : [missingLeaf])];
  const values = reorder(domain, order);
  yield;
  const size = common.length + (rare.length > 0 ? 1 : 0) + (missingLeaf < 0 ? 0 : 1);
  const first = new Uint32Array(size + 1);
  const members: string[] = [];
  const addLeaf = (text: string, from: number): void => {
    first[members.length] = from;
    members.push(text);
  };
  common.forEach((leaf, at) => addLeaf(quoteMember(labels[leaf]), at));
  if (rare.length > 0) addLeaf(otherValue, common.length);
  if (missingLeaf >= 0) addLeaf(quoteMember(labels[missingLeaf]), order.length - 1);
  first[size] = order.length;
  const codeOf = new Uint32Array(order.length);
  for (let leaf = 0; leaf < size; leaf++) codeOf.fill(leaf, first[leaf], first[leaf + 1]);
  const isOther = (leaf: number): boolean => rare.length > 0 && leaf === common.length;
  /** The members of a run, values by code point in any order of the domain. */
  const shown = (lo: number, hi: number): readonly string[] => {
    const run = members.slice(lo, hi + 1);
    if (ranks === null) return run;
    const texts = values.labels.slice(lo, Math.max(lo, Math.min(hi + 1, common.length)));
    return [...texts.sort(compareCodePoints).map(quoteMember), ...run.slice(texts.length)];
  };
  const labelOf = (lo: number, hi: number): CodedLabel => {
    if (lo !== hi) return { text: setLabel(shown(lo, hi)) };
    if (isOther(lo)) return { text: otherValue };
    const text = values.labels[first[lo]];
    // A set, and `other`, are no labels where nothing is coded.
    return { text: text === otherValue || text.startsWith('{') ? quote(text) : leafLabel(values, first[lo]) };
  };
  const shownLabels = yield* labelsOf(size, labelOf);
  return {
    ...values,
    size,
    leafOf: values.leafOf.map((leaf) => codeOf[leaf]),
    labels: shownLabels,
    missingLeaf: missingLeaf < 0 ? -1 : size - 1,
    coding: { values, first, labelOf, members, ends: null },
  };
}

/** The domain with its leaves in another order: place -> leaf. */
function reorder(domain: Domain, order: readonly number[]): Domain {
  const placeOf = new Uint32Array(order.length);
  order.forEach((leaf, place) => (placeOf[leaf] = place));
  return {
    ...domain,
    labels: order.map((leaf) => domain.labels[leaf]),
    leafOf: domain.leafOf.map((leaf) => placeOf[leaf]),
    missingLeaf: domain.missingLeaf < 0 ? -1 : placeOf[domain.missingLeaf],
  };
}

function peopleOfLeaves({ leafOf, size }: Domain, people: ArrayLike<number>): Float64Array {
  const byLeaf = new Float64Array(size);
  leafOf.forEach((leaf, code) => (byLeaf[leaf] += people[code]));
  return byLeaf;
}

/** The persons of every leaf, each once. */
function holdersOfLeaves({ leafOf, size }: Domain, { start, units }: Holders): Holders {
  const groupOf = new Uint32Array(units.length);
  let count = 0;
  leafOf.forEach((leaf, code) => groupOf.fill(leaf, start[code], start[code + 1]));
  for (const person of units) if (person >= count) count = person + 1;
  return holdersOfGroups(groupOf, size, { of: units, count });
}

function personsOfLeaves(domain: Domain, holders: Holders): Float64Array {
  const { start } = holdersOfLeaves(domain, holders);
  return Float64Array.from({ length: domain.size }, (_, leaf) => start[leaf + 1] - start[leaf]);
}

function meanOf(numbers: Float64Array, people: Float64Array, from: number, to: number): number {
  let sum = 0;
  let rows = 0;
  for (let i = from; i < to; i++) {
    sum += (numbers[i] - numbers[from]) * people[i];
    rows += people[i];
  }
  return numbers[from] + (rows > 0 ? sum / rows : 0);
}

/** The domain of the values that a searched domain stands for. */
export function valuesOf(domain: Domain): Domain {
  return domain.coding?.values ?? domain;
}
