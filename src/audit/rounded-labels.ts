import { spellingOf } from '../table/spelling.js';
import type { ValueKind } from '../table/table.js';
import type { Domain, Runs } from './domain.js';
import { runsOf } from './domain.js';
import { firstDayOf } from './hierarchies/bounds.js';
import { parseValue } from './values.js';

/** The numbers that a label names; infinite where it is open. */
export interface Named {
  readonly low: number;
  readonly high: number;
}

/** Meaning of a label of a domain without levels. */
export interface RoundedReading {
  readonly runs: Runs;
  readonly named?: Named;
}

/**
 * Reads a label of a domain without levels that is no value of it: `<20`, `>=75`, `[20-29]`, `[0.5, 1)`, `1961`, `1961-03`,
 * `[1961-03 .. 1962-05]`, `not missing`; for strings `other` and sets `{a, b}`. Null where it is none of these.
 */
export function readRounded(
  domain: Domain,
  { kind, rare }: NonNullable<Domain['rounded']>,
  text: string,
): RoundedReading | null {
  if (kind.type === 'string') return readStrings(domain, rare, text);
  const named = readNumbers(kind, text);
  if (named === null || domain.numbers === null) return null;
  const runs = runsBetween(domain, domain.numbers, named);
  if (runs === null || hidesOpenEnd(domain.numbers, runs, named, kind)) return null;
  return { runs, named: { low: named.low, high: named.high } };
}

/**
 * True for a label with an end that covers a number without one, as 97 may be 90+ and `[85-94]` is false of it; and for one that covers a
 * month or a year, but not all its days.
 */
function hidesOpenEnd(numbers: Float64Array, [first, last]: Runs, { low, high }: Named, kind: ValueKind): boolean {
  const { open, unit } = spellingOf(kind);
  if (kind.type === 'date') {
    if (unit === 1) return false;
    for (let leaf = first; leaf <= last; leaf++) if (firstDayOf(numbers[leaf]) < low) return true;
    return false;
  }
  return (high !== Infinity && numbers[last] === open.high) || (low !== -Infinity && numbers[first] === open.low);
}

/** The leaves whose numbers lie between two, or null where none does. Without levels they ascend by their numbers. */
function runsBetween(
  { noNumbers, size }: Domain,
  numbers: Float64Array,
  { low, high, isHalfOpen }: NamedNumbers,
): Runs | null {
  /** Leaves whose numbers `isBefore` says yes to: those come first. */
  const count = (isBefore: (value: number) => boolean): number => {
    let from = 0;
    let to = size - noNumbers.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isBefore(numbers[middle])) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const first = count((value) => value < low);
  const end = count((value) => (isHalfOpen ? value < high : value <= high));
  return first >= end ? null : [first, end - 1];
}

function readStrings(domain: Domain, rare: readonly number[], text: string): RoundedReading | null {
  const isSet = text.startsWith('{') && text.endsWith('}');
  const of = (member: string): readonly number[] => {
    if (member === 'other') return rare;
    const leaf = domain.leafOf(unquote(member));
    if (leaf >= 0) return [leaf];
    // Two double quotes may be a value, which stands in double quotes in a set; the missing value, where no value is empty.
    const isMissing = member === '""' && domain.missing >= 0 && (isSet || domain.leafOf(member) < 0);
    return isMissing ? [domain.missing] : [];
  };
  const members = isSet ? splitSet(text.slice(1, -1)) : [text];
  if (members === null) return null;
  const leaves = members.map(of);
  if (leaves.some(({ length }) => length === 0)) return null;
  return { runs: runsOf(Uint32Array.from(new Set(leaves.flat())).sort()) };
}

/** A member of a set as the value that it is. */
export function unquote(member: string): string {
  return /^"(?:[^"]|"")*"$/.test(member) ? member.slice(1, -1).replaceAll('""', '"') : member;
}

/** Members of `{a, b}`, the text within the braces, as they are written; null where the text is no list of them. */
export function splitSet(text: string): string[] | null {
  const member = /("(?:[^"]|"")*"|[^,{}"]+)(, |$)/y;
  const members: string[] = [];
  while (member.lastIndex < text.length) {
    const found = member.exec(text);
    if (found === null) return null;
    members.push(found[1]);
    if (found[2] === '') return members;
  }
  return null;
}

type NamedNumbers = Named & { readonly isHalfOpen: boolean };

function readNumbers(kind: ValueKind, text: string): NamedNumbers | null {
  const { unit, between, calendar } = spellingOf(kind);
  const closed = (low: number, high: number): NamedNumbers => ({ low, high, isHalfOpen: false });
  if (text === 'not missing') return closed(-Infinity, Infinity);
  if (text.startsWith('>=')) {
    const span = spanOf(text.slice(2), kind);
    return span === null ? null : closed(span.low, Infinity);
  }
  if (text.startsWith('<')) {
    const span = spanOf(text.slice(1), kind);
    if (span === null) return null;
    return unit === 0 ? { low: -Infinity, high: span.low, isHalfOpen: true } : closed(-Infinity, span.low - unit);
  }
  if (!text.startsWith('[')) {
    const span = calendar === undefined ? null : spanOf(text, kind);
    return span === null ? null : closed(span.low, span.high);
  }
  const inside = text.slice(1, -1);
  if (kind.type === 'number' && text.endsWith(')')) {
    const [from, to, ...more] = inside.split(between);
    const [low, high] = [from, to ?? ''].map((bound) => parseValue(bound, kind));
    return more.length > 0 || !(low < high) ? null : { low, high, isHalfOpen: true };
  }
  if (!text.endsWith(']')) return null;
  for (const separator of ['-', ' .. ']) {
    for (let at = inside.indexOf(separator, 1); at > 0; at = inside.indexOf(separator, at + 1)) {
      const from = spanOf(inside.slice(0, at), kind);
      const to = spanOf(inside.slice(at + separator.length), kind);
      if (from !== null && to !== null && from.low < to.high) return closed(from.low, to.high);
    }
  }
  return null;
}

/** A number, or the first and the last value of a day, a month, a year or another part of the calendar. */
function spanOf(text: string, kind: ValueKind): Named | null {
  const { unit, calendar } = spellingOf(kind);
  if (calendar === undefined) {
    // A bound may lie beyond 2^53, where values of the column do not.
    const value = parseValue(text, kind.type === 'integer' ? { ...kind, type: 'number' } : kind);
    const isBound = kind.type === 'integer' ? Number.isInteger(value) : !Number.isNaN(value);
    return isBound ? { low: value, high: value } : null;
  }
  const part = calendar.readPart(text);
  return part === null ? null : { low: part.start, high: part.end - unit };
}
