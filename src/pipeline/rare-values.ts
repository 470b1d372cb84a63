import { hasKAnonymity, kOf } from '../job/k-of.js';
import type { ResolvedJob } from './resolved-job.js';

/** Minimum people who must have a text of a release where the job has no k-anonymity. */
const PEOPLE_BY_DEFAULT = 3;

/** True when ranges end at bounds of a fixed grid, and rare values are coded before the search. */
export function isRounded({ output }: Pick<ResolvedJob, 'output'>): boolean {
  return (output?.ranges ?? 'rounded') === 'rounded';
}

/** Minimum people of the input who must have a text for it to be released: k of the job's k-anonymity, else 3. */
export function peopleToHideIn(job: Pick<ResolvedJob, 'privacy'>): number {
  return hasKAnonymity(job) ? kOf(job) : PEOPLE_BY_DEFAULT;
}

/** True for algorithms that release values as they are, by design: what rare ones show is counted, not prevented. */
export function releasesValues({ algorithm }: Pick<ResolvedJob, 'algorithm'>): boolean {
  return algorithm.releases === 'values';
}

/** True when rare values of quasi-identifiers are coded before the search. */
export function codesRareValues(job: ResolvedJob): boolean {
  if (!isRounded(job) || releasesValues(job)) return false;
  // A k-anonymous class that is released as a value or `*` shows a value only if all its people have it.
  return !(job.algorithm.releases === 'value-or-star' && hasKAnonymity(job));
}
