import { InvalidArgumentError } from '../base/errors.js';
import type { Column, Table, Warning } from '../table/table.js';
import { formatPath } from '../base/describe.js';
import type { Role } from './job.js';
import { type ColumnsPlan, isWithheld, namedColumns, plannedRole } from './plan.js';
import { listNames, nearCure, suggestion } from '../base/near-name.js';
import { Problems } from '../base/problems.js';

/** The columns of a table by what a job does with them. */
export interface Roles {
  /** Quasi-identifiers in the job's order. */
  readonly quasiIdentifiers: readonly Column[];
  readonly sensitive: readonly Column[];
  readonly class: Column | null;
  readonly insensitive: readonly Column[];
  /** Columns whose cells together say whose row it is; none: rows are counted. */
  readonly persons: readonly Column[];
  /** Survey weights; null without any. */
  readonly weight: Column | null;
  /** Released columns (all but identifiers, persons, weights and dropped ones), in the table's order. */
  readonly released: readonly Column[];
  /** Role of every column. */
  readonly roleOf: ReadonlyMap<string, Role>;
  readonly warnings: readonly Warning[];
}

/**
 * Gives every column of the table its role. Throws InvalidArgumentError: `UNKNOWN_COLUMN` for an attribute that the table
 * does not have (near names are suggested), `NO_QI` without a quasi-identifier.
 */
export function resolveRoles(plan: ColumnsPlan, table: Table): Roles {
  requireNamed(plan, table);
  const roleOf = new Map(table.columns.map(({ name }) => [name, plannedRole(plan, name)]));
  const withRole = (role: Role): Column[] => table.columns.filter((column) => roleOf.get(column.name) === role);
  const quasiIdentifiers = plan.columns.flatMap(({ name, role, isNamed }) =>
    isNamed && role === 'quasi-identifier' ? (table.column(name) ?? []) : [],
  );
  if (quasiIdentifiers.length === 0) {
    throw new InvalidArgumentError('attributes', 'at least one with the role "quasi-identifier"', 'none', 'NO_QI');
  }
  return {
    quasiIdentifiers,
    sensitive: withRole('sensitive'),
    class: withRole('class')[0] ?? null,
    insensitive: withRole('insensitive'),
    persons: keysOf(plan, table),
    weight: withRole('weight')[0] ?? null,
    released: table.columns.filter((column) => !isWithheld(plan, column.name)),
    roleOf,
    warnings: warnOfDefaults(plan),
  };
}

/** ROLE_BY_DEFAULT for columns that the job names without a role. */
export const warnOfDefaults = ({ columns }: ColumnsPlan): Warning[] =>
  columns.flatMap(({ name, role, isNamed, isRoleGiven }) => {
    if (!isNamed || isRoleGiven) return [];
    const message = `attribute ${JSON.stringify(name)} has no role and takes the default, ${role}`;
    return [{ code: 'ROLE_BY_DEFAULT', message, attribute: name }];
  });

/** The columns of a table whose cells together say whose row it is. */
export const keysOf = (plan: ColumnsPlan, { columns }: Table): Column[] =>
  columns.filter(({ name }) => plannedRole(plan, name) === 'person');

/** Throws InvalidArgumentError `UNKNOWN_COLUMN` where a table lacks a column that the job names; see {@link requireColumns}. */
export function requireNamed(plan: ColumnsPlan, { columns }: Table): void {
  const names = columns.map(({ name }) => name);
  requireColumns(namedColumns(plan), names);
}

/**
 * Throws InvalidArgumentError `UNKNOWN_COLUMN` where attributes of the job are none of the table's columns; `errors` hold all of
 * them, and the first lists the columns that there are.
 *
 * @param source - what the table is called, such as the name of its file
 */
export function requireColumns(named: readonly string[], columns: readonly string[], source = 'the table'): void {
  const known = new Set(columns);
  const problems = new Problems();
  const unknown = named.filter((name) => !known.has(name));
  unknown.forEach((name, i) => {
    const listed = i === 0 ? `: ${listNames(columns)}` : '';
    const error = new InvalidArgumentError(
      formatPath(['attributes', name]),
      `the name of a column of ${source}${listed}${suggestion(name, columns)}`,
      `a name that no column of ${source} has`,
      'UNKNOWN_COLUMN',
      nearCure(name, columns),
    );
    problems.add(error);
  });
  problems.throwAll();
}
