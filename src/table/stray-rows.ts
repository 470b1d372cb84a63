import { counted } from '../base/numbers.js';
import { plural } from '../base/plural.js';
import { inferKind } from './infer-kind.js';
import { presentTexts } from './present-texts.js';
import { spellingOf } from './spelling.js';
import type { Column, Table, Warning } from './table.js';
import { countRowsPerCode } from './table.js';
import { trimBlanks } from './value.js';

/** Lines of a file that are no people, and people that are no rows. */
interface StrayRows {
  /** Columns called by a value of their kind: the first line may be a person. */
  readonly called: readonly string[];
  /** Rows at the top that are headers: questions, or the marks of a survey program. */
  readonly headerRows: number;
  /** Rows below that have the names of the columns once more, as files that were joined have. */
  readonly repeatedHeaders: number;
  /** Rows at the bottom that are totals, means, sources or notes. */
  readonly footerRows: number;
  /** Columns of row numbers, as R and pandas write them. */
  readonly rowNames: readonly string[];
}

/** Columns called by one of their texts that are no accident, where no name is a day, number or address. */
const FEWEST_LIKE_VALUES = 3;
/** Such columns that are no accident where none is a box to tick: each has three texts or more, or is called by a sex. */
const FEWEST_LIKE_TEXTS = 2;
/** Minimum rows of a table in which a header or a total differs visibly from people. */
const FEWEST_ROWS = 4;
/** Header rows below the first that are looked for. */
const MOST_HEADER_ROWS = 2;
/** Rows at the bottom that are looked at: count, mean, deviation and quartiles, a blank line, a source. */
const MOST_FOOTER_ROWS = 12;

/** Finds what a file without header, with several or with a footer makes of a table. O(distinct). */
export function findStrayRows(table: Table): StrayRows {
  const { columns } = table;
  const years = columns.filter(({ name }) => isYear(Number(name))).length;
  const isCounted = isNumbered(columns.map(({ name }) => name));
  const strong = columns.filter((column) => isCalledByKind(column, { years, isCounted }));
  const isRunning = ({ name }: Column): boolean => isCounted && /^\d+$/.test(name);
  const repeated = table.rows >= FEWEST_ROWS ? countRepeatedHeaders(table) : 0;
  const weak = columns.filter(
    (column) => isCalledByText(column, repeated) && !strong.includes(column) && !isRunning(column),
  );
  const isEnough = weak.length >= FEWEST_LIKE_VALUES || weak.filter(isNoBox).length >= FEWEST_LIKE_TEXTS;
  const isRow = strong.length > 0 || (isEnough && weak.length >= columns.length / 2);
  const rows = table.rows >= FEWEST_ROWS && isOrdered(table);
  return {
    called: isRow
      ? columns.filter((column) => strong.includes(column) || weak.includes(column)).map(({ name }) => name)
      : [],
    headerRows: rows && repeated === 0 ? countHeaderRows(table) : 0,
    repeatedHeaders: isRow ? 0 : repeated,
    footerRows: rows ? countFooterRows(table) : 0,
    rowNames:
      table.rows >= FEWEST_ROWS
        ? columns.filter((column) => isOfRowNames(column, table.rows)).map(({ name }) => name)
        : [],
  };
}

const listOf = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

/** Warnings about what {@link findStrayRows} finds; names of columns that are values are not shown. */
export function strayWarnings({ called, headerRows, repeatedHeaders, footerRows, rowNames }: StrayRows): Warning[] {
  const warnings: Warning[] = [];
  if (called.length > 0) warnings.push({ code: 'HEADER_DOUBTED', message: headerProblem(called.length) });
  if (headerRows > 0) warnings.push({ code: 'HEADER_ROWS', message: headerRowsProblem(headerRows) });
  if (repeatedHeaders > 0) warnings.push({ code: 'HEADER_ROWS', message: repeatedProblem(repeatedHeaders) });
  if (footerRows > 0) warnings.push({ code: 'FOOTER_ROWS', message: footerProblem(footerRows) });
  for (const attribute of rowNames) {
    const message = `column ${listOf([attribute])} numbers the rows, as R and pandas write them; give it the role "drop"`;
    warnings.push({ code: 'ROW_NAMES', message, attribute });
  }
  return warnings;
}

/** The problem of columns that are called by values. */
export const headerProblem = (columns: number): string =>
  `${columns} ${columns === 1 ? 'column is' : 'columns are'} called by a value such as those in ${columns === 1 ? 'it' : 'them'}, as the first row of a file without a header`;

/** The problem of header rows among people. */
export const headerRowsProblem = (rows: number): string =>
  rows === 1
    ? 'row 1 is a second header: its cells are labels, not values of their columns'
    : `rows 1 to ${rows} are further headers: their cells are labels, not values of their columns`;

/** The problem of rows that repeat the header. */
export const repeatedProblem = (rows: number): string =>
  `${counted(rows, 'row')} ${plural(rows, 'repeats', 'repeat')} the header, as in files that were joined: every cell is the name of its column`;

/** The problem of a footer among people. */
export const footerProblem = (rows: number): string =>
  rows === 1
    ? 'the last row is a total, a mean, a source or a note'
    : `totals, means, sources or notes stand at the end: ${counted(rows, 'row')}`;

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1900 && value <= 2100;

/** True for columns called 0, 1, 2 or 1, 2, 3 throughout, as programs number them. */
function isNumbered(names: readonly string[]): boolean {
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
  return numbers.length > 2 && (numbers[0] === 0 || numbers[0] === 1) && numbers.every((n, i) => n === numbers[0] + i);
}

/**
 * True for a column called by one of its texts; a column of ticked answers, whose only value is its name, is none. Rows that repeat the header do not
 * count.
 */
function isCalledByText(column: Column, repeated: number): boolean {
  const { name, texts, missingCode } = column;
  if (texts.length - Number(missingCode >= 0) <= 1) return false;
  const code = texts.indexOf(name);
  return code >= 0 && (repeated === 0 || countRowsPerCode(column)[code] > repeated);
}

const foldedName = (text: string): string => trimBlanks(text).toLowerCase();

/** Rows in which every cell is the name of its column, in capitals or not, or missing; two cells are names at least. */
function countRepeatedHeaders({ columns, weights, entries }: Table): number {
  const named = columns.map((column) => ({ column, codes: codesOfName(column) }));
  const texts = named.filter(({ codes }) => codes.length > 0);
  const isLost = named.some(({ column, codes }) => codes.length === 0 && column.missingCode < 0);
  if (isLost || texts.length < 2 || texts.every(({ column }) => !/\p{L}/u.test(column.name))) return 0;
  let rows = 0;
  for (let entry = 0; entry < entries; entry++) {
    let names = 0;
    const areNames = named.every(({ column, codes }) => {
      const code = column.codes[entry];
      if (code === column.missingCode) return true;
      names++;
      return codes.includes(code);
    });
    if (areNames && names >= 2) rows += weights === null ? 1 : weights[entry];
  }
  return rows;
}

/** Codes of the texts that are the name of their column. */
function codesOfName({ name, texts, missingCode }: Column): number[] {
  const folded = foldedName(name);
  const codes: number[] = [];
  texts.forEach((text, code) => {
    if (code !== missingCode && text.length <= name.length + 2 && foldedName(text) === folded) codes.push(code);
  });
  return codes;
}

const SEX = /^(?:[fmwx]|male|female|man|woman|mann|frau|männlich|weiblich|homme|femme|hombre|mujer|uomo|donna)$/i;

/** True for a column with more texts than a box that is ticked or not, or called by a sex. */
const isNoBox = (column: Column): boolean => presentTexts(column).length > 2 || SEX.test(trimBlanks(column.name));

const MAIL = /^[^@\s]+@[^@\s]+\.[\p{L}\d]+$/u;
const PHONE = /^\+?(?:[\s()./-]*\d){7,15}$/;
/** A text with each digit and letter as a sign of its kind. */
const shapeOf = (text: string): string =>
  text
    .replace(/\d/g, '9')
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{Ll}/gu, 'a');

/** True for a column whose name is a day, number, amount, address or telephone number, as its values are. */
function isCalledByKind(column: Column, names: { readonly years: number; readonly isCounted: boolean }): boolean {
  const { type, format, numbers, missingCode } = column;
  const name = trimBlanks(column.name);
  if (!/[\d@]/.test(name)) return false;
  const kinds = type === 'string' ? inferKind([name]).kind.type : type;
  if (type === 'date' || type === 'datetime') return typeof spellingOf(column).read(name) === 'number';
  if (numbers !== null) {
    const value = spellingOf(column).read(name);
    if (typeof value !== 'number') return false;
    if (format !== undefined && !/^-?\d+$/.test(name)) return true;
    return isAmong(value, numbers, missingCode, names);
  }
  const texts = presentTexts(column);
  if (texts.length === 0) return false;
  if (MAIL.test(name)) return texts.every((text) => MAIL.test(text));
  if (PHONE.test(name)) return texts.every((text) => PHONE.test(text));
  // A code in the shape of all others: AB-1234.
  const digits = name.replace(/\D/g, '').length;
  const isCode = digits >= 4 && name.length >= 5 && texts.every((text) => shapeOf(text) === shapeOf(name));
  return (
    isCode ||
    (kinds !== 'string' && !/^\d+$/.test(name) && texts.every((text) => inferKind([text]).kind.type === kinds))
  );
}

/** True for a name that may be one of the numbers; years above counts and numbered columns are names. */
function isAmong(
  value: number,
  numbers: Float64Array,
  missingCode: number,
  { years, isCounted }: { readonly years: number; readonly isCounted: boolean },
): boolean {
  let [low, high] = [Infinity, -Infinity];
  numbers.forEach((number, code) => {
    if (code === missingCode) return;
    if (number < low) low = number;
    if (number > high) high = number;
  });
  if (low > high || low === high) return false;
  const areYears = low >= 1800 && high <= 2200;
  if (isYear(value) && !areYears && (years > 1 || high < 10 * value)) return false;
  if (isCounted) return false;
  const slack = (high - low) / 2;
  return value >= low - slack && value <= high + slack;
}

/** False for tables whose rows have no order. */
const isOrdered = ({ weights, columns }: Table): boolean =>
  weights === null || columns.every(({ codes }) => codes.length === 0 || codes[0] === 0);

/** Rows at the top whose cells are texts of their own, above numbers, days or marks of a survey program. */
function countHeaderRows(table: Table): number {
  for (let rows = Math.min(MOST_HEADER_ROWS, table.rows - 2); rows > 0; rows--)
    if (areHeaders(table, rows)) return rows;
  return 0;
}

const SURVEY = /^(?:\{"ImportId":|(?:Open-Ended )?Response$)/;

/** True for a first row of dashes alone, as database clients write them below the header. */
function isRule(columns: readonly Column[]): boolean {
  const cells = columns.flatMap(({ codes, texts, missingCode }) => (codes[0] === missingCode ? [] : [texts[codes[0]]]));
  return cells.length >= 2 && cells.every((cell) => /^\s*(?:-{2,}|={2,}|_{2,})\s*$/.test(cell));
}

function areHeaders({ columns, weights }: Table, rows: number): boolean {
  for (let row = 0; row < rows; row++) if (weights !== null && weights[row] !== 1) return false;
  if (rows === 1 && isRule(columns)) return true;
  let isSurvey = false;
  let hasBoxes = false;
  const texts: { readonly column: Column; readonly codes: readonly number[] }[] = [];
  for (const column of columns) {
    const codes = Array.from({ length: rows }, (_, row) => column.codes[row]);
    if (codes.every((code) => code === column.missingCode)) continue;
    if (column.type !== 'string') return false;
    const counts = countRowsPerCode(column);
    for (const code of codes) {
      if (code === column.missingCode) continue;
      if (!/\p{L}/u.test(column.texts[code])) return false;
      if (counts[code] !== 1) {
        // A box that people tick has its label in the row of headers and in the cells below.
        if (presentTexts(column).length > 1) return false;
        hasBoxes = true;
      }
      if (SURVEY.test(column.texts[code])) isSurvey = true;
    }
    texts.push({ column, codes });
  }
  return isSurvey || (!hasBoxes && texts.some(({ column, codes }) => isOfValuesBelow(column, codes)));
}

/** True for a column of numbers, days or times but for the cells of some rows. */
function isOfValuesBelow({ texts, missingCode }: Column, codes: readonly number[]): boolean {
  const rest = texts.flatMap((text, code) => (code === missingCode || codes.includes(code) ? [] : [trimBlanks(text)]));
  if (rest.length < 2 || !/\d/.test(rest[0])) return false;
  const { kind, readings } = inferKind(rest);
  return kind.type !== 'string' || readings.length > 0;
}

const FOOTER =
  /^(?:(?:grand |sub-?)?totals?|sums?|summe|gesamt(?:summe)?|insgesamt|zusammen|total(?:e|es)?|suma|somme|ensemble|source|sources|quelle|fuente|fonte|notes?|nota|anmerkung(?:en)?|hinweis|stand)(?:$|[\s:.(])/i;
/** Labels of spreadsheets and statistics below numbers, which may be names: beside texts they are. */
const STATISTIC =
  /^(?:means?|averages?|avg|median|std\.?|sd|st\.? ?dev\.?|standard deviation|variance|mittel(?:wert)?|durchschnitt|standardabweichung|moyenne|médiane|écart[- ]type|medi[ao]|promedio|mediana|desviación(?: estándar)?|gemiddelde|średnia|medel(?:värde)?)(?:$|[\s:.(])/i;
const BESIDE_STATISTIC =
  /^(?:counts?|n|anzahl|nombre|cuenta|min(?:imum)?|max(?:imum)?|range|mode|q[1-4]|p?\d\d ?%?|[1-9]\d?(?:th|st) percentile)(?:$|[\s:.(])/i;

type Footer = 'sure' | 'beside' | 'blank' | 'none';

/** Rows at the bottom that say Total, Mean or Source in a cell of their own, or have one cell where others have several. */
function countFooterRows(table: Table): number {
  const { entries } = table;
  let [found, open] = [0, 0];
  for (let row = entries - 1; row > 0 && row >= entries - MOST_FOOTER_ROWS; row--) {
    const footer = footerOf(table, row);
    if (footer === 'none') break;
    if (footer !== 'blank') open++;
    if (footer === 'sure') found = open;
    // Above a mean stands the number of rows.
    if (footer === 'beside' && found > 0 && found === open - 1) found = open;
  }
  return found;
}

function footerOf({ columns, weights }: Table, row: number): Footer {
  if (weights !== null && weights[row] !== 1) return 'none';
  const filled = columns.filter(({ codes, missingCode }) => codes[row] !== missingCode);
  const before = columns.filter(({ codes, missingCode }) => codes[row - 1] !== missingCode).length;
  const [first] = filled;
  if (first === undefined) return 'blank';
  if (countRowsPerCode(first)[first.codes[row]] !== 1 || first.type !== 'string') return 'none';
  const text = trimBlanks(first.texts[first.codes[row]]);
  if (FOOTER.test(text)) return 'sure';
  if (filled.length === 1 && columns.length > 2 && before > 2 && /\p{L}.*\s/u.test(text)) return 'sure';
  const others = filled.slice(1).map(({ codes, texts }) => trimBlanks(texts[codes[row]]));
  if (!others.every((other) => /^[-+]?[\d.,]+(?:e[-+]?\d+)?%?$/i.test(other))) return 'none';
  return STATISTIC.test(text) ? 'sure' : BESIDE_STATISTIC.test(text) ? 'beside' : 'none';
}

const ROW_NAMES = /^(?:column_1|unnamed: ?0|x(?:\.1)?|v1|\.{3}1|row\.?names?|row_?id|index|level_0)$/i;

/** True for numbers of the rows under a name that programs give them. */
function isOfRowNames({ name, type, numbers, texts, missingCode }: Column, rows: number): boolean {
  if (!ROW_NAMES.test(name) || type !== 'integer' || texts.length !== rows || missingCode >= 0) return false;
  return numbers!.every((value, i) => value === numbers![0] + i) && (numbers![0] === 0 || numbers![0] === 1);
}
