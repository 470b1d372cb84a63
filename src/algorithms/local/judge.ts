import type { ClassCondition, Engine } from '../../engine/engine.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { Problem } from '../algorithm.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import { conditionsOf } from '../judge-classes.js';

/** Tells whether a group of rows satisfies every model. Rows are added and removed vector by vector. */
export class ClassJudge {
  /** Rows in the group. */
  rows = 0;
  /** Fewest rows of a class. */
  readonly minimum: number;
  /** True when sizes alone decide. */
  readonly bySize: boolean;
  /** True when a group that satisfies the models satisfies them with any more rows: by sizes and distinct values alone. */
  readonly isUpward: boolean;
  readonly #engine: Engine;
  readonly #conditions: readonly { readonly condition: ClassCondition; readonly histogram: number }[];
  readonly #codes: readonly ArrayLike<number>[];
  readonly #histograms: readonly Uint32Array[];

  /**
   * Throws InfeasibleError when not even one class of all rows satisfies the models, InvalidArgumentError
   * `MODEL_NOT_SUPPORTED` for a model that merging classes can break.
   */
  constructor(problem: Problem, engine: Engine) {
    const conditions = conditionsOf(problem);
    if (conditions.some(({ pairs }) => pairs !== undefined)) {
      throw new InvalidArgumentError(
        'algorithm',
        'an algorithm that gives equal rows to one class, such as "mondrian", for models of sensitive columns by persons',
        'one that may divide equal rows',
        'PERSONS_UNSUPPORTED',
      );
    }
    problem.models.forEach((model, i) => {
      if (model.monotone) return;
      throw new InvalidArgumentError(
        `privacy[${i}].model`,
        'a model that merging classes never breaks, since groups are joined until it holds',
        JSON.stringify(model.name),
        'MODEL_NOT_SUPPORTED',
      );
    });
    refuseUnsatisfiable(problem, engine, conditions);
    const q = problem.domains.length;
    this.#engine = engine;
    this.minimum = conditions.reduce((most, condition) => Math.max(most, leastRows(condition)), 1);
    const others = conditions.filter((condition) => condition.kind !== 'size');
    this.bySize = others.length === 0;
    this.isUpward = others.every((condition) => condition.kind === 'distinct');
    const columns = [...new Set(others.map((condition) => columnOf(condition)))];
    this.#codes = columns.map((column) => problem.set.codes(column));
    this.#histograms = columns.map((column) => new Uint32Array(problem.sensitive[column - q].size));
    this.#conditions = others.map((condition) => ({ condition, histogram: columns.indexOf(columnOf(condition)) }));
  }

  /** Empties the group. */
  reset(): void {
    this.rows = 0;
    for (const histogram of this.#histograms) histogram.fill(0);
  }

  /** Adds rows of a vector; a negative number removes them. */
  add(vector: number, count: number): void {
    this.rows += count;
    for (let h = 0; h < this.#histograms.length; h++) this.#histograms[h][this.#codes[h][vector]] += count;
  }

  /** True when the rows added satisfy every model as a class. */
  holds(): boolean {
    if (this.rows < this.minimum) return false;
    for (const { condition, histogram } of this.#conditions) {
      const sizes = Uint32Array.of(this.rows);
      if (this.#engine.checkCondition(condition, sizes, this.#histograms[histogram])[0] === 0) return false;
    }
    return true;
  }

  /** [vectors] 1 where the first i + 1 of these rows (one row a vector, which may repeat) satisfy every model as a class. */
  prefixes(vectors: Uint32Array): Uint8Array {
    const count = vectors.length;
    const sizes = Uint32Array.from({ length: count }, (_, i) => i + 1);
    const result = Uint8Array.from(sizes, (size) => (size >= this.minimum ? 1 : 0));
    const cumulative = this.#histograms.map(({ length: size }, h) => {
      const all = new Uint32Array(count * size);
      for (let i = 0; i < count; i++) {
        if (i > 0) all.copyWithin(i * size, (i - 1) * size, i * size);
        all[i * size + this.#codes[h][vectors[i]]]++;
      }
      return all;
    });
    for (const { condition, histogram } of this.#conditions) {
      const holds = this.#engine.checkCondition(condition, sizes, cumulative[histogram]);
      for (let i = 0; i < count; i++) result[i] &= holds[i];
    }
    return result;
  }
}

function columnOf(condition: ClassCondition): number {
  return 'column' in condition ? condition.column : -1;
}

/** Rows that a class needs at least for one condition, as far as it is told without looking. */
function leastRows(condition: ClassCondition): number {
  switch (condition.kind) {
    case 'size':
    case 'firsts':
      return condition.minimum;
    case 'distinct':
      return condition.l;
    default:
      return 1;
  }
}
