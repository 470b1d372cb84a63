import { listCutItems, orderCutItems, pickCutItems, type CutItems } from '../cut-items.js';
import { intervalsOf, piecesOf, unitOf, type Pieces } from '../cut-parts.js';
import { CutProjections, type KnownCuts, type Projection } from '../cut-projections.js';
import { applyToggles } from '../cut-toggles.js';
import type { CutEvaluator, CutProblem, CutSets } from '../engine.js';
import { CutLines } from './cut-lines.js';
import { ClassCosts } from './cut-costs.js';
import { groupRows, type Grouping, type GroupingScratch } from './grouping.js';
import type { SourceColumn } from './keys.js';
import type { JsFrequencySet } from './resident.js';
import type { Codes } from '../../table/table.js';

/** Creates the evaluator of the twin; see assembly/cut-evaluator.ts. The problem was checked. */
export function createCutEvaluator(set: JsFrequencySet, problem: CutProblem, scratch: GroupingScratch): CutEvaluator {
  const sizes = set.sizes.slice(0, problem.attributes);
  const items = listCutItems(problem, sizes, (a) => set.codes(a), set.counts());
  return new JsCutEvaluator(items, { problem, sizes, unit: unitOf(problem, set.rows), scratch, coarse: new Set() });
}

/** Items that some cuts do not part. */
interface JsProjection extends Projection {
  /** [attributes][items], of merged items that of the first. */
  readonly codes: readonly Codes[];
  readonly weights: Uint32Array;
}

type MergedItems = Pick<CutItems, 'codes' | 'weights' | 'labels'>;

/** State shared by an evaluator and its coarser ones. */
interface Shared {
  readonly problem: CutProblem;
  readonly sizes: readonly number[];
  /** Cost of a suppressed row. */
  readonly unit: number;
  readonly scratch: GroupingScratch;
  /** Coarser evaluators that were not disposed of. */
  readonly coarse: Set<CutEvaluator>;
}

class JsCutEvaluator implements CutEvaluator {
  readonly #shared: Shared;
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

  constructor(items: CutItems, shared: Shared) {
    const { problem, scratch } = shared;
    this.#shared = shared;
    this.#sizes = shared.sizes;
    this.#items = items;
    this.#allowed = problem.allowed.map((list) => list.slice());
    this.#pieces = this.#allowed.map(piecesOf);
    const { length, labels } = items;
    this.#unit = shared.unit;
    this.#costs = new ClassCosts(problem, this.#unit, length);
    this.#lines = new CutLines(length, labels !== null);
    this.#lineOf = new Uint32Array(length);
    this.#scratch = scratch;
    this.#projections = new CutProjections(length, shared.sizes, (known, from) => this.#project(known, from));
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

  coarsen(cuts: CutSets): CutEvaluator {
    const { problem, sizes, coarse } = this.#shared;
    const { codes, labels } = this.#items;
    const size = problem.labels?.size ?? 0;
    const columns = this.#columnsOf(cuts, codes);
    if (labels !== null) columns.push({ codes: labels, domain: size, size, map: null });
    const items = orderCutItems(this.#merge(columns, this.#items), sizes, size);
    const made = new JsCutEvaluator(items, this.#shared);
    coarse.add(made);
    return made;
  }

  dispose(): void {
    const { coarse } = this.#shared;
    if (!coarse.delete(this)) for (const evaluator of coarse) evaluator.dispose();
    this.#projections.dispose();
    const { codes, weights, labels, orders, starts } = this.#items;
    for (const data of [...codes, weights, labels, ...orders, ...starts, this.#lineOf]) data?.fill(0);
    this.#lines.clear();
    this.#costs.clear();
  }

  #columnsOf(cuts: KnownCuts, codes: readonly Codes[]): SourceColumn[] {
    return this.#sizes.map((domain, a) => {
      const own = cuts[a];
      if (own === null) return { codes: codes[a], domain, size: domain, map: null };
      return { codes: codes[a], domain, size: own.length + 1, map: intervalsOf(domain, own) };
    });
  }

  /** Rows of every class. */
  #count(cuts: CutSets): Grouping {
    const { items, codes, weights } = this.#projections.of(cuts) ?? { items: this.#items.length, ...this.#items };
    return groupRows(items, this.#columnsOf(cuts, codes), weights, null, this.#scratch);
  }

  #project(known: KnownCuts, from: JsProjection | null): JsProjection {
    const items = { labels: null, ...(from ?? this.#items) };
    const { codes, weights } = this.#merge(this.#columnsOf(known, items.codes), items);
    const dispose = (): void => [...codes, weights].forEach((data) => data.fill(0));
    return { items: weights.length, codes, weights, dispose };
  }

  /** Items merged where they agree in some columns; of all other codes and labels, those of the first item. */
  #merge(merged: readonly SourceColumn[], items: MergedItems): MergedItems {
    const { length, first, counts } = groupRows(items.weights.length, merged, items.weights, null, this.#scratch);
    const picked = pickCutItems(items, this.#sizes, first.subarray(0, length));
    return { ...picked, weights: counts.slice(0, length) };
  }

  /** Numbers the items' intervals in all attributes but one (-1: in all). */
  #group(cuts: CutSets, without: number): Grouping {
    const { length, codes, weights } = this.#items;
    const columns = this.#columnsOf(cuts, codes).filter((_, a) => a !== without);
    return groupRows(length, columns, weights, this.#lineOf, this.#scratch, { wantsCounts: false });
  }

  #fill(lines: number, attribute: number, positionOf: Uint32Array | null): void {
    const { orders, starts, weights, labels } = this.#items;
    this.#lines.fill(this.#lineOf, lines, orders[attribute], starts[attribute], positionOf, weights, labels);
  }
}
