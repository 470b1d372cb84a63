import type { AuditHierarchy, AuditPermutation, AuditPrivacy, AuditSpec } from '../audit/spec.js';
import { InvalidArgumentError } from '../errors.js';
import { formatPath } from '../job/describe.js';
import { isRounded, peopleToHideIn, releasesValues } from '../job/exposure.js';
import type { HierarchySpec, Job, Role } from '../job/job.js';
import { cutAlgorithms, globalAlgorithms, levelVectorAlgorithms, permutingAlgorithms } from '../job/names.js';
import { resolveSuppression } from '../job/suppression-limit.js';
import { hierarchyFor, nameOf, replacementOf } from './hierarchy-for.js';
import { waysCounter } from './permuted-presence.js';
import { suppressionFor } from './suppression-for.js';
import type { Column, Table } from '../table/table.js';

/** What the audit is told beside the job. */
export interface AuditFacts {
  /** The input, when it is at hand: types, the limit of suppressed rows and the columns to expect come from it. */
  readonly original?: Table;
  /** The public table of models that have one. */
  readonly publicTable?: Table;
  /** Rows known to be suppressed. */
  readonly suppressedRows?: number;
  /** [released rows] the row of the original that each was made from, where it is known. */
  readonly originalRows?: Uint32Array;
  /** The level vector that the run claims, in the job's order of quasi-identifiers. */
  readonly levels?: readonly number[];
  /** Groups of columns of a permuted release, where they are known (the job's may depend on the data). */
  readonly groups?: readonly (readonly string[])[];
  /** The second table of a release in two. */
  readonly sensitive?: Table;
}

/** The job in the terms of the audit, which knows nothing of jobs. */
export function auditSpecOf(job: Job, facts: AuditFacts = {}): AuditSpec {
  const { original } = facts;
  const names = Object.keys(job.attributes);
  const roleOf = (name: string): Role => {
    const named = Object.hasOwn(job.attributes, name) ? job.attributes[name].role : undefined;
    return named ?? job.defaultRole ?? 'drop';
  };
  const withheld = (name: string): boolean => ['identifier', 'drop'].includes(roleOf(name));
  const all = original === undefined ? names : original.columns.map((column) => column.name);
  const permutation = permutationOf(job, facts);
  const sensitive = names.filter((name) => roleOf(name) === 'sensitive');
  return {
    permutation,
    exposure: {
      k: peopleToHideIn(job),
      isRounded: isRounded(job),
      isRequired: isRounded(job) && !releasesValues(job),
    },
    quasiIdentifiers: names
      .filter((name) => roleOf(name) === 'quasi-identifier')
      .map((name, index) => {
        const type = job.attributes[name].type ?? original?.column(name)?.type;
        const given = job.attributes[name].hierarchy;
        const hierarchy = hierarchyFor(job, given, type) as AuditHierarchy | undefined;
        return {
          name,
          type,
          hierarchy,
          grid: hierarchy === undefined ? (given as AuditHierarchy | undefined) : undefined,
          level: facts.levels?.[index],
          replacement: replacementOf(job),
        };
      }),
    classColumn: names.find((name) => roleOf(name) === 'class') ?? null,
    sensitiveColumns: sensitive,
    sensitiveColumn: sensitive.length === 1 ? sensitive[0] : undefined,
    privacy: job.privacy as readonly AuditPrivacy[],
    suppressed: job.output?.suppressed ?? 'drop',
    identifiers: all.filter(withheld),
    expectedColumns: original === undefined ? undefined : all.filter((name) => !withheld(name)),
    missing: job.input?.missing ?? [''],
    publicTable: facts.publicTable,
    suppressedRows: facts.suppressedRows,
    disjointClasses: hasDisjointClasses(job, original),
    levelVector: (levelVectorAlgorithms as readonly string[]).includes(nameOf(job)),
    originalRows: facts.originalRows ?? rowsInPlace(job, original),
    maxSuppressed: original === undefined ? undefined : resolveSuppression(suppressionFor(job), original.rows),
    sensitiveOrders: names.flatMap((name) => {
      const { hierarchy } = job.attributes[name];
      return hierarchy?.type === 'order' && roleOf(name) !== 'quasi-identifier'
        ? [{ name, values: hierarchy.values }]
        : [];
    }),
    sets: names.flatMap((name) => {
      const { set } = job.attributes[name];
      return set === undefined ? [] : [{ name, delimiter: set.delimiter }];
    }),
    sensitiveHierarchies: names.flatMap((name) => {
      const { hierarchy } = job.attributes[name];
      return hierarchy !== undefined && hierarchy.type !== 'order' && roleOf(name) !== 'quasi-identifier'
        ? [{ name, hierarchy: hierarchy as AuditHierarchy }]
        : [];
    }),
  };
}

/** Rows of the original in their places, when the job keeps the order and `mdav`, which suppresses none, made the release. */
function rowsInPlace(job: Job, original: Table | undefined): Uint32Array | undefined {
  if (replacementOf(job) === undefined || original === undefined || original.weights !== null) return undefined;
  return job.output?.order === 'input' ? Uint32Array.from({ length: original.rows }, (_, row) => row) : undefined;
}

/**
 * True when no two classes of a release by the job's algorithm hold a common vector. A class of ranges of numbers beside missing
 * cells is `*` there, and throughout where no cut parts the other quasi-identifiers; it lies over others.
 */
function hasDisjointClasses(job: Job, original: Table | undefined): boolean {
  const name = nameOf(job);
  const roleOf = (column: Column) =>
    Object.hasOwn(job.attributes, column.name) ? job.attributes[column.name].role : '';
  const quasi = (original?.columns ?? []).filter((column) => roleOf(column) === 'quasi-identifier');
  const mayMix = quasi.some(({ numbers, missingCode }) => numbers !== null && missingCode >= 0);
  if (mayMix && (cutAlgorithms as readonly string[]).includes(name)) return false;
  return (globalAlgorithms as readonly string[]).includes(name);
}

/** How the job's algorithm permutes, or undefined when it does not. */
export function permutationOf(
  job: Job,
  facts: Pick<AuditFacts, 'groups' | 'sensitive'> = {},
): AuditPermutation | undefined {
  const { name, ...options } = typeof job.algorithm === 'string' ? { name: job.algorithm } : job.algorithm;
  if (!(permutingAlgorithms as readonly string[]).includes(name)) return undefined;
  const { bucketColumn } = options;
  return {
    bucketColumn: typeof bucketColumn === 'string' ? bucketColumn : 'bucket',
    groups: facts.groups ?? groupsOf(job, name, options),
    sensitive: facts.sensitive,
    countWays: waysCounter(job),
  };
}

/** Columns that stay together, as far as the job alone says it. */
function groupsOf(
  job: Job,
  name: string,
  options: Readonly<Record<string, unknown>>,
): readonly (readonly string[])[] | null {
  if (name === 'slicing') {
    if (options.columns === 'one-attribute-per-column') return [];
    return Array.isArray(options.columns) ? (options.columns as string[][]) : null;
  }
  if (name === 'anatomy' ? options.permute === true : name !== 'bucketization') return [];
  const together = Object.keys(job.attributes).filter((each) => {
    const role = job.attributes[each].role ?? job.defaultRole ?? 'drop';
    return !['sensitive', 'identifier', 'drop'].includes(role);
  });
  return job.defaultRole === 'insensitive' ? null : [together];
}

/** True when the job's algorithm releases two tables. */
export function releasesTwoTables(job: Job): boolean {
  return (typeof job.algorithm === 'string' ? job.algorithm : job.algorithm.name) === 'anatomy';
}

/** Throws InvalidArgumentError when a hierarchy still names a file: files are read by the caller, into `rows`. */
export function requireResolved(job: Job): void {
  for (const name of Object.keys(job.attributes)) {
    const spec: HierarchySpec | undefined = job.attributes[name].hierarchy;
    if (spec?.type === 'levels' && spec.rows === undefined) {
      throw new InvalidArgumentError(
        formatPath(['attributes', name, 'hierarchy', 'file']),
        'a hierarchy as "rows" (the command line reads files; parseLevelsText makes rows of their text)',
        'a file name',
        'HIERARCHY_NOT_READ',
      );
    }
  }
}
