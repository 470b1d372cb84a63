/** Bytes that windows-1252 has no character for. */
const unused = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Capital letters of windows-1252: right after a small letter they stand for something else in another encoding. */
const capitals = new Set([0x8a, 0x8c, 0x8e, 0x9f]);
/** Marks of windows-1252 that stand at the edge of a word, never inside: quotation marks, currency, daggers. */
const edges = new Set([0x80, 0x82, 0x84, 0x86, 0x87, 0x88, 0x89, 0x8b, 0x91, 0x93, 0x94, 0x95, 0x98, 0x9b]);
/** Marks that end a sentence or a clause: . ! ? : ) % */
const ends = new Set([0x2e, 0x21, 0x3f, 0x3a, 0x29, 0x25]);
/** Longest run of letters beyond ASCII in Western text; longer ones are of other alphabets. */
const longestRun = 3;

/** The no-break space of macintosh; in windows-1252 a capital letter (E with a circumflex). */
const macSpace = 0xca;
/** The apostrophe of macintosh; in windows-1252 a capital letter (O with a tilde). */
const macApostrophe = 0xd5;
/** Quotation mark, dashes and ellipsis of macintosh; in windows-1252 capital letters. */
const macEnds = new Set([0xd3, 0xd0, 0xd1, 0xc9]);

const isSmall = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;
const isLetter = (byte: number): boolean => isSmall(byte) || (byte >= 0x41 && byte <= 0x5a);

/**
 * Doubts that bytes are windows-1252, which has a character for nearly every byte, so that decoding them never fails: it looks at
 * the bytes beyond ASCII between two ASCII ones. They are something else when they are UTF-8 (a file of two encodings, or a
 * damaged one), when no letter stands where they do, or when there are too many in a row for a Western language.
 */
export class WesternJudge {
  #before = 0x0a;
  #run: number[] = [];
  #runAt = 0;
  #offset = 0;

  /** True when what is doubted reads as UTF-8. */
  isUtf8 = false;

  /** True when what is doubted is a no-break space or a mark of macintosh. */
  isMac = false;

  /** Looks at the next bytes; returns where something else begins, from the first of these bytes (less than 0 when it came before), or null. */
  look(bytes: Uint8Array, last: boolean): number | null {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte >= 0x80) {
        if (this.#run.length === 0) this.#runAt = this.#offset + i;
        this.#run.push(byte);
        if (this.#run.length > longestRun) return this.#runAt - this.#offset;
        continue;
      }
      if (this.#run.length > 0 && this.#isOdd(byte)) return this.#runAt - this.#offset;
      this.#run = [];
      this.#before = byte;
    }
    if (last && this.#run.length > 0 && this.#isOdd(0x0a)) return this.#runAt - this.#offset;
    this.#offset += bytes.length;
    return null;
  }

  #isOdd(after: number): boolean {
    const run = this.#run;
    const [first] = run;
    this.isUtf8 = run.some((_, i) => isUtf8(run, i));
    if (this.isUtf8 || run.some((byte) => unused.has(byte))) return true;
    if (isSmall(this.#before) && capitals.has(first)) return true;
    this.isMac = run.every((byte) => byte === macSpace) && isSpaceBetween(this.#before, after);
    if (run.length === 1 && isSmall(this.#before))
      this.isMac ||= first === macApostrophe ? isSmall(after) : macEnds.has(first) && !isLetter(after);
    if (this.isMac) return true;
    return run.length === 1 && edges.has(first) && isLetter(this.#before) && isLetter(after);
  }
}

/**
 * True where a space stands rather than a capital letter: behind a small letter, between digits, behind the end of a sentence.
 * Words in capital letters, cells of one letter and initials are left alone.
 */
function isSpaceBetween(before: number, after: number): boolean {
  if (isSmall(before)) return true;
  const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
  if (isDigit(before)) return !isLetter(after);
  return ends.has(before) && !isLetter(after) && !isDigit(after) && after !== 0x2e;
}

/** True when a character of UTF-8 beyond ASCII stands at a place; a run has at most three bytes. */
function isUtf8(run: readonly number[], at: number): boolean {
  const isNext = (i: number): boolean => i < run.length && run[i] >= 0x80 && run[i] <= 0xbf;
  const lead = run[at];
  if (lead >= 0xc2 && lead <= 0xdf) return isNext(at + 1);
  return lead >= 0xe0 && lead <= 0xef && isNext(at + 1) && isNext(at + 2);
}
