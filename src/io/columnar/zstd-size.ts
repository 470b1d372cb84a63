const FRAME = 0xfd2fb528;
/** Sixteen kinds of frames that a reader passes over. */
const PASSED_OVER = 0x184d2a50;
const MOST_OF_A_BLOCK = 128 * 1024;

/** Bytes that Zstandard becomes, at least and at most. */
interface ZstdSize {
  readonly least: number;
  readonly most: number;
}

/**
 * Size that Zstandard data unpacks to, by the headers of frames and blocks (RFC 8878, 3.1.1), without unpacking it: four bytes can stand for 128 KiB
 * of one character. Ends where the bytes are no Zstandard.
 */
export function zstdSize(bytes: Uint8Array): ZstdSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const total = { least: 0, most: 0 };
  let at = 0;
  while (at + 8 <= bytes.length) {
    const magic = view.getUint32(at, true);
    if ((magic & 0xfffffff0) >>> 0 === PASSED_OVER) {
      at += 8 + view.getUint32(at + 4, true);
      continue;
    }
    if (magic !== FRAME) break;
    const descriptor = bytes[at + 4];
    at = addBlocks(bytes, at + 4 + headerLength(descriptor), total) + ((descriptor & 4) === 0 ? 0 : 4);
  }
  return total;
}

/** Bytes of a frame's header after its magic number: descriptor, window, dictionary, size of the content. */
function headerLength(descriptor: number): number {
  const isSingle = (descriptor >> 5) & 1;
  const size = descriptor >> 6;
  return 1 + (1 - isSingle) + [0, 1, 2, 4][descriptor & 3] + (size === 0 ? isSingle : 2 ** size);
}

/** Adds the blocks of a frame from a place, and gives the place after them. */
function addBlocks(bytes: Uint8Array, from: number, total: { least: number; most: number }): number {
  let at = from;
  for (let isLast = false; !isLast && at + 3 <= bytes.length;) {
    const header = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
    const kind = (header >> 1) & 3;
    const size = header >> 3;
    isLast = (header & 1) === 1;
    total.least += kind < 2 ? size : 0;
    total.most += kind < 2 ? size : MOST_OF_A_BLOCK;
    at += 3 + (kind === 1 ? 1 : size);
  }
  return at;
}
