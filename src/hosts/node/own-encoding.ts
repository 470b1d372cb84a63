import { isUtf8 } from 'node:buffer';
import { BEGINNING_BYTES } from '../../io/foreign-format.js';
import { encodingOfMark, unmarkedUtf16 } from '../../io/encoding/find-encoding.js';
import { Transcoder, transcode } from '../../io/encoding/transcoder.js';
import type { FileEncoding } from '../../table/input-description.js';
import type { Encoding } from '../../table/input-spec.js';
import type { Warning } from '../../table/table.js';

/** The bytes of one of several files as UTF-8, whatever encoding it is in by itself, and what to say of that. */
interface DecodedFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly encoding: FileEncoding;
  /** Returns the warnings; called when all bytes were read. */
  warnings(): readonly Warning[];
}

/**
 * Finds the encoding of one of several files that are read as one, by all its bytes: each may be in another.
 *
 * @param open opens the file; called twice, or once where its encoding is known
 */
export async function decodeOwn(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
  known?: FileEncoding,
): Promise<DecodedFile> {
  const encoding = known?.encoding ?? (await encodingOf(open()));
  if (encoding === 'utf-8') return { bytes: open(), encoding: { encoding }, warnings: () => [] };
  const transcoder = new Transcoder(encoding, { isFound: true, source: name });
  return {
    bytes: transcode(open(), transcoder),
    encoding: { encoding, sign: 'not UTF-8' },
    warnings: () => {
      const { characters } = transcoder.text;
      const message = `${name} is not UTF-8: read as ${encoding}, characters beyond ASCII: ${characters}; set input.encoding (--encoding) if the files have another encoding`;
      return [{ code: 'ENCODING_FOUND', message }];
    },
  };
}

async function encodingOf(bytes: AsyncIterable<Uint8Array>): Promise<Encoding> {
  let beginning: Uint8Array | null = new Uint8Array(0);
  let tail: Uint8Array = new Uint8Array(0);
  for await (const chunk of bytes) {
    if (beginning !== null) {
      beginning = Buffer.concat([beginning, chunk]);
      const wide: Encoding | null = beginning.length < BEGINNING_BYTES ? null : wideEncodingOf(beginning);
      if (wide !== null) return wide;
      if (beginning.length >= BEGINNING_BYTES) beginning = null;
    }
    const all = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
    const end = endOfCharacters(all);
    if (!isUtf8(all.subarray(0, end))) return (beginning === null ? null : wideEncodingOf(beginning)) ?? 'windows-1252';
    tail = all.slice(end);
  }
  const wide = beginning === null ? null : wideEncodingOf(beginning);
  return wide ?? (tail.length === 0 ? 'utf-8' : 'windows-1252');
}

/** UTF-16, by a mark or by NUL bytes; null for anything else. */
function wideEncodingOf(beginning: Uint8Array): Encoding | null {
  const mark = encodingOfMark(beginning);
  return mark === null ? unmarkedUtf16(beginning.subarray(0, BEGINNING_BYTES)) : mark === 'utf-8' ? null : mark;
}

/** Length of the bytes without a character that is cut off at the end. */
function endOfCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back];
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
