import { InputError } from '../../base/errors.js';
import type { Encoding } from '../../table/input-spec.js';
import { encodingOfMark, unmarkedUtf16 } from './find-encoding.js';
import { Transcoder } from './transcoder.js';

/** A whole text, and the encoding that was found where none was given; null for UTF-8. */
interface DecodedText {
  readonly text: string;
  readonly found: Encoding | null;
}

const BEGINNING_BYTES = 4096;

/**
 * Decodes a whole text as `readCsv` does: UTF-8; what is not is in the encoding that was said, else in UTF-16 or Windows-1252.
 *
 * @throws InputError INVALID_UTF8 (under `strict`), ENCODING_UNCLEAR, ENCODING_INVALID
 */
export function decodeText(
  bytes: Uint8Array,
  { encoding, strict = false }: { readonly encoding?: Encoding; readonly strict?: boolean },
  source: string,
): DecodedText {
  const mark = encodingOfMark(bytes);
  const wide = mark === null ? unmarkedUtf16(bytes.subarray(0, BEGINNING_BYTES)) : mark;
  if (wide === null || wide === 'utf-8') {
    try {
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), found: null };
    } catch {
      // Another encoding, below.
    }
  }
  const isSaid = mark === null && encoding !== undefined && encoding !== 'utf-8';
  if (strict && !isSaid) throw new InputError('INVALID_UTF8', 'the bytes are not UTF-8', { source });
  const found = isSaid ? encoding : wide === null || wide === 'utf-8' ? 'windows-1252' : wide;
  const { utf8, problem } = new Transcoder(found, { isFound: !isSaid, source }).push(bytes, true);
  if (problem !== null) throw problem;
  return { text: new TextDecoder().decode(utf8), found: isSaid ? null : found };
}
