import { inferKind } from './infer-kind.js';
import type { NumberHints } from './infer-numbers.js';
import type { Column, ValueKind } from './table.js';
import { countRowsPerCode } from './table.js';
import { trimBlanks } from './value.js';

/** Texts that files write where there is no value. Local codes, such as 0 or 9999, are excluded: they may be values. */
const MARKS: readonly string[] = [
  'NA', 'N/A', 'N.A.', '#N/A', '#NA', '<NA>', 'NaN', 'null', 'NULL', 'None', 'nil', '-', '--', '---', '–', '—', '.', '..', '...', '?', '??', '*', '#', 'x', 'X', 'unknown', 'Unknown', 'UNKNOWN', 'missing',
  'undefined', 'n/a', 'na', 'n.a.', 'nan', 'none', '(null)', '\\N', 'k.A.', 'k. A.', 'keine Angabe', 'unbekannt', 'n.d.', 's.d.', 'inconnu', 'desconocido', '#VALUE!', '#DIV/0!', '#REF!', '#NULL!', '#NUM!', '#NAME?', '',
  '0000-00-00', '0000-00-00 00:00:00', '00.00.0000', '00/00/0000',
]; // prettier-ignore
const KNOWN: ReadonlySet<string> = new Set(MARKS);
/** Marks that are hardly ever values, among texts that are no numbers. */
const HARDLY_VALUES: ReadonlySet<string> = new Set([
  '?',
  '#N/A',
  'N/A',
  'n/a',
  'NaN',
  'null',
  'NULL',
  '\\N',
  '<NA>',
  '(null)',
]);

/** Marks that may be values among texts: no illness, a ticked box. */
const MAYBE_VALUES: ReadonlySet<string> = new Set(['None', 'none', 'nil', 'x', 'X', '*', '#']);

/** Marks that say, among texts too, that a value is not known. */
export const unknownMarks: readonly string[] = MARKS.filter((mark) => !MAYBE_VALUES.has(mark));

const UNKNOWN: ReadonlySet<string> = new Set(unknownMarks);

/** True for a text that files write where there is no value. It may be named in a message. */
export const isMissingMark = (text: string): boolean => KNOWN.has(text);

/** The flag of the command that names these marks: in quotes where a shell would take them for a pattern, a comment or more. */
export function missingFlag(marks: readonly string[]): string {
  const list = marks.join(',');
  // A list that begins with a minus would be taken for another flag.
  const between = list.startsWith('-') && /\d/.test(list) ? '=' : ' ';
  return `--missing${between}${/^[\w,./-]+$/.test(list) ? list : `'${list.replaceAll("'", `'\\''`)}'`}`;
}

/** Marks of missing values among the texts of a column. */
export interface FoundMarks {
  /** In the order of their appearance. */
  readonly marks: readonly string[];
  /** Cells that hold one of them. */
  readonly cells: number;
  /** Kind of the other texts: numbers, days or times; or texts. */
  readonly kind: ValueKind;
}

/** Share of the other cells that hold a digit in a column of codes: postal codes, numbers of cases, groups of ages. */
const NEARLY_ALL = 0.9;

/**
 * The marks that keep a column of texts from being one of numbers, days or times: all its other texts are such, two at least, on
 * a tenth of the rows at least. In a column of codes, such as `01234`, marks of what is not known. In other columns of texts, marks that are
 * hardly ever values. Null where there are none.
 */
export function findMissingMarks(column: Column, hints: NumberHints = {}): FoundMarks | null {
  const { type, texts, missingCode } = column;
  if (type !== 'string') return null;
  const marks: string[] = [];
  const others: string[] = [];
  texts.forEach((text, code) => {
    if (code === missingCode) return;
    if (KNOWN.has(text)) marks.push(text);
    else others.push(trimBlanks(text));
  });
  if (marks.length === 0) return null;
  const rows = countRowsPerCode(column);
  const countOf = (known: (text: string) => boolean): number =>
    texts.reduce((sum, text, code) => (code !== missingCode && known(text) ? sum + rows[code] : sum), 0);
  const all = countOf(() => true);
  const cells = countOf((text) => KNOWN.has(text));
  let isOfCodes = false;
  if (others.length >= 2 && 10 * (all - cells) >= all) {
    const { kind, readings } = inferKind(others, hints);
    if (kind.type !== 'string') return { marks, cells, kind };
    if (readings.length > 0) return { marks, cells, kind: readings[0] };
    isOfCodes = countOf((text) => !KNOWN.has(text) && /\d/.test(text)) >= NEARLY_ALL * (all - cells);
  }
  const isMark = (text: string): boolean => (isOfCodes ? UNKNOWN : HARDLY_VALUES).has(text) && text !== '';
  const odd = marks.filter(isMark);
  return odd.length === 0 ? null : { marks: odd, cells: countOf(isMark), kind: { type: 'string' } };
}

/**
 * Proposes `input.missing` so that columns of numbers, days and times are read as such; undefined where no mark is to be added.
 *
 * @param declared - its current marks
 */
export function proposeMissing(columns: readonly Column[], declared: readonly string[] = ['']): string[] | undefined {
  const found = columns.flatMap((column) => {
    const marks = findMissingMarks(column);
    return marks === null || marks.kind.type === 'string' ? [] : marks.marks;
  });
  const all = [...new Set([...declared, ...found])];
  return all.length === declared.length ? undefined : all;
}
