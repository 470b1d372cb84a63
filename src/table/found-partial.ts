/** Days without a known day or month among the cells of a column of days. */
import type { Column, ValueKind } from './column.js';
import { FILLS, mayBePartial, stretchOf } from './partial-days.js';
import { arePartialDays, ISO_DAYS, kindOfFormat, spellingOf } from './spelling.js';

/** Days of one kind that make others of a column partial ones. */
const FEWEST_DAYS = 2;

const withFill = ({ format = ISO_DAYS }: ValueKind, fill: string): ValueKind | null =>
  kindOfFormat('date', `${format} [${fill}]`);

/** The days that may be partial in other cells: those without a fill of their own, with parts of digits. */
const mayHaveFill = (kind: ValueKind): boolean =>
  kind.type === 'date' && !arePartialDays(kind) && mayBePartial(kind.format ?? ISO_DAYS);

/** True for a text that is a day without a known day or month, of a kind that says nothing of such days. */
export function isPartialDay(text: string, kind: ValueKind): boolean {
  if (!mayHaveFill(kind)) return false;
  const value = spellingOf(withFill(kind, '00')!).read(text);
  return typeof value === 'number' && stretchOf(value) !== null;
}

/** The kind with the first fill under which all partial days of the texts are as they are written, else under which the first of them is. */
export function kindWithFill(kind: ValueKind, texts: Iterable<string>): ValueKind {
  if (!mayHaveFill(kind)) return kind;
  const partial: string[] = [];
  for (const text of texts) if (isPartialDay(text, kind)) partial.push(text);
  if (partial.length === 0) return kind;
  const kinds = FILLS.flatMap((fill) => withFill(kind, fill) ?? []);
  const writes = (each: ValueKind, text: string): boolean => {
    const { read, write } = spellingOf(each);
    const value = read(text);
    return typeof value === 'number' && write(value) === text;
  };
  return (
    kinds.find((each) => partial.every((text) => writes(each, text))) ??
    kinds.find((each) => writes(each, partial[0])) ??
    kinds[0]
  );
}

/** The texts of a column that are full days by their length and digits; null where too few are, or no other text is a partial day. */
export function splitPartialDays(texts: Iterable<string>): readonly string[] | null {
  const full: string[] = [];
  let others = 0;
  for (const text of texts) {
    if (text.length > 10 || !LIKE_DAY.test(text)) return null;
    if (FULL.test(text)) full.push(text);
    else others++;
  }
  return others === 0 || full.length < FEWEST_DAYS ? null : full;
}

const LIKE_DAY = /^[\d?xX_./-]+$/;
const FULL = /^(?:\d{4}([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|[12]\d|3[01])\2\d{4}|\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/; // prettier-ignore

/** Texts of a day of which nothing is known, as databases write it: a missing cell among days. */
export const NO_DAYS: ReadonlySet<string> = new Set(['0000-00-00', '00000000', '00.00.0000', '00/00/0000', '0000/00/00', '0000.00.00', '0000-00-00 00:00:00']); // prettier-ignore

/** Codes of the days without a known day or month of a column of days. */
export function partialCodes(column: Column): number[] {
  const { numbers } = column;
  if (numbers === null || !arePartialDays(column)) return [];
  return [...numbers.keys()].filter((code) => stretchOf(numbers[code]) !== null);
}
