import type {
  AuditHierarchy,
  AuditPermutation,
  AuditPersons,
  AuditPieces,
  AuditPrivacy,
  AuditSpec,
} from '../audit/spec.js';
import { largestOf } from '../base/sequences.js';
import type { DissociatedSpec } from '../audit/dissociated-parts.js';
import { kindOf, listedOrder } from '../hierarchy/kinds.js';
import type { HierarchySpec, Role, SuppressionSpec } from '../job/job.js';
import { declaredKind, roleIn } from '../job/declared.js';
import { resolveSuppression } from '../job/suppression-limit.js';
import type { ResolvedJob } from './resolved-job.js';
import type { Table, ValueKind } from '../table/table.js';

/** Facts for the audit beside the job. */
export interface AuditFacts {
  /** The input, when it is at hand: types, the limit of suppressed rows and the columns to expect come from it. */
  readonly original?: Table;
  /** The public table of models that have one. */
  readonly publicTable?: Table;
  /** Rows known to be suppressed. */
  readonly suppressedRows?: number;
  /** [released rows] the row of the original that each was made from, where it is known. */
  readonly originalRows?: Uint32Array;
  /** Outcome of the entries of a counted original, where it is known. */
  readonly originalPieces?: AuditPieces;
  /** The level vector that the run claims, in the job's order of quasi-identifiers. */
  readonly levels?: readonly number[];
  /** Groups of columns of a permuted release, where they are known (the job's may depend on the data). */
  readonly groups?: readonly (readonly string[])[];
  /** The second table of a release in two. */
  readonly sensitive?: Table;
  /** Counts the ways to choose the people of a bucket (`waysCounter`). */
  readonly countWays?: AuditPermutation['countWays'];
}

/** The job in the terms of the audit, which knows nothing of jobs. */
export function auditSpecOf(job: ResolvedJob, facts: AuditFacts = {}): AuditSpec {
  const { original } = facts;
  const names = Object.keys(job.attributes);
  const roleOf = (name: string): Role => roleIn(job, name);
  const withheld = (name: string): boolean => isWithheld(job, name);
  const all = original === undefined ? names : original.columns.map((column) => column.name);
  const permutation = permutationOf(job, facts);
  const sensitive = names.filter((name) => roleOf(name) === 'sensitive');
  return {
    permutation,
    exposure: {
      k: fewestPeople(job),
      isRounded: isRounded(job),
      isRequired: isRounded(job) && job.algorithm.releases !== 'values',
    },
    quasiIdentifiers: names
      .filter((name) => roleOf(name) === 'quasi-identifier')
      .map((name, index) => {
        const { type, format } = kindIn(job, name, original) ?? {};
        const given = job.attributes[name].hierarchy;
        const hierarchy = usedHierarchy(job, given, type) as AuditHierarchy | undefined;
        return {
          name,
          type,
          format,
          hierarchy,
          listedValues: hierarchy === given ? undefined : (listedOrder(given) ?? undefined),
          grid: hierarchy === undefined ? (given as AuditHierarchy | undefined) : undefined,
          level: facts.levels?.[index],
          replacement: replacementOf(job),
        };
      }),
    classColumn: names.find((name) => roleOf(name) === 'class') ?? null,
    sensitiveColumns: sensitive,
    folds: names
      .filter((name) => job.attributes[name].fold === true)
      .map((name) => ({ name, delimiter: job.attributes[name].set?.delimiter ?? null })),
    rares: names.flatMap((name) => {
      const { rare } = job.attributes[name];
      return rare === undefined ? [] : [{ name, fewest: rare }];
    }),
    sensitiveColumn: sensitive.length === 1 ? sensitive[0] : undefined,
    persons: auditPersonsOf(job, all),
    privacy: job.privacy as readonly AuditPrivacy[],
    suppressed: job.output?.suppressed ?? 'drop',
    identifiers: all.filter(withheld),
    expectedColumns: original === undefined ? undefined : all.filter((name) => !withheld(name)),
    allowedColumns:
      original !== undefined || job.defaultRole === 'insensitive' ? undefined : names.filter((name) => !withheld(name)),
    missing: job.input?.missing ?? [''],
    publicTable: facts.publicTable,
    suppressedRows: facts.suppressedRows,
    levelVector: job.algorithm.levelVector === true && (job.history !== 'protect' || facts.levels !== undefined),
    originalPieces: facts.originalPieces,
    originalRows: facts.originalRows ?? rowsInPlace(job, original),
    maxSuppressed: original === undefined ? undefined : resolveSuppression(suppressionOf(job), original.rows),
    sensitiveOrders: names.flatMap((name) => {
      const { hierarchy } = job.attributes[name];
      const values = listedOrder(hierarchy);
      return values !== null && roleOf(name) !== 'quasi-identifier' ? [{ name, values }] : [];
    }),
    sensitiveTexts: names.filter(
      (name) => roleOf(name) !== 'quasi-identifier' && declaredKind(job, name)?.type === 'string',
    ),
    sets: names.flatMap((name) => {
      const { set } = job.attributes[name];
      return set === undefined ? [] : [{ name, delimiter: set.delimiter }];
    }),
    sensitiveHierarchies: names.flatMap((name) => {
      const { hierarchy } = job.attributes[name];
      return hierarchy !== undefined && listedOrder(hierarchy) === null && roleOf(name) !== 'quasi-identifier'
        ? [{ name, hierarchy: hierarchy as AuditHierarchy }]
        : [];
    }),
  };
}

/** True for a column that must not be in the release. */
const isWithheld = (job: ResolvedJob, name: string): boolean =>
  ['identifier', 'drop', 'person'].includes(roleIn(job, name));

const isRounded = ({ output }: ResolvedJob): boolean => output?.ranges !== 'tight';

const ksOf = ({ privacy }: ResolvedJob): number[] =>
  privacy.flatMap((spec) => (spec.model === 'k-anonymity' ? [spec.k] : []));

/** Fewest people who must have a released value: the largest k, 3 without k-anonymity. */
function fewestPeople(job: ResolvedJob): number {
  const ks = ksOf(job);
  return ks.length === 0 ? 3 : largestOf(ks);
}

/** The limit of suppressed rows, or what the algorithm allows where the job is silent. */
function suppressionOf(job: ResolvedJob): SuppressionSpec | 'none' {
  const { algorithm, options, suppression } = job;
  return suppression ?? algorithm.suppressionByDefault?.(largestOf([1, ...ksOf(job)]), options)?.all ?? 'none';
}

const replacementOf = ({ algorithm, options }: ResolvedJob): 'centroid' | 'median' | undefined =>
  algorithm.replacementOf?.(options);

/** The hierarchy whose labels the release of a quasi-identifier has; undefined for ranges and sets. */
function usedHierarchy(
  job: ResolvedJob,
  given: HierarchySpec | undefined,
  type: ValueKind['type'] | undefined,
): HierarchySpec | undefined {
  const { algorithm, options } = job;
  const listed = listedOrder(given);
  const byLevels: HierarchySpec =
    listed === null ? { type: 'suppress' } : { type: 'levels', rows: listed.map((value) => [value, '*']) };
  const spec = algorithm.needsLevels === true && (given === undefined || listed !== null) ? byLevels : given;
  if (spec === undefined || kindOf(spec).leavesFrom !== 'column') return spec;
  const showsOwn = algorithm.releases === 'values' || (algorithm.releases === 'value-or-star' && ksOf(job).length > 0);
  if (!isRounded(job) || showsOwn || replacementOf(job) !== undefined) return spec;
  const isCut = algorithm.cutsDomains === true && algorithm.releasesNodes?.(options) !== true;
  if (isCut || options.cuts === 'ranges') return undefined;
  const isText = type === undefined ? kindOf(spec).isOfTexts === true : type === 'string';
  return options.hierarchies === 'strings' && !isText ? undefined : spec;
}

/** A job of dissociation in the terms of the audit. */
export function dissociatedSpecOf(job: ResolvedJob): DissociatedSpec {
  const [model] = job.privacy;
  if (model.model !== 'km-anonymity') throw new TypeError('a job of dissociation has km-anonymity');
  const { attribute, k, m } = model;
  return {
    attribute,
    delimiter: job.attributes[attribute].set!.delimiter,
    k,
    m,
    missing: job.input?.missing ?? [''],
    identifiers: Object.keys(job.attributes).filter((name) => name !== attribute),
    persons: auditPersonsOf(job, [attribute]),
  };
}

/** The key of persons and the rows of theirs that are taken; undefined where rows are counted. */
function auditPersonsOf(job: ResolvedJob, all: readonly string[]): AuditPersons | undefined {
  const columns = Object.keys(job.attributes).filter((name) => roleIn(job, name) === 'person');
  if (columns.length === 0) return undefined;
  const { rowsPerPerson: most } = job;
  const own: AuditPersons = {
    columns,
    missing: job.missingPersons ?? 'refuse',
    protectsHistory: job.history === 'protect',
  };
  if (most === undefined) return own;
  const limit = suppressionOf(job);
  const share = typeof limit === 'object' && 'maxFraction' in limit ? limit : {};
  return { ...own, drawn: { most, cells: all.filter((name) => !isWithheld(job, name)), ...share } };
}

/** Kind of the values of a column: as declared, with the format of the original where the job gives none. */
function kindIn(job: ResolvedJob, name: string, original: Table | undefined): ValueKind | undefined {
  const declared = declaredKind(job, name);
  const found = original?.column(name);
  const isOpen = declared?.format === undefined && declared?.type === found?.type;
  return declared === undefined || isOpen ? found : declared;
}

/** Rows of the original in their places, when the job keeps the order and `mdav`, which suppresses none, made the release. */
function rowsInPlace(job: ResolvedJob, original: Table | undefined): Uint32Array | undefined {
  if (replacementOf(job) === undefined || original === undefined || original.weights !== null) return undefined;
  return job.output?.order === 'input' ? Uint32Array.from({ length: original.rows }, (_, row) => row) : undefined;
}

/** Permutation by the job's algorithm, or undefined when it does not permute. */
export function permutationOf(
  job: ResolvedJob,
  facts: Pick<AuditFacts, 'groups' | 'sensitive' | 'countWays'> = {},
): AuditPermutation | undefined {
  const { permutes } = job.algorithm;
  if (permutes === undefined) return undefined;
  const { bucketColumn, groups } = permutes.by(job.options);
  return {
    bucketColumn,
    groups: facts.groups ?? togetherIn(job, groups),
    sensitive: facts.sensitive,
    countWays: facts.countWays,
  };
}

/** Columns that stay together, as far as the job alone says it. */
function togetherIn(
  job: ResolvedJob,
  groups: readonly (readonly string[])[] | 'together' | null,
): readonly (readonly string[])[] | null {
  if (groups !== 'together') return groups;
  if (job.defaultRole === 'insensitive') return null;
  return [Object.keys(job.attributes).filter((name) => roleIn(job, name) !== 'sensitive' && !isWithheld(job, name))];
}
