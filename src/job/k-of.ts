import { largestOf } from '../base/sequences.js';
import type { CheckedJob } from './job.js';

/** k of the job: the largest of its k-anonymity models, 1 without one. */
export function kOf(job: Pick<CheckedJob, 'privacy'>): number {
  return job.privacy.reduce((k, spec) => (spec.model === 'k-anonymity' ? Math.max(k, spec.k) : k), 1);
}

/** Fewest people who share each released value by the models of the job: the largest k of k-anonymity and of bounded knowledge; null without them. */
export function peopleByModels({ privacy }: Pick<CheckedJob, 'privacy'>): number | null {
  const ks = privacy.flatMap((spec) => (spec.model === 'k-anonymity' || spec.model === 'lkc-privacy' ? [spec.k] : []));
  return ks.length === 0 ? null : largestOf(ks);
}
