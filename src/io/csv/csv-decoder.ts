import { OtherEncodingError, encodingOfMark, unmarkedUtf16 } from '../encoding/find-encoding.js';
import { BEGINNING_BYTES } from '../foreign-format.js';
import type { BeginningOptions } from '../refuse-foreign.js';
import { refuseForeign } from '../refuse-foreign.js';

/** The text of some bytes, and the problem that stands right after that text, if any. */
export interface DecodedPiece {
  readonly text: string;
  readonly problem: { readonly code: string; readonly message: string; readonly byte: number } | null;
}

/** Bytes of the byte order mark of UTF-8. */
const MARK_BYTES = 3;

/**
 * Looks at the beginning of a file of CSV. Where the input is described, its format and its encoding are not looked for.
 *
 * @param bytes the first {@link BEGINNING_BYTES}, or all, or more
 * @returns length of a byte order mark that is to be passed over: 0 or 3
 * @throws InputError ENCODING_UTF16, COMPRESSED_INPUT, FOREIGN_FORMAT
 */
export function checkBeginning(bytes: Uint8Array, options: BeginningOptions): number {
  const mark = encodingOfMark(bytes);
  if (mark === null || mark === 'utf-8') refuseForeign(bytes, options);
  return checkEncoding(bytes, options);
}

/** {@link checkBeginning} of a file of JSON. */
export function checkJsonBeginning(bytes: Uint8Array, options: BeginningOptions): number {
  const length = checkEncoding(bytes, options);
  refuseForeign(bytes, options, ({ isJson }) => isJson === true);
  return length;
}

function checkEncoding(bytes: Uint8Array, { sourceName, described }: BeginningOptions): number {
  const mark = encodingOfMark(bytes);
  if (mark === 'utf-8') return MARK_BYTES;
  if (described !== undefined) return 0;
  if (mark !== null) throw new OtherEncodingError(mark, 'its byte order mark', sourceName);
  const wide = unmarkedUtf16(bytes.subarray(0, BEGINNING_BYTES));
  if (wide !== null) throw new OtherEncodingError(wide, 'its NUL bytes', sourceName);
  return 0;
}

/**
 * Turns bytes into text piece by piece, strictly: what is not UTF-8, and NUL, is a problem, never a replacement
 * character. Whole characters are cut out here and decoded without the decoder's streaming mode, which is several times
 * slower and gives two-byte strings.
 */
export class CsvDecoder {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #tail: Uint8Array = new Uint8Array(0);

  /**
   * @param chunk the bytes after those of the last call
   * @param offset where they stand in the file
   * @param last that no bytes follow
   */
  decode(chunk: Uint8Array, offset: number, last: boolean): DecodedPiece {
    let bytes = chunk;
    let base = offset;
    if (this.#tail.length > 0) {
      bytes = new Uint8Array(this.#tail.length + chunk.length);
      bytes.set(this.#tail);
      bytes.set(chunk, this.#tail.length);
      base -= this.#tail.length;
    }
    const end = last ? bytes.length : wholeCharacters(bytes);
    const whole = bytes.subarray(0, end);
    this.#tail = bytes.slice(end);
    let text: string;
    try {
      text = this.#decoder.decode(whole);
    } catch {
      const valid = validLength(whole);
      const prefix = cutAtNul(this.#decoder.decode(whole.subarray(0, valid)), whole, base);
      if (prefix.problem !== null) return prefix;
      const message =
        'the bytes are not UTF-8; set input.encoding (--encoding) to their encoding, such as windows-1252';
      return { text: prefix.text, problem: { code: 'INVALID_UTF8', message, byte: base + valid } };
    }
    return cutAtNul(text, whole, base);
  }
}

function cutAtNul(text: string, bytes: Uint8Array, offset: number): DecodedPiece {
  const at = text.indexOf('\0');
  if (at < 0) return { text, problem: null };
  const message =
    'a NUL byte; text never holds one (set input.encoding for UTF-16; convert a file that is not text to CSV)';
  return { text: text.slice(0, at), problem: { code: 'NUL_BYTE', message, byte: offset + bytes.indexOf(0) } };
}

/** Length of the bytes without a character that is cut off at the end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back];
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** Length of the longest prefix that is UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF). */
function validLength(bytes: Uint8Array): number {
  let i = 0;
  while (i < bytes.length) {
    const lead = bytes[i];
    if (lead < 0x80) {
      i++;
      continue;
    }
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || i + length > bytes.length) return i;
    const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (bytes[i + 1] < low || bytes[i + 1] > high) return i;
    for (let k = 2; k < length; k++) if ((bytes[i + k] & 0xc0) !== 0x80) return i;
    i += length;
  }
  return i;
}
