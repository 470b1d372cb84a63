import type { Codes } from './table.js';
import { allocateCodes } from './table.js';
import { SegmentedMap } from './segmented-map.js';

const FIRST_CHUNK = 1024;
const LARGEST_CHUNK = 65_536;
/** From this length on V8 makes a substring a view that keeps the whole block of text alive. */
const SLICED_LENGTH = 13;

/**
 * Encodes the cells of one column, as they are spelled, into codes of a dictionary that grows in order of first
 * appearance. Codes live in chunks whose width grows with the dictionary.
 */
export class ColumnEncoder<Problem> {
  /** [spellings] every distinct cell as it came. */
  readonly spellings: string[] = [];
  #map: SegmentedMap;
  #chunks: Codes[] = [];
  #chunk: Codes = new Uint8Array(0);
  #filled = 0;
  #capacity = FIRST_CHUNK;
  #rows = 0;
  /** What `check` said of the cell at which {@link encode} stopped. */
  problem: Problem | null = null;

  /**
   * @param check looks at every spelling when it comes up for the first time; not null refuses it
   * @param segmentLimit most entries of one Map
   */
  constructor(
    readonly check: ((cell: string) => Problem | null) | null,
    segmentLimit?: number,
  ) {
    this.#map = new SegmentedMap(segmentLimit);
  }

  /** Rows encoded. */
  get rows(): number {
    return this.#rows;
  }

  /**
   * Encodes cell `index` of the first `count` records.
   *
   * @param scratch u32[count] overwritten
   * @returns `count`, or the number of the first record whose cell was refused, with {@link problem} set
   */
  encode(records: readonly (readonly string[])[], count: number, index: number, scratch: Uint32Array): number {
    const first = this.#map.first;
    for (let row = 0; row < count; row++) {
      const cell = records[row][index];
      let code = first.get(cell);
      if (code === undefined) {
        code = this.#add(cell);
        if (code < 0) return row;
      }
      scratch[row] = code;
    }
    this.#append(scratch, count);
    return count;
  }

  /** Rows in every code chunk, in row order. The encoder must not be used after {@link release}. */
  get chunks(): readonly Codes[] {
    return this.#filled > 0 ? [...this.#chunks, this.#chunk.subarray(0, this.#filled)] : this.#chunks;
  }

  /** Lets go of the lookup table; the encoder takes no more rows. */
  seal(): void {
    this.#map = new SegmentedMap();
  }

  /** Lets go of the codes. */
  release(): void {
    this.#chunks = [];
    this.#chunk = new Uint8Array(0);
    this.#filled = 0;
  }

  #add(cell: string): number {
    if (this.#map.segments > 1) {
      const found = this.#map.get(cell);
      if (found !== undefined) return found;
    }
    if (this.check !== null) {
      this.problem = this.check(cell);
      if (this.problem !== null) return -1;
    }
    const own = cell.length < SLICED_LENGTH ? cell : ` ${cell}`.slice(1);
    const code = this.spellings.length;
    this.#map.add(own, code);
    this.spellings.push(own);
    return code;
  }

  #append(scratch: Uint32Array, count: number): void {
    const distinct = this.spellings.length;
    const width = distinct <= 0x100 ? 1 : distinct <= 0x10000 ? 2 : 4;
    let from = 0;
    while (from < count) {
      if (this.#filled === this.#chunk.length || this.#chunk.BYTES_PER_ELEMENT < width) {
        if (this.#filled > 0) this.#chunks.push(this.#chunk.slice(0, this.#filled));
        this.#chunk = allocateCodes(this.#capacity, distinct);
        this.#filled = 0;
        this.#capacity = Math.min(this.#capacity * 2, LARGEST_CHUNK);
      }
      const to = Math.min(count, from + this.#chunk.length - this.#filled);
      this.#chunk.set(scratch.subarray(from, to), this.#filled);
      this.#filled += to - from;
      from = to;
    }
    this.#rows += count;
  }
}
