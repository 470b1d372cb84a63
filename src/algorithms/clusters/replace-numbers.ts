import { powerOfTen } from '../../base/elementary.js';
import type { Domain } from '../../hierarchy/domain.js';
import { isOfNumbers } from '../../table/of-numbers.js';
import { spellingOf } from '../../table/spelling.js';
import type { Recoding } from '../algorithm.js';
import { anyValue } from '../../hierarchy/any-value.js';
import type { Group } from '../local/groups.js';

export type Replacement = 'centroid' | 'median';

/** Decimals of a released mean beyond those of the most precise value of the column, and most decimals of all. */
const MORE_DECIMALS = 2;
const MOST_DECIMALS = 14;

/**
 * The texts that groups release instead of ranges or nodes: the mean or the median (of an even number the mean of the two in
 * the middle) of their rows, with two decimals more than the most precise value of the column has, at most 14, zeros at the
 * end left out; no single row's value where rare values are hidden (`Domain.hidden`, {@link hiddenMean}); `*` where the missing value stands beside numbers. Null for attributes that are not replaced, and for groups
 * of the missing value alone: they release what they would have.
 *
 * @returns undefined when no attribute is replaced
 */
export function replaceNumbers(
  domains: readonly Domain[],
  codes: readonly Uint32Array[],
  groups: readonly Group[],
  how: Replacement,
): Recoding['texts'] {
  if (!domains.some(isReplaced)) return undefined;
  return domains.map((domain, a) => {
    if (!isReplaced(domain)) return null;
    const numbers = leafValues(domain);
    const decimals = decimalsOf(domain);
    return groups.map(({ vectors, counts }) => {
      const missing = vectors.filter((v) => codes[a][v] === domain.missingLeaf).length;
      if (missing > 0) return missing === vectors.length ? null : anyValue;
      const values = vectors.map((v, i) => ({ value: numbers[codes[a][v]], count: counts[i] }));
      const { hidden } = domain;
      if (hidden !== undefined) return textOf(hiddenMean(values, how, decimals, hidden), decimals, domain);
      return textOf(how === 'centroid' ? mean(values) : median(values), decimals, domain);
    });
  });
}

/** Writes a mean; one that reads as a missing cell has a zero at its end. */
function textOf(value: number, decimals: number, { column, missingTexts }: Domain): string {
  let text = format(value, decimals);
  if (column.format !== undefined) return spellingOf(column).write(Number(text));
  while (missingTexts?.has(text) === true) text += text.includes('.') ? '0' : '.0';
  return text;
}

/** Rows in the middle that a median is the mean of, where one row's value would give a person away. */
const MIDDLE_ROWS = 3;
/** Units of the most precise value between two bounds of the grid. */
const GRID_UNITS = 5;

/**
 * The mean of a group, or in place of its median the mean of the three rows in the middle, of four where rows are even. Where that is a
 * rare value, two rows more, and so on; where the mean of all is one, the next bound of a grid that is none.
 */
function hiddenMean(
  values: readonly Weighed[],
  how: Replacement,
  decimals: number,
  hidden: ReadonlySet<number>,
): number {
  const sorted = [...values].sort((x, y) => x.value - y.value);
  const rows = sorted.reduce((sum, { count }) => sum + count, 0);
  const isHidden = (value: number): boolean => hidden.has(Number(format(value, decimals)));
  const fewest = how === 'centroid' ? rows : Math.min(rows, MIDDLE_ROWS + ((rows + 1) % 2));
  for (let taken = fewest; taken < rows; taken += 2) {
    const value = mean(middleOf(sorted, (rows - taken) / 2, taken));
    if (!isHidden(value)) return value;
  }
  const all = mean(values);
  if (!isHidden(all)) return all;
  const step = Math.max(GRID_UNITS * powerOfTen(MORE_DECIMALS - decimals), Math.abs(all) * 2 * Number.EPSILON);
  let bound = (Math.floor(all / step) + 1) * step;
  while (isHidden(bound)) bound += step;
  return bound;
}

/** Rows of ascending values from `first` on, counted from 0. */
function middleOf(sorted: readonly Weighed[], first: number, rows: number): Weighed[] {
  let before = 0;
  return sorted.flatMap(({ value, count }) => {
    const from = Math.max(first, before);
    before += count;
    const taken = Math.min(first + rows, before) - from;
    return taken > 0 ? [{ value, count: taken }] : [];
  });
}

/** Numbers are replaced, whatever their hierarchy; dates, strings, listed orders and numbers with open ends are not. */
export function isReplaced({ order, column }: Domain): boolean {
  return order !== 'listed' && isOfNumbers(column);
}

/** [leaves] the number of every leaf of a column of numbers; NaN for the missing value, and for leaves without rows. */
export function leafValues({ size, leafOf, column }: Domain): Float64Array {
  const values = new Float64Array(size).fill(NaN);
  column.numbers?.forEach((value, code) => (values[leafOf[code]] = code === column.missingCode ? NaN : value));
  return values;
}

function decimalsOf({ column }: Domain): number {
  let most = 0;
  column.numbers?.forEach((value, code) => {
    if (code === column.missingCode) return;
    const [digits, exponent = '0'] = String(value).split('e');
    const point = digits.indexOf('.');
    most = Math.max(most, (point < 0 ? 0 : digits.length - point - 1) - Number(exponent));
  });
  return Math.min(MOST_DECIMALS, most + MORE_DECIMALS);
}

interface Weighed {
  readonly value: number;
  readonly count: number;
}

function mean(values: readonly Weighed[]): number {
  let sum = 0;
  let rows = 0;
  for (const { value, count } of values) {
    sum += value * count;
    rows += count;
  }
  return sum / rows;
}

function median(values: readonly Weighed[]): number {
  const sorted = [...values].sort((x, y) => x.value - y.value);
  const rows = sorted.reduce((sum, { count }) => sum + count, 0);
  const at = (row: number): number => {
    let before = 0;
    return sorted.find(({ count }) => (before += count) > row)!.value;
  };
  return (at((rows - 1) >> 1) + at(rows >> 1)) / 2;
}

function format(value: number, decimals: number): string {
  const text = value
    .toFixed(decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return text === '-0' ? '0' : text;
}
