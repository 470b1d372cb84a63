import { naturalLogarithm } from '../../base/logarithm.js';
import { Frame, Heap } from './views.generated.js';

/** The memory of one search by K-OPTIMIZE, and one open node in it. Addresses are indices of the view that they are used with. */
export { Frame, Heap };

/** 32-bit integers and doubles of the kernels: what is ported is written in the terms of assembly/k-optimize. */
export type i32 = number;
export type f64 = number;

/** The frame that begins at a word. */
export function frameAt({ I, F }: Heap, at: number): Frame {
  return new Frame(I, F, at);
}

/** ln of a whole number above 0. */
export function logarithm(x: f64): f64 {
  return naturalLogarithm(x);
}

/** The number without its sign. */
export function magnitude(x: f64): f64 {
  return Math.abs(x);
}

/** The least whole number that is not below x, which is at least 0. */
export function roundUp(x: f64): i32 {
  return Math.ceil(x);
}

/** Position of the lowest bit of a word that is not 0. */
export function lowestBit(x: i32): i32 {
  return 31 - Math.clz32(x & -x);
}
