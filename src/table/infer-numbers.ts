import { smallestOf } from '../base/sequences.js';
import type { Steps } from '../base/steps.js';
import { numberFormat, writePattern } from './number-format.js';
import type { NumberPattern } from './number-format.js';
import { spellingOf } from './spelling.js';
import type { ValueKind } from './table.js';

/** Known marks of the numbers of a file. */
export interface NumberHints {
  readonly decimal?: '.' | ',';
  readonly thousands?: string;
}

/** Numbers as they were found, or several readings of them; see `FoundKind`. */
interface FoundNumbers {
  readonly kind: ValueKind;
  readonly readings: readonly ValueKind[];
}

const CODES = 'EUR USD GBP CHF JPY CNY INR AUD CAD NZD SEK NOK DKK ISK PLN CZK HUF RON BGN TRY RUB UAH BRL MXN ARS CLP COP ZAR ILS KRW SGD HKD TWD THB IDR MYR PHP VND AED SAR EGP NGN KES'.split(' '); // prettier-ignore
const MONEY = new RegExp(
  String.raw`^(?:\p{Sc}|(?:US|A|C|R|NZ|HK|S)\$|kr\.?|zł|Kč|Ft|Fr\.|SFr\.|${CODES.join('|')})$`,
  'u',
);
const PERCENT = /^[%‰]$/;

/** Units of measures and ages. Numbers with one of them are asked about, since they may be codes: 12a is a house. */
const LONG_UNITS = 'kg mg µg lbs? oz st cm mm km ft in mi ml dl mmol/l mg/dl mmHg bpm kcal cal kWh °C °F years? yrs? yo Jahre? ans? años? Monate? months? mo weeks? wks? Wochen? days? Tage? jours? hours? hrs? Std minutes? mins? Min seconds? secs?'.replaceAll(' ', '|'); // prettier-ignore
const SHORT_UNITS = '[agmlyJdhs]';
/** A unit behind a number, with the blank between them. */
export const NUMBER_UNIT = String.raw`(?:\s?(?:${LONG_UNITS})|\s${SHORT_UNITS})`;
const UNIT = new RegExp(`^${NUMBER_UNIT}\\.?$`, 'u');

const BODY = /^-?([^\d,.\-'’]*\.? ?)-?(\d(?:[\d,.'’ \u00a0\u202f\u2009]*\d)?)([^\d,'’-]*)$/u;
const SEPARATORS = /[^\d]/g;

/** Texts between two yields. */
const TEXTS_AT_ONCE = 1 << 12;

/**
 * The numbers that all texts are, written with separators, a currency or percent; null where they are none. Yields between stretches
 * of the work.
 */
export function* inferNumbers(texts: Iterable<string>, first: string, hints: NumberHints): Steps<FoundNumbers | null> {
  const shape = shapeOf(withoutParentheses(first));
  if (shape === null) return null;
  const bodies: string[] = [];
  let [hasParentheses, hasOthers] = [false, false];
  for (const text of texts) {
    const inner = withoutParentheses(text);
    if (inner === text) hasOthers = true;
    else hasParentheses = true;
    const own = shapeOf(inner);
    if (own === null) return null;
    if (bodies.push(own.body) % TEXTS_AT_ONCE === 0) yield;
  }
  const found = new Set<string>();
  for (const [at, body] of bodies.entries()) {
    if (at % TEXTS_AT_ONCE === 0) yield;
    for (const mark of body.match(SEPARATORS) ?? []) found.add(mark);
  }
  const separators = [...found];
  const isMoney = MONEY.test(shape.before.trim()) || MONEY.test(shape.after.trim());
  const isBare = shape.before === '' && shape.after === '';
  const isPlain = isBare && separators.length === 0;
  // Numbers that all stand in parentheses are codes, or notes.
  if (separators.length > 2 || (isPlain && !hasParentheses) || (hasParentheses && !hasOthers)) return null;
  const readings: ValueKind[] = [];
  for (const [thousands, decimal] of waysToRead(separators, hints)) {
    yield;
    if (thousands !== '' && !areGroups(bodies, thousands, { isBare: isBare && decimal === '', hints })) continue;
    const places = decimal === '' ? [] : bodies.map((body) => body.length - 1 - lastIndex(body, decimal));
    // Amounts have cents, or none: three digits behind a separator are thousands.
    if (isMoney && thousands === '' && places.some((count) => count === 3)) continue;
    const decimals = places.length === 0 ? 0 : smallestOf(places);
    const pattern: NumberPattern = {
      before: shape.before,
      after: shape.after,
      thousands,
      decimal: decimal === ',' ? ',' : '.',
      decimals,
      hasDecimals: decimal !== '',
      hasParentheses,
    };
    const kinds = [kindOf(pattern), kindOf({ ...pattern, isIndian: true })];
    for (const kind of kinds) {
      if (!(yield* isOwnSpelling(texts, kind))) continue;
      readings.push(kind);
      break;
    }
  }
  // Whole numbers in parentheses beside others may be negative, or marked; numbers with a unit may be codes.
  if (readings.length === 1 && !isPlain && !UNIT.test(shape.after)) return { kind: readings[0], readings: [] };
  return readings.length === 0 ? null : { kind: { type: 'string' }, readings };
}

/** Spellings that are looked at for the signs that stand around numbers. */
const MOST_SHAPES = 8;

/**
 * The numbers that texts with separators, a currency or percent are where some are not written as the others: `$1000` beside `$1,000`.
 * Kinds to try: none is sure to read all of them.
 */
export function mixedNumbers(texts: Iterable<string>): ValueKind[] {
  const separators = new Set<string>();
  const bodies: string[] = [];
  const around = new Map<string, { readonly before: string; readonly after: string }>();
  let hasParentheses = false;
  for (const text of texts) {
    const inner = withoutParentheses(text);
    if (inner !== text) hasParentheses = true;
    const shape = shapeOf(inner);
    if (shape === null) return [];
    for (const mark of shape.body.match(SEPARATORS) ?? []) separators.add(mark);
    bodies.push(shape.body);
    if (around.size < MOST_SHAPES) around.set(`${shape.before}#${shape.after}`, shape);
  }
  const isPlain = around.size === 1 && around.has('#') && separators.size === 0;
  if (separators.size > 2 || isPlain) return [];
  const kinds: ValueKind[] = [];
  for (const [thousands, decimal] of waysToRead([...separators], {})) {
    // Three digits behind every mark: it divides thousands.
    if (decimal !== '' && bodies.every((body) => !body.includes(decimal) || behind(body, decimal) === 3)) continue;
    for (const { before, after } of around.values()) {
      const isBare = before === '' && after === '' && decimal === '';
      if (thousands !== '' && !areGroups(bodies, thousands, { isBare, hints: {} })) continue;
      const mark = decimal === ',' ? ',' : '.';
      const pattern: NumberPattern = { before, after, thousands, decimal: mark, decimals: 0, hasDecimals: decimal !== '', hasParentheses }; // prettier-ignore
      kinds.push(kindOf(pattern), kindOf({ ...pattern, isIndian: true }));
    }
  }
  return kinds.filter(({ format }) => format !== undefined && numberFormat(format) !== null);
}

const behind = (body: string, mark: string): number => body.length - 1 - body.lastIndexOf(mark);

function kindOf(pattern: NumberPattern): ValueKind {
  const format = writePattern(pattern);
  const type = pattern.hasDecimals ? 'number' : 'integer';
  // Numbers with a point and no more are written so without a format.
  return format === '0.#' ? { type } : { type, format };
}

function* isOwnSpelling(texts: Iterable<string>, kind: ValueKind): Steps<boolean> {
  const { read, write } = spellingOf(kind);
  let at = 0;
  for (const text of texts) {
    if (++at % TEXTS_AT_ONCE === 0) yield;
    const value = read(text);
    if (typeof value !== 'number' || write(value) !== text) return false;
  }
  return true;
}

/** Returns the text inside parentheses, as negative amounts have them; other texts unchanged. */
const withoutParentheses = (text: string): string => /^\(([^-()]*)\)$/.exec(text)?.[1] ?? text;

function shapeOf(text: string): { readonly before: string; readonly body: string; readonly after: string } | null {
  const match = BODY.exec(text);
  if (match === null) return null;
  const [, before, body, after] = match;
  const isKnown = (affix: string): boolean => affix === '' || MONEY.test(affix.trim());
  const isUnit = PERCENT.test(after.trim()) || UNIT.test(after);
  return isKnown(before) && (isKnown(after) || isUnit) ? { before, body, after } : null;
}

/** Which separator may divide groups of three digits, and which may be the decimal mark. */
function waysToRead(separators: readonly string[], { decimal, thousands }: NumberHints) {
  const marks = ['', ...separators];
  const ways: (readonly [thousands: string, decimal: '' | '.' | ','])[] = [];
  for (const group of marks) {
    for (const mark of marks) {
      const isUsed = separators.every((each) => each === group || each === mark);
      if (!isUsed || (group === mark && group !== '')) continue;
      if (mark !== '' && mark !== '.' && mark !== ',') continue;
      if (decimal !== undefined && (group === decimal || (mark !== '' && mark !== decimal))) continue;
      if (thousands !== undefined && (mark === thousands || (group !== '' && group !== thousands))) continue;
      ways.push([group, mark]);
    }
  }
  return ways;
}

/**
 * True where a separator divides digits into groups of three, as far as that shows: telephone numbers, versions and addresses have
 * the same number of groups throughout, amounts have not.
 */
function areGroups(
  bodies: readonly string[],
  separator: string,
  { isBare, hints }: { readonly isBare: boolean; readonly hints: NumberHints },
): boolean {
  if (!isBare || hints.thousands === separator) return true;
  const counts = new Set(bodies.map((body) => body.split(separator).length - 1));
  return counts.size > 1 || (counts.has(1) && (separator === ',' || separator === '.'));
}

/** Index of the decimal mark; without one, of the last character. */
function lastIndex(body: string, mark: string): number {
  const at = body.lastIndexOf(mark);
  return at < 0 ? body.length - 1 : at;
}
