import type { Table } from '../../table/table.js';
import type { Grouping } from '../grouping.js';
import { groupInSteps } from '../grouping.js';

/** Released rows by class and dictionary code of a column: [pairs] class, code, rows. */
export interface ClassPairs {
  readonly classOf: Uint32Array;
  readonly code: Uint32Array;
  readonly rows: Uint32Array;
}

/** Rows of every class by the values of a column. */
export interface LabelledRows {
  /** The column. */
  readonly name: string | undefined;
  readonly pairs: ClassPairs;
  /** [classes] rows of the most frequent value. */
  readonly most: Uint32Array;
}

/** Rows of every class by the values of a column; null without the column. */
export function* countLabels(
  release: Table,
  name: string | undefined,
  classes: Grouping,
): Generator<void, LabelledRows | null> {
  const column = name === undefined ? undefined : release.column(name);
  if (column === undefined) return null;
  const coded = [{ codes: column.codes, width: column.texts.length }];
  const { depths, sizes } = (yield* groupInSteps(release, coded, classes)) as Grouping;
  const pairs = { classOf: depths[0].parent, code: depths[0].code, rows: sizes };
  return { name, pairs, most: majorities(classes.count, pairs) };
}

/** [classes] rows of the most frequent label. */
function majorities(classes: number, { classOf, rows }: ClassPairs): Uint32Array {
  const most = new Uint32Array(classes);
  for (let p = 0; p < rows.length; p++) if (rows[p] > most[classOf[p]]) most[classOf[p]] = rows[p];
  return most;
}
