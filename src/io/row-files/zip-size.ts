const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;

/**
 * The bytes that the files of a zip archive become, as its directory says (APPNOTE.TXT, 4.3.12); an unpacker gives each no more room
 * than that. Sizes of four bytes and more (ZIP64) count as 4 GiB. What is no archive has 0 bytes.
 */
export function unzippedBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_BYTES;
  const first = Math.max(0, end - LONGEST_COMMENT);
  while (end >= first && view.getUint32(end, true) !== END) end--;
  if (end < first) return 0;
  let total = 0;
  let at = view.getUint32(end + 16, true);
  while (at + ENTRY_BYTES <= bytes.length && view.getUint32(at, true) === ENTRY) {
    total += view.getUint32(at + 24, true);
    at += ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return total;
}
