import { InputError } from '../../base/errors.js';
import type { Encoding } from '../../table/input-spec.js';
import { charactersOf, isSingleByte } from './encodings.js';
import { WesternJudge } from './western-judge.js';

/** Some bytes as UTF-8, and the problem right behind that text, if any. */
interface TranscodedPiece {
  readonly utf8: Uint8Array;
  readonly problem: InputError | null;
}

/** Counts of a text that was not UTF-8. */
interface TranscodedText {
  readonly bytes: number;
  /** Characters beyond ASCII. */
  readonly characters: number;
}

interface Decoded {
  readonly utf8: Uint8Array;
  /** Bytes of the piece that were taken; the others wait for the next. */
  readonly taken: number;
  /** Position in the piece of a byte that no character of the encoding has; -1 without one. */
  readonly bad: number;
}

const LF = 10;
const CR = 13;
/** Maximum bytes of a line that is held back until it ends, in an encoding of several bytes a character. */
const longestLine = 64 * 1024 * 1024;

/**
 * Turns the bytes of another encoding into UTF-8, piece by piece, strictly: what is no character, and NUL, is a problem, never a
 * replacement character.
 */
export class Transcoder {
  readonly #decode: (bytes: Uint8Array, last: boolean) => Decoded;
  readonly #judge: WesternJudge | null;
  #tail: Uint8Array = new Uint8Array(0);
  #bytes = 0;
  #characters = 0;
  #line = 1;
  #afterCr = false;

  /**
   * @param isFound true when the encoding was found, not given: then bytes that make another likelier are a problem too
   * @param source name for messages
   */
  constructor(
    readonly encoding: Encoding,
    { isFound = false, source }: { readonly isFound?: boolean; readonly source?: string } = {},
  ) {
    this.source = source;
    this.#judge = isFound && encoding === 'windows-1252' ? new WesternJudge() : null;
    if (encoding === 'utf-16le' || encoding === 'utf-16be') this.#decode = utf16Decoder(encoding);
    else this.#decode = isSingleByte(encoding) ? singleByteDecoder(encoding) : severalBytesDecoder(encoding);
  }

  readonly source: string | undefined;

  get text(): TranscodedText {
    return { bytes: this.#bytes, characters: this.#characters };
  }

  /** Takes the next bytes. `last`: that none follow. */
  push(piece: Uint8Array, last: boolean): TranscodedPiece {
    const bytes = this.#tail.length === 0 ? piece : joined(this.#tail, piece);
    const unclear = this.#judge?.look(bytes, last) ?? null;
    const { utf8, taken, bad } = this.#decode(unclear === null ? bytes : bytes.subarray(0, Math.max(0, unclear)), last);
    const base = this.#bytes;
    this.#tail = bytes.slice(taken);
    this.#bytes += taken;
    const nul = utf8.indexOf(0);
    const whole = nul < 0 ? utf8 : utf8.subarray(0, nul);
    this.#count(whole, base === 0);
    if (nul >= 0) return { utf8: whole, problem: this.#nul(base, bytes, whole) };
    if (unclear !== null) return { utf8: whole, problem: this.#unclear(base + unclear) };
    if (bad < 0) return { utf8, problem: null };
    const message = `the bytes are not ${this.encoding}, which "encoding" says (--encoding)`;
    return { utf8, problem: this.#error('ENCODING_INVALID', message, base + bad) };
  }

  #nul(base: number, bytes: Uint8Array, before: Uint8Array): InputError {
    const isWide = this.encoding === 'utf-16le' || this.encoding === 'utf-16be';
    const units = isWide ? new TextDecoder().decode(before).length : 0;
    const at = base + (isWide ? 2 * units : bytes.indexOf(0));
    return this.#error(
      'NUL_BYTE',
      `a NUL character in what "encoding" ${this.encoding} reads; text never holds one`,
      at,
    );
  }

  #unclear(byte: number): InputError {
    const mac =
      'the bytes are not UTF-8, and the character here is not a letter of Windows-1252 but a no-break space, apostrophe or dash of macintosh; set input.encoding (--encoding macintosh), or another encoding';
    const message =
      this.#judge?.isMac === true
        ? mac
        : this.#judge?.isUtf8 === true
          ? 'the file has bytes that are not UTF-8, but here it is UTF-8: it is damaged, or has parts in two encodings; correct it, or set input.encoding (--encoding)'
          : 'the bytes are not UTF-8, and the character here is unlikely in Windows-1252; set input.encoding (--encoding) to their encoding, such as windows-1252, windows-1250, macintosh or shift_jis';
    return this.#error('ENCODING_UNCLEAR', message, byte);
  }

  #error(code: string, message: string, byte: number): InputError {
    return new InputError(code, message, { source: this.source, line: this.#line, byte });
  }

  #count(utf8: Uint8Array, isBeginning: boolean): void {
    if (isBeginning && hasMark(utf8)) this.#characters--;
    for (const byte of utf8) {
      if (byte >= 0xc0) this.#characters++;
      else if (byte === CR || (byte === LF && !this.#afterCr)) this.#line++;
      this.#afterCr = byte === CR;
    }
  }
}

/** UTF-8 of pieces in another encoding. Throws InputError at the first byte that is wrong, after the text before it. */
export async function* transcode(
  chunks: AsyncIterable<Uint8Array>,
  transcoder: Transcoder,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield* passOn(transcoder.push(chunk, false));
  yield* passOn(transcoder.push(new Uint8Array(0), true));
}

function* passOn({ utf8, problem }: TranscodedPiece): Generator<Uint8Array> {
  if (utf8.length > 0) yield utf8;
  if (problem !== null) throw problem;
}

const hasMark = (utf8: Uint8Array): boolean => utf8[0] === 0xef && utf8[1] === 0xbb && utf8[2] === 0xbf;

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function singleByteDecoder(encoding: Encoding) {
  const encoder = new TextEncoder();
  const utf8Of = charactersOf(encoding).map((character) => (character === null ? null : encoder.encode(character)));
  return (bytes: Uint8Array): Decoded => {
    const out = new Uint8Array(bytes.length * 3);
    let at = 0;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte < 0x80) {
        out[at++] = byte;
        continue;
      }
      const character = utf8Of[byte];
      if (character === null) return { utf8: out.subarray(0, at), taken: i, bad: i };
      for (const each of character) out[at++] = each;
    }
    return { utf8: out.subarray(0, at), taken: bytes.length, bad: -1 };
  };
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

function utf16Decoder(encoding: 'utf-16le' | 'utf-16be') {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const encoder = new TextEncoder();
  const low = encoding === 'utf-16le' ? 0 : 1;
  return (bytes: Uint8Array, last: boolean): Decoded => {
    const unitAt = (i: number): number => bytes[i + low] | (bytes[i + 1 - low] << 8);
    let end = bytes.length - (bytes.length % 2);
    if (end >= 2 && isHighSurrogate(unitAt(end - 2))) end -= 2;
    let bad = last && end < bytes.length ? end : -1;
    for (let i = 0; i < end; i += 2) {
      const unit = unitAt(i);
      if (unit < 0xd800 || unit > 0xdfff) continue;
      if (isHighSurrogate(unit) && isLowSurrogate(unitAt(i + 2))) {
        i += 2;
        continue;
      }
      bad = end = i;
    }
    return { utf8: encoder.encode(decoder.decode(bytes.subarray(0, end))), taken: end, bad };
  };
}

/** No character of these encodings holds the byte of a line end, so whole lines can be decoded by themselves. */
function severalBytesDecoder(encoding: Encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const encoder = new TextEncoder();
  return (bytes: Uint8Array, last: boolean): Decoded => {
    const end = last || bytes.length > longestLine ? bytes.length : bytes.lastIndexOf(LF) + 1;
    try {
      return { utf8: encoder.encode(decoder.decode(bytes.subarray(0, end))), taken: end, bad: -1 };
    } catch {
      const bad = firstWrong(bytes.subarray(0, end), encoding);
      return { utf8: encoder.encode(decoder.decode(bytes.subarray(0, bad))), taken: bad, bad };
    }
  };
}

/** Start of the first invalid character. */
function firstWrong(bytes: Uint8Array, encoding: Encoding): number {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let begin = 0;
  for (let i = 0; i < bytes.length; i++) {
    try {
      if (decoder.decode(bytes.subarray(i, i + 1), { stream: true }) !== '') begin = i + 1;
    } catch {
      return begin;
    }
  }
  return begin;
}
