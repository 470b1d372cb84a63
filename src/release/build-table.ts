import type { Column } from '../table/table.js';
import { pickCodesInSteps, Table } from '../table/table.js';
import type { Domain } from '../hierarchy/domain.js';
import type { ReleasedValue } from '../quality/released.js';
import type { Pieces } from './pieces.js';
import { suppressedRow } from './pieces.js';
import type { ColumnSource } from './select-column.js';
import { compactColumn, keptColumn } from './select-column.js';
import type { Steps } from '../base/steps.js';
import { anyValue } from '../hierarchy/any-value.js';

/** A quasi-identifier as it is released. */
export interface ReleasedColumn {
  readonly domain: Domain;
  readonly values: readonly ReleasedValue[];
  /** [classes] index into `values`. */
  readonly valueOf: Uint32Array;
}

/**
 * The released table. Yields after every column, and within large ones.
 *
 * @param columns - released columns of the input in their order; the others do not leave
 * @param quasiIdentifiers - by column name
 * @param pieces - what becomes of the entries of the input
 * @param chosen - the pieces that leave, in the order in which they leave
 * @param weights - rows of each, for a counted table; default one
 * @param blank - text of the blank cells that suppressed rows have in columns which are released as they are
 */
export function* buildTableInSteps(
  columns: readonly Column[],
  quasiIdentifiers: ReadonlyMap<string, ReleasedColumn>,
  { entry, classId }: Pick<Pieces, 'entry' | 'classId'>,
  chosen: Uint32Array,
  weights: Uint32Array | null = null,
  blank = '',
): Steps<Table> {
  const entries = yield* pickCodesInSteps(entry, chosen);
  const classes = yield* pickCodesInSteps(classId, chosen);
  const built: Column[] = [];
  for (const column of columns) {
    const released = quasiIdentifiers.get(column.name);
    built.push(
      released === undefined
        ? keptColumn(column, entries, { classes, blank }, weights)
        : recode(column.name, released, classes, weights),
    );
    yield;
  }
  const rows = weights === null ? chosen.length : weights.reduce((sum, weight) => sum + weight, 0);
  return new Table(rows, built, [], weights);
}

/** The dictionary of a quasi-identifier as it is released, and the code of `*` in it. */
function labelColumn(
  name: string,
  { domain, values }: ReleasedColumn,
): { readonly column: ColumnSource; readonly starCode: number } {
  const texts = values.map((value) => value.label);
  let star = texts.indexOf(anyValue);
  if (star < 0) star = texts.push(anyValue) - 1;
  const { missingLeaf, labels } = domain;
  // In double quotes the missing value is a text like others: `*`, which is read as missing then, must not be one with it.
  const missingCode = values.findIndex(
    ({ lo, hi, label }) =>
      missingLeaf >= 0 && lo === missingLeaf && hi === missingLeaf && label === labels[missingLeaf],
  );
  return { column: { name, type: 'string', texts, numbers: null, missingCode }, starCode: star };
}

/** The column of a quasi-identifier, from the class of every released entry. */
function recode(name: string, released: ReleasedColumn, classes: Uint32Array, weights: Uint32Array | null): Column {
  const { column, starCode } = labelColumn(name, released);
  const { valueOf } = released;
  const codes = new Uint32Array(classes.length);
  for (let i = 0; i < classes.length; i++) codes[i] = classes[i] === suppressedRow ? starCode : valueOf[classes[i]];
  return compactColumn(column, codes, weights);
}
