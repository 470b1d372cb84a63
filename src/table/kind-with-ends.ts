/** Kinds of numbers with the open ends that cells of a column have. */
import { InputError } from '../base/errors.js';
import { type OpenSide, type OpenTexts, splitOpen, isOpenText, writeOpenFormat } from './open-ends.js';
import { numberFormat } from './number-format.js';
import { hasOpenEnds } from './of-numbers.js';
import { spellingOf } from './spelling.js';
import type { ValueKind } from './table.js';

/** Numbers without an open end that make a column one of numbers. */
const FEWEST_OTHERS = 2;

/** The texts of a column by whether they may have an open end. */
interface SplitTexts {
  readonly open: readonly string[];
  readonly others: readonly string[];
}

/** The texts with an open end and the others; null where there are none of the first, or too few of the second. */
export function splitOpenTexts(texts: Iterable<string>): SplitTexts | null {
  const open: string[] = [];
  const others: string[] = [];
  for (const text of texts) {
    if (isOpenText(text)) open.push(text);
    else if (/\d/.test(text)) others.push(text);
    else return null;
  }
  return open.length === 0 || others.length < FEWEST_OTHERS ? null : { open, others };
}

/** True for numbers whose kind says nothing of open ends. */
export const mayHaveEnds = (kind: ValueKind): boolean =>
  (kind.type === 'integer' || kind.type === 'number') && !hasOpenEnds(kind);

/** True for a number with an open end, its bound written in the format of the kind. */
export const isOpenNumber = (text: string, kind: ValueKind): boolean =>
  mayHaveEnds(kind) && isOpenText(text) && kindWithEnd(kind, text) !== null;

const patternOf = ({ type, format }: ValueKind): string => format ?? (type === 'integer' ? '0' : '0.#');

function kindWithEnd(kind: ValueKind, text: string): ValueKind | null {
  const parts = splitOpen(text);
  return parts === null ? null : checked(kind, { [parts.side]: text });
}

function checked(kind: ValueKind, ends: OpenTexts): ValueKind | null {
  const open = { type: kind.type, format: writeOpenFormat(patternOf(kind), ends) };
  return numberFormat(open.format) === null ? null : open;
}

/**
 * The kind with the widest open end of each side among some texts, of equal ones the first; null where one is no number of the kind, and
 * where the ends meet.
 */
export function kindWithEnds(kind: ValueKind, open: readonly string[]): ValueKind | null {
  if (!mayHaveEnds(kind)) return null;
  const widest: Partial<Record<OpenSide, { text: string; value: number }>> = {};
  for (const text of open) {
    const side = splitOpen(text)?.side;
    const own = kindWithEnd(kind, text);
    if (side === undefined || own === null) return null;
    const value = spellingOf(own).open[side]!;
    const known = widest[side];
    if (known === undefined || (side === 'low' ? value > known.value : value < known.value))
      widest[side] = { text, value };
  }
  const { low, high } = widest;
  return checked(kind, { ...(low && { low: low.text }), ...(high && { high: high.text }) });
}

/**
 * The declared kind of numbers with the open ends that cells have; the same kind where none has one.
 *
 * @throws InputError OPEN_END where a cell lies beyond an open end: then the format has to say which end it counts for
 */
export function withFoundEnds(kind: ValueKind, texts: Iterable<string>, attribute: string): ValueKind {
  if (!mayHaveEnds(kind)) return kind;
  const open: string[] = [];
  for (const text of texts) if (isOpenText(text)) open.push(text);
  if (open.length === 0) return kind;
  const found = kindWithEnds(kind, open);
  const problem =
    'expected numbers that do not lie beyond a number with an open end (as 95 beside 90+), found some; a format with the end, such as "0 [90+]", reads them as this end, and "type": "string" keeps them as texts';
  if (found === null) throw new InputError('OPEN_END', problem, { attribute });
  for (const text of texts)
    if (isBeyondEnd(text, found, kind)) throw new InputError('OPEN_END', problem, { attribute });
  return found;
}

/**
 * True for a text that is read as an open end of the column, and is another number: 95 beside 90+, or 95+.
 *
 * @param plain - the kind without its open ends
 */
export function isBeyondEnd(text: string, kind: ValueKind, plain: ValueKind): boolean {
  const { read, open } = spellingOf(kind);
  const value = read(text);
  if (typeof value !== 'number' || (value !== open.low && value !== open.high)) return false;
  const own = isOpenText(text) ? kindWithEnd(plain, text) : null;
  if (own === null) return true;
  const { low, high } = spellingOf(own).open;
  return low !== value && high !== value;
}
