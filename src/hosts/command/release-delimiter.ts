import { stat } from 'node:fs/promises';
import type { CheckedJob, ReadCsvOptions, Table } from '../../index.js';
import { type ColumnsPlan, isWithheld, namedColumns, planColumns, plannedColumn } from '../../job/plan.js';

/** True for a name that matches a pattern of columns that are released. */
const isMatched = (plan: ColumnsPlan, name: string): boolean =>
  plannedColumn(plan, name)?.pattern !== undefined && !isWithheld(plan, name);

/**
 * Options by which the delimiter of a finished release is found in its header: the one that gives the most names of columns that the release may have.
 * That is the one of `output.delimiter`, as `anonymize` writes it, unless another program has saved the file since. What `input` or the command
 * line says is of the original, which may have another one. What is no regular file has the delimiter of the job.
 */
export async function releaseDelimiter(
  path: string,
  job: CheckedJob,
  original: Table | undefined,
): Promise<Pick<ReadCsvOptions, 'delimiter' | 'knownHeader'>> {
  const plan = planColumns(job);
  const delimiter = plan.output.delimiter ?? ',';
  const found = path === '-' ? null : await stat(path).catch(() => null);
  if (found?.isFile() !== true) return { delimiter };
  const names = new Set(original?.columns.map(({ name }) => name));
  for (const name of namedColumns(plan)) if (!isWithheld(plan, name)) names.add(name);
  const has = (name: string): boolean => names.has(name) || isMatched(plan, name);
  return { delimiter: undefined, knownHeader: { names: plan.patterns.length === 0 ? names : { has }, delimiter } };
}
