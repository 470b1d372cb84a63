/** A reader and writer of WebAssembly binaries, as far as mutants of the kernels need it: sections, functions, instructions. */

export interface Section {
  readonly id: number;
  readonly body: Uint8Array;
}

/** An instruction: its bytes are `code[from, to)`. `opcode` is the first byte, for prefixed ones prefix * 0x100 + number. */
export interface Instruction {
  readonly opcode: number;
  readonly from: number;
  readonly to: number;
  /** The first immediate, when it is a LEB128 number (an index, a constant, an alignment); else 0. */
  readonly immediate: bigint;
}

export interface FunctionType {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
}

export interface WasmFunction {
  readonly index: number;
  readonly type: FunctionType;
  /** The body with its locals, without its size; instructions begin at `start`. */
  readonly code: Uint8Array;
  readonly start: number;
  readonly instructions: readonly Instruction[];
  /** Start of the body in the file. */
  readonly offset: number;
}

export interface WasmModule {
  readonly sections: readonly Section[];
  /** [functions] types of all of them, imported ones too. */
  readonly typeOf: readonly FunctionType[];
  readonly functions: readonly WasmFunction[];
  /** Globals that the module defines or imports. */
  readonly globals: number;
  readonly exports: ReadonlyMap<string, number>;
  /** Names of functions by index, from the section of names. */
  readonly names: ReadonlyMap<number, string>;
}

export const SECTION = { custom: 0, type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const;
/** The sections in the order in which they must stand; 12 (count of data) comes before the code. */
const ORDER = [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11];
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** Reads numbers and names from bytes, from a place on. */
class Cursor {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  byte(): number {
    return this.bytes[this.at++];
  }

  /** An unsigned LEB128 number below 2^32. */
  u32(): number {
    return Number(this.leb().value);
  }

  /** A signed LEB128 number. */
  signed(): bigint {
    const { value, bits } = this.leb();
    return BigInt.asIntN(bits, value);
  }

  name(): string {
    const length = this.u32();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.u32() }, read);
  }

  private leb(): { value: bigint; bits: number } {
    let value = 0n;
    let bits = 0;
    let byte: number;
    do {
      byte = this.byte();
      value |= BigInt(byte & 0x7f) << BigInt(bits);
      bits += 7;
    } while (byte >= 0x80);
    return { value, bits };
  }
}

/** The bytes of an unsigned LEB128 number. */
export function unsignedLeb(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  do {
    bytes.push((left % 0x80) + (left >= 0x80 ? 0x80 : 0));
    left = Math.floor(left / 0x80);
  } while (left > 0);
  return bytes;
}

/** The bytes of a signed LEB128 number. */
export function signedLeb(value: bigint): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left >>= 7n) {
    const low = Number(left & 0x7fn);
    if ((left >> 6n === 0n || left >> 6n === -1n) && (low & 0x40) === (left < 0n ? 0x40 : 0)) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

/** Reads a module. Throws for what is no module, and for opcodes that it does not know. */
export function readModule(file: Uint8Array): WasmModule {
  if (HEADER.some((byte, i) => file[i] !== byte)) throw new Error('not a WebAssembly module of version 1');
  const cursor = new Cursor(file, HEADER.length);
  const sections: Section[] = [];
  let codeOffset = 0;
  while (cursor.at < file.length) {
    const id = cursor.byte();
    const size = cursor.u32();
    if (id === SECTION.code) codeOffset = cursor.at;
    sections.push({ id, body: file.subarray(cursor.at, cursor.at + size) });
    cursor.at += size;
  }
  const open = (id: number): Cursor => new Cursor(sections.find((each) => each.id === id)?.body ?? Uint8Array.of(0));
  const typeSection = open(SECTION.type);
  const types = typeSection.list(() => readType(typeSection));
  const imported = readImports(open(SECTION.import));
  const functionSection = open(SECTION.function);
  const typeIndexes = [...imported.functions, ...functionSection.list(() => functionSection.u32())];
  const typeOf = typeIndexes.map((index) => types[index]);
  const codeSection = open(SECTION.code);
  const functions = codeSection
    .list(() => codeSection)
    .map((cursor, i) => {
      const size = cursor.u32();
      const code = cursor.bytes.subarray(cursor.at, cursor.at + size);
      const offset = codeOffset + cursor.at;
      cursor.at += size;
      const index = imported.functions.length + i;
      return { index, type: typeOf[index], code, offset, ...readInstructions(code) };
    });
  return {
    sections,
    typeOf,
    functions,
    globals: imported.globals + open(SECTION.global).u32(),
    exports: readExports(open(SECTION.export)),
    names: readNames(sections),
  };
}

/** The file of sections. */
export function writeModule(sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const size = sections.reduce((sum, { body }) => sum + body.length + 6, HEADER.length);
  const file = new Uint8Array(size);
  file.set(HEADER);
  let at = HEADER.length;
  for (const { id, body } of sections) {
    const head = [id, ...unsignedLeb(body.length)];
    file.set(head, at);
    file.set(body, at + head.length);
    at += head.length + body.length;
  }
  return file.slice(0, at);
}

/** The sections with another body for one of them, which may be new. */
export function withSection(sections: readonly Section[], id: number, body: Uint8Array): Section[] {
  const others = sections.filter((each) => each.id !== id);
  const after = others.findIndex((each) => each.id !== 0 && ORDER.indexOf(each.id) > ORDER.indexOf(id));
  const place = after < 0 ? others.length : after;
  return [...others.slice(0, place), { id, body }, ...others.slice(place)];
}

/** The body of a section of code, from the bodies of all its functions. */
export function writeCode(codes: readonly Uint8Array[]): Uint8Array {
  const pieces = codes.flatMap((code) => [Uint8Array.from(unsignedLeb(code.length)), code]);
  return joinBytes([Uint8Array.from(unsignedLeb(codes.length)), ...pieces]);
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function readType(cursor: Cursor): FunctionType {
  if (cursor.byte() !== 0x60) throw new Error('a type that is no function');
  const bytes = (): number[] => cursor.list(() => cursor.byte());
  return { parameters: bytes(), results: bytes() };
}

function readImports(cursor: Cursor): { functions: number[]; globals: number } {
  const functions: number[] = [];
  let globals = 0;
  const limits = (): void => {
    const flags = cursor.u32();
    cursor.u32();
    if ((flags & 1) !== 0) cursor.u32();
  };
  cursor.list(() => {
    cursor.name();
    cursor.name();
    const kind = cursor.byte();
    if (kind === 0) functions.push(cursor.u32());
    else if (kind === 1) {
      cursor.byte();
      limits();
    } else if (kind === 2) limits();
    else {
      cursor.at += 2;
      globals++;
    }
  });
  return { functions, globals };
}

function readExports(cursor: Cursor): Map<string, number> {
  const found = new Map<string, number>();
  cursor.list(() => {
    const name = cursor.name();
    const kind = cursor.byte();
    const index = cursor.u32();
    if (kind === 0) found.set(name, index);
  });
  return found;
}

function readNames(sections: readonly Section[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { id, body } of sections) {
    const cursor = new Cursor(body);
    if (id !== SECTION.custom || cursor.name() !== 'name') continue;
    while (cursor.at < body.length) {
      const kind = cursor.byte();
      const end = cursor.u32() + cursor.at;
      if (kind === 1) cursor.list(() => names.set(cursor.u32(), cursor.name()));
      cursor.at = end;
    }
  }
  return names;
}

function readInstructions(code: Uint8Array): { start: number; instructions: Instruction[] } {
  const cursor = new Cursor(code);
  cursor.list(() => {
    cursor.u32();
    cursor.byte();
  });
  const start = cursor.at;
  const instructions: Instruction[] = [];
  while (cursor.at < code.length) {
    const from = cursor.at;
    const first = cursor.byte();
    const opcode = first === 0xfc || first === 0xfd ? first * 0x100 + cursor.u32() : first;
    const immediate = readImmediates(cursor, opcode);
    instructions.push({ opcode, from, to: cursor.at, immediate });
  }
  return { start, instructions };
}

/** Passes what follows an opcode; see the binary format of the specification, section 5.4. Returns the first number. */
function readImmediates(cursor: Cursor, opcode: number): bigint {
  const numbers = (count: number): bigint => {
    const values = Array.from({ length: count }, () => cursor.signed());
    return values[0];
  };
  const bytes = (count: number): bigint => {
    cursor.at += count;
    return 0n;
  };
  if (opcode >= 0xfd00) return readVectorImmediates(cursor, opcode - 0xfd00, bytes);
  if (opcode >= 0xfc00) {
    if (opcode < 0xfc08) return 0n;
    if (opcode === 0xfc08 || opcode === 0xfc0a) return bytes(2);
    if (opcode === 0xfc0b) return bytes(1);
  } else if (opcode >= 0x28 && opcode <= 0x3e) {
    cursor.u32();
    return BigInt(cursor.u32());
  } else if (opcode === 0x41 || opcode === 0x42 || (opcode >= 0x02 && opcode <= 0x04)) return numbers(1);
  else if (opcode === 0x0c || opcode === 0x0d || opcode === 0x10 || (opcode >= 0x20 && opcode <= 0x24)) {
    return BigInt(cursor.u32());
  } else if (opcode === 0x0e) {
    cursor.list(() => cursor.u32());
    return BigInt(cursor.u32());
  } else if (opcode === 0x43) return bytes(4);
  else if (opcode === 0x44) return bytes(8);
  else if (opcode === 0x3f || opcode === 0x40) return bytes(1);
  else if (opcode === 0x1c) return bytes(2);
  else if (opcode <= 0x01 || opcode === 0x05 || opcode === 0x0b || opcode === 0x0f) return 0n;
  else if (opcode === 0x1a || opcode === 0x1b || (opcode >= 0x45 && opcode <= 0xc4)) return 0n;
  throw new Error(`opcode 0x${opcode.toString(16)} is not known here`);
}

function readVectorImmediates(cursor: Cursor, number: number, bytes: (count: number) => bigint): bigint {
  const address = (): bigint => {
    cursor.u32();
    return BigInt(cursor.u32());
  };
  if (number <= 11 || number === 92 || number === 93) return address();
  if (number === 12 || number === 13) return bytes(16);
  if (number >= 21 && number <= 34) return bytes(1);
  if (number >= 84 && number <= 91) {
    address();
    return bytes(1);
  }
  return 0n;
}
