import type { EngineSearch, RowLine, RunLimits, Runs } from '../engine.js';
import { longestRun, startsOfRuns } from '../run-starts.js';
import { runCost } from '../run-costs.js';

/** The dynamic program; the twin of runsCheapest in assembly/line-runs.ts. */
export function createCheapestRuns(line: RowLine, limits: RunLimits): EngineSearch<Runs | null> {
  const rows = line.vectorOf.length;
  const best = new Float64Array(rows + 1);
  const choice = new Uint32Array(rows + 1);
  const box = new RunningBox(line);
  let left = rows;
  const choose = (s: number): void => {
    let first = s + 1;
    let last: number;
    best[s] = Infinity;
    if ('ends' in limits) {
      first = limits.ends[s];
      if (first > rows) return;
      last = Math.min(rows, limits.ends[first] - 1);
    } else last = Math.min(rows, s + limits.window);
    let least = Infinity;
    box.begin(s);
    for (let e = s + 1; e <= last; e++) {
      if (e > s + 1) box.grow(e - 1);
      if (e < first) continue;
      if ('holds' in limits && limits.holds[s * limits.window + e - s - 1] === 0) continue;
      const sum = (e - s) * box.cost + best[e];
      if (sum < least) {
        least = sum;
        choice[s] = e;
      }
    }
    best[s] = least;
  };
  return {
    step(budget) {
      for (let work = 0; left > 0 && work < budget;) {
        work += longestRun(limits, rows, --left);
        choose(left);
      }
      return left === 0;
    },
    progress: () => 1 - left / Math.max(1, rows),
    result: () => (best[0] === Infinity ? null : { starts: startsOfRuns(choice, rows), cost: best[0] }),
    dispose: () => {
      best.fill(0);
      choice.fill(0);
      box.clear();
    },
  };
}

/** The linear heuristic; the twin of runsGreedy in assembly/line-runs.ts. */
export function createGreedyRuns(line: RowLine, ends: Uint32Array): EngineSearch<Runs> {
  const rows = line.vectorOf.length;
  const starts: number[] = [];
  const box = new RunningBox(line);
  const after = new RunningBox(line);
  const costOf = (own: RunningBox, from: number, to: number): number => {
    own.begin(from);
    for (let row = from + 1; row < to; row++) own.grow(row);
    return (to - from) * own.cost;
  };
  let total = 0;
  let s = 0;
  /** Makes one run; returns the rows that were looked at. */
  const makeRun = (): number => {
    starts.push(s);
    const first = ends[s];
    let chosen = rows;
    let work = 0;
    if (first <= rows && ends[first] <= rows) {
      const last = ends[first] - 1;
      let least = Infinity;
      box.begin(s);
      for (let e = s + 1; e <= last; e++) {
        if (e > s + 1) box.grow(e - 1);
        if (e < first) continue;
        const next = ends[e];
        if (next > rows) break;
        work += next - e;
        const both = (e - s) * box.cost + costOf(after, e, next);
        const perRow = both / (next - s);
        if (perRow < least) {
          least = perRow;
          chosen = e;
        }
      }
    }
    work += chosen - s;
    total += costOf(box, s, chosen);
    s = chosen;
    return work;
  };
  return {
    step(budget) {
      for (let work = 0; s < rows && work < budget;) work += makeRun();
      return s >= rows;
    },
    progress: () => s / Math.max(1, rows),
    result: () => ({ starts: Uint32Array.from(starts), cost: total }),
    dispose: () => {
      starts.length = 0;
      box.clear();
      after.clear();
    },
  };
}

/** The bounding box of consecutive rows, growing. */
class RunningBox {
  /** Sum of the costs of the box. */
  cost = 0;
  readonly #line: RowLine;
  readonly #lo: Uint32Array;
  readonly #hi: Uint32Array;
  readonly #own: Int32Array;

  constructor(line: RowLine) {
    this.#line = line;
    this.#lo = new Uint32Array(line.codes.length);
    this.#hi = new Uint32Array(line.codes.length);
    this.#own = new Int32Array(line.codes.length);
  }

  /** Forgets the data. */
  clear(): void {
    for (const list of [this.#lo, this.#hi, this.#own]) list.fill(0);
    this.cost = 0;
  }

  begin(row: number): void {
    const { codes, vectorOf } = this.#line;
    for (let a = 0; a < codes.length; a++) this.#lo[a] = this.#hi[a] = codes[a][vectorOf[row]];
    this.#own.fill(0);
    this.cost = 0;
  }

  grow(row: number): void {
    const { codes, costs, vectorOf } = this.#line;
    const vector = vectorOf[row];
    if (vectorOf[row - 1] === vector) return;
    for (let a = 0; a < codes.length; a++) {
      const code = codes[a][vector];
      if (code < this.#lo[a]) this.#lo[a] = code;
      else if (code > this.#hi[a]) this.#hi[a] = code;
      else continue;
      const now = runCost(costs[a], this.#lo[a], this.#hi[a]);
      this.cost += now - this.#own[a];
      this.#own[a] = now;
    }
  }
}
