import { InputError } from '../../base/errors.js';
import { counted } from '../../base/numbers.js';
import { shortList } from '../../base/short-list.js';
import type { SkippedRows, Warning } from '../../table/table.js';

/** Place of a line: the file where several are read as one, and the line in it. */
export interface LinePlace {
  readonly source: string;
  readonly line: number;
}

/** Cure for a row that cannot be read, behind its error. */
export const SKIP_CURE = '; "badRows": "skip" (--bad-rows skip) leaves such rows out';

/** Lines of skipped rows that a result lists. */
const MOST_LINES = 100;
/** Lines that a message names. */
const MOST_NAMED = 20;
/** Bytes of rows that are kept in one piece. */
const PIECE_BYTES = 64 * 1024;

/** Descriptions of rows by the code of their error. */
const KINDS: Readonly<Record<string, string>> = {
  ROW_WIDTH: 'with another number of cells',
  QUOTE_IN_FIELD: 'with quotes out of place',
  QUOTE_THEN_TEXT: 'with quotes out of place',
  QUOTE_NOT_CLOSED: 'with quotes out of place',
  FIELD_TOO_LONG: 'with a cell that is too long',
  NDJSON_INVALID: 'without a JSON object',
  JSON_INVALID: 'without a JSON object',
};

/** Codes of errors of a row, which `input.badRows: "skip"` leaves out. */
export const isOfRow = (error: unknown): error is InputError =>
  error instanceof InputError && Object.hasOwn(KINDS, error.code);

/** Collects the rows that a reader cannot take and leaves out. */
export class RowSkipper {
  #rows = 0;
  #first: InputError | null = null;
  readonly #lines: number[] = [];
  readonly #kinds = new Map<string, number>();
  readonly #encoder = new TextEncoder();
  readonly #pieces: Uint8Array[] = [];
  #filled = 0;

  /**
   * @param onBadRows takes the skipped rows at the end; they are kept only where it is given
   * @param locate place of a line where several files are read as one
   */
  constructor(
    readonly onBadRows?: (pieces: readonly Uint8Array[]) => void,
    readonly locate?: (line: number) => LinePlace,
  ) {}

  /** Rows left out so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Leaves out a row. `text`: the row, without the end of its line. */
  add(error: InputError, text: string, line: number): void {
    this.#rows++;
    this.#first ??= error;
    if (this.#lines.length < MOST_LINES) this.#lines.push(line);
    const kind = KINDS[error.code];
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    if (this.onBadRows !== undefined) this.#keep(this.#encoder.encode(`${text}\n`));
  }

  #keep(row: Uint8Array): void {
    let piece = this.#pieces.at(-1);
    if (piece === undefined || this.#filled + row.length > piece.length) {
      if (piece !== undefined) this.#pieces[this.#pieces.length - 1] = piece.slice(0, this.#filled);
      piece = new Uint8Array(Math.max(PIECE_BYTES, row.length));
      this.#pieces.push(piece);
      this.#filled = 0;
    }
    piece.set(row, this.#filled);
    this.#filled += row.length;
  }

  /**
   * Hands on the skipped rows, and returns the warning about them; none where no row was left out.
   *
   * @param taken rows of the table
   * @throws InputError INPUT_NO_ROWS where no row is left
   */
  finish(taken: number, source: string | undefined): Warning[] {
    if (this.#rows === 0) {
      this.onBadRows?.([]);
      return [];
    }
    if (taken === 0) {
      const message = `no row is left: "badRows": "skip" leaves out ${counted(this.#rows, 'row')}; the first: ${this.#first!.problem.replace(SKIP_CURE, '')}`;
      throw new InputError('INPUT_NO_ROWS', message, { source, line: this.#first!.where.line });
    }
    const last = this.#pieces.at(-1);
    if (last !== undefined) this.#pieces[this.#pieces.length - 1] = last.slice(0, this.#filled);
    this.onBadRows?.(this.#pieces);
    return [{ code: 'ROWS_SKIPPED', message: this.#message(taken), skipped: this.#skipped() }];
  }

  #skipped(): SkippedRows {
    const { locate } = this;
    if (locate === undefined) return { rows: this.#rows, lines: this.#lines };
    const places = this.#lines.map(locate);
    return {
      rows: this.#rows,
      lines: places.map(({ line }) => line),
      files: places.map(({ source }) => source.replace(/^.*[/\\]/s, '')),
    };
  }

  #message(taken: number): string {
    const kinds = [...this.#kinds].map(([kind, rows]) => `${rows} ${kind}`).join(', ');
    const { rows, lines, files } = this.#skipped();
    const named = lines
      .slice(0, MOST_NAMED)
      .map((line, i) => (files === undefined ? `${line}` : `${line} of ${files[i]}`));
    const left = rows - named.length;
    const where = `in ${rows === 1 ? 'line' : 'lines'} ${shortList(named, MOST_NAMED)}${left > 0 ? ` and ${left} more` : ''}`;
    return `rows that could not be read were left out: ${rows} of ${rows + taken} (${kinds}), ${where}`;
  }
}
