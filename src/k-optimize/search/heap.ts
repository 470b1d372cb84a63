import { naturalLogarithm } from '../../base/logarithm.js';
import { Frame, Heap } from './views.generated.js';

/** The memory of one search by K-OPTIMIZE, and one open node in it. Addresses are indices of the view that they are used with. */
export { Frame, Heap };

/** 32-bit integers and doubles of the kernels: the translated files are written in the terms of AssemblyScript. */
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

/** The word that a frame begins at. */
export function placeOf(_h: Heap, frame: Frame): i32 {
  return frame.at;
}

/** Product modulo 2^32. */
export function mul(a: i32, b: i32): i32 {
  return Math.imul(a, b);
}

/** Quotient of integers >= 0, rounded down. */
export function quotient(a: i32, b: i32): i32 {
  return Math.floor(a / b);
}

/** Square root, correctly rounded. */
export function squareRoot(x: f64): f64 {
  return Math.sqrt(x);
}

/** Number of bits that are set. */
export function countBits(x: i32): i32 {
  x -= (x >>> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** I[at .. at + count) = value, which is 0 or -1. */
export function fillWords(h: Heap, at: i32, count: i32, value: i32): void {
  h.I.fill(value, at, at + count);
}

/** F[at .. at + count) = 0. */
export function clearDoubles(h: Heap, at: i32, count: i32): void {
  h.F.fill(0, at, at + count);
}

/** Copies words of I; the ranges may overlap. */
export function copyWords(h: Heap, to: i32, from: i32, count: i32): void {
  h.I.copyWithin(to, from, from + count);
}
