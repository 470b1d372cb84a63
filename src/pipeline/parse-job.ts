import type { Problems } from '../base/problems.js';
import type { CheckedJob } from '../job/job.js';
import { checkJobBy, findAlgorithm, parseJobBy } from './check-job.js';
import { algorithms } from '../algorithms/list.js';

/**
 * Checks an unknown value against the job file's schema and returns a copy of it: own enumerable keys only, each read
 * once, `attributes` without a prototype. Throws InvalidArgumentError (`code`, `argument` = path, `expected`,
 * `received`) for the first thing wrong, HierarchyError for a tree that is too deep; `errors` of it hold everything that is
 * wrong. Columns are looked at later, by `resolveRoles`.
 */
export function parseJob(value: unknown): CheckedJob {
  return parseJobBy(algorithms, value);
}

/** {@link parseJob} that adds what is wrong to `problems`; the job is one only where nothing is. */
export function checkJob(value: unknown, problems: Problems): CheckedJob {
  return checkJobBy(algorithms, value, problems);
}

/** Throws InvalidArgumentError unless the name is that of an algorithm of this version. */
export function checkAlgorithmName(name: unknown, path: string): asserts name is string {
  findAlgorithm(algorithms, name, path);
}
