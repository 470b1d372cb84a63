import { lossOfValue } from '../quality/loss.js';
import { suppressedRow } from '../release/pieces.js';
import type { Assigned, Found, LabelRows } from './run-values.js';

/** Labels rows by a recoding; null where a row has no label of its own: values are permuted, or the table is counted. */
export function rowLabels(
  { table, recoding, shownClasses }: Found,
  { pieces: { classId } }: Assigned,
): LabelRows | null {
  if (recoding.permutation !== undefined || table.weights !== null) return null;
  // Every row of a table of rows is one piece.
  const { attributes } = shownClasses;
  return (rows) =>
    attributes.map(({ domain, values, valueOf }) => {
      const valuesOfRows = rows.map((row) => (classId[row] === suppressedRow ? null : values[valueOf[classId[row]]]));
      return {
        attribute: domain.attribute,
        labels: valuesOfRows.map((value) => value?.label ?? null),
        losses: valuesOfRows.map((value) => (value === null ? 1 : lossOfValue({ domain }, value))),
      };
    });
}
