/** Columns of texts that hold identifiers of their rows are not proposed for a release. */
import { amount } from '../../base/plural.js';
import type { Steps } from '../../base/steps.js';
import type { Role } from '../../job/job.js';
import { findIdentifiersInTexts } from '../../table/identifiers-in-texts.js';
import type { Column, Table } from '../../table/table.js';
import { countPerCode, type Units } from '../../table/units.js';
import type { ProposedColumn } from './proposed-column.js';

/** Settings of the search beside the table. */
interface SearchedRoles {
  readonly columns: readonly ProposedColumn[];
  /** Columns that somebody named: a run refuses them, a proposal does not change them. */
  readonly isNamed: (name: string) => boolean;
  readonly k: number;
  /** The persons of the rows; null where rows are counted. */
  readonly units: Units | null;
  /** True for goals that release values as they are; others release no text of a quasi-identifier that fewer than k rows or persons have. */
  readonly showsRare: boolean;
}

const identifying: ReadonlySet<Role> = new Set<Role>(['identifier', 'person']);

/** The columns, those dropped whose texts hold the value of an identifier column of the same row. */
export function* dropIdentifyingTexts(
  table: Table,
  { columns, isNamed, k, units, showsRare }: SearchedRoles,
): Steps<readonly ProposedColumn[]> {
  const columnsOf = (is: (column: ProposedColumn) => boolean): Column[] =>
    columns.flatMap((column) => (is(column) ? (table.column(column.name) ?? []) : []));
  const roleOf = new Map(columns.map(({ name, role }) => [name, role]));
  const found = yield* findIdentifiersInTexts(
    table,
    columnsOf(({ role }) => identifying.has(role)),
    columnsOf(({ name, role }) => !identifying.has(role) && role !== 'drop' && !isNamed(name)),
    (column, code) =>
      showsRare || roleOf.get(column.name) !== 'quasi-identifier' || countPerCode(column, units)[code] >= k,
  );
  return columns.map((column) => {
    const held = found.find(({ text, own }) => text === column.name && own > 0);
    if (held === undefined) return column;
    const reason = `${amount(held.own, 'row')} with a text that holds the value of ${JSON.stringify(held.identifier)} of the same row`;
    return { name: column.name, role: 'drop', reason };
  });
}
