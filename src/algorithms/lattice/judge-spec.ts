import type { ClassCondition, FrequencySet, LevelMap } from '../../engine/engine.js';
import { isPlainObject } from '../../base/plain-object.js';
import type { TableCondition } from '../../privacy/definition.js';
import type { Problem, PublicProblem } from '../algorithm.js';
import { conditionsApartOf, leastSize } from '../judge-classes.js';
import { type GroupBound, groupBoundsOf } from '../known-groups.js';
import { isMonotone } from '../monotone.js';
import { releaseBoundOf, type ReleaseBound } from '../release-bound.js';
import { hasForm, isCodes, isGroupSize, isListOf, isWhole } from '../sharing/task.js';
import { heightOf, levelSize } from './level-maps.js';
import type { Objective } from './objective.js';

/** Rules by which the nodes of a lattice are judged, as plain data: other threads judge by them too. */
export interface JudgeSpec {
  /** [attributes] attribute of the job at every place of the search order; what follows is in search order. */
  readonly order: readonly number[];
  readonly levels: readonly (readonly LevelMap[])[];
  /** [attributes][levels][nodes] what rows in suppressed classes cost, or null. */
  readonly weights: readonly (readonly Float64Array[])[] | null;
  /** True where squares of class sizes are summed, for discernibility. */
  readonly squares: boolean;
  readonly rows: number;
  /** Most rows that may be suppressed. */
  readonly limit: number;
  readonly isMonotone: boolean;
  /** No accepted class has fewer rows; at least 1. */
  readonly minimum: number;
  /** Other conditions on the private rows of a class. */
  readonly conditions: readonly ClassCondition[];
  /** Conditions on the public rows of its region. */
  readonly regions: readonly ClassCondition[];
  /** Bounds on groups of classes. */
  readonly groups: readonly GroupBound[];
}

/** Rows whose nodes are judged. */
export interface JudgedRows {
  readonly set: FrequencySet;
  readonly public: PublicProblem | null;
  /** Conditions on the release as a whole. */
  readonly tables: readonly TableCondition[];
  /** Bound on the sizes of released classes, or null. */
  readonly release: ReleaseBound | null;
}

/**
 * @param order - [attributes] attribute of the job at every place of the search order
 * @param objective - what is minimized: its weights, [attributes of the job][levels][nodes], say what rows in suppressed classes cost
 */
export function judgeSpecOf(
  problem: Problem,
  order: readonly number[],
  { metric, weights }: Pick<Objective, 'metric' | 'weights'>,
): JudgeSpec {
  const { own, regions } = conditionsApartOf(problem);
  return {
    order,
    levels: order.map((a) => {
      const domain = problem.domains[a];
      return Array.from({ length: heightOf(domain) + 1 }, (_, level) => ({
        map: domain.hierarchy?.levels[level].nodeOf ?? Uint32Array.from({ length: domain.size }, (__, leaf) => leaf),
        size: levelSize(domain, level),
      }));
    }),
    weights: weights === null ? null : order.map((a) => weights[a]),
    squares: metric === 'discernibility',
    rows: problem.rows,
    limit: problem.suppressionLimit,
    isMonotone: isMonotone(problem),
    minimum: leastSize(own),
    conditions: own.filter(({ kind }) => kind !== 'size'),
    regions,
    groups: groupBoundsOf(problem),
  };
}

export function judgedRowsOf(problem: Problem): JudgedRows {
  const { set, public: inPublic, models } = problem;
  const tables = models.flatMap(({ table }) => (table === undefined || table.isDecisive ? [] : [table]));
  return { set, public: inPublic, tables, release: releaseBoundOf(problem) };
}

const isNumbers = (value: unknown): boolean => value instanceof Float64Array;
const isCondition = (value: unknown): boolean => isPlainObject(value) && typeof value.kind === 'string';

/** Tests whether a message from another thread has the form; the engine checks the numbers. */
export function isJudgeSpec(value: unknown): value is JudgeSpec {
  const isForm = hasForm(value, {
    order: isListOf(isWhole),
    levels: isListOf(isListOf((level) => hasForm(level, { map: isCodes, size: isGroupSize }))),
    weights: (weights) => weights === null || isListOf(isListOf(isNumbers))(weights),
    squares: (flag) => typeof flag === 'boolean',
    rows: isWhole,
    limit: isWhole,
    isMonotone: (flag) => typeof flag === 'boolean',
    minimum: isGroupSize,
    conditions: isListOf(isCondition),
    regions: isListOf(isCondition),
    groups: isListOf((bound) =>
      hasForm(bound, {
        known: isGroupSize,
        fewest: isGroupSize,
        share: (share) => typeof share === 'number' && share >= 0,
        condition: isCondition,
      }),
    ),
  });
  if (!isForm) return false;
  const { order, levels } = value as JudgeSpec;
  return levels.length === order.length && levels.every(({ length }) => length > 0);
}
