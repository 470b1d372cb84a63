import { CapacityError, InvalidArgumentError } from '../../errors.js';
import type { FrequencySet, KOptimizeSearch, KOptimizeSpec, KOptimizeStatus } from '../engine.js';
import * as at from './context.js';
import type { Heap } from './heap.js';
import { DONE, NEEDS_MEMORY } from './context.js';
import { compressCells } from './cells.js';
import { layOutSearch, readCuts, writeSearch } from './layout.js';
import { fingerprintOf, readState, splitFrames, writeState } from './state.js';

/** Most words of a block: 2 GiB. */
const MAXIMUM_WORDS = 2 ** 29;

/** The memory that a search lives in, and the kernel that takes it on. */
export interface SearchBlock {
  /** Fresh views; they must not be kept across `resize`. */
  heap(): Heap;
  /** Makes the block `words` long; its content is kept, what is new is zero. Throws CapacityError, changing nothing. */
  resize(words: number): void;
  /** searchNodes. */
  run(budget: number): number;
  free(): void;
}

/** K-OPTIMIZE over a block: what both engines share around the kernel. */
export function createSearchIn(block: SearchBlock, set: FrequencySet, spec: KOptimizeSpec): KOptimizeSearch {
  const problem = compressCells(set, spec);
  const layout = layOutSearch(problem, spec.pruning.tables);
  // Room for a few levels; more is asked for when it is needed.
  const capacity = layout.fixedWords + Math.max(0x4000, problem.cells.length * 4);
  if (capacity > MAXIMUM_WORDS) {
    throw new CapacityError('memory of a search by K-OPTIMIZE, in bytes', capacity * 4, MAXIMUM_WORDS * 4);
  }
  block.resize(capacity);
  writeSearch(block.heap(), spec, set.rows, problem, layout, capacity);
  return new Search(block, problem.cuts, fingerprintOf(problem.cuts, block.heap().I, layout.fixedWords));
}

/** The same from a state that was saved. Throws InvalidArgumentError, CapacityError. */
export function resumeSearchIn(block: SearchBlock, state: Uint8Array): KOptimizeSearch {
  const { cuts, fingerprint, words, done } = readState(state);
  block.resize(words.length + 0x4000);
  const { I } = block.heap();
  I.set(words);
  I[at.CAPACITY] = words.length + 0x4000;
  return new Search(block, cuts, fingerprint, done);
}

class Search implements KOptimizeSearch {
  readonly fingerprint: string;
  #done: boolean;
  readonly #block: SearchBlock;
  /** [attributes][values] leaf that the cut of a value stands before. */
  readonly #cuts: readonly Uint32Array[];

  constructor(block: SearchBlock, cuts: readonly Uint32Array[], fingerprint: string, done = false) {
    this.#block = block;
    this.#cuts = cuts;
    this.fingerprint = fingerprint;
    this.#done = done;
  }

  step(budget: number): boolean {
    if (this.#done) return true;
    const end = this.#heap().F[at.NODES] + Math.max(1, budget);
    while (true) {
      const { F } = this.#heap();
      const status = this.#block.run(end - F[at.NODES]);
      if (status === DONE) {
        this.#done = true;
        return true;
      }
      if (status !== NEEDS_MEMORY) return false;
      this.#grow();
    }
  }

  #grow(): void {
    const { I } = this.#heap();
    const needed = I[at.TOP] + I[at.MISSING];
    const words = Math.min(MAXIMUM_WORDS, Math.ceil(needed * 1.5) + 0x4000);
    if (needed > MAXIMUM_WORDS) {
      throw new CapacityError('memory of a search by K-OPTIMIZE, in bytes', needed * 4, MAXIMUM_WORDS * 4);
    }
    this.#block.resize(words);
    this.#heap().I[at.CAPACITY] = words;
  }

  progress(): number {
    return this.#done ? 1 : this.#heap().F[at.PROGRESS];
  }

  result(): KOptimizeStatus {
    if (!this.#done) throw new InvalidArgumentError('result', 'a finished search', 'a running one');
    return this.status();
  }

  status(): KOptimizeStatus {
    const heap = this.#heap();
    const { I, F } = heap;
    const found = F[at.FOUND];
    return {
      best:
        found === Infinity
          ? null
          : { cuts: readCuts(heap, this.#cuts), cost: found, suppressed: I[at.BEST_SUPPRESSED] },
      bestCost: F[at.BEST],
      lowerBound: this.#done ? F[at.BEST] : F[at.LOWER_BOUND],
      nodes: F[at.NODES],
      prunedNodes: F[at.PRUNED_NODES],
      prunedTail: F[at.PRUNED_TAIL],
      uselessValues: F[at.USELESS],
      refutedByTables: F[at.REFUTED],
    };
  }

  lowerBestCost(cost: number): void {
    const { F } = this.#heap();
    if (Number.isNaN(cost)) throw new InvalidArgumentError('cost', 'a number', 'NaN');
    if (cost < F[at.BEST]) F[at.BEST] = cost;
    if (F[at.LOWER_BOUND] > F[at.BEST]) F[at.LOWER_BOUND] = F[at.BEST];
  }

  save(): Uint8Array<ArrayBuffer> {
    const { I } = this.#heap();
    return writeState(this.#cuts, this.fingerprint, I.subarray(0, I[at.TOP]), this.#done);
  }

  split(): Uint8Array<ArrayBuffer> | null {
    const words = this.#done ? null : splitFrames(this.#heap());
    return words === null ? null : writeState(this.#cuts, this.fingerprint, words, false);
  }

  #heap(): Heap {
    return this.#block.heap();
  }

  dispose(): void {
    this.#block.free();
  }
}
