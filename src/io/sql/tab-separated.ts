import type { Codes } from '../../table/table.js';
import type { SentTable } from './source.js';

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', 0: '\0' };
const special = /[\\\t\n\r\0\b\f]/;
const escaped: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
};

/** The text of a cell of ClickHouse's format TabSeparated; null for NULL. */
export function unescapeCell(cell: string): string | null {
  if (cell === '\\N') return null;
  return cell.includes('\\') ? cell.replace(/\\(.)/gs, (_, c: string) => escapes[c] ?? c) : cell;
}

const encoder = new TextEncoder();
const [tab, newline, zero] = [0x09, 0x0a, 0x30];
/** Most bytes of a whole number below 2^32 and what follows it. */
const numberLength = 11;

/**
 * A table in ClickHouse's format TabSeparated, in pieces of about `pieceLength` bytes: every distinct text is escaped and
 * encoded once, its bytes are copied for each row.
 */
export function* tabSeparated({ rows, columns }: SentTable, pieceLength = 1 << 18): Generator<Uint8Array> {
  const last = columns.length - 1;
  const cells = columns.map(({ texts, codes }, c) => encodeCells(texts, codes, c === last ? newline : tab));
  const longest = cells.reduce((sum, cell) => sum + cell.longest, 0);
  for (let row = 0; row < rows;) {
    const piece = new Uint8Array(pieceLength + longest);
    const written = writeRows(piece, pieceLength, cells, row, rows);
    yield piece.subarray(0, written.length);
    ({ row } = written);
  }
}

/** Writes rows from `row` on until the piece is full; returns its length and the row that comes next. */
function writeRows(
  piece: Uint8Array,
  full: number,
  cells: readonly EncodedCells[],
  row: number,
  rows: number,
): { readonly length: number; readonly row: number } {
  let at = 0;
  for (; row < rows && at < full; row++) {
    for (let c = 0; c < cells.length; c++) {
      const { bytes, ends, codes, after } = cells[c];
      const code = codes[row];
      if (bytes === null) {
        at = writeNumber(piece, at, code);
        piece[at++] = after;
        continue;
      }
      const end = ends[code + 1];
      for (let from = ends[code]; from < end; from++) piece[at++] = bytes[from];
    }
  }
  return { length: at, row };
}

/** The cells of a column side by side, each with the byte that follows it; `bytes` is null for numbers. */
interface EncodedCells {
  readonly bytes: Uint8Array | null;
  /** [texts + 1] */
  readonly ends: Uint32Array;
  readonly codes: Codes;
  readonly after: number;
  readonly longest: number;
}

function encodeCells(texts: readonly string[] | null, codes: Codes, after: number): EncodedCells {
  if (texts === null) return { bytes: null, ends: new Uint32Array(0), codes, after, longest: numberLength };
  const encoded = texts.map((text) =>
    encoder.encode(special.test(text) ? text.replace(/[\\\t\n\r\0\b\f]/g, (found) => escaped[found]) : text),
  );
  const ends = new Uint32Array(texts.length + 1);
  let longest = 0;
  encoded.forEach(({ length }, code) => {
    ends[code + 1] = ends[code] + length + 1;
    longest = Math.max(longest, length + 1);
  });
  const bytes = new Uint8Array(ends[texts.length]).fill(after);
  encoded.forEach((cell, code) => bytes.set(cell, ends[code]));
  return { bytes, ends, codes, after, longest };
}

/** Writes the digits of a number and returns where they end. */
function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  let digits = 1;
  for (let left = value; left >= 10; left = Math.floor(left / 10)) digits++;
  const end = at + digits;
  let left = value;
  for (let place = end - 1; place >= at; place--) {
    bytes[place] = zero + (left % 10);
    left = Math.floor(left / 10);
  }
  return end;
}
