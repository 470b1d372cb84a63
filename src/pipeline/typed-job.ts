import type { AlgorithmName, AlgorithmOptions } from '../algorithms/list.js';
import type { Job } from '../job/job.js';

/** A job whose algorithm and options are those of this version: a wrong name or option is an error of the type. */
export type TypedJob = Omit<Job, 'algorithm'> & {
  /** Name of the algorithm, or an object with its name and options, checked as they are typed. */
  readonly algorithm: AlgorithmName | AlgorithmOptions[AlgorithmName];
};

/**
 * Gives the job as it is. Written through it, a job in a program is checked as it is typed: names of algorithms, models and
 * hierarchies, and their options. `parseJob` is for jobs that come as data.
 *
 * @example
 * ```js
 * const job = defineJob({
 *   attributes: { age: 'quasi-identifier' },
 *   privacy: [{ model: 'k-anonymity', k: 5 }],
 *   algorithm: { name: 'mondrian', partitioning: 'relaxed' },
 * });
 * ```
 */
export const defineJob = (job: TypedJob): TypedJob & Job => job as TypedJob & Job;
