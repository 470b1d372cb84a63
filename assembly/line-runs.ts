/**
 * Runs of consecutive rows on a line, released as boxes. Ghinita, Karras, Kalnis and Mamoulis, VLDB 2007, section 4.
 * src/engine/js/line-runs.ts is the twin. The context:
 *
 *   0  attributes        4  u32[attributes] smallest code of the running box, written here
 *   1  rows              5  u32[attributes] largest code
 *   2  u32[rows] vector  6  u32[attributes] cost of each attribute
 *   3  u32[attributes] addresses of codes, u32[vectors] each
 *   7  costs, entries of run-costs.ts
 *
 * Costs of boxes are whole numbers, sums of them times rows are f64 below 2^53.
 */
import { RUN_COSTS_BYTES, runCost } from './run-costs';

function word(context: usize, index: usize): usize {
  return <usize>load<u32>(context + (index << 2));
}

function at(array: usize, index: usize): u32 {
  return load<u32>(array + (index << 2));
}

/** Starts a box with the vector of one row: it costs nothing. */
function beginBox(context: usize, row: usize): void {
  const attributes = word(context, 0);
  const vector = <usize>at(word(context, 2), row);
  const codes = word(context, 3);
  for (let a: usize = 0; a < attributes; a++) {
    const code = at(<usize>at(codes, a), vector);
    store<u32>(word(context, 4) + (a << 2), code);
    store<u32>(word(context, 5) + (a << 2), code);
    store<u32>(word(context, 6) + (a << 2), 0);
  }
}

/** Takes a row into the box that cost `cost`; returns what it costs then. */
function growBox(context: usize, row: usize, cost: u32): u32 {
  const vectors = word(context, 2);
  const vector = <usize>at(vectors, row);
  if (<usize>at(vectors, row - 1) == vector) return cost;
  const attributes = word(context, 0);
  const codes = word(context, 3);
  const los = word(context, 4);
  const his = word(context, 5);
  const own = word(context, 6);
  for (let a: usize = 0; a < attributes; a++) {
    const code = at(<usize>at(codes, a), vector);
    const lo = at(los, a);
    const hi = at(his, a);
    if (code >= lo && code <= hi) continue;
    const from = min(lo, code);
    const to = max(hi, code);
    store<u32>(los + (a << 2), from);
    store<u32>(his + (a << 2), to);
    const now = runCost(word(context, 7) + a * RUN_COSTS_BYTES, from, to);
    cost += now - at(own, a);
    store<u32>(own + (a << 2), now);
  }
  return cost;
}

/**
 * The dynamic program, from the last row to the first.
 *
 * ends    u32[rows + 1] or 0     in
 * holds   u8[rows * window]      in   where ends is 0
 * best    f64[rows + 1]          in/out  set for starts from `to` on; best[rows] = 0, the others Infinity
 * choice  u32[rows + 1]          out  end of the run that begins at a row; set where best is finite
 *
 * Does starts to - 1 down to `from`. O(rows * longest run * attributes).
 */
export function runsCheapest(
  context: usize,
  ends: usize,
  holds: usize,
  window: u32,
  best: usize,
  choice: usize,
  from: u32,
  to: u32,
): void {
  const rows = word(context, 1);
  for (let s = <usize>to; s > <usize>from;) {
    s--;
    let first = s + 1;
    let last = min(rows, s + <usize>window);
    if (ends != 0) {
      first = <usize>at(ends, s);
      if (first > rows) continue;
      last = min(rows, <usize>at(ends, first) - 1);
    }
    const mark = holds + s * <usize>window;
    let least: f64 = Infinity;
    let chosen: usize = 0;
    let cost: u32 = 0;
    beginBox(context, s);
    for (let e = s + 1; e <= last; e++) {
      if (e > s + 1) cost = growBox(context, e - 1, cost);
      if (e < first) continue;
      if (ends == 0 && load<u8>(mark + (e - s - 1)) == 0) continue;
      const sum = <f64>(e - s) * <f64>cost + load<f64>(best + (e << 3));
      if (sum < least) {
        least = sum;
        chosen = e;
      }
    }
    store<f64>(best + (s << 3), least);
    store<u32>(choice + (s << 2), <u32>chosen);
  }
}

function costOf(context: usize, from: usize, to: usize): f64 {
  let cost: u32 = 0;
  beginBox(context, from);
  for (let row = from + 1; row < to; row++) cost = growBox(context, row, cost);
  return <f64>(to - from) * <f64>cost;
}

/**
 * A stretch of the one pass of the linear heuristic. Two contexts of one line, since two boxes grow at a time.
 *
 * ends    u32[rows + 1]  in
 * starts  u32[rows]      out     starts of the runs
 * state   f64, u32, u32  in/out  cost of the runs so far, the row that the next one begins with, their number; at first 0
 * budget  rows that boxes take before it returns, a run more or less
 *
 * Returns 1 when all rows are in runs. O(rows * longest run^2 * attributes) in all.
 */
export function runsGreedy(context: usize, after: usize, ends: usize, starts: usize, state: usize, budget: u32): u32 {
  const rows = word(context, 1);
  let total = load<f64>(state);
  let s = <usize>at(state, 2);
  let count = <usize>at(state, 3);
  let work: u32 = 0;
  while (s < rows && work < budget) {
    store<u32>(starts + (count << 2), <u32>s);
    count++;
    const first = <usize>at(ends, s);
    let chosen = rows;
    if (first <= rows && <usize>at(ends, first) <= rows) {
      const last = min(rows, <usize>at(ends, first) - 1);
      let least: f64 = Infinity;
      let cost: u32 = 0;
      beginBox(context, s);
      for (let e = s + 1; e <= last; e++) {
        if (e > s + 1) cost = growBox(context, e - 1, cost);
        if (e < first) continue;
        const next = <usize>at(ends, e);
        if (next > rows && e < rows) break;
        const isLast = e == rows;
        work += <u32>(next - e);
        const both = <f64>(e - s) * <f64>cost + (isLast ? 0 : costOf(after, e, next));
        const perRow = both / <f64>((isLast ? e : next) - s);
        if (perRow < least) {
          least = perRow;
          chosen = e;
        }
      }
    }
    work += <u32>(chosen - s);
    total += costOf(context, s, chosen);
    s = chosen;
  }
  store<f64>(state, total);
  store<u32>(state + 8, <u32>s);
  store<u32>(state + 12, <u32>count);
  return s >= rows ? 1 : 0;
}
