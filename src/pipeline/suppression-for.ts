import type { DefaultSuppression } from '../algorithms/algorithm.js';
import type { SuppressionSpec } from '../job/job.js';
import { kOf } from '../job/k-of.js';
import type { ResolvedJob } from './resolved-job.js';

/** The job's suppression, or what its algorithm allows in all where the job is silent; undefined for none. */
export function suppressionFor(job: ResolvedJob): SuppressionSpec | undefined {
  return job.suppression ?? suppressionByDefault(job)?.all;
}

/** Suppression that the algorithm of a job without `suppression` allows; undefined where that is none, or the job has one. */
export function suppressionByDefault(job: ResolvedJob): DefaultSuppression | undefined {
  if (job.suppression !== undefined) return undefined;
  return job.algorithm.suppressionByDefault?.(kOf(job), job.options);
}
