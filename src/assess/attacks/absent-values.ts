import { endsWithinQuotes, mayBeQuoted, mayBeWritten, withinQuotes } from '../../audit/quoted-labels.js';
import { splitSet, unquote } from '../../audit/rounded-labels.js';
import { isGiven } from '../../audit/hierarchies/list.js';
import type { AuditQuasiIdentifier } from '../../audit/spec.js';
import { kindOfAttribute } from '../../audit/leaves.js';
import { compareText, isMissing, parseValue } from '../../audit/values.js';
import { auditSpecOf } from '../../pipeline/audit-spec.js';
import { spellingOf } from '../../table/spelling.js';
import type { Column, ValueKind } from '../../table/table.js';
import { Table } from '../../table/table.js';
import type { AttackedJob } from './attacked-job.js';

/** Value behind `other` where everybody with such a value has left; no cell holds it. */
const someoneElse = '\u0000';

/**
 * A table of people as a reader of an earlier release knows it: adds to each quasi-identifier, without rows, the values that labels of the release
 * name and the table no longer has. Without them `{a, b}` would mean nothing once the last a is gone. Domains that the job lists need none. The
 * weights of a counted table are left out.
 */
export function withAbsentValues(people: Table, release: Table, job: AttackedJob): Table {
  const { quasiIdentifiers, missing } = auditSpecOf(job, { original: people });
  const { fewest, ranges } = job.plan;
  const writing = { isCoded: fewest !== null, isRounded: ranges === 'rounded', missing: new Set(missing) };
  const byName = new Map(quasiIdentifiers.map((attribute) => [attribute.name, attribute]));
  const columns = people.columns.map((column) => {
    const attribute = byName.get(column.name);
    const released = release.column(column.name);
    return attribute === undefined || released === undefined ? column : extend(column, released, attribute, writing);
  });
  return new Table(people.entries, columns);
}

/** The missing value that a set of texts ends with, or a range, in whose order it comes last. */
function lastMissing(label: string, missing: ReadonlySet<string>): string | undefined {
  const ends = splitsOf(label).map(([, end]) => end);
  const last = label.startsWith('{') && label.endsWith('}') ? splitSet(label.slice(1, -1))?.at(-1) : undefined;
  return [...ends, ...(last === undefined ? [] : [unquote(last)])].find((end) => missing.has(end));
}

/** How labels of texts are written. */
interface Writing {
  /** True where rare values are coded. */
  readonly isCoded: boolean;
  readonly isRounded: boolean;
  readonly missing: ReadonlySet<string>;
}

function extend(column: Column, released: Column, attribute: AuditQuasiIdentifier, writing: Writing): Column {
  const { missing } = writing;
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
    const end = isOwn ? text : kind.type === 'string' ? lastMissing(text, missing) : undefined;
    if (end !== undefined && missingCode < 0) missingCode = texts.push(end) - 1;
    if (isOwn) return;
    if (isListed || text === '*') return;
    const named =
      kind.type === 'string'
        ? textsNamed(text, attribute, known, { ...writing, longest })
        : numbersNamed(withinQuotes(text) ?? text, kind);
    for (const value of named) {
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

/** Values that a label of texts names; none for labels that do not explain themselves. */
function textsNamed(
  label: string,
  { hierarchy }: AuditQuasiIdentifier,
  known: ReadonlySet<string | number>,
  { isCoded, isRounded, missing, longest }: Writing & { readonly longest: number },
): string[] {
  const inner = withinQuotes(label);
  if (inner !== null) {
    if (missing.has(inner) && missing.has('*')) return [];
    // The value of the label may itself be in double quotes.
    return [mayBeQuoted(inner, { isRounded }) ? inner : label];
  }
  if (isCoded && hierarchy === undefined) {
    const members = label.startsWith('{') && label.endsWith('}') ? splitSet(label.slice(1, -1)) : null;
    if (members !== null) return members.flatMap(memberNamed);
    return [label === 'other' ? someoneElse : label];
  }
  if (/^\[.*\]$/.test(label)) return endsOfTexts(label, known, missing);
  if (/^(<|>=)|^\[.*\)$/.test(label)) return [];
  // The beginning of codes, of which there are none any more.
  if (hierarchy?.type === 'prefix' && label.endsWith('*')) return [];
  return hierarchy?.type !== 'mask' || isWholeMask(label, longest) ? [label] : [];
}

/** Numbers, days or moments that a label names or that lie where it says; none for labels that the type of the column does not explain. */
function numbersNamed(text: string, kind: ValueKind): string[] {
  const place = (end: string): string | null =>
    isOfCalendar(kind) ? firstMoment(end, kind) : Number.isNaN(parseValue(end, kind)) ? null : end;
  const one = place(text);
  if (one !== null) return [one];
  const least = text.startsWith('>=') ? place(text.slice(2)) : null;
  if (least !== null) return [least];
  const above = text.startsWith('<') ? place(text.slice(1)) : null;
  if (above !== null) return [before(above, kind)];
  const from = text.endsWith('+') ? place(text.slice(0, -1)) : null;
  if (from !== null) return [from];
  const isBare = !isOfCalendar(kind) && /^[^[].*-/.test(text);
  return splitsOf(isBare ? `[${text}]` : text).flatMap((pair) => {
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

/** The ends that a range of texts may have, wherever it may be divided. */
function endsOfTexts(text: string, known: ReadonlySet<string | number>, missing: ReadonlySet<string>): string[] {
  const quoted = endsWithinQuotes(text);
  const isQuoted = quoted !== null && mayBeWritten(quoted, 'quotes', (label) => known.has(label));
  return [
    ...splitsOf(text)
      .filter(([from, to]) => missing.has(to) || compareText(from, to) < 0)
      .flat(),
    ...(isQuoted ? quoted : []),
  ];
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
