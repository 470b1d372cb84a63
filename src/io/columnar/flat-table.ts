/** Tables within tables that are followed. */
const DEEPEST = 64;
/** The first two numbers of a vtable are its own size and that of its table. */
const VTABLE_HEAD = 4;
/** The package reads sizes and places of two bytes as signed numbers. */
const MOST_OF_TWO_BYTES = 0x7fff;

/** State that all tables of a buffer share. */
interface FlatBuffer {
  readonly view: DataView;
  /** Number of tables that may still be visited: they may be shared, so that a few bytes can stand for very many. */
  tablesLeft: number;
}

/** Structs of one size, one behind the other. */
export interface FlatStructs {
  readonly count: number;
  /** Whole number of eight bytes of a struct, at a place within it. */
  wholeAt(index: number, place: number): number;
}

/**
 * A table of FlatBuffers, read with care: every offset, vtable, vector and text is checked against the length of the bytes. JavaScript packages for
 * FlatBuffers check none of them. Fields are named by their place in the schema, from 0; a missing one has its default. Throws Error for impossible
 * bytes.
 */
export class FlatTable {
  readonly #buffer: FlatBuffer;
  readonly #at: number;
  readonly #depth: number;
  readonly #vtable: number;
  readonly #vtableSize: number;

  private constructor(buffer: FlatBuffer, at: number, depth: number) {
    if (depth > DEEPEST) throw new Error('a message with too many tables within tables');
    if (buffer.tablesLeft-- <= 0) throw new Error('a message with more tables than bytes');
    const { view } = buffer;
    this.#buffer = buffer;
    this.#at = at;
    this.#depth = depth;
    this.#vtable = at - view.getInt32(at, true);
    requireWithin(view, this.#vtable, VTABLE_HEAD);
    this.#vtableSize = view.getUint16(this.#vtable, true);
    // In a vtable of odd size, half of an entry lies behind the end; the package reads it nevertheless.
    const isPossible =
      this.#vtableSize >= VTABLE_HEAD && this.#vtableSize <= MOST_OF_TWO_BYTES && this.#vtableSize % 2 === 0;
    if (!isPossible) throw new Error('a vtable of an impossible size');
    requireWithin(view, this.#vtable, this.#vtableSize);
  }

  /** The table that the first four bytes point to. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    requireWithin(view, 0, 4);
    return new FlatTable({ view, tablesLeft: bytes.length }, followed(view, 0), 0);
  }

  byte(slot: number, missing = 0): number {
    const at = this.#place(slot, 1);
    return at === null ? missing : this.#buffer.view.getUint8(at);
  }

  short(slot: number, missing = 0): number {
    const at = this.#place(slot, 2);
    return at === null ? missing : this.#buffer.view.getInt16(at, true);
  }

  int(slot: number, missing = 0): number {
    const at = this.#place(slot, 4);
    return at === null ? missing : this.#buffer.view.getInt32(at, true);
  }

  /** A whole number of eight bytes. Throws where a double does not hold it. */
  whole(slot: number): number {
    const at = this.#place(slot, 8);
    return at === null ? 0 : wholeOf(this.#buffer.view, at);
  }

  text(slot: number): string | null {
    const start = this.#pointed(slot);
    if (start === null) return null;
    const { view } = this.#buffer;
    const length = lengthAt(view, start, 1);
    return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + start + 4, length));
  }

  table(slot: number): FlatTable | null {
    const start = this.#pointed(slot);
    return start === null ? null : new FlatTable(this.#buffer, start, this.#depth + 1);
  }

  tables(slot: number): FlatTable[] {
    const start = this.#pointed(slot);
    if (start === null) return [];
    const { view } = this.#buffer;
    const found: FlatTable[] = [];
    const count = lengthAt(view, start, 4);
    for (let i = 0; i < count; i++) {
      found.push(new FlatTable(this.#buffer, followed(view, start + 4 + 4 * i), this.#depth + 1));
    }
    return found;
  }

  ints(slot: number): number[] | null {
    const start = this.#pointed(slot);
    if (start === null) return null;
    const { view } = this.#buffer;
    return Array.from({ length: lengthAt(view, start, 4) }, (_, i) => view.getInt32(start + 4 + 4 * i, true));
  }

  structs(slot: number, size: number): FlatStructs {
    const start = this.#pointed(slot);
    if (start === null) return { count: 0, wholeAt: () => 0 };
    const { view } = this.#buffer;
    const count = lengthAt(view, start, size);
    return { count, wholeAt: (index, place) => wholeOf(view, start + 4 + index * size + place) };
  }

  /** Position of a field of `size` bytes, or null where the table has none. */
  #place(slot: number, size: number): number | null {
    const entry = VTABLE_HEAD + 2 * slot;
    if (entry + 2 > this.#vtableSize) return null;
    const { view } = this.#buffer;
    const offset = view.getUint16(this.#vtable + entry, true);
    if (offset === 0) return null;
    if (offset > MOST_OF_TWO_BYTES) throw new Error('a field outside of its table');
    requireWithin(view, this.#at + offset, size);
    return this.#at + offset;
  }

  #pointed(slot: number): number | null {
    const at = this.#place(slot, 4);
    return at === null ? null : followed(this.#buffer.view, at);
  }
}

function requireWithin(view: DataView, at: number, size: number): void {
  if (at < 0 || at + size > view.byteLength) throw new Error('a place outside of its message');
}

/** Target of an offset, always farther on: nothing points to itself. */
function followed(view: DataView, at: number): number {
  const offset = view.getInt32(at, true);
  if (offset <= 0) throw new Error('an offset that does not lead onward');
  requireWithin(view, at + offset, 4);
  return at + offset;
}

/** Length of a vector whose elements have `size` bytes each. */
function lengthAt(view: DataView, start: number, size: number): number {
  const length = view.getInt32(start, true);
  if (length < 0 || start + 4 + length * size > view.byteLength) throw new Error('a vector outside of its message');
  return length;
}

function wholeOf(view: DataView, at: number): number {
  const value = Number(view.getBigInt64(at, true));
  if (!Number.isSafeInteger(value)) throw new Error('a number that is too large');
  return value;
}
