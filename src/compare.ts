import type { Anonymize } from './anonymize.js';
import { AbortError, KohortError } from './errors.js';
import type { Job } from './job/job.js';
import { checkAlgorithmName, parseJob } from './job/parse-job.js';
import type { RunResult } from './run/result.js';
import type { RunOptions } from './run/options.js';
import type { Table } from './table/table.js';

/** One algorithm of a comparison. */
export interface ComparedRun {
  readonly algorithm: string;
  /** Null when the algorithm has no release for this job; `error` says why. */
  readonly result: RunResult | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** What `compare` gives, in the order of the algorithms asked for. */
export interface Comparison {
  readonly rows: number;
  readonly runs: readonly ComparedRun[];
}

/** Runs one job with several algorithms. */
export type Compare = (
  table: Table,
  job: Job,
  algorithms: readonly string[],
  options?: RunOptions,
) => Promise<Comparison>;

/**
 * Binds `compare` to a front door. The bound function runs the job with each algorithm (options of the job's own
 * algorithm are kept for that one, defaults taken for the others), one after the other; releases are audited like any and thrown away. An algorithm without a
 * solution (exit 1) is listed with its error; every other error ends the comparison.
 */
export function bindCompare(anonymize: Anonymize): Compare {
  return async (table, job, algorithms, options) => {
    const parsed = parseJob(job);
    algorithms.forEach((name, index) => checkAlgorithmName(name, `algorithms[${index}]`));
    const runs: ComparedRun[] = [];
    for (const name of algorithms) {
      const own = typeof parsed.algorithm === 'object' && parsed.algorithm.name === name;
      try {
        const { result } = await anonymize(table, { ...parsed, algorithm: own ? parsed.algorithm : name }, options);
        runs.push({ algorithm: name, result, error: null });
      } catch (error) {
        if (!(error instanceof KohortError) || error instanceof AbortError || error.exitCode !== 1) throw error;
        runs.push({ algorithm: name, result: null, error: { code: error.code, message: error.message } });
      }
    }
    return { rows: table.rows, runs };
  };
}
