import type { FrequencySet, KOptimizeSearch, KOptimizeSpec } from '../engine.js';
import { Heap } from '../../k-optimize/search/heap.js';
import { createSearchIn, resumeSearchIn, type SearchBlock } from '../../k-optimize/block/search-in-block.js';
import type { WasmInstance } from './instantiate.js';

/**
 * K-OPTIMIZE inside linear memory; see src/k-optimize/search/. The search lives in one block that grows between
 * nodes. Throws CapacityError, which leaves the search where it was.
 */
export function createKOptimizeSearch(instance: WasmInstance, set: FrequencySet, spec: KOptimizeSpec): KOptimizeSearch {
  return inBlock(instance, (block) => createSearchIn(block, set, spec));
}

/** Resumes a search from a saved state. */
export function resumeKOptimizeSearch(instance: WasmInstance, state: Uint8Array): KOptimizeSearch {
  return inBlock(instance, (block) => resumeSearchIn(block, state));
}

function inBlock(instance: WasmInstance, make: (block: SearchBlock) => KOptimizeSearch): KOptimizeSearch {
  const block = new WasmBlock(instance);
  try {
    return make(block);
  } catch (error) {
    block.free();
    throw error;
  }
}

/** The block of a search in the linear memory of an instance. */
export class WasmBlock implements SearchBlock {
  readonly #instance: WasmInstance;
  #ptr = 0;
  #words = 0;

  constructor(instance: WasmInstance) {
    this.#instance = instance;
  }

  heap(): Heap {
    const { buffer } = this.#instance.memory;
    return new Heap(
      new Int32Array(buffer, this.#ptr, this.#words),
      new Float64Array(buffer, this.#ptr, this.#words >> 1),
    );
  }

  resize(words: number): void {
    const { memory } = this.#instance;
    const even = words + (words & 1);
    const ptr = memory.allocate(even * 4);
    const bytes = memory.u8(ptr, even * 4);
    bytes.set(memory.u8(this.#ptr, this.#words * 4));
    bytes.fill(0, this.#words * 4);
    if (this.#ptr !== 0) memory.free(this.#ptr);
    this.#ptr = ptr;
    this.#words = even;
  }

  run(budget: number): number {
    return this.#instance.kernels.searchNodes(this.#ptr, budget);
  }

  free(): void {
    if (this.#ptr !== 0) this.#instance.memory.free(this.#ptr);
    this.#ptr = 0;
    this.#words = 0;
  }
}
