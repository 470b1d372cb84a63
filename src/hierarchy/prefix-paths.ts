import * as v from 'valibot';
import { smallestOf } from '../base/sequences.js';
import { HierarchyError } from '../base/errors.js';
import { described, message } from '../base/schema-parts.js';
import type { Column } from '../table/table.js';
import { MAX_LEVELS } from './assemble-hierarchy.js';
import { defineHierarchyKind, listOf, orMissingOnly } from './kind.js';
import { sortedCodes } from './sorted-codes.js';

/** A place to cut codes: behind a number of characters, behind the first letters, or before a separator, which stands twice for its second place. */
type PrefixCut = number | string;

/** The cut behind the letters that a code begins with. */
const LETTERS = 'letters';
const SEPARATORS = /^([^\p{L}\p{M}\p{N}*])\1*$/u;

const isCut = (cut: unknown): boolean =>
  typeof cut === 'number'
    ? Number.isInteger(cut) && cut >= 1 && cut < MAX_LEVELS
    : typeof cut === 'string' && (cut === LETTERS || SEPARATORS.test(cut));

const cutSchema = v.custom<PrefixCut>(
  isCut,
  message(
    'UNKNOWN_VALUE',
    `a whole number of characters from 1 to ${MAX_LEVELS - 1}, ${JSON.stringify(LETTERS)}, or a separator such as "." (".." before its second place)`,
  ),
);
const listedCut = v.pipe(cutSchema, v.metadata({ alternatives: [v.pipe(v.number(), v.integer()), v.string()] }));

/** `{"type":"prefix"}`: the beginnings of codes of several lengths. */
export const prefix = defineHierarchyKind({
  type: 'prefix',
  description: 'The beginnings of codes of several lengths, shorter on every level, then *.',
  fields: {
    at: v.optional(
      described(
        listOf(listedCut, 'a list of places to cut'),
        'Where codes are cut, level by level: a number of characters, "letters" (those at the beginning), or a separator (what stands before it). Default: as the values are made.',
      ),
    ),
  },
  leavesFrom: 'column',
  isOfTexts: true,
  paths: ({ at }, column) => {
    const cuts = at ?? cutsOf(presentTexts(column));
    return orMissingOnly(prefixPaths(column, cuts), column, cuts.length + 2);
  },
  settle: (spec, column) => ({ ...spec, at: spec.at ?? cutsOf(presentTexts(column)) }),
});

const presentTexts = ({ texts, missingCode }: Column): string[] => texts.filter((_, code) => code !== missingCode);

/**
 * Paths of `{"type":"prefix"}`: the value, then what the cuts leave of it, one after the other, then `*`. What stands before a separator is
 * written as it is, `E11` of `E11.65`; other beginnings have a star, `E*`. A value that a cut does not shorten keeps its label.
 *
 * @throws HierarchyError HIERARCHY_TOO_DEEP
 */
function prefixPaths(column: Column, cuts: readonly PrefixCut[]): string[][] {
  if (cuts.length + 2 > MAX_LEVELS) {
    throw new HierarchyError(
      'HIERARCHY_TOO_DEEP',
      column.name,
      `prefix: expected at most ${MAX_LEVELS - 2} cuts, received ${cuts.length}`,
    );
  }
  const codes = Array.from(sortedCodes(column)).filter((code) => code !== column.missingCode);
  return codes.map((code) => [column.texts[code], ...prefixLabels(column.texts[code], cuts), '*']);
}

/** The label of a code behind every cut. */
export function prefixLabels(code: string, cuts: readonly PrefixCut[]): string[] {
  let [kept, label] = [code, code];
  return cuts.map((cut) => {
    const next = cutBehind(kept, cut);
    if (next === null) return label;
    kept = next;
    return (label = isSeparator(cut) ? next : `${next}*`);
  });
}

const isSeparator = (cut: PrefixCut): cut is string => typeof cut === 'string' && cut !== LETTERS;

/** The beginning that a cut leaves; null where it has no place in the text. */
function cutBehind(text: string, cut: PrefixCut): string | null {
  if (typeof cut === 'number') {
    const characters = Array.from(text);
    return characters.length < cut ? null : characters.slice(0, cut).join('');
  }
  if (cut === LETTERS) return /^\p{L}+/u.exec(text)?.[0] ?? null;
  const [separator] = Array.from(cut);
  let at = -1;
  for (let place = 0; place < cut.length; place += separator.length) {
    at = text.indexOf(separator, at + 1);
    if (at < 0) return null;
  }
  return at === 0 ? null : text.slice(0, at);
}

/** Share of the values that must have a part for it to make a level. */
const FEW = 0.1;
const MOST = 0.9;
/** Maximum places of one separator that make levels. */
const MOST_PLACES = 8;
/** Maximum characters that are hidden one by one. */
const MOST_CHARACTERS = 20;

/**
 * The cuts that fit the shape of codes. With a separator: before each of its places, the last first, then behind the first letters: outward code and
 * area of postcodes, three characters and letter of diagnoses. Without one: one character less a level, down to the first letters.
 */
export function cutsOf(texts: readonly string[]): PrefixCut[] {
  const separator = commonSeparator(texts);
  const heads = separator === null ? texts : texts.map((text) => text.split(separator)[0]);
  const lettersOf = (text: string): number => Array.from(/^\p{L}+/u.exec(text)?.[0] ?? '').length;
  const lengthOf = (text: string): number => Array.from(text).length;
  const isLettered = (text: string): boolean => lettersOf(text) > 0;
  const hasLetters =
    heads.filter(isLettered).length >= MOST * heads.length && heads.some((text) => lengthOf(text) > lettersOf(text));
  const letters = hasLetters ? [LETTERS] : [];
  if (separator !== null) {
    const places = texts.reduce((most, text) => Math.max(most, text.split(separator).length - 1), 0);
    const count = Math.min(places, MOST_PLACES);
    return [...Array.from({ length: count }, (_, i) => separator.repeat(count - i)), ...letters];
  }
  const longest = texts.reduce((most, text) => Math.max(most, lengthOf(text)), 0);
  const shortest = hasLetters ? smallestOf(texts.filter(isLettered).map(lettersOf)) : 0;
  const cuts: PrefixCut[] = [];
  for (let kept = Math.min(longest - 1, MOST_CHARACTERS); kept > shortest; kept--) cuts.push(kept);
  return [...cuts, ...letters];
}

/** The separator that most values have, the first of several by code point; null where hardly any has one. */
function commonSeparator(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const found = new Set(
      Array.from(text)
        .slice(1)
        .filter((sign) => SEPARATORS.test(sign)),
    );
    for (const separator of found) counts.set(separator, (counts.get(separator) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most === undefined || most[1] < FEW * texts.length ? null : most[0];
}
