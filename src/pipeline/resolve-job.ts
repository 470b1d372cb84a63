import type { AlgorithmSpec, CheckedJob } from '../job/job.js';
import { algorithms } from '../algorithms/list.js';
import { checkAlgorithmName, parseJob } from './parse-job.js';
import { resolveAlgorithm, resolveBy, type ResolvedJob } from './resolved-job.js';

export { toJob, type ResolvedJob } from './resolved-job.js';

/** Checks a job and finds its algorithm. Throws what `parseJob` throws. */
export function resolveJob(job: unknown): ResolvedJob {
  return resolveChecked(parseJob(job));
}

/** {@link resolveJob} of a job that `parseJob` gave: its hierarchies, which may be long, are not checked again. */
export function resolveChecked(job: CheckedJob): ResolvedJob {
  return resolveBy(algorithms, job);
}

/**
 * The job with another algorithm; a name alone that is that of its own keeps its options.
 *
 * @throws InvalidArgumentError at `path` for a name that no algorithm has, at `algorithm` for a wrong option
 */
export function withAlgorithm(job: ResolvedJob, given: string | AlgorithmSpec, path: string): ResolvedJob {
  const isPlain = typeof given === 'object' && given !== null;
  checkAlgorithmName(isPlain ? given.name : given, isPlain ? `${path}.name` : path);
  return given === job.algorithm.name ? job : { ...job, ...resolveAlgorithm(algorithms, given, path) };
}
