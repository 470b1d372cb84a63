/** Statistics of columns that are constant within the values of another one. */
import { logarithm } from '../../base/elementary.js';
import type { Column } from '../../table/table.js';
import { widened } from '../../table/units.js';

/** Groups of rows: the values of a column, or of several together. */
export interface Grouping {
  /** [entries] group of every entry. */
  readonly codes: ArrayLike<number>;
  /** Groups. */
  readonly size: number;
  /** Group of the entries without a value, or -1. */
  readonly missing: number;
}

export const groupingOf = ({ codes, texts, missingCode }: Column): Grouping => ({
  codes,
  size: texts.length,
  missing: missingCode,
});

/** Constancy of a column within the groups of a key. */
export interface Constancy {
  /** Groups of two rows or more, rows without a value left out. */
  readonly groups: number;
  /** Those of them in which all rows have one value. */
  readonly constant: number;
  /** Groups that were to be constant if rows were people drawn independently. */
  readonly expected: number;
}

/** Largest group whose chance is computed; that of larger ones is bounded by its. */
const LARGEST = 64;

/** Constancy without what is expected, and what that is computed of. */
interface Counted extends Omit<Constancy, 'expected'> {
  /** [groups] rows. */
  readonly rows: Uint32Array;
  /** [values] rows. */
  readonly perValue: Float64Array;
}

/**
 * Counts the groups of `key` in which `own` is constant, and how many would be by chance: a group of m rows with probability
 * sum p^m over the shares p of the values. With `numbers` a group is constant where they differ by at most 1 (ages).
 *
 * @param most - groups that may vary: with one more the answer is null
 */
export function measureConstancy(
  key: Grouping,
  own: Grouping,
  weights: Uint32Array | null,
  { numbers = null, most = Infinity }: { readonly numbers?: Float64Array | null; readonly most?: number } = {},
): Constancy | null {
  const counted = countConstant(key, own, weights, { numbers, most });
  if (counted === null) return null;
  const chances = chancesOf(counted.perValue, numbers);
  let expected = 0;
  for (const count of counted.rows) if (count >= 2) expected += chances[Math.min(count, LARGEST)];
  return { groups: counted.groups, constant: counted.constant, expected };
}

/** {@link measureConstancy} without what is expected. */
export function countConstant(
  key: Grouping,
  own: Grouping,
  weights: Uint32Array | null,
  { numbers = null, most = Infinity }: { readonly numbers?: Float64Array | null; readonly most?: number } = {},
): Counted | null {
  const keys = widened(key.codes);
  const values = widened(own.codes);
  const rows = new Uint32Array(key.size);
  const low = new Float64Array(key.size);
  const high = new Float64Array(key.size);
  const varied = new Uint8Array(key.size);
  const perValue = new Float64Array(own.size);
  const slack = numbers === null ? 0 : 1;
  let variedCount = 0;
  for (let entry = 0; entry < keys.length; entry++) {
    const group = keys[entry];
    const code = values[entry];
    if (group === key.missing || code === own.missing) continue;
    const value = numbers === null ? code : numbers[code];
    const weight = weights === null ? 1 : weights[entry];
    perValue[code] += weight;
    if (rows[group] === 0) low[group] = high[group] = value;
    else if (value < low[group]) low[group] = value;
    else if (value > high[group]) high[group] = value;
    rows[group] += weight;
    if (varied[group] === 0 && high[group] - low[group] > slack) {
      varied[group] = 1;
      if (++variedCount > most) return null;
    }
  }
  let groups = 0;
  for (const count of rows) groups += Number(count >= 2);
  return { groups, constant: groups - variedCount, rows, perValue };
}

/** [m] probability that m rows drawn independently have one value, or with `numbers` values that differ by at most 1. */
function chancesOf(perValue: Float64Array, numbers: Float64Array | null): Float64Array {
  const chances = new Float64Array(LARGEST + 1);
  const total = perValue.reduce((sum, count) => sum + count, 0);
  if (total === 0) return chances;
  const codes = Array.from(perValue.keys()).filter((code) => perValue[code] > 0);
  if (numbers !== null) codes.sort((a, b) => numbers[a] - numbers[b]);
  codes.forEach((code, i) => {
    const own = perValue[code] / total;
    const next = i + 1 < codes.length ? codes[i + 1] : -1;
    const above = numbers !== null && next >= 0 && numbers[next] - numbers[code] <= 1 ? perValue[next] / total : 0;
    let both = own + above;
    let upper = above;
    for (let m = 2; m <= LARGEST; m++) {
      both *= own + above;
      upper *= above;
      chances[m] += both - upper;
    }
  });
  return chances;
}

/** Share of the groups that are constant. */
export const shareOf = ({ groups, constant }: Omit<Constancy, 'expected'>): number =>
  groups === 0 ? 0 : constant / groups;

/** Share of the groups that vary by chance of which do not vary: 1 where all are constant, 0 where chance explains it. */
export function excessOf({ groups, constant, expected }: Constancy): number {
  const varying = groups - expected;
  return varying <= 0 ? 0 : (constant - expected) / varying;
}

const SMALLEST = 1e-300;

/**
 * Minus the logarithm of a bound on the probability that this number of groups is constant by chance (Chernoff): the groups times the divergence of
 * the share from what is expected.
 */
export function strengthOf({ groups, constant, expected }: Constancy): number {
  const share = constant / groups;
  const chance = Math.max(SMALLEST, expected / groups);
  if (groups === 0 || share <= chance) return 0;
  const varying = share === 1 ? 0 : (1 - share) * logarithm((1 - share) / (1 - chance));
  return groups * (share * logarithm(share / chance) + varying);
}

/** The groups of two groupings together, numbered by first appearance; missing where either is. */
export function pairOf(a: Grouping, b: Grouping): Grouping {
  const codes = new Int32Array(a.codes.length);
  const known = new Map<number, number>();
  for (let entry = 0; entry < codes.length; entry++) {
    const isMissing = a.codes[entry] === a.missing || b.codes[entry] === b.missing;
    const id = isMissing ? -1 : a.codes[entry] * b.size + b.codes[entry];
    let code = known.get(id);
    if (code === undefined) known.set(id, (code = known.size));
    codes[entry] = code;
  }
  return { codes, size: known.size, missing: known.get(-1) ?? -1 };
}

/** [groups] rows of every group. */
export function rowsOfGroups({ codes, size }: Grouping, weights: Uint32Array | null): Float64Array {
  const rows = new Float64Array(size);
  for (let entry = 0; entry < codes.length; entry++) rows[codes[entry]] += weights === null ? 1 : weights[entry];
  return rows;
}
