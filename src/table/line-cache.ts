/** Lines after which the memo looks whether it saves time, and the share of repeated lines that it then wants. */
const TRIAL_LINES = 1 << 16;
const WORTHWHILE_SHARE = 0.3;
const LF = 10;
const CR = 13;
/** Beside the number of a line: it ends with CRLF. */
export const ENDS_WITH_CRLF = 1 << 31;

/**
 * Numbers of a slot: hash, where the line begins in the pool plus 1 (0: empty), number of the line with {@link ENDS_WITH_CRLF},
 * times it came again.
 */
const SLOT = 4;

/**
 * Knows the lines of a file that were read before, byte for byte, so that a repeated line need not be taken apart again.
 * Lines that it does not know are given numbers in the order in which they are added. It saves work and changes no result.
 */
export interface LineCache {
  /** False when lines rarely repeat, or were made to collide: nothing is looked up any more. */
  readonly active: boolean;
  /** Number of lines. */
  readonly size: number;
  /** Known lines that {@link skip} passed. */
  readonly repeats: number;
  /** End of the line that {@link skip} stopped at, its LF included; -1 when it cannot be added. */
  readonly end: number;
  /** Says which bytes are looked at from here on: `bytes[from, to)`. */
  open(bytes: Uint8Array, from: number, to: number): void;
  /** Passes known lines, which counts as repeats. Returns where the first line begins that is not known, or `to` of `open`. */
  skip(from: number): number;
  /** Adds the line from `from`, at which {@link skip} stopped; its number, or -1 when there is no room. */
  add(from: number): number;
  /**
   * Numbers of the lines that {@link skip} passed since the last call, in order, when the memo was made with `recordsHits`; valid until the next call
   * of anything. To be called before {@link open}.
   */
  takeHits(): Uint32Array;
  /**
   * A batch of rows that {@link take} fills, for lines of the columns given; null when the memo takes no lines apart.
   *
   * @param lines [columns] which columns have codes; their delimiter, below 128; most bytes of a cell of the other columns
   */
  openBatch(lines: {
    readonly kept: readonly boolean[];
    readonly delimiter: number;
    readonly maxField: number;
  }): CellBatch | null;
  /**
   * Passes known lines like {@link skip}, and takes apart those between them all of whose cells were taught: they go into the batch
   * from `row` on, and are added. `number` is that of the next row. Stops at a line that is neither, or when the batch is full.
   */
  take(from: number, row: number, number: number): Taken;
  /** [lines] times that every line came again. The memo is empty and inactive afterwards. */
  finish(): Uint32Array;
  /** Known lines that were passed and end with CRLF; known after {@link finish}, 0 before. */
  readonly crlfRepeats: number;
}

/** Rows that a memo took apart, in memory that is used again; their owner may fill in others. */
export interface CellBatch {
  /** Most rows. */
  readonly rows: number;
  /** [columns][rows] codes, of columns that have some; [rows] numbers; [rows] numbers of their lines, or -1. */
  readonly codes: readonly Uint32Array[];
  readonly numbers: Uint32Array;
  readonly lines: Int32Array;
  /** Adds the code of the bytes `[from, to)` of what was opened, when they are a cell of the column exactly as in the file. */
  teach(column: number, from: number, to: number, code: number): void;
}

/** Result of {@link LineCache.take}. */
export interface Taken {
  /** Position where it stopped. */
  readonly at: number;
  /** Rows in the batch, known lines that were passed, and lines taken apart that end with CRLF. */
  readonly row: number;
  readonly repeats: number;
  readonly crlf: number;
}

/** Makes a memo that keeps about `mostBytes` bytes of lines; with `recordsHits` it also records which of them were passed. */
export type LineCacheFactory = (mostBytes: number, recordsHits?: boolean) => LineCache;

/**
 * True when the trial ends between `before` and `asked` lines that were looked up, and too few of them, `found`, were known.
 */
export function failsTrial(before: number, asked: number, found: number): boolean {
  return before < TRIAL_LINES && asked >= TRIAL_LINES && found < asked * WORTHWHILE_SHARE;
}

/** A probe of this length in a table at most half full does not happen by chance. */
export const LONGEST_PROBE = 512;

/** Keys of the hash, drawn once per process: nobody can prepare lines that collide. They change no result. */
let keys: Int32Array | null = null;

/**
 * The memo in JavaScript, the twin of assembly/lines.ts.
 *
 * slots   i32[SLOT * power of two]  see {@link SLOT}; what one look-up needs stands side by side
 * pool    u8[]                      bytes of all lines, each with its LF
 */
export class TwinLineCache implements LineCache {
  #slots = new Int32Array(SLOT << 12);
  #shift = 20;
  #pool = new Uint8Array(1 << 8);
  #view = new DataView(this.#pool.buffer);
  #poolEnd = 0;
  #lines = 0;
  #asked = 0;
  #found = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #bytesView: DataView = new DataView(this.#bytes.buffer);
  #to = 0;
  /** Hash and slot of the line that {@link skip} stopped at. */
  #hash = 0;
  #slot = 0;
  #end = 0;
  end = -1;
  repeats = 0;
  crlfRepeats = 0;
  active = true;

  #passed: Uint32Array | null;
  #passedLines = 0;

  /** @param mostBytes bytes of lines that are kept; further lines are not added */
  constructor(
    readonly mostBytes: number,
    recordsHits = false,
  ) {
    this.#passed = recordsHits ? new Uint32Array(1 << 4) : null;
  }

  get size(): number {
    return this.#lines;
  }

  open(bytes: Uint8Array, _from: number, to: number): void {
    this.#bytes = bytes;
    this.#bytesView = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#to = to;
  }

  skip(from: number): number {
    this.repeats = 0;
    let at = from;
    while (at < this.#to && this.#find(this.#bytes, this.#bytesView, at, this.#to)) {
      at = this.#end;
      this.repeats++;
    }
    return at;
  }

  /** True when the line from `from` is known, which counts as a repeat. */
  #find(bytes: Uint8Array, view: DataView, from: number, limit: number): boolean {
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
    this.#end = at;
    this.end = -1;
    if (byte !== LF) return false;
    this.end = at;
    hash = Math.imul(hash ^ (hash >>> 13), 0x2c1b3c6d);
    hash ^= hash >>> 16;
    this.#hash = hash;
    if (failsTrial(this.#asked++, this.#asked, this.#found)) this.active = false;
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
      if (this.#passed !== null) this.#passed = this.#tell(this.#passed, slots[slot + 2] & ~ENDS_WITH_CRLF);
      this.#found++;
      return true;
    }
  }

  takeHits(): Uint32Array {
    const count = this.#passedLines;
    this.#passedLines = 0;
    return this.#passed === null ? new Uint32Array(0) : this.#passed.subarray(0, count);
  }

  #tell(passed: Uint32Array, line: number): Uint32Array {
    let space = passed;
    if (this.#passedLines === space.length) {
      space = new Uint32Array(space.length * 2);
      space.set(passed);
    }
    space[this.#passedLines++] = line;
    return space;
  }

  /** The scanner is what takes lines apart in JavaScript. */
  openBatch(): null {
    return null;
  }

  take(from: number, row: number): Taken {
    return { at: this.skip(from), row, repeats: this.repeats, crlf: 0 };
  }

  add(from: number): number {
    const start = this.#poolEnd;
    const end = start + this.end - from;
    if (end > this.mostBytes) return -1;
    if (end + 4 > this.#pool.length) {
      const larger = new Uint8Array(Math.max(end + 4, Math.ceil(this.#pool.length * 1.6)));
      larger.set(this.#pool.subarray(0, start));
      this.#pool = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#pool.set(this.#bytes.subarray(from, this.end), start);
    this.#poolEnd = end;
    const line = this.#lines++;
    const slots = this.#slots;
    slots[this.#slot] = this.#hash;
    slots[this.#slot + 1] = start + 1;
    slots[this.#slot + 2] = this.#bytes[this.end - 2] === CR ? line | ENDS_WITH_CRLF : line;
    if (this.#lines * SLOT * 2 > slots.length) this.#grow();
    return line;
  }

  finish(): Uint32Array {
    const repeats = new Uint32Array(this.#lines);
    const slots = this.#slots;
    for (let slot = 0; slot < slots.length; slot += SLOT) {
      if (slots[slot + 1] === 0) continue;
      repeats[slots[slot + 2] & ~ENDS_WITH_CRLF] = slots[slot + 3];
      if (slots[slot + 2] < 0) this.crlfRepeats += slots[slot + 3];
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
