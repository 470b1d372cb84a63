import type { Role } from '../../job/job.js';
import { namesOfRole, planColumns } from '../../job/plan.js';
import type { CheckedJob, Table } from '../../index.js';
import { frequencyCountsInSteps } from '../../assess/attacks/frequency-counts.js';
import type { Steps } from '../../base/steps.js';

/** A release counted as survey tools count: a missing or suppressed cell matches every value. */
export interface WildcardCounts {
  /** Fewest rows that match a row, itself among them; 0 without rows. */
  readonly k: number;
  /** Rows that match only themselves, and one other. */
  readonly unique: number;
  readonly pairs: number;
  /** Fewest distinct values among the rows that match a row, by sensitive attribute. */
  readonly distinct: Readonly<Record<string, number>>;
}

/** Counts the rows of a release by its quasi-identifiers. Yields between stretches of the work. */
export function* countWildcards(release: Table, job: CheckedJob): Steps<WildcardCounts> {
  const plan = planColumns(job, release.columns);
  const named = (role: Role): string[] => namesOfRole(plan, role).filter((name) => release.column(name) !== undefined);
  const options = { columns: named('quasi-identifier'), missing: 'wildcard', wildcards: ['*'] } as const;
  const { sample, unique, pairs } = yield* frequencyCountsInSteps(release, options);
  const least = (values: Float64Array): number => (values.length === 0 ? 0 : values.reduce((a, b) => Math.min(a, b)));
  const distinct: Record<string, number> = {};
  for (const sensitive of named('sensitive')) {
    const found = yield* frequencyCountsInSteps(release, { ...options, sensitive });
    distinct[sensitive] = least(found.distinct as Float64Array);
  }
  return { k: least(sample), unique, pairs, distinct };
}
