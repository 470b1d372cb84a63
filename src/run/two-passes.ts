import { InvalidArgumentError } from '../errors.js';
import type { Job } from '../job/job.js';
import { globalAlgorithms } from '../job/names.js';

/**
 * Algorithms whose recoding is a function of the vector of quasi-identifiers (equal rows are released equal), so that
 * distinct vectors with their counts say all that the release needs.
 */
const byVector: ReadonlySet<string> = new Set([...globalAlgorithms, 'mondrian', 'mu-argus']);

/** Models that are judged from the counts of distinct rows alone. */
const byCounts: ReadonlySet<string> = new Set([
  'k-anonymity',
  'l-diversity',
  't-closeness',
  'ke-anonymity',
  'alpha-k-anonymity',
  'beta-likeness',
  'delta-disclosure',
  'delta-presence',
  'weak-k-anonymity',
  'k-map',
  'weak-l-diversity',
  'average-risk',
  'maximum-risk',
]);

/** Why a job cannot be run from the counts of distinct rows, or null when it can. */
export function whyRowsAreNeeded(job: Job): string | null {
  const { name, ...options } = typeof job.algorithm === 'string' ? { name: job.algorithm } : job.algorithm;
  if (!byVector.has(name)) {
    return `${name} does not treat equal rows alike, so it needs the rows themselves`;
  }
  if (name === 'mondrian' && 'partitioning' in options && options.partitioning === 'relaxed') {
    return 'mondrian with "partitioning": "relaxed" divides equal rows by their order, so it needs the rows themselves';
  }
  const model = job.privacy.find((spec) => !byCounts.has(spec.model));
  return model === undefined ? null : `${model.model} is judged from the rows themselves`;
}

/** Throws InvalidArgumentError TWO_PASS_IMPOSSIBLE when the rows are needed. `argument` asked to do without them. */
export function requireCountable(job: Job, argument: string): void {
  const reason = whyRowsAreNeeded(job);
  if (reason === null) return;
  throw new InvalidArgumentError(argument, 'a job that can be run from counts', reason, 'TWO_PASS_IMPOSSIBLE');
}
