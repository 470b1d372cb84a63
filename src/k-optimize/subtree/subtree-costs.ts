import { unitOf } from '../../engine/cut-parts.js';
import type { CutEvaluator, CutProblem, CutSets, Engine, FrequencySet } from '../../engine/engine.js';

/**
 * Costs and bounds of sets of cuts, by evaluators of the engine.
 *
 * h of a class of s rows is s max(s, k) under discernibility, where a suppressed row costs all n rows and s (n - k) too much was counted for a
 * class below k; under classification its minority, which an evaluator for k = 1 sums.
 */
export class SubtreeCosts {
  readonly problem: CutProblem;
  readonly rows: number;
  /** For k of the problem; and for k = 1, under classification. */
  readonly #own: CutEvaluator;
  readonly #single: CutEvaluator | null;

  private constructor(problem: CutProblem, rows: number, own: CutEvaluator, single: CutEvaluator | null) {
    this.problem = problem;
    this.rows = rows;
    this.#own = own;
    this.#single = single;
  }

  static begin(engine: Engine, set: FrequencySet, problem: CutProblem, rows: number): SubtreeCosts {
    const own = engine.cutEvaluator(set, problem);
    try {
      const isClassified = problem.metric === 'classification';
      return new SubtreeCosts(problem, rows, own, isClassified ? engine.cutEvaluator(set, { ...problem, k: 1 }) : null);
    } catch (error) {
      own.dispose();
      throw error;
    }
  }

  /** Cost of a suppressed row. */
  get unit(): number {
    return unitOf(this.problem, this.rows);
  }

  /** Lower bound on the cost of suppressed rows of a head beyond that in the sum of h. */
  surcharge(suppressed: number): number {
    if (this.#single === null) return suppressed * Math.max(0, this.rows - this.problem.k);
    return Math.ceil(suppressed / this.problem.labels!.size);
  }

  evaluate(cuts: CutSets): { readonly cost: number; readonly suppressed: number } {
    return this.#own.evaluate(cuts);
  }

  /** The sum of h over the classes. */
  joined(cuts: CutSets): number {
    if (this.#single !== null) return this.#single.evaluate(cuts).cost;
    const { cost, suppressed } = this.#own.evaluate(cuts);
    return cost - this.surcharge(suppressed);
  }

  /** Costs of sets of these cuts alone, over vectors that are merged where none of the cuts parts them. To be disposed of. */
  coarsen(cuts: CutSets): SubtreeCosts {
    const own = this.#own.coarsen(cuts);
    try {
      return new SubtreeCosts(this.problem, this.rows, own, this.#single?.coarsen(cuts) ?? null);
    } catch (error) {
      own.dispose();
      throw error;
    }
  }

  dispose(): void {
    this.#own.dispose();
    this.#single?.dispose();
  }
}
