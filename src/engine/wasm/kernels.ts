import type { ArenaKernels } from './memory.js';

/** The functions that assembly/index.ts exports: addresses, counts and codes are u32 passed as numbers. */
export interface Kernels extends ArenaKernels {
  readonly [kernel: string]: (...parameters: number[]) => number;
}
