import { PERSONS } from '../../privacy/by-persons.js';
import { isCountedCost, mayCostLess } from '../../base/counted-cost.js';
import type { CutProblem, CutSets, CutSolution, Engine } from '../../engine/engine.js';
import { InfeasibleError, InvalidArgumentError } from '../../base/errors.js';
import { countNumbers, type Domain } from '../../hierarchy/domain.js';
import { amount, plural } from '../../base/plural.js';
import type { Warning } from '../../table/table.js';
import type { Outcome, Problem, Recoding, SearchStatistics } from '../algorithm.js';
import { classConditionsOf, cutConditionsOf, type CutConditions } from './cut-conditions.js';
import { describeCuts, recodeByCuts } from './recode-by-cuts.js';
import type { CutSearchOptions } from '../shared-options.js';

/**
 * The problem of the K-OPTIMIZE family that a job poses: k of its k-anonymity, its suppression limit, its class column.
 *
 * Throws InvalidArgumentError when the job has another model than k-anonymity, or no class column for `classification`;
 * InfeasibleError `NO_SOLUTION` when not even the class of all rows is large enough and they may not all be suppressed.
 */
export function cutProblemOf(problem: Problem, options: CutSearchOptions): CutProblem {
  return cutProblemFor(problem, options, kOfModels(problem));
}

/** The problem of the K-OPTIMIZE family for a given k, whatever the models are. */
export function cutProblemFor(
  problem: Problem,
  options: Pick<CutProblem, 'metric'> & Pick<CutSearchOptions, 'cuts'>,
  k: number,
): CutProblem {
  if (problem.rows < k && problem.rows > problem.suppressionLimit) {
    throw new InfeasibleError(
      'NO_SOLUTION',
      `k is ${k}, but there ${plural(problem.rows, 'is', 'are')} only ${amount(problem.rows, 'row')}`,
    );
  }
  let labels: CutProblem['labels'] = null;
  if (options.metric === 'classification') {
    if (problem.labels === null) {
      throw new InvalidArgumentError('algorithm.metric', 'a column with the role "class"', 'none', 'NO_CLASS_COLUMN');
    }
    labels = { size: problem.labels.size, histogram: problem.labels.histogram() };
  }
  return {
    attributes: problem.domains.length,
    k,
    metric: options.metric,
    suppressionLimit: problem.suppressionLimit,
    labels,
    allowed: problem.domains.map((domain, a) =>
      beforeSeenLeaves(allowedCuts(domain, options.cuts), problem.set.codes(a)),
    ),
  };
}

/**
 * The conditions of models on class sizes, by rows or by persons. Throws InvalidArgumentError `MODEL_NOT_SUPPORTED` for any other
 * model.
 */
export function sizeConditionsOf(problem: Problem): CutConditions {
  const others = problem.models.filter(({ attribute }) => attribute !== PERSONS);
  if (others.length < problem.models.length && others.every((model) => model.attribute === null)) {
    return cutConditionsOf(problem);
  }
  return { k: kOfModels({ ...problem, models: others }), conditions: [] };
}

/** k of the models, which must all be conditions on class sizes. Throws InvalidArgumentError `MODEL_NOT_SUPPORTED` otherwise. */
export function kOfModels(problem: Problem): number {
  let k = 1;
  problem.models.forEach((model, i) => {
    const condition = model.attribute === null ? model.condition(0, new Uint32Array(0)) : null;
    if (model.attribute === PERSONS) {
      throw new InvalidArgumentError(
        'algorithm',
        'an algorithm that counts persons, such as "mondrian", in a job with a column of the role "person"',
        'one that counts rows',
        'PERSONS_UNSUPPORTED',
      );
    }
    if (condition?.kind !== 'size') {
      const expected = 'k-anonymity, maximum-risk or average-risk, the only models that this algorithm can take';
      throw new InvalidArgumentError(
        `privacy[${i}].model`,
        expected,
        JSON.stringify(model.name),
        'MODEL_NOT_SUPPORTED',
      );
    }
    k = Math.max(k, condition.minimum);
  });
  return k;
}

/**
 * [size] 1 for leaves before which a cut is allowed. `hierarchy`: where no node of level 1 has leaves on both sides, so that released
 * intervals are runs of whole nodes; domains without a level between leaves and root keep all cuts. Texts among numbers, which
 * no cell can hold, have no place in their order and keep nothing together.
 */
export function allowedCuts(domain: Domain, cuts: CutSearchOptions['cuts']): Uint8Array {
  const { size, given, numbers, missingLeaf } = domain;
  const allowed = new Uint8Array(size).fill(1);
  allowed[0] = 0;
  const { hierarchy } = given?.domain ?? domain;
  if (cuts === 'free' || hierarchy === null || hierarchy.height < 2) return allowed;
  const { labels, nodeOf } = hierarchy.levels[1];
  const isPlaced = (leaf: number): boolean => numbers === null || leaf === missingLeaf || !Number.isNaN(numbers[leaf]);
  const nodeAt = (leaf: number): number => nodeOf[given?.leafOf[leaf] ?? leaf];
  const last = new Int32Array(labels.length).fill(-1);
  for (let leaf = 0; leaf < size; leaf++) if (isPlaced(leaf)) last[nodeAt(leaf)] = leaf;
  let open = 0;
  for (let leaf = 0; leaf < size; leaf++) {
    if (leaf > 0 && leaf <= open) allowed[leaf] = 0;
    if (isPlaced(leaf)) open = Math.max(open, last[nodeAt(leaf)]);
  }
  return allowed;
}

/**
 * Cuts that part the same rows are one: of the allowed cuts between two neighbouring leaves that occur, the last stays, where it
 * is. Both arrays: [size].
 */
function beforeSeenLeaves(allowed: Uint8Array, codes: ArrayLike<number>): Uint8Array {
  const seen = new Uint8Array(allowed.length);
  for (let i = 0; i < codes.length; i++) seen[codes[i]] = 1;
  const kept = new Uint8Array(allowed.length);
  let began = false;
  let last = -1;
  for (let leaf = 0; leaf < allowed.length; leaf++) {
    if (allowed[leaf] === 1) last = leaf;
    if (seen[leaf] === 0) continue;
    if (began && last >= 0) kept[last] = 1;
    began = true;
    last = -1;
  }
  return kept;
}

/** The outcome of a search for cuts: its recoding, `solution` {kind: 'cuts'} and the statistics as they are. */
export function outcomeOfCuts(
  problem: Problem,
  engine: Engine,
  solution: CutSolution,
  about: {
    readonly search: SearchStatistics;
    readonly options: Readonly<Record<string, unknown>>;
    readonly warnings?: readonly Warning[];
    readonly threads?: number;
    readonly endedEarly?: boolean;
  },
  conditions: CutConditions = { k: kOfModels(problem), conditions: [] },
): Outcome {
  const cuts = solution.cuts.map((list) => Array.from(list));
  const { recoding } = recodeByCuts(problem.set, problem.domains, cuts, classConditionsOf(conditions), engine);
  return {
    recoding: releaseRanges(recoding, problem.domains),
    solution: { kind: 'cuts', cuts: describeCuts(problem.domains, cuts) },
    search: about.search,
    options: about.options,
    warnings: [...(about.warnings ?? []), ...withheldValues(problem.domains, about.options.cuts)],
    threads: about.threads,
    endedEarly: about.endedEarly,
  };
}

/**
 * The warning `CUTS_AT_LEVEL_1` where `cuts: "hierarchy"` keeps nodes of several values whole, so that the least general label of
 * these attributes is a node.
 */
function withheldValues(domains: readonly Domain[], cuts: unknown): Warning[] {
  if (cuts !== 'hierarchy') return [];
  const names = domains.flatMap((domain) => {
    const { hierarchy } = domain.given?.domain ?? domain;
    if (hierarchy === null || hierarchy.height < 2) return [];
    return hierarchy.levels[1].labels.length < hierarchy.levels[0].labels.length
      ? [JSON.stringify(domain.attribute)]
      : [];
  });
  if (names.length === 0) return [];
  return [
    {
      code: 'CUTS_AT_LEVEL_1',
      message: `cuts "hierarchy" keeps every node of level 1 whole: no single value of ${names.join(', ')} is released`,
      cure: 'for single values too, set cuts to "free" or, for k-optimize, to "subtree"',
    },
  ];
}

/**
 * Sets the released ranges of intervals of numbers. One that mixes the missing value with numbers can only be released as the whole domain; only the
 * last interval of an attribute can, so that classes stay apart. Texts behind the numbers, which no cell can hold, are in no range.
 */
function releaseRanges(recoding: Recoding, domains: readonly Domain[]): Recoding {
  const lower = recoding.lower.map((list) => list.slice());
  const upper = recoding.upper.map((list) => list.slice());
  domains.forEach((domain, a) => {
    const release = releasedRangeOf(domain);
    for (let c = 0; c < recoding.classes; c++) [lower[a][c], upper[a][c]] = release(lower[a][c], upper[a][c]);
  });
  return { ...recoding, lower, upper };
}

/** Returns the released range of an interval of a domain: its first and last leaf. */
export function releasedRangeOf({
  order,
  numbers,
  missingLeaf,
  size,
}: Domain): (lo: number, hi: number) => [number, number] {
  if (order !== 'numeric' || numbers === null) return (lo, hi) => [lo, hi];
  const count = countNumbers(numbers);
  return (lo, hi) => {
    if (lo >= count || hi < count || (lo === 0 && hi === size - 1)) return [lo, hi];
    return hi === missingLeaf ? [0, hi] : [lo, count - 1];
  };
}

/** The cuts that keep every domain whole: one class of all rows. */
export function noCuts(problem: CutProblem): CutSets {
  return problem.allowed.map(() => new Uint32Array(0));
}

/** The warning of a search that ended before its bound had reached its cost. */
export function notProven(cost: number, lowerBound: number, metric: string): Warning[] {
  if (lowerBound >= cost) return [];
  return [
    {
      code: 'NOT_PROVEN_OPTIMAL',
      message: isCountedCost(cost, metric)
        ? `the search ended before it proved the cost ${cost} optimal; no solution costs less than ${lowerBound}`
        : `the search ended before it proved its solution optimal: another one ${mayCostLess(((100 * (cost - lowerBound)) / cost).toPrecision(3))}`,
    },
  ];
}
