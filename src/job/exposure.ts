import type { Job } from './job.js';
import { kOf } from './k-of.js';
import { permutingAlgorithms } from './names.js';

/** People who must bear a text of a release where the job has no k-anonymity. */
const PEOPLE_BY_DEFAULT = 3;

/** Algorithms that release values as they are, by design: what rare ones show is counted, not prevented. */
const keepingValues: ReadonlySet<string> = new Set([...permutingAlgorithms, 'mu-argus', 'dissociation']);

/** Algorithms that release a value or `*`: in a k-anonymous class all people bear the value. */
const suppressingCells: ReadonlySet<string> = new Set(['local-suppression', 'meyerson-williams']);

/** True when ranges have bounds that are nobody's, and rare values are coded before the search. */
export function isRounded(job: Job): boolean {
  return (job.output?.ranges ?? 'rounded') === 'rounded';
}

/** How many people of the input must bear a text for it to be released: k of the job's k-anonymity, else 3. */
export function peopleToHideIn(job: Job): number {
  return hasKAnonymity(job) ? kOf(job) : PEOPLE_BY_DEFAULT;
}

/** True for algorithms that release values as they are, by design. */
export function releasesValues({ algorithm }: Job): boolean {
  return keepingValues.has(typeof algorithm === 'string' ? algorithm : algorithm.name);
}

/** True when rare values of quasi-identifiers are coded before the search. */
export function codesRareValues(job: Job): boolean {
  const name = typeof job.algorithm === 'string' ? job.algorithm : job.algorithm.name;
  if (!isRounded(job) || releasesValues(job)) return false;
  return !(suppressingCells.has(name) && hasKAnonymity(job));
}

function hasKAnonymity({ privacy }: Job): boolean {
  return privacy.some(({ model }) => model === 'k-anonymity');
}
