/** Search of texts for values of identifier columns: names and numbers of people in notes, letters, titles. */
import type { Steps } from '../base/steps.js';
import type { Column } from './column.js';
import { foldText } from './fold-words.js';
import { namesThatAreWords } from './names-that-are-words.js';
import type { Table } from './table.js';
import { countRowsPerCode } from './table.js';

/** Values of an identifier column found in a column of texts. Counts are rows; no cell is part of it. */
interface FoundIdentifier {
  /** The column of texts. */
  readonly text: string;
  /** The identifier column. */
  readonly identifier: string;
  /** Rows whose text holds the value of their own row. */
  readonly own: number;
  /** Rows whose text holds a name of two words, or a number, of another row. */
  readonly others: number;
}

/** Fewer digits, letters and signs of a code are no identifier within a text. */
const FEWEST_DIGITS = 5;
const FEWEST_LETTERS = 3;
const FEWEST_SIGNS = 4;
/** Shorter names that are written together are words. */
const FEWEST_JOINED = 7;
/** Digits of a telephone number with its country. */
const FEWEST_OF_PHONE = 9;
/** Single words that others use too count from this many times as many rows as chance has, and some rows beyond. */
const BEYOND_CHANCE = 3;

const particles = new Set(
  'van de der den von vom zu zur da do dos das di del della la le el al bin y e dr mr mrs ms prof'.split(' '),
);

/** A word of a text: folded, and true where a capital letter stands within a sentence. */
interface Word {
  readonly text: string;
  readonly isName: boolean;
}

/** True where nothing but blanks stands between the place and the beginning of the text or the end of a sentence. */
function beginsSentence(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /[ \t]/.test(text[before])) before--;
  return before < 0 || /[.!?:;\n]/.test(text[before]);
}

/** Letters as they are compared: `Müller` and `Mueller` are one. */
const spell = (folded: string): string => folded.replace(/([aou])e/g, '$1');

/** Digits as they are compared: without zeros in front, where enough digits are left. */
function plainDigits(digits: string): string {
  const bare = digits.replace(/^0+/, '');
  return bare.length >= FEWEST_DIGITS ? bare : digits;
}

/** Letters and digits of a folded word, apart: `p1003` and `P-1003` are one. */
const partsOf = (folded: string): string[] =>
  (folded.match(/\p{L}+|\p{N}+/gu) ?? []).map((part) => (/^\d/.test(part) ? plainDigits(part) : spell(part)));

/** Country codes of two digits; those that begin with 1 or 7 have one digit, the others three (ITU-T E.164). */
const TWO_DIGITS = /^(?:20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The national part of a telephone number that is written with its country; null for other texts. */
function nationalOf(text: string): string | null {
  const found = /^\(?(?:\+|00)([\d ()./-]+)$/.exec(text.trim());
  const digits = found?.[1].replace(/\D/g, '') ?? '';
  if (digits.length < FEWEST_OF_PHONE) return null;
  return digits.slice(/^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3).replace(/^0+/, '');
}

/** A change from small to large letters within a word: `JürgenMüller`. */
const CAMEL = /(?<=\p{Ll}\p{M}*)(?=\p{Lu})/u;
/** Groups of digits, such as those of a telephone number. */
const DIGIT_GROUPS = /(?:\(?\+|\()?\d[\d ()./-]{3,}\d/g;

/** The words of a text in their order; behind them parts of words, and digits of groups joined. */
function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  const further: Word[] = [];
  const isUpper = text === text.toUpperCase();
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const isName = !isUpper && /^\p{Lu}/u.test(match[0]) && !beginsSentence(text, match.index);
    for (const part of partsOf(foldText(match[0]))) words.push({ text: part, isName });
    if (!CAMEL.test(match[0])) continue;
    for (const each of match[0].split(CAMEL)) {
      for (const part of partsOf(foldText(each))) further.push({ text: part, isName: /^\p{Lu}/u.test(each) });
    }
  }
  for (const [group] of text.matchAll(DIGIT_GROUPS)) {
    const digits = group.replace(/\D/g, '');
    if (digits.length < FEWEST_DIGITS) continue;
    const spellings = [digits.length === group.length ? null : plainDigits(digits), nationalOf(group)];
    for (const each of spellings) if (each !== null) further.push({ text: each, isName: false });
  }
  return [...words, ...further];
}

/** The words of a text where one of them is in the vocabulary, which few texts have; else null. */
function readText(cell: string, vocabulary: ReadonlySet<string>): Word[] | null {
  if (/\d[ ()./-]+\d|\+\d{7}/.test(cell) || CAMEL.test(cell)) return wordsIn(cell);
  const folded = foldText(cell);
  for (const [word] of folded.matchAll(isPlain(folded) ? /[a-z]+|\d+/g : /\p{L}+|\p{N}+/gu)) {
    if (vocabulary.has(/^\d/.test(word) ? plainDigits(word) : spell(word))) return wordsIn(cell);
  }
  return null;
}

const isPlain = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

/** A value of an identifier column as it is looked for; null where it is too short. */
interface Wanted {
  /** Words wherever they stand; one word; words one behind the other. */
  readonly kind: 'words' | 'word' | 'code';
  readonly words: readonly string[];
  /** Single words that are the value too: both names in one, the national telephone number. */
  readonly joined: readonly string[];
  /** True for a name that is a word of a language. */
  readonly isWord: boolean;
}

function wantedOf(value: string): Wanted | null {
  const wanted = (kind: Wanted['kind'], words: readonly string[], joined: readonly string[] = []): Wanted => ({
    kind,
    words: kind === 'code' ? words : words.map(spell),
    joined,
    isWord: kind === 'word' && namesThatAreWords.has(words[0]),
  });
  if (!/\p{L}/u.test(value)) {
    const digits = value.replace(/\D/g, '');
    const national = nationalOf(value);
    const joined = national === null ? [] : [national];
    return digits.length < FEWEST_DIGITS ? null : wanted('code', [plainDigits(digits)], joined);
  }
  const words = foldText(value).match(/[\p{L}\p{N}]+/gu) ?? [];
  if (/\d/.test(value)) {
    return words.join('').length < FEWEST_SIGNS ? null : wanted('code', words.flatMap(partsOf));
  }
  const own = words.filter((word) => Array.from(word).length > 1 && !particles.has(word));
  // Names in scripts without blanks are short.
  const isShort = (word: string): boolean => Array.from(word).length < (/[a-z]/.test(word) ? FEWEST_LETTERS : 2);
  if (own.length >= 2) {
    if (own.every(isShort)) return wanted('code', words.map(spell));
    const both = own.length === 2 ? [own.join(''), own.toReversed().join('')].map(spell) : [];
    return wanted('words', own, both.filter((each) => each.length >= FEWEST_JOINED)); // prettier-ignore
  }
  return own.length === 0 || isShort(own[0]) ? null : wanted('word', [own[0]]);
}

/** True where the words of a code stand in a text one behind the other. */
function standsIn(code: readonly number[], text: readonly number[]): boolean {
  for (let at = 0; at + code.length <= text.length; at++) {
    if (code.every((word, i) => text[at + i] === word)) return true;
  }
  return false;
}

/** Values a text from which on only values are indexed whose words the texts have. */
const FEWER_TEXTS = 8;

/** Texts, and rows, between two yields. */
const TEXTS_AT_ONCE = 1 << 11;
const ROWS_AT_ONCE = 1 << 15;

/** The values of an identifier column, by the word that the fewest of them have. */
interface Index {
  readonly wanted: readonly (Wanted | null)[];
  readonly wordsOf: readonly (readonly number[])[];
  readonly byWord: ReadonlyMap<number, readonly number[]>;
  /** Values that one word is. */
  readonly byJoined: ReadonlyMap<number, readonly number[]>;
  /** Words that a text with a value has: the rarest of each value, and joined ones. */
  readonly keys: ReadonlySet<string>;
  /** Word of a text -> its number; words that no value has are left out. */
  readonly numberOf: ReadonlyMap<string, number>;
}

const DIGITS = /^\d+$/;

/** True for a number of digits alone that no text has. */
const isUnheard = (value: string, known: ReadonlySet<string> | null): boolean =>
  known !== null && DIGITS.test(value) && !known.has(plainDigits(value));

/** True where texts are so few that their words are read before values are indexed. */
function areFew(texts: readonly Column[], identifiers: readonly Column[]): boolean {
  const entries = (columns: readonly Column[]): number => columns.reduce((sum, column) => sum + column.texts.length, 0);
  return FEWER_TEXTS * entries(texts) <= entries(identifiers);
}

/** @param known - words of the texts; values with others are left out. Default: all words */
function* indexOf({ texts, missingCode }: Column, known: ReadonlySet<string> | null): Steps<Index> {
  const numberOf = new Map<string, number>();
  const values: number[] = [];
  const numbersOf = (words: readonly string[]): number[] =>
    words.map((word) => {
      const number = numberOf.get(word) ?? numberOf.size;
      numberOf.set(word, number);
      values[number] = (values[number] ?? 0) + 1;
      return number;
    });
  const wanted: (Wanted | null)[] = [];
  const wordsOf: number[][] = [];
  const joinedOf: number[][] = [];
  for (const [code, text] of texts.entries()) {
    if (code % TEXTS_AT_ONCE === 0) yield;
    const value = code === missingCode || isUnheard(text, known) ? null : wantedOf(text);
    const isHeard = (words: readonly string[]): boolean => known === null || words.every((word) => known.has(word));
    const joined = (value?.joined ?? []).filter((word) => isHeard([word]));
    const isLeft = value !== null && (joined.length > 0 || isHeard(value.words));
    wanted.push(isLeft ? value : null);
    wordsOf.push(numbersOf(isLeft ? value.words : []));
    joinedOf.push(numbersOf(joined));
  }
  yield;
  const byWord = new Map<number, number[]>();
  const byJoined = new Map<number, number[]>();
  const keys = new Set<number>();
  const add = (index: Map<number, number[]>, key: number, code: number): void => {
    keys.add(key);
    const codes = index.get(key);
    if (codes === undefined) index.set(key, [code]);
    else codes.push(code);
  };
  wordsOf.forEach((words, code) => {
    if (words.length === 0) return;
    const rarest = words.reduce((first, word) => (values[word] < values[first] ? word : first));
    add(byWord, rarest, code);
    for (const word of joinedOf[code]) add(byJoined, word, code);
  });
  const isKey = new Set<string>();
  for (const [word, number] of numberOf) if (keys.has(number)) isKey.add(word);
  return { wanted, wordsOf, byWord, byJoined, keys: isKey, numberOf };
}

/** A text with its words, as a column of texts has them. */
type ReadTexts = readonly (readonly Word[] | null)[];

/** Codes of the identifier whose value stands in a text. */
function heldIn(words: readonly Word[], { wanted, wordsOf, byWord, byJoined, numberOf }: Index): number[] {
  const numbers: number[] = [];
  const named = new Set<number>();
  let isAny = false;
  for (const { text, isName } of words) {
    const number = numberOf.get(text) ?? -1;
    numbers.push(number);
    isAny ||= number >= 0;
    if (isName) named.add(number);
  }
  if (!isAny) return [];
  const all = new Set(numbers);
  const held = new Set<number>();
  for (const number of all) {
    for (const code of byJoined.get(number) ?? []) held.add(code);
    for (const code of byWord.get(number) ?? []) {
      const value = wanted[code]!;
      const own = wordsOf[code];
      const stands =
        value.kind === 'code'
          ? standsIn(own, numbers)
          : own.every((word) => all.has(word)) && (value.kind === 'words' || !value.isWord || named.has(own[0]));
      if (stands) held.add(code);
    }
  }
  return [...held];
}

/** Looks for the values of one identifier column in one column of texts. */
function* searchPair(
  texts: ReadTexts,
  text: Column,
  identifier: Column,
  rows: number,
  index: Index,
): Steps<FoundIdentifier> {
  const textRows = countRowsPerCode(text);
  const heldBy: (readonly number[])[] = [];
  for (const [code, words] of texts.entries()) {
    if (code % TEXTS_AT_ONCE === 0) yield;
    heldBy.push(words === null ? [] : heldIn(words, index));
  }
  const { wanted } = index;
  /** Rows whose text holds a single word, by the code of the identifier; those of its own rows. */
  const anyOf = new Map<number, number>();
  let several = 0;
  heldBy.forEach((codes, code) => {
    let hasSeveral = false;
    for (const value of codes) {
      if (wanted[value]!.kind === 'word') anyOf.set(value, (anyOf.get(value) ?? 0) + textRows[code]);
      else hasSeveral = true;
    }
    if (hasSeveral) several += textRows[code];
  });
  if (several === 0 && anyOf.size === 0) return { text: text.name, identifier: identifier.name, own: 0, others: 0 };
  const ownOf = new Map<number, number>();
  let own = 0;
  for (let row = 0; row < rows; row++) {
    if (row % ROWS_AT_ONCE === 0) yield;
    const value = identifier.codes[row];
    const held = heldBy[text.codes[row]];
    if (held.length === 0 || !held.includes(value)) continue;
    if (wanted[value]!.kind === 'word') ownOf.set(value, (ownOf.get(value) ?? 0) + 1);
    else own++;
  }
  const others = several - own;
  // A word in texts of other people is one of the language, unless it follows its own people.
  const rowsOf = countRowsPerCode(identifier);
  let common = 0;
  let expected = 0;
  for (const [value, found] of ownOf) {
    const elsewhere = (anyOf.get(value) ?? 0) - found;
    if (elsewhere === 0) own += found;
    else {
      common += found;
      expected += (rowsOf[value] * elsewhere) / Math.max(1, rows - rowsOf[value]);
    }
  }
  if (common >= BEYOND_CHANCE * expected + BEYOND_CHANCE) own += common;
  return { text: text.name, identifier: identifier.name, own, others: Math.max(0, others) };
}

/**
 * Finds values of identifier columns in texts: numbers and codes, names of several words wherever their words stand, and single names,
 * case and accents folded (`Müller` and
 * `Mueller` are one), also where they are written together (`scan_JürgenMüller.pdf`); codes with other signs between letters and digits
 * (`P-1003`, `p1003`), numbers with other zeros in front, telephone numbers with and without their country. Values without letters count from five digits on. A single name counts where no text of another
 * person has the word, or where it follows its own people far more often than chance; one that is a word of a language, such as
 * Rose and Will, only with a capital letter within a sentence. Linear in the cells. Yields between stretches of the work.
 *
 * @param identifiers - columns whose values are looked for
 * @param texts - columns of texts that are searched; other types are left out
 * @param isShown - false for a code of a text column that no release shows
 * @returns the pairs of columns with at least one row
 */
export function* findIdentifiersInTexts(
  { rows, weights }: Pick<Table, 'rows' | 'weights'>,
  identifiers: readonly Column[],
  texts: readonly Column[],
  isShown: (column: Column, code: number) => boolean = () => true,
): Steps<FoundIdentifier[]> {
  if (weights !== null || identifiers.length === 0) return [];
  const searched = texts.filter(({ type }) => type === 'string');
  if (searched.length === 0) return [];
  const hasFew = areFew(searched, identifiers);
  const vocabulary = new Set<string>();
  const read = function* (column: Column): Steps<ReadTexts> {
    const all: (readonly Word[] | null)[] = [];
    for (const [code, cell] of column.texts.entries()) {
      if (code % TEXTS_AT_ONCE === 0) yield;
      const isLeftOut = code === column.missingCode || !isShown(column, code);
      all.push(isLeftOut ? null : hasFew ? wordsIn(cell) : readText(cell, vocabulary));
    }
    return all;
  };
  const few: ReadTexts[] = [];
  const known = new Set<string>();
  for (const text of hasFew ? searched : []) {
    const words = yield* read(text);
    few.push(words);
    for (const own of words) for (const word of own ?? []) known.add(word.text);
  }
  const indexes: Index[] = [];
  for (const identifier of identifiers) {
    yield;
    const index = yield* indexOf(identifier, hasFew ? known : null);
    indexes.push(index);
    for (const word of index.keys) vocabulary.add(word);
  }
  const pairs: FoundIdentifier[] = [];
  for (const [t, text] of searched.entries()) {
    const words = few[t] ?? (yield* read(text));
    for (const [i, identifier] of identifiers.entries()) {
      const found = yield* searchPair(words, text, identifier, rows, indexes[i]);
      if (found.own > 0 || found.others > 0) pairs.push(found);
    }
  }
  return pairs;
}
