import { CapacityError } from '../../base/errors.js';
import type { FieldValues, Layout } from './layout.js';
import { OUT_OF_MEMORY } from './status.js';

/** Bytes of a page of linear memory. */
export const PAGE_BYTES = 0x10000;
/** The most pages a memory gets: one less than 4 GiB, so that no address wraps to 0. */
export const MAXIMUM_PAGES = 0xffff;

/** Exports of the module that EngineMemory needs (assembly/arena.ts). */
export interface ArenaKernels {
  heapBase(): number;
  growTo(pages: number): number;
  wipe(ptr: number, bytes: number): number;
}

/** Exports of the module after `dispose`. */
const noKernels: ArenaKernels = { heapBase: () => 0, growTo: () => OUT_OF_MEMORY, wipe: () => 0 };

interface FreeBlock {
  start: number;
  bytes: number;
}

const align = (bytes: number): number => Math.max(16, Math.ceil(bytes / 16) * 16);

/**
 * The allocator over the linear memory of one instance. Addresses are plain numbers in [heapBase, 2^32), all multiples
 * of 16.
 *
 * Two lifetimes live side by side, and neither depends on the order of the other:
 * - *blocks* (`allocate`, `free`): resident tables, frequency sets and searches. They may be freed in any order, since
 *   searches keep hundreds of frequency sets of different age. First fit over a list of free ranges that is sorted by
 *   address, neighbours merged. `free` zeroes the block, because it held data of people.
 * - *scratch* (`mark`, `scratch`, `release`): what one operation needs. `release(mark)` gives back everything taken
 *   since `mark`, in one go; mark before the first `scratch` and release in a `finally`.
 *
 * Memory grows by a quarter at least, never shrinks, and never beyond `maximumBytes`. Growing detaches every
 * typed array over the memory, and on Node 20 slows typed arrays for good: `reserve` before loading. Views come fresh
 * from `u8`, `u32`, ... at each use and must not be kept across `allocate`, `scratch` or `reserve`.
 *
 * A refused growth throws CapacityError before anything was written: the engine stays usable.
 */
export class EngineMemory {
  #kernels: ArenaKernels;
  #memory: WebAssembly.Memory;
  readonly #maximumBytes: number;
  readonly #base: number;
  readonly #blocks = new Map<number, number>();
  readonly #free: FreeBlock[] = [];
  readonly #scratch: number[] = [];
  #end: number;
  #highWater: number;
  #disposed = false;

  /** `maximumBytes` is rounded down to whole pages. */
  constructor(kernels: ArenaKernels, memory: WebAssembly.Memory, maximumBytes: number) {
    this.#kernels = kernels;
    this.#memory = memory;
    this.#maximumBytes = Math.min(MAXIMUM_PAGES, Math.floor(maximumBytes / PAGE_BYTES)) * PAGE_BYTES;
    this.#base = kernels.heapBase() >>> 0;
    this.#end = memory.buffer.byteLength;
    this.#highWater = this.#base;
    this.#free.push({ start: this.#base, bytes: this.#end - this.#base });
  }

  /** Bytes of linear memory now. */
  get bytes(): number {
    return this.#end;
  }

  /** Bytes in blocks and scratch now. */
  get usedBytes(): number {
    let used = 0;
    for (const bytes of this.#blocks.values()) used += bytes;
    return used;
  }

  /** True after `dispose`: addresses mean nothing any more. */
  get isDisposed(): boolean {
    return this.#disposed;
  }

  /** The linear memory; its buffer is detached by growth. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer as ArrayBuffer;
  }

  /** Makes sure that one block of `bytes` fits without growing later. Never throws: it is a hint. */
  reserve(bytes: number): void {
    const wanted = align(bytes);
    if (!this.#free.some((block) => block.bytes >= wanted)) this.#grow(wanted);
  }

  /** A block of at least `bytes`, its content undefined. Throws CapacityError. */
  allocate(bytes: number): number {
    const wanted = align(bytes);
    let index = this.#free.findIndex((block) => block.bytes >= wanted);
    if (index < 0) {
      if (!this.#grow(wanted)) {
        throw new CapacityError(
          'memory of the engine, in bytes',
          this.usedBytes + wanted,
          this.#maximumBytes - this.#base,
        );
      }
      index = this.#free.length - 1;
    }
    const block = this.#free[index];
    const start = block.start;
    if (block.bytes === wanted) {
      this.#free.splice(index, 1);
    } else {
      block.start += wanted;
      block.bytes -= wanted;
    }
    this.#blocks.set(start, wanted);
    if (start + wanted > this.#highWater) this.#highWater = start + wanted;
    return start;
  }

  /** Zeroes a block and gives it back. Unknown addresses are ignored, so that freeing twice is harmless. */
  free(ptr: number): void {
    const bytes = this.#blocks.get(ptr);
    if (bytes === undefined) return;
    this.#kernels.wipe(ptr, bytes);
    this.#giveBack(ptr, bytes);
  }

  /** The state of the scratch stack, for `release`. */
  mark(): number {
    return this.#scratch.length;
  }

  /** `bytes` of scratch, its content undefined, until the enclosing `release`. Throws CapacityError. */
  scratch(bytes: number): number {
    const ptr = this.allocate(bytes);
    this.#scratch.push(ptr);
    return ptr;
  }

  /** Gives back all scratch taken since `mark`. */
  release(mark: number): void {
    while (this.#scratch.length > mark) {
      const ptr = this.#scratch.pop()!;
      this.#giveBack(ptr, this.#blocks.get(ptr)!);
    }
  }

  /** Gives back one piece of scratch before its `release`: for tables that are replaced by larger ones. */
  releaseOne(ptr: number): void {
    const index = this.#scratch.lastIndexOf(ptr);
    if (index < 0) return;
    this.#scratch.splice(index, 1);
    this.#giveBack(ptr, this.#blocks.get(ptr)!);
  }

  /** Fresh views, valid until the memory grows. */
  u8(ptr: number, length: number): Uint8Array {
    return new Uint8Array(this.buffer, ptr, length);
  }
  u16(ptr: number, length: number): Uint16Array {
    return new Uint16Array(this.buffer, ptr, length);
  }
  u32(ptr: number, length: number): Uint32Array {
    return new Uint32Array(this.buffer, ptr, length);
  }
  f64(ptr: number, length: number): Float64Array {
    return new Float64Array(this.buffer, ptr, length);
  }

  /** Copies an array into the memory. */
  write(ptr: number, { buffer, byteOffset, byteLength }: ArrayBufferView): void {
    this.u8(ptr, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
  }

  /** Writes the fields of the block at `ptr`; those that are not named become 0. */
  writeFields<Name extends string>(ptr: number, layout: Layout<Name>, values: FieldValues<Name>): void {
    this.u8(ptr, layout.bytes).fill(0);
    this.setFields(ptr, layout, values);
  }

  /** Writes the fields that are named. */
  setFields<Name extends string>(ptr: number, { bytes, fields }: Layout<Name>, values: FieldValues<Name>): void {
    const words = this.u32(ptr, bytes / 4);
    for (const name of Object.keys(values) as Name[]) {
      const { type, offset } = fields[name];
      if (type === 'f64') this.f64(ptr + offset, 1)[0] = values[name]!;
      else words[offset / 4] = values[name]!;
    }
  }

  /** A field of the block at `ptr`; of a `u64` the lower half. */
  field<Name extends string>(ptr: number, { fields }: Layout<Name>, name: Name): number {
    const { type, offset } = fields[name];
    return type === 'f64' ? this.f64(ptr + offset, 1)[0] : this.u32(ptr + offset, 1)[0];
  }

  /** All fields of the block at `ptr`. */
  fields<Name extends string>(ptr: number, layout: Layout<Name>): Record<Name, number> {
    const values = {} as Record<Name, number>;
    const words = this.u32(ptr, layout.bytes / 4);
    for (const name of Object.keys(layout.fields) as Name[]) {
      const { type, offset } = layout.fields[name];
      values[name] = type === 'f64' ? this.f64(ptr + offset, 1)[0] : words[offset / 4];
    }
    return values;
  }

  /** Scratch that holds a block of fields. Throws CapacityError. */
  scratchFields<Name extends string>(layout: Layout<Name>, values: FieldValues<Name>): number {
    const ptr = this.scratch(layout.bytes);
    this.writeFields(ptr, layout, values);
    return ptr;
  }

  /** Scratch that holds a copy. Throws CapacityError. */
  scratchCopy(values: ArrayBufferView): number {
    const ptr = this.scratch(values.byteLength);
    this.write(ptr, values);
    return ptr;
  }

  /** Zeroes everything that ever held data and forgets all blocks. */
  dispose(): void {
    this.#disposed = true;
    this.#kernels.wipe(this.#base, this.#highWater - this.#base);
    this.#blocks.clear();
    this.#scratch.length = 0;
    this.#free.length = 0;
    // Nothing of the instance is held any more, so that the host can give its memory back.
    this.#kernels = noKernels;
    this.#memory = new WebAssembly.Memory({ initial: 0, maximum: 0 });
    this.#end = 0;
  }

  #giveBack(ptr: number, bytes: number): void {
    this.#blocks.delete(ptr);
    const free = this.#free;
    let low = 0;
    let high = free.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (free[middle].start < ptr) low = middle + 1;
      else high = middle;
    }
    const before = low > 0 ? free[low - 1] : undefined;
    const after = low < free.length ? free[low] : undefined;
    const joinsBefore = before !== undefined && before.start + before.bytes === ptr;
    const joinsAfter = after !== undefined && ptr + bytes === after.start;
    if (joinsBefore) {
      before.bytes += bytes;
      if (joinsAfter) {
        before.bytes += after.bytes;
        free.splice(low, 1);
      }
    } else if (joinsAfter) {
      after.start = ptr;
      after.bytes += bytes;
    } else {
      free.splice(low, 0, { start: ptr, bytes });
    }
  }

  /** Grows so that the last free range holds `bytes`; false when the limit or the host forbids it. */
  #grow(bytes: number): boolean {
    const last = this.#free.at(-1);
    const tail = last !== undefined && last.start + last.bytes === this.#end ? last.bytes : 0;
    const needed = Math.ceil((this.#end - tail + bytes) / PAGE_BYTES) * PAGE_BYTES;
    if (needed > this.#maximumBytes) return false;
    const generous = Math.min(
      this.#maximumBytes,
      Math.max(needed, Math.ceil((this.#end * 1.25) / PAGE_BYTES) * PAGE_BYTES),
    );
    if (this.#kernels.growTo(generous / PAGE_BYTES) === OUT_OF_MEMORY) {
      if (generous === needed || this.#kernels.growTo(needed / PAGE_BYTES) === OUT_OF_MEMORY) return false;
    }
    const end = this.#memory.buffer.byteLength;
    if (tail > 0) last!.bytes += end - this.#end;
    else this.#free.push({ start: this.#end, bytes: end - this.#end });
    this.#end = end;
    return true;
  }
}
