import { largestOf } from '../../base/sequences.js';
import { InputError } from '../../base/errors.js';
import type { Division } from './detect-delimiter.js';
import { chooseDelimiter, commonDelimiter, DELIMITERS, divide } from './detect-delimiter.js';

/** Position of the table in a file, and its delimiter. */
export interface FoundTable {
  readonly delimiter: string;
  /** Lines before the header that are not part of the table. */
  readonly titleLines: number;
  /** Cells at the end of every row that have neither a name nor a value: what trailing delimiters make. */
  readonly hollow: number;
  /** Cells of the header behind the last that rows have; they are empty. */
  readonly surplus: number;
}

/** Facts known about a file before its beginning is read. */
interface KnownTable {
  readonly delimiter: string | undefined;
  /** Number of columns, where the file has no header. */
  readonly width: number | undefined;
  /** Delimiters of lists inside cells, as the job declares them. */
  readonly listDelimiters: readonly string[];
  /** True when lines before the header may be passed over. */
  readonly hasTitles: boolean;
  /** True when some rows may be left out, since they have another width. */
  readonly hasBadRows: boolean;
}

/** Lines before the header that are looked for at most. */
const mostTitleLines = 20;
/** A table begins at a header with at least this number of rows. */
const leastRows = 2;

/**
 * Looks for the table in the beginning of a file: its delimiter, titles and comments above it, and delimiters at the ends of its
 * rows. Titles are passed over only where that is safe: from the next line on all rows have one width, the first of them reads
 * like a header, and each line before is blank, a comment (`#`), or has a single cell where rows have at least three.
 *
 * @param text the beginning of the file, after the lines that `skip` says
 * @param complete whether that is the whole file
 * @throws InputError AMBIGUOUS_DELIMITER
 */
export function findTable(
  text: string,
  { complete }: { readonly complete: boolean },
  known: KnownTable,
  source?: string,
): FoundTable {
  const { delimiter: said, width, hasTitles, hasBadRows, listDelimiters } = known;
  const all = (said === undefined ? DELIMITERS : [said]).map((delimiter) => divide(text, delimiter, { complete }));
  // A list delimiter that the header lacks, or that a single column has, separates no cells.
  const whole = all.filter(
    ({ delimiter, counts }) =>
      delimiter === said || !listDelimiters.includes(delimiter) || !(width === 1 || (counts[0] ?? 1) === 1),
  );
  const good = hasBadRows
    ? whole.map(({ delimiter }) => divide(withoutOpenQuotes(text), delimiter, { complete }))
    : whole;
  const titled = hasTitles && width === undefined ? findTitled(text, complete, whole) : null;
  if (titled !== null) {
    const { delimiter, titleLines, division } = titled;
    return { delimiter, titleLines, ...endsOf(division, width) };
  }
  const delimiter = said ?? (hasBadRows ? commonDelimiter(good, width) : null) ?? chooseDelimiter(whole, width, source);
  const division = good.find((each) => each.delimiter === delimiter) ?? divide(text, delimiter, { complete });
  return { delimiter, titleLines: 0, ...endsOf(hasBadRows ? withoutBad(division, width) : division, width) };
}

/** The table after titles; null where the file begins with it, or that is not sure. */
function findTitled(
  text: string,
  complete: boolean,
  whole: readonly Division[],
): { readonly delimiter: string; readonly titleLines: number; readonly division: Division } | null {
  if (whole.some((division) => isTable(division) && !isTitle(division.records[0]))) return null;
  const starts = lineStarts(text);
  for (let lines = 1; lines < starts.length; lines++) {
    const rest = text.slice(starts[lines]);
    const found = whole
      .map(({ delimiter }) => divide(rest, delimiter, { complete }))
      .filter((division) => isTable(division) && isHeader(division.records[0]));
    if (found.length === 0) continue;
    const [division] = found;
    const isSafe = found.length === 1 && isAbove(text.slice(0, starts[lines]), division);
    return isSafe ? { delimiter: division.delimiter, titleLines: lines, division } : null;
  }
  return null;
}

/** True when all records have one width, and there is more than a header. */
const isTable = ({ clean, counts }: Division): boolean =>
  clean && counts.length > leastRows && counts[0] > 1 && counts.every((count) => count === counts[0]);

/** True for a record with one cell that is not empty, of three or more. */
const isTitle = (record: readonly string[]): boolean =>
  record.length > 2 && record.filter((cell) => cell !== '').length === 1;

/** True when most cells are not empty, and none is a number or a date. */
function isHeader(record: readonly string[]): boolean {
  const names = record.slice(0, lengthOf(record)).filter((cell) => cell !== '');
  return (
    names.length > 1 && names.length * 2 >= lengthOf(record) && !names.some((name) => /^[\d\s.,:/+-]+$/.test(name))
  );
}

/** True when every line of a text is blank, a comment or a title above a table. */
function isAbove(text: string, { delimiter, counts }: Division): boolean {
  return text.split(/\r\n|\r|\n/).every((line) => {
    if (line.trim() === '' || line.startsWith('#')) return true;
    return counts[0] > 2 && line.split(delimiter).filter((cell) => cell.trim() !== '').length <= 1;
  });
}

/** Positions of the first lines. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length && starts.length <= mostTitleLines; at++) {
    const c = text.charCodeAt(at);
    if (c === 10 || (c === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}

/** The cells that trailing delimiters make, where every row that was looked at has them. */
function endsOf(
  { records, clean, isBare }: Division,
  width: number | undefined,
): { readonly hollow: number; readonly surplus: number } {
  const none = { hollow: 0, surplus: 0 };
  const first = width === undefined ? records.findIndex((record) => lengthOf(record) > 0) : 0;
  if (!(clean || isBare) || records.length === 0 || first < 0) return none;
  const header = width === undefined ? records[first] : null;
  const rows = header === null ? records : records.slice(first + 1);
  const all = rows[0]?.length ?? header?.length ?? 0;
  const named = header === null ? (width as number) : lengthOf(header);
  if (named === 0 || all < named || rows.some((row) => row.length !== all)) return none;
  const used = largestOf(rows.map(lengthOf), named);
  const given = header?.length ?? named;
  if (given > all) return { hollow: all - used, surplus: given - all };
  // The first cell may be a name of the row that the header leaves out.
  if (used > given || (given < all && isNumbered(rows))) return none;
  return { hollow: all - used, surplus: 0 };
}

/** A text without the lines in which a quote opens or closes that has no partner there. */
const withoutOpenQuotes = (text: string): string =>
  text
    .split(/(?<=\n|\r(?!\n))/)
    .filter((line) => line.split('"').length % 2 === 1)
    .join('');

/** A division whose rows have the width that most of them have; the header is one of them where no width is known. */
function withoutBad(division: Division, width: number | undefined): Division {
  const { records } = division;
  const head = width === undefined ? 1 : 0;
  const times = new Map<number, number>();
  for (const { length } of records.slice(head)) times.set(length, (times.get(length) ?? 0) + 1);
  const most = largestOf([...times.values()], 0);
  const good = records.filter(({ length }, i) => i < head || times.get(length) === most);
  return { ...division, clean: true, records: good, counts: good.map(({ length }) => length) };
}

/** Cells of a record up to the last that is not empty. */
const lengthOf = (record: readonly string[]): number => record.findLastIndex((cell) => cell !== '') + 1;

const isNumbered = (rows: readonly (readonly string[])[]): boolean =>
  rows.every(([first], i) => i === 0 || Number(first) === Number(rows[0][0]) + i);

/** The error of a file that is not read as it is, since `strict` says so. */
export function strictTitles(titleLines: number, source: string | undefined): InputError {
  const message = `lines above the header that are not part of the table: ${titleLines}; set input.skip (--skip ${titleLines})`;
  return new InputError('TITLE_LINES', message, { source, line: 1 });
}
