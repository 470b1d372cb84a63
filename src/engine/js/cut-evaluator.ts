import { listCutItems, type CutItems } from '../cut-items.js';
import { intervalsOf, piecesOf, unitOf, type Pieces } from '../cut-problem.js';
import { applyToggles } from '../cut-toggles.js';
import type { CutEvaluator, CutProblem, CutSets } from '../engine.js';
import { CutLines } from './cut-lines.js';
import { ClassCosts } from './cut-costs.js';
import { groupRows, type Grouping, type GroupingScratch } from './grouping.js';
import type { JsFrequencySet } from './resident.js';

/** Creates the evaluator of the twin; see assembly/cut-evaluator.ts. The problem was checked. */
export function createCutEvaluator(set: JsFrequencySet, problem: CutProblem, scratch: GroupingScratch): CutEvaluator {
  return new JsCutEvaluator(set, problem, scratch);
}

class JsCutEvaluator implements CutEvaluator {
  readonly #sizes: readonly number[];
  readonly #items: CutItems;
  readonly #pieces: readonly Pieces[];
  readonly #allowed: readonly Uint8Array[];
  readonly #costs: ClassCosts;
  readonly #lines: CutLines;
  readonly #lineOf: Uint32Array;
  readonly #scratch: GroupingScratch;
  /** Cost of a suppressed row. */
  readonly #unit: number;

  constructor(set: JsFrequencySet, problem: CutProblem, scratch: GroupingScratch) {
    this.#sizes = set.sizes.slice(0, problem.attributes);
    this.#items = listCutItems(problem, this.#sizes, (a) => set.codes(a), set.counts());
    this.#allowed = problem.allowed.map((list) => list.slice());
    this.#pieces = this.#allowed.map(piecesOf);
    const { length, labels } = this.#items;
    this.#unit = unitOf(problem, set.rows);
    this.#costs = new ClassCosts(problem, this.#unit, length);
    this.#lines = new CutLines(length, labels !== null);
    this.#lineOf = new Uint32Array(length);
    this.#scratch = scratch;
  }

  evaluate(cuts: CutSets): { cost: number; suppressed: number } {
    const grouping = this.#group(cuts, -1);
    if (this.#items.labels === null) return this.#costs.sumSizes(grouping.counts, grouping.length);
    this.#fill(grouping.length, 0, null);
    return this.#costs.sumLines(this.#lines);
  }

  toggles(cuts: CutSets): { cost: Float64Array[]; suppressed: Float64Array[] } {
    const base = this.evaluate(cuts);
    const cost: Float64Array[] = [];
    const suppressed: Float64Array[] = [];
    this.#sizes.forEach((size, a) => {
      const intervals = intervalsOf(size, cuts[a]);
      this.#fill(this.#group(cuts, a).length, a, null);
      const changes = this.#costs.toggles(this.#lines, intervals, cuts[a].length);
      const found = applyToggles(changes, cuts[a], this.#allowed[a], base, this.#unit);
      cost.push(found.cost);
      suppressed.push(found.suppressed);
    });
    return { cost, suppressed };
  }

  bestCuts(cuts: CutSets, attribute: number, penalty: number): Uint32Array {
    const { of, first } = this.#pieces[attribute];
    this.#fill(this.#group(cuts, attribute).length, attribute, of);
    return this.#costs.shortestPath(this.#lines, first.length, penalty).map((piece) => first[piece]);
  }

  dispose(): void {
    const { codes, weights, labels, orders, starts } = this.#items;
    for (const data of [...codes, weights, labels, ...orders, ...starts, this.#lineOf]) data?.fill(0);
    this.#lines.clear();
    this.#costs.clear();
  }

  /** Numbers the items' intervals in all attributes but one (-1: in all). */
  #group(cuts: CutSets, without: number): Grouping {
    const columns = this.#sizes.flatMap((size, a) =>
      a === without
        ? []
        : { codes: this.#items.codes[a], domain: size, size: cuts[a].length + 1, map: intervalsOf(size, cuts[a]) },
    );
    const wantsCounts = without < 0 && this.#items.labels === null;
    const { length, weights } = this.#items;
    return groupRows(length, columns, weights, this.#lineOf, this.#scratch, { wantsCounts });
  }

  #fill(lines: number, attribute: number, positionOf: Uint32Array | null): void {
    const { orders, starts, weights, labels } = this.#items;
    this.#lines.fill(this.#lineOf, lines, orders[attribute], starts[attribute], positionOf, weights, labels);
  }
}
