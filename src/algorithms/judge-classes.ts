import type { ClassCondition, Engine, FrequencySet } from '../engine/engine.js';
import { InvalidArgumentError } from '../base/errors.js';
import { partListed } from '../engine/listed-columns.js';
import { CellCodes, isOfPersons } from './local/cell-codes.js';
import type { PrivacyModel } from '../privacy/model.js';
import type { Problem, PublicPairs, PublicProblem } from './algorithm.js';

/**
 * The conditions of the problem's models, in their order, in the terms of the kernels, on the columns of `problem.set`.
 *
 * Throws InvalidArgumentError `MODEL_NOT_SUPPORTED` for a model on a public table: see {@link publicConditionsOf}.
 */
export function conditionsOf(problem: Problem): ClassCondition[] {
  return problem.models.map((model, i) => {
    if (model.public !== undefined) {
      throw new InvalidArgumentError(
        `privacy[${i}].model`,
        'a model on the private rows alone: this algorithm does not look at a public table',
        JSON.stringify(model.name),
        'MODEL_NOT_SUPPORTED',
      );
    }
    return conditionOf(model, problem);
  });
}

/**
 * True for a model that a search of nodes judges by the sizes of all released classes: where it fails with classes of one row, these are suppressed. Beside
 * a public table its condition on classes is judged instead.
 */
export const isOfRelease = (model: PrivacyModel, problem: Problem): boolean =>
  model.table?.isOfSizes === true && problem.public === null;

/** {@link conditionsOf} without models on groups, which are left to a `GroupJudge`. */
export const classConditionsOf = (problem: Problem): ClassCondition[] =>
  conditionsOf({ ...problem, models: problem.models.filter((model) => !isOfGroups(model, problem)) });

/** True for a model whose groups a search can judge: beside a public table its condition on classes is judged instead. */
export const isOfGroups = (model: PrivacyModel, problem: Problem): boolean =>
  model.knowledge !== undefined && problem.public === null;

/**
 * Those of the models on the private rows alone, on the columns of `problem.set`, and those of the models on the public
 * table, on the columns of `problem.public.set`. Models on groups are left to a `GroupJudge`, those on released sizes to a `ReleaseBound`.
 */
export function conditionsApartOf(problem: Problem): {
  readonly own: ClassCondition[];
  readonly regions: ClassCondition[];
} {
  const own = problem.models.filter(
    (model) => model.public === undefined && !isOfGroups(model, problem) && !isOfRelease(model, problem),
  );
  const regions = problem.models.filter((model) => model.public !== undefined);
  return {
    own: own.map((model) => conditionOf(model, problem)),
    regions: regions.map((model) => regionConditionOf(model, problem)),
  };
}

/**
 * Conditions on the columns of `problem.public.set`, whose vectors and regions hold rows that are only public: they do not count for models on the
 * private rows, and a class of nothing else satisfies those.
 */
export function publicConditionsOf(problem: Problem): ClassCondition[] {
  const { membership, pairs: byPersons } = problem.public as PublicProblem;
  const conditions = problem.models.map((model, i): ClassCondition => {
    if (model.public !== undefined) return regionConditionOf(model, problem);
    const condition = conditionOf(model, problem);
    if (byPersons !== undefined) return membersOf(condition, byPersons[0], `privacy[${i}].model`, model.name);
    return condition.kind === 'size'
      ? { kind: 'members', column: membership, minimum: condition.minimum, outside: true }
      : { ...condition, outside: true };
  });
  const keys = byPersons?.find(({ of }) => of === 'keys');
  return keys !== undefined && conditions.some(({ kind }) => kind === 'members')
    ? [...conditions, hasKeys(keys)]
    : conditions;
}

/** A condition on regions: one with rows that lack a key has rows with one. */
const hasKeys = ({ column, pairs }: PublicPairs): ClassCondition => ({
  kind: 'presence',
  column,
  min: Number.MIN_VALUE,
  max: 1,
  empty: false,
  pairs,
});

/**
 * A condition on the persons of the private rows of a region.
 *
 * @throws InvalidArgumentError MODEL_NOT_SUPPORTED for one on anything but their number
 */
function membersOf(
  condition: ClassCondition,
  { column, pairs }: PublicPairs,
  path: string,
  name: string,
): ClassCondition {
  const minimum = leastSize([condition]);
  if (condition.kind === 'firsts' || (condition.kind === 'distinct' && condition.persons === true)) {
    return { kind: 'members', column, minimum, pairs };
  }
  throw new InvalidArgumentError(
    path,
    'k-anonymity, a risk or a model on the public table: beside one, this algorithm does not count the persons of others (optimal-lattice does)',
    JSON.stringify(name),
    'MODEL_NOT_SUPPORTED',
  );
}

function regionConditionOf(model: PrivacyModel, problem: Problem): ClassCondition {
  const own = problem.public?.pairs?.find(({ attribute }) => attribute === model.attribute);
  if (own !== undefined) {
    const { column, pairs } = own;
    return { ...model.condition(column, pairs.holders.subarray(0, -1)), pairs };
  }
  if (model.attribute !== null) return conditionOf(model, problem);
  return model.condition((problem.public as PublicProblem).membership, Uint32Array.of(0, 0));
}

/** The condition of a model on the columns of `problem.set`. */
export function conditionOf(model: PrivacyModel, problem: Problem): ClassCondition {
  const at = problem.sensitive.findIndex((sensitive) => sensitive.attribute === model.attribute);
  const column = at < 0 ? 0 : problem.domains.length + at;
  return model.condition(column, at < 0 ? new Uint32Array(0) : problem.sensitive[at].global);
}

/** The least size of a class that the conditions on sizes and persons accept; at least 1. */
export function leastSize(conditions: readonly ClassCondition[]): number {
  return conditions.reduce((least, condition) => {
    if (condition.kind === 'size' || condition.kind === 'firsts') return Math.max(least, condition.minimum);
    return condition.kind === 'distinct' && condition.persons === true ? Math.max(least, condition.l) : least;
  }, 1);
}

/**
 * [groups] 1 for every group of vectors that satisfies all conditions.
 *
 * @param set - `set` is what holds the vectors: of the problem, or of its public table
 * @param groupOf - [set.length] group of every vector, in [0, groups)
 * @param sizes - [groups] rows of every group
 */
export function judgeClasses(
  { set }: { readonly set: FrequencySet },
  engine: Engine,
  conditions: readonly ClassCondition[],
  groupOf: Uint32Array,
  sizes: Uint32Array,
): Uint8Array {
  const { listed, others } = partListed(conditions);
  const holds = engine.groupsHold(set, groupOf, sizes.length, [...listed.values()].flat());
  const histograms = new Map<number, Uint32Array>();
  for (const condition of others) {
    if ('column' in condition && isOfPersons(condition)) {
      const { column } = condition;
      const own = { codeOf: set.codes(column), size: set.sizes[column] };
      const cells = new CellCodes(groupOf, set.counts(), sizes.length, own);
      for (let group = 0; group < holds.length; group++) {
        if (holds[group] === 1 && !cells.holds(engine, condition, group, group + 1)) holds[group] = 0;
      }
      continue;
    }
    let histogram: Uint32Array | null = null;
    if ('column' in condition) {
      const { column } = condition;
      histogram = histograms.get(column) ?? engine.groupHistogram(set, groupOf, sizes.length, column);
      histograms.set(column, histogram);
    }
    const satisfied = engine.checkCondition(condition, sizes, histogram);
    for (let group = 0; group < holds.length; group++) holds[group] &= satisfied[group];
  }
  return holds;
}
