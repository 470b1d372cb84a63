import { checkOptions, type Algorithm, type Options } from '../algorithms/algorithm.js';
import type { AlgorithmSpec, CheckedJob } from '../job/job.js';
import type { Plan } from '../job/plan.js';
import type { ListedModel } from '../privacy/definition.js';
import { findAlgorithm } from './check-job.js';
import type { JobRegistry } from './registry.js';

/** A checked job as every later step sees it: what its algorithm is stands in the algorithm's own declaration. */
export interface ResolvedJob extends Omit<CheckedJob, 'algorithm'> {
  readonly algorithm: Algorithm;
  /** Options of the algorithm with their defaults filled in, and as the job gives them. */
  readonly options: Options;
  readonly given: Options;
  /** Definitions of the models that it may name. */
  readonly models: readonly ListedModel[];
}

/** The plan of a run, with the declarations of its algorithm and of the models that it may name. */
export interface RunCards extends Pick<ResolvedJob, 'algorithm' | 'models'> {
  readonly plan: Plan;
}

/** A checked job with its algorithm. */
export function resolveBy(registry: JobRegistry, { algorithm, ...others }: CheckedJob): ResolvedJob {
  return { ...others, ...resolveAlgorithm(registry, algorithm, 'algorithm'), models: registry.models };
}

/** The job as it is written. */
export function toJob({ algorithm, options, given, models, ...others }: ResolvedJob): CheckedJob {
  return {
    ...others,
    algorithm: Object.keys(given).length === 0 ? algorithm.name : { ...given, name: algorithm.name },
  };
}

/** @param path - where a name that the registry has not stands */
export function resolveAlgorithm(
  registry: JobRegistry,
  spec: string | AlgorithmSpec,
  path: string,
): Pick<ResolvedJob, 'algorithm' | 'options' | 'given'> {
  const { name, ...given } = typeof spec === 'string' ? { name: spec } : spec;
  const algorithm = findAlgorithm(registry, name, path);
  return { algorithm, options: checkOptions(algorithm, given), given };
}
