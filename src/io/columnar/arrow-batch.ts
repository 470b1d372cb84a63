import type { Layout } from './arrow-layout.js';
import { VERSION_4, VERSION_5 } from './arrow-layout.js';
import type { FlatStructs, FlatTable } from './flat-table.js';

const VIEW_BYTES = 16;
/** Texts up to this length stand within their view. */
const LONGEST_WITHIN = 12;

/** Context that a batch is checked against. */
interface BatchSurroundings {
  readonly body: Uint8Array;
  /** Versions of the message and of the schema. */
  readonly version: number;
  readonly schemaVersion: number;
  /** Entries of the dictionaries that came before it. */
  readonly dictionaries: ReadonlyMap<number, number>;
}

/** Rows of a batch, and bytes that its views point to, which may be shared. */
interface BatchSize {
  readonly rows: number;
  readonly viewedBytes: number;
}

/** A node: cells of a column, or of what is in its cells, and how many of them are null. */
interface Node {
  readonly length: number;
  readonly nulls: number;
}

/**
 * Checks a record batch against its body: every buffer lies in it, has room for the cells that its column says it has, and points to
 * nothing that is not there. Throws Error for one that cannot be.
 */
export function checkBatch(batch: FlatTable, columns: readonly Layout[], around: BatchSurroundings): BatchSize {
  const rows = batch.whole(0);
  if (rows < 0) throw new Error('a batch with an impossible number of rows');
  const compression = batch.table(3);
  if (compression !== null) {
    const codec = compression.byte(0) === 0 ? 'LZ4' : 'Zstandard';
    throw new Error(`it is compressed with ${codec}, which is not read: write it uncompressed`);
  }
  const check = new BatchCheck(batch, around);
  for (const column of columns) {
    if (check.visit(column) !== rows) throw new Error('a column with more or fewer cells than its batch has rows');
  }
  check.end();
  return { rows, viewedBytes: check.viewedBytes };
}

class BatchCheck {
  readonly #around: BatchSurroundings;
  readonly #view: DataView;
  readonly #nodes: FlatStructs;
  readonly #buffers: FlatStructs;
  readonly #variadic: FlatStructs;
  /** Bytes of a buffer's entry before its offset: old ones name a page. */
  readonly #before: number;
  #node = 0;
  #buffer = 0;
  #list = 0;
  #used = 0;
  viewedBytes = 0;

  constructor(batch: FlatTable, around: BatchSurroundings) {
    const { body } = around;
    this.#around = around;
    this.#view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    this.#before = around.version < VERSION_4 ? 8 : 0;
    this.#nodes = batch.structs(1, 16);
    this.#buffers = batch.structs(2, 16 + this.#before);
    this.#variadic = batch.structs(4, 8);
  }

  end(): void {
    if (this.#node !== this.#nodes.count || this.#buffer !== this.#buffers.count) {
      throw new Error('a batch with more columns or buffers than its schema');
    }
  }

  /** Looks at a column, or at what is in its cells, and gives its length. */
  visit(layout: Layout): number {
    const node = this.#nextNode();
    const { length } = node;
    if (layout.kind === 'null') return length;
    if (layout.kind === 'union') return this.#union(layout, length);
    // Nodes of the types above are written with other numbers, and are not read.
    if (node.nulls < 0 || node.nulls > length) throw new Error('a column with an impossible number of nulls');
    const bitmap = this.#nextBuffer();
    if (node.nulls > 0) requireRoom(bitmap, length);
    const isValid = (row: number): boolean => node.nulls === 0 || (bitmap.getUint8(row >> 3) & (1 << (row & 7))) !== 0;
    switch (layout.kind) {
      case 'fixed':
        this.#data(node, layout.bits);
        break;
      case 'dictionary':
        this.#codes(layout, node, isValid);
        break;
      case 'bytes':
        requireBytes(this.#offsets(node, layout.isWide), this.#nextBuffer);
        break;
      case 'views':
        this.#views(node, isValid);
        break;
      case 'list':
        requireCells(this.#offsets(node, layout.isWide), this.visit(layout.child));
        break;
      case 'fixed-list':
        requireCells(length * layout.size, this.visit(layout.child));
        break;
      case 'struct':
        for (const child of layout.children) requireCells(length, this.visit(child));
        break;
    }
    return length;
  }

  #nextNode(): Node {
    if (this.#node >= this.#nodes.count) throw new Error('a batch with fewer columns than its schema');
    const length = this.#nodes.wholeAt(this.#node, 0);
    const nulls = this.#nodes.wholeAt(this.#node, 8);
    this.#node++;
    if (length < 0) throw new Error('a column with an impossible number of cells');
    return { length, nulls };
  }

  readonly #nextBuffer = (): DataView => {
    if (this.#buffer >= this.#buffers.count) throw new Error('a batch with fewer buffers than its schema');
    const offset = this.#buffers.wholeAt(this.#buffer, this.#before);
    const length = this.#buffers.wholeAt(this.#buffer, this.#before + 8);
    this.#buffer++;
    const { byteLength, buffer, byteOffset } = this.#view;
    const isWithin = offset >= 0 && length >= 0 && (length === 0 || offset + length <= byteLength);
    if (!isWithin) throw new Error('a buffer outside of its batch');
    this.#used += length;
    // Every byte belongs to one buffer: overlapping buffers could declare many more bytes than the file has.
    if (this.#used > byteLength) throw new Error('buffers that overlap');
    return new DataView(buffer, byteOffset + (length === 0 ? 0 : offset), length);
  };

  /** Buffer of cells of `bits` bits each; it may be absent where all of them are null. */
  #data({ length, nulls }: Node, bits: number): DataView {
    const data = this.#nextBuffer();
    if (data.byteLength > 0 || nulls < length) requireRoom(data, length * bits);
    return data;
  }

  #codes(
    { id, bits, isSigned }: Extract<Layout, { kind: 'dictionary' }>,
    node: Node,
    isValid: (row: number) => boolean,
  ): void {
    const data = this.#data(node, bits);
    const entries = this.#around.dictionaries.get(id) ?? 0;
    const code = codeReader(data, bits, isSigned);
    for (let row = 0; row < node.length; row++) {
      if (!isValid(row)) continue;
      const found = code(row);
      if (found < 0 || found >= entries) throw new Error('a cell that is not in its dictionary');
    }
  }

  /** Looks at a buffer of offsets, which never go back, and gives the last. */
  #offsets({ length, nulls }: Node, isWide: boolean): number {
    const offsets = this.#nextBuffer();
    if (length === 0 || (offsets.byteLength === 0 && nulls === length)) return 0;
    requireRoom(offsets, (length + 1) * (isWide ? 64 : 32));
    const read = codeReader(offsets, isWide ? 64 : 32, true);
    let before = 0;
    for (let i = 0; i <= length; i++) {
      const offset = read(i);
      if (offset < before) throw new Error('an offset that goes back');
      before = offset;
    }
    return before;
  }

  #views({ length, nulls }: Node, isValid: (row: number) => boolean): void {
    const views = this.#data({ length, nulls }, 8 * VIEW_BYTES);
    const count = this.#list < this.#variadic.count ? this.#variadic.wholeAt(this.#list, 0) : 0;
    this.#list++;
    if (count < 0 || count > this.#buffers.count) throw new Error('views with an impossible number of buffers');
    const texts = Array.from({ length: count }, () => this.#nextBuffer().byteLength);
    for (let row = 0; row < length; row++) {
      if (!isValid(row)) continue;
      const at = row * VIEW_BYTES;
      const size = views.getInt32(at, true);
      if (size >= 0 && size <= LONGEST_WITHIN) continue;
      const index = views.getInt32(at + 8, true);
      const offset = views.getInt32(at + 12, true);
      const isWithin = size > 0 && index >= 0 && index < count && offset >= 0 && offset + size <= texts[index];
      if (!isWithin) throw new Error('a view outside of its buffers');
      this.viewedBytes += size;
    }
  }

  #union({ isDense, ids, children }: Extract<Layout, { kind: 'union' }>, length: number): number {
    if (this.#around.schemaVersion < VERSION_5) this.#nextBuffer();
    const types = this.#nextBuffer();
    requireRoom(types, 8 * length);
    const offsets = isDense ? this.#nextBuffer() : null;
    if (offsets !== null) requireRoom(offsets, 32 * length);
    const lengths = children.map((child) => this.visit(child));
    for (let row = 0; row < length; row++) {
      const cells = lengths[ids.indexOf(types.getInt8(row))];
      const at = offsets?.getInt32(4 * row, true) ?? row;
      if (cells === undefined || at < 0 || at >= cells) throw new Error('a cell of a union that is not there');
    }
    return length;
  }
}

function codeReader(data: DataView, bits: number, isSigned: boolean): (index: number) => number {
  switch (bits) {
    case 8:
      return isSigned ? (i) => data.getInt8(i) : (i) => data.getUint8(i);
    case 16:
      return isSigned ? (i) => data.getInt16(2 * i, true) : (i) => data.getUint16(2 * i, true);
    case 32:
      return isSigned ? (i) => data.getInt32(4 * i, true) : (i) => data.getUint32(4 * i, true);
    default:
      return (i) => Number(data.getBigInt64(8 * i, true));
  }
}

function requireRoom(buffer: DataView, bits: number): void {
  if (buffer.byteLength < Math.ceil(bits / 8)) throw new Error('a buffer that is too short for its cells');
}

function requireBytes(end: number, nextBuffer: () => DataView): void {
  if (nextBuffer().byteLength < end) throw new Error('a text that ends behind its buffer');
}

function requireCells(needed: number, found: number): void {
  if (found < needed) throw new Error('a list or a struct with more cells than are there');
}
