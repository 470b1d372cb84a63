import type { CountedSpellings } from './build-counted.js';
import type { CodedRows } from './csv-byte-scanner.js';
import { EntryIndex } from './entry-index.js';
import type { LineMemo } from './line-memo.js';
import { TwinLineMemo } from './line-memo.js';
import type { CountSettings } from './read-options.js';
import { tooManyEntries } from './too-many-entries.js';

/** Share of the memory that remembered lines may take. */
export const MEMO_SHARE = 0.25;

/**
 * Counts distinct rows as their codes come by: memory grows with the distinct rows, not with the rows. Codes are those of
 * spellings; entries are numbered by first appearance.
 */
export class RowCounter {
  readonly index: EntryIndex;
  readonly memo: LineMemo;
  #vector: Uint32Array;
  /** [entries] number, from 0, of the first row of every entry. */
  #firstRows = new Uint32Array(1 << 10);
  /** [lines of the memo] entry of every line. */
  #entryOfLine = new Uint32Array(1 << 10);
  readonly #memory: number;

  /** @param width columns that are counted */
  constructor(width: number, { memory, createMemo }: CountSettings) {
    this.#memory = memory;
    this.index = new EntryIndex(width);
    this.#vector = new Uint32Array(width);
    const mostBytes = Math.floor(memory * MEMO_SHARE);
    this.memo = createMemo?.(mostBytes) ?? new TwinLineMemo(mostBytes);
  }

  /** Counts rows. `columns` [width] their codes, `names` the names of the columns. Throws CapacityError. */
  count(
    columns: readonly Uint32Array[],
    { count, numbers, lines }: Omit<CodedRows, 'codes'>,
    names: readonly string[],
  ): void {
    const { index } = this;
    const vector = this.#vector;
    const width = vector.length;
    for (let row = 0; row < count; row++) {
      for (let c = 0; c < width; c++) vector[c] = columns[c][row];
      const before = index.size;
      const entry = index.add(vector, 0, 1);
      if (entry === before) {
        if (entry === this.#firstRows.length) this.#firstRows = grown(this.#firstRows);
        this.#firstRows[entry] = numbers[row];
      }
      const line = lines[row];
      if (line < 0) continue;
      while (line >= this.#entryOfLine.length) this.#entryOfLine = grown(this.#entryOfLine);
      this.#entryOfLine[line] = entry;
    }
    if (index.bytes > this.#memory) throw tooManyEntries(index, names, this.#memory);
  }

  /** What was counted. The memo takes no more lines. */
  finish(): CountedSpellings {
    const repeats = this.memo.finish();
    for (let line = 0; line < repeats.length; line++) {
      if (repeats[line] > 0) this.index.addRows(this.#entryOfLine[line], repeats[line]);
    }
    const { index } = this;
    return {
      rows: index.rows(),
      firstRows: this.#firstRows.subarray(0, index.size),
      codes: Array.from({ length: index.width }, (_, c) => index.column(c)),
    };
  }
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.ceil(array.length * 1.5));
  larger.set(array);
  return larger;
}
