/** Evidence of cells: what the values of a column are, before anybody reads its name. */
import { largestOf } from '../../base/sequences.js';
import type { Column } from '../../table/table.js';
import { foldText } from '../../table/fold-words.js';
import { isPackedDay } from '../../table/infer-kind.js';
import type { NameShares } from './person-names.js';
import { measureNames } from './person-names.js';
import type { ValuePattern } from './value-patterns.js';
import { patternOf } from './value-patterns.js';
import { thingWords } from './words-of-things.js';

/** Findings on the cells of a column. Shares are of the rows that have a value. */
export interface CellEvidence {
  /** Rows that have a value. */
  readonly rows: number;
  /** Different values. */
  readonly distinct: number;
  /** Rows whose value no other row has. */
  readonly unique: number;
  /** A spelling that most values have. */
  readonly pattern: ValuePattern | null;
  /** Whole numbers without a unit or a format. */
  readonly isWhole: boolean;
  readonly isText: boolean;
  readonly isDay: boolean;
  readonly isTime: boolean;
  /** Names of people among the texts; null for columns of other types. */
  readonly names: NameShares | null;
  /** Sentences, notes, narratives. */
  readonly isFreeText: boolean;
  /** Characters of a text, on average. */
  readonly length: number;
  /** Words of a text, on average. */
  readonly words: number;
  /** A few values, each in many rows. */
  readonly isKind: boolean;
  /** Two values, or words such as yes, no, other. */
  readonly isFlag: boolean;
  /** Whole numbers, or short codes with a digit, as records have them: no ordinals from 1 to 20, no words. */
  readonly isNumberLike: boolean;
  /** Numbers that count up or down by one from row to row. */
  readonly isSerial: boolean;
  /** Whole numbers that are years of our time. */
  readonly areYears: boolean;
  /** Whole numbers that are days, such as 20240131. */
  readonly areDayNumbers: boolean;
  /** True when `isNumberLike` holds and the cells are long enough to be one of thousands. */
  readonly isLongNumber: boolean;
}

/** Rows with a value, from which on shares of them say something. */
export const FEWEST_ROWS = 20;
/** Maximum number of values that may be kinds. */
export const FEW_VALUES = 20;
const SAMPLE = 2000;

const flags = new Set(
  `yes no y n true false t f ja nein oui non si sim nao nee 0 1 -1 x on off positive negative pos neg present absent unknown other none
  home work mobile office private public business personal landline cell primary secondary male female m w d na n/a not applicable
  adult minor child single married gold silver bronze platinum basic premium standard active inactive owner renter rent own mortgage
  self new returning regular first second third day night low medium high`.split(/\s+/),
);

/** Looks at the cells of a column. `counts`: rows per dictionary entry. */
export function readCells(column: Column, counts: ArrayLike<number>): CellEvidence {
  const { type, missingCode } = column;
  let rows = 0;
  let unique = 0;
  for (let code = 0; code < column.texts.length; code++) {
    if (code === missingCode) continue;
    rows += counts[code];
    if (counts[code] === 1) unique++;
  }
  const distinct = column.texts.length - (missingCode < 0 ? 0 : 1);
  const pattern = patternOf(column);
  const isTime = type === 'datetime' || pattern?.what === 'times';
  const isDay = type === 'date' || pattern?.what === 'days' || isTime;
  const sample = column.texts.slice(0, SAMPLE + 1).filter((_, code) => code !== missingCode);
  const isText = type === 'string';
  const { length, words, sentences } = measureTexts(sample);
  const isWhole = isPlainWhole(column);
  const repeats = rows / Math.max(1, distinct);
  const share = (test: (text: string) => boolean): number => sample.filter(test).length / Math.max(1, sample.length);
  const hasNumbers = isText && !isDay && share((text) => /^(?=.*\d)[\p{L}\d][\p{L}\d ./_#-]{0,24}$/u.test(text)) >= 0.8;
  // `Fund 15` and `Team 3` are kinds with a number.
  const areThings = share((text) => thingWords.has(/^\p{L}+(?=[ _-])/u.exec(foldText(text))?.[0] ?? '')) >= 0.5;
  const isNumberLike = isWhole || (hasNumbers && words < 3 && !areThings);
  const isLong = isWhole ? share((text) => text.replace(/\D/g, '').length >= 5) >= 0.8 : length >= 5;
  return {
    rows,
    distinct,
    unique,
    pattern,
    isWhole,
    isText,
    isDay,
    isTime,
    names: isText && !isDay ? measureNames(sample) : null,
    isFreeText: isText && !isDay && isNarrative({ length, words, sentences, distinct, repeats }),
    length,
    words,
    isKind: rows >= FEWEST_ROWS && distinct <= FEW_VALUES && unique < rows / 2,
    isFlag: distinct <= 1 || share((text) => flags.has(foldText(text))) === 1,
    isNumberLike,
    isSerial: distinct === rows && countsRows(column),
    areYears: isWhole && share((text) => /^(?:1[5-9]|20)\d\d(?:[.,]0+)?$/.test(text)) === 1,
    areDayNumbers: isWhole && share(isPackedDay) === 1,
    isLongNumber: isNumberLike && isLong,
  };
}

/** Whole numbers without a format, or with decimals that are all zero, as some programs write all their numbers: `17.00`. */
function isPlainWhole({ type, format, numbers, missingCode }: Column): boolean {
  if (type === 'integer') return format === undefined;
  if (type !== 'number' || !/^0[.,]0+$/.test(format ?? '')) return false;
  return numbers?.every((number, code) => code === missingCode || Number.isInteger(number)) === true;
}

/** Fewer numbers in a row count up by chance. */
const FEWEST_SERIAL = 5;

/** True where each row with a value has the number of the row before and one more, or one less, behind the same letters. */
function countsRows({ codes, texts, numbers, missingCode }: Column): boolean {
  const valueOf = (code: number): { readonly before: string; readonly number: number } | null => {
    if (numbers !== null) return { before: '', number: numbers[code] };
    const found = /^(\D*)(\d{1,15})\.?$/.exec(texts[code]);
    return found === null ? null : { before: found[1], number: Number(found[2]) };
  };
  let last: { readonly before: string; readonly number: number } | null = null;
  let step = 0;
  let steps = 0;
  for (const code of codes) {
    if (code === missingCode) continue;
    const value = valueOf(code);
    if (value === null) return false;
    if (last !== null) {
      const moved = value.number - last.number;
      if (value.before !== last.before || Math.abs(moved) !== 1 || (step !== 0 && moved !== step)) return false;
      step = moved;
      steps++;
    }
    last = value;
  }
  return steps >= FEWEST_SERIAL - 1;
}

interface TextMeasures {
  /** Characters and words of a text, on average. */
  readonly length: number;
  readonly words: number;
  /** Share of the texts that look like sentences: several with a full stop or comma between words. */
  readonly sentences: number;
}

function measureTexts(sample: readonly string[]): TextMeasures {
  let characters = 0;
  let words = 0;
  let sentences = 0;
  for (const text of sample) {
    characters += text.length;
    words += text.split(/\s+/).length;
    if (/\p{L}[.!?;:]\s+\p{L}|\p{Ll}{2}[.!?]$|\n/u.test(text)) sentences++;
  }
  const all = Math.max(1, sample.length);
  return { length: characters / all, words: words / all, sentences: sentences / all };
}

/** Minimum characters and words, on average, of texts that are sentences. */
const LONG_TEXT = 40;
const LONG_WORDS = 6;
/** Shorter texts are sentences where punctuation shows it. */
const SHORT_TEXT = 20;
const SHORT_WORDS = 4;
/** Kinds with long names, such as answers to a question, stand in more rows each than a person has. */
const ROWS_PER_KIND = 20;
const FEWEST_TEXTS = 3;
/** Answers to one question. */
const FEW_ANSWERS = 5;
const ROWS_PER_ANSWER = 4;

/** True for texts that somebody wrote for one row or one person; answers and descriptions of codes repeat more often. */
function isNarrative({
  length,
  words,
  sentences,
  distinct,
  repeats,
}: TextMeasures & { readonly distinct: number; readonly repeats: number }): boolean {
  if (distinct < FEWEST_TEXTS || words < SHORT_WORDS || length < SHORT_TEXT) return false;
  if (distinct <= FEW_ANSWERS && repeats >= ROWS_PER_ANSWER) return false;
  const isLong = length >= LONG_TEXT && words >= LONG_WORDS;
  if (isLong && (repeats < ROWS_PER_KIND || (sentences >= 0.5 && distinct > FEW_VALUES))) return true;
  return sentences >= 0.5 && repeats < ROWS_PER_KIND && distinct > 5;
}

/** True for a few texts that name kinds of things: `Ward A` and `Ward B`, words in lower case, wards, answers. */
export function areKindsOfThings({ isKind, isFlag, isText, names }: CellEvidence, texts: readonly string[]): boolean {
  if (isFlag) return true;
  if (!isKind || !isText) return false;
  if ((names?.things ?? 0) >= 0.5) return true;
  const trimmed = texts.filter((text) => text.trim() !== '');
  const half = (test: (text: string) => boolean): boolean => trimmed.filter(test).length >= trimmed.length / 2;
  if (half((text) => /^\p{Ll}/u.test(text)) && (names?.singleGiven ?? 0) < 0.3 && (names?.wholeKnown ?? 0) < 0.3)
    return true;
  if (half((text) => /\d/.test(text))) return true;
  if (half((text) => /(?:ology|iatrics?|surgery|therapy|medicine|rics|care|ward|logie|chirurgie)$/i.test(text)))
    return true;
  const rows = new Map<string, number>();
  for (const text of trimmed) {
    for (const word of new Set(foldText(text).split(/[^\p{L}]+/u))) {
      if (word !== '') rows.set(word, (rows.get(word) ?? 0) + 1);
    }
  }
  const most = largestOf(rows.values(), 0);
  return trimmed.length >= 3 && most >= trimmed.length / 2 && (names?.wholeKnown ?? 0) < 0.5;
}
