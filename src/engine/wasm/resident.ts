import { EngineError } from '../../base/errors.js';
import { allocateCodes, type Codes } from '../../table/table.js';
import type { EngineColumn, FrequencySetWithRows, ResidentTable } from '../engine.js';
import { widthOf } from '../mondrian-layout.js';
import type { WasmInstance } from './instantiate.js';
import { codeCopy } from './layouts.js';
import { checkStatus } from './status.js';

/** Rows that are copied into scratch at once while loading. */
const LOAD_ROWS = 0x10000;

/** Addresses of columns of `rows` codes that stand behind one another, each aligned to 16 bytes. */
interface ColumnLayout {
  readonly offsets: readonly number[];
  readonly bytes: number;
}

export function layOutColumns(rows: number, sizes: readonly number[]): ColumnLayout {
  const offsets: number[] = [];
  let bytes = 0;
  for (const size of sizes) {
    offsets.push(bytes);
    bytes += Math.ceil((rows * widthOf(size)) / 16) * 16;
  }
  return { offsets, bytes };
}

/** Copies a column into linear memory at the width of its code space, through its map. */
export function loadColumnInto(instance: WasmInstance, column: EngineColumn, target: number, argument: string): void {
  const { kernels, memory } = instance;
  const { codes, size, map } = column;
  const width = codes.BYTES_PER_ELEMENT;
  const targetWidth = widthOf(size);
  const limit = map === undefined ? size : map.length;
  const mark = memory.mark();
  try {
    const mapPtr = map === undefined ? 0 : memory.scratchCopy(map);
    const buffer = memory.scratch(Math.min(LOAD_ROWS, codes.length) * width);
    const fields = { codes: buffer, width, limit, map: mapPtr, targetWidth };
    const copy = memory.scratch(codeCopy.bytes);
    for (let from = 0; from < codes.length; from += LOAD_ROWS) {
      const count = Math.min(LOAD_ROWS, codes.length - from);
      memory.write(buffer, codes.subarray(from, from + count));
      memory.writeFields(copy, codeCopy, { ...fields, count, target: target + from * targetWidth });
      checkStatus(kernels.loadCodes(copy), argument, limit);
    }
  } finally {
    memory.release(mark);
  }
}

/** Columns in linear memory: one block. */
export class WasmTable implements ResidentTable {
  readonly sizes: readonly number[];
  readonly #layout: ColumnLayout;
  #block: number;

  constructor(
    readonly instance: WasmInstance,
    readonly rows: number,
    columns: readonly EngineColumn[],
  ) {
    this.sizes = columns.map((column) => column.size);
    this.#layout = layOutColumns(rows, this.sizes);
    this.#block = instance.memory.allocate(this.#layout.bytes);
    try {
      columns.forEach((column, index) =>
        loadColumnInto(instance, column, this.#block + this.#layout.offsets[index], `columns[${index}].codes`),
      );
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  columnPtr(column: number): number {
    if (this.#block === 0 || this.instance.memory.isDisposed) throw new EngineError(0, 'table: was disposed of');
    return this.#block + this.#layout.offsets[column];
  }

  dispose(): void {
    if (this.#block !== 0) this.instance.memory.free(this.#block);
    this.#block = 0;
  }
}

/** A frequency set in linear memory: one block of columns and counts, and a block of row numbers when rows are known. */
export class WasmFrequencySet implements FrequencySetWithRows {
  readonly #layout: ColumnLayout;
  #block: number;
  #idsPtr: number;

  /** `block` holds the columns as laid out by layOutColumns, then u32[length] counts; `idsPtr` 0 when rows are unknown. */
  constructor(
    readonly instance: WasmInstance,
    readonly length: number,
    readonly rows: number,
    readonly sizes: readonly number[],
    block: number,
    idsPtr: number,
  ) {
    this.#layout = layOutColumns(length, sizes);
    this.#block = block;
    this.#idsPtr = idsPtr;
  }

  columnPtr(column: number): number {
    return this.#base() + this.#layout.offsets[column];
  }

  columnWidth(column: number): number {
    return widthOf(this.sizes[column]);
  }

  countsPtr(): number {
    return this.#base() + this.#layout.bytes;
  }

  codes(column: number): Codes {
    const codes = allocateCodes(this.length, this.sizes[column]);
    const ptr = this.columnPtr(column);
    const { memory } = this.instance;
    if (codes instanceof Uint8Array) codes.set(memory.u8(ptr, this.length));
    else if (codes instanceof Uint16Array) codes.set(memory.u16(ptr, this.length));
    else codes.set(memory.u32(ptr, this.length));
    return codes;
  }

  counts(): Uint32Array {
    return this.instance.memory.u32(this.countsPtr(), this.length).slice();
  }

  vectorOf(): Uint32Array {
    this.#base();
    if (this.#idsPtr === 0) throw new EngineError(0, 'frequency set: knows no rows');
    return this.instance.memory.u32(this.#idsPtr, this.rows).slice();
  }

  dispose(): void {
    if (this.#block === 0) return;
    this.instance.memory.free(this.#block);
    if (this.#idsPtr !== 0) this.instance.memory.free(this.#idsPtr);
    this.#block = 0;
    this.#idsPtr = 0;
  }

  #base(): number {
    if (this.#block === 0 || this.instance.memory.isDisposed) {
      throw new EngineError(0, 'frequency set: was disposed of');
    }
    return this.#block;
  }
}
