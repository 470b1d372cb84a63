import { ByteIndex, hashBasis, hashFactor } from './byte-index.js';
import type { Codes } from './table.js';
import { allocateCodes } from './table.js';
import { SegmentedMap } from './segmented-map.js';

/** Small enough that the host keeps it without a buffer of its own. */
const FIRST_CHUNK = 64;
const LARGEST_CHUNK = 65_536;
/** From this length on V8 makes a substring a view that keeps the whole block of text alive. */
const SLICED_LENGTH = 13;

const NO_CODES = new Uint8Array(0);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Spellings among which cells are looked for one by one: a wide table of few rows has no lookup table a column. */
const FEW = 4;

/** Result of {@link ColumnEncoder.codeOfBytes} for a cell that is not UTF-8. */
export const NOT_UTF8 = -2;

/**
 * Encodes the cells of one column, as they are spelled, into codes of a dictionary that grows in order of first
 * appearance. Cells come as strings or as bytes; each way has its own lookup table over the one dictionary, made when
 * it is first used. Codes live in chunks whose width grows with the dictionary.
 */
export class ColumnEncoder<Problem> {
  /** [spellings] every distinct cell as it came. */
  readonly spellings: string[] = [];
  #byText: SegmentedMap | null = null;
  #byBytes: ByteIndex | null = null;
  #chunks: Codes[] | null = null;
  #chunk: Codes = NO_CODES;
  #filled = 0;
  #capacity = FIRST_CHUNK;
  /** True while the spellings are few, and all of them ASCII. */
  #isShort = true;
  /** Result of `check` for the refused cell. */
  problem: Problem | null = null;

  /**
   * @param check looks at every spelling when it comes up for the first time; not null refuses it
   * @param segmentLimit most entries of one Map
   */
  constructor(
    readonly check: ((cell: string) => Problem | null) | null,
    readonly segmentLimit?: number,
  ) {}

  /**
   * Encodes cell `index` of the first `count` records.
   *
   * @param scratch u32[count] overwritten
   * @returns `count`, or the number of the first record whose cell was refused, with {@link problem} set
   */
  encode(records: readonly (readonly string[])[], count: number, index: number, scratch: Uint32Array): number {
    this.#byText ??= this.#indexTexts();
    const map = this.#byText;
    const { first } = map;
    for (let row = 0; row < count; row++) {
      const cell = records[row][index];
      let code = first.get(cell);
      if (code === undefined) {
        if (map.segments > 1) code = map.get(cell);
        if (code === undefined) {
          code = this.#addText(cell, map);
          if (code < 0) return row;
        }
      }
      scratch[row] = code;
    }
    this.append(scratch, count);
    return count;
  }

  /**
   * The code of the cell `bytes[from, to)`; nothing is appended. `hash` is that of byte-index.ts over the bytes.
   * Returns -1 when the cell was refused, with {@link problem} set, or {@link NOT_UTF8}.
   */
  codeOfBytes(bytes: Uint8Array, from: number, to: number, hash: number): number {
    if (this.#byBytes === null && this.#isShort) {
      const code = this.#findPlain(bytes, from, to);
      if (code >= 0) return code;
      if (this.spellings.length < FEW) return this.#addBytes(bytes, from, to, hash, null);
    }
    const index = (this.#byBytes ??= this.#indexBytes());
    if (!index.flooded) {
      const code = index.find(bytes, from, to, hash);
      if (code >= 0) return code;
    }
    return this.#addBytes(bytes, from, to, hash, index);
  }

  /** The code of a cell as it is spelled; nothing is appended. Returns -1 when it was refused, with {@link problem} set. */
  codeOf(spelling: string): number {
    const map = (this.#byText ??= this.#indexTexts());
    return map.get(spelling) ?? this.#addText(spelling, map);
  }

  /** Appends the first `count` codes of the scratch array. */
  append(scratch: Uint32Array, count: number): void {
    const distinct = this.spellings.length;
    const width = distinct <= 0x100 ? 1 : distinct <= 0x10000 ? 2 : 4;
    let from = 0;
    while (from < count) {
      if (this.#filled === this.#chunk.length || this.#chunk.BYTES_PER_ELEMENT < width) {
        if (this.#filled > 0) (this.#chunks ??= []).push(this.#chunk.slice(0, this.#filled));
        const room = Math.max(this.#capacity, Math.min(count - from, LARGEST_CHUNK));
        this.#chunk = allocateCodes(room, distinct);
        this.#filled = 0;
        this.#capacity = Math.min(room * 2, LARGEST_CHUNK);
      }
      const to = Math.min(count, from + this.#chunk.length - this.#filled);
      this.#chunk.set(scratch.subarray(from, to), this.#filled);
      this.#filled += to - from;
      from = to;
    }
  }

  /** The codes of all rows, in row order. */
  get chunks(): readonly Codes[] {
    const full = this.#chunks ?? [];
    if (this.#filled === 0) return full;
    // A view of a small array would move its codes into a buffer.
    const isSmall = this.#chunk.length <= FIRST_CHUNK;
    const open = isSmall ? this.#chunk.slice(0, this.#filled) : this.#chunk.subarray(0, this.#filled);
    return [...full, open];
  }

  /** The codes that were appended since the last call, in order; they are no longer kept. */
  takeCodes(): readonly Codes[] {
    const { chunks } = this;
    this.#chunks = null;
    this.#chunk = NO_CODES;
    this.#filled = 0;
    return chunks;
  }

  /** Cells with one of the codes, and the first row, from 1, that has one. */
  countCells(codes: readonly number[]): { readonly cells: number; readonly firstRow: number } {
    const wanted = new Uint8Array(this.spellings.length);
    for (const code of codes) wanted[code] = 1;
    let cells = 0;
    let firstRow = 0;
    let base = 0;
    for (const chunk of this.chunks) {
      for (let i = 0; i < chunk.length; i++) {
        if (wanted[chunk[i]] === 1 && cells++ === 0) firstRow = base + i + 1;
      }
      base += chunk.length;
    }
    return { cells, firstRow };
  }

  /** Lets go of the lookup tables; the encoder takes no more rows. */
  seal(): void {
    this.#byText = null;
    this.#byBytes = null;
  }

  /** Lets go of the codes and spellings. */
  release(): void {
    this.spellings.length = 0;
    this.#chunks = null;
    this.#chunk = NO_CODES;
    this.#filled = 0;
  }

  #indexTexts(): SegmentedMap {
    const map = new SegmentedMap(this.segmentLimit);
    this.spellings.forEach((spelling, code) => map.add(spelling, code));
    return map;
  }

  #indexBytes(): ByteIndex {
    const index = new ByteIndex();
    for (const spelling of this.spellings) addSpelling(index, spelling);
    return index;
  }

  #addText(cell: string, map: SegmentedMap): number {
    if (this.#isRefused(cell)) return -1;
    const own = cell.length < SLICED_LENGTH ? cell : ` ${cell}`.slice(1);
    const code = this.spellings.length;
    map.add(own, code);
    this.#push(own);
    if (this.#byBytes !== null && !this.#byBytes.flooded) addSpelling(this.#byBytes, own);
    return code;
  }

  #push(spelling: string): void {
    this.spellings.push(spelling);
    if (this.#isShort) this.#isShort = this.spellings.length <= FEW && isAscii(spelling);
  }

  /** The code of the cell among few spellings, or -1. */
  #findPlain(bytes: Uint8Array, from: number, to: number): number {
    const { spellings } = this;
    const length = to - from;
    for (let code = 0; code < spellings.length; code++) {
      const spelling = spellings[code];
      if (spelling.length !== length) continue;
      let i = 0;
      while (i < length && spelling.charCodeAt(i) === bytes[from + i]) i++;
      if (i === length) return code;
    }
    return -1;
  }

  #addBytes(bytes: Uint8Array, from: number, to: number, hash: number, index: ByteIndex | null): number {
    let cell: string;
    try {
      cell = decoder.decode(bytes.subarray(from, to));
    } catch {
      return NOT_UTF8;
    }
    // Cells were made to collide: from here on the host's own keyed hash over strings serves this column.
    const isFlooded = index?.flooded === true;
    if (isFlooded) this.#byText ??= this.#indexTexts();
    const known = isFlooded ? this.#byText?.get(cell) : undefined;
    if (known !== undefined) return known;
    if (this.#isRefused(cell)) return -1;
    const code = this.spellings.length;
    this.#push(cell);
    this.#byText?.add(cell, code);
    if (!isFlooded) index?.add(bytes, from, to, hash);
    return code;
  }

  #isRefused(cell: string): boolean {
    this.problem = this.check === null ? null : this.check(cell);
    return this.problem !== null;
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function addSpelling(index: ByteIndex, spelling: string): void {
  const bytes = encoder.encode(spelling);
  const factor = hashFactor();
  let hash = hashBasis();
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], factor);
  index.add(bytes, 0, bytes.length, hash);
}
