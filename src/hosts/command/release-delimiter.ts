import { stat } from 'node:fs/promises';
import type { CheckedJob, ReadCsvOptions, Table } from '../../index.js';
import { isWithheld, namedColumns, planColumns } from '../../job/plan.js';

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
  return { delimiter: undefined, knownHeader: { names, delimiter } };
}
