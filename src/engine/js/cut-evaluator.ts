import { listCutItems, type CutItems } from '../cut-items.js';
import { intervalsOf, piecesOf, unitOf, type Pieces } from '../cut-problem.js';
import { CutProjections, type Projection } from '../cut-projections.js';
import { applyToggles } from '../cut-toggles.js';
import type { CutEvaluator, CutProblem, CutSets } from '../engine.js';
import { CutLines } from './cut-lines.js';
import { ClassCosts } from './cut-costs.js';
import { groupRows, type Grouping, type GroupingScratch } from './grouping.js';
import type { JsFrequencySet } from './resident.js';
import { allocateCodes, type Codes } from '../../table/table.js';

/** Creates the evaluator of the twin; see assembly/cut-evaluator.ts. The problem was checked. */
export function createCutEvaluator(set: JsFrequencySet, problem: CutProblem, scratch: GroupingScratch): CutEvaluator {
  return new JsCutEvaluator(set, problem, scratch);
}

/** Items that agree in some attributes. */
interface JsProjection extends Projection {
  /** [attributes][items], without items for an attribute that is left out. */
  readonly codes: readonly Codes[];
  readonly weights: Uint32Array;
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
  readonly #projections: CutProjections<JsProjection>;
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
    this.#projections = new CutProjections(length, (attributes) => this.#project(attributes));
  }

  evaluate(cuts: CutSets): { cost: number; suppressed: number } {
    if (this.#items.labels === null) {
      const { counts, length } = this.#count(cuts);
      return this.#costs.sumSizes(counts, length);
    }
    this.#fill(this.#group(cuts, -1).length, 0, null);
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
    this.#projections.dispose();
    const { codes, weights, labels, orders, starts } = this.#items;
    for (const data of [...codes, weights, labels, ...orders, ...starts, this.#lineOf]) data?.fill(0);
    this.#lines.clear();
    this.#costs.clear();
  }

  /** Rows of every class. */
  #count(cuts: CutSets): Grouping {
    const { items, codes, weights } = this.#projections.of(cuts) ?? { items: this.#items.length, ...this.#items };
    const columns = this.#sizes.map((size, a) => ({
      codes: codes[a],
      domain: size,
      size: cuts[a].length + 1,
      map: intervalsOf(size, cuts[a]),
    }));
    return groupRows(items, columns, weights, null, this.#scratch);
  }

  #project(attributes: readonly number[]): JsProjection {
    const { length: all, codes: columns, weights: rows } = this.#items;
    const asked = attributes.map((a) => {
      const size = this.#sizes[a];
      return { codes: columns[a], domain: size, size, map: null };
    });
    const { length, first, counts } = groupRows(all, asked, rows, null, this.#scratch);
    const codes = columns.map((column, a) => {
      const isAsked = attributes.includes(a);
      const kept = allocateCodes(isAsked ? length : 0, this.#sizes[a]);
      for (let i = 0; i < kept.length; i++) kept[i] = column[first[i]];
      return kept;
    });
    const weights = counts.slice(0, length);
    const dispose = (): void => [...codes, weights].forEach((data) => data.fill(0));
    return { items: length, codes, weights, dispose };
  }

  /** Numbers the items' intervals in all attributes but one (-1: in all). */
  #group(cuts: CutSets, without: number): Grouping {
    const columns = this.#sizes.flatMap((size, a) =>
      a === without
        ? []
        : { codes: this.#items.codes[a], domain: size, size: cuts[a].length + 1, map: intervalsOf(size, cuts[a]) },
    );
    const { length, weights } = this.#items;
    return groupRows(length, columns, weights, this.#lineOf, this.#scratch, { wantsCounts: false });
  }

  #fill(lines: number, attribute: number, positionOf: Uint32Array | null): void {
    const { orders, starts, weights, labels } = this.#items;
    this.#lines.fill(this.#lineOf, lines, orders[attribute], starts[attribute], positionOf, weights, labels);
  }
}
