/**
 * Runs of consecutive rows on a line, released as boxes. Ghinita, Karras, Kalnis and Mamoulis, VLDB 2007, section 4.
 * src/engine/js/line-runs.ts is the twin. Costs of boxes are whole numbers, sums of them times rows are f64 below 2^53.
 */
import { CheapestRuns, GreedyRuns, RowLine } from './layouts.generated';
import { runCost, runCostsAt } from './run-costs';

function at(array: usize, index: usize): u32 {
  return load<u32>(array + (index << 2));
}

/** Starts a box with the vector of one row: it costs nothing. */
function beginBox(context: RowLine, row: usize): void {
  const attributes = context.attributes;
  const vector = <usize>at(context.vectorOf, row);
  const codes = context.codes;
  for (let a: usize = 0; a < attributes; a++) {
    const code = at(<usize>at(codes, a), vector);
    store<u32>(context.lo + (a << 2), code);
    store<u32>(context.hi + (a << 2), code);
    store<u32>(context.cost + (a << 2), 0);
  }
}

/** Takes a row into the box that cost `cost`; returns what it costs then. */
function growBox(context: RowLine, row: usize, cost: u32): u32 {
  const vectors = context.vectorOf;
  const vector = <usize>at(vectors, row);
  if (<usize>at(vectors, row - 1) == vector) return cost;
  const attributes = context.attributes;
  const codes = context.codes;
  const los = context.lo;
  const his = context.hi;
  const own = context.cost;
  for (let a: usize = 0; a < attributes; a++) {
    const code = at(<usize>at(codes, a), vector);
    const lo = at(los, a);
    const hi = at(his, a);
    if (code >= lo && code <= hi) continue;
    const from = min(lo, code);
    const to = max(hi, code);
    store<u32>(los + (a << 2), from);
    store<u32>(his + (a << 2), to);
    const now = runCost(runCostsAt(context.costs, a), from, to);
    cost += now - at(own, a);
    store<u32>(own + (a << 2), now);
  }
  return cost;
}

/** The dynamic program, from the last row to the first: starts to - 1 down to `from`. O(rows * longest run * attributes). */
export function runsCheapest(program: CheapestRuns, from: u32, to: u32): void {
  const line = changetype<RowLine>(program.line);
  const rows = line.rows;
  const ends = program.ends;
  const window = program.window;
  const best = program.best;
  for (let s = <usize>to; s > <usize>from;) {
    s--;
    let first = s + 1;
    let last = min(rows, s + window);
    if (ends != 0) {
      first = <usize>at(ends, s);
      if (first > rows) continue;
      last = min(rows, <usize>at(ends, first) - 1);
    }
    const mark = program.holds + s * window;
    let least: f64 = Infinity;
    let chosen: usize = 0;
    let cost: u32 = 0;
    beginBox(line, s);
    for (let e = s + 1; e <= last; e++) {
      if (e > s + 1) cost = growBox(line, e - 1, cost);
      if (e < first) continue;
      if (ends == 0 && load<u8>(mark + (e - s - 1)) == 0) continue;
      const sum = <f64>(e - s) * <f64>cost + load<f64>(best + (e << 3));
      if (sum < least) {
        least = sum;
        chosen = e;
      }
    }
    store<f64>(best + (s << 3), least);
    store<u32>(program.choice + (s << 2), <u32>chosen);
  }
}

function costOf(context: RowLine, from: usize, to: usize): f64 {
  let cost: u32 = 0;
  beginBox(context, from);
  for (let row = from + 1; row < to; row++) cost = growBox(context, row, cost);
  return <f64>(to - from) * <f64>cost;
}

/**
 * A stretch of the one pass of the linear heuristic, until boxes took `budget` rows, a run more or less. Returns 1 when all rows are
 * in runs. O(rows * longest run^2 * attributes) in all.
 */
export function runsGreedy(pass: GreedyRuns, budget: u32): u32 {
  const line = changetype<RowLine>(pass.line);
  const after = changetype<RowLine>(pass.after);
  const rows = line.rows;
  const ends = pass.ends;
  let s = pass.next;
  let work: u32 = 0;
  while (s < rows && work < budget) {
    store<u32>(pass.starts + (pass.runs << 2), <u32>s);
    pass.runs++;
    const first = <usize>at(ends, s);
    let chosen = rows;
    if (first <= rows && <usize>at(ends, first) <= rows) {
      const last = <usize>at(ends, first) - 1;
      let least: f64 = Infinity;
      let cost: u32 = 0;
      beginBox(line, s);
      for (let e = s + 1; e <= last; e++) {
        if (e > s + 1) cost = growBox(line, e - 1, cost);
        if (e < first) continue;
        const next = <usize>at(ends, e);
        if (next > rows) break;
        work += <u32>(next - e);
        const both = <f64>(e - s) * <f64>cost + costOf(after, e, next);
        const perRow = both / <f64>(next - s);
        if (perRow < least) {
          least = perRow;
          chosen = e;
        }
      }
    }
    work += <u32>(chosen - s);
    pass.cost += costOf(line, s, chosen);
    s = chosen;
  }
  pass.next = s;
  return s >= rows ? 1 : 0;
}
