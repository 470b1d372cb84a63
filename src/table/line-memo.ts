/** Lines after which the memo looks whether it is worth its while, and the share of repeated lines that it then wants. */
const TRIAL_LINES = 1 << 16;
const WORTHWHILE_SHARE = 0.3;
const LONGEST_PROBE = 512;
const LF = 10;

/** Numbers of a slot: hash, where the line begins in the pool plus 1 (0: empty), number of the line, times it came again. */
const SLOT = 4;

/** Keys of the hash, drawn once per process: nobody can prepare lines that collide. They change no result. */
let keys: Int32Array | null = null;

/**
 * Knows the lines of a file that were read before, byte for byte, so that a repeated line need not be taken apart again.
 * Lines that it does not know are given numbers in the order in which they are added. Where lines rarely repeat it turns
 * itself off.
 *
 * slots   i32[SLOT * power of two]  see {@link SLOT}; what one look-up needs stands side by side
 * pool    u8[]                      bytes of all lines, each with its LF
 */
export class LineMemo {
  #slots = new Int32Array(SLOT << 12);
  #shift = 20;
  #pool = new Uint8Array(1 << 16);
  #view = new DataView(this.#pool.buffer);
  #poolEnd = 0;
  #lines = 0;
  #asked = 0;
  #found = 0;
  /** Hash and slot of the line that {@link find} looked for last. */
  #hash = 0;
  #slot = 0;
  /** Where the line that {@link find} looked for last ends, its LF included. */
  end = 0;
  /** False when lines rarely repeat, or were made to collide: nothing is looked up any more. */
  active = true;

  /** @param mostBytes bytes of lines that are kept; further lines are not added */
  constructor(readonly mostBytes: number) {}

  /** Number of lines. */
  get size(): number {
    return this.#lines;
  }

  /**
   * True when the line that begins at `from` is known, which counts as a repeat; {@link end} is set. `view` looks at the
   * same bytes; an LF must come before `limit`, else `end` is `limit` and nothing is found.
   */
  find(bytes: Uint8Array, view: DataView, from: number, limit: number): boolean {
    keys ??= crypto.getRandomValues(new Int32Array(2)).map((key) => key | 1);
    const factor = keys[1];
    let hash = keys[0];
    let at = from;
    const lastWord = limit - 4;
    while (at <= lastWord) {
      const word = view.getInt32(at, true);
      const masked = word ^ 0x0a0a0a0a;
      // True when one of the four bytes is an LF.
      if (((masked - 0x01010101) & ~masked & 0x80808080) !== 0) break;
      hash = Math.imul(hash ^ word, factor);
      hash ^= hash >>> 15;
      at += 4;
    }
    const words = at;
    let byte = 0;
    while (at < limit && byte !== LF) {
      byte = bytes[at++];
      hash = Math.imul(hash ^ byte, factor);
    }
    this.end = at;
    if (byte !== LF) return false;
    hash = Math.imul(hash ^ (hash >>> 13), 0x2c1b3c6d);
    hash ^= hash >>> 16;
    this.#hash = hash;
    if (++this.#asked === TRIAL_LINES && this.#found < TRIAL_LINES * WORTHWHILE_SHARE) this.active = false;
    const slots = this.#slots;
    const mask = slots.length - 1;
    const pool = this.#pool;
    const poolView = this.#view;
    const home = (Math.imul(hash, 0x9e3779b1) >>> this.#shift) * SLOT;
    for (let slot = home; ; slot = (slot + SLOT) & mask) {
      const start = slots[slot + 1];
      if (start === 0) {
        this.#slot = slot;
        if (((slot - home) & mask) > LONGEST_PROBE * SLOT) this.active = false;
        return false;
      }
      if (slots[slot] !== hash) continue;
      // Both end with their only LF: when all bytes up to it are equal, so are the lengths.
      let own = from;
      let other = (start >>> 0) - 1;
      while (own < words && view.getInt32(own, true) === poolView.getInt32(other, true)) {
        own += 4;
        other += 4;
      }
      if (own < words) continue;
      while (own < at && bytes[own] === pool[other]) {
        own++;
        other++;
      }
      if (own < at) continue;
      slots[slot + 3]++;
      this.#found++;
      return true;
    }
  }

  /** Adds the line that {@link find} did not find last; its number, or -1 when there is no room. */
  add(bytes: Uint8Array, from: number, to: number): number {
    const start = this.#poolEnd;
    const end = start + to - from;
    if (end > this.mostBytes) return -1;
    if (end + 4 > this.#pool.length) {
      const larger = new Uint8Array(Math.max(end + 4, Math.ceil(this.#pool.length * 1.6)));
      larger.set(this.#pool.subarray(0, start));
      this.#pool = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#pool.set(bytes.subarray(from, to), start);
    this.#poolEnd = end;
    const line = this.#lines++;
    const slots = this.#slots;
    slots[this.#slot] = this.#hash;
    slots[this.#slot + 1] = start + 1;
    slots[this.#slot + 2] = line;
    if (this.#lines * SLOT * 2 > slots.length) this.#grow();
    return line;
  }

  /** [lines] times that every line came again. The memo is empty and inactive afterwards. */
  finish(): Uint32Array {
    const repeats = new Uint32Array(this.#lines);
    const slots = this.#slots;
    for (let slot = 0; slot < slots.length; slot += SLOT) {
      if (slots[slot + 1] !== 0) repeats[slots[slot + 2]] = slots[slot + 3];
    }
    this.active = false;
    this.#slots = new Int32Array(0);
    this.#pool = new Uint8Array(0);
    this.#view = new DataView(this.#pool.buffer);
    return repeats;
  }

  #grow(): void {
    const before = this.#slots;
    const slots = new Int32Array(before.length * 2);
    const mask = slots.length - 1;
    const shift = --this.#shift;
    for (let from = 0; from < before.length; from += SLOT) {
      if (before[from + 1] === 0) continue;
      let slot = (Math.imul(before[from], 0x9e3779b1) >>> shift) * SLOT;
      while (slots[slot + 1] !== 0) slot = (slot + SLOT) & mask;
      slots[slot] = before[from];
      slots[slot + 1] = before[from + 1];
      slots[slot + 2] = before[from + 2];
      slots[slot + 3] = before[from + 3];
    }
    this.#slots = slots;
  }
}
