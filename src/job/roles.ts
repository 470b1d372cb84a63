import { InvalidArgumentError } from '../base/errors.js';
import type { Column, Table, Warning } from '../table/table.js';
import { formatPath } from '../base/describe.js';
import type { CheckedJob, Role } from './job.js';
import { type ColumnsPlan, fittingPatterns, isKeyOfUnit, isWithheld, planColumns, plannedRole } from './plan.js';
import { expandPatterns, fitsPattern, patternsOf } from './patterns.js';
import { listNames, nearCure, suggestion } from '../base/near-name.js';
import { Problems } from '../base/problems.js';
import { unmatchedPattern } from './unmatched-pattern.js';

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
  /** Released columns (all but identifiers, persons, dropped ones, and weights that are not rounded), in the table's order. */
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
  for (const role of ['class', 'weight'] as const) {
    const { length } = withRole(role);
    if (length <= 1) continue;
    throw new InvalidArgumentError('attributes', `at most one ${role} attribute`, `${length}`, 'ROLE_CONFLICT');
  }
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
  columns.filter(({ name }) => isKeyOfUnit(plan, name));

/** Throws InvalidArgumentError `UNKNOWN_COLUMN` where a table lacks a column that the job names; see {@link requireColumns}. */
export function requireNamed(plan: ColumnsPlan, { columns }: Table): void {
  const names = columns.map(({ name }) => name);
  requireColumns(plan, names);
}

/**
 * Throws InvalidArgumentError where the attributes of a job do not fit the columns of a table; `errors` hold all of them, and the first lists the
 * columns that there are. `UNKNOWN_COLUMN`: a name or a pattern that no column has; `ROLE_CONFLICT`: two patterns of one column;
 * `COLUMN_NOT_LISTED`: a column that matches a pattern and is not in its list.
 *
 * @param source - what the table is called, such as the name of its file
 */
export function requireColumns(plan: ColumnsPlan, columns: readonly string[], source = 'the table'): void {
  const problems = new Problems();
  requireNamedColumns(
    plan.columns.flatMap(({ name, isNamed, pattern }) => {
      if (!isNamed) return [];
      return [{ name, path: pattern === undefined ? ['attributes', name] : ['attributes', pattern, 'matches'] }];
    }),
    columns,
    { source, problems },
  );
  requireMatches(plan, columns, { source, problems });
  requirePatterns(plan, columns, problems);
  problems.throwAll();
}

/** The job with each column of a table by its name, where it has patterns. @throws as {@link requireColumns} */
export function namesForPatterns<Asked extends CheckedJob>(job: Asked, { columns }: Table): Asked {
  if (patternsOf(job).length === 0) return job;
  const names = columns.map(({ name }) => name);
  requireColumns(planColumns(job, columns), names);
  return expandPatterns(job, names);
}

/** Errors of a check, and what the table is called in them. */
interface Checking {
  readonly source: string;
  readonly problems: Problems;
}

/** Adds UNKNOWN_COLUMN for names that no column has. */
function requireNamedColumns(
  named: readonly { readonly name: string; readonly path: readonly (string | number)[] }[],
  columns: readonly string[],
  { source, problems }: Checking,
): void {
  const known = new Set(columns);
  const unknown = named.filter(({ name }) => !known.has(name));
  unknown.forEach(({ name, path }, i) => {
    const listed = i === 0 ? `: ${listNames(columns)}` : '';
    const isListed = path.length > 2;
    const error = new InvalidArgumentError(
      formatPath(path),
      `the name of a column of ${source}${listed}${suggestion(name, columns)}`,
      `${isListed ? `${JSON.stringify(name)}, ` : ''}a name that no column of ${source} has`,
      'UNKNOWN_COLUMN',
      nearCure(name, columns),
    );
    problems.add(error);
  });
}

/** Adds UNKNOWN_COLUMN for patterns without a list that no column matches. */
function requireMatches(plan: ColumnsPlan, columns: readonly string[], { source, problems }: Checking): void {
  for (const { name: pattern, listed } of plan.patterns) {
    if (listed !== null || columns.some((name) => fitsPattern(pattern, name))) continue;
    problems.add(unmatchedPattern(formatPath(['attributes', pattern]), pattern, columns, source));
  }
}

/** Adds ROLE_CONFLICT and COLUMN_NOT_LISTED for columns that match patterns. */
function requirePatterns(plan: ColumnsPlan, columns: readonly string[], problems: Problems): void {
  if (plan.patterns.length === 0) return;
  const named = new Set(
    plan.columns.flatMap(({ name, isNamed, pattern }) => (isNamed && pattern === undefined ? [name] : [])),
  );
  for (const name of columns) {
    if (named.has(name) || name === plan.input.count) continue;
    const [pattern, other] = fittingPatterns(plan, name);
    const column = JSON.stringify(name);
    if (other !== undefined) {
      problems.add(
        new InvalidArgumentError(
          formatPath(['attributes', other.name]),
          'one pattern for each column: the one with more literal characters counts',
          `two with as many, this one and ${JSON.stringify(pattern.name)}, for the column ${column}`,
          'ROLE_CONFLICT',
          `add ${column} with its role to "attributes": a name has precedence over patterns`,
        ),
      );
    } else if (pattern !== undefined && pattern.listed?.includes(name) === false) {
      problems.add(
        new InvalidArgumentError(
          formatPath(['attributes', pattern.name, 'matches']),
          'every column that matches the pattern',
          `a list without ${column}, which the table has`,
          'COLUMN_NOT_LISTED',
          `add ${column} to "matches" to treat it like the others, or name it under "attributes" with a role of its own, such as "drop"`,
        ),
      );
    }
  }
}
