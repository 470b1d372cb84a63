import { largestOf } from '../base/sequences.js';
import { eachInSteps, runToCompletion, type Steps } from '../base/steps.js';
import { powerOfTen } from '../base/elementary.js';
import { daysFromCivil } from './calendar.js';
import type { Column } from './table.js';
import { countRowsPerCode } from './table.js';

/** Values of a column of numbers, days or times that may stand for missing ones. */
interface Sentinels {
  /** Codes of well-known marks such as 999, -9 or 9999-12-31 that lie apart from the other values. */
  readonly marks: readonly number[];
  /** Codes of single values that lie far outside all others. */
  readonly outliers: readonly number[];
}

/** A value, its code in the dictionary, and its rows. */
interface Counted {
  readonly value: number;
  readonly code: number;
  readonly rows: number;
}

const DAY = 86_400_000;
/** Single digits are codes only where other values leave a gap before them. */
const DIGITS = [7, 8, 9];

/** Numbers that surveys and registers write where there is no value. */
const CODES: ReadonlySet<number> = new Set(
  [
    ...DIGITS,
    ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((places) => powerOfTen(places) - 1),
    ...[2, 3, 4, 5, 6].flatMap((places) => [powerOfTen(places) - 2, powerOfTen(places) - 3]),
    ...[77, 88, 777, 888, 7777, 8888, 99.9, 999.9, 9999.9, 99.99, 999.99, 9999.99, 999.25],
    // The ends of what programs store in two and four bytes.
    ...[32_767, 32_768, 65_535, 2_147_483_647, 2_147_483_648, 4_294_967_295],
  ].flatMap((code) => [code, -code]),
);
/** Negative numbers that may be codes among numbers that are not negative. */
const SMALL_NEGATIVES: ReadonlySet<number> = new Set([-1, -2, -3, -4, -5, -6]);

/** Values beside the candidates that are enough to say what lies apart. */
const FEWEST_VALUES = 2;
const FEWEST_ROWS = 10;
/** Candidates of more rows than this share are what the column is made of. */
const MOST_ROWS = 0.5;
/** Gap of an outlier, in spreads of all other values. */
const FAR = 20;
const OUTLIER_VALUES = 5;
const OUTLIER_ROWS = 20;
const OUTLIER_SHARE = 0.01;
/** Extreme values that are looked at on either side. */
const EXTREMES = 5;

const none: Sentinels = { marks: [], outliers: [] };

/**
 * Finds values that may stand for missing ones: well-known codes (-9, -1, 99, 999, 9999-12-31, 0001-01-01, 1900-01-01) that lie
 * apart from the others, and single values far outside all others. O(distinct).
 */
export const findSentinels = (column: Column): Sentinels => runToCompletion(findSentinelsInSteps(column));

/** {@link findSentinels} that yields between stretches of the work. */
export function* findSentinelsInSteps(column: Column): Steps<Sentinels> {
  if (column.numbers === null) return none;
  const values = yield* countedValues(column);
  yield;
  let total = 0;
  for (const { rows } of values) total += rows;
  if (total < FEWEST_ROWS || values.length <= FEWEST_VALUES) return none;
  const isDays = column.type === 'date' || column.type === 'datetime';
  const unit = column.type === 'date' ? 1 : DAY;
  const marks = isDays ? dayMarks(values, unit) : numberMarks(values);
  yield;
  const marked = new Set(marks.map(({ code }) => code));
  let inMarks = 0;
  for (const { rows } of marks) inMarks += rows;
  const isMost = inMarks > MOST_ROWS * total;
  const rest = isMost ? values : values.filter(({ code }) => !marked.has(code));
  yield;
  const outliers = isDays ? daysBeyond(rest, unit) : findOutliers(rest);
  return { marks: isMost ? [] : marks.map(({ code }) => code), outliers: outliers.map(({ code }) => code) };
}

function* countedValues(column: Column): Steps<Counted[]> {
  const { numbers, missingCode } = column;
  const rows = countRowsPerCode(column);
  const values: Counted[] = [];
  yield* eachInSteps(rows.length, (code) => {
    if (code !== missingCode) values.push({ value: numbers![code], code, rows: rows[code] });
  });
  return values;
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly distinct: number;
  /** Most rows of one value. */
  readonly mostRows: number;
}

function rangeOf(values: readonly Counted[]): Range {
  let [low, high, mostRows] = [Infinity, -Infinity, 0];
  for (const { value, rows } of values) {
    if (value < low) low = value;
    if (value > high) high = value;
    if (rows > mostRows) mostRows = rows;
  }
  return { low, high, distinct: values.length, mostRows };
}

function numberMarks(values: readonly Counted[]): Counted[] {
  const candidates = values.filter(({ value }) => CODES.has(value) || SMALL_NEGATIVES.has(value) || value === 0);
  if (candidates.length === 0) return [];
  const isCandidate = new Set(candidates.map(({ code }) => code));
  const rest = values.filter(({ code, value }) => !isCandidate.has(code) || value === 0);
  // A column of 0, 1 and 9 has no other values.
  if (rest.length < FEWEST_VALUES) return [];
  const range = rangeOf(rest);
  const above = candidates.filter(({ value }) => value > range.high).sort((a, b) => a.value - b.value);
  const below = candidates.filter(({ value }) => value < range.low).sort((a, b) => b.value - a.value);
  return [...highMarks(above, rest, range), ...lowMarks(below, rest, range), ...zeroMark(rest)];
}

/** Codes above all other values, from the first that a gap divides from them. */
function highMarks(above: readonly Counted[], rest: readonly Counted[], range: Range): Counted[] {
  let { high } = range;
  let { distinct } = range;
  for (const [at, { value, rows }] of above.entries()) {
    const gap = value - high;
    const spread = high - range.low;
    const isFar = gap > spread && (rows > 1 || gap > 2 * spread);
    // 8 is a code beside 9 only.
    const isCode = !DIGITS.includes(value) || above.at(-1)!.value >= 9;
    if ((isFar && isCode) || isHeap(above[at], gap, spread / Math.max(1, distinct - 1), rest)) return above.slice(at);
    high = value;
    distinct++;
  }
  return [];
}

/** True for 99 and the like behind a gap, where it has many times the rows of the values before the gap. */
function isHeap({ value, rows }: Counted, gap: number, step: number, rest: readonly Counted[]): boolean {
  if (value < 77 || rows < 3 || gap < 5 * step) return false;
  const last = [...extremes(rest, 'high')].map((each) => each.rows);
  return rows >= 3 * largestOf(last);
}

/** Steps between values that make a gap. */
const GAP_STEPS = 5;
/** Codes that are found where a single row has them. */
const NINES: ReadonlySet<number> = new Set([-9, -99, -999, -9999, -99999, -32_768, -2_147_483_648]);

/** Negative codes among values that are not negative: behind a gap, and -1 where it is the only one before it. */
function lowMarks(below: readonly Counted[], rest: readonly Counted[], range: Range): Counted[] {
  if (range.low < 0) return [];
  const negative = below.filter(({ value }) => value < 0);
  const gap = (GAP_STEPS * (range.high - range.low)) / (range.distinct - 1);
  const isFar = (from: number, { value }: Counted): boolean => from - value >= Math.max(2, gap);
  const farAt = negative.findIndex((each, i) => isFar(i === 0 ? range.low : negative[i - 1].value, each));
  const near = farAt < 0 ? negative : negative.slice(0, farAt);
  const far = farAt < 0 ? [] : negative.slice(farAt);
  const isSure = far.some(({ value, rows }) => rows > 1 || NINES.has(value));
  if (near.length > 1 || (near.length === 1 && near[0].value !== -1)) return [];
  const [lone] = near;
  if (lone === undefined) return isSure ? far : [];
  const isAlone = lone.rows > 1 && range.low <= 1 && range.distinct >= 3 && !isTail(lone, rest, range);
  return isSure ? negative : far.length === 0 && isAlone ? near : [];
}

/** True for -1 as the thin end of many values that reach below 0. */
function isTail({ rows }: Counted, rest: readonly Counted[], { distinct }: Range): boolean {
  if (distinct < 20) return false;
  const next = extremes(rest, 'low').filter(({ value }) => value > 0);
  return rows < 3 * largestOf(next.map((each) => each.rows));
}

/** 0 below positive values that begin far above it. */
function zeroMark(rest: readonly Counted[]): Counted[] {
  const zero = rest.find(({ value }) => value === 0);
  if (zero === undefined || zero.rows < 2 || rest.length <= OUTLIER_VALUES) return [];
  const { low, high } = rangeOf(rest.filter(({ value }) => value !== 0));
  let total = 0;
  for (const { rows } of rest) total += rows;
  return low > 2 * (high - low) && zero.rows <= 0.1 * total ? [zero] : [];
}

const day = (year: number, month: number, date: number): number => daysFromCivil({ year, month, day: date });

/** Days that programs write where there is none, and which may be days of people. */
const COMMON_DAYS: ReadonlySet<number> = new Set([
  ...[1753, 1800, 1899, 1900, 1901, 1970, 2099, 2100].map((year) => day(year, 1, 1)),
  ...[1799, 1899, 1969, 2049, 2099].map((year) => day(year, 12, 31)),
  day(1899, 12, 30),
  day(1900, 1, 2),
  day(1911, 11, 11),
  day(1111, 11, 11),
]);
/** Days of people lie between these. */
const FIRST_DAY = day(1700, 1, 1);
const LAST_DAY = day(2200, 1, 1);
/** Days before and from these on are codes. */
const FIRST_MEANT = day(2, 1, 1);
const LAST_MEANT = day(2999, 1, 1);

/** Implausible days beside days of people: mostly wrong years. */
function daysBeyond(values: readonly Counted[], unit: number): Counted[] {
  const beyond = values.filter(({ value }) => value < FIRST_DAY * unit || value >= LAST_DAY * unit);
  return values.length - beyond.length < FEWEST_VALUES ? [] : beyond;
}

function dayMarks(values: readonly Counted[], unit: number): Counted[] {
  const dayOf = ({ value }: Counted): number => Math.floor(value / unit);
  const isBeyond = (each: Counted): boolean => dayOf(each) < FIRST_DAY || dayOf(each) >= LAST_DAY;
  const isCommon = (each: Counted): boolean => COMMON_DAYS.has(dayOf(each));
  const rest = values.filter((each) => !isBeyond(each) && !isCommon(each));
  if (rest.length < FEWEST_VALUES) return [];
  const { low, high, mostRows } = rangeOf(rest);
  return values.filter((each) => {
    if (dayOf(each) < FIRST_MEANT || dayOf(each) >= LAST_MEANT) return true;
    if (!isCommon(each) || each.rows < 2) return false;
    const gap = each.value < low ? low - each.value : each.value - high;
    if (gap > 0 && (gap > 0.1 * (high - low) || each.rows >= 3 * mostRows)) return true;
    return each.rows >= 5 && each.rows >= 5 * mostRows;
  });
}

/** Up to {@link EXTREMES} of the largest (smallest) values, the outermost first. */
function extremes(values: readonly Counted[], side: 'high' | 'low'): Counted[] {
  const sign = side === 'high' ? 1 : -1;
  const found: Counted[] = [];
  for (const each of values) {
    if (found.length === EXTREMES && sign * each.value <= sign * found[EXTREMES - 1].value) continue;
    let at = found.length;
    while (at > 0 && sign * found[at - 1].value < sign * each.value) at--;
    found.splice(at, 0, each);
    if (found.length > EXTREMES) found.pop();
  }
  return found;
}

/** Values of few rows that lie {@link FAR} times as far from the others as these spread. */
function findOutliers(values: readonly Counted[]): Counted[] {
  let total = 0;
  for (const { rows } of values) total += rows;
  if (total < OUTLIER_ROWS || values.length <= OUTLIER_VALUES) return [];
  const most = Math.max(2, OUTLIER_SHARE * total);
  const highest = extremes(values, 'high');
  const lowest = extremes(values, 'low');
  const above = outside(highest, lowest[0].value, most, values.length);
  const high = above === 0 ? highest[0].value : highest[above]?.value;
  const below = high === undefined ? 0 : outside(lowest, high, most, values.length - above);
  if (above === 0 && below === 0) return outsideBoth(highest, lowest, most, values.length);
  return [...highest.slice(0, above), ...lowest.slice(0, below)];
}

/** Number of the outermost values that a gap divides from the others, which reach from the gap to `other`. */
function outside(ordered: readonly Counted[], other: number, most: number, distinct: number): number {
  let rows = 0;
  for (let count = 1; count < ordered.length && distinct - count >= OUTLIER_VALUES; count++) {
    rows += ordered[count - 1].rows;
    if (rows > most) return 0;
    const inner = ordered[count].value;
    const gap = Math.abs(ordered[count - 1].value - inner);
    const spread = Math.abs(inner - other);
    if (gap >= FAR * spread && spread > 0) return count;
  }
  return 0;
}

/** Values on both sides that hide one another: of each side the fewest that a gap divides from all between them. */
function outsideBoth(
  highest: readonly Counted[],
  lowest: readonly Counted[],
  most: number,
  distinct: number,
): Counted[] {
  for (let count = 2; count <= 2 * (EXTREMES - 1); count++) {
    for (let above = 1; above < count; above++) {
      const below = count - above;
      const [inner, other] = [highest[above]?.value, lowest[below]?.value];
      if (inner === undefined || other === undefined || distinct - count < OUTLIER_VALUES) continue;
      const found = [...highest.slice(0, above), ...lowest.slice(0, below)];
      const spread = inner - other;
      const gap = Math.min(highest[above - 1].value - inner, other - lowest[below - 1].value);
      if (spread > 0 && gap >= FAR * spread && found.every(({ rows }) => rows <= most)) return found;
    }
  }
  return [];
}
