import { checkBatch } from './arrow-batch.js';
import type { ArrowLayouts, Layout } from './arrow-layout.js';
import { checkMetadata, readLayouts } from './arrow-layout.js';
import { FlatTable } from './flat-table.js';

const MAGIC = 'ARROW1';
/** Behind the footer of a file: its length, and the magic word once more. */
const TRAILER_BYTES = 10;
const BLOCK_BYTES = 24;
/** Stands before the length of a message since version 0.15. */
const CONTINUATION = -1;

const SCHEMA = 1;
const DICTIONARY = 2;
const BATCH = 3;

/** Memory that a file needs beside its own bytes. */
export interface ArrowSize {
  /** Bytes of texts that several cells may share. */
  readonly unpackedBytes: number;
}

/**
 * Checks an Arrow IPC file or stream for consistency before it is read: the package that reads it believes every length and every offset, and one
 * damaged byte makes it run for ever. Takes time in proportion to the bytes. Throws Error for one that cannot be.
 */
export function checkArrow(bytes: Uint8Array): ArrowSize {
  const isFile =
    bytes.length >= MAGIC.length && new TextDecoder('latin1').decode(bytes.subarray(0, MAGIC.length)) === MAGIC;
  const check = new ArrowCheck(bytes);
  if (isFile) check.file();
  else check.stream();
  return { unpackedBytes: check.viewedBytes };
}

/** A message of the format, and where what belongs to it ends. */
interface Message {
  readonly table: FlatTable;
  readonly kind: number;
  readonly version: number;
  readonly header: FlatTable;
  readonly bodyStart: number;
  readonly end: number;
}

/** Start and end of a message in a file. */
type Block = readonly [start: number, end: number];

class ArrowCheck {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #layouts: ArrowLayouts | null = null;
  #version = 0;
  readonly #dictionaries = new Map<number, number>();
  viewedBytes = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  file(): void {
    const end = this.#bytes.length - TRAILER_BYTES;
    if (end < MAGIC.length) throw new Error('a file without a footer');
    const length = this.#view.getInt32(end, true);
    if (length <= 0 || length > end) throw new Error('a footer of an impossible length');
    const footer = FlatTable.root(this.#bytes.subarray(end - length, end));
    const schema = footer.table(1);
    if (schema === null) throw new Error('a footer without a schema');
    this.#version = footer.short(0);
    this.#layouts = readLayouts(schema);
    const dictionaries = this.#blocks(footer, 2, DICTIONARY);
    const batches = this.#blocks(footer, 3, BATCH);
    const inOrder = [...dictionaries, ...batches].sort(([a], [b]) => a - b);
    for (let i = 1; i < inOrder.length; i++) {
      if (inOrder[i][0] < inOrder[i - 1][1]) throw new Error('batches that overlap');
    }
    for (const [at] of dictionaries) this.#dictionary(this.#messageAt(at));
    for (const [at] of batches) this.#batch(this.#messageAt(at));
  }

  stream(): void {
    let at = 0;
    while (at < this.#bytes.length) {
      const { length, next } = this.#lengthAt(at);
      if (length === 0) {
        const hasMore = this.#bytes.subarray(next).some((byte) => byte !== 0);
        if (hasMore) throw new Error('more behind the end of its stream, which would not be read');
        break;
      }
      at = this.#take(this.#messageAt(at));
    }
    if (this.#layouts === null) throw new Error('nothing that begins as a file or a stream');
  }

  /** Takes a message of a stream, and gives the place behind it. */
  #take(message: Message): number {
    const { kind, header, version, bodyStart, end } = message;
    if ((kind === SCHEMA) !== (this.#layouts === null)) throw new Error('a stream whose schema does not come first');
    if (kind === SCHEMA) {
      this.#layouts = readLayouts(header);
      this.#version = version;
      // The reader passes over no body of a schema.
      return bodyStart;
    }
    if (kind === BATCH) this.#batch(message);
    else if (kind === DICTIONARY) this.#dictionary(message);
    else throw new Error('a message of a kind that is not read');
    return end;
  }

  #batch(message: Message): void {
    this.#check(message, message.header, this.#layouts!.columns);
  }

  #dictionary(message: Message): void {
    const { header } = message;
    const id = header.whole(0);
    const layout = this.#layouts!.dictionaries.get(id);
    const data = header.table(1);
    if (layout === undefined || data === null) throw new Error('a dictionary that no column has');
    const rows = this.#check(message, data, [layout]);
    const before = header.byte(2) === 0 ? 0 : (this.#dictionaries.get(id) ?? 0);
    this.#dictionaries.set(id, before + rows);
  }

  #check({ version, bodyStart, end }: Message, batch: FlatTable, columns: readonly Layout[]): number {
    const { rows, viewedBytes } = checkBatch(batch, columns, {
      body: this.#bytes.subarray(bodyStart, end),
      version,
      schemaVersion: this.#version,
      dictionaries: this.#dictionaries,
    });
    this.viewedBytes += viewedBytes;
    return rows;
  }

  #blocks(footer: FlatTable, slot: number, kind: number): Block[] {
    const blocks = footer.structs(slot, BLOCK_BYTES);
    return Array.from({ length: blocks.count }, (_, i): Block => {
      const at = blocks.wholeAt(i, 0);
      const message = this.#messageAt(at);
      if (message.kind !== kind) throw new Error('a footer that takes one message for another');
      return [at, message.end];
    });
  }

  #lengthAt(at: number): { length: number; next: number } {
    const read = (place: number): number => {
      if (place < 0 || place + 4 > this.#bytes.length) throw new Error('a message that is cut off');
      return this.#view.getInt32(place, true);
    };
    const first = read(at);
    return first === CONTINUATION ? { length: read(at + 4), next: at + 8 } : { length: first, next: at + 4 };
  }

  #messageAt(at: number): Message {
    const { length, next } = this.#lengthAt(at);
    const bodyStart = next + length;
    if (length <= 0 || bodyStart > this.#bytes.length) throw new Error('a message that is cut off');
    const table = FlatTable.root(this.#bytes.subarray(next, bodyStart));
    const header = table.table(2);
    const bodyLength = table.whole(3);
    checkMetadata(table, 4);
    if (header === null) throw new Error('a message without a header');
    const end = bodyStart + bodyLength;
    if (bodyLength < 0 || end > this.#bytes.length) throw new Error('a body that is cut off');
    return { table, kind: table.byte(1), version: table.short(0), header, bodyStart, end };
  }
}
