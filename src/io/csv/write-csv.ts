import { InvalidArgumentError } from '../../base/errors.js';
import type { RandomSource } from '../../base/random.js';
import { cryptographicRandom } from '../../base/random.js';
import type { Steps } from '../../base/steps.js';
import { DELIMITERS } from './detect-delimiter.js';
import { drawRows } from '../../table/draw-rows.js';
import type { Column, Table } from '../../table/table.js';
import { countDisarmed, disarm, disarmTexts } from '../../table/formula-guard.js';

/** Options of writing a table. */
export interface WriteCsvOptions {
  /** One of `,` `;` tab `|`. Default `,`. */
  readonly delimiter?: string;
  /** Begins with a byte order mark, by which Excel knows UTF-8. Default false. */
  readonly bom?: boolean;
  /**
   * Puts `'` before texts that a spreadsheet would run as a formula (they begin with `=`, `+`, `-`, `@`, tab, CR or LF and are no
   * numbers), and before those that begin with `'` and then so: different cells stay different. Default false.
   */
  readonly formulaGuard?: boolean;
  /** Source of the order in which the rows of a counted table leave. Default: the cryptographic generator. */
  readonly random?: RandomSource;
}

/** Summary of a finished writer. */
interface WriteCsvSummary {
  /** Cells, without the header, that `formulaGuard` changed. */
  readonly guardedCells: number;
}

const CHUNK_BYTES = 256 * 1024;
const BATCH_ROWS = 4096;
/** Maximum bytes of the lines of a counted table that are encoded once each. */
const MOST_LINE_BYTES = 64 * 1024 * 1024;
// All delimiters are quoted, not only the one in use: so that the reader finds the right one by itself.

const NEEDS_QUOTES = /[\x00-\x1f",;|\ufeff]|^ | $/;

/** Encoded parts that an encoder begins with. */
interface EncodedTable {
  readonly guard: boolean;
  readonly header: Uint8Array;
  readonly cells: readonly EncodedCells[];
  readonly lines: EncodedCells | null;
}

const NOTHING = new Uint8Array(0);

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
 * @returns chunks of about 256 KiB, the first ones empty, between which events may be let in; the generator's return value is the summary
 * @throws InvalidArgumentError for another delimiter, or a table without columns
 */
export function* csvChunks(table: Table, options: WriteCsvOptions = {}): Generator<Uint8Array, WriteCsvSummary> {
  const steps = csvEncoder(table, options);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) yield NOTHING;
  const encoder = step.value;
  const { weights } = table;
  const blocks =
    weights === null ? consecutive(table.rows) : drawRows(weights, options.random ?? cryptographicRandom());
  for (const block of blocks) yield* encoder.encode(block);
  yield* encoder.finish();
  return { guardedCells: encoder.guard ? countDisarmed(table) : 0 };
}

/** The encoder of a table. Yields between stretches of the work. Throws InvalidArgumentError for another delimiter, or a table without columns. */
export function* csvEncoder(table: Table, options: WriteCsvOptions): Steps<CsvEncoder> {
  const { delimiter = ',', bom = false, formulaGuard: guard = false } = options;
  if (!(DELIMITERS as readonly string[]).includes(delimiter)) {
    throw new InvalidArgumentError('delimiter', 'one of "," ";" "\\t" "|"', JSON.stringify(delimiter));
  }
  const { columns } = table;
  if (columns.length === 0) throw new InvalidArgumentError('table', 'at least one column', 'none');
  const single = columns.length === 1;
  const endOf = (index: number): string => (index === columns.length - 1 ? '\n' : delimiter);
  const names = columns.map(({ name }, i) => escapeCell(guard ? disarm(name) : name, single) + endOf(i)).join('');
  const cells: EncodedCells[] = [];
  for (const [i, column] of columns.entries()) {
    if (i > 0) yield;
    cells.push(encodeCells(guard ? disarmTexts(column) : column.texts, single, endOf(i)));
  }
  const lines = table.weights === null ? null : yield* encodeLines(table, cells);
  const header = new TextEncoder().encode(bom ? `\ufeff${names}` : names);
  return new CsvEncoder(table, { guard, header, cells, lines });
}

/** Encodes rows of a table in any order, the header first: by cells, or by whole lines where a counted table has few. */
class CsvEncoder {
  /** True when formulas are disarmed. */
  readonly guard: boolean;
  readonly #columns: readonly Column[];
  readonly #cells: readonly EncodedCells[];
  readonly #lines: EncodedCells | null;
  readonly #longestRow: number;
  readonly #chunkBytes: number;
  readonly #batch: readonly Uint32Array[];
  /** Encoded bytes not yet taken; for lines, the lines themselves stand before them, so that one call of the host copies a line. */
  #out: Uint8Array<ArrayBuffer>;
  readonly #base: number;
  #filled: number;

  constructor({ columns, rows }: Table, { guard, header, cells, lines }: EncodedTable) {
    this.guard = guard;
    this.#columns = columns;
    this.#cells = cells;
    this.#lines = lines;
    this.#base = lines?.bytes.length ?? 0;
    this.#longestRow = lines?.longest ?? this.#cells.reduce((sum, { longest }) => sum + longest, 0);
    this.#chunkBytes = lines === null ? Math.min(CHUNK_BYTES, this.#longestRow * rows) : CHUNK_BYTES;
    this.#batch = lines === null ? columns.map(() => new Uint32Array(Math.min(BATCH_ROWS, rows))) : [];
    this.#out = new Uint8Array(this.#base + header.length + this.#chunkBytes + this.#longestRow);
    if (lines !== null) this.#out.set(lines.bytes);
    this.#out.set(header, this.#base);
    this.#filled = this.#base + header.length;
  }

  /** Encodes rows, by their numbers among the entries of the table; gives chunks of about 256 KiB. */
  *encode(block: Uint32Array): Generator<Uint8Array> {
    if (this.#lines === null) yield* this.#joinCells(block);
    else yield* this.#copyLines(block, this.#lines.offsets);
  }

  /** Yields the rest. */
  *finish(): Generator<Uint8Array> {
    if (this.#filled > this.#base) yield this.#out.slice(this.#base, this.#filled);
    this.#filled = this.#base;
  }

  *#copyLines(block: Uint32Array, offsets: Uint32Array): Generator<Uint8Array> {
    const out = this.#out;
    const full = this.#base + CHUNK_BYTES;
    let at = this.#filled;
    for (let i = 0; i < block.length; i++) {
      const entry = block[i];
      out.copyWithin(at, offsets[entry], offsets[entry + 1]);
      at += offsets[entry + 1] - offsets[entry];
      if (at < full) continue;
      yield out.slice(this.#base, at);
      at = this.#base;
    }
    this.#filled = at;
  }

  *#joinCells(block: Uint32Array): Generator<Uint8Array> {
    const cells = this.#cells;
    const batch = this.#batch;
    let out = this.#out;
    let filled = this.#filled;
    for (let from = 0; from < block.length; from += BATCH_ROWS) {
      const count = Math.min(BATCH_ROWS, block.length - from);
      this.#columns.forEach(({ codes }, c) => {
        const codeOf = batch[c];
        for (let row = 0; row < count; row++) codeOf[row] = codes[block[from + row]];
      });
      for (let row = 0; row < count; row++) {
        if (filled + this.#longestRow > out.length) {
          if (filled > 0) yield out.subarray(0, filled);
          out = new Uint8Array(this.#chunkBytes + this.#longestRow);
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
    this.#out = out;
    this.#filled = filled;
  }
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
function* encodeLines({ columns, entries }: Table, cells: readonly EncodedCells[]): Steps<EncodedCells | null> {
  const offsets = new Uint32Array(entries + 1);
  let longest = 0;
  let total = 0;
  for (let entry = 0; entry < entries; entry++) {
    if (entry % BATCH_ROWS === 0) yield;
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
    if (entry % BATCH_ROWS === 0) yield;
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

function escapeCell(text: string, single: boolean): string {
  if (text === '' && single) return '""';
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function encodeCells(texts: readonly string[], single: boolean, end: string): EncodedCells {
  const encoder = new TextEncoder();
  const offsets = new Uint32Array(texts.length + 1);
  let bytes = new Uint8Array(16 + texts.length * 4);
  let filled = 0;
  let longest = 0;
  texts.forEach((text, code) => {
    const cell = escapeCell(text, single) + end;
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
