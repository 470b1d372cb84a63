import type { CheckedJob } from './job.js';

/** k of the job: the largest of its k-anonymity models, 1 without one. */
export function kOf(job: Pick<CheckedJob, 'privacy'>): number {
  return job.privacy.reduce((k, spec) => (spec.model === 'k-anonymity' ? Math.max(k, spec.k) : k), 1);
}
