/** Sensitive numbers that belong to a place or a group, not to a person, such as the median income of a county. */
import { determines } from '../../pipeline/undone-generalization.js';
import type { Table } from '../../table/table.js';
import type { Units } from '../../table/units.js';
import type { ProposedColumn } from './proposed-column.js';

/**
 * The columns, sensitive numbers among them as quasi-identifiers where each value stands beside one value of a column that others may know: the number is
 * one of the place, which others can look up, and it would give the place back. Columns that somebody named stay.
 */
export function rangesOfAreas(
  table: Table,
  columns: readonly ProposedColumn[],
  { isNamed, units }: { readonly isNamed: (name: string) => boolean; readonly units: Units | null },
): readonly ProposedColumn[] {
  const known = columns.flatMap(({ name, role }) => (role === 'quasi-identifier' ? [table.column(name)!] : []));
  return columns.map((proposed) => {
    const { name, role, reason } = proposed;
    const column = table.column(name);
    if (role !== 'sensitive' || column === undefined || column.type === 'string' || isNamed(name)) return proposed;
    const target = known.find((other) => determines(column, other, units));
    if (target === undefined) return proposed;
    const because = `${reason} is that of something sensitive, but each of its numbers stands beside one value of ${JSON.stringify(target.name)} and gives it back: released in ranges; "sensitive" releases it as it is`;
    return { ...proposed, role: 'quasi-identifier', reason: because };
  });
}
