import type { ColumnEncoder } from './column-encoder.js';
import { SegmentedMap } from './segmented-map.js';
import { InputError } from '../base/errors.js';
import type { Steps } from '../base/steps.js';
import { isClockType } from './clock-format.js';
import { kindWithFill } from './found-partial.js';
import { mayHaveEnds, withFoundEnds } from './kind-with-ends.js';
import { findClock, findTimes, inferKindInSteps } from './infer-kind.js';
import type { NumberHints } from './infer-numbers.js';
import type { Codes, Column, DeclaredKind, ValueKind } from './table.js';
import { allocateCodes } from './table.js';
import { kindOf, spellingOf } from './spelling.js';
import { trimBlanks } from './value.js';

/** Meaning of a spelling before types are looked at: the content of its cell, and whether that means missing. */
export interface Spelling {
  readonly content: string;
  readonly missing: boolean;
  /** True for a cell that is missing since it does not fit its column. */
  readonly odd?: true;
}

/** Rules that make a column of its spellings. */
export interface ColumnRules {
  readonly name: string;
  /** Declared kind of values, or undefined to infer it. Under a declared kind every spelling was checked before. */
  readonly declared: DeclaredKind | undefined;
  /** Known marks of numbers of an undeclared kind. */
  readonly hints?: NumberHints;
  readonly interpret: (spelling: string) => Spelling;
}

/**
 * Builds the final column: spellings of one value become one code, all spellings of the missing value become one code
 * whose text is the first of them; spellings that no kept row has leave nothing behind. Releases the encoder's codes.
 * Yields between stretches of the work.
 *
 * @param keep u8[encoded rows] 1 for every row that stays, or null when all stay
 * @param kept number of rows that stay
 */
export function* buildColumn<P>(
  encoder: ColumnEncoder<P>,
  rules: ColumnRules,
  keep: Uint8Array | null,
  kept: number,
): Steps<Column> {
  const { spellings } = encoder;
  const isWhole = keep === null && appearInOrder(encoder.chunks, spellings.length);
  const order = isWhole ? null : usedInOrder(encoder.chunks, keep, spellings.length);
  const count = order === null ? spellings.length : order.length;
  const spellingAt = (i: number): string => spellings[order === null ? i : order[i]];

  const merged = yield* mergeSpellings(count, spellingAt, rules);
  yield;
  let remap = merged.codes;
  if (order !== null) {
    const codeOf = new Uint32Array(spellings.length);
    order.forEach((spelling, i) => (codeOf[spelling] = merged.codes === null ? i : merged.codes[i]));
    remap = codeOf;
  }

  const codes = allocateCodes(kept, merged.texts.length);
  let base = 0;
  let at = 0;
  for (const chunk of encoder.chunks) {
    if (remap === null) {
      codes.set(chunk, base);
    } else if (keep === null) {
      for (let i = 0; i < chunk.length; i++) codes[base + i] = remap[chunk[i]];
    } else {
      for (let i = 0; i < chunk.length; i++) if (keep[base + i] === 1) codes[at++] = remap[chunk[i]];
    }
    base += chunk.length;
  }
  encoder.release();
  return {
    name: rules.name,
    ...kindOf(merged),
    codes,
    texts: merged.texts,
    numbers: merged.numbers,
    missingCode: merged.missingCode,
  };
}

/** Contents of present cells, without the blanks around them that only texts keep. */
function* presentContents(
  count: number,
  spellingAt: (i: number) => string,
  interpret: ColumnRules['interpret'],
): Generator<string> {
  for (let i = 0; i < count; i++) {
    const { content, missing } = interpret(spellingAt(i));
    if (!missing) yield trimBlanks(content);
  }
}

/**
 * True when the codes use all of `count` spellings and number them by first appearance. A reader may have registered a
 * spelling for a cell that then became no row: such a spelling must not become a value of the column.
 */
export function appearInOrder(chunks: readonly Codes[], count: number): boolean {
  let next = 0;
  for (const chunk of chunks) {
    if (next === count) break;
    for (let i = 0; i < chunk.length; i++) {
      if (chunk[i] < next) continue;
      if (chunk[i] > next) return false;
      next++;
    }
  }
  return next === count;
}

/** Spellings that kept rows use, in order of first appearance; a null `keep` keeps all rows. */
export function usedInOrder(chunks: readonly Codes[], keep: Uint8Array | null, spellingCount: number): Uint32Array {
  const seen = new Uint8Array(spellingCount);
  const order = new Uint32Array(spellingCount);
  let count = 0;
  let base = 0;
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk[i];
      if (seen[code] === 1 || (keep !== null && keep[base + i] === 0)) continue;
      seen[code] = 1;
      order[count++] = code;
    }
    base += chunk.length;
  }
  return order.slice(0, count);
}

/** The dictionary of a column, made of its spellings. */
export interface Merged {
  /** [spellings] final code of every spelling, or null when it is the number of the spelling itself. */
  readonly codes: Uint32Array | null;
  readonly texts: readonly string[];
  readonly numbers: Float64Array | null;
  readonly missingCode: number;
}

/** Returns the declared kind; times without a format get the one of the texts, numbers the open ends of theirs, and days their unknown parts. */
function declaredKind(declared: ValueKind, texts: Iterable<string>, { name }: ColumnRules): ValueKind {
  if (mayHaveEnds(declared)) return withFoundEnds(declared, texts, name);
  if (declared.type === 'date') return kindWithFill(declared, texts);
  if (isClockType(declared.type) && declared.format === undefined) {
    const clock = findClock(declared.type, texts);
    if (typeof clock === 'string') throw new InputError('TIME_INVALID', clock, { attribute: name });
    return clock;
  }
  if (declared.type !== 'datetime' || declared.format !== undefined) return declared;
  const found = findTimes(texts);
  if (typeof found === 'string') throw new InputError('TIME_INVALID', found, { attribute: name });
  return found;
}

/** Spellings between two yields. */
const SPELLINGS_AT_ONCE = 1 << 13;

/** Texts below which an array that grows takes more room than they do. */
const ROOM_TO_GROW = 32;

/** The dictionary that `count` spellings make, in the order of `spellingAt`, and what its values are. Yields between stretches of the work. */
export function* mergeSpellings(
  count: number,
  spellingAt: (i: number) => string,
  rules: ColumnRules,
): Steps<Merged & ValueKind> {
  const { declared, interpret } = rules;
  const contents = { [Symbol.iterator]: () => presentContents(count, spellingAt, interpret) };
  yield;
  const kind =
    declared === undefined
      ? (yield* inferKindInSteps(contents, rules.hints)).kind
      : declaredKind(declared, contents, rules);
  const { read, write } = kind.type === 'string' ? { read: () => NaN, write: String } : spellingOf(kind);
  const isText = kind.type === 'string';
  // An array that grows has room for more: wide tables have many dictionaries of a few texts.
  const texts = count < ROOM_TO_GROW ? new Array<string>(count) : [];
  let distinct = 0;
  const numbers = isText ? null : new Float64Array(count);
  let codes = null as Uint32Array | null;
  let missingCode = -1;
  // Contents of different spellings can only meet when some spelling was changed, or a type gives several one value.
  let byText: SegmentedMap | null = null;
  const startMerging = (i: number): SegmentedMap => {
    const own = new Uint32Array(count);
    codes = own;
    const map = new SegmentedMap();
    for (let k = 0; k < i; k++) {
      own[k] = k;
      if (k !== missingCode) map.add(texts[k], k);
    }
    return map;
  };
  for (let i = 0; i < count; i++) {
    if (i % SPELLINGS_AT_ONCE === 0) yield;
    const spelling = spellingAt(i);
    const { content, missing } = interpret(spelling);
    const trimmed = isText || missing ? content : trimBlanks(content);
    const value = isText || missing ? NaN : (read(trimmed) as number);
    const text = isText || missing || declared === undefined ? trimmed : write(value);
    if (byText === null && (text !== spelling || (missing && missingCode >= 0))) byText = startMerging(i);
    let code: number | undefined = missing ? (missingCode >= 0 ? missingCode : undefined) : byText?.get(text);
    if (code === undefined) {
      code = distinct++;
      texts[code] = text;
      if (numbers !== null) numbers[code] = value;
      if (missing) missingCode = code;
      else byText?.add(text, code);
    }
    if (codes !== null) codes[i] = code;
  }
  texts.length = distinct;
  const used = numbers === null || distinct === count ? numbers : numbers.slice(0, distinct);
  return { ...kindOf(kind), codes, texts, numbers: used, missingCode };
}

/** A column without a row: of a release of which every row is suppressed. */
export const emptyColumn =
  (types: { get(name: string): ValueKind | undefined }) =>
  (name: string): Column => {
    const kind = types.get(name) ?? { type: 'string' };
    const numbers = kind.type === 'string' ? null : new Float64Array(0);
    return {
      name,
      ...kind,
      codes: new Uint8Array(0),
      texts: [],
      numbers,
      missingCode: -1,
      rowsPerCode: new Uint32Array(0),
    };
  };
