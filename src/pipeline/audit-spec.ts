import type {
  AuditHierarchy,
  AuditPermutation,
  AuditPersons,
  AuditPieces,
  AuditPrivacy,
  AuditQuasiIdentifier,
  AuditSpec,
} from '../audit/spec.js';
import { auditedColumns } from './audited-columns.js';
import { largestOf } from '../base/sequences.js';
import type { ListSpec } from '../audit/list-terms.js';
import { kindOf, listedOrder } from '../hierarchy/kinds.js';
import type { AttributeSpec, HierarchySpec, Role, SuppressionSpec } from '../job/job.js';
import { declaredKind } from '../job/declared.js';
import { resolveSuppression } from '../job/suppression-limit.js';
import type { ResolvedJob } from './resolved-job.js';
import type { Table, ValueKind } from '../table/table.js';

/** Facts for the audit beside the job. */
export interface AuditFacts {
  /** The input, when it is at hand: types, the limit of suppressed rows and the columns to expect come from it. */
  readonly original?: Table;
  /** Columns of the release, which patterns of the job may stand for beside those of the original. */
  readonly columns?: readonly string[];
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

/** A column that a job names. */
interface NamedColumn extends AttributeSpec {
  readonly name: string;
  readonly role: Role;
  /** Kind of its values, where the job says it. */
  readonly kind: ValueKind | undefined;
}

/** A job as the audit reads it. */
interface JobToAudit extends ResolvedJob {
  readonly columns: readonly NamedColumn[];
  /** True for a column that the release may have. */
  readonly isReleased: (name: string) => boolean;
  readonly isRounded: boolean;
  /** The largest k of its k-anonymity; null without one. */
  readonly k: number | null;
  /** The limit of suppressed rows, or what the algorithm allows where the job is silent. */
  readonly limit: SuppressionSpec | 'none';
}

function readJob(job: ResolvedJob, found: readonly string[]): JobToAudit {
  const { algorithm, options, output, suppression, defaultRole = 'drop' } = job;
  const columns = auditedColumns(job, found).map(([name, spec]): NamedColumn => {
    const { role = defaultRole } = spec;
    return { ...spec, name, role: name === job.input?.count ? 'drop' : role, kind: declaredKind(spec, job) };
  });
  // Rounded weights are released, others are not.
  const roles = new Map(columns.map(({ name, role, release }) => [name, release === 'rounded' ? 'rounded' : role]));
  const ks = job.privacy.flatMap((spec) => (spec.model === 'k-anonymity' ? [spec.k] : []));
  const k = ks.length === 0 ? null : largestOf(ks);
  return {
    ...job,
    columns,
    isReleased: (name) =>
      name !== job.input?.count &&
      !['identifier', 'drop', 'person', 'household', 'weight'].includes(roles.get(name) ?? defaultRole),
    isRounded: output?.ranges !== 'tight',
    k,
    limit: suppression ?? algorithm.suppressionByDefault?.(Math.max(1, k ?? 1), options)?.all ?? 'none',
  };
}

/** Fewest people who must have a released value: the largest k of k-anonymity and of bounded knowledge, 3 without them. */
function fewestPeople({ k, privacy }: JobToAudit): number {
  const ks = privacy.flatMap((spec) => (spec.model === 'lkc-privacy' ? [spec.k] : []));
  return k === null && ks.length === 0 ? 3 : largestOf([k ?? 1, ...ks]);
}

/** The job in the terms of the audit, which knows nothing of jobs. */
export function auditSpecOf(given: ResolvedJob, facts: AuditFacts = {}): AuditSpec {
  const job = readJob(given, [...(facts.original?.columns.map(({ name }) => name) ?? []), ...(facts.columns ?? [])]);
  const { algorithm, options, columns, isReleased, isRounded, output = {}, input = {} } = job;
  const { original, levels, publicTable, suppressedRows, originalPieces } = facts;
  const names = columns.map(({ name }) => name);
  const all = original === undefined ? names : original.columns.map(({ name }) => name);
  const others = columns.filter(({ role }) => role !== 'quasi-identifier');
  const sensitive = columns.flatMap(({ name, role }) => (role === 'sensitive' ? [name] : []));
  return {
    permutation: permutationOf(job, facts),
    exposure: { k: fewestPeople(job), isRounded, isRequired: isRounded && algorithm.releases !== 'values' },
    quasiIdentifiers: columns
      .filter(({ role }) => role === 'quasi-identifier')
      .map((column, index) => ({
        ...labelsOf(job, column, original?.column(column.name)),
        level: levels?.[index],
        allowedLevels: allowedLevels(column),
        replacement: algorithm.replacementOf?.(options),
      })),
    pseudonyms: columns.flatMap(({ name, role }) => (role === 'pseudonym' ? [name] : [])),
    classColumn: columns.find(({ role }) => role === 'class')?.name ?? null,
    sensitiveColumns: sensitive,
    folds: columns.flatMap(({ name, fold, set }) =>
      fold === true ? [{ name, delimiter: set?.delimiter ?? null }] : [],
    ),
    rares: columns.flatMap(({ name, rare }) => (rare === undefined ? [] : [{ name, fewest: rare }])),
    sensitiveColumn: sensitive.length === 1 ? sensitive[0] : undefined,
    persons: auditPersonsOf(job, all),
    weight: weightOf(job),
    averaged: averagedOf(job),
    strata: typeof job.within === 'string' ? [job.within] : job.within,
    households: job.unit === 'household' ? [] : namesOf(job, 'household'),
    queries: job.queries,
    starsMatchNothing: algorithm.starsMatchNothing,
    privacy: job.privacy as readonly AuditPrivacy[],
    suppressed: output.suppressed ?? 'drop',
    identifiers: all.filter((name) => !isReleased(name)),
    expectedColumns: original === undefined ? undefined : all.filter(isReleased),
    allowedColumns: original !== undefined || job.defaultRole === 'insensitive' ? undefined : names.filter(isReleased),
    missing: input.missing ?? [''],
    publicTable,
    suppressedRows,
    levelVector: algorithm.levelVector === true && (job.history !== 'protect' || levels !== undefined),
    originalPieces,
    originalRows: facts.originalRows ?? rowsInPlace(job, original),
    maxSuppressed: original === undefined ? undefined : resolveSuppression(job.limit, original.rows),
    sensitiveOrders: others.flatMap(({ name, hierarchy }) => {
      const values = listedOrder(hierarchy);
      return values === null ? [] : [{ name, values }];
    }),
    sensitiveTexts: others.flatMap(({ name, kind }) => (kind?.type === 'string' ? [name] : [])),
    sets: columns.flatMap(({ name, set }) => (set === undefined ? [] : [{ name, delimiter: set.delimiter }])),
    sensitiveHierarchies: others.flatMap(({ name, hierarchy }) =>
      hierarchy === undefined || listedOrder(hierarchy) !== null
        ? []
        : [{ name, hierarchy: hierarchy as AuditHierarchy }],
    ),
  };
}

/** The levels that the job allows, if it says any. */
const allowedLevels = ({ minLevel, maxLevel }: AttributeSpec): AuditQuasiIdentifier['allowedLevels'] =>
  minLevel === undefined && maxLevel === undefined ? undefined : { least: minLevel ?? 0, most: maxLevel ?? Infinity };

/** A quasi-identifier, and how its labels are read: of the declared kind, with the format of the original where the job gives none. */
function labelsOf(
  job: JobToAudit,
  { name, kind, hierarchy: given }: NamedColumn,
  found: ValueKind | undefined,
): AuditQuasiIdentifier {
  const isOpen = kind?.format === undefined && kind?.type === found?.type;
  const { type, format }: Partial<ValueKind> = (kind === undefined || isOpen ? found : kind) ?? {};
  const hierarchy = usedHierarchy(job, given, type);
  return {
    name,
    type,
    format,
    hierarchy: hierarchy as AuditHierarchy | undefined,
    listedValues: hierarchy === given ? undefined : (listedOrder(given) ?? undefined),
    grid: hierarchy === undefined ? (given as AuditHierarchy | undefined) : undefined,
  };
}

/** The hierarchy whose labels the release of a quasi-identifier has; undefined for ranges and sets. */
function usedHierarchy(
  { algorithm, options, isRounded, k }: JobToAudit,
  given: HierarchySpec | undefined,
  type: ValueKind['type'] | undefined,
): HierarchySpec | undefined {
  const listed = listedOrder(given);
  const byLevels: HierarchySpec =
    listed === null ? { type: 'suppress' } : { type: 'levels', rows: listed.map((value) => [value, '*']) };
  const spec = algorithm.needsLevels === true && (given === undefined || listed !== null) ? byLevels : given;
  if (spec === undefined || kindOf(spec).leavesFrom !== 'column') return spec;
  const showsOwn = algorithm.releases === 'values' || (algorithm.releases === 'value-or-star' && k !== null);
  if (!isRounded || showsOwn || algorithm.replacementOf?.(options) !== undefined) return spec;
  const isCut = algorithm.cutsDomains === true && algorithm.releasesNodes?.(options) !== true;
  if (isCut || options.cuts === 'ranges') return undefined;
  const isText = type === undefined ? kindOf(spec).isOfTexts === true : type === 'string';
  return options.hierarchies === 'strings' && !isText ? undefined : spec;
}

/** A job on lists in the terms of the audit; `hierarchy` is that of the items. */
export function listSpecOf(
  given: ResolvedJob,
  found: readonly string[],
): ListSpec & { readonly hierarchy?: AuditHierarchy } {
  const job = readJob(given, found);
  const [model] = job.privacy;
  if (model.model !== 'km-anonymity') throw new TypeError('a job on lists has km-anonymity');
  const { attribute, k, m } = model;
  const { set, hierarchy } = job.columns.find(({ name }) => name === attribute)!;
  return {
    attribute,
    delimiter: set!.delimiter,
    k,
    m,
    missing: job.input?.missing ?? [''],
    identifiers: job.columns.flatMap(({ name }) => (name === attribute ? [] : [name])),
    persons: auditPersonsOf(job, [attribute]),
    hierarchy: hierarchy as AuditHierarchy | undefined,
  };
}

/** The key of persons and the rows of theirs that are taken; undefined where rows are counted. */
function auditPersonsOf(job: JobToAudit, all: readonly string[]): AuditPersons | undefined {
  const { limit, rowsPerPerson: most, missingPersons = 'refuse', history } = job;
  const columns = namesOf(job, job.unit === 'household' ? 'household' : 'person');
  if (columns.length === 0) return undefined;
  const own: AuditPersons = { columns, missing: missingPersons, protectsHistory: history === 'protect' };
  if (most === undefined) return own;
  const share = typeof limit === 'object' && 'maxFraction' in limit ? limit : {};
  return { ...own, drawn: { most, cells: all.filter(job.isReleased), ...share } };
}

const namesOf = ({ columns }: JobToAudit, asked: Role): string[] =>
  columns.flatMap(({ name, role }) => (role === asked ? [name] : []));

/** The column of survey weights; undefined without one. */
function weightOf(job: JobToAudit): AuditSpec['weight'] {
  const weight = job.columns.find(({ role }) => role === 'weight');
  if (weight === undefined) return undefined;
  return { column: weight.name, least: weight.release === 'rounded' ? fewestPeople(job) : null };
}

/** Columns that are released as the average of each class. */
const averagedOf = (job: JobToAudit): AuditSpec['averaged'] =>
  job.columns.flatMap(({ name, role, release }) =>
    role === 'insensitive' && (release === 'mean' || release === 'median')
      ? [{ name, of: release, least: fewestPeople(job) }]
      : [],
  );

/** Rows of the original in their places, when the job keeps the order and `mdav`, which suppresses none, made the release. */
function rowsInPlace(
  { algorithm, options, output }: ResolvedJob,
  original: Table | undefined,
): Uint32Array | undefined {
  if (algorithm.replacementOf?.(options) === undefined || output?.order !== 'input') return undefined;
  if (original === undefined || original.weights !== null) return undefined;
  return Uint32Array.from({ length: original.rows }, (_, row) => row);
}

/** Permutation by the job's algorithm; undefined when it does not permute. Groups are null where the job alone does not say them. */
function permutationOf(job: JobToAudit, facts: AuditFacts): AuditPermutation | undefined {
  const { algorithm, options, columns, defaultRole } = job;
  if (algorithm.permutes === undefined) return undefined;
  const { bucketColumn, groups } = algorithm.permutes.by(options);
  const kept = columns.flatMap(({ name, role }) => (role !== 'sensitive' && job.isReleased(name) ? [name] : []));
  const known = groups !== 'together' ? groups : defaultRole === 'insensitive' ? null : [kept];
  const { sensitive, countWays } = facts;
  return { bucketColumn, groups: facts.groups ?? known, sensitive, countWays };
}
