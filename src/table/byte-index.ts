import { CapacityError } from '../base/errors.js';

/** A probe of this length in a table at most half full does not happen by chance. */
const LONGEST_PROBE = 512;
const MOST_BYTES = 2 ** 32 - 1;

let keys: Uint32Array | null = null;

/** Keys of the hash, drawn once per process, so that cells that collide cannot be prepared. They change no result. */
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

/** Numbers and bytes of a slot. */
const SLOT_WORDS = 4;
const SLOT_BYTES = 16;
const FIRST_SLOT_BITS = 3;
/** Replaced before anything is written. */
const NO_STARTS = new Uint32Array(1);
const NO_BYTES = new Uint8Array(0);
/** Slots of the table before the last growth that are moved at every addition, and at every look-up that has to ask it. */
const MOVED_AT_ADDITION = 16;
const MOVED_AT_LOOK_UP = 4;
/** Slots up to which all are moved at once. */
const MOVED_AT_ONCE = 1 << 12;
/** Offsets in a slot of the bytes of a short cell, and of their number. */
const INLINE = 8;
const LENGTH = 15;
const MOST_INLINE = 7;
/** In the place of the length: the cell stands in the pool. */
const IN_POOL = 0xff;

/** Table of slots, its bytes, and the shift of a hash that gives a place in it. */
interface Slots {
  readonly words: Int32Array;
  readonly bytes: Uint8Array;
  readonly shift: number;
}

/**
 * Finds the code of a cell by its bytes: open addressing, linear probing, at most half full, whole cells compared.
 * Codes are given in order of addition, from 0. A look-up of a short cell reads one slot and nothing else. A large table that grows is moved
 * little by little, so that no addition takes long; until then the one before is asked too.
 *
 * slots   i32[SLOT_WORDS * power of two]  hash over the bytes, code + 1 (0: empty), and up to 7 bytes with their number; of a longer cell
 *                                         its number among the cells of the pool, and 0xff
 * starts  u32[longer cells + 1]           where the bytes of each begin in `pool`
 * pool    u8[]                            bytes of the longer cells
 */
export class ByteIndex {
  readonly #finish = hashKeys()[2] | 0;
  // Small at first: a wide table has one of these a column.
  #words = new Int32Array((1 << FIRST_SLOT_BITS) * SLOT_WORDS);
  #bytes = new Uint8Array(this.#words.buffer);
  #shift = 32 - FIRST_SLOT_BITS;
  /** The table before the last growth, whose slots from {@link #moved} on are still to be moved. */
  #before: Slots | null = null;
  #moved = 0;
  #starts = NO_STARTS;
  #pool = NO_BYTES;
  #pooled = 0;
  #count = 0;
  /** Set when a probe became so long that the cells must have been made to collide. */
  flooded = false;

  /** Number of cells. */
  get size(): number {
    return this.#count;
  }

  /** Code of the cell `bytes[from, to)` with this hash, or -1. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const slots = this.#words;
    const own = this.#bytes;
    const mask = slots.length / SLOT_WORDS - 1;
    const length = to - from;
    const home = Math.imul(hash ^ (hash >>> 15), this.#finish) >>> this.#shift;
    for (let slot = home; ; slot = (slot + 1) & mask) {
      const code = slots[slot * SLOT_WORDS + 1] - 1;
      if (code < 0) {
        if (((slot - home) & mask) > LONGEST_PROBE) this.flooded = true;
        return this.#before === null ? -1 : this.#findBefore(this.#before, bytes, from, to, hash);
      }
      if (slots[slot * SLOT_WORDS] !== hash) continue;
      const place = slot * SLOT_BYTES;
      if (length > MOST_INLINE) {
        if (own[place + LENGTH] === IN_POOL && this.#isPooled(slots[slot * SLOT_WORDS + 2], bytes, from, length)) {
          return code;
        }
        continue;
      }
      if (own[place + LENGTH] !== length) continue;
      let i = 0;
      while (i < length && own[place + INLINE + i] === bytes[from + i]) i++;
      if (i === length) return code;
    }
  }

  /** {@link find} in the table before the last growth. */
  #findBefore({ words, bytes: own, shift }: Slots, bytes: Uint8Array, from: number, to: number, hash: number): number {
    const mask = words.length / SLOT_WORDS - 1;
    const length = to - from;
    const isShort = length <= MOST_INLINE;
    let slot = Math.imul(hash ^ (hash >>> 15), this.#finish) >>> shift;
    for (; words[slot * SLOT_WORDS + 1] !== 0; slot = (slot + 1) & mask) {
      if (words[slot * SLOT_WORDS] !== hash) continue;
      const place = slot * SLOT_BYTES;
      if (own[place + LENGTH] !== (isShort ? length : IN_POOL)) continue;
      let i = 0;
      while (isShort && i < length && own[place + INLINE + i] === bytes[from + i]) i++;
      const isSame = isShort ? i === length : this.#isPooled(words[slot * SLOT_WORDS + 2], bytes, from, length);
      if (!isSame) continue;
      const code = words[slot * SLOT_WORDS + 1] - 1;
      this.#move(MOVED_AT_LOOK_UP);
      return code;
    }
    return -1;
  }

  /** Adds a cell that is not there yet; its code is the old {@link size}. Throws CapacityError beyond 4 GiB. */
  add(bytes: Uint8Array, from: number, to: number, hash: number): void {
    if (this.#count * 2 * SLOT_WORDS === this.#words.length) this.#grow();
    else if (this.#before !== null) this.#move(MOVED_AT_ADDITION);
    const length = to - from;
    const isShort = length <= MOST_INLINE;
    const number = isShort ? 0 : this.#keep(bytes, from, to);
    const words = this.#words;
    const own = this.#bytes;
    const slot = this.#emptySlot(hash);
    words[slot * SLOT_WORDS] = hash;
    words[slot * SLOT_WORDS + 1] = ++this.#count;
    const place = slot * SLOT_BYTES;
    if (isShort) for (let i = 0; i < length; i++) own[place + INLINE + i] = bytes[from + i];
    else words[slot * SLOT_WORDS + 2] = number;
    own[place + LENGTH] = isShort ? length : IN_POOL;
  }

  #isPooled(number: number, bytes: Uint8Array, from: number, length: number): boolean {
    const start = this.#starts[number];
    if (this.#starts[number + 1] - start !== length) return false;
    const pool = this.#pool;
    let i = 0;
    while (i < length && pool[start + i] === bytes[from + i]) i++;
    return i === length;
  }

  /** Puts a cell into the pool; its number there. */
  #keep(bytes: Uint8Array, from: number, to: number): number {
    const number = this.#pooled++;
    const start = this.#starts[number];
    const end = start + to - from;
    if (end > this.#pool.length) {
      if (end > MOST_BYTES) throw new CapacityError('the distinct values of a column, in bytes', end, MOST_BYTES);
      const larger = new Uint8Array(Math.min(MOST_BYTES, Math.max(end, this.#pool.length * 2)));
      larger.set(this.#pool.subarray(0, start));
      this.#pool = larger;
    }
    for (let i = from, at = start; i < to; i++) this.#pool[at++] = bytes[i];
    if (number + 1 === this.#starts.length) {
      const starts = new Uint32Array(this.#starts.length * 2);
      starts.set(this.#starts);
      this.#starts = starts;
    }
    this.#starts[number + 1] = end;
    return number;
  }

  #emptySlot(hash: number): number {
    const words = this.#words;
    const mask = words.length / SLOT_WORDS - 1;
    let slot = Math.imul(hash ^ (hash >>> 15), this.#finish) >>> this.#shift;
    while (words[slot * SLOT_WORDS + 1] !== 0) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    if (this.#before !== null) this.#move(this.#before.words.length);
    const { length } = this.#words;
    this.#before = { words: this.#words, bytes: this.#bytes, shift: this.#shift };
    this.#moved = 0;
    this.#words = new Int32Array(length * 2);
    this.#bytes = new Uint8Array(this.#words.buffer);
    this.#shift--;
    if (length <= MOVED_AT_ONCE * SLOT_WORDS) this.#move(MOVED_AT_ONCE);
  }

  /** Moves some slots of the table before. */
  #move(most: number): void {
    const before = this.#before!.words;
    const words = this.#words;
    const end = Math.min(before.length, this.#moved + most * SLOT_WORDS);
    for (let from = this.#moved; from < end; from += SLOT_WORDS) {
      if (before[from + 1] === 0) continue;
      const to = this.#emptySlot(before[from]) * SLOT_WORDS;
      for (let i = 0; i < SLOT_WORDS; i++) words[to + i] = before[from + i];
    }
    this.#moved = end;
    if (end === before.length) this.#before = null;
  }
}
