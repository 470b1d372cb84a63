import type { ClassJudge } from '../local/judge.js';
import type { Span } from '../local/spans.js';

/** Rows on a line: row i is a row of vector vectorOf[i]. */
export interface Line {
  readonly vectorOf: Uint32Array;
  readonly codes: readonly Uint32Array[];
  readonly spans: readonly Span[];
}

/**
 * [rows + 1] for every start s the least end e such that rows s .. e - 1 satisfy every model, rows + 1 where none does.
 * Ends do not fall as starts rise when more rows never break a model; else a run that grew from this one may break one.
 */
export function leastEnds({ vectorOf }: Line, judge: ClassJudge): Uint32Array {
  const rows = vectorOf.length;
  const ends = new Uint32Array(rows + 1).fill(rows + 1);
  if (judge.bySize) {
    for (let s = 0; s + judge.minimum <= rows; s++) ends[s] = s + judge.minimum;
    return ends;
  }
  judge.reset();
  let end = 0;
  for (let s = 0; s < rows; s++) {
    while (!judge.holds()) {
      if (end === rows) return ends;
      judge.add(vectorOf[end++], 1);
    }
    ends[s] = end;
    judge.add(vectorOf[s], -1);
  }
  return ends;
}

/**
 * The cheapest partition of a line into runs that satisfy every model, by dynamic programming. The cost of a run is its
 * rows times the cost of its bounding box, so that a run is never worse when it is split; runs that could be split into
 * two that satisfy the models are not looked at: for k-anonymity runs have k to 2k - 1 rows (Ghinita, Karras, Kalnis and
 * Mamoulis, VLDB 2007, section 4.1). O(n r q) time for runs of at most r rows. All rows together must satisfy the models,
 * and more rows must never break one.
 *
 * @returns ascending starts of the runs, the first 0, and the total cost
 */
export function optimalRuns(line: Line, ends: Uint32Array): { starts: Uint32Array; cost: number } {
  const { vectorOf } = line;
  const rows = vectorOf.length;
  const best = new Float64Array(rows + 1).fill(Infinity);
  const choice = new Uint32Array(rows + 1);
  best[rows] = 0;
  const box = new RunningBox(line);
  for (let s = rows - 1; s >= 0; s--) {
    const first = ends[s];
    if (first > rows) continue;
    // A run past this end could be split.
    const last = Math.min(rows, ends[first] - 1);
    box.reset(vectorOf[s]);
    for (let e = s + 1; e <= last; e++) {
      if (e > s + 1) box.add(vectorOf[e - 1]);
      if (e < first || best[e] === Infinity) continue;
      const cost = (e - s) * box.cost + best[e];
      if (cost < best[s]) {
        best[s] = cost;
        choice[s] = e;
      }
    }
  }
  return { starts: startsOf(choice, rows), cost: best[0] };
}

/** Rows of a run, and how many times the fewest rows of a class, that {@link optimalWindows} looks at. */
const WINDOW = 32;
const WINDOW_TIMES = 3;

/**
 * The same for models that more rows can break (entropy, frequencies): every run of at most max(32, 3 times the fewest
 * rows) is tried. Null when no partition into such runs satisfies the models.
 */
export function optimalWindows(line: Line, judge: ClassJudge): { starts: Uint32Array; cost: number } | null {
  const { vectorOf } = line;
  const rows = vectorOf.length;
  const window = Math.max(WINDOW, WINDOW_TIMES * judge.minimum);
  const best = new Float64Array(rows + 1).fill(Infinity);
  const choice = new Uint32Array(rows + 1);
  best[rows] = 0;
  const box = new RunningBox(line);
  for (let s = rows - 1; s >= 0; s--) {
    const last = Math.min(rows, s + window);
    const holds = judge.prefixes(vectorOf.subarray(s, last));
    box.reset(vectorOf[s]);
    for (let e = s + 1; e <= last; e++) {
      if (e > s + 1) box.add(vectorOf[e - 1]);
      if (holds[e - s - 1] === 0 || best[e] === Infinity) continue;
      const cost = (e - s) * box.cost + best[e];
      if (cost < best[s]) {
        best[s] = cost;
        choice[s] = e;
      }
    }
  }
  return best[0] === Infinity ? null : { starts: startsOf(choice, rows), cost: best[0] };
}

/** Starts of the runs from the end of the run that begins at every row. */
function startsOf(choice: Uint32Array, rows: number): Uint32Array {
  const starts: number[] = [];
  for (let s = 0; s < rows; s = choice[s]) starts.push(s);
  return Uint32Array.from(starts);
}

/**
 * One pass over the line: every run ends where it and the shortest run after it cost least per row. The rows that are left
 * at the end join the last run.
 */
export function greedyRuns(line: Line, ends: Uint32Array): { starts: Uint32Array; cost: number } {
  const { vectorOf } = line;
  const rows = vectorOf.length;
  const starts: number[] = [];
  const box = new RunningBox(line);
  const after = new RunningBox(line);
  const costOf = (s: number, e: number): number => {
    after.reset(vectorOf[s]);
    for (let row = s + 1; row < e; row++) after.add(vectorOf[row]);
    return (e - s) * after.cost;
  };
  let s = 0;
  while (s < rows) {
    starts.push(s);
    const first = ends[s];
    if (first > rows || ends[first] > rows) break;
    const last = Math.min(rows, ends[first] - 1);
    box.reset(vectorOf[s]);
    let chosen = rows;
    let least = Infinity;
    for (let e = s + 1; e <= last; e++) {
      if (e > s + 1) box.add(vectorOf[e - 1]);
      if (e < first) continue;
      const next = ends[e];
      if (next > rows && e < rows) break;
      const cost = ((e - s) * box.cost + (e === rows ? 0 : costOf(e, next))) / ((e === rows ? e : next) - s);
      if (cost < least) {
        least = cost;
        chosen = e;
      }
    }
    s = chosen;
  }
  let cost = 0;
  starts.forEach((start, i) => (cost += costOf(start, starts[i + 1] ?? rows)));
  return { starts: Uint32Array.from(starts), cost };
}

/** The bounding box of vectors, growing. */
class RunningBox {
  /** Sum of the costs of the box. */
  cost = 0;
  readonly #codes: readonly Uint32Array[];
  readonly #spans: readonly Span[];
  readonly #lo: Uint32Array;
  readonly #hi: Uint32Array;
  #last = -1;

  constructor({ codes, spans }: Line) {
    this.#codes = codes;
    this.#spans = spans;
    this.#lo = new Uint32Array(codes.length);
    this.#hi = new Uint32Array(codes.length);
  }

  reset(vector: number): void {
    for (let a = 0; a < this.#codes.length; a++) this.#lo[a] = this.#hi[a] = this.#codes[a][vector];
    this.cost = 0;
    this.#last = vector;
  }

  add(vector: number): void {
    if (vector === this.#last) return;
    this.#last = vector;
    let changed = false;
    for (let a = 0; a < this.#codes.length; a++) {
      const code = this.#codes[a][vector];
      if (code < this.#lo[a]) {
        this.#lo[a] = code;
        changed = true;
      } else if (code > this.#hi[a]) {
        this.#hi[a] = code;
        changed = true;
      }
    }
    if (!changed) return;
    let sum = 0;
    for (let a = 0; a < this.#spans.length; a++) sum += this.#spans[a].cost(this.#lo[a], this.#hi[a]);
    this.cost = sum;
  }
}
