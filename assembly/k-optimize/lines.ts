/** Loss from merging runs of one line of records; `h` is the search's block. Written by hand, as is its twin. */
import { Heap } from './context.generated';

/** Notes by how much the loss of a run from record x on changes at record y; `above` and `below` are rows of differences. */
export function noteDifference(h: Heap, above: i32, below: i32, column: i32, difference: f64): void {
  change(changetype<usize>(h) + ((<usize>column) << 3), (<usize>above) << 3, (<usize>below) << 3, difference);
}

function change(column: usize, above: usize, below: usize, difference: f64): void {
  store<f64>(column + above, load<f64>(column + above) + difference);
  store<f64>(column + below, load<f64>(column + below) - difference);
}

/** Rows of differences from which runs that begin with record x of a line count, and from which they do no more. */
export function rowAbove(h: Heap, x: i32, low: i32, width: i32): i32 {
  return x > 0 ? rowBelow(h, x - 1, width) : low * width;
}

export function rowBelow(h: Heap, x: i32, width: i32): i32 {
  return (load<i32>(changetype<usize>(h) + ((<usize>(h.lineRanks + x)) << 2)) + 1) * width;
}

/** The runs of one line under discernibility: the rows of its first record at `line`, more than k in all. */
export function sumSquares(h: Heap, line: i32, length: i32, low: i32, width: i32): void {
  const base = changetype<usize>(h);
  const bytes = (<usize>h.stride) << 2;
  const first = base + ((<usize>line) << 2);
  const end = first + <usize>length * bytes;
  const row = (<usize>width) << 3;
  const differences = base + ((<usize>h.differences) << 3);
  const k: f64 = h.k;
  let rank = base + ((<usize>h.lineRanks) << 2);
  // Runs that begin with a record count from where those of the record before it end.
  let above = <usize>low * row;
  for (let x = first; x < end - bytes; x += bytes, rank += 4) {
    let rows: f64 = load<i32>(x);
    let floor = rows * (rows > k ? rows : k);
    const below = <usize>(load<i32>(rank) + 1) * row;
    let before: f64 = 0;
    let at = rank + 4;
    for (let y = x + bytes; y < end; y += bytes, at += 4) {
      const more: f64 = load<i32>(y);
      rows += more;
      floor += more * (more > k ? more : k);
      const loss = rows * (rows > k ? rows : k) - floor;
      if (loss == before) continue;
      change(differences + ((<usize>load<i32>(at)) << 3), above, below, loss - before);
      before = loss;
    }
    above = below;
  }
}

/** Sums the minorities of two labels over the runs of one line, `total` rows in all. */
export function sumMinorities(h: Heap, line: i32, length: i32, total: i32, low: i32, width: i32): void {
  const base = changetype<usize>(h);
  const bytes = (<usize>h.stride) << 2;
  const first = base + ((<usize>line) << 2);
  const end = first + <usize>length * bytes;
  let firstAll: i32 = 0;
  let floorAll: i32 = 0;
  for (let x = first; x < end; x += bytes) {
    const one = load<i32>(x, 4);
    const two = load<i32>(x) - one;
    firstAll += one;
    floorAll += min<i32>(one, two);
  }
  // No run of a line loses more than the line.
  if (min<i32>(firstAll, total - firstAll) == floorAll) return;
  const row = (<usize>width) << 3;
  const differences = base + ((<usize>h.differences) << 3);
  let rank = base + ((<usize>h.lineRanks) << 2);
  let above = <usize>low * row;
  for (let x = first; x < end - bytes; x += bytes, rank += 4) {
    let one = load<i32>(x, 4);
    let two = load<i32>(x) - one;
    let floor = min<i32>(one, two);
    const below = <usize>(load<i32>(rank) + 1) * row;
    let before: i32 = 0;
    let at = rank + 4;
    for (let y = x + bytes; y < end; y += bytes, at += 4) {
      const more = load<i32>(y, 4);
      const others = load<i32>(y) - more;
      one += more;
      two += others;
      floor += min<i32>(more, others);
      const loss = min<i32>(one, two) - floor;
      if (loss == before) continue;
      change(differences + ((<usize>load<i32>(at)) << 3), above, below, loss - before);
      before = loss;
    }
    above = below;
  }
}
