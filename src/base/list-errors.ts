import { jobCures, runCures } from './cures.js';
import type { ErrorInfo, KohortError } from './errors.js';
import { infoOf } from './problems.js';

/**
 * Lists the entries of an error as data: what `--json` prints as `errors`.
 *
 * @param error - any error of this package
 * @returns for errors of a job all that is wrong with it, else one entry: `code`, `path` (where in the job, which option or which file; null where
 * there is no such place), `message` and `cure`
 *
 * @example
 * ```js
 * try {
 *   parseJob(job);
 * } catch (error) {
 *   if (!(error instanceof KohortError)) throw error;
 *   for (const { path, message, cure } of listErrors(error)) console.log(path, message, cure);
 * }
 * ```
 */
export const listErrors = (error: KohortError): readonly ErrorInfo[] =>
  error.errors ?? [infoOf(error, jobCures, runCures)];
