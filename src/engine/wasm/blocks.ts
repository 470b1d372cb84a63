import type { FieldValues, Layout } from './layout.js';
import type { EngineMemory } from './memory.js';

/** Blocks of linear memory that are freed together. */
export class Blocks {
  readonly #memory: EngineMemory;
  readonly #ptrs: number[] = [];

  constructor(memory: EngineMemory) {
    this.#memory = memory;
  }

  /** A block, its content undefined. Throws CapacityError. */
  take(bytes: number): number {
    const ptr = this.#memory.allocate(bytes);
    this.#ptrs.push(ptr);
    return ptr;
  }

  copy(values: ArrayBufferView): number {
    const ptr = this.take(values.byteLength);
    this.#memory.write(ptr, values);
    return ptr;
  }

  /** A block of fields; those that are not named are 0. */
  fields<Name extends string>(layout: Layout<Name>, values: FieldValues<Name>): number {
    const ptr = this.take(layout.bytes);
    this.#memory.writeFields(ptr, layout, values);
    return ptr;
  }

  /** A block that is all 0. */
  zeroed(bytes: number): number {
    const ptr = this.take(bytes);
    this.#memory.u8(ptr, bytes).fill(0);
    return ptr;
  }

  /** Zeroes and frees them all. */
  free(): void {
    while (this.#ptrs.length > 0) this.#memory.free(this.#ptrs.pop()!);
  }

  /** Returns the result of `make`; frees the blocks when it throws. */
  orFree<T>(make: () => T): T {
    try {
      return make();
    } catch (error) {
      this.free();
      throw error;
    }
  }
}
