const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const WORKBOOK = 'xl/workbook.xml';
/** Bytes of the list of sheets of a workbook; longer ones are not looked at. */
const MOST_BYTES = 4 * 1024 * 1024;

/** [sheets] true for sheets that Excel hides, in the order of the workbook; empty where the list of sheets cannot be read. */
export async function hiddenSheets(bytes: Uint8Array): Promise<readonly boolean[]> {
  try {
    const xml = await readEntry(bytes, WORKBOOK);
    const sheets = xml?.match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? [];
    return sheets.map((sheet) => /\sstate\s*=\s*["'](?:hidden|veryHidden)["']/.test(sheet));
  } catch {
    // The reader of the workbook reports what is wrong with it.
    return [];
  }
}

/** The text of a file of a zip archive, null without it. */
async function readEntry(bytes: Uint8Array, wanted: string): Promise<string | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_BYTES;
  const first = Math.max(0, end - LONGEST_COMMENT);
  while (end >= first && view.getUint32(end, true) !== END) end--;
  if (end < first) return null;
  let at = view.getUint32(end + 16, true);
  while (at + ENTRY_BYTES <= bytes.length && view.getUint32(at, true) === ENTRY) {
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    if (name === wanted && view.getUint32(at + 24, true) <= MOST_BYTES) {
      const local = view.getUint32(at + 42, true);
      const from = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const packed = bytes.slice(from, from + view.getUint32(at + 20, true));
      return view.getUint16(at + 10, true) === 0 ? new TextDecoder().decode(packed) : unpack(packed);
    }
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return null;
}

async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST_BYTES) throw new Error('a list of sheets that is longer than its size says');
  }
}
