/** Columns released as they are that give the exact value of a generalized column back, such as the median income of a county. */
import { nameColumns } from '../base/name-columns.js';
import type { Column, Warning } from '../table/table.js';
import { countPerCode, type Units } from '../table/units.js';

/** Fewer rows agree by chance. */
const FEWEST_ROWS = 20;
/** Fewer values agree by chance. */
const FEWEST_VALUES = 3;
/** Values of fewer rows or persons on average belong to single rows, which other warnings count. */
const FEWEST_HOLDERS = 3;

/**
 * True where no two rows with one value of a column have two values of the other. Both need several values with enough holders, so that this is no
 * chance. Rows that lack a value are left out.
 *
 * @param source - a column; with 3 rows or persons a value on average, or more
 * @param target - a column of the same table; with at least 3 values beside it
 * @param units - persons of the rows; null where rows are counted
 */
export function determines(source: Column, target: Column, units: Units | null): boolean {
  const beside = new Int32Array(source.texts.length).fill(-1);
  let both = 0;
  for (let entry = 0; entry < source.codes.length; entry++) {
    const code = source.codes[entry];
    const other = target.codes[entry];
    if (code === source.missingCode || other === target.missingCode) continue;
    both++;
    if (beside[code] === -1) beside[code] = other;
    else if (beside[code] !== other) return false;
  }
  if (both < FEWEST_ROWS || new Set(beside.filter((other) => other !== -1)).size < FEWEST_VALUES) return false;
  const holders = countPerCode(source, units).filter((count, code) => count > 0 && code !== source.missingCode);
  return holders.reduce((sum, count) => sum + count, 0) >= FEWEST_HOLDERS * holders.length;
}

/** GENERALIZATION_UNDONE for each column released as it is that gives quasi-identifiers back. */
export function warnOfUndoneGeneralization(
  released: readonly Column[],
  quasiIdentifiers: readonly Column[],
  units: Units | null = null,
): Warning[] {
  return released.flatMap((column): Warning[] => {
    const target = quasiIdentifiers.filter((other) => determines(column, other, units)).map(({ name }) => name);
    if (target.length === 0) return [];
    const message = `each value of ${JSON.stringify(column.name)}, which is released as it is, stands beside one value of ${nameColumns(target, { quote: true })}: somebody who knows which reads it from the release, and neither k nor the risk counts that`;
    return [{ code: 'GENERALIZATION_UNDONE', message, attribute: column.name }];
  });
}
