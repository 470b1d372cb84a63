import { InvalidArgumentError } from '../errors.js';
import type { RandomSource } from '../random.js';
import { cryptographicRandom } from '../random.js';
import { DELIMITERS } from './detect-delimiter.js';
import { drawRows } from './draw-rows.js';
import type { Column, Table } from './table.js';
import { parseNumber } from './value.js';

/** How a table is written. */
export interface WriteCsvOptions {
  /** One of `,` `;` tab `|`. Default `,`. */
  readonly delimiter?: string;
  /**
   * Puts `'` before cells that a spreadsheet would run as a formula (they begin with `=`, `+`, `-`, `@`, tab or CR and
   * are not numbers). Such a file does not read back identical. Default false.
   */
  readonly formulaGuard?: boolean;
  /** Source of the order in which the rows of a counted table leave. Default: the cryptographic generator. */
  readonly random?: RandomSource;
}

/** What a finished writer tells. */
export interface WriteCsvSummary {
  /** Cells, without the header, that `formulaGuard` changed. */
  readonly guardedCells: number;
}

const CHUNK_BYTES = 256 * 1024;
const BATCH_ROWS = 4096;
/** Lines of a counted table are encoded once each, up to so many bytes. */
const MOST_LINE_BYTES = 64 * 1024 * 1024;
// All delimiters are quoted, not only the one in use: so that the reader finds the right one by itself.

const NEEDS_QUOTES = /[\x00-\x1f",;|\ufeff]|^ | $/;
const FORMULA = /^[=+\-@\t\r]/;

/** Every text of a dictionary as the bytes of its cell, with the delimiter or line end after it. */
interface EncodedCells {
  readonly bytes: Uint8Array;
  /** [distinct + 1] */
  readonly offsets: Uint32Array;
  readonly longest: number;
}

/**
 * Writes a table as CSV: UTF-8, `\n` line ends, header first, quotes only where a cell needs them. `readCsv` with the
 * same `missing` (and types, where they were declared) reads the same table back. The rows of a counted table leave in an
 * order drawn at random.
 *
 * @returns chunks of about 256 KiB; the generator's return value is the summary
 * @throws InvalidArgumentError for another delimiter, or a table without columns
 */
export function* csvChunks(table: Table, options: WriteCsvOptions = {}): Generator<Uint8Array, WriteCsvSummary> {
  const delimiter = options.delimiter ?? ',';
  const guard = options.formulaGuard ?? false;
  if (!(DELIMITERS as readonly string[]).includes(delimiter)) {
    throw new InvalidArgumentError('delimiter', 'one of "," ";" "\\t" "|"', JSON.stringify(delimiter));
  }
  const { columns } = table;
  if (columns.length === 0) throw new InvalidArgumentError('table', 'at least one column', 'none');
  const single = columns.length === 1;
  const endOf = (index: number): string => (index === columns.length - 1 ? '\n' : delimiter);
  const header = columns.map(({ name }, i) => escapeCell(name, guard, single) + endOf(i)).join('');
  const cells = columns.map(({ texts }, i) => encodeCells(texts, guard, single, endOf(i)));

  const headerBytes = new TextEncoder().encode(header);
  const source = { columns, cells, lines: table.weights === null ? null : encodeLines(table, cells) };
  const { weights } = table;
  const blocks =
    weights === null ? consecutive(table.rows) : drawRows(weights, options.random ?? cryptographicRandom());
  yield* encodeRows(headerBytes, source, blocks, table.rows);
  return { guardedCells: guard ? countGuarded(table) : 0 };
}

/** What rows are copied from: cells, or whole lines where entries are few. */
interface RowBytes {
  readonly columns: readonly Column[];
  readonly cells: readonly EncodedCells[];
  readonly lines: EncodedCells | null;
}

function* encodeRows(
  header: Uint8Array,
  { columns, cells, lines }: RowBytes,
  blocks: Iterable<Uint32Array>,
  rows: number,
): Generator<Uint8Array, void> {
  if (lines !== null) return yield* copyLines(header, lines, blocks);
  let longestRow = 0;
  for (const { longest } of cells) longestRow += longest;
  const chunkBytes = Math.min(CHUNK_BYTES, longestRow * rows) + longestRow;
  let out = new Uint8Array(header.length + chunkBytes);
  out.set(header);
  let filled = header.length;
  const batch = columns.map(() => new Uint32Array(Math.min(BATCH_ROWS, rows)));
  for (const block of blocks) {
    for (let from = 0; from < block.length; from += BATCH_ROWS) {
      const count = Math.min(BATCH_ROWS, block.length - from);
      columns.forEach(({ codes }, c) => {
        const codeOf = batch[c];
        for (let row = 0; row < count; row++) codeOf[row] = codes[block[from + row]];
      });
      for (let row = 0; row < count; row++) {
        if (filled + longestRow > out.length) {
          if (filled > 0) yield out.subarray(0, filled);
          out = new Uint8Array(chunkBytes);
          filled = 0;
        }
        for (let c = 0; c < cells.length; c++) {
          const { bytes, offsets } = cells[c];
          const code = batch[c][row];
          const end = offsets[code + 1];
          for (let i = offsets[code]; i < end; i++) out[filled++] = bytes[i];
        }
      }
    }
  }
  if (filled > 0) yield out.subarray(0, filled);
}

/** Lines and output stand in one buffer, so that a line is moved by one call of the host's. */
function* copyLines(
  header: Uint8Array,
  { bytes, offsets, longest }: EncodedCells,
  blocks: Iterable<Uint32Array>,
): Generator<Uint8Array, void> {
  yield header;
  const base = bytes.length;
  const buffer = new Uint8Array(base + CHUNK_BYTES + longest);
  buffer.set(bytes);
  let at = base;
  for (const block of blocks) {
    for (let i = 0; i < block.length; i++) {
      const entry = block[i];
      buffer.copyWithin(at, offsets[entry], offsets[entry + 1]);
      at += offsets[entry + 1] - offsets[entry];
      if (at - base < CHUNK_BYTES) continue;
      yield buffer.slice(base, at);
      at = base;
    }
  }
  if (at > base) yield buffer.slice(base, at);
}

/** Row numbers from 0, block by block. */
function* consecutive(rows: number): Generator<Uint32Array, void> {
  const block = new Uint32Array(Math.min(BATCH_ROWS, rows));
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const count = Math.min(BATCH_ROWS, rows - from);
    for (let row = 0; row < count; row++) block[row] = from + row;
    yield block.subarray(0, count);
  }
}

/** Every entry of a table as the bytes of its line; null when they take too much memory. */
function encodeLines({ columns, entries }: Table, cells: readonly EncodedCells[]): EncodedCells | null {
  const offsets = new Uint32Array(entries + 1);
  let longest = 0;
  let total = 0;
  for (let entry = 0; entry < entries; entry++) {
    let length = 0;
    for (let c = 0; c < cells.length; c++) {
      const code = columns[c].codes[entry];
      length += cells[c].offsets[code + 1] - cells[c].offsets[code];
    }
    total += length;
    if (total > MOST_LINE_BYTES) return null;
    offsets[entry + 1] = total;
    longest = Math.max(longest, length);
  }
  const bytes = new Uint8Array(total);
  let at = 0;
  for (let entry = 0; entry < entries; entry++) {
    for (let c = 0; c < cells.length; c++) {
      const { bytes: cellBytes, offsets: cellOffsets } = cells[c];
      const code = columns[c].codes[entry];
      for (let i = cellOffsets[code]; i < cellOffsets[code + 1]; i++) bytes[at++] = cellBytes[i];
    }
  }
  return { bytes, offsets, longest };
}

/** A small table as one CSV string; see {@link csvChunks}. */
export function writeCsvString(table: Table, options: WriteCsvOptions = {}): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for (const chunk of csvChunks(table, options)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && typeof parseNumber(text) === 'string';
}

function escapeCell(text: string, guard: boolean, single: boolean): string {
  const guarded = guard && isFormula(text) ? `'${text}` : text;
  if (guarded === '' && single) return '""';
  return NEEDS_QUOTES.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

function encodeCells(texts: readonly string[], guard: boolean, single: boolean, end: string): EncodedCells {
  const encoder = new TextEncoder();
  const offsets = new Uint32Array(texts.length + 1);
  let bytes = new Uint8Array(Math.max(64, texts.length * 16));
  let filled = 0;
  let longest = 0;
  texts.forEach((text, code) => {
    const cell = escapeCell(text, guard, single) + end;
    const most = cell.length * 3;
    if (filled + most > bytes.length) {
      const larger = new Uint8Array(Math.max(bytes.length * 2, filled + most));
      larger.set(bytes.subarray(0, filled));
      bytes = larger;
    }
    const { written } = encoder.encodeInto(cell, bytes.subarray(filled));
    filled += written;
    longest = Math.max(longest, written);
    offsets[code + 1] = filled;
  });
  return { bytes: bytes.subarray(0, filled), offsets, longest };
}

function countGuarded(table: Table): number {
  const { weights } = table;
  let cells = 0;
  for (const { texts, codes } of table.columns) {
    const guarded = Uint8Array.from(texts, (text) => (isFormula(text) ? 1 : 0));
    if (!guarded.includes(1)) continue;
    for (let row = 0; row < codes.length; row++) cells += guarded[codes[row]] * (weights === null ? 1 : weights[row]);
  }
  return cells;
}
