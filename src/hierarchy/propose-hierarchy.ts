import { decimalExponent, powerOfTen } from '../base/elementary.js';
import { largestOf, smallestOf } from '../base/sequences.js';
import type { HierarchySpec } from './kinds.js';
import { civilFromDays } from '../table/calendar.js';
import type { CalendarSpelling } from '../table/spelling.js';
import { CLOCK_MINUTE, isClockType } from '../table/clock-format.js';
import { spellingOf } from '../table/spelling.js';
import type { Column } from '../table/table.js';
import { type DateLevel, dateLabel } from './date-paths.js';
import { scaleExactly } from './interval-paths.js';
import { cutsOf, prefixLabels } from './prefix-paths.js';

/** Hierarchies that can be proposed from values alone. */
type ProposedHierarchy = Extract<HierarchySpec, { type: 'suppress' | 'intervals' | 'dates' | 'mask' | 'prefix' }>;

/** Columns of fewer values have `{"type": "suppress"}` proposed. */
const FEW_VALUES = 5;
/** Number of finest intervals over the middle nine tenths of the values, about. */
const FINEST_INTERVALS = 20;
/** After this number of widths each width is ten times the previous one; the second number is the maximum that is proposed. */
const CLOSE_WIDTHS = 3;
const MOST_WIDTHS = 8;
/** Shares of the texts that are written like codes. */
const NEARLY_ALL = 0.95;
const MANY = 0.75;
const HALF = 0.5;
/** Numbers in a row for each that occurs. */
const LEFT_OUT = 10;
/** Maximum characters of codes that have a hierarchy proposed. */
const MOST_CODE_CHARACTERS = 20;

/**
 * A hierarchy that fits the values of a column, for a warning or a first job: nested intervals for numbers, calendar levels for
 * dates, a mask for codes of equal length, their beginnings for codes of several lengths, (value, *) for a few values. Null for other texts: only people who know them can group them.
 *
 * The numbers in it are bounds of a grid (1, 2 or 5 times a power of ten, an origin that is a multiple of the widest interval),
 * so that it can be printed; it never holds a cell. `buildHierarchy` takes it for this column.
 */
export function proposeHierarchy(column: Column): ProposedHierarchy | null {
  const texts = column.texts.filter((_, code) => code !== column.missingCode);
  if (column.type === 'string') return proposeForTexts(texts);
  if (texts.length < FEW_VALUES || column.numbers === null) return { type: 'suppress' };
  const numbers = column.numbers.filter((_, code) => code !== column.missingCode).sort();
  const { calendar } = spellingOf(column);
  if (calendar !== undefined) return proposeLevels(numbers, calendar);
  if (isClockType(column.type)) return proposeClock(numbers);
  return proposeIntervals(numbers, column.type === 'integer');
}

/** Minutes of intervals of times of day and lengths of time, each a multiple of the one before. */
const CLOCK_MINUTES = [1, 5, 10, 30, 60, 360, 720];

/** Intervals of minutes: the finest about a twentieth of the middle nine tenths of the values. */
function proposeClock(ascending: Float64Array): ProposedHierarchy {
  const at = (share: number): number => ascending[Math.floor(share * (ascending.length - 1))] / CLOCK_MINUTE;
  const finest = Math.min(4, Math.max(0, CLOCK_MINUTES.findLastIndex((minutes) => minutes <= (at(0.95) - at(0.05)) / 10))); // prettier-ignore
  return { type: 'intervals', widths: CLOCK_MINUTES.slice(finest, finest + 3) };
}

function proposeForTexts(texts: readonly string[]): ProposedHierarchy | null {
  if (texts.length <= 2) return { type: 'suppress' };
  return texts.length >= FEW_VALUES && (areCodes(texts) || areMixedCodes(texts)) ? proposeForCodes(texts) : null;
}

/** A hierarchy for the distinct texts of codes, which their name or their shape shows to be codes; null where no beginnings group them. */
export function proposeForCodes(texts: readonly string[]): ProposedHierarchy | null {
  if (areCodes(texts)) return { type: 'mask' };
  if (texts.some((text) => Array.from(text).length > MOST_CODE_CHARACTERS)) return null;
  const cuts = cutsOf(texts);
  const labels = texts.map((text) => prefixLabels(text, cuts));
  const kept = coarsening([...cuts.keys()], texts.length, (at) => new Set(labels.map((own) => own[at])).size);
  return kept.length === 0 ? null : { type: 'prefix', at: kept.map((at) => cuts[at]) };
}

/** Codes of which some are longer: letters and digits, most with both, in parts of a few characters. Words, amounts with units, days and ranges of numbers are none. */
function areMixedCodes(texts: readonly string[]): boolean {
  const share = (pattern: RegExp): number => texts.filter((text) => pattern.test(text)).length / texts.length;
  return (
    share(/^[\p{L}\p{N}]+(?:[ ./-][\p{L}\p{N}]+){0,4}$/u) >= NEARLY_ALL &&
    share(/\p{Nd}/u) >= MANY &&
    share(/\p{L}/u) >= HALF &&
    share(/\p{L}{5}/u) <= 1 - NEARLY_ALL &&
    share(/^\p{Nd}+(?:[.,]\p{Nd}+)? ?\p{L}{1,4}$/u) < HALF &&
    !areSerials(texts)
  );
}

/** Letters and digits, at least one digit, all of one length; days and times of other spellings are none. */
function areCodes(texts: readonly string[]): boolean {
  const { length } = Array.from(texts[0]);
  return (
    length >= 2 &&
    length <= MOST_CODE_CHARACTERS &&
    texts.every(
      (text) =>
        Array.from(text).length === length &&
        /\p{Nd}/u.test(text) &&
        /^[\p{L}\p{Nd}]+(?:[ -][\p{L}\p{Nd}]+)?$/u.test(text),
    )
  );
}

/** Numbers behind the same letters that leave few out, such as those of cases: their first digits group nothing. */
function areSerials(texts: readonly string[]): boolean {
  const numbers = new Map<string, number[]>();
  for (const text of texts) {
    const [, letters, digits] = /^(\p{L}+)([0-9]{1,15})$/u.exec(text) ?? [];
    if (letters !== undefined) numbers.set(letters, [...(numbers.get(letters) ?? []), Number(digits)]);
  }
  const runs = [...numbers.values()];
  const isSerial = (own: readonly number[]): boolean =>
    own.length >= MANY * texts.length && largestOf(own) - smallestOf(own) < LEFT_OUT * own.length;
  return runs.some(isSerial);
}

/** Calendar levels that each group the values further, and not all of them into one. */
function proposeLevels(ascending: Float64Array, calendar: CalendarSpelling): ProposedHierarchy {
  const dayOf = (value: number): number => Math.floor((value + calendar.shift) / calendar.day);
  const [first, last] = [dayOf(ascending[0]), dayOf(ascending[ascending.length - 1])];
  const years = civilFromDays(last).year - civilFromDays(first).year + 1;
  const wanted: DateLevel[] = ['month', ...(years <= 5 ? (['quarter'] as const) : []), 'year', 'decade'];
  if (years > 200) wanted.push('century');
  // Times within a few weeks are separated by hours, others by days.
  if (calendar.day > 1) wanted.unshift('day');
  if (calendar.day > 1 && last - first < 60) wanted.unshift('hour');
  const groupsOf = (level: DateLevel): number =>
    new Set(Array.from(ascending, (value) => dateLabel(value, level, calendar))).size;
  const levels = coarsening(wanted, ascending.length, groupsOf);
  return levels.length === 0 ? { type: 'suppress' } : { type: 'dates', levels };
}

/** Intervals of 1, 2 or 5 times a power of ten, each a multiple of the one before, counted from a multiple of the widest. */
function proposeIntervals(ascending: Float64Array, isWhole: boolean): ProposedHierarchy {
  const smallest = ascending[0];
  const largest = ascending[ascending.length - 1];
  // A few values far out must not make the finest intervals coarse.
  const margin = Math.floor(ascending.length / 20);
  if (!Number.isFinite(largest - smallest)) return { type: 'suppress' };
  const middle = ascending[ascending.length - 1 - margin] - ascending[margin];
  const steps = nestedSteps(middle / FINEST_INTERVALS, largest - smallest, isWhole);
  const scale = powerOfTen(Math.max(0, -steps[0].power));
  const kept = coarsening(steps, ascending.length, (step) => {
    const width = Math.round(valueOf(step) * scale);
    const found = new Set<number>();
    for (const number of ascending) found.add(Math.floor(scaleExactly(number, scale) / width));
    return found.size;
  });
  const widest = kept.at(-1);
  if (widest === undefined) return { type: 'suppress' };
  const origin = valueOf({ digit: Math.floor(smallest / valueOf(widest)) * widest.digit, power: widest.power });
  // Bounds are counted in units of the last decimal, which must be whole numbers that a double holds.
  const farthest = Math.max(Math.abs(origin), Math.abs(smallest), Math.abs(largest)) + valueOf(widest);
  if (!Number.isSafeInteger(Math.ceil(farthest * scale)) || kept[0].power < -15) return { type: 'suppress' };
  return { type: 'intervals', origin: origin + 0, widths: kept.map(valueOf) };
}

/** A number as people write it: digit * 10^power. */
interface Step {
  readonly digit: number;
  readonly power: number;
}

/** The double nearest to the decimal. */
const valueOf = ({ digit, power }: Step): number => Number(`${digit}e${power}`);

/** The least step of at least `finest`, then multiples of it up to what covers `span`: 5, 10, 20, 100, 1000, ... */
function nestedSteps(finest: number, span: number, isWhole: boolean): Step[] {
  const steps: Step[] = [firstStep(isWhole ? Math.max(2, finest) : finest)];
  while (steps.length < MOST_WIDTHS && valueOf(steps[steps.length - 1]) < span) {
    const { digit, power } = steps[steps.length - 1];
    if (steps.length > CLOSE_WIDTHS) steps.push({ digit, power: power + 1 });
    else steps.push(digit === 1 ? { digit: 2, power } : { digit: 1, power: power + 1 });
  }
  return steps;
}

function firstStep(least: number): Step {
  if (!(least > 0)) return { digit: 1, power: 0 };
  for (let power = decimalExponent(least) - 1; ; power++) {
    for (const digit of [1, 2, 5]) if (valueOf({ digit, power }) >= least) return { digit, power };
  }
}

/** The levels that have fewer groups than the one before them (the values at first), and more than one. */
function coarsening<Level>(levels: readonly Level[], values: number, groupsOf: (level: Level) => number): Level[] {
  const kept: Level[] = [];
  let before = values;
  for (const level of levels) {
    const groups = groupsOf(level);
    if (groups < 2) break;
    if (groups >= before) continue;
    kept.push(level);
    before = groups;
  }
  return kept;
}
