import { splitSet, unquote } from '../../audit/rounded-labels.js';
import { isGiven } from '../../audit/hierarchies/list.js';
import type { AuditQuasiIdentifier } from '../../audit/spec.js';
import { kindOfAttribute } from '../../audit/leaves.js';
import { isMissing, parseValue } from '../../audit/values.js';
import type { ResolvedJob } from '../../pipeline/resolve-job.js';
import { auditSpecOf } from '../../pipeline/audit-spec.js';
import { spellingOf } from '../../table/spelling.js';
import type { Column, ValueKind } from '../../table/table.js';
import { Table } from '../../table/table.js';

/** Value behind `other` where everybody with such a value has left; no cell holds it. */
const someoneElse = '\u0000';

/**
 * A table of people as a reader of an earlier release knows it: adds to each quasi-identifier, without rows, the values that labels of the release
 * name and the table no longer has. Without them `{a, b}` would mean nothing once the last a is gone. Domains that the job lists need none. The
 * weights of a counted table are left out.
 */
export function withAbsentValues(people: Table, release: Table, job: ResolvedJob): Table {
  const { quasiIdentifiers, missing } = auditSpecOf(job, { original: people });
  const byName = new Map(quasiIdentifiers.map((attribute) => [attribute.name, attribute]));
  const columns = people.columns.map((column) => {
    const attribute = byName.get(column.name);
    const released = release.column(column.name);
    return attribute === undefined || released === undefined
      ? column
      : extend(column, released, attribute, new Set(missing));
  });
  return new Table(people.entries, columns);
}

function extend(
  column: Column,
  released: Column,
  attribute: AuditQuasiIdentifier,
  missing: ReadonlySet<string>,
): Column {
  const kind = kindOfAttribute(attribute, column)!;
  const isListed = isGiven(attribute.hierarchy);
  const known = new Set<string | number>();
  let missingCode = column.missingCode;
  column.texts.forEach((text, code) => {
    known.add(keyOf(text, kind));
    if (isMissing(column, code, missing)) missingCode = code;
  });
  const texts = [...column.texts];
  const longest = texts.reduce((most, text) => Math.max(most, Array.from(text).length), 0);
  released.texts.forEach((text, code) => {
    const isOwn = text !== '*' && isMissing(released, code, missing);
    // Ranges of texts may end at the missing value, which comes last.
    const end = isOwn ? text : splitsOf(text).find((pair) => kind.type === 'string' && missing.has(pair[1]))?.[1];
    if (end !== undefined && missingCode < 0) missingCode = texts.push(end) - 1;
    if (isOwn) return;
    if (isListed || text === '*') return;
    for (const value of valuesNamed(text, kind, attribute, known, longest)) {
      if (known.has(keyOf(value, kind)) || missing.has(value)) continue;
      known.add(keyOf(value, kind));
      texts.push(value);
    }
  });
  const numbers =
    column.numbers === null
      ? null
      : Float64Array.from(texts, (text, i) => column.numbers?.[i] ?? parseValue(text, kind));
  return { ...column, texts, numbers, missingCode, rowsPerCode: undefined };
}

/** Key that distinguishes the values of a column: a number, else a text. */
function keyOf(text: string, kind: ValueKind): string | number {
  const number = parseValue(text, kind);
  return Number.isNaN(number) ? text : number;
}

/** Values that a label names or that lie where it says. None for labels that the type of the column does not explain. */
function valuesNamed(
  label: string,
  kind: ValueKind,
  { hierarchy }: AuditQuasiIdentifier,
  known: ReadonlySet<string | number>,
  longest: number,
): string[] {
  const text = /^"(?:[^"]|"")*"$/.test(label) ? unquote(label) : label;
  if (kind.type === 'string') {
    // A value that is itself in double quotes is written as it is, unless the text inside is a value too.
    if (text !== label) return known.has(label) ? [] : [text];
    const members = text.startsWith('{') && text.endsWith('}') ? splitSet(text.slice(1, -1)) : null;
    if (members !== null) return members.flatMap(memberNamed);
    if (/^\[.*\]$/.test(text)) return endsOfTexts(text, known);
    if (text === 'other') return [someoneElse];
    if (/^(<|>=)|^\[.*\)$/.test(text)) return [];
    return hierarchy?.type !== 'mask' || isWholeMask(text, longest) ? [text] : [];
  }
  const place = (end: string): string | null =>
    isOfCalendar(kind) ? firstMoment(end, kind) : Number.isNaN(parseValue(end, kind)) ? null : end;
  const one = place(text);
  if (one !== null) return [one];
  const least = text.startsWith('>=') ? place(text.slice(2)) : null;
  if (least !== null) return [least];
  const above = text.startsWith('<') ? place(text.slice(1)) : null;
  if (above !== null) return [before(above, kind)];
  return splitsOf(text).flatMap((pair) => {
    const ends = pair.map(place);
    return ends.every((end) => end !== null) ? ends : [];
  });
}

/** A member of a set. Two double quotes may be the missing value. */
const memberNamed = (member: string): string[] =>
  member === 'other' ? [someoneElse] : member === '""' ? [] : [unquote(member)];

/**
 * A masked label hides as many characters as the longest value of its input leaves: a label that is shorter than values of this table may mean people
 * here without being one of their labels, and is left unexplained.
 */
function isWholeMask(text: string, longest: number): boolean {
  if (/^\*+$/.test(text)) return false;
  return !/^\*|\*$/.test(text) || Array.from(text).length >= longest;
}

/** The two sides of `[a-b]`, `[a .. b]`, `[a, b)` or `[a; b)`, for every place where it may be divided. */
function splitsOf(text: string): (readonly [string, string])[] {
  if (!/^\[.*[\])]$/.test(text)) return [];
  const inside = text.slice(1, -1);
  const found: (readonly [string, string])[] = [];
  for (const separator of ['-', ' .. ', ', ', '; ']) {
    for (let at = inside.indexOf(separator, 1); at > 0; at = inside.indexOf(separator, at + 1)) {
      found.push([inside.slice(0, at), inside.slice(at + separator.length)]);
    }
  }
  return found;
}

/** The ends of a range of texts, where it is clear which they are. */
function endsOfTexts(text: string, known: ReadonlySet<string | number>): string[] {
  const all = splitsOf(text);
  const likely = all.length === 1 ? all : all.filter((pair) => pair.some((end) => known.has(end)));
  if (likely.length !== 1) return [];
  const [ends] = likely;
  // Both ends stand in double quotes or none.
  const areQuoted = ends.every((end) => unquote(end) !== end) && !ends.every((end) => known.has(end));
  return areQuoted ? ends.map(unquote) : [...ends];
}

const isOfCalendar = ({ type }: ValueKind): boolean => type === 'date' || type === 'datetime';

/** The first day or moment of a part of the calendar, of a quarter, a decade or a century, as the column spells it; or null. */
function firstMoment(text: string, kind: ValueKind): string | null {
  const { write, calendar } = spellingOf(kind);
  const year = text
    .replace(/^(\d{3})0s$/, '$10')
    .replace(/^(\d\d)00-\1?\d\d$/, (whole, century: string) => (whole.endsWith('99') ? `${century}00` : whole));
  const week = firstOfWeek(text, kind);
  if (week !== null) return week;
  const [, quarterOf, quarter] = /^(\d{4})-Q([1-4])$/.exec(text) ?? [];
  const start = calendar?.readPart(quarterOf ?? year)?.start;
  if (start === undefined || quarter === undefined) return start === undefined ? null : write(start);
  let month = start;
  for (let past = 3 * (Number(quarter) - 1); past > 0; past--) {
    const next = calendar?.readPart(calendar.writePart(month, 'month'));
    if (next === null || next === undefined) return null;
    month = next.end;
  }
  return write(month);
}

/** The Monday of a week such as `1967-W06`; null for other texts. */
function firstOfWeek(text: string, kind: ValueKind): string | null {
  const { write, calendar } = spellingOf(kind);
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  const first = year === undefined ? undefined : calendar?.readPart(year)?.start;
  if (calendar === undefined || first === undefined) return null;
  // The fourth of January is in the first week; day 0, 1970-01-01, is a Thursday.
  const fourth = Math.floor((first + calendar.shift) / calendar.day) + 3;
  const monday = fourth - ((((fourth + 3) % 7) + 7) % 7);
  return write((monday + 7 * (Number(week) - 1)) * calendar.day - calendar.shift);
}

/** A value just below one. */
function before(text: string, kind: ValueKind): string {
  const { write, unit } = spellingOf(kind);
  return write(parseValue(text, kind) - (unit === 0 ? 1 : unit));
}
