/** Parts of the entry of a condition. */
import {
  KIND_EQUAL,
  KIND_ORDERED,
  MODEL_HEIGHT,
  MODEL_KIND,
  MODEL_NUMBERS,
  MODEL_SIZE,
  MODEL_UNITS,
} from './context.js';
import type { f64, Heap, i32 } from './heap.js';

/** Rows of a class, or persons of one value each. */
export function unitsOf(h: Heap, entry: i32, at: i32): i32 {
  const { I } = h;
  return I[at + I[entry + MODEL_UNITS]];
}

/** The numbers of a condition from its `i`-th on. */
export function numbersOf(h: Heap, entry: i32, i: i32): i32 {
  const { I } = h;
  return I[entry + MODEL_NUMBERS] + i;
}

/** The unit of the distance of a class: this number times its rows and all rows is a distance of 1. */
export function scaleOf(h: Heap, entry: i32): f64 {
  const { I } = h;
  const kind = I[entry + MODEL_KIND];
  if (kind == KIND_EQUAL) return 2;
  if (kind == KIND_ORDERED) return I[entry + MODEL_SIZE] - 1;
  return 2 * I[entry + MODEL_HEIGHT];
}
