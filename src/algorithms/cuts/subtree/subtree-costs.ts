import { unitOf } from '../../../engine/cut-parts.js';
import type { CutEvaluator, CutProblem, CutSets, Engine, FrequencySet } from '../../../engine/engine.js';

/**
 * Costs and bounds of sets of cuts, by evaluators of the engine.
 *
 * h of a class of s rows is s max(s, k) under discernibility, where a suppressed row costs all n rows and s (n - k) too much was counted for a
 * class below k; under classification its minority, which an evaluator for k = 1 sums.
 */
export class SubtreeCosts {
  readonly problem: CutProblem;
  readonly rows: number;
  /** For k of the problem, and for k = 1. */
  readonly #own: CutEvaluator;
  readonly #single: CutEvaluator;

  private constructor(problem: CutProblem, rows: number, own: CutEvaluator, single: CutEvaluator) {
    this.problem = problem;
    this.rows = rows;
    this.#own = own;
    this.#single = single;
  }

  static begin(engine: Engine, set: FrequencySet, problem: CutProblem, rows: number): SubtreeCosts {
    const own = engine.cutEvaluator(set, problem);
    try {
      return new SubtreeCosts(problem, rows, own, engine.cutEvaluator(set, { ...problem, k: 1 }));
    } catch (error) {
      own.dispose();
      throw error;
    }
  }

  get isDiscernibility(): boolean {
    return this.problem.metric === 'discernibility';
  }

  /** Cost of a suppressed row. */
  get unit(): number {
    return unitOf(this.problem, this.rows);
  }

  /** How much more than counted in the sum of h the suppressed rows of a head cost at least. */
  surcharge(suppressed: number): number {
    if (this.isDiscernibility) return suppressed * Math.max(0, this.rows - this.problem.k);
    return Math.ceil(suppressed / this.problem.labels!.size);
  }

  evaluate(cuts: CutSets): { readonly cost: number; readonly suppressed: number } {
    return this.#own.evaluate(cuts);
  }

  /** The sum of h over the classes. */
  joined(cuts: CutSets): number {
    if (!this.isDiscernibility) return this.#single.evaluate(cuts).cost;
    const { cost, suppressed } = this.#own.evaluate(cuts);
    return cost - this.surcharge(suppressed);
  }

  /** Pairs of rows that share a class, each row with itself too: the discernibility if no class were suppressed. */
  pairs(cuts: CutSets): number {
    return this.#single.evaluate(cuts).cost;
  }

  /** Costs of sets of these cuts alone, over vectors that are merged where none of the cuts parts them. To be disposed of. */
  coarsen(cuts: CutSets): SubtreeCosts {
    const own = this.#own.coarsen(cuts);
    try {
      return new SubtreeCosts(this.problem, this.rows, own, this.#single.coarsen(cuts));
    } catch (error) {
      own.dispose();
      throw error;
    }
  }

  dispose(): void {
    this.#own.dispose();
    this.#single.dispose();
  }
}
