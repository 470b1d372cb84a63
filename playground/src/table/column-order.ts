/** Columns to show, and their order. */
import type { Role } from 'kohort/js';
import { knownFactsOf } from './column-facts.js';
import type { ShownColumn } from './shown-column.js';
import { ROLES } from '../roles.js';

/** Orders of the columns of the table. */
export type ColumnOrder = 'file' | 'name' | 'role' | 'telling';

/** The orders, as they are called. */
export const ORDERS: readonly (readonly [ColumnOrder, string])[] = [
  ['file', 'as in the file'],
  ['name', 'by name'],
  ['role', 'by role'],
  ['telling', 'most telling first'],
];

/** Text and role by which columns are found; no role: any. */
export interface Sought {
  readonly text: string;
  readonly role: Role | '';
}

/** The columns that are sought, in that order. Equal ones stay as in the file. */
export function arranged(
  columns: readonly ShownColumn[],
  { text, role }: Sought,
  order: ColumnOrder,
): readonly ShownColumn[] {
  const part = text.trim().toLowerCase();
  const found = columns.filter(
    ({ choice }) => choice.name.toLowerCase().includes(part) && (role === '' || choice.role === role),
  );
  if (order === 'name') return found.sort((a, b) => a.choice.name.localeCompare(b.choice.name, 'en'));
  if (order === 'role') return found.sort((a, b) => place(a.choice.role) - place(b.choice.role));
  if (order === 'telling') return found.sort((a, b) => bitsOf(b) - bitsOf(a));
  return found;
}

const place = (role: Role): number => ROLES.findIndex((each) => each.role === role);

/** Entropy of the column; columns that are not counted yet stand last. */
const bitsOf = ({ column }: ShownColumn): number => knownFactsOf(column)?.bits ?? -1;
