import { appendAll } from '../../base/sequences.js';
import { InputError } from '../../base/errors.js';
import type { ColumnRules } from '../../table/build-column.js';
import type { Steps } from '../../base/steps.js';
import { buildColumn, emptyColumn } from '../../table/build-column.js';
import type { CellProblem } from '../../table/cell-problem.js';
import { kindChecker } from '../../table/cell-problem.js';
import { ColumnEncoder } from '../../table/column-encoder.js';
import { locatorOf } from '../../table/locate-cells.js';
import {
  oddMissingWarnings,
  similarNameWarnings,
  spellingWarnings,
  valueWarnings,
} from '../../table/table-warnings.js';
import { missingTextOf, withDeclaredMissing } from '../../table/declared-missing.js';
import type { Column, Warning } from '../../table/table.js';
import { Table } from '../../table/table.js';
import { isWellFormed } from '../../table/well-formed.js';
import type { ReadCsvOptions } from '../csv/read-csv.js';
import { isOfRow, type LinePlace, RowSkipper } from '../csv/skipped-rows.js';
import { type CheckedTypes, checkHints, checkMissing, checkTypes } from '../cell-options.js';

/** The cells of a row by column; null is a missing one, as is every column that the row does not name. */
export type KeyedRow = ReadonlyMap<string, string | null>;

interface OpenColumn {
  readonly rules: ColumnRules;
  readonly encoder: ColumnEncoder<CellProblem>;
  /** Cells of the batch. */
  readonly cells: string[];
  /** Codes of cells before the batch that the encoder does not have yet. */
  readonly codes: number[];
  /** Rows of the codes and of the cells. */
  readonly places: number[];
  /** Rows of which the encoder has a code. */
  encoded: number;
}

/** Stands for missing cells among the spellings; no text of a cell may hold NUL. */
const NULL_SPELLING = '\0';
const BATCH_ROWS = 4096;
/** Codes wait until one row in this number has the column: keys that are values would take memory for rows times keys. */
const FEW = 16;
/** Rows whose keys are data, not names, are not a table. */
const MOST_COLUMNS = 16_384;

/** Collects rows that name their columns; a column that comes up late was missing before. */
export class KeyedRows {
  readonly #options: ReadCsvOptions;
  /** Collects rows that are left out; null: the first of them is an error. */
  readonly #skipper: RowSkipper | null;
  readonly #types: CheckedTypes;
  readonly #missing: ReadonlySet<string>;
  readonly #columns = new Map<string, OpenColumn | null>();
  readonly #scratch = new Uint32Array(BATCH_ROWS);
  /** Rows of the batch. */
  #taken = 0;
  /** [rows] line of every row. */
  readonly #lines: number[] = [];

  /**
   * @param problemCode of keys that are no names of columns
   * @param locate finds the file of a line where several are read as one
   */
  constructor(
    options: ReadCsvOptions,
    readonly problemCode: 'NDJSON_INVALID' | 'JSON_INVALID',
    locate?: (line: number) => LinePlace,
  ) {
    this.#options = options;
    this.#skipper = options.badRows === 'skip' ? new RowSkipper(options.onBadRows, locate) : null;
    this.#types = checkTypes(options.types);
    this.#missing = checkMissing(options.missing);
  }

  get rows(): number {
    return this.#lines.length;
  }

  /** Names of all columns so far, of those that are not kept too. */
  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** Different keys so far, of columns that are not kept too. */
  get columns(): number {
    return this.#columns.size;
  }

  /** Takes the row that `read` makes of a text; one that it cannot make is left out where that is asked for. Throws InputError. */
  takeText(text: string, read: () => KeyedRow, line: number): void {
    let row: KeyedRow;
    try {
      row = read();
    } catch (error) {
      if (this.#skipper === null || !isOfRow(error)) throw error;
      this.#skipper.add(error, text, line);
      return;
    }
    this.take(row, line);
  }

  /** Takes a row that stands on a line. Throws InputError. */
  take(row: KeyedRow, line: number): void {
    for (const [name, cell] of row) {
      let column = this.#columns.get(name);
      if (column === undefined) this.#columns.set(name, (column = this.#open(name, line)));
      if (column === null) continue;
      column.cells.push(cell ?? NULL_SPELLING);
      column.places.push(this.rows);
    }
    this.#taken++;
    this.#lines.push(line);
    if (this.#taken === BATCH_ROWS) this.#encode();
  }

  #open(name: string, line: number): OpenColumn | null {
    const { sourceName: source, select = () => true } = this.#options;
    if (name === '') throw new InputError('EMPTY_COLUMN_NAME', 'a key without a character', { source, line });
    if (this.#columns.size >= MOST_COLUMNS) {
      const message = `more than ${MOST_COLUMNS} different keys: keys are names of columns, not values`;
      throw new InputError(this.problemCode, message, { source, line });
    }
    if (!select(name)) return null;
    const missing = this.#missing;
    const nullText = missingTextOf(missing);
    const hints = checkHints(this.#options);
    const plainRules: ColumnRules = {
      name,
      declared: this.#types.get(name),
      // Numbers of JSON have a point.
      hints: { ...hints, decimal: hints.decimal ?? '.' },
      interpret: (spelling) =>
        spelling === NULL_SPELLING
          ? { content: nullText, missing: true }
          : { content: spelling, missing: missing.has(spelling) },
    };
    const rules = withDeclaredMissing(plainRules, nullText);
    const check = kindChecker(rules.declared);
    const encoder = new ColumnEncoder<CellProblem>((cell) => {
      const { content, missing: isMissing } = rules.interpret(cell);
      if (isMissing) return null;
      if (!isWellFormed(content) || content.includes('\0')) {
        return { code: 'INVALID_STRING', message: 'the text has half a surrogate pair or a NUL character' };
      }
      return check === null ? null : check(content);
    });
    return { rules, encoder, cells: [], codes: [], places: [], encoded: 0 };
  }

  /** Encodes the batch. Takes time in proportion to its cells and to the rows of columns that are not rare. */
  #encode(): void {
    for (const column of this.#columns.values()) {
      if (column === null || column.cells.length === 0) continue;
      this.#encodeCells(column);
      if (this.rows - column.encoded <= FEW * column.codes.length) this.#write(column);
    }
    this.#taken = 0;
  }

  #encodeCells({ rules, encoder, cells, codes, places }: OpenColumn): void {
    for (const cell of cells) {
      const code = encoder.codeOf(cell);
      if (code < 0 && encoder.problem !== null) {
        const { code: what, message } = encoder.problem;
        throw new InputError(what, message, this.#where(places[codes.length], rules.name));
      }
      codes.push(code);
    }
    cells.length = 0;
  }

  /** Gives the encoder the codes that wait, and missing cells for all other rows. */
  #write(column: OpenColumn): void {
    const { encoder, codes, places } = column;
    const scratch = this.#scratch;
    const isWhole = codes.length === this.rows - column.encoded;
    const missing = isWhole ? 0 : encoder.codeOf(NULL_SPELLING);
    for (let next = 0; column.encoded < this.rows;) {
      const from = column.encoded;
      const count = Math.min(BATCH_ROWS, this.rows - from);
      scratch.fill(missing, 0, count);
      for (; next < codes.length && places[next] < from + count; next++) scratch[places[next] - from] = codes[next];
      encoder.append(scratch, count);
      column.encoded += count;
    }
    codes.length = 0;
    places.length = 0;
  }

  #where(row: number, attribute: string): InputError['where'] {
    return { source: this.#options.sourceName, line: this.#lines[row], attribute };
  }

  /** The table. Throws InputError INPUT_EMPTY, INPUT_NO_ROWS, MISSING_VALUE. */
  *finishInSteps(): Steps<Table> {
    this.#encode();
    const { sourceName: source, allowEmpty = false, columnsOfNone = [] } = this.#options;
    const skipped = this.#skipper?.finish(this.rows, source) ?? [];
    const columns = [...this.#columns.values()].filter((column) => column !== null);
    for (const column of columns) this.#write(column);
    const kept = columns.filter((column) => !this.#isOfObjects(column));
    if (this.rows === 0 && allowEmpty) return new Table(0, columnsOfNone.map(emptyColumn(this.#types)));
    if (this.rows === 0) throw new InputError('INPUT_EMPTY', 'there are no rows', { source });
    if (this.#columns.size === 0) throw new InputError('INPUT_EMPTY', 'no row has a key', { source });
    const keep = this.#rowsToKeep(kept);
    const rows = keep === null ? this.rows : keep.reduce((sum, each) => sum + each, 0);
    if (rows === 0) {
      throw new InputError('INPUT_NO_ROWS', 'every row has a missing value, and input.onMissing is "drop"', { source });
    }
    const warnings: Warning[] = [...similarNameWarnings(this.names), ...skipped];
    if (rows < this.rows) {
      warnings.push({ code: 'ROWS_DROPPED', message: `rows dropped because a value is missing: ${this.rows - rows}` });
    }
    const finished: Column[] = [];
    for (const { encoder, rules } of kept) {
      yield;
      encoder.seal();
      const noticed = spellingWarnings(encoder, rules.name, { trimmable: false });
      const odd = oddMissingWarnings(encoder, rules);
      const column = yield* buildColumn(encoder, rules, keep, rows);
      appendAll(warnings, noticed.warnings);
      appendAll(warnings, odd);
      appendAll(warnings, yield* valueWarnings(column, rows, rules, locatorOf(column, keep)));
      finished.push(column);
    }
    return new Table(rows, finished, warnings);
  }

  /** True for a column of nothing but null where other rows have an object, whose cells have columns. */
  #isOfObjects({ rules: { name }, encoder }: OpenColumn): boolean {
    if (encoder.spellings.some((spelling) => spelling !== NULL_SPELLING)) return false;
    return this.names.some((other) => other.startsWith(`${name}.`));
  }

  /** u8[rows] 1 for rows that stay, or null when all do. */
  #rowsToKeep(columns: readonly OpenColumn[]): Uint8Array | null {
    const { onMissing = 'keep', missingMatters = () => true } = this.#options;
    if (onMissing === 'keep') return null;
    const keep = new Uint8Array(this.rows).fill(1);
    for (const column of columns) {
      const { name } = column.rules;
      if (!missingMatters(name)) continue;
      for (const row of missingRows(column)) {
        keep[row] = 0;
        if (onMissing === 'drop') continue;
        const message = 'a value is missing, and input.onMissing is "error"';
        throw new InputError('MISSING_VALUE', message, this.#where(row, name));
      }
    }
    return keep;
  }
}

/** Rows whose cell in a column is missing. */
function* missingRows({ encoder, rules }: OpenColumn): Generator<number> {
  const isMissing = encoder.spellings.map((spelling) => rules.interpret(spelling).missing);
  let row = 0;
  for (const chunk of encoder.chunks) {
    for (const code of chunk) {
      if (isMissing[code]) yield row;
      row++;
    }
  }
}
