import { hashBasis, hashFactor } from '../../table/byte-index.js';
import type { ColumnEncoder } from '../../table/column-encoder.js';
import type { LineEnds } from './line-ends.js';
import type { CellBatch, LineCache } from '../../table/line-cache.js';

const DELIMITER = 1;
const LINE_END = 2;
const ODD = 3;
const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
/** Rows whose codes are held back, of small files and of large ones. */
const FIRST_BATCH_ROWS = 64;
const FEWEST_BATCH_ROWS = 8;
const BATCH_ROWS = 4096;
/** Lines after which most must hold nothing but known cells. */
const TRIAL_LINES = 1 << 13;

/** Rows as codes of spellings, in memory that is used again. */
export interface CodedRows {
  readonly count: number;
  /** [columns][count] codes, of columns that are kept. */
  readonly codes: readonly Uint32Array[];
  /** [count] number of every row among all rows, from 0. */
  readonly numbers: Uint32Array;
  /** [count] number of its line in the memo, or -1. */
  readonly lines: Int32Array;
}

/** Receiver of the scanner's rows. */
export interface ByteRows {
  /** [columns] encoder of every column, null for one that is not kept. */
  readonly encoders: readonly (ColumnEncoder<unknown> | null)[];
  readonly maxField: number;
  /** Lines that came before need not be taken apart again; null where every row is to be appended. */
  readonly memo: LineCache | null;
  /** Rows taken so far. */
  readonly rows: number;
  /** Takes rows that have codes; `repeats` more were repeats. */
  addRows(coded: CodedRows, repeats: number): void;
}

/**
 * The fast path of the parser: records without quotes that matter, with the right number of cells, and nothing wrong. Cells go from
 * bytes to codes without becoming strings. At the first record that is odd in any way it stops and leaves that record
 * to the slow path (csv-text.ts), which alone knows doubled quotes, blank lines and errors.
 */
export class CsvByteScanner {
  readonly #kinds = new Uint8Array(256);
  #scratch: readonly Uint32Array[];
  #numbers: Uint32Array = new Uint32Array(0);
  #lines: Int32Array = new Int32Array(0);
  #batch = FIRST_BATCH_ROWS;
  readonly #encoders: ByteRows['encoders'];
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  /** Records that the last call of {@link scan} took; each is one line. */
  taken = 0;
  /** Records taken by all calls, and those that were taken apart and do not end with LF. */
  #all = 0;
  #crlf = 0;
  #cr = 0;
  /** Takes lines apart whose cells are known; null where that would not save time. */
  #cells: CellBatch | null = null;
  /** Lines that were taken apart with {@link #cells}, and without it although it was asked. */
  #known = 0;
  #unknown = 0;
  /** [columns] where the cells of a line begin and end, their quotes included. */
  readonly #begins: Int32Array;
  readonly #ends: Int32Array;

  constructor(
    delimiter: string,
    readonly rows: ByteRows,
  ) {
    this.#kinds[delimiter.charCodeAt(0)] = DELIMITER;
    this.#kinds[LF] = LINE_END;
    this.#kinds[CR] = LINE_END;
    this.#kinds[QUOTE] = ODD;
    this.#kinds[0] = ODD;
    this.#encoders = rows.encoders;
    this.#begins = new Int32Array(this.#encoders.length);
    this.#ends = new Int32Array(this.#encoders.length);
    const kept = this.#encoders.map((encoder) => encoder !== null);
    const lines = { kept, delimiter: delimiter.charCodeAt(0), maxField: rows.maxField };
    this.#cells = rows.memo?.openBatch(lines) ?? null;
    this.#scratch = this.#allocate();
  }

  /** Line ends of the records taken; how repeated lines end is known once the memo is finished. */
  get lineEnds(): LineEnds {
    const crlf = this.#crlf + (this.rows.memo?.crlfRepeats ?? 0);
    return { lf: this.#all - crlf - this.#cr, crlf, cr: this.#cr };
  }

  /**
   * Takes records from `bytes[begin, end)`, which ends with a line end.
   * @returns where the first record begins that was not taken, or `end`
   */
  scan(bytes: Uint8Array, begin: number, end: number): number {
    const { maxField } = this.rows;
    const encoders = this.#encoders;
    const kinds = this.#kinds;
    let scratch = this.#scratch;
    const width = encoders.length;
    const last = width - 1;
    const basis = hashBasis();
    const factor = hashFactor();
    let at = begin;
    let record = begin;
    let row = 0;
    let repeats = 0;
    this.taken = 0;
    const memo = this.rows.memo;
    memo?.open(bytes, begin, end);
    scan: while (at < end) {
      let lineEnd = -1;
      const cells = memo !== null && memo.active ? this.#cells : null;
      if (memo !== null && memo.active) {
        if (cells === null) {
          record = at = memo.skip(at);
          repeats += memo.repeats;
        } else {
          const taken = memo.take(at, row, this.rows.rows + row + repeats);
          record = at = taken.at;
          repeats += taken.repeats;
          this.#crlf += taken.crlf;
          this.#known += taken.row - row;
          row = taken.row;
          if (row === this.#batch) {
            this.#flush(row, repeats);
            row = 0;
            repeats = 0;
            continue;
          }
        }
        if (at >= end) break;
        lineEnd = memo.end;
      }
      const begins = at;
      for (let column = 0; column < width; column++) {
        const start = at;
        let hash = basis;
        let byte = bytes[at];
        let kind = kinds[byte];
        while (kind === 0) {
          hash = Math.imul(hash ^ byte, factor);
          byte = bytes[++at];
          kind = kinds[byte];
        }
        let from = start;
        let to = at;
        if (byte === QUOTE && at === start) {
          // A quoted cell that would mean the same without its quotes, but for delimiters in it.
          byte = bytes[++at];
          while (kinds[byte] <= DELIMITER) {
            hash = Math.imul(hash ^ byte, factor);
            byte = bytes[++at];
          }
          from = start + 1;
          to = at;
          if (byte !== QUOTE || bytes[from] === SPACE || bytes[to - 1] === SPACE) break scan;
          byte = bytes[++at];
          kind = kinds[byte];
        }
        if (kind !== (column === last ? LINE_END : DELIMITER)) break scan;
        this.#begins[column] = start;
        this.#ends[column] = at;
        if (last === 0 && isBlank(bytes, from, to)) break scan;
        const encoder = encoders[column];
        if (encoder !== null) {
          const code = encoder.codeOfBytes(bytes, from, to, hash);
          if (code < 0) break scan;
          scratch[column][row] = code;
        } else if (to - from > maxField || !this.#isUtf8(bytes, from, to)) {
          break scan;
        }
        at++;
        if (byte !== CR) continue;
        if (bytes[at] === LF && at < end) {
          at++;
          this.#crlf++;
        } else this.#cr++;
      }
      record = at;
      if (cells !== null && at === lineEnd) this.#teach(cells, row);
      this.#numbers[row] = this.rows.rows + row + repeats;
      this.#lines[row] = memo !== null && at === lineEnd && memo.active ? memo.add(begins) : -1;
      if (++row === this.#batch) {
        this.#flush(row, repeats);
        row = 0;
        repeats = 0;
        if (this.#cells === null && this.#batch < mostBatchRows(width)) {
          this.#batch = mostBatchRows(width);
          this.#scratch = scratch = this.#allocate();
        }
      }
    }
    this.#flush(row, repeats);
    return record;
  }

  /** Teaches the cells of a line that was taken apart here. */
  #teach(cells: CellBatch, row: number): void {
    for (let column = 0; column < this.#encoders.length; column++) {
      const codes = this.#scratch[column];
      if (codes.length > 0) cells.teach(column, this.#begins[column], this.#ends[column], codes[row]);
    }
    const asked = ++this.#unknown + this.#known;
    if (asked >= TRIAL_LINES && this.#unknown * 2 > asked) this.#cells = null;
  }

  #allocate(): readonly Uint32Array[] {
    if (this.#cells !== null) {
      this.#batch = this.#cells.rows;
      this.#numbers = this.#cells.numbers;
      this.#lines = this.#cells.lines;
      return this.#cells.codes;
    }
    this.#batch = Math.min(this.#batch, mostBatchRows(this.#encoders.length));
    this.#numbers = new Uint32Array(this.#batch);
    this.#lines = new Int32Array(this.#batch);
    // One buffer: wide tables have many columns.
    const kept = this.#encoders.reduce((sum, encoder) => (encoder === null ? sum : sum + 1), 0);
    const all = new Uint32Array(kept * this.#batch);
    let from = 0;
    return this.#encoders.map((encoder) => all.subarray(from, (from += encoder === null ? 0 : this.#batch)));
  }

  #flush(rows: number, repeats: number): void {
    if (rows + repeats === 0) return;
    this.rows.addRows({ count: rows, codes: this.#scratch, numbers: this.#numbers, lines: this.#lines }, repeats);
    this.taken += rows + repeats;
    this.#all += rows + repeats;
  }

  #isUtf8(bytes: Uint8Array, from: number, to: number): boolean {
    let all = 0;
    for (let i = from; i < to; i++) all |= bytes[i];
    if (all < 0x80) return true;
    try {
      this.#utf8.decode(bytes.subarray(from, to));
      return true;
    } catch {
      return false;
    }
  }
}

/** Fewer rows are held back in tables of thousands of columns. */
function mostBatchRows(columns: number): number {
  return Math.max(FEWEST_BATCH_ROWS, Math.min(BATCH_ROWS, Math.floor(2 ** 22 / columns)));
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] !== SPACE) return false;
  return true;
}
