import { checkOptions, type Algorithm, type Options } from '../algorithms/algorithm.js';
import { findAlgorithm } from '../algorithms/list.js';
import type { AlgorithmSpec, CheckedJob } from '../job/job.js';
import { checkAlgorithmName, parseJob } from './parse-job.js';

/** A checked job as every later step sees it: what its algorithm is stands in the algorithm's own declaration. */
export interface ResolvedJob extends Omit<CheckedJob, 'algorithm'> {
  readonly algorithm: Algorithm;
  /** Options of the algorithm with their defaults filled in, and as the job gives them. */
  readonly options: Options;
  readonly given: Options;
}

/** Checks a job and finds its algorithm. Throws what `parseJob` throws. */
export function resolveJob(job: unknown): ResolvedJob {
  return resolveChecked(parseJob(job));
}

/** {@link resolveJob} of a job that `parseJob` gave: its hierarchies, which may be long, are not checked again. */
export function resolveChecked({ algorithm, ...others }: CheckedJob): ResolvedJob {
  return { ...others, ...resolveAlgorithm(algorithm) };
}

/**
 * The job with another algorithm; a name alone that is that of its own keeps its options.
 *
 * @throws InvalidArgumentError at `path` for a name that no algorithm has, at `algorithm` for a wrong option
 */
export function withAlgorithm(job: ResolvedJob, given: string | AlgorithmSpec, path: string): ResolvedJob {
  const isPlain = typeof given === 'object' && given !== null;
  checkAlgorithmName(isPlain ? given.name : given, isPlain ? `${path}.name` : path);
  return given === job.algorithm.name ? job : { ...job, ...resolveAlgorithm(given) };
}

/** The job as it is written. */
export function toJob({ algorithm, options, given, ...others }: ResolvedJob): CheckedJob {
  return {
    ...others,
    algorithm: Object.keys(given).length === 0 ? algorithm.name : { ...given, name: algorithm.name },
  };
}

function resolveAlgorithm(spec: string | AlgorithmSpec): Pick<ResolvedJob, 'algorithm' | 'options' | 'given'> {
  const { name, ...given } = typeof spec === 'string' ? { name: spec } : spec;
  const algorithm = findAlgorithm(name);
  return { algorithm, options: checkOptions(algorithm, given), given };
}
