import type { Steps } from '../../base/steps.js';
import { groupCodes } from '../../audit/grouping.js';
import { dropSuppressed, findStarRows } from '../../audit/star-rows.js';
import { namesOfRole, type Plan } from '../../job/plan.js';
import type { Table } from '../../table/table.js';
import { groupByColumns } from './group-by-columns.js';

/**
 * A release without its suppressed rows: those with `*` in every quasi-identifier and nothing in other columns. Where it has no
 * other columns, k or more of them are a class. Yields between stretches of the work.
 */
export function* dropStarred(release: Table, plan: Plan): Steps<Table> {
  if (plan.permutes !== null) return release;
  const names = namesOfRole(plan, 'quasi-identifier');
  const quasi = names.flatMap((name) => release.column(name) ?? []);
  if (quasi.length < names.length || !quasi.every(({ texts }) => texts.includes('*'))) return release;
  const classes = yield* groupByColumns(release.rows, quasi);
  const missing = new Set(plan.missing);
  const { blank, blankRows } = findStarRows(release, names, { ...classes, codes: groupCodes(classes) }, missing);
  const isClass = release.columns.length === names.length && blankRows >= plan.k;
  return blank === null || blankRows === 0 || isClass ? release : dropSuppressed(release, classes, blank).release;
}
