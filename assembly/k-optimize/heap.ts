/** Access to memory for the translated files of this folder; `h` is the block of the search. */
import { naturalLogarithm } from '../logarithm';
import { Frame, Heap } from './context.generated';

/** Filling up to this many entries is faster by a loop than by memory.fill, which calls out of the module. */
const SHORT: i32 = 48;

/** The frame that begins at a word. */
export function frameAt(h: Heap, place: i32): Frame {
  return changetype<Frame>(changetype<usize>(h) + ((<usize>place) << 2));
}

/** The word that a frame begins at. */
export function placeOf(h: Heap, frame: Frame): i32 {
  return <i32>((changetype<usize>(frame) - changetype<usize>(h)) >> 2);
}

/** Product modulo 2^32. */
export function mul(a: i32, b: i32): i32 {
  return a * b;
}

/** Quotient of integers >= 0, rounded down. */
export function quotient(a: i32, b: i32): i32 {
  return a / b;
}

/** Square root, correctly rounded. */
export function squareRoot(x: f64): f64 {
  return sqrt<f64>(x);
}

/** ln of a whole number above 0. */
export function logarithm(x: f64): f64 {
  return naturalLogarithm(x);
}

/** The number without its sign. */
export function magnitude(x: f64): f64 {
  return abs<f64>(x);
}

/** The least whole number that is not below x, which is at least 0. */
export function roundUp(x: f64): i32 {
  return <i32>ceil<f64>(x);
}

/** Position of the lowest bit of a word that is not 0. */
export function lowestBit(x: i32): i32 {
  return ctz<i32>(x);
}

/** Number of bits that are set. */
export function countBits(x: i32): i32 {
  return popcnt<i32>(x);
}

/** Words at .. at + count become value, which is 0 or -1. */
export function fillWords(h: Heap, at: i32, count: i32, value: i32): void {
  const from = changetype<usize>(h) + ((<usize>at) << 2);
  if (count > SHORT) memory.fill(from, <u8>value, (<usize>count) << 2);
  else for (let i: usize = 0; i < <usize>count; i++) store<i32>(from + (i << 2), value);
}

/** Doubles at .. at + count become 0. */
export function clearDoubles(h: Heap, at: i32, count: i32): void {
  const from = changetype<usize>(h) + ((<usize>at) << 3);
  if (count > SHORT) memory.fill(from, 0, (<usize>count) << 3);
  else for (let i: usize = 0; i < <usize>count; i++) store<f64>(from + (i << 3), 0);
}

/** Copies words; the ranges may overlap. */
export function copyWords(h: Heap, to: i32, from: i32, count: i32): void {
  memory.copy(
    changetype<usize>(h) + ((<usize>to) << 2),
    changetype<usize>(h) + ((<usize>from) << 2),
    (<usize>count) << 2,
  );
}
