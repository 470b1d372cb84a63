/** Columns that somebody asks to keep in the release. */
import { InvalidArgumentError } from '../../base/errors.js';
import { nameColumns } from '../../base/name-columns.js';
import { amount } from '../../base/plural.js';
import { fitsPattern, isPattern } from '../../job/patterns.js';
import { unmatchedPattern } from '../../job/unmatched-pattern.js';
import type { Warning } from '../../table/table.js';
import type { ProposedColumn } from './proposed-column.js';

/** Columns that a name or a pattern stands for: a column of that very name, else those that match. */
const matchesOf = (key: string, columns: readonly string[]): string[] =>
  columns.includes(key) ? [key] : columns.filter((name) => fitsPattern(key, name));

/** Names of the columns that `keep` stands for. */
export const keptNames = (keep: readonly string[] = [], columns: readonly string[]): ReadonlySet<string> =>
  new Set(keep.flatMap((key) => matchesOf(key, columns)));

/** Parts of `keep` that no column has: names, and an error for each pattern. */
export function unknownKept(
  keep: readonly string[],
  columns: readonly string[],
): { readonly names: readonly string[]; readonly errors: readonly InvalidArgumentError[] } {
  const unknown = keep.filter((key) => matchesOf(key, columns).length === 0);
  return {
    names: unknown.filter((key) => !isPattern(key)),
    errors: unknown.filter(isPattern).map((key) => unmatchedPattern('keep', key, columns, 'the table')),
  };
}

/** True for a column that the release shows in some form. */
export const isReleased = ({ role, release }: ProposedColumn): boolean =>
  role === 'quasi-identifier' || role === 'sensitive' || (role === 'weight' && release === 'rounded');

/** A kept column whose reason says that somebody asked for it. */
export const sayKept = (column: ProposedColumn): ProposedColumn =>
  isReleased(column) ? { ...column, reason: `kept as asked ("keep"): ${column.reason}` } : column;

/**
 * Requires each name, and a column of each pattern, to be released.
 *
 * @returns the warning `COLUMNS_NOT_KEPT` for columns of a pattern that stay out while others of it are kept
 * @throws InvalidArgumentError KEEP_REFUSED
 */
export function requireKept(columns: readonly ProposedColumn[], keep: readonly string[]): Warning[] {
  const names = columns.map(({ name }) => name);
  const refused = new Set<ProposedColumn>();
  const passedOver = new Set<ProposedColumn>();
  for (const key of keep) {
    const matching = new Set(matchesOf(key, names));
    const matched = columns.filter(({ name }) => matching.has(name));
    const lost = matched.filter((column) => !isReleased(column));
    const into = lost.length === matched.length ? refused : passedOver;
    for (const column of lost) into.add(column);
  }
  if (refused.size > 0) {
    throw new InvalidArgumentError('keep', 'columns that can be released', describe([...refused]), 'KEEP_REFUSED');
  }
  if (passedOver.size === 0) return [];
  const what = amount(passedOver.size, 'column that matches a pattern', 'columns that match a pattern');
  return [
    {
      code: 'COLUMNS_NOT_KEPT',
      message: `${what} of the columns to keep, and cannot be: ${describe([...passedOver])}`,
    },
  ];
}

/** Columns with role and reason, those of one reason together: `"id", "nr" (identifier: its name)`. */
function describe(columns: readonly ProposedColumn[]): string {
  const byReason = new Map<string, string[]>();
  for (const { name, role, reason } of columns) {
    const why = `${role}: ${reason}`;
    byReason.set(why, [...(byReason.get(why) ?? []), name]);
  }
  return Array.from(byReason, ([why, names]) => `${nameColumns(names, { quote: true })} (${why})`).join('; ');
}
