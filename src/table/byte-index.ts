import { CapacityError } from '../base/errors.js';

/** A probe of this length in a table at most half full does not happen by chance. */
const LONGEST_PROBE = 512;
const MOST_BYTES = 2 ** 32 - 1;

let keys: Uint32Array | null = null;

/** Keys of the hash, drawn once per process, so that nobody can prepare cells that collide. They change no result. */
function hashKeys(): Uint32Array {
  keys ??= crypto.getRandomValues(new Uint32Array(3)).map((key) => key | 1);
  return keys;
}

/** First state of a hash over bytes: `hash = Math.imul(hash ^ byte, hashFactor())` for every byte of the cell. */
export function hashBasis(): number {
  return hashKeys()[0] | 0;
}

/** Odd factor of a hash over bytes, see {@link hashBasis}. */
export function hashFactor(): number {
  return hashKeys()[1] | 0;
}

/**
 * Finds the code of a cell by its bytes: open addressing, linear probing, at most half full, whole cells compared.
 * Codes are given in order of addition, from 0.
 *
 * slots   i32[power of two]  code, or -1
 * hashes  i32[codes]         hash over the bytes
 * starts  u32[codes + 1]     where the bytes of a code begin in `pool`
 * pool    u8[]               bytes of all cells
 */
export class ByteIndex {
  readonly #finish = hashKeys()[2] | 0;
  #slots = new Int32Array(64).fill(-1);
  #shift = 26;
  #hashes = new Int32Array(32);
  #starts = new Uint32Array(33);
  #pool = new Uint8Array(256);
  #count = 0;
  /** Set when a probe became so long that the cells must have been made to collide. */
  flooded = false;

  /** Number of cells. */
  get size(): number {
    return this.#count;
  }

  /** Code of the cell `bytes[from, to)` with this hash, or -1. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const length = to - from;
    const hashes = this.#hashes;
    const starts = this.#starts;
    const pool = this.#pool;
    const home = Math.imul(hash ^ (hash >>> 15), this.#finish) >>> this.#shift;
    for (let slot = home; ; slot = (slot + 1) & mask) {
      const code = slots[slot];
      if (code < 0) {
        if (((slot - home) & mask) > LONGEST_PROBE) this.flooded = true;
        return -1;
      }
      if (hashes[code] !== hash) continue;
      const start = starts[code];
      if (starts[code + 1] - start !== length) continue;
      let i = 0;
      while (i < length && pool[start + i] === bytes[from + i]) i++;
      if (i === length) return code;
    }
  }

  /** Adds a cell that is not there yet; its code is the old {@link size}. Throws CapacityError beyond 4 GiB. */
  add(bytes: Uint8Array, from: number, to: number, hash: number): void {
    if (this.#count === this.#hashes.length) this.#grow();
    const code = this.#count++;
    const start = this.#starts[code];
    const end = start + to - from;
    if (end > this.#pool.length) {
      if (end > MOST_BYTES) throw new CapacityError('the distinct values of a column, in bytes', end, MOST_BYTES);
      const larger = new Uint8Array(Math.min(MOST_BYTES, Math.max(end, this.#pool.length * 2)));
      larger.set(this.#pool.subarray(0, start));
      this.#pool = larger;
    }
    for (let i = from, at = start; i < to; i++) this.#pool[at++] = bytes[i];
    this.#hashes[code] = hash;
    this.#starts[code + 1] = end;
    this.#place(code);
  }

  #place(code: number): void {
    const mask = this.#slots.length - 1;
    const hash = this.#hashes[code];
    let slot = Math.imul(hash ^ (hash >>> 15), this.#finish) >>> this.#shift;
    while (this.#slots[slot] >= 0) slot = (slot + 1) & mask;
    this.#slots[slot] = code;
  }

  #grow(): void {
    const capacity = this.#hashes.length * 2;
    const hashes = new Int32Array(capacity);
    hashes.set(this.#hashes);
    const starts = new Uint32Array(capacity + 1);
    starts.set(this.#starts);
    this.#hashes = hashes;
    this.#starts = starts;
    this.#slots = new Int32Array(capacity * 2).fill(-1);
    this.#shift--;
    for (let code = 0; code < this.#count; code++) this.#place(code);
  }
}
