import type { Grouping } from '../../audit/grouping.js';
import { groupInSteps } from '../../audit/grouping.js';
import type { Steps } from '../../base/steps.js';
import type { Column } from '../../table/table.js';

/** Groups rows by their cells in some columns. Yields between stretches of the work. */
export function* groupByColumns(rows: number, columns: readonly Pick<Column, 'codes' | 'texts'>[]): Steps<Grouping> {
  const coded = columns.map(({ codes, texts }) => ({ codes, width: texts.length }));
  return (yield* groupInSteps({ entries: rows, weights: null }, coded)) as Grouping;
}
