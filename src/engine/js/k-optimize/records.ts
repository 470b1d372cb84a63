import { fillWords, type Heap, type i32 } from './heap.js';

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
