import type { Steps } from '../../base/steps.js';
import { groupCodes } from '../../audit/grouping.js';
import { dropSuppressed, findStarRows } from '../../audit/star-rows.js';
import { kOf } from '../../job/k-of.js';
import { permutationOf } from '../../pipeline/audit-spec.js';
import type { ResolvedJob } from '../../pipeline/resolve-job.js';
import type { Table } from '../../table/table.js';
import { groupByColumns } from './group-by-columns.js';

/**
 * A release without its suppressed rows: those with `*` in every quasi-identifier and nothing in other columns. Where it has no
 * other columns, k or more of them are a class. Yields between stretches of the work.
 */
export function* dropStarred(release: Table, job: ResolvedJob): Steps<Table> {
  if (permutationOf(job) !== undefined) return release;
  const names = Object.keys(job.attributes).filter((name) => job.attributes[name].role === 'quasi-identifier');
  const quasi = names.flatMap((name) => release.column(name) ?? []);
  if (quasi.length < names.length || !quasi.every(({ texts }) => texts.includes('*'))) return release;
  const classes = yield* groupByColumns(release.rows, quasi);
  const missing = new Set(job.input?.missing ?? ['']);
  const { blank, blankRows } = findStarRows(release, names, { ...classes, codes: groupCodes(classes) }, missing);
  const isClass = release.columns.length === names.length && blankRows >= kOf(job);
  return blank === null || blankRows === 0 || isClass ? release : dropSuppressed(release, classes, blank).release;
}
