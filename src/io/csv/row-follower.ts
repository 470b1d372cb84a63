import type { InputError } from '../../base/errors.js';
import type { ColumnRules } from '../../table/build-column.js';
import type { CodedRows } from './csv-byte-scanner.js';
import { EntryIndex } from '../../table/entry-index.js';
import type { LineCache } from '../../table/line-cache.js';
import { changedInput } from '../../table/reopenable-bytes.js';
import { SegmentedMap } from '../../table/segmented-map.js';
import type { Column, Table } from '../../table/table.js';
import { formatValue, parseValue } from '../../table/spelling.js';

/** Codes of cells whose row the table does not hold by rule, and of cells that it does not know. */
const dropped = 0xffffffff;
const unknown = 0xfffffffe;

/** Takes rows that are not kept. */
export interface RowTaker {
  /** The lines that came before. */
  readonly memo: LineCache;
  /**
   * Takes rows in the order of the file. `columns` [width] their codes; `repeats` known lines of the memo stand between them, shown by the gaps in
   * their numbers, or after them.
   */
  count(
    columns: readonly Uint32Array[],
    coded: Omit<CodedRows, 'codes'>,
    names: readonly string[],
    repeats: number,
  ): void;
}

/** A column of the file that is followed. */
interface FollowedColumn {
  readonly rules: ColumnRules;
  readonly encoder: { readonly spellings: readonly string[] };
  /** True when rows whose cell is missing here are dropped. */
  readonly dropsMissing: boolean;
}

/**
 * Follows the rows of a file that was counted before: says which entry of the counted table every row is, in the order of the
 * file, and whether the file still holds what was counted. Knows the table by its values alone, so nothing of the first
 * reading is needed.
 */
export class RowFollower implements RowTaker {
  readonly #columns: {
    readonly followed: FollowedColumn;
    readonly column: Column;
    /** Codes of the contents. */
    readonly byText: SegmentedMap;
    /** [spellings] code in the table, {@link dropped} or {@link unknown}. */
    codeOf: Uint32Array;
    known: number;
  }[] = [];
  readonly #index: EntryIndex;
  readonly #vector: Uint32Array;
  /** [entries] rows so far. */
  readonly #seen: Uint32Array;
  /** Rows of the file so far. */
  #rows = 0;
  /** [lines of the memo] entry of every line, or {@link dropped}. */
  #entryOfLine = new Uint32Array(1 << 4);
  #block = new Uint32Array(1 << 4);
  #filled = 0;

  /**
   * @param table the counted table
   * @param memo a memo that knows which lines were passed
   * @param source name for messages
   */
  constructor(
    readonly table: Table,
    readonly memo: LineCache,
    readonly source: string | undefined,
  ) {
    const { columns, entries } = table;
    const width = columns.length;
    this.#index = new EntryIndex(width);
    this.#vector = new Uint32Array(width);
    this.#seen = new Uint32Array(entries);
    for (let entry = 0; entry < entries; entry++) {
      for (let c = 0; c < width; c++) this.#vector[c] = columns[c].codes[entry];
      this.#index.add(this.#vector, 0, 0);
    }
  }

  /** Says which columns of the file are read, once the header is known. Throws InputError INPUT_CHANGED. */
  open(columns: readonly FollowedColumn[]): void {
    const expected = this.table.columns;
    if (columns.length !== expected.length) throw this.#changed();
    columns.forEach((followed, c) => {
      const column = expected[c];
      if (column.name !== followed.rules.name) throw this.#changed();
      const byText = new SegmentedMap();
      column.texts.forEach((text, code) => {
        if (code !== column.missingCode) byText.add(text, code);
      });
      this.#columns.push({ followed, column, byText, codeOf: new Uint32Array(64), known: 0 });
    });
  }

  count(
    columns: readonly Uint32Array[],
    { count, numbers, lines }: Omit<CodedRows, 'codes'>,
    _names: readonly string[],
    repeats: number,
  ): void {
    for (const column of this.#columns) learnSpellings(column);
    const passed = repeats === 0 ? new Uint32Array(0) : this.memo.takeHits();
    this.#makeRoom(count + repeats);
    let at = 0;
    for (let row = 0; row < count; row++) {
      for (; this.#rows < numbers[row]; this.#rows++) this.#push(this.#entryOfLine[passed[at++]]);
      const entry = this.#entryOf(columns, row);
      this.#push(entry);
      this.#rows++;
      const line = lines[row];
      if (line < 0) continue;
      if (line >= this.#entryOfLine.length) {
        const larger = new Uint32Array(line * 2);
        larger.set(this.#entryOfLine);
        this.#entryOfLine = larger;
      }
      this.#entryOfLine[line] = entry;
    }
    this.#rows += repeats - at;
    while (at < repeats) this.#push(this.#entryOfLine[passed[at++]]);
  }

  /** [rows since the last call] entry of every row of the table, in the order of the file; valid until the next call of anything. */
  take(): Uint32Array {
    const block = this.#block.subarray(0, this.#filled);
    this.#filled = 0;
    return block;
  }

  /** Throws InputError INPUT_CHANGED unless every entry was seen as often as it was counted. */
  finish(): void {
    const { weights } = this.table;
    for (let entry = 0; entry < this.#seen.length; entry++) {
      if (this.#seen[entry] !== weights?.[entry]) throw this.#changed();
    }
  }

  #makeRoom(rows: number): void {
    if (this.#filled + rows <= this.#block.length) return;
    const larger = new Uint32Array((this.#filled + rows) * 2);
    larger.set(this.#block.subarray(0, this.#filled));
    this.#block = larger;
  }

  #push(entry: number): void {
    if (entry === dropped) return;
    this.#seen[entry]++;
    this.#block[this.#filled++] = entry;
  }

  #entryOf(columns: readonly Uint32Array[], row: number): number {
    const vector = this.#vector;
    let isUnknown = false;
    for (let c = 0; c < vector.length; c++) {
      const code = this.#columns[c].codeOf[columns[c][row]];
      if (code === dropped) return dropped;
      if (code === unknown) isUnknown = true;
      vector[c] = code;
    }
    if (isUnknown) throw this.#changed();
    const entry = this.#index.add(vector, 0, 0);
    if (entry >= this.#seen.length) throw this.#changed();
    return entry;
  }

  #changed(): InputError {
    return changedInput(this.source);
  }
}

/** Finds the codes of spellings that came since the last call. */
function learnSpellings(known: {
  readonly followed: FollowedColumn;
  readonly column: Column;
  readonly byText: SegmentedMap;
  codeOf: Uint32Array;
  known: number;
}): void {
  const { followed, column, byText } = known;
  const { spellings } = followed.encoder;
  if (spellings.length > known.codeOf.length) {
    const larger = new Uint32Array(spellings.length * 2);
    larger.set(known.codeOf);
    known.codeOf = larger;
  }
  while (known.known < spellings.length) {
    const { content, missing } = followed.rules.interpret(spellings[known.known]);
    let code: number | undefined;
    if (missing) code = followed.dropsMissing ? dropped : column.missingCode < 0 ? unknown : column.missingCode;
    else code = byText.get(content) ?? byText.get(ownText(content, column));
    known.codeOf[known.known++] = code ?? unknown;
  }
}

/** The text that a column has for a cell; a text that no column has when it is none of its values. */
function ownText(content: string, column: Column): string {
  if (column.type === 'string') return content;
  const value = parseValue(content, column);
  return typeof value === 'number' ? formatValue(value, column) : '\0';
}
