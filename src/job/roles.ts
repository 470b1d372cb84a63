import { InvalidArgumentError } from '../base/errors.js';
import { PACKED_DAYS } from '../table/infer-kind.js';
import type { NumberHints } from '../table/infer-numbers.js';
import { writePattern } from '../table/number-format.js';
import { isSameKind, kindOf, kindOfFormat } from '../table/spelling.js';
import type { Column, Table, ValueKind, Warning } from '../table/table.js';
import { formatPath } from '../base/describe.js';
import type { CheckedJob, Role } from './job.js';
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
  /** Released columns (all but identifiers, persons and dropped ones), in the table's order. */
  readonly released: readonly Column[];
  /** Role of every column. */
  readonly roleOf: ReadonlyMap<string, Role>;
  readonly warnings: readonly Warning[];
}

/**
 * Gives every column of the table its role. Throws InvalidArgumentError: `UNKNOWN_COLUMN` for an attribute that the table
 * does not have (near names are suggested), `NO_QI` without a quasi-identifier.
 */
export function resolveRoles(job: Pick<CheckedJob, 'attributes' | 'defaultRole'>, table: Table): Roles {
  const names = table.columns.map((column) => column.name);
  const jobNames = Object.keys(job.attributes);
  requireColumns(job, names);
  const roleOf = new Map(names.map((name) => [name, roleIn(job, name)]));
  const withRole = (role: Role): Column[] => table.columns.filter((column) => roleOf.get(column.name) === role);
  const quasiIdentifiers: Column[] = [];
  const warnings: Warning[] = [];
  for (const name of jobNames) {
    const column = table.column(name);
    if (column !== undefined && roleOf.get(name) === 'quasi-identifier') quasiIdentifiers.push(column);
    if (job.attributes[name].role === undefined) {
      warnings.push({
        code: 'ROLE_BY_DEFAULT',
        message: `attribute ${JSON.stringify(name)} has no role and takes the default, ${roleIn(job, name)}`,
        attribute: name,
      });
    }
  }
  if (quasiIdentifiers.length === 0) {
    throw new InvalidArgumentError('attributes', 'at least one with the role "quasi-identifier"', 'none', 'NO_QI');
  }
  return {
    quasiIdentifiers,
    sensitive: withRole('sensitive'),
    class: withRole('class')[0] ?? null,
    insensitive: withRole('insensitive'),
    persons: keysOf(job, table),
    released: table.columns.filter((column) => !isWithheld(job, column.name)),
    roleOf,
    warnings,
  };
}

/** The columns of a table whose cells together say whose row it is. */
export const keysOf = (job: Pick<CheckedJob, 'attributes' | 'defaultRole'>, { columns }: Table): Column[] =>
  columns.filter(({ name }) => roleIn(job, name) === 'person');

/** The role of a column: as the job says, or its default. */
export function roleIn(
  { attributes, defaultRole = 'drop' }: Pick<CheckedJob, 'attributes' | 'defaultRole'>,
  name: string,
): Role {
  return (Object.hasOwn(attributes, name) ? attributes[name].role : undefined) ?? defaultRole;
}

/** True when a column is not released. */
export function isWithheld(job: Pick<CheckedJob, 'attributes' | 'defaultRole'>, name: string): boolean {
  return isUnread(job, name) || roleIn(job, name) === 'person';
}

/** True when no step of a run looks at a column. */
export function isUnread(job: Pick<CheckedJob, 'attributes' | 'defaultRole'>, name: string): boolean {
  return ['identifier', 'drop'].includes(roleIn(job, name));
}

/** Column name -> the kind of values that the job declares. */
export function declaredTypes(job: Pick<CheckedJob, 'attributes' | 'input'>): Map<string, ValueKind> {
  const declared = new Map<string, ValueKind>();
  for (const name of Object.keys(job.attributes)) {
    const kind = declaredKind(job, name);
    if (kind !== undefined) declared.set(name, kind);
  }
  return declared;
}

/**
 * {@link declaredTypes}, and what hierarchies say of the columns of a table: whole numbers that seem days, such as `19670209`, are
 * numbers where the job groups them into intervals of numbers.
 */
export function typesFor(job: Pick<CheckedJob, 'attributes' | 'input'>, table: Table): Map<string, ValueKind> {
  const declared = declaredTypes(job);
  for (const column of table.columns) {
    const { name } = column;
    if (declared.has(name) || !isSameKind(column, PACKED_DAYS) || !Object.hasOwn(job.attributes, name)) continue;
    if (job.attributes[name].hierarchy?.type === 'intervals') declared.set(name, { type: 'integer' });
  }
  return declared;
}

/** Columns with `"fold": true`, and what stands between the items of their cells where `set` says it. */
export function foldedColumns({ attributes }: Pick<CheckedJob, 'attributes'>): Map<string, string | undefined> {
  const folded = Object.keys(attributes).filter((name) => attributes[name].fold === true);
  return new Map(folded.map((name) => [name, attributes[name].set?.delimiter]));
}

/** Columns with `rare`, and the fewest rows of their values. */
export const rareColumns = ({ attributes }: Pick<CheckedJob, 'attributes'>): Map<string, number> =>
  new Map(
    Object.keys(attributes).flatMap((name) =>
      attributes[name].rare === undefined ? [] : [[name, attributes[name].rare]],
    ),
  );

/** The kind of values that the job declares for a column, by a type or a format; undefined where it declares none. */
export function declaredKind(
  { attributes, input = {} }: Pick<CheckedJob, 'attributes' | 'input'>,
  name: string,
): ValueKind | undefined {
  const { type, format } = attributes[name];
  if (format !== undefined) return kindOfFormat(type, format) ?? undefined;
  if (type === 'integer' || type === 'number') return { type, ...formatOfFile(type, input) };
  return type === undefined ? undefined : kindOf({ type });
}

/** The format of numbers that `input` says for the whole file; none where it is the plain one. */
function formatOfFile(type: 'integer' | 'number', { decimal, thousands = '' }: NumberHints): { format?: string } {
  const mark = decimal ?? (thousands === '.' ? ',' : '.');
  const isPlain = thousands === '' && (mark === '.' || type === 'integer');
  if (isPlain) return {};
  const hasDecimals = type === 'number';
  return { format: writePattern({ before: '', after: '', thousands, decimal: mark, decimals: 0, hasDecimals }) };
}

/**
 * Throws InvalidArgumentError `UNKNOWN_COLUMN` where attributes of the job are none of the table's columns; `errors` hold all of
 * them, and the first lists the columns that there are.
 *
 * @param source - what the table is called, such as the name of its file
 */
export function requireColumns(
  { attributes }: Pick<CheckedJob, 'attributes'>,
  columns: readonly string[],
  source = 'the table',
): void {
  const known = new Set(columns);
  const problems = new Problems();
  const unknown = Object.keys(attributes).filter((each) => !known.has(each));
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
