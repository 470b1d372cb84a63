import { SegmentedMap } from './segmented-map.js';
import { amount } from '../base/plural.js';
import type { ColumnRules } from './build-column.js';
import { inferKind, mergingKinds, PACKED_DAYS } from './infer-kind.js';
import type { NumberHints } from './infer-numbers.js';
import type { FoundMarks } from './missing-marks.js';
import { findMissingMarks, missingFlag } from './missing-marks.js';
import { isSameKind } from './spelling.js';
import type { Column, ValueKind, Warning } from './table.js';
import { QUOTED_MARK } from './value.js';

const SPACE = 32;
const PLAIN = /^[\x20-\x7e]*$/;
const BOM = /\ufeff/;

const CONTROL = /[\u0001-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f]/;

/** Columns whose names differ only by case, blanks around them or Unicode form. */
export function similarNameWarnings(names: readonly string[]): Warning[] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const key = name.normalize('NFC').trim().toLowerCase();
    const group = groups.get(key);
    if (group) group.push(name);
    else groups.set(key, [name]);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      code: 'SIMILAR_COLUMNS',
      message: `columns differ only by case, blanks or Unicode form: ${group.map((name) => JSON.stringify(name)).join(', ')}`,
    }));
}

/** The cells of a column as they came, by their distinct spellings. */
export interface SpelledCells {
  readonly spellings: readonly string[];
  /** Cells with one of the codes, and the first row, from 1, that has one; 0 where rows have no order. */
  countCells(codes: readonly number[]): { readonly cells: number; readonly firstRow: number };
}

/** What is odd about the cells of a column as they are spelled. `trimmable`: cells that are not quoted may have spaces. */
export function spellingWarnings(
  spelled: SpelledCells,
  attribute: string,
  { trimmable }: { readonly trimmable: boolean },
): { readonly untrimmedCells: number; readonly warnings: Warning[] } {
  const untrimmed: number[] = [];
  const bom: number[] = [];
  const control: number[] = [];
  const invisible: number[] = [];
  spelled.spellings.forEach((spelling, code) => {
    const quoted = spelling.startsWith(QUOTED_MARK);
    if (trimmable && !quoted && spelling !== '') {
      if (spelling.charCodeAt(0) === SPACE || spelling.charCodeAt(spelling.length - 1) === SPACE) untrimmed.push(code);
    }
    const text = quoted ? spelling.slice(1) : spelling;
    if (PLAIN.test(text)) return;
    if (BOM.test(text)) bom.push(code);
    if (CONTROL.test(text)) control.push(code);
    if (INVISIBLE.test(text)) invisible.push(code);
  });
  const warnings: Warning[] = [];
  if (bom.length > 0) {
    const where = tellCells(spelled.countCells(bom));
    const message = `a byte order mark (U+FEFF) inside the data, kept; ${where}`;
    warnings.push({ code: 'BOM_IN_DATA', message, attribute });
  }
  if (control.length > 0) {
    const where = tellCells(spelled.countCells(control));
    const message = `control characters, kept; ${where}`;
    warnings.push({ code: 'CONTROL_CHARACTERS', message, attribute });
  }
  if (invisible.length > 0) {
    const where = tellCells(spelled.countCells(invisible));
    const message = `zero-width or direction characters, kept; ${where}`;
    warnings.push({ code: 'INVISIBLE_CHARACTERS', message, attribute });
  }
  return { untrimmedCells: untrimmed.length === 0 ? 0 : spelled.countCells(untrimmed).cells, warnings };
}

const tellCells = ({ cells, firstRow }: ReturnType<SpelledCells['countCells']>): string =>
  `cells: ${cells}${firstRow === 0 ? '' : `, first in row ${firstRow}`}`;

/** What is odd about the values of a finished column. */
export function valueWarnings(column: Column, rows: number, rules: Pick<ColumnRules, 'declared' | 'hints'>): Warning[] {
  const warnings: Warning[] = [];
  const attribute = column.name;
  if (rows > 1 && column.texts.length === 1) {
    const what = column.missingCode === 0 ? 'every value is missing' : 'every row has the same value';
    warnings.push({ code: 'CONSTANT_COLUMN', message: `column ${JSON.stringify(attribute)}: ${what}`, attribute });
  }
  const similar = column.type === 'string' ? countSimilar(column.texts) : 0;
  if (similar > 0) {
    const message = `values that differ from another only by Unicode form (NFC and NFD), kept apart: ${similar}`;
    warnings.push({ code: 'SIMILAR_VALUES', message, attribute });
  }
  if (rules.declared === undefined) warnings.push(...kindWarnings(column, rules.hints));
  return warnings;
}

/** Of what is found or asked, numbers with a point alone have no format. */
const wayOf = ({ type, format = '0.#' }: ValueKind): string =>
  `${type === 'date' ? 'days' : type === 'datetime' ? 'times' : 'numbers'} written ${format}`;

const cureOf = ({ type, format }: ValueKind): string =>
  format === undefined ? `"type": ${JSON.stringify(type)}` : `"format": ${JSON.stringify(format)}`;

/** What was found of the kind of a column that nobody declared, and what has to be asked. */
function kindWarnings(column: Column, hints: NumberHints | undefined): Warning[] {
  const { name: attribute, format, type, texts, missingCode } = column;
  // Days and times of ISO 8601 are what they seem.
  if (type === 'datetime' && format?.startsWith('YYYY-MM-DD') === true) return [];
  if (format !== undefined) {
    const doubt = isSameKind(column, PACKED_DAYS) ? '; if they are no days, say "type": "integer" or "string"' : '';
    return [{ code: 'FORMAT_FOUND', message: wayOf(column) + doubt, attribute }];
  }
  if (type !== 'string') return [];
  const present = missingCode < 0 ? texts : texts.filter((_, code) => code !== missingCode);
  const { readings } = inferKind(present, hints);
  if (readings.length > 0) {
    const ways = readings.map(wayOf).join(' or ');
    const message = `read as texts, since its values may be ${ways}; say which, such as ${cureOf(readings[0])}`;
    return [{ code: 'FORMAT_AMBIGUOUS', message, attribute }];
  }
  const marks = findMissingMarks(column, hints);
  if (marks !== null) return [warnOfMarks(attribute, marks)];
  const [merging] = mergingKinds(present);
  if (merging === undefined) return [];
  const message = `read as texts, since its values are ${wayOf(merging).split(' ')[0]} written in more than one way; ${cureOf(merging)} reads them all`;
  return [{ code: 'FORMAT_MIXED', message, attribute }];
}

/** What is said of marks of missing values that nobody called so. */
function warnOfMarks(attribute: string, { marks, cells, kind }: FoundMarks): Warning {
  const named = marks.map((mark) => JSON.stringify(mark)).join(', ');
  const what = kind.type === 'date' ? 'days' : kind.type === 'datetime' ? 'times' : 'numbers';
  const place = `column ${JSON.stringify(attribute)}`;
  const effect = kind.type === 'string' ? `of ${place} count as values` : `keep ${place} from being ${what}`;
  const missing = JSON.stringify(['', ...marks.filter((mark) => mark !== '')]).replaceAll(',', ', ');
  const flag = missingFlag(marks.filter((mark) => mark !== ''));
  const message = `${amount(cells, 'cell')} ${named} ${effect}; if they stand for missing values, say ${flag}, or "input": {"missing": ${missing}}`;
  return { code: 'MAYBE_MISSING', message, attribute };
}

/** Number of texts whose NFC form another text before them shares. */
function countSimilar(texts: readonly string[]): number {
  const forms = new SegmentedMap();
  let similar = 0;
  for (const text of texts) {
    if (PLAIN.test(text)) continue;
    const form = text.normalize('NFC');
    if (forms.get(form) === undefined) forms.add(form, 0);
    else similar++;
  }
  return similar;
}
