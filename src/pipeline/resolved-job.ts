import { checkOptions, type Algorithm, type Options } from '../algorithms/algorithm.js';
import type { AlgorithmSpec, CheckedJob } from '../job/job.js';
import type { Plan } from '../job/plan.js';
import { findAlgorithm } from './check-job.js';

/** A checked job as every later step sees it: what its algorithm is stands in the algorithm's own declaration. */
export interface ResolvedJob extends Omit<CheckedJob, 'algorithm'> {
  readonly algorithm: Algorithm;
  /** Options of the algorithm with their defaults filled in, and as the job gives them. */
  readonly options: Options;
  readonly given: Options;
}

/** The plan of a run, with the declaration of its algorithm. */
export interface RunCards extends Pick<ResolvedJob, 'algorithm'> {
  readonly plan: Plan;
}

/** A checked job with its algorithm, which is among these. */
export function resolveBy(algorithms: readonly Algorithm[], { algorithm, ...others }: CheckedJob): ResolvedJob {
  return { ...others, ...resolveAlgorithm(algorithms, algorithm, 'algorithm') };
}

/** The job as it is written. */
export function toJob({ algorithm, options, given, ...others }: ResolvedJob): CheckedJob {
  return {
    ...others,
    algorithm: Object.keys(given).length === 0 ? algorithm.name : { ...given, name: algorithm.name },
  };
}

/** @param path - path of the name in the job */
export function resolveAlgorithm(
  algorithms: readonly Algorithm[],
  spec: string | AlgorithmSpec,
  path: string,
): Pick<ResolvedJob, 'algorithm' | 'options' | 'given'> {
  const { name, ...given } = typeof spec === 'string' ? { name: spec } : spec;
  const algorithm = findAlgorithm(algorithms, name, path);
  return { algorithm, options: checkOptions(algorithm, given), given };
}
