import type { Engine } from '../../../src/engine/engine.js';
import type { SearchBlock } from '../../../src/k-optimize/block/search-in-block.js';
import type { LineCacheFactory } from '../../../src/table/line-cache.js';

/** Kernels under test, behind what the rest of the package calls. */
export interface Subject {
  readonly engine: Engine;
  readonly createMemo: LineCacheFactory;
  /** Memory for one search by K-OPTIMIZE, apart from the engine's, and the kernel that takes it on. */
  readonly openBlock: () => SearchBlock;
  /** An engine of the same kernels that begins with little memory and takes at most `maximumBytes`; its host gives `hostPages` pages. */
  readonly openSmall: (maximumBytes: number, hostPages?: number) => Engine;
  /** True when everything that the memories of disposed engines held is 0. */
  readonly isWiped: () => boolean;
}

/**
 * A deterministic use of the kernels. What it returns (numbers, texts, lists, typed arrays, objects) must be the same for every
 * engine to the last bit; it throws when a definition that it knows does not hold.
 */
export interface KernelCase {
  readonly name: string;
  /** Makes the input, which is used again by every run. */
  prepare(): (subject: Subject) => unknown;
}

/** One case for each of the seeds 0 .. count - 1. */
export function seededCases(
  family: string,
  count: number,
  prepare: (seed: number) => (subject: Subject) => unknown,
): KernelCase[] {
  return Array.from({ length: count }, (_, seed) => ({ name: `${family} ${seed}`, prepare: () => prepare(seed) }));
}

/** Message with which an operation is refused. */
export function messageOf(act: () => unknown): string {
  try {
    act();
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
}
