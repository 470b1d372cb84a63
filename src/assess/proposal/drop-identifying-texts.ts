/** Columns of texts that hold identifiers of their rows are not proposed for a release. */
import { amount } from '../../base/plural.js';
import type { Steps } from '../../base/steps.js';
import { findIdentifiersInTexts } from '../../table/identifiers-in-texts.js';
import type { Column, Table } from '../../table/table.js';
import { countRowsPerCode } from '../../table/table.js';
import type { ProposedColumn } from './proposed-column.js';

/** What is looked at beside the table. */
export interface SearchedRoles {
  readonly columns: readonly ProposedColumn[];
  /** Columns that somebody named: a run refuses them, a proposal does not change them. */
  readonly isNamed: (name: string) => boolean;
  readonly k: number;
  /** True for goals that release values as they are; others release no text of a quasi-identifier that fewer than k rows have. */
  readonly showsRare: boolean;
}

/** The columns, those dropped whose texts hold the value of an identifier column of the same row. */
export function* dropIdentifyingTexts(
  table: Table,
  { columns, isNamed, k, showsRare }: SearchedRoles,
): Steps<readonly ProposedColumn[]> {
  const columnsOf = (is: (column: ProposedColumn) => boolean): Column[] =>
    columns.flatMap((column) => (is(column) ? (table.column(column.name) ?? []) : []));
  const roleOf = new Map(columns.map(({ name, role }) => [name, role]));
  const found = yield* findIdentifiersInTexts(
    table,
    columnsOf(({ role }) => role === 'identifier'),
    columnsOf(({ name, role }) => role !== 'identifier' && role !== 'drop' && !isNamed(name)),
    (column, code) =>
      showsRare || roleOf.get(column.name) !== 'quasi-identifier' || countRowsPerCode(column)[code] >= k,
  );
  return columns.map((column) => {
    const held = found.find(({ text, own }) => text === column.name && own > 0);
    if (held === undefined) return column;
    const reason = `${amount(held.own, 'row')} with a text that holds the value of ${JSON.stringify(held.identifier)} of the same row`;
    return { name: column.name, role: 'drop', reason };
  });
}
