import type { CountedSpellings } from './build-counted.js';
import { EntryIndex } from './entry-index.js';
import { LineMemo } from './line-memo.js';
import type { Codes } from './table.js';
import { tooManyEntries } from './too-many-entries.js';

/** Share of the memory that remembered lines may take. */
const MEMO_SHARE = 0.25;

/**
 * Counts distinct rows as their codes come by: memory grows with the distinct rows, not with the rows. Codes are those of
 * spellings; entries are numbered by first appearance.
 */
export class RowCounter {
  readonly index: EntryIndex;
  readonly memo: LineMemo;
  #vectors = new Uint32Array(0);
  #numbers = new Uint32Array(1 << 12);
  #lines = new Int32Array(1 << 12);
  #waiting = 0;
  /** [entries] number, from 0, of the first row of every entry. */
  #firstRows = new Uint32Array(1 << 10);
  /** [lines of the memo] entry of every line. */
  #entryOfLine = new Uint32Array(1 << 10);

  /**
   * @param width columns that are counted
   * @param memory most bytes
   */
  constructor(
    width: number,
    readonly memory: number,
  ) {
    this.index = new EntryIndex(width);
    this.memo = new LineMemo(Math.floor(memory * MEMO_SHARE));
  }

  /** Notes rows whose codes wait in the encoders. */
  note(numbers: ArrayLike<number>, lines: ArrayLike<number> | null, count: number): void {
    const needed = this.#waiting + count;
    if (needed > this.#numbers.length) {
      const numbersBefore = this.#numbers;
      const linesBefore = this.#lines;
      this.#numbers = new Uint32Array(needed * 2);
      this.#numbers.set(numbersBefore);
      this.#lines = new Int32Array(needed * 2);
      this.#lines.set(linesBefore);
    }
    for (let i = 0; i < count; i++) {
      this.#numbers[this.#waiting + i] = numbers[i];
      this.#lines[this.#waiting + i] = lines === null ? -1 : lines[i];
    }
    this.#waiting = needed;
  }

  /** Counts the rows that wait. `columns` [width] their codes, `names` their names. Throws CapacityError. */
  take(columns: readonly (readonly Codes[])[], names: readonly string[]): void {
    const width = columns.length;
    const rows = this.#waiting;
    if (this.#vectors.length < rows * width) this.#vectors = new Uint32Array(rows * width * 2);
    const vectors = this.#vectors;
    columns.forEach((chunks, c) => {
      let at = c;
      for (const chunk of chunks) {
        for (let i = 0; i < chunk.length; i++, at += width) vectors[at] = chunk[i];
      }
    });
    const { index } = this;
    for (let row = 0; row < rows; row++) {
      const before = index.size;
      const entry = index.add(vectors, row * width, 1);
      if (entry === before) {
        if (entry === this.#firstRows.length) this.#firstRows = grown(this.#firstRows);
        this.#firstRows[entry] = this.#numbers[row];
      }
      const line = this.#lines[row];
      if (line < 0) continue;
      while (line >= this.#entryOfLine.length) this.#entryOfLine = grown(this.#entryOfLine);
      this.#entryOfLine[line] = entry;
    }
    this.#waiting = 0;
    if (index.bytes > this.memory) throw tooManyEntries(index, names, this.memory);
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
