/** Which of many sets of values meet one; `h` is the search's block. Written by hand, as is its twin. */
import { Heap } from './context.generated';

/** Words of a vector. */
const LANES: i32 = 4;

/** Lane numbers of a vector of words, to leave out those behind a set. */
function firstLanes(count: i32): v128 {
  return i32x4.gt_s(i32x4.splat(count), i32x4(0, 1, 2, 3));
}

/** Writes two words to `to`: bit j says whether the set of `words` words at sets + j * words, j < count <= 64, has a value of `set`. */
export function meetSets(h: Heap, sets: i32, count: i32, words: i32, set: i32, to: i32): void {
  const base = changetype<usize>(h);
  const bytes = (<usize>words) << 2;
  const other = base + ((<usize>set) << 2);
  let at = base + ((<usize>sets) << 2);
  let bits: u64 = 0;
  // What is read behind a set is in the block: it ends with room for a child.
  if (words <= 2 * LANES) {
    const first = v128.and(v128.load(other), firstLanes(words));
    const second = v128.and(v128.load(other, 16), firstLanes(words - LANES));
    for (let j: i32 = 0; j < count; j++, at += bytes) {
      const common = v128.or(v128.and(v128.load(at), first), v128.and(v128.load(at, 16), second));
      bits |= (<u64>v128.any_true(common)) << j;
    }
  } else {
    for (let j: i32 = 0; j < count; j++, at += bytes) {
      let meets: i32 = 0;
      for (let w: usize = 0; w < bytes; w += 4) meets |= load<i32>(at + w) & load<i32>(other + w);
      bits |= (<u64>i32(meets != 0)) << j;
    }
  }
  store<u64>(base + ((<usize>to) << 2), bits);
}
