/** Losses of merging runs of one line of records: the part that differs between the engines. */
import { type f64, type Heap, type i32 } from './heap.js';

/** Notes by how much the loss of a run from record x on changes at record y; `above` and `below` are rows of differences. */
export function noteDifference(h: Heap, above: i32, below: i32, column: i32, difference: f64): void {
  const { F } = h;
  F[column + above] += difference;
  F[column + below] -= difference;
}

/** Rows of differences from which runs that begin with record x of a line count, and from which they do no more. */
export function rowAbove(h: Heap, x: i32, low: i32, width: i32): i32 {
  const { I } = h;
  return (x > 0 ? I[h.lineRanks + x - 1] + 1 : low) * width;
}

export function rowBelow(h: Heap, x: i32, width: i32): i32 {
  const { I } = h;
  return (I[h.lineRanks + x] + 1) * width;
}

/** The runs of one line under discernibility: the rows of its first record at `line`, more than k in all. */
export function sumSquares(h: Heap, line: i32, length: i32, low: i32, width: i32): void {
  const { I, F } = h;
  const ranks = h.lineRanks;
  const differences = h.differences;
  const stride = h.stride;
  const k: f64 = h.k;
  const floors = h.floors;
  for (let x: i32 = 0; x < length; x++) {
    const rows: f64 = I[line + x * stride];
    F[floors + x] = rows * (rows > k ? rows : k);
  }
  for (let x: i32 = 0; x < length - 1; x++) {
    let rows = I[line + x * stride];
    let floor = F[floors + x];
    const above = rowAbove(h, x, low, width);
    const below = rowBelow(h, x, width);
    let before: f64 = 0;
    for (let y = x + 1; y < length; y++) {
      rows += I[line + y * stride];
      floor += F[floors + y];
      let loss: f64 = rows;
      loss *= loss > k ? loss : k;
      loss -= floor;
      if (loss == before) continue;
      noteDifference(h, above, below, differences + I[ranks + y], loss - before);
      before = loss;
    }
  }
}

/** Sums the minorities of two labels, `total` rows in all. */
export function sumMinorities(h: Heap, line: i32, length: i32, total: i32, low: i32, width: i32): void {
  const { I } = h;
  const ranks = h.lineRanks;
  const differences = h.differences;
  const stride = h.stride;
  let floorAll: i32 = 0;
  let firstAll: i32 = 0;
  for (let x: i32 = 0; x < length; x++) {
    const one = I[line + x * stride + 1];
    const two = I[line + x * stride] - one;
    firstAll += one;
    floorAll += one < two ? one : two;
  }
  const secondAll = total - firstAll;
  // No run of a line loses more than the line.
  if ((firstAll < secondAll ? firstAll : secondAll) == floorAll) return;
  for (let x: i32 = 0; x < length - 1; x++) {
    let one = I[line + x * stride + 1];
    let two = I[line + x * stride] - one;
    let floor = one < two ? one : two;
    const above = rowAbove(h, x, low, width);
    const below = rowBelow(h, x, width);
    let before: i32 = 0;
    for (let y = x + 1; y < length; y++) {
      const more = I[line + y * stride + 1];
      const others = I[line + y * stride] - more;
      one += more;
      two += others;
      floor += more < others ? more : others;
      const loss = (one < two ? one : two) - floor;
      if (loss == before) continue;
      noteDifference(h, above, below, differences + I[ranks + y], loss - before);
      before = loss;
    }
  }
}
