import { InputError } from '../../base/errors.js';
import type { Encoding } from '../../table/input-spec.js';

/** Thrown where the beginning of a file shows that it is not UTF-8, before anything of it was taken. */
export class OtherEncodingError extends InputError {
  constructor(
    readonly encoding: Encoding,
    readonly sign: string,
    source: string | undefined,
  ) {
    const message = `the file is ${encoding} by ${sign}; set input.encoding (--encoding ${encoding}), or convert it to UTF-8`;
    super('ENCODING_UTF16', message, { source, byte: 0 });
  }
}

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The encoding whose byte order mark the bytes begin with, and null without one. */
export function encodingOfMark(bytes: Uint8Array): Encoding | null {
  const found = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte));
  return found === undefined ? null : found[0];
}

/**
 * UTF-16 without a byte order mark: every other byte of ASCII characters is NUL, and what the bytes say as UTF-16 is text with lines
 * of its own. Null for anything else.
 *
 * @param bytes the first some thousand bytes of a file, or all
 */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const end = bytes.length - (bytes.length % 2);
  const nuls = [0, 0];
  for (let i = 0; i < end; i++) if (bytes[i] === 0) nuls[i % 2]++;
  const [high, low] = nuls;
  if ((high === 0) === (low === 0) || (high + low) * 10 < end) return null;
  const encoding = high === 0 ? 'utf-16le' : 'utf-16be';
  const isHalf = ((bytes[end - (high === 0 ? 1 : 2)] ?? 0) & 0xfc) === 0xd8;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, isHalf ? end - 2 : end));
    return /[\r\n]/.test(text) && !/[^\P{C}\t\r\n\p{Cf}]/u.test(text) ? encoding : null;
  } catch {
    return null;
  }
}
