import type { Codes } from './table.js';
import { allocateCodes } from './table.js';

/** First state of the hash, drawn once per process: nobody can prepare rows that collide. It changes no result. */
let key: number | null = null;

/**
 * Distinct vectors of codes with the number of rows of each, in the order of their first appearance: an open-addressing
 * table, at most half full, whole vectors compared.
 *
 * slots   i32[power of two][2]   entry, or -1, and its hash: vectors of other hashes are not even looked at
 * codes   u8|u16|u32[entries * width]  codes of an entry side by side, as wide as the largest one needs
 * rows    u32[entries]           rows of an entry
 */
export class EntryIndex {
  #slots = new Int32Array(2 << 11).fill(-1);
  #shift = 21;
  #capacity = 1 << 10;
  #codes: Codes;
  /** Largest code that `codes` can hold. */
  #largest = 0xff;
  #rows = new Uint32Array(1 << 10);
  #count = 0;
  readonly #key = (key ??= crypto.getRandomValues(new Int32Array(1))[0]);

  /** @param width codes of a vector */
  constructor(readonly width: number) {
    this.#codes = new Uint8Array(Math.max(1, width) * this.#capacity);
  }

  /** Number of distinct vectors. */
  get size(): number {
    return this.#count;
  }

  /** Bytes that this index holds. */
  get bytes(): number {
    return this.#slots.byteLength + this.#codes.byteLength + this.#rows.byteLength;
  }

  /** Adds `rows` rows with the vector `vector[from .. from + width)` and returns its entry. */
  add(vector: Uint32Array, from: number, rows: number): number {
    const { width } = this;
    let hash = this.#key;
    let any = 0;
    for (let c = 0; c < width; c++) {
      any |= vector[from + c];
      hash = Math.imul(hash ^ vector[from + c], 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    if (any >>> 0 > this.#largest) this.#widen(any >>> 0);
    hash = Math.imul(hash ^ (hash >>> 13), 0x2c1b3c6d);
    const slots = this.#slots;
    const mask = slots.length - 1;
    const codes = this.#codes;
    for (let slot = (hash >>> this.#shift) * 2; ; slot = (slot + 2) & mask) {
      const entry = slots[slot];
      if (entry < 0) return this.#insert(vector, from, rows, slot, hash);
      if (slots[slot + 1] !== hash) continue;
      const base = entry * width;
      let c = 0;
      while (c < width && codes[base + c] === vector[from + c]) c++;
      if (c === width) {
        this.#rows[entry] += rows;
        return entry;
      }
    }
  }

  /** Adds rows to an entry. */
  addRows(entry: number, rows: number): void {
    this.#rows[entry] += rows;
  }

  /** [entries] code of every entry in one column, a copy; through `map` when given. */
  column(c: number, map: Uint32Array | null = null): Uint32Array {
    const column = new Uint32Array(this.#count);
    for (let entry = 0; entry < this.#count; entry++) {
      const code = this.#codes[entry * this.width + c];
      column[entry] = map === null ? code : map[code];
    }
    return column;
  }

  /** [entries] rows of every entry, a copy. */
  rows(): Uint32Array {
    return this.#rows.slice(0, this.#count);
  }

  #insert(vector: Uint32Array, from: number, rows: number, slot: number, hash: number): number {
    const { width } = this;
    const entry = this.#count++;
    if (this.#count > this.#capacity) this.#grow();
    for (let c = 0; c < width; c++) this.#codes[entry * width + c] = vector[from + c];
    this.#rows[entry] = rows;
    this.#slots[slot] = entry;
    this.#slots[slot + 1] = hash;
    if (this.#count * 4 > this.#slots.length) this.#rehash();
    return entry;
  }

  #grow(): void {
    this.#capacity = Math.ceil(this.#capacity * 1.5);
    this.#allocate();
    const rows = new Uint32Array(this.#capacity);
    rows.set(this.#rows);
    this.#rows = rows;
  }

  #widen(code: number): void {
    this.#largest = code > 0xffff ? 0xffffffff : 0xffff;
    this.#allocate();
  }

  #allocate(): void {
    const length = Math.max(1, this.width) * this.#capacity;
    const codes = allocateCodes(length, this.#largest + 1);
    codes.set(this.#codes.subarray(0, Math.min(length, this.#count * this.width)));
    this.#codes = codes;
  }

  #rehash(): void {
    const before = this.#slots;
    const slots = new Int32Array(before.length * 2).fill(-1);
    const mask = slots.length - 1;
    this.#shift--;
    for (let at = 0; at < before.length; at += 2) {
      if (before[at] < 0) continue;
      let slot = (before[at + 1] >>> this.#shift) * 2;
      while (slots[slot] >= 0) slot = (slot + 2) & mask;
      slots[slot] = before[at];
      slots[slot + 1] = before[at + 1];
    }
    this.#slots = slots;
  }
}
