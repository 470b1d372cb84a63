import type { ClassCondition, Engine } from '../../engine/engine.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { Problem } from '../algorithm.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import { conditionsOf } from '../judge-classes.js';

/** Persons of vectors, where a group needs some rows and some persons, and nothing else. */
export interface PersonsOfVectors {
  /** [vectors] person whose rows a vector has. */
  readonly of: ArrayLike<number>;
  readonly count: number;
  /** Fewest persons of a group. */
  readonly least: number;
}

/** Judges whether a group of rows satisfies every model. Rows are added and removed vector by vector. */
export class ClassJudge {
  /** Rows in the group. */
  rows = 0;
  /** Fewest rows of a class. */
  readonly minimum: number;
  /** True when sizes alone decide. */
  readonly bySize: boolean;
  /** True when a group that satisfies the models satisfies them with any more rows: by sizes and distinct values alone. */
  readonly isUpward: boolean;
  /** The persons, where they and sizes alone decide. */
  readonly persons: PersonsOfVectors | null;
  readonly #engine: Engine;
  /** Conditions on numbers of distinct values, and the others. */
  readonly #distinct: readonly { readonly least: number; readonly histogram: number }[];
  readonly #conditions: readonly { readonly condition: ClassCondition; readonly histogram: number }[];
  readonly #codes: readonly ArrayLike<number>[];
  readonly #histograms: readonly Uint32Array[];
  /** [columns] distinct values in the group, and the codes that were added to it. */
  readonly #values: number[];
  readonly #added: number[][];

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
    this.#values = columns.map(() => 0);
    this.#added = columns.map(() => []);
    const distinct = others.filter((condition) => condition.kind === 'distinct');
    this.#distinct = distinct.map(({ l, column }) => ({ least: l, histogram: columns.indexOf(column) }));
    this.#conditions = others
      .filter((condition) => condition.kind !== 'distinct')
      .map((condition) => ({ condition, histogram: columns.indexOf(columnOf(condition)) }));
    const isByPersons = this.isUpward && distinct.length > 0 && distinct.every(({ persons }) => persons === true);
    const least = distinct.reduce((most, { l }) => Math.max(most, l), 0);
    this.persons = isByPersons ? { of: this.#codes[0], count: this.#histograms[0].length, least } : null;
  }

  /** Empties the group. */
  reset(): void {
    this.rows = 0;
    this.#histograms.forEach((histogram, h) => {
      const added = this.#added[h];
      for (const code of added) histogram[code] = 0;
      added.length = 0;
      this.#values[h] = 0;
    });
  }

  /** Adds rows of a vector; a negative number removes them. */
  add(vector: number, count: number): void {
    this.rows += count;
    for (let h = 0; h < this.#histograms.length; h++) {
      const histogram = this.#histograms[h];
      const code = this.#codes[h][vector];
      const before = histogram[code];
      histogram[code] = before + count;
      if (before === 0 && count !== 0) {
        this.#values[h]++;
        this.#added[h].push(code);
      } else if (before !== 0 && histogram[code] === 0) {
        this.#values[h]--;
      }
    }
  }

  /** True when the rows added satisfy every model as a class. */
  holds(): boolean {
    if (this.rows < this.minimum) return false;
    for (const { least, histogram } of this.#distinct) if (this.#values[histogram] < least) return false;
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
    for (const { least, histogram } of this.#distinct) {
      const seen = new Set<number>();
      for (let i = 0; i < count; i++) {
        if (seen.size < least) seen.add(this.#codes[histogram][vectors[i]]);
        if (seen.size < least) result[i] = 0;
      }
    }
    for (const { condition, histogram } of this.#conditions) {
      const cumulative = this.#cumulative(vectors, histogram);
      const holds = this.#engine.checkCondition(condition, sizes, cumulative);
      for (let i = 0; i < count; i++) result[i] &= holds[i];
    }
    return result;
  }

  /** [vectors * size] histograms of the first i + 1 rows. */
  #cumulative(vectors: Uint32Array, h: number): Uint32Array {
    const size = this.#histograms[h].length;
    const all = new Uint32Array(vectors.length * size);
    for (let i = 0; i < vectors.length; i++) {
      if (i > 0) all.copyWithin(i * size, (i - 1) * size, i * size);
      all[i * size + this.#codes[h][vectors[i]]]++;
    }
    return all;
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
