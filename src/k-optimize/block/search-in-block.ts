import { CapacityError, InvalidArgumentError } from '../../base/errors.js';
import type { FrequencySet, KOptimizeSearch, KOptimizeSpec, KOptimizeStatus } from '../../engine/engine.js';
import type { Heap } from '../search/heap.js';
import { DONE, NEEDS_MEMORY } from '../search/context.js';
import { compressCells } from './compress-cells.js';
import { layOutSearch, readCuts, writeSearch } from './layout.js';
import { modelTableOf } from './model-table.js';
import { readOpenNodes, writeOpenNodes } from './open-nodes.js';
import { restoreBlock } from './restore.js';
import { countBranches, problemOf, readState, splitFrames, writeState, wrongState } from './state.js';

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
  const models = modelTableOf(spec, set, problem);
  const layout = layOutSearch(problem, models, { wantsTables: spec.pruning.tables });
  // Room for a few levels; more is asked for when it is needed.
  const capacity = layout.fixedWords + Math.max(0x4000, problem.cells.length * 4);
  if (capacity > MAXIMUM_WORDS) {
    throw new CapacityError('memory of a search by K-OPTIMIZE, in bytes', capacity * 4, MAXIMUM_WORDS * 4);
  }
  block.resize(capacity);
  writeSearch(block.heap(), spec, set.rows, problem, layout, capacity);
  return new Search(block, problem.cuts);
}

/** Resumes a search from a saved state. Throws InvalidArgumentError, CapacityError. */
export function resumeSearchIn(block: SearchBlock, state: Uint8Array): KOptimizeSearch {
  const { cuts, words, done } = readState(state);
  block.resize(words.length + 0x4000);
  const heap = block.heap();
  heap.I.set(words);
  heap.capacity = words.length + 0x4000;
  return new Search(block, cuts, done);
}

class Search implements KOptimizeSearch {
  #done: boolean;
  readonly #block: SearchBlock;
  /** [attributes][values] leaf that the cut of a value stands before. */
  readonly #cuts: readonly Uint32Array[];

  constructor(block: SearchBlock, cuts: readonly Uint32Array[], done = false) {
    this.#block = block;
    this.#cuts = cuts;
    this.#done = done;
  }

  step(budget: number): boolean {
    if (this.#done) return true;
    const end = this.#heap().nodes + Math.max(1, budget);
    while (true) {
      const status = this.#block.run(end - this.#heap().nodes);
      if (status === DONE) {
        this.#done = true;
        return true;
      }
      if (status !== NEEDS_MEMORY) return false;
      this.#grow();
    }
  }

  #grow(): void {
    const { top, missing } = this.#heap();
    const needed = top + missing;
    const words = Math.min(MAXIMUM_WORDS, Math.ceil(needed * 1.5) + 0x4000);
    if (needed > MAXIMUM_WORDS) {
      throw new CapacityError('memory of a search by K-OPTIMIZE, in bytes', needed * 4, MAXIMUM_WORDS * 4);
    }
    this.#block.resize(words);
    this.#heap().capacity = words;
  }

  progress(): number {
    return this.#done ? 1 : this.#heap().progress;
  }

  result(): KOptimizeStatus {
    if (!this.#done) throw new InvalidArgumentError('result', 'a finished search', 'a running one');
    return this.status();
  }

  status(): KOptimizeStatus {
    const heap = this.#heap();
    const { found } = heap;
    return {
      best:
        found === Infinity ? null : { cuts: readCuts(heap, this.#cuts), cost: found, suppressed: heap.bestSuppressed },
      bestCost: heap.best,
      lowerBound: this.#done ? heap.best : heap.lowerBound,
      nodes: heap.nodes,
      prunedNodes: heap.prunedNodes,
      prunedTail: heap.prunedTail,
      uselessValues: heap.useless,
      refutedByTables: heap.refuted,
    };
  }

  lowerBestCost(cost: number): void {
    const heap = this.#heap();
    if (Number.isNaN(cost)) throw new InvalidArgumentError('cost', 'a number', 'NaN');
    if (cost < heap.best) heap.best = cost;
    if (heap.lowerBound > heap.best) heap.lowerBound = heap.best;
  }

  save(): Uint8Array<ArrayBuffer> {
    const { I, top } = this.#heap();
    return writeState(this.#cuts, I.subarray(0, top), { done: this.#done });
  }

  split(): Uint8Array<ArrayBuffer> | null {
    const words = this.#done ? null : splitFrames(this.#heap());
    return words === null ? null : writeState(this.#cuts, words, { done: false });
  }

  branches(): number {
    return this.#done ? 0 : countBranches(this.#heap());
  }

  problem(): Uint8Array<ArrayBuffer> {
    return problemOf(this.#cuts, this.#heap());
  }

  openNodes(): Uint8Array<ArrayBuffer> {
    return writeOpenNodes(this.#heap());
  }

  restore(openNodes: Uint8Array): Uint8Array<ArrayBuffer> {
    const fresh = this.#heap();
    const read = readOpenNodes(openNodes, fresh) ?? wrongState();
    return writeState(this.#cuts, restoreBlock(read, fresh), { done: false });
  }

  #heap(): Heap {
    return this.#block.heap();
  }

  dispose(): void {
    this.#block.free();
  }
}
