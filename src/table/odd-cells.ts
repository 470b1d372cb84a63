import { dateKindsOf, inferKind, isReadAs, mergingKinds, PACKED_DAYS } from './infer-kind.js';
import { NUMBER_UNIT, type NumberHints } from './infer-numbers.js';
import { kindWithFill } from './found-partial.js';
import { isBeyondEnd, isOpenNumber, kindWithEnds } from './kind-with-ends.js';
import { isOpenText } from './open-ends.js';
import { isMissingMark } from './missing-marks.js';
import { spellingOf } from './spelling.js';
import type { Column, ValueKind } from './table.js';
import { countRowsPerCode } from './table.js';
import { trimBlanks } from './value.js';

/** Oddity of a cell, by its text alone. */
export type Oddity = 'open' | 'about' | 'signed' | 'unit' | 'partial' | 'printed' | 'other';

/** Cells that keep a column of texts from being one of numbers, days or times. */
export interface OddCells {
  /** Kind of the other cells; of numbers with the open ends that cells have. */
  readonly kind: ValueKind;
  /** Cells that have a value and no mark of a missing one. */
  readonly cells: number;
  /** [odd cells' kinds] codes of the odd cells, by what is odd about them; none is empty. */
  readonly odd: readonly { readonly oddity: Oddity; readonly codes: readonly number[] }[];
  /** Codes of numbers with an open end, and of numbers that are read as one since it covers them. */
  readonly open: readonly number[];
  readonly beyond: readonly number[];
  /** Codes of the marks of missing values beside them. */
  readonly marks: readonly number[];
  /** Formats that read all cells together where no single one does, with the cells that each reads; else empty. */
  readonly formats: readonly { readonly kind: ValueKind; readonly cells: number }[];
}

/** From this share of the cells on, cells of one kind make the others odd: words sooner than texts with digits, such as 12a. */
const NEARLY_ALL = 0.9;
const NEARLY_ALL_BESIDE_WORDS = 0.8;
/** The share where all but a few of the others are numbers with an open end, days with unknown parts and the like. */
const LEAST_EXPLAINED = 0.3;
const ALL_BUT_A_FEW = 0.95;
/** Cells of one kind that are enough to call others odd. */
const FEWEST_CELLS = 4;
/** Maximum share of the cells that an open end may cover. */
const MOST_BEYOND = 0.1;
/** Formats that are looked for in one column at most. */
const MOST_FORMATS = 4;
/** Texts that are longer are sentences. */
const LONGEST = 40;

const NUMBER = String.raw`[-+]?\p{Sc}?\s?\d[\d.,'’\u00a0 ]*%?`;
const UNIT = String.raw`(?:\s?\p{L}{1,8}\.?)?`;
const ABOUT = new RegExp(`^(?:(?:~|≈|±|ca\\.?|circa|c\\.|approx\\.?|approximately|about|around|etwa|ungefähr|environ|aprox\\.?)\\s?${NUMBER}${UNIT}|${NUMBER}\\s?\\?)$`, 'iu'); // prettier-ignore
/** A minus of print, or one behind the digits, as bookkeeping programs write it. */
const SIGNED = /^(?:[−–—]\s?\d[\d.,'’ ]*|\d[\d.,'’ ]*\s?[-−–])$/;
const MONEY_OR_PERCENT = String.raw`(?:\p{Sc}|%|‰|[A-Z]{3})`;
/** A number with a currency, percent or unit, or without one, where the others have another. */
const WITH_UNIT = new RegExp(
  `^[-+−]?(?:${MONEY_OR_PERCENT}\\s?)?\\d[\\d.,'’ ]*(?:\\s?${MONEY_OR_PERCENT}|${NUMBER_UNIT}\\.?)?$`,
  'u',
);
/** Days with a part of zeros, nines, question marks or letters, or without a part. */
const UNKNOWN_PART = String.raw`(?:0{1,2}|9{2}|\?{1,2}|[xX]{1,2}|-{2}|_{2})`;
const PARTIAL = new RegExp(
  [
    String.raw`\d{4}([-./])(?:\d{1,2}|${UNKNOWN_PART})\1${UNKNOWN_PART}`,
    String.raw`${UNKNOWN_PART}([-./])(?:\d{1,2}|${UNKNOWN_PART})\2\d{4}`,
    String.raw`(?:0000|9999|\?{4}|[xX]{4})([-./])\d{1,2}\3\d{1,2}`,
    String.raw`\d{4}`,
    String.raw`\d{4}[-./]\d{1,2}`,
    String.raw`\d{1,2}[-./]\d{4}`,
    String.raw`\d{6}(?:00|99)|\d{4}(?:00|99)\d\d`,
  ].map((each) => `^(?:${each})$`).join('|'),
); // prettier-ignore
/** Times as programs print them: `Tue Mar 05 2024 01:00:00 GMT+0100`. */
const PRINTED = /^[A-Z][a-z]{2},? (?:[A-Z][a-z]{2} \d{1,2}|\d{1,2} [A-Z][a-z]{2})(?: \d{4})?,? \d\d:\d\d/;

/**
 * Finds the few cells that keep a column from being one of numbers, days or times, such as `90+`, `ca. 40`, `Total` or
 * `1945-00-00`. Null where there are none, or too many for the others to say what the column is.
 *
 * Looks at the distinct texts only: O(distinct).
 */
export function findOddCells(column: Column, hints: NumberHints = {}): OddCells | null {
  const { type, texts, missingCode } = column;
  if (type === 'integer') return findPartialDays(column, []);
  if (type !== 'string') return null;
  const rows = countRowsPerCode(column);
  const codes: number[] = [];
  const marks: number[] = [];
  let cells = 0;
  texts.forEach((text, code) => {
    if (code === missingCode) return;
    if (isMissingMark(text)) {
      marks.push(code);
      return;
    }
    codes.push(code);
    cells += rows[code];
  });
  const found = baseOf(texts, codes, rows, hints);
  if (found === null) return findPartialDays(column, marks);
  const base = kindWithFill(
    found,
    Array.from(codes, (code) => trimBlanks(texts[code])),
  );
  const ends = findEnds(texts, codes, rows, base);
  const { read } = spellingOf(ends.kind);
  const isCode = base.type === 'integer' || base.type === 'number';
  const odd = new Map<Oddity, number[]>();
  let [good, explained, words] = [0, 0, 0];
  for (const code of codes) {
    const text = trimBlanks(texts[code]);
    if (typeof read(text) === 'number') {
      // Codes such as 007 are no numbers, and what stands among them is a code too.
      if (isCode && base.format === undefined && /^[+-]?0\d/.test(text)) return null;
      good += rows[code];
      continue;
    }
    const oddity = oddityOf(text, ends.kind);
    if (oddity !== 'other') explained += rows[code];
    else if (!/\d/.test(text)) words += rows[code];
    const same = odd.get(oddity);
    if (same === undefined) odd.set(oddity, [code]);
    else same.push(code);
  }
  const { open, beyond } = ends;
  if (odd.size === 0 && open.length === 0) return null;
  const formats = isCode ? [] : formatsOf(texts, codes, rows, base);
  const covered = new Set(formats.length === 0 ? [] : codes.filter((code) => isOneOf(texts[code], formats)));
  let inFormats = 0;
  for (const code of covered) inFormats += rows[code];
  const known = Math.max(good + explained, inFormats);
  const least = good + explained + words === cells ? NEARLY_ALL_BESIDE_WORDS : NEARLY_ALL;
  const isKnown = good >= least * cells || (good >= LEAST_EXPLAINED * cells && known >= ALL_BUT_A_FEW * cells);
  if (good < FEWEST_CELLS && inFormats < FEWEST_CELLS) return null;
  if (!isKnown) return null;
  const left = [...odd].flatMap(([oddity, all]) => {
    const own = all.filter((code) => !covered.has(code));
    return own.length === 0 ? [] : [{ oddity, codes: own }];
  });
  return { kind: ends.kind, cells, odd: left, open, beyond, marks, formats };
}

/** The kind with the open ends of the cells, and the cells that have or are read as one. */
function findEnds(
  texts: readonly string[],
  codes: readonly number[],
  rows: Uint32Array,
  base: ValueKind,
): Pick<OddCells, 'kind' | 'open' | 'beyond'> {
  const open = codes.filter((code) => isOpenNumber(trimBlanks(texts[code]), base));
  const openTexts = open.map((code) => trimBlanks(texts[code]));
  const kind = open.length === 0 ? null : kindWithEnds(base, openTexts);
  const none = { kind: base, open: [], beyond: [] };
  if (kind === null) return none;
  const beyond = codes.filter((code) => isBeyondEnd(trimBlanks(texts[code]), kind, base));
  const count = (some: readonly number[]): number => some.reduce((sum, code) => sum + rows[code], 0);
  return count(beyond) > MOST_BEYOND * count(codes) ? none : { kind, open, beyond };
}

/** Whole numbers of eight digits that are days but for a few without a known day or month, `19450000`. */
function findPartialDays(column: Column, marks: readonly number[]): OddCells | null {
  const { texts, missingCode } = column;
  const partial: number[] = [];
  let [cells, good, days] = [0, 0, 0];
  let rows: Uint32Array | null = null;
  for (let code = 0; code < texts.length; code++) {
    const text = texts[code];
    if (code === missingCode || marks.includes(code)) continue;
    if (text.length !== 8) return null;
    rows ??= countRowsPerCode(column);
    cells += rows[code];
    if (isReadAs(text, PACKED_DAYS)) {
      good += rows[code];
      days++;
    } else if (PARTIAL.test(text)) partial.push(code);
    else return null;
  }
  const isOfDays = partial.length > 0 && days >= FEWEST_PACKED_DAYS && good >= LEAST_EXPLAINED * cells;
  if (!isOfDays) return null;
  return {
    kind: PACKED_DAYS,
    cells,
    odd: [{ oddity: 'partial', codes: partial }],
    open: [],
    beyond: [],
    marks,
    formats: [],
  };
}

/** Days among whole numbers that are no accident. */
const FEWEST_PACKED_DAYS = 10;

/** Texts with one key are likely written in one format: digits and what groups them are one sign. */
const keyOf = (text: string): string => text.replace(/^-/, '').replace(/\d[\d,'’\u00a0\u202f]*(?:\.\d+)?/g, '#');

/** The kind that most of the cells have; null where that is none of numbers, days or times. */
function baseOf(
  texts: readonly string[],
  codes: readonly number[],
  rows: Uint32Array,
  hints: NumberHints,
): ValueKind | null {
  const groups = new Map<string, { rows: number; texts: string[] }>();
  for (const code of codes) {
    const text = trimBlanks(texts[code]);
    if (text.length > LONGEST) continue;
    const key = keyOf(text);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { rows: rows[code], texts: [text] });
    else {
      group.rows += rows[code];
      group.texts.push(text);
    }
  }
  let most: { rows: number; texts: string[] } | null = null;
  for (const [key, group] of groups) {
    if (key.includes('#') && (most === null || group.rows > most.rows)) most = group;
  }
  if (most === null) return null;
  const { kind, readings } = inferKind(most.texts, hints);
  if (kind.type !== 'string') return kind;
  if (readings.length > 0) return readings[0];
  const [merging] = mergingKinds(most.texts);
  if (merging !== undefined) return merging;
  return bestOf(candidatesOf(most.texts), most.texts);
}

/** Kinds of days that one of the first texts may be of. */
function candidatesOf(texts: readonly string[]): ValueKind[] {
  const kinds = new Map<string, ValueKind>();
  for (const text of texts.slice(0, 8)) {
    for (const kind of dateKindsOf(text)) kinds.set(`${kind.type} ${kind.format ?? ''}`, kind);
  }
  return [...kinds.values()];
}

/** The kind that reads the most texts; null where none reads any. */
function bestOf(kinds: readonly ValueKind[], texts: readonly string[]): ValueKind | null {
  let best: ValueKind | null = null;
  let most = 0;
  for (const kind of kinds) {
    const count = texts.reduce((sum, text) => sum + Number(isReadAs(text, kind)), 0);
    if (count > most) [best, most] = [kind, count];
  }
  return best;
}

/** Formats of days that read nearly all cells together, the base first; empty where the base has no company. */
function formatsOf(
  texts: readonly string[],
  codes: readonly number[],
  rows: Uint32Array,
  base: ValueKind,
): { kind: ValueKind; cells: number }[] {
  const found: ValueKind[] = [base];
  let unread = codes.filter((code) => !isReadAs(trimBlanks(texts[code]), base));
  while (unread.length > 0 && found.length < MOST_FORMATS) {
    const left = unread.map((code) => trimBlanks(texts[code]));
    const next = bestOf(candidatesOf(left), left);
    if (next === null) break;
    found.push(next);
    unread = unread.filter((code) => !isReadAs(trimBlanks(texts[code]), next));
  }
  if (found.length === 1) return [];
  return found.map((kind) => ({
    kind,
    cells: codes.reduce((sum, code) => (isReadAs(trimBlanks(texts[code]), kind) ? sum + rows[code] : sum), 0),
  }));
}

const isOneOf = (text: string, formats: readonly { readonly kind: ValueKind }[]): boolean =>
  formats.some(({ kind }) => isReadAs(trimBlanks(text), kind));

function oddityOf(text: string, { type }: ValueKind): Oddity {
  if (text.length > LONGEST + 40) return 'other';
  if (type === 'integer' || type === 'number') {
    if (isOpenText(text)) return 'open';
    if (ABOUT.test(text)) return 'about';
    if (SIGNED.test(text)) return 'signed';
    return WITH_UNIT.test(text) ? 'unit' : 'other';
  }
  if (PARTIAL.test(text)) return 'partial';
  return PRINTED.test(text) ? 'printed' : 'other';
}
