import type { DefaultSuppression } from '../algorithms/algorithm.js';
import { algorithms } from '../algorithms/list.js';
import type { Job, SuppressionSpec } from '../job/job.js';
import { kOf } from '../job/k-of.js';
import { nameOf } from './hierarchy-for.js';

/** The job's suppression, or what its algorithm allows in all where the job is silent; undefined for none. */
export function suppressionFor(job: Job): SuppressionSpec | undefined {
  return job.suppression ?? suppressionByDefault(job)?.all;
}

/** What the algorithm of a job without `suppression` allows; undefined where that is none, or the job has one. */
export function suppressionByDefault(job: Job): DefaultSuppression | undefined {
  if (job.suppression !== undefined) return undefined;
  const options = typeof job.algorithm === 'string' ? {} : job.algorithm;
  const algorithm = algorithms.find(({ name }) => name === nameOf(job));
  return algorithm?.suppressionByDefault?.(kOf(job), options);
}
