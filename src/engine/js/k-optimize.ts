import { CapacityError } from '../../base/errors.js';
import type { FrequencySet, KOptimizeSearch, KOptimizeSpec } from '../engine.js';
import { createSearchIn, resumeSearchIn, type SearchBlock } from '../../k-optimize/block/search-in-block.js';
import { Heap } from '../../k-optimize/search/heap.js';
import { searchNodes } from '../../k-optimize/search/search.js';

/** K-OPTIMIZE in JavaScript: the same search as assembly/k-optimize, node for node. Throws CapacityError. */
export function createKOptimizeSearch(set: FrequencySet, spec: KOptimizeSpec): KOptimizeSearch {
  return createSearchIn(new JsBlock(), set, spec);
}

/** Resumes a search from a saved state. */
export function resumeKOptimizeSearch(state: Uint8Array): KOptimizeSearch {
  return resumeSearchIn(new JsBlock(), state);
}

/** The block of a search in an array of its own. */
export class JsBlock implements SearchBlock {
  #heap = new Heap(new Int32Array(0), new Float64Array(0));

  heap() {
    return this.#heap;
  }

  resize(words: number): void {
    let buffer: ArrayBuffer;
    const even = words + (words & 1);
    try {
      buffer = new ArrayBuffer(even * 4);
    } catch {
      throw new CapacityError('memory of a search by K-OPTIMIZE, in bytes', even * 4, this.#heap.I.byteLength);
    }
    const I = new Int32Array(buffer);
    I.set(this.#heap.I);
    this.#heap.I.fill(0);
    this.#heap = new Heap(I, new Float64Array(buffer));
  }

  run(budget: number): number {
    return searchNodes(this.#heap, budget);
  }

  free(): void {
    this.#heap.I.fill(0);
    this.#heap = new Heap(new Int32Array(0), new Float64Array(0));
  }
}
