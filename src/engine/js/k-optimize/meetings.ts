/** Which of many sets of values meet one: what differs between the engines. */
import { type Heap, type i32 } from './heap.js';

/** Writes two words to `to`: bit j says whether the set of `words` words at sets + j * words, j < count <= 64, has a value of `set`. */
export function meetSets(h: Heap, sets: i32, count: i32, words: i32, set: i32, to: i32): void {
  const { I } = h;
  let low: i32 = 0;
  let high: i32 = 0;
  for (let j: i32 = 0; j < count; j++) {
    const at = sets + j * words;
    let meets: i32 = 0;
    for (let w: i32 = 0; w < words; w++) meets |= I[at + w] & I[set + w];
    if (meets == 0) continue;
    if (j < 32) low |= 1 << j;
    else high |= 1 << (j - 32);
  }
  I[to] = low;
  I[to + 1] = high;
}
