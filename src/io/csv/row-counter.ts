import type { CountedSpellings } from '../../table/build-counted.js';
import type { CodedRows } from './csv-byte-scanner.js';
import { EntryIndex } from '../../table/entry-index.js';
import type { LineCache } from '../../table/line-cache.js';
import { TwinLineCache } from '../../table/line-cache.js';
import type { CountSettings } from './read-options.js';
import { tooManyEntries } from './too-many-entries.js';

/**
 * Counts distinct rows as their codes come by: memory grows with the distinct rows, not with the rows. Codes are those of
 * spellings; entries are numbered by first appearance.
 */
export class RowCounter {
  readonly index: EntryIndex;
  readonly memo: LineCache;
  #vector: Uint32Array;
  /** [entries] number, from 0, of the first row of every entry. */
  #firstRows = new Uint32Array(1 << 4);
  /** [lines of the memo] entry of every line. */
  #entryOfLine = new Uint32Array(1 << 4);
  readonly #memory: number;

  /** @param width columns that are counted */
  constructor(width: number, { memory, memoBytes, createMemo }: CountSettings) {
    this.#memory = memory;
    this.index = new EntryIndex(width);
    this.#vector = new Uint32Array(width);
    this.memo = createMemo?.(memoBytes) ?? new TwinLineCache(memoBytes);
  }

  /** Counts rows. `columns` [width] their codes, `names` the names of the columns. Throws CapacityError. */
  count(
    columns: readonly Uint32Array[],
    { count, numbers, lines }: Omit<CodedRows, 'codes'>,
    names: readonly string[],
  ): void {
    const vector = this.#vector;
    const width = vector.length;
    for (let row = 0; row < count; row++) {
      for (let c = 0; c < width; c++) vector[c] = columns[c][row];
      const entry = this.#add(1, numbers[row]);
      const line = lines[row];
      if (line < 0) continue;
      while (line >= this.#entryOfLine.length) this.#entryOfLine = grown(this.#entryOfLine);
      this.#entryOfLine[line] = entry;
    }
    this.#checkMemory(names);
  }

  #checkMemory(names: readonly string[]): void {
    if (this.index.bytes > this.#memory) throw tooManyEntries(this.index, names, this.#memory);
  }

  /** Adds what was counted elsewhere; `maps` [columns] the codes here of codes there. Throws CapacityError. */
  absorb(
    { rows, firstRows, codes }: CountedSpellings,
    maps: readonly Uint32Array[],
    firstRow: number,
    names: readonly string[],
  ): void {
    const vector = this.#vector;
    const width = vector.length;
    for (let entry = 0; entry < rows.length; entry++) {
      for (let c = 0; c < width; c++) vector[c] = maps[c][codes[c][entry]];
      this.#add(rows[entry], firstRow + firstRows[entry]);
    }
    this.#checkMemory(names);
  }

  /** Adds rows with the vector, the first of which has the number `row`; their entry. */
  #add(rows: number, row: number): number {
    const before = this.index.size;
    const entry = this.index.add(this.#vector, 0, rows);
    if (entry === before) {
      if (entry === this.#firstRows.length) this.#firstRows = grown(this.#firstRows);
      this.#firstRows[entry] = row;
    }
    return entry;
  }

  /** Returns the counts. The memo takes no more lines. */
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
