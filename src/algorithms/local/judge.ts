import type { ClassCondition, Engine } from '../../engine/engine.js';
import { codesCounted } from '../../engine/listed-columns.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { Problem } from '../algorithm.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import { conditionsOf } from '../judge-classes.js';
import { hasPairs, onCodes } from './cell-codes.js';
import { GroupCounts } from './group-counts.js';

/** Persons of vectors, where a group needs some rows and some persons, and nothing else. */
export interface PersonsOfVectors {
  /** [vectors] person whose rows a vector has; not below `count` for rows without a key. */
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
  /** True when the union of groups that satisfy the models satisfies them. */
  readonly isMonotone: boolean;
  /** The persons, where they and sizes alone decide. */
  readonly persons: PersonsOfVectors | null;
  readonly #engine: Engine;
  /** Conditions on numbers of distinct values, and the others. */
  readonly #distinct: readonly { readonly least: number; readonly counts: GroupCounts }[];
  readonly #conditions: readonly { readonly condition: ClassCondition; readonly counts: GroupCounts }[];
  readonly #counts: readonly GroupCounts[];

  /**
   * Throws InfeasibleError when not even one class of all rows satisfies the models, InvalidArgumentError
   * `MODEL_NOT_SUPPORTED` for a model by rows that merging classes can break. Models by persons may: see `isMonotone`.
   */
  constructor(problem: Problem, engine: Engine) {
    const conditions = conditionsOf(problem);
    problem.models.forEach((model, i) => {
      if (model.monotone || conditions[i].pairs !== undefined) return;
      throw new InvalidArgumentError(
        `privacy[${i}].model`,
        'a model that merging classes never breaks, since groups are joined until it holds',
        JSON.stringify(model.name),
        'MODEL_NOT_SUPPORTED',
      );
    });
    refuseUnsatisfiable(problem, engine, conditions);
    this.#engine = engine;
    this.minimum = conditions.reduce((most, condition) => Math.max(most, leastRows(condition)), 1);
    const others = conditions.filter((condition) => condition.kind !== 'size');
    this.bySize = others.length === 0;
    this.isMonotone = problem.models.every(({ monotone }) => monotone);
    const countsOf = countsByColumn(problem, others);
    this.#counts = [...countsOf.values()];
    const judged = others.map((condition) => ({ condition, counts: countsOf.get(columnOf(condition)) as GroupCounts }));
    this.#conditions = judged.filter(({ condition }) => !isDistinct(condition));
    this.#distinct = judged.flatMap(({ condition, counts }) =>
      isDistinct(condition) ? { least: condition.l, counts } : [],
    );
    this.isUpward = this.#conditions.length === 0;
    const isByPersons =
      this.isUpward && others.length > 0 && others.every((each) => isDistinct(each) && each.persons === true);
    const least = this.#distinct.reduce((most, own) => Math.max(most, own.least), 0);
    const [persons] = this.#counts;
    this.persons = isByPersons ? { of: persons.codeOf, count: codesCounted(others[0], persons.size), least } : null;
  }

  /** Empties the group. */
  reset(): void {
    this.rows = 0;
    for (const counts of this.#counts) counts.reset();
  }

  /** Adds rows of a vector; a negative number removes them. */
  add(vector: number, count: number): void {
    this.rows += count;
    for (const counts of this.#counts) counts.add(vector, count);
  }

  /** True when the rows added satisfy every model as a class. */
  holds(): boolean {
    if (this.rows < this.minimum) return false;
    for (const { least, counts } of this.#distinct) if (counts.distinct < least) return false;
    for (const { condition, counts } of this.#conditions) {
      const { histogram, codes } = counts.counted();
      const sizes = Uint32Array.of(this.rows);
      if (this.#engine.checkCondition(onCodes(condition, codes), sizes, histogram)[0] === 0) return false;
    }
    return true;
  }

  /** [vectors] 1 where the first i + 1 of these rows (one row a vector, which may repeat) satisfy every model as a class. */
  prefixes(vectors: Uint32Array): Uint8Array {
    const sizes = Uint32Array.from({ length: vectors.length }, (_, i) => i + 1);
    const result = Uint8Array.from(sizes, (size) => (size >= this.minimum ? 1 : 0));
    for (const { least, counts } of this.#distinct) result.fill(0, 0, counts.vectorsUntil(vectors, least));
    for (const { condition, counts } of this.#conditions) {
      const { histogram, codes } = counts.prefixes(vectors);
      const holds = this.#engine.checkCondition(onCodes(condition, codes), sizes, histogram);
      for (let i = 0; i < vectors.length; i++) result[i] &= holds[i];
    }
    return result;
  }
}

/** Counts for every column that conditions look at. */
function countsByColumn(
  { domains, sensitive, set }: Problem,
  conditions: readonly ClassCondition[],
): Map<number, GroupCounts> {
  const counts = new Map<number, GroupCounts>();
  for (const condition of conditions) {
    const column = columnOf(condition);
    if (counts.has(column)) continue;
    const { size } = sensitive[column - domains.length];
    const how = { isSparse: hasPairs(condition), known: codesCounted(condition, size) };
    counts.set(column, new GroupCounts(set.codes(column), size, how));
  }
  return counts;
}

/** True for a condition that the number of distinct codes decides. */
const isDistinct = (condition: ClassCondition): condition is Extract<ClassCondition, { kind: 'distinct' }> =>
  condition.kind === 'distinct' && condition.pairs === undefined;

function columnOf(condition: ClassCondition): number {
  return 'column' in condition ? condition.column : -1;
}

/** Lower bound on the rows of a class implied by one condition. */
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
