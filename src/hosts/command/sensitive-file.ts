import { resolveChecked } from '../../pipeline/resolve-job.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { CheckedJob } from '../../index.js';
import { parsed } from './declare.js';
import { planRun } from '../../pipeline/plan-run.js';

/** File for the table of sensitive columns: beside the release, `people.csv` and `people.sensitive.csv` (`.csv.gz` likewise). */
export function sensitivePath(out: string): string {
  return out.replace(/(\.(?:csv|ndjson|jsonl|json)\.gz|\.[^./\\]*)?$/i, (ending) => `.sensitive${ending}`);
}

/** True where a release of the job is two tables: the second one has the sensitive columns. */
export const releasesTwoTables = (job: CheckedJob): boolean =>
  planRun(resolveChecked(job)).permutes?.twoTables === true;

/**
 * The second file of a run, or null where its algorithm makes one table. Throws InvalidArgumentError when two tables
 * would have to go to stdout.
 */
export function secondTarget(job: CheckedJob, out: string | null, { json }: { readonly json: boolean }): string | null {
  if (!releasesTwoTables(job)) return null;
  if (out !== null) return sensitivePath(out);
  if (json) return null;
  throw new InvalidArgumentError('--out', 'a file, since anatomy releases two tables', 'nothing', 'OUT_NEEDED');
}

/** `--columns`: groups of columns that were permuted together, a JSON list of lists of names. */
function columnsArgument(text: string): string[][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const isList = (each: unknown): each is unknown[] => Array.isArray(each);
  if (isList(value) && value.every((group) => isList(group) && group.every((name) => typeof name === 'string'))) {
    return value as string[][];
  }
  throw new InvalidArgumentError(
    '--columns',
    'a JSON list of lists of column names, such as [["zip","age"],["disease"]]',
    'another text',
    'OPTION_FORMAT',
  );
}

export const columns = parsed(
  '<groups>',
  'columns that slicing permuted together, as a JSON list of lists',
  columnsArgument,
);
