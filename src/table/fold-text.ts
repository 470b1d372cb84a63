import { unknownMarks } from './missing-marks.js';
import type { Column } from './table.js';

/** Separators of the items of a list; a comma between digits is a decimal mark. */
const BETWEEN_ITEMS = /[;|\n]|,(?!\d)|(?<!\d),/u;
const FINAL_PUNCTUATION = /[\s.!?:\u2026]+$/u;

/**
 * The text without case, accents, repeated blanks and final punctuation, its list items in the order of their code points and each
 * once: `HIV.` and `hiv` are one, and so are `asthma, HIV` and `HIV, asthma`.
 *
 * @param delimiter separator of the items of a cell; default `,` `;` `|` and line ends
 */
export function foldText(text: string, delimiter?: string): string {
  const between = delimiter ?? BETWEEN_ITEMS;
  const items = new Set<string>();
  for (const part of text.split(between)) {
    const plain = part.normalize('NFKD').replace(/\p{M}+/gu, '').toLowerCase(); // prettier-ignore
    const item = plain.replace(/\s+/gu, ' ').trim().replace(FINAL_PUNCTUATION, '');
    if (item !== '') items.add(item);
  }
  // Punctuation alone stays what it is.
  return items.size === 0 ? text : [...items].sort((a, b) => (a < b ? -1 : 1)).join('; ');
}

const FOLDED_MARKS: ReadonlySet<string> = new Set(unknownMarks.map((mark) => foldText(mark)));

/** Values of a column that {@link foldText} makes one. */
interface FoldedValues {
  /** [distinct] group of every value, numbered by first appearance. */
  readonly groupOf: Uint32Array;
  readonly count: number;
}

/**
 * Groups of values that fold to one text; marks of missing values, such as `NA` and `unknown`, are one with the missing value. Null
 * where every value is a group of its own, and for columns of numbers, days and times.
 */
export function foldValues({ type, texts, missingCode }: Column, delimiter?: string): FoldedValues | null {
  if (type !== 'string') return null;
  const groups = new Map<string, number>();
  const groupOf = Uint32Array.from(texts, (text, code) => {
    const folded = foldText(text, delimiter);
    const key = code === missingCode || FOLDED_MARKS.has(folded) ? 'missing' : `=${folded}`;
    const group = groups.get(key) ?? groups.size;
    groups.set(key, group);
    return group;
  });
  return groups.size === texts.length ? null : { groupOf, count: groups.size };
}
