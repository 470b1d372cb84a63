import { NEEDS_MEMORY } from '../../../src/k-optimize/search/context.js';
import type { Heap } from '../../../src/k-optimize/search/heap.js';
import type { SearchBlock } from '../../../src/k-optimize/block/search-in-block.js';

/** Stands in every word that a search may not read, nor write without having asked for it. */
const POISON = 0xdeadbeef | 0;
/** Words behind the last one that a search was given. */
const GUARD = 256;

/**
 * The memory of a search that has no word to spare: whatever it asks for it gets, and not one word more. All that is free holds poison
 * before every step; a search that writes behind what it was given, or that asks twice for the same room, ends in an error.
 */
export class TightBlock implements SearchBlock {
  /** The words that were missing, one after the other. */
  readonly asked: number[] = [];
  readonly #block: SearchBlock;

  constructor(block: SearchBlock) {
    this.#block = block;
  }

  heap(): Heap {
    return this.#block.heap();
  }

  resize(words: number): void {
    this.#block.resize(words);
  }

  run(budget: number): number {
    const end = this.heap().nodes + budget;
    let given = this.#give(0);
    while (true) {
      const status = this.#block.run(end - this.heap().nodes);
      const { I, top, missing } = this.heap();
      if (I.subarray(given).some((word) => word !== POISON))
        throw new Error('words that nobody asked for were written');
      if (status !== NEEDS_MEMORY) return status;
      if (top + missing <= given) throw new Error('room that was given is asked for again');
      this.asked.push(missing);
      given = this.#give(missing);
    }
  }

  /** Gives `words` words beyond those that are taken. Returns the first word that is not given. */
  #give(words: number): number {
    const { top } = this.heap();
    const given = top + words;
    if (given + GUARD > this.heap().I.length) this.#block.resize(2 * given + GUARD);
    const heap = this.heap();
    heap.I.fill(POISON, top);
    heap.capacity = given;
    return given;
  }

  free(): void {
    this.#block.free();
  }
}
