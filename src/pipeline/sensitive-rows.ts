/** What sensitive columns show that are released as they are: values and combinations that few rows have. */
import { amount } from '../base/plural.js';
import { counted } from '../base/numbers.js';
import type { Column, Table, Warning } from '../table/table.js';
import { countRowsPerCode, rowsPerEntry } from '../table/table.js';
import { unitsPerCode, type Units } from '../table/units.js';

/** RARE_SENSITIVE_VALUE for a column with values that only one row, or one person, has. */
export function warnOfRareValues(column: Column, units: Units | null = null): Warning[] {
  const counts = units === null ? countRowsPerCode(column) : unitsPerCode(column, units);
  const rare = counts.reduce((sum, having) => (having === 1 ? sum + 1 : sum), 0);
  if (rare === 0) return [];
  const message = `sensitive attribute ${JSON.stringify(column.name)} has ${amount(rare, 'value')} that only one ${units === null ? 'row' : 'person'} has`;
  return [{ code: 'RARE_SENSITIVE_VALUE', message, attribute: column.name }];
}

/** A share of rows that is worth a warning. */
const SINGLED_OUT = 0.1;

/** SENSITIVE_SINGLE_OUT where several sensitive columns together are unique to a tenth of the rows. */
export function warnOfSingledOut(table: Table, columns: readonly Column[]): Warning[] {
  const open = columns.filter(({ texts }) => texts.length > 1);
  if (open.length < 2 || table.rows < 2) return [];
  const unique = countUnique(table, open);
  if (unique < SINGLED_OUT * table.rows) return [];
  const names = open.map(({ name }) => JSON.stringify(name)).join(', ');
  return [
    {
      code: 'SENSITIVE_SINGLE_OUT',
      message: `the sensitive columns ${names} together single out ${unique} of ${counted(table.rows, 'row')}: somebody who knows these values finds the row, and neither k nor the risk counts that`,
    },
  ];
}

/** Rows that no other row equals in all of the columns. */
function countUnique(table: Table, columns: readonly Column[]): number {
  const weights = rowsPerEntry(table);
  let groups = new Float64Array(table.entries);
  for (const { codes, texts } of columns) {
    const numberOf = new Map<number, number>();
    const next = new Float64Array(table.entries);
    for (let entry = 0; entry < table.entries; entry++) {
      const key = groups[entry] * texts.length + codes[entry];
      let number = numberOf.get(key);
      if (number === undefined) {
        number = numberOf.size;
        numberOf.set(key, number);
      }
      next[entry] = number;
    }
    groups = next;
  }
  const rows = new Float64Array(table.entries);
  for (let entry = 0; entry < table.entries; entry++) rows[groups[entry]] += weights[entry];
  return rows.reduce((sum, count) => sum + Number(count === 1), 0);
}
