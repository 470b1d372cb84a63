import type { CheckedJob } from './job.js';

/** k of the job: the largest of its k-anonymity models, 1 without one. */
export function kOf(job: Pick<CheckedJob, 'privacy'>): number {
  return job.privacy.reduce((k, spec) => (spec.model === 'k-anonymity' ? Math.max(k, spec.k) : k), 1);
}

/** True when k-anonymity is among the models of the job. */
export function hasKAnonymity(job: Pick<CheckedJob, 'privacy'>): boolean {
  return job.privacy.some(({ model }) => model === 'k-anonymity');
}
