import type { Job } from './job.js';

/** k of the job: the largest of its k-anonymity models, 1 without one. */
export function kOf(job: Pick<Job, 'privacy'>): number {
  return job.privacy.reduce((k, spec) => (spec.model === 'k-anonymity' ? Math.max(k, spec.k) : k), 1);
}
