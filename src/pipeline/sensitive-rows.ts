/** Warnings of sensitive columns that are released unchanged: values and combinations that few rows have. */
import { nameColumns } from '../base/name-columns.js';
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

/** A share of rows, or of persons, that is worth a warning. */
const SINGLED_OUT = 0.1;

/** SENSITIVE_SINGLE_OUT where several sensitive columns together are unique to a tenth of the rows, or of the persons. */
export function warnOfSingledOut(table: Table, columns: readonly Column[], units: Units | null = null): Warning[] {
  const open = columns.filter(({ texts }) => texts.length > 1);
  const all = units?.count ?? table.rows;
  if (open.length < 2 || all < 2) return [];
  const groups = groupsOf(table, open);
  const unique = units === null ? countUnique(table, groups) : countSingled(groups, units);
  if (unique < SINGLED_OUT * all) return [];
  const names = nameColumns(
    open.map(({ name }) => name),
    { quote: true },
  );
  const [whole, one] = units === null ? [counted(all, 'row'), 'row'] : [counted(all, 'person', 'people'), 'person'];
  return [
    {
      code: 'SENSITIVE_SINGLE_OUT',
      message: `the sensitive columns ${names} together single out ${unique} of ${whole}: somebody who knows these values finds the ${one}, and neither k nor the risk counts that`,
    },
  ];
}

/** The group of every entry by its values in all of the columns. */
function groupsOf(table: Table, columns: readonly Column[]): Float64Array {
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
  return groups;
}

/** Rows that are alone in their group. */
function countUnique(table: Table, groups: Float64Array): number {
  const weights = rowsPerEntry(table);
  const rows = new Float64Array(groups.length);
  for (let entry = 0; entry < groups.length; entry++) rows[groups[entry]] += weights[entry];
  return rows.reduce((sum, count) => sum + Number(count === 1), 0);
}

/** Persons with a row in a group that holds only their rows. */
function countSingled(groups: Float64Array, { of }: Units): number {
  const first = new Int32Array(groups.length).fill(-1);
  const SEVERAL = -2;
  for (let entry = 0; entry < groups.length; entry++) {
    const before = first[groups[entry]];
    if (before === -1) first[groups[entry]] = of[entry];
    else if (before !== of[entry]) first[groups[entry]] = SEVERAL;
  }
  return new Set(first.filter((person) => person >= 0)).size;
}
