import { algorithms } from '../algorithms/list.js';
import type { Job, SuppressionSpec } from '../job/job.js';
import { kOf } from '../job/k-of.js';
import { nameOf } from './hierarchy-for.js';

/** The job's suppression, or what its algorithm allows where the job is silent; undefined for none. */
export function suppressionFor(job: Job): SuppressionSpec | undefined {
  if (job.suppression !== undefined) return job.suppression;
  const name = nameOf(job);
  const allowsK = algorithms.find((algorithm) => algorithm.name === name)?.suppressesUpToK ?? false;
  return allowsK ? { maxRows: kOf(job) } : undefined;
}
