import { InputError } from '../errors.js';

/** What came of a piece of the input: its text, and the problem that stands right after that text, if any. */
export interface DecodedPiece {
  readonly text: string;
  readonly problem: { readonly code: string; readonly message: string; readonly byte: number | undefined } | null;
}

const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/**
 * Turns bytes into text piece by piece, strictly: what is not UTF-8 is a problem, never a replacement character. A
 * byte order mark at the very beginning is removed. Whole characters are cut out here and decoded without the
 * decoder's streaming mode, which is several times slower and gives two-byte strings.
 */
export class CsvDecoder {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #tail: Uint8Array = new Uint8Array(0);
  #bytes = 0;
  #started = false;

  /** @param source name for messages */
  constructor(readonly source?: string) {}

  /** The text of the next bytes. `last` says that none follow. Throws InputError for what is no CSV text at all. */
  decode(chunk: Uint8Array, last: boolean): DecodedPiece {
    let bytes = chunk;
    if (this.#tail.length > 0) {
      bytes = new Uint8Array(this.#tail.length + chunk.length);
      bytes.set(this.#tail);
      bytes.set(chunk, this.#tail.length);
    }
    let offset = this.#bytes;
    if (!this.#started) {
      if (bytes.length < 4 && !last) {
        this.#tail = bytes.slice();
        return { text: '', problem: null };
      }
      this.#started = true;
      checkMagic(bytes, this.source);
      if (startsWith(bytes, [0xef, 0xbb, 0xbf])) {
        bytes = bytes.subarray(3);
        offset += 3;
      }
    }
    const end = last ? bytes.length : wholeCharacters(bytes);
    const whole = bytes.subarray(0, end);
    this.#tail = bytes.slice(end);
    this.#bytes = offset + end;
    let text: string;
    try {
      text = this.#decoder.decode(whole);
    } catch {
      const valid = validLength(whole);
      const prefix = cutAtNul(this.#decoder.decode(whole.subarray(0, valid)), whole, offset);
      if (prefix.problem !== null) return prefix;
      const message = 'the bytes are not UTF-8; convert the file to UTF-8 first';
      return { text: prefix.text, problem: { code: 'INVALID_UTF8', message, byte: offset + valid } };
    }
    return cutAtNul(text, whole, offset);
  }
}

function cutAtNul(text: string, bytes: Uint8Array, offset: number): DecodedPiece {
  const at = text.indexOf('\0');
  if (at < 0) return { text, problem: null };
  const message = 'a NUL byte; text never holds one (a file in UTF-16 must be converted to UTF-8 first)';
  return { text: text.slice(0, at), problem: { code: 'NUL_BYTE', message, byte: offset + bytes.indexOf(0) } };
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return bytes.length >= magic.length && magic.every((byte, i) => bytes[i] === byte);
}

function checkMagic(bytes: Uint8Array, source: string | undefined): void {
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])) {
    throw new InputError('ENCODING_UTF16', 'the file is UTF-16 by its byte order mark; convert it to UTF-8 first', {
      source,
      byte: 0,
    });
  }
  if (startsWith(bytes, GZIP) || startsWith(bytes, ZIP)) {
    throw new InputError('COMPRESSED_INPUT', 'the file is compressed (gzip or zip); decompress it first', {
      source,
      byte: 0,
    });
  }
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
