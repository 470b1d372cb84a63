import { appendAll } from '../base/sequences.js';
import { SegmentedMap } from './segmented-map.js';
import { count, counted } from '../base/numbers.js';
import type { Steps } from '../base/steps.js';
import { amount } from '../base/plural.js';
import type { ColumnRules } from './build-column.js';
import { inferKindInSteps, mergingKinds, PACKED_DAYS } from './infer-kind.js';
import type { NumberHints } from './infer-numbers.js';
import type { FoundMarks } from './missing-marks.js';
import { findMissingMarks, missingFlag } from './missing-marks.js';
import { foldText } from './fold-text.js';
import { partialCodes } from './found-partial.js';
import { hasOpenEnds } from './of-numbers.js';
import { arePartialDays, isSameKind, spellingOf } from './spelling.js';
import { findOddCells, type OddCells, type Oddity } from './odd-cells.js';
import { type LocateCells, locatorOf } from './locate-cells.js';
import { presentTexts } from './present-texts.js';
import { findSentinelsInSteps } from './sentinels.js';
import { readsAsTimes } from './times-as-texts.js';
import type { Column, ColumnType, ValueKind, Warning } from './table.js';
import { isClockType } from './clock-format.js';
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
interface SpelledCells {
  readonly spellings: readonly string[];
  /** Cells with one of the codes, and the first row, from 1, that has one; 0 where rows have no order. */
  countCells(codes: readonly number[]): { readonly cells: number; readonly firstRow: number };
}

/** Warns of oddities in the spelled cells of a column. `trimmable`: cells that are not quoted may have spaces. */
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

/** ODD_AS_MISSING for the cells that count as missing since they do not fit their column. */
export function oddMissingWarnings(
  spelled: SpelledCells,
  { name: attribute, declared, interpret }: ColumnRules,
): Warning[] {
  if (declared?.odd === undefined) return [];
  const odd = [...spelled.spellings.keys()].filter((code) => interpret(spelled.spellings[code]).odd === true);
  return odd.length === 0 ? [] : [warnOfOddMissing(attribute, declared, spelled.countCells(odd))];
}

/** ODD_AS_MISSING for a number of cells. */
export function warnOfOddMissing(
  attribute: string,
  kind: ValueKind,
  { cells, firstRow }: ReturnType<SpelledCells['countCells']>,
): Warning {
  const [are, count] =
    cells === 1 ? [`is not a ${nameOfKind(kind)}`, 'counts'] : [`are not ${nameOfKind(kind)}s`, 'count'];
  const message = `${counted(cells, 'cell')} of column ${JSON.stringify(attribute)} ${are}${where(firstRow, cells)} and ${count} as missing ("odd": "missing")`;
  return { code: 'ODD_AS_MISSING', message, attribute };
}

const tellCells = ({ cells, firstRow }: ReturnType<SpelledCells['countCells']>): string =>
  `cells: ${cells}${firstRow === 0 ? '' : `, first in row ${firstRow}`}`;

/** Warnings about the values of a finished column. `locate` counts cells and finds the first row of some. Yields between looks. */
export function* valueWarnings(
  column: Column,
  rows: number,
  rules: Pick<ColumnRules, 'declared' | 'hints'>,
  locate: LocateCells = locatorOf(column),
): Steps<Warning[]> {
  const warnings: Warning[] = [];
  const attribute = column.name;
  if (rows > 1 && column.texts.length === 1) {
    const what = column.missingCode === 0 ? 'every value is missing' : 'every row has the same value';
    warnings.push({ code: 'CONSTANT_COLUMN', message: `column ${JSON.stringify(attribute)}: ${what}`, attribute });
  }
  const similar = column.type === 'string' ? countSimilar(column.texts) : 0;
  if (similar > 0) {
    const message = `values that differ from another only in case, accents, blanks, final punctuation or the order of list items, kept apart: ${similar}; "fold": true of a sensitive column makes them one`;
    warnings.push({ code: 'SIMILAR_VALUES', message, attribute });
  }
  yield;
  if (rules.declared === undefined) appendAll(warnings, yield* kindWarnings(column, rules.hints, locate));
  yield;
  appendAll(warnings, yield* sentinelWarnings(column, locate));
  return warnings;
}

/** Describes a kind; among the found and the possible ones, only numbers with a point have no format. */
const wayOf = ({ type, format = '0.#' }: ValueKind): string => `${nounOf(type)} written ${format}`;

const nounOf = (type: ColumnType): string => KIND_NOUNS[type] ?? 'numbers';
const KIND_NOUNS: Readonly<Partial<Record<ColumnType, string>>> = {
  date: 'days',
  datetime: 'times',
  time: 'times of day',
  duration: 'lengths of time',
};

const cureOf = ({ type, format }: ValueKind): string =>
  format === undefined ? `"type": ${JSON.stringify(type)}` : `"format": ${JSON.stringify(format)}`;

/** Warnings about the inferred kind of a column, and about readings that have to be chosen. */
function* kindWarnings(column: Column, hints: NumberHints | undefined, locate: LocateCells): Steps<Warning[]> {
  const { name: attribute, format, type } = column;
  // Days and times of ISO 8601 are what they seem.
  if (type === 'datetime' && format?.startsWith('YYYY-MM-DD') === true) return [];
  if (type === 'time' && format?.startsWith('HH:mm') === true) return [];
  if (hasOpenEnds(column)) return [warnOfOpenEnds(column, locate)];
  if (arePartialDays(column)) return [warnOfPartialDays(column, locate)];
  if (format !== undefined) {
    const doubt = isSameKind(column, PACKED_DAYS) ? '; if they are not days, write "type": "integer" or "string"' : '';
    return [{ code: 'FORMAT_FOUND', message: wayOf(column) + doubt, attribute }];
  }
  if (type !== 'string') return oddWarnings(column, hints, locate);
  const present = presentTexts(column);
  const { readings } = yield* inferKindInSteps(present, hints);
  yield;
  if (readings.length > 0) {
    const ways = readings.map(wayOf).join(' or ');
    const message = `read as texts, since its values may be ${ways}; say which, such as ${cureOf(readings[0])}`;
    return [{ code: 'FORMAT_AMBIGUOUS', message, attribute }];
  }
  const [merging] = mergingKinds(present);
  yield;
  const marks = findMissingMarks(column, hints);
  yield;
  if (marks !== null && marks.kind.type !== 'string') return [warnOfMarks(attribute, marks)];
  if (merging !== undefined) {
    const message = `read as texts, since its values are ${nounOf(merging.type)} written in more than one way; ${cureOf(merging)} reads them all`;
    return [{ code: 'FORMAT_MIXED', message, attribute }];
  }
  const odd = oddWarnings(column, hints, locate);
  yield;
  const times = odd.length > 0 ? null : readsAsTimes(present);
  if (times !== null) {
    const message = `read as texts, since there is no type for ${times.what}: releases show single ones, sets of them or none; write them as ${times.instead}, to have ranges`;
    return [{ code: 'TIMES_AS_TEXTS', message, attribute }];
  }
  const isAsked = odd.some(({ code }) => code === 'MAYBE_MISSING');
  return marks === null || isAsked ? odd : [...odd, warnOfMarks(attribute, marks)];
}

const nameOfKind = ({ type }: ValueKind): string =>
  isClockType(type)
    ? type === 'time'
      ? 'time of day'
      : 'length of time'
    : type === 'date'
      ? 'day'
      : type === 'datetime'
        ? 'time'
        : type === 'integer'
          ? 'whole number'
          : 'number';

/** Oddities as messages name them: with examples, never with a cell. */
const oddities: Readonly<Record<Oddity, string>> = {
  open: 'with an open end (as in 90+ or <1)',
  about: 'of about a number (as in ca. 40)',
  signed: 'with a typographic minus or a minus after the number (as in −5 or 5-)',
  unit: 'with another unit or sign (as in 5 kg or $5), or without one',
  partial: 'without a known day or month (as in 1945-00-00)',
  printed: 'as programs print times',
  other: 'of other text',
};

/** Warnings about the few cells that keep a column from being numbers, days or times. */
function oddWarnings(column: Column, hints: NumberHints | undefined, locate: LocateCells): Warning[] {
  const found = findOddCells(column, hints);
  if (found === null) return [];
  const warnings: Warning[] = [];
  if (found.formats.length > 0) warnings.push(warnOfFormats(column.name, found, locate));
  if (found.odd.length > 0) warnings.push(warnOfOdd(column, found, locate));
  if (found.odd.length === 0 && found.open.length > 0) warnings.push(warnOfBeyond(column.name, found, locate));
  if (found.marks.length > 0) {
    const marks = found.marks.map((code) => column.texts[code]);
    warnings.push(warnOfMarks(column.name, { marks, cells: locate(found.marks).cells, kind: found.kind }));
  }
  return warnings;
}

/** FORMAT_FOUND for the numbers with an open end that a column of numbers has. */
function warnOfOpenEnds(column: Column, locate: LocateCells): Warning {
  const { numbers, name: attribute, type } = column;
  const { open } = spellingOf(column);
  const codes = [...numbers!.keys()].filter((code) => numbers![code] === open.low || numbers![code] === open.high);
  const { cells } = locate(codes);
  const are = cells === 1 ? 'cell has' : 'cells have';
  const message = `${nameOfKind({ type })}s, of which ${count(cells)} ${are} an open end (as in 90+ or <1): read as the last or the first of the order`;
  return { code: 'FORMAT_FOUND', message, attribute };
}

/** FORMAT_FOUND for the days without a known day or month that a column of days has. */
function warnOfPartialDays(column: Column, locate: LocateCells): Warning {
  const { cells } = locate(partialCodes(column));
  const have = cells === 1 ? 'cell has' : 'cells have';
  const message = `${wayOf(column)}, of which ${count(cells)} ${have} no known day or month (as in 1945-00-00): read as the month or the year`;
  return { code: 'FORMAT_FOUND', message, attribute: column.name };
}

/** ODD_CELLS for a column of numbers in which an open end covers other numbers. */
function warnOfBeyond(attribute: string, { kind, cells, open, beyond }: OddCells, locate: LocateCells): Warning {
  const all = locate(open);
  const others = locate(beyond);
  const have = all.cells === 1 ? 'has' : 'have';
  const rest =
    others.cells === 0 ? '' : `, and ${count(others.cells)} ${others.cells === 1 ? 'lies' : 'lie'} beyond it`;
  const message = `${count(all.cells)} of ${counted(cells, 'cell')} ${have} an open end such as 90+${where(all.firstRow, all.cells)}${rest}, so the column is read as texts; a format with the end, such as "format": ${JSON.stringify(kind.type === 'integer' ? '0 [90+]' : '[<0.5] 0.#')}, reads what the end covers as the end`;
  return { code: 'ODD_CELLS', message, attribute };
}

const where = (firstRow: number, cells: number): string =>
  firstRow === 0 ? '' : cells === 1 ? ` (row ${firstRow})` : ` (the first in row ${firstRow})`;

function warnOfFormats(attribute: string, { kind, cells, formats, odd }: OddCells, locate: LocateCells): Warning {
  const ways = formats.map((each) => `${each.kind.format ?? 'YYYY-MM-DD'} reads ${counted(each.cells, 'cell')}`).join(', '); // prettier-ignore
  const rest = locate(odd.flatMap(({ codes }) => codes)).cells;
  const of =
    rest === 0 ? counted(cells, 'cell') : `${counted(cells, 'cell')}, of which ${counted(rest, 'cell')} fit none`;
  const kinds = kind.type === 'date' ? 'days' : 'times';
  const message = `read as texts, since its values are ${kinds} written in ${formats.length} formats: of ${of}, ${ways}; write them in one`;
  return { code: 'FORMAT_MIXED', message, attribute };
}

function warnOfOdd({ name: attribute, type }: Column, { kind, cells, odd }: OddCells, locate: LocateCells): Warning {
  const all = locate(odd.flatMap(({ codes }) => codes));
  const what = nameOfKind(kind);
  const are = all.cells === 1 ? `is not a ${what}` : `are not ${what}s`;
  const parts = odd.map(
    ({ oddity, codes }) => (odd.length === 1 ? '' : `${count(locate(codes).cells)} `) + oddities[oddity],
  );
  const effect = type === 'string' ? 'keep the column from being read as such' : 'are read as numbers';
  const effects = all.cells === 1 ? effect.replace(/^keep/, 'keeps').replace(/^are/, 'is') : effect;
  const message = `${count(all.cells)} of ${counted(cells, 'cell')} ${are}${where(all.firstRow, all.cells)} and ${effects}: ${parts.join(', ')}; correct ${all.cells === 1 ? 'it' : 'them'} in the file, or name ${all.cells === 1 ? 'it' : 'them'} in --missing (input.missing)`;
  return { code: 'ODD_CELLS', message, attribute };
}

/** MAYBE_MISSING for codes such as 999 and for values far outside all others. */
function* sentinelWarnings(column: Column, locate: LocateCells): Steps<Warning[]> {
  const { name: attribute, texts } = column;
  const { marks, outliers } = yield* findSentinelsInSteps(column);
  const warnings: Warning[] = [];
  const place = `column ${JSON.stringify(attribute)}`;
  if (marks.length > 0) {
    const named = marks.map((code) => texts[code]);
    const cells = marks.map((code) => `${counted(locate([code]).cells, 'cell')} ${JSON.stringify(texts[code])}`);
    const missing = JSON.stringify(['', ...named]).replaceAll(',', ', ');
    const message = `${cells.join(', ')} of ${place} lie apart from its other values, as codes of missing values do; if they are such codes, say ${missingFlag(named)}, or "input": {"missing": ${missing}}, which counts in every column`;
    warnings.push({ code: 'MAYBE_MISSING', message, attribute });
  }
  if (outliers.length > 0) {
    const { cells, firstRow } = locate(outliers);
    const [lie, it] = cells === 1 ? ['lies', 'it is'] : ['lie', 'they are'];
    const message = `${counted(cells, 'cell')} of ${place}${where(firstRow, cells)} ${lie} far outside all others and ${cells === 1 ? 'widens' : 'widen'} every range; if ${it} wrong or no value, correct the file or say --missing`;
    warnings.push({ code: 'MAYBE_MISSING', message, attribute });
  }
  return warnings;
}

/** MAYBE_MISSING for marks of missing values that the input does not name. */
function warnOfMarks(attribute: string, { marks, cells, kind }: FoundMarks): Warning {
  const named = marks.map((mark) => JSON.stringify(mark)).join(', ');
  const what = nounOf(kind.type);
  const place = `column ${JSON.stringify(attribute)}`;
  const effect = kind.type === 'string' ? `of ${place} count as values` : `keep ${place} from being ${what}`;
  const missing = JSON.stringify(['', ...marks.filter((mark) => mark !== '')]).replaceAll(',', ', ');
  const flag = missingFlag(marks.filter((mark) => mark !== ''));
  const message = `${amount(cells, 'cell')} ${named} ${effect}; if they stand for missing values, say ${flag}, or "input": {"missing": ${missing}}`;
  return { code: 'MAYBE_MISSING', message, attribute };
}

/** Maximum values that are folded; of more, which are hardly kinds of anything, only Unicode forms are compared. */
const MOST_FOLDED = 10_000;

/** Number of texts that another text before them folds to, too. */
/** SIMILAR_VALUES for the items of a column of lists, which the order in a cell does not make different. */
export function warnOfSimilarItems(attribute: string, items: readonly string[]): Warning[] {
  const similar = countSimilar(items);
  if (similar === 0) return [];
  const message = `items that differ from another only in case, accents, blanks or final punctuation, kept apart: ${similar}`;
  return [{ code: 'SIMILAR_VALUES', message, attribute }];
}

function countSimilar(texts: readonly string[]): number {
  const forms = new SegmentedMap();
  const areKinds = texts.length <= MOST_FOLDED;
  let similar = 0;
  for (const text of texts) {
    if (!areKinds && PLAIN.test(text)) continue;
    const form = areKinds ? foldText(text) : text.normalize('NFC');
    if (forms.get(form) === undefined) forms.add(form, 0);
    else similar++;
  }
  return similar;
}
