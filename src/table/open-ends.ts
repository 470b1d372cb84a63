/** Numbers with an open end, as people write them: `90+`, `<1`, `>=85`, `under 5`, `85 and over`. */

/** Side of the numbers that an open number stands for: all up to its bound, or all from its bound on. */
export type OpenSide = 'low' | 'high';

/** An open number in its parts. */
interface OpenNumber {
  readonly side: OpenSide;
  /** True where the bound itself is excluded: `<1`, `over 30`. */
  readonly isStrict: boolean;
  /** Text of the bound. */
  readonly bound: string;
}

/** Words and signs before the bound, by their meaning. */
const BEFORE: readonly (readonly [words: string, side: OpenSide, isStrict: boolean])[] = [
  ['<=|=<|≤|at most|up to|no more than|bis|höchstens|jusqu\'à|hasta', 'low', false],
  ['>=|=>|≥|at least|from|no less than|ab|mindestens|au moins|al menos|desde', 'high', false],
  ['<|under|below|less than|fewer than|younger than|unter|weniger als|jünger als|moins de|menos de', 'low', true],
  ['>|over|above|more than|older than|über|mehr als|älter als|plus de|más de', 'high', true],
]; // prettier-ignore
const AND = '(?:and|or|und|oder|et|ou|y|o)';
/** Words and signs behind the bound; all of them include it. */
const BEHIND: readonly (readonly [words: string, side: OpenSide])[] = [
  [String.raw`\+|plus|${AND} (?:over|above|more|older|up|upwards?|mehr|älter|darüber|plus|más|mayor(?:es)?)`, 'high'],
  [`${AND} (?:under|below|less|younger|fewer|weniger|jünger|darunter|moins|menos|menor(?:es)?)`, 'low'],
];

/** A bound: digits with whatever stands beside them, such as a sign of a currency. */
const BOUND = String.raw`[^\s<>≤≥=+][^<>≤≥=+]*`;
const FIRST = BEFORE.map(([words, side, isStrict]) => ({
  side,
  isStrict,
  pattern: new RegExp(`^(?:${words})\\s*(${BOUND})$`, 'iu'),
}));
const LAST = BEHIND.map(([words, side]) => ({
  side,
  isStrict: false,
  pattern: new RegExp(`^(${BOUND}?)\\s*(?:${words})$`, 'iu'),
}));
const EITHER = [...FIRST, ...LAST];
/** Longest text of an open number. */
const LONGEST = 40;
/** Signs that labels of ranges and sets have, and that formats stand open ends in. */
const OF_LABELS = /["{}[\];]/;

/** The parts of a text that may be an open number; null for others. The bound is any text with a digit. */
export function splitOpen(text: string): OpenNumber | null {
  if (text.length > LONGEST || !/\d/.test(text)) return null;
  for (const { side, isStrict, pattern } of EITHER) {
    const match = pattern.exec(text);
    if (match !== null && /\d/.test(match[1])) return { side, isStrict, bound: match[1].trim() };
  }
  return null;
}

/** True for a text that a format may have as an open end. */
export const isOpenText = (text: string): boolean => splitOpen(text) !== null && !OF_LABELS.test(text);

/** Texts of the open ends of a column. */
export type OpenTexts = Readonly<Partial<Record<OpenSide, string>>>;

const FORMAT = /^(?:\[([^[\]]+)\] )?([^[\]]*?)(?: \[([^[\]]+)\])?$/;

/** The open ends that a format says beside its pattern: `[<1] 0 [90+]`; null for a format that says them wrongly. */
export function splitOpenFormat(format: string): { readonly pattern: string; readonly ends: OpenTexts } | null {
  const match = FORMAT.exec(format) as (string | undefined)[] | null;
  if (match === null) return null;
  const [, low, pattern = '', high] = match;
  if (low !== undefined && (!isOpenText(low) || splitOpen(low)?.side !== 'low')) return null;
  if (high !== undefined && (!isOpenText(high) || splitOpen(high)?.side !== 'high')) return null;
  return { pattern, ends: { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) } };
}

/** The format of a pattern with open ends; inverse of {@link splitOpenFormat}. */
export const writeOpenFormat = (pattern: string, { low, high }: OpenTexts): string =>
  `${low === undefined ? '' : `[${low}] `}${pattern}${high === undefined ? '' : ` [${high}]`}`;

/** The number that stands for all numbers of an open one: the bound, or the next number that a column can have where the bound is excluded. */
export function endOf(
  { side, isStrict }: OpenNumber,
  bound: number,
  { isWhole }: { readonly isWhole: boolean },
): number {
  const up = side === 'high';
  if (isWhole) return isStrict ? bound + (up ? 1 : -1) : bound;
  return isStrict ? neighbour(bound, up) : bound;
}

/** The next double above or below a number. */
function neighbour(value: number, up: boolean): number {
  if (value === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 === up ? 1n : -1n));
  return view.getFloat64(0);
}
