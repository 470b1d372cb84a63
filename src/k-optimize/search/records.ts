import { CHANGE_MAP, CHANGE_WORDS, KEY_WORD, MASK, SHIFT } from './context.js';
import { fillWords, type Heap, type i32, mul, quotient } from './heap.js';

/**
 * One stable counting pass over `count` records of `stride` words: by the bits `mask`, after shifting, of one word.
 * Returns false, with nothing written, when all agree in them.
 */
export function sortPass(
  h: Heap,
  from: i32,
  to: i32,
  count: i32,
  stride: i32,
  word: i32,
  shift: i32,
  mask: i32,
  bins: i32,
): boolean {
  const { I } = h;
  fillWords(h, bins, mask + 1, 0);
  const end = from + count * stride;
  for (let at = from + word; at < end; at += stride) I[bins + ((I[at] >>> shift) & mask)]++;
  if (count == 0 || I[bins + ((I[from + word] >>> shift) & mask)] == count) return false;
  let sum = to;
  for (let b = bins; b <= bins + mask; b++) {
    const records = I[b];
    I[b] = sum;
    sum += records * stride;
  }
  for (let at = from; at < end; at += stride) {
    const bin = bins + ((I[at + word] >>> shift) & mask);
    const place = I[bin];
    I[bin] = place + stride;
    for (let w: i32 = 0; w < stride; w++) I[place + w] = I[at + w];
  }
  return true;
}

/**
 * Copies the records whose bits `mask`, after shifting, of one word are below `least` (`upper` 0) or not (1), in order.
 * May write in place. Returns their number.
 */
export function takeSide(
  h: Heap,
  from: i32,
  count: i32,
  stride: i32,
  word: i32,
  shift: i32,
  mask: i32,
  least: i32,
  upper: i32,
  to: i32,
): i32 {
  const { I } = h;
  const end = from + count * stride;
  let written: i32 = 0;
  let slot = to;
  for (let at = from; at < end; at += stride) {
    const side = ((I[at + word] >>> shift) & mask) >= least ? 1 : 0;
    if (side != upper) continue;
    for (let w: i32 = 0; w < stride; w++) I[slot + w] = I[at + w];
    slot += stride;
    written++;
  }
  return written;
}

/**
 * Histogram of two attributes, [height][width], each cell the rows at or before it in both: of `count` cells, their
 * leaves in the one and in the other, and their rows.
 */
export function sumGrid(
  h: Heap,
  leaves: i32,
  others: i32,
  rows: i32,
  count: i32,
  grid: i32,
  height: i32,
  width: i32,
): void {
  const { I } = h;
  fillWords(h, grid, height * width, 0);
  for (let i: i32 = 0; i < count; i++) I[grid + I[leaves + i] * width + I[others + i]] += I[rows + i];
  for (let y: i32 = 0; y < height; y++) {
    let sum: i32 = 0;
    const first = grid + y * width;
    for (let p = first; p < first + width; p++) {
      sum += I[p];
      I[p] = y > 0 ? sum + I[p - width] : sum;
    }
  }
}

/**
 * Writes `count` cells to `to` with the first leaves that h.changed says, those that agree then as one, in order of first appearance. Takes
 * only cells whose bits `mask`, after shifting, of one word are below `least` (`side` 0) or not (1); all with a `mask` of 0. May write in
 * place, and one cell past the last. Returns the number of cells written.
 */
export function mergeRecords(
  h: Heap,
  from: i32,
  count: i32,
  word: i32,
  shift: i32,
  mask: i32,
  least: i32,
  side: i32,
  to: i32,
): i32 {
  const { I } = h;
  const stride = h.stride;
  const keyWords = h.keyWords;
  const sets = keyWords + h.sets;
  const changedEnd = h.changed + CHANGE_WORDS * h.kept;
  const hash = h.hash;
  let capacity: i32 = 16;
  while (capacity < 2 * count) capacity <<= 1;
  fillWords(h, hash, capacity, -1);
  const places = capacity - 1;
  const end = from + count * stride;
  let slot = to;
  for (let cell = from; cell < end; cell += stride) {
    if ((((I[cell + word] >>> shift) & mask) >= least ? 1 : 0) != side) continue;
    if (slot != cell) for (let w: i32 = 0; w < stride; w++) I[slot + w] = I[cell + w];
    for (let change = h.changed; change < changedEnd; change += CHANGE_WORDS) {
      const at = slot + I[change + KEY_WORD];
      const low = I[change + SHIFT];
      const key = I[at];
      const before = (key >>> low) & I[change + MASK];
      I[at] = key ^ ((before ^ I[I[change + CHANGE_MAP] + before]) << low);
    }
    const first = I[slot];
    let mixed = mul(first, -1640531535);
    mixed ^= mixed >>> 15;
    for (let w: i32 = 1; w < keyWords; w++) {
      mixed = mul(mixed ^ I[slot + w], -1640531535);
      mixed ^= mixed >>> 15;
    }
    let place = mixed & places;
    while (true) {
      const other = I[hash + place];
      if (other < 0) {
        I[hash + place] = slot;
        slot += stride;
        break;
      }
      let same = I[other] == first;
      for (let w: i32 = 1; same && w < keyWords; w++) same = I[other + w] == I[slot + w];
      if (same) {
        for (let w = keyWords; w < sets; w++) I[other + w] += I[slot + w];
        for (let w = sets; w < stride; w++) I[other + w] |= I[slot + w];
        break;
      }
      place = (place + 1) & places;
    }
  }
  return quotient(slot - to, stride);
}
