import { CapacityError } from '../../base/errors.js';
import { runToCompletion, type Steps } from '../../base/steps.js';
import type {
  ClassCondition,
  CutCondition,
  CutEvaluator,
  CutProblem,
  CutSets,
  Engine,
  FrequencySet,
} from '../../engine/engine.js';
import { intervalsOf, type Pieces, piecesOf, unitOf } from '../../engine/cut-parts.js';
import { groupColumns } from '../../engine/group-columns.js';
import type { Codes } from '../../table/table.js';
import { toggleLeaf } from './coordinate-descent.js';
import { CutRuns } from './cut-runs.js';
import type { CutSteps, SteppedEvaluator } from './cut-steps.js';

/** An evaluator of cuts that suppresses classes which fail a condition, too, or counts widths; that of the engine where it can. */
export function evaluatorUnder(
  engine: Engine,
  set: FrequencySet,
  problem: CutProblem,
  conditions: readonly CutCondition[],
): CutEvaluator {
  return conditions.length === 0 && problem.metric !== 'width'
    ? engine.cutEvaluator(set, problem)
    : new ConditionEvaluator(new ConditionSteps(engine, set, problem, conditions));
}

/** Does all at once what its steps do. */
class ConditionEvaluator implements SteppedEvaluator {
  readonly #steps: ConditionSteps;
  /** True where the steps end with another evaluator. */
  readonly #isShared: boolean;

  constructor(steps: ConditionSteps, isShared = false) {
    this.#steps = steps;
    this.#isShared = isShared;
  }

  get steps(): CutSteps {
    return this.#steps;
  }

  evaluate(cuts: CutSets): { cost: number; suppressed: number } {
    return runToCompletion(this.#steps.evaluate(cuts));
  }

  toggles(cuts: CutSets): { cost: Float64Array[]; suppressed: Float64Array[] } {
    return runToCompletion(this.#steps.toggles(cuts));
  }

  bestCuts(cuts: CutSets, attribute: number, penalty: number): Uint32Array {
    return runToCompletion(this.#steps.bestCuts(cuts, attribute, penalty));
  }

  /** It takes any cuts, and holds nothing that an evaluator of fewer could leave out. */
  coarsen(): CutEvaluator {
    return new ConditionEvaluator(this.#steps, true);
  }

  dispose(): void {
    if (!this.#isShared) this.#steps.dispose();
  }
}

/** Most values between which a shortest path is searched, and most classes that are looked at for one. */
const MOST_PIECES = 2048;
const MOST_CLASSES = 2 ** 23;

/** Evaluates cuts by the engine's own judgement of classes. Yields between stretches of them. */
class ConditionSteps implements CutSteps {
  readonly #engine: Engine;
  readonly #set: FrequencySet;
  readonly #problem: CutProblem;
  readonly #conditions: readonly ClassCondition[];
  readonly #codes: readonly Codes[];
  readonly #counts: Uint32Array;
  readonly #pieces: readonly Pieces[];
  /** Cost of a suppressed row. */
  readonly #unit: number;

  constructor(engine: Engine, set: FrequencySet, problem: CutProblem, conditions: readonly CutCondition[]) {
    this.#engine = engine;
    this.#set = set;
    this.#problem = problem;
    this.#conditions = [{ kind: 'size', minimum: problem.k }, ...conditions];
    this.#codes = problem.allowed.map((_, a) => set.codes(a));
    this.#counts = set.counts();
    this.#pieces = problem.allowed.map(piecesOf);
    this.#unit = unitOf(problem, set.rows);
  }

  *evaluate(cuts: CutSets): Steps<{ cost: number; suppressed: number }> {
    const runs = this.#runsOf(cuts, -1);
    let cost = 0;
    let suppressed = 0;
    const add = (released: number, rows: number): void => {
      if (released < 0) suppressed += rows;
      else cost += released;
    };
    for (let cell = 0; cell < runs.cells; cell++) if (runs.ask(cell, cell + 1, add)) yield* runs.answer();
    yield* runs.answer();
    return { cost: cost + suppressed * this.#unit, suppressed };
  }

  *bestCuts(cuts: CutSets, attribute: number, penalty: number): Steps<Uint32Array> {
    const { first } = this.#pieces[attribute];
    const count = first.length;
    if (count > MOST_PIECES) {
      throw new CapacityError('values between which a shortest path chooses cuts', count, MOST_PIECES);
    }
    const runs = this.#runsOf(cuts, attribute);
    const { lines, pieces } = runs;
    let classes = 0;
    for (let line = 0; line + 1 < lines.length; line++) {
      const length = lines[line + 1] - lines[line];
      classes += (length * (length + 1)) / 2;
    }
    if (classes > MOST_CLASSES) throw new CapacityError('classes that a shortest path looks at', classes, MOST_CLASSES);
    // [first piece][last piece] differences of what an interval costs.
    const width = count + 1;
    const costs = new Float64Array(width * width);
    const widths = this.#problem.widths?.of[attribute];
    // Differences of the rows that are released.
    const kept = new Float64Array(widths === undefined ? 0 : width * width);
    for (let line = 0; line + 1 < lines.length; line++) {
      for (let i = lines[line]; i < lines[line + 1]; i++) {
        // The class of cells i .. j is that of all intervals which begin and end between the same cells.
        const from = (i > lines[line] ? pieces[i - 1] + 1 : 0) * width;
        const below = (pieces[i] + 1) * width;
        for (let j = i; j < lines[line + 1]; j++) {
          const last = pieces[j];
          const end = j + 1 < lines[line + 1] ? pieces[j + 1] : count;
          const isFull = runs.ask(i, j + 1, (released, rows) => {
            const note = (sums: Float64Array, cost: number): void => {
              sums[from + last] += cost;
              sums[from + end] -= cost;
              sums[below + last] -= cost;
              sums[below + end] += cost;
            };
            note(costs, released < 0 ? rows * penalty : released);
            if (widths !== undefined && released >= 0) note(kept, rows);
          });
          if (isFull) yield* runs.answer();
        }
      }
    }
    yield* runs.answer();
    return shortestPath(costs, kept, widths, count).map((piece) => first[piece]);
  }

  *toggles(cuts: CutSets): Steps<{ cost: Float64Array[]; suppressed: Float64Array[] }> {
    const [cost, suppressed]: [Float64Array[], Float64Array[]] = [[], []];
    const base = yield* this.evaluate(cuts);
    for (const a of cuts.keys()) {
      const isByWidth = this.#problem.metric === 'width';
      const found = yield* isByWidth ? this.#togglesOneByOne(cuts, a) : this.#togglesOf(cuts, a, base);
      cost.push(found[0]);
      suppressed.push(found[1]);
    }
    return { cost, suppressed };
  }

  dispose(): void {
    this.#counts.fill(0);
    for (const codes of this.#codes) codes.fill(0);
  }

  *#togglesOneByOne(cuts: CutSets, attribute: number): Steps<[cost: Float64Array, suppressed: Float64Array]> {
    const allowed = this.#problem.allowed[attribute];
    const cost = new Float64Array(allowed.length).fill(NaN);
    const suppressed = new Float64Array(allowed.length).fill(NaN);
    for (let leaf = 1; leaf < allowed.length; leaf++) {
      if (allowed[leaf] === 0) continue;
      const toggled = cuts.map((list, other) => (other === attribute ? toggleLeaf(list, leaf) : list));
      const found = yield* this.evaluate(toggled);
      cost[leaf] = found.cost;
      suppressed[leaf] = found.suppressed;
    }
    return [cost, suppressed];
  }

  /** [cells] what a row costs in its intervals of all attributes but one, under widths. */
  #widthsOf(cuts: CutSets, without: number, codes: readonly ArrayLike<number>[], cells: number): Float64Array | null {
    const { widths } = this.#problem;
    if (widths === undefined) return null;
    const sums = new Float64Array(cells);
    cuts.forEach((list, a) => {
      if (a === without) return;
      const { of, first } = this.#pieces[a];
      const begins = [0, ...Array.from(list, (cut) => of[cut]), first.length];
      const own = Float64Array.from(begins.slice(1), (end, i) => widths.of[a][begins[i] * first.length + end - 1]);
      for (let cell = 0; cell < cells; cell++) sums[cell] += own[codes[a][cell]];
    });
    return sums;
  }

  *#togglesOf(
    cuts: CutSets,
    attribute: number,
    base: { readonly cost: number; readonly suppressed: number },
  ): Steps<[cost: Float64Array, suppressed: Float64Array]> {
    const { of, first } = this.#pieces[attribute];
    const runs = this.#runsOf(cuts, attribute);
    const { lines, pieces } = runs;
    const isCut = new Uint8Array(first.length);
    for (const cut of cuts[attribute]) isCut[of[cut]] = 1;
    // [pieces + 1] differences: what a cut before a piece adds to the cost and to the suppressed rows.
    const cost = new Float64Array(first.length + 1);
    const rows = new Float64Array(first.length + 1);
    const note = (begin: number, end: number, from: number, to: number, sign: number): boolean =>
      runs.ask(from, to, (released, size) => {
        const own = sign * (released < 0 ? size * this.#unit : released);
        const lost = sign * (released < 0 ? size : 0);
        cost[begin] += own;
        cost[end] -= own;
        rows[begin] += lost;
        rows[end] -= lost;
      });
    const isApart = (i: number): boolean => isCut.subarray(pieces[i - 1] + 1, pieces[i] + 1).includes(1);
    for (let line = 0; line + 1 < lines.length; line++) {
      const end = lines[line + 1];
      let begin = lines[line];
      let before = -1;
      while (begin < end) {
        let stop = begin + 1;
        while (stop < end && !isApart(stop)) stop++;
        for (let i = begin + 1; i < stop; i++) {
          const [low, high] = [pieces[i - 1] + 1, pieces[i] + 1];
          if (note(low, high, begin, i, 1)) yield* runs.answer();
          if (note(low, high, i, stop, 1)) yield* runs.answer();
          if (note(low, high, begin, stop, -1)) yield* runs.answer();
        }
        const cut = before < 0 ? -1 : onlyCut(isCut, pieces[begin - 1] + 1, pieces[begin] + 1);
        if (cut >= 0) {
          if (note(cut, cut + 1, before, stop, 1)) yield* runs.answer();
          if (note(cut, cut + 1, before, begin, -1)) yield* runs.answer();
          if (note(cut, cut + 1, begin, stop, -1)) yield* runs.answer();
        }
        before = begin;
        begin = stop;
      }
    }
    yield* runs.answer();
    return spread(first, this.#problem.allowed[attribute].length, base, cost, rows);
  }

  /** The cells that cuts of all attributes but one make, in lines along that one's pieces; -1: every class a line. */
  #runsOf(cuts: CutSets, without: number): CutRuns {
    const columns = this.#codes.map((codes, a) => {
      if (a === without) return { codes, size: this.#pieces[a].first.length, map: this.#pieces[a].of };
      return { codes, size: cuts[a].length + 1, map: intervalsOf(this.#problem.allowed[a].length, cuts[a]) };
    });
    const grouped = groupColumns(this.#engine, this.#set.length, columns);
    const others = grouped.codes.flatMap((codes, a) => (a === without ? [] : { codes, size: columns[a].size }));
    const lineOf =
      without < 0
        ? Uint32Array.from({ length: grouped.groups }, (_, i) => i)
        : others.length === 0
          ? new Uint32Array(grouped.groups)
          : groupColumns(this.#engine, grouped.groups, others).groupOf;
    const pieces = without < 0 ? new Uint32Array(grouped.groups) : grouped.codes[without];
    return new CutRuns({
      engine: this.#engine,
      set: this.#set,
      problem: this.#problem,
      conditions: this.#conditions,
      counts: this.#counts,
      cellOf: grouped.groupOf,
      cellCount: grouped.groups,
      lineOf,
      pieceOf: pieces,
      widths: this.#widthsOf(cuts, without, grouped.codes, grouped.groups),
    });
  }
}

/** The piece of the only cut among pieces begin .. end - 1, -1 when there are more. */
function onlyCut(isCut: Uint8Array, begin: number, end: number): number {
  const first = isCut.indexOf(1, begin);
  const next = isCut.indexOf(1, first + 1);
  return next >= 0 && next < end ? -1 : first;
}

/** Sums of differences at the first leaf of every piece; NaN where no cut may stand. */
function spread(
  first: Uint32Array,
  size: number,
  base: { readonly cost: number; readonly suppressed: number },
  cost: Float64Array,
  rows: Float64Array,
): [Float64Array, Float64Array] {
  const all = new Float64Array(size).fill(NaN);
  const lost = new Float64Array(size).fill(NaN);
  let more = 0;
  let moreLost = 0;
  for (let piece = 0; piece < first.length; piece++) {
    more += cost[piece];
    moreLost += rows[piece];
    if (piece === 0) continue;
    all[first[piece]] = base.cost + more;
    lost[first[piece]] = base.suppressed + moreLost;
  }
  return [all, lost];
}

/**
 * The cheapest pieces to cut before; of equal ones those whose last cut is smaller. `costs`: differences in two dimensions of what intervals cost;
 * `kept`: those of their released rows, each of which costs their width, too.
 */
function shortestPath(
  costs: Float64Array,
  kept: Float64Array,
  widths: Int32Array | undefined,
  count: number,
): Uint32Array {
  const width = count + 1;
  const least = new Float64Array(count + 1).fill(Infinity);
  const from = new Uint32Array(count + 1);
  least[0] = 0;
  const column = new Float64Array(width);
  const rows = new Float64Array(width);
  for (let first = 0; first < count; first++) {
    let sum = 0;
    let released = 0;
    for (let last = 0; last < count; last++) {
      column[last] += costs[first * width + last];
      sum += column[last];
      let cost = sum;
      if (widths !== undefined) {
        rows[last] += kept[first * width + last];
        released += rows[last];
        cost += released * widths[first * count + last];
      }
      if (last >= first && least[first] + cost < least[last + 1]) {
        least[last + 1] = least[first] + cost;
        from[last + 1] = first;
      }
    }
  }
  const cuts: number[] = [];
  for (let at = from[count]; at > 0; at = from[at]) cuts.push(at);
  return Uint32Array.from(cuts.reverse());
}
