/** Algorithm for a goal. */
import type { AlgorithmSpec, SuppressionSpec } from '../../job/job.js';
import type { Goal } from './goal.js';
import type { ProposedModel } from './propose-models.js';

/** A part of a proposed job with its reason. */
export interface Reasoned<Part> {
  /** The part, as written in the job. */
  readonly spec: Part;
  /** Why, in a sentence. */
  readonly reason: string;
}

/** Share of the rows that a search with levels may suppress. */
const SUPPRESSED = 0.05;

/** The algorithm of a goal, for a job with these models of its sensitive columns, and why this one. */
export function algorithmFor(
  goal: Goal,
  models: readonly Pick<ProposedModel, 'spec'>[],
): Reasoned<string | AlgorithmSpec> {
  if (goal === 'links') {
    // Only diversity bounds what columns reveal that are permuted together.
    const areDiverse = models.every(({ spec }) => spec.model === 'l-diversity');
    return {
      spec: areDiverse ? 'slicing' : { name: 'slicing', columns: 'one-attribute-per-column' },
      reason:
        'keeps every value, and permutes columns among the rows of a bucket, so that it is hidden which go together',
    };
  }
  if (goal === 'best') {
    return {
      spec: { name: 'local-recoding', metric: 'loss', start: 'better' },
      reason:
        'begins with the groups of mondrian or with better ones, and moves, swaps and divides rows as long as less is lost',
    };
  }
  if (goal === 'levels') {
    return {
      spec: { name: 'optimal-lattice', metric: 'loss' },
      reason: 'finds one level for every column throughout, and proves that no other levels lose less',
    };
  }
  if (goal === 'membership') {
    return {
      spec: 'mpalm',
      reason: 'divides the rows of the public table into groups, and releases the groups with their rows of this one',
    };
  }
  return {
    spec: 'mondrian',
    reason:
      'divides the rows into groups as small as the models allow; every group is generalized as little as it needs',
  };
}

/**
 * The algorithm of a job of bounded knowledge, and why this one.
 *
 * @param areAmounts - true where most quasi-identifiers are values that hardly any rows share, which only ranges release
 */
export function algorithmForKnown(
  goal: Goal,
  { areAmounts }: { readonly areAmounts: boolean },
): Reasoned<string | AlgorithmSpec> {
  if (goal !== 'fast') return algorithmFor(goal, []);
  if (!areAmounts) {
    return {
      spec: 'local-suppression',
      reason:
        'suppresses single cells where a few known values would find too few rows, and keeps all others as they are',
    };
  }
  return {
    spec: 'top-down-specialization',
    reason:
      'begins with every column at its coarsest, and makes one value finer after the other as long as the models hold',
  };
}

/** Suppression limit of a job of a goal, with its reason; null where the job sets none. */
export function suppressionFor(goal: Goal): Reasoned<SuppressionSpec> | null {
  if (goal !== 'levels') return null;
  return {
    spec: { maxFraction: SUPPRESSED },
    reason: 'so that a few unusual rows do not make the values of all rows coarse',
  };
}
