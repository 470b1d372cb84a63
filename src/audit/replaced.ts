import { powerOfTen } from '../base/elementary.js';
import { amount, plural } from '../base/plural.js';
import { isOfNumbers } from '../table/of-numbers.js';
import type { Column, ValueKind } from '../table/table.js';
import { isOrder } from './hierarchies/list.js';
import { countHaving, type Persons } from './persons.js';
import { countCodes } from './sensitive.js';
import type { AuditQuasiIdentifier } from './spec.js';
import { isMissing, parseValue, plainNumber } from './values.js';

/** Decimals of released means beyond those of the most precise value of the original, and their maximum. */
const moreDecimals = 2;
const mostDecimals = 14;
/** Distance of the bounds of the grid, which stand in for a mean that is a rare value, in units of the most precise value. */
const gridUnits = 5;
/** For sums in doubles, relative to the largest number. */
const tolerance = 1e-12;

/** True for numbers: declared, or found so in the original, or, where nobody says, when every released label is one. */
export function isReplaced(
  { type, format, hierarchy }: AuditQuasiIdentifier,
  release: Column,
  original: Column | undefined,
  missing: ReadonlySet<string>,
): boolean {
  if (isOrder(hierarchy)) return false;
  const known = type === undefined ? original : { type, format };
  if (known !== undefined) return isOfNumbers(known);
  return release.texts.every(
    (text, code) =>
      text === '*' ||
      isMissing(release, code, missing) ||
      isQuotedMissing(text, missing) ||
      !Number.isNaN(parseValue(text, plainNumber)),
  );
}

/** Input of the check of one replaced column. */
interface ReplacedInput {
  readonly attribute: AuditQuasiIdentifier;
  readonly release: Column;
  readonly original: Column | undefined;
  readonly missing: ReadonlySet<string>;
  /** [released rows] row of the original, where it is known. */
  readonly rows: Uint32Array | undefined;
  /** [released rows] class. */
  readonly groupOf: Uint32Array;
  /** People who must have a number for a single one to be released; 0 where any may be. */
  readonly peopleToHideIn: number;
  /** The persons of the original, where they are counted. */
  readonly persons?: Persons | null;
}

/**
 * Checks a column whose numbers were replaced by the mean or the median of their class. Where it is known which row of the
 * original became which, every class must be what its own rows make, to half a unit of the last decimal that is printed; a
 * class in which missing cells stand beside numbers must be `*`, one of missing cells missing. Else numbers must lie within
 * the original's, and means keep the sum of the column.
 */
export function checkReplaced(
  input: ReplacedInput,
  problems: string[],
  warn: (code: string, message: string, attribute?: string) => void,
): void {
  const { attribute, release, original, missing, rows } = input;
  const kind: ValueKind = { type: 'number', format: attribute.format ?? original?.format };
  const place = `column ${JSON.stringify(attribute.name)}`;
  const used = countCodes(release);
  const isOpen = Uint8Array.from(release.texts, (text) => (text === '*' ? 1 : 0));
  const isMissingLabel = release.texts.map(
    (text, code) => isOpen[code] === 0 && (isMissing(release, code, missing) || isQuotedMissing(text, missing)),
  );
  const released = Float64Array.from(release.texts, (text, code) =>
    isMissingLabel[code] ? NaN : parseValue(text, kind),
  );
  let foreign = 0;
  release.texts.forEach((_, code) => {
    if (used[code] > 0 && isOpen[code] === 0 && !isMissingLabel[code] && Number.isNaN(released[code])) foreign++;
  });
  if (foreign > 0)
    return void problems.push(`${place}: ${amount(foreign, 'label is not a number', 'labels are not numbers')}`);
  if (original === undefined) return;
  const values = Float64Array.from(original.texts, (text, code) =>
    isMissing(original, code, missing) ? NaN : parseValue(text, kind),
  );
  const largest = values.reduce((most, value) => (Number.isNaN(value) ? most : Math.max(most, Math.abs(value))), 0);
  const decimals = decimalsOf(original, missing);
  const half = 0.5 * powerOfTen(-decimals) + tolerance * largest;
  const rare = countHaving(
    original,
    input.persons ?? null,
    [...original.texts.keys()],
    original.texts.length,
  ).counts.reduce((count, people) => count + Number(people < input.peopleToHideIn), 0);
  const step = gridUnits * powerOfTen(moreDecimals - decimals);
  const isHiding = input.peopleToHideIn > 0;
  if (rows === undefined) {
    const slack = isHiding ? half + (rare + 1) * step : half;
    checkTotals(input, { used, released, isOpen, values, half: slack }, problems);
    warn(
      'MEANS_NOT_LOCATED',
      'which row of the original became which is not known: means were checked by their sum only',
      attribute.name,
    );
    return;
  }
  if (rows.length !== release.codes.length || new Set(rows).size !== rows.length) {
    return void problems.push(`${place}: the rows of the original that were named are not one for each released row`);
  }
  const members = new Map<number, number[]>();
  rows.forEach((_, i) => {
    const own = members.get(input.groupOf[i]);
    if (own === undefined) members.set(input.groupOf[i], [i]);
    else own.push(i);
  });
  let wrong = 0;
  for (const own of members.values()) {
    const code = release.codes[own[0]];
    const numbers = Float64Array.from(own, (i) => values[original.codes[rows[i]]]).sort();
    // Typed arrays sort NaN to the end.
    const known = numbers.findIndex((value) => Number.isNaN(value));
    const isRight =
      known < 0
        ? expected(numbers, attribute.replacement!, isHiding).some((mean) => Math.abs(released[code] - mean) <= half) ||
          (isHiding && attribute.replacement === 'median' && isInMiddle(released[code], numbers, half)) ||
          (isHiding && isNextBound(released[code], numbers, step, rare, half))
        : known === 0
          ? isMissingLabel[code]
          : isOpen[code] === 1;
    if (!isRight) wrong++;
  }
  if (wrong > 0)
    problems.push(
      `${place}: ${amount(wrong, 'class is', 'classes are')} not released with the ${attribute.replacement === 'median' ? 'median' : 'mean'} of ${plural(wrong, 'its', 'their')} rows`,
    );
}

/** Tests for the missing value in double quotes, which distinguish it from the label `*` where `*` is read as missing. */
function isQuotedMissing(text: string, missing: ReadonlySet<string>): boolean {
  return /^".*"$/s.test(text) && missing.has(text.slice(1, -1).replaceAll('""', '"'));
}

/** Returns the values allowed for a class: with `isHiding` the means of three or more rows in the middle in place of a median. */
function expected(ascending: Float64Array, replacement: 'centroid' | 'median', isHiding: boolean): number[] {
  const { length } = ascending;
  const meanOf = (rows: number): number => {
    const from = (length - rows) / 2;
    return ascending.subarray(from, from + rows).reduce((sum, value) => sum + value, 0) / rows;
  };
  if (replacement === 'centroid') return [meanOf(length)];
  if (!isHiding) return [meanOf(length % 2 === 0 ? 2 : 1)];
  const means: number[] = [];
  for (let rows = Math.min(length, length % 2 === 0 ? 4 : 3); rows <= length; rows += 2) means.push(meanOf(rows));
  return means;
}

/** True between the quartiles: several groups whose means in the middle are alike are one class. */
function isInMiddle(released: number, ascending: Float64Array, half: number): boolean {
  const from = ascending.length >> 2;
  return released >= ascending[from] - half && released <= ascending[ascending.length - 1 - from] + half;
}

/** True for one of the next bounds of the grid above the mean: as many as there are rare values may be passed over. */
function isNextBound(released: number, numbers: Float64Array, step: number, rare: number, half: number): boolean {
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const isBound = Math.abs(released - Math.round(released / step) * step) <= half;
  return isBound && released > mean - half && released <= mean + (rare + 1) * step + half;
}

/** Checks conditions that hold whichever row is in whichever class. */
function checkTotals(
  { attribute, release, original }: ReplacedInput,
  read: {
    readonly used: ArrayLike<number>;
    readonly released: Float64Array;
    readonly isOpen: Uint8Array;
    readonly values: Float64Array;
    readonly half: number;
  },
  problems: string[],
): void {
  const { used, released, isOpen, values, half } = read;
  const place = `column ${JSON.stringify(attribute.name)}`;
  const numbers = values.filter((value) => !Number.isNaN(value));
  const least = numbers.reduce((min, value) => Math.min(min, value), Infinity);
  const most = numbers.reduce((max, value) => Math.max(max, value), -Infinity);
  let outside = 0;
  let sum = 0;
  let rows = 0;
  let open = 0;
  release.texts.forEach((_, code) => {
    if (used[code] === 0) return;
    if (isOpen[code] === 1) open++;
    if (Number.isNaN(released[code])) return;
    if (released[code] < least - half || released[code] > most + half) outside++;
    sum += used[code] * released[code];
    rows += used[code];
  });
  if (outside > 0)
    problems.push(`${place}: ${amount(outside, 'label lies', 'labels lie')} outside of the original's numbers`);
  if (open > 0 || attribute.replacement === 'median') return;
  let total = 0;
  let all = 0;
  countCodes(original!).forEach((count, code) => {
    if (Number.isNaN(values[code])) return;
    total += count * values[code];
    all += count;
  });
  if (rows === all && Math.abs(sum - total) > all * half)
    problems.push(`${place}: the means do not keep the sum of the column`);
}

function decimalsOf(column: Column, missing: ReadonlySet<string>): number {
  let most = 0;
  column.texts.forEach((text, code) => {
    if (isMissing(column, code, missing)) return;
    const [digits, exponent = 0] = String(column.numbers?.[code] ?? text)
      .toLowerCase()
      .split('e');
    const point = digits.indexOf('.');
    most = Math.max(most, (point < 0 ? 0 : digits.length - point - 1) - Number(exponent));
  });
  return Math.min(mostDecimals, most + moreDecimals);
}
