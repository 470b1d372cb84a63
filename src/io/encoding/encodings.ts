import { encodings } from '../../table/input-spec.js';
import type { Encoding } from '../../table/input-spec.js';

/** Names that people use and the Encoding Standard does not know. */
const otherNames = new Map<string, Encoding>([
  ['utf-16', 'utf-16le'],
  ['utf16', 'utf-16le'],
  ['utf-16-le', 'utf-16le'],
  ['utf-16-be', 'utf-16be'],
  ['latin-1', 'iso-8859-1'],
  ['latin-9', 'iso-8859-15'],
  ['latin9', 'iso-8859-15'],
  ['ansi', 'windows-1252'],
  ['macroman', 'macintosh'],
  ['mac-roman', 'macintosh'],
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['cp866', 'ibm866'],
]);

/** The encoding that people call so, in any case: `latin1`, `UTF8`, `cp1252`; null when none is known by that name. */
export function encodingNamed(name: string): Encoding | null {
  const label = name.trim().toLowerCase();
  const own = encodings.find((each) => each === label) ?? otherNames.get(label);
  if (own !== undefined) return own;
  try {
    const standard = new TextDecoder(label).encoding.toLowerCase();
    return encodings.find((each) => each === standard) ?? null;
  } catch {
    return null;
  }
}

/** The characters of windows-1252 for the bytes 0x80 to 0x9F: not every platform's decoder of that name has them. */
const western =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** True where every character is one byte, and the bytes below 0x80 are ASCII. */
export const isSingleByte = (encoding: Encoding): boolean => /^(windows|iso|koi8|ibm|macintosh)/.test(encoding);

/** [256] the character of every byte of a single-byte encoding, null where it has none. */
export function charactersOf(encoding: Encoding): readonly (string | null)[] {
  const isWestern = encoding === 'windows-1252' || encoding === 'iso-8859-1';
  const decoder = new TextDecoder(encoding, { fatal: true });
  return Array.from({ length: 256 }, (_, byte) => {
    if (byte < 0x80 || (isWestern && byte >= 0xa0)) return String.fromCharCode(byte);
    if (isWestern) return western[byte - 0x80];
    try {
      return decoder.decode(Uint8Array.of(byte));
    } catch {
      return null;
    }
  });
}
