/** The planner: decides once what a job means for the columns of a table. Every step reads its plan, and only the audit reads the job again. */
import { privacyModels } from '../privacy/list.js';
import { largestOf } from '../base/sequences.js';
import { isMadeOfValues, kindOf, listedOrder, type HierarchySpec } from '../hierarchy/kinds.js';
import { kOf, peopleByModels } from '../job/k-of.js';
import type { PrivacySpec } from '../job/job.js';
import {
  type ColumnPlan,
  type ColumnsPlan,
  type FoundColumn,
  isWithheld,
  namedColumns,
  type Plan,
  planColumns,
  plannedRole,
  type SearchedColumn,
} from '../job/plan.js';
import type { ColumnType } from '../table/table.js';
import type { ResolvedJob } from './resolved-job.js';

/** Minimum people who must have a text of a release where the job has no k-anonymity. */
const PEOPLE_BY_DEFAULT = 3;

/** States of one bucket that a search may visit, where the job does not say it. */
const SEARCH_BUDGET = 2_000;

/** Decisions on ranges and hierarchies. */
type Ranges = Pick<Plan, 'fewest' | 'hierarchies' | 'releasesRanges' | 'replacement'>;

/**
 * Plans a run of a job.
 *
 * @param found - columns of the table; without any the plan has those that the job names
 */
export function planRun(job: ResolvedJob, found: readonly FoundColumn[] = []): Plan {
  const { algorithm, options, privacy } = job;
  const planned = planColumns(job, found);
  const { columns, patterns, ...facts } = planned;
  const k = kOf(job);
  const isKAnonymous = privacy.some(({ model }) => model === 'k-anonymity');
  const people = peopleOfLists(job) ?? peopleByModels(job) ?? PEOPLE_BY_DEFAULT;
  const { releases = null } = algorithm;
  const ranges = planRanges(job, { ...facts, people, isKAnonymous });
  const searched = <Column extends ColumnPlan>(column: Column): Column & SearchedColumn => ({
    ...column,
    ...hierarchyOf(job, ranges, column),
    diversity: diversityOf(privacy, column.name),
  });
  const byDefault = job.suppression === undefined ? algorithm.suppressionByDefault?.(k, options) : undefined;
  return {
    ...facts,
    ...ranges,
    algorithm: { name: algorithm.name, ...options },
    cutsDomains: cutsDomains(job),
    boundsLevels: algorithm.boundsLevels === true,
    strata: strataOf(algorithm),
    releases,
    starsMatchNothing: algorithm.starsMatchNothing === true,
    takesLists: algorithm.takesLists ?? null,
    permutes: planBuckets(job, planned),
    bucketsPersons: algorithm.bucketsPersons === true,
    keepsVectors: algorithm.keepsVectors?.(options) ?? algorithm.disjointClasses === true,
    k,
    isKAnonymous,
    privacy: [...privacy, ...addedModels(job, ranges, columns)],
    asked: privacy.length,
    people,
    hidesRare: facts.ranges === 'rounded' && releases !== 'values',
    suppression: job.suppression ?? byDefault?.all ?? 'none',
    failingByDefault: byDefault?.failing ?? null,
    publicTable: publicTableOf(privacy),
    history: job.history ?? 'measure',
    columns: columns.map(searched),
    patterns: patterns.map(searched),
    whyRows: whyRowsAreNeeded(job, [...columns, ...patterns]),
  };
}

/** Fewest rows or persons who share each released item, where items are generalized; null where they are not. */
function peopleOfLists({ algorithm, privacy }: ResolvedJob): number | null {
  const [spec] = privacy;
  return algorithm.takesLists === 'generalized' && spec?.model === 'km-anonymity' ? spec.k : null;
}

/** Way in which an algorithm keeps strata apart; null where it cannot. */
function strataOf({ boundsLevels, levelVector, searchesStrata }: ResolvedJob['algorithm']): Plan['strata'] {
  if (boundsLevels === true && levelVector === true) return 'levels';
  return searchesStrata === true ? 'apart' : null;
}

function planRanges(
  job: ResolvedJob,
  { ranges, people, isKAnonymous }: Pick<Plan, 'ranges' | 'people' | 'isKAnonymous'>,
): Ranges {
  const { algorithm, options } = job;
  // A k-anonymous class that is released as a value or `*` shows a value only if all its people have it.
  const showsNone = algorithm.releases === 'values' || (algorithm.releases === 'value-or-star' && isKAnonymous);
  const releasesRanges = cutsDomains(job) || options.cuts === 'ranges';
  const isGiven = options.hierarchies === 'strings' || options.hierarchies === 'follow';
  // Rounded ranges show nothing rare, so every hierarchy is followed.
  const byDefault = ranges === 'rounded' && !releasesRanges ? 'follow' : 'strings';
  const hierarchies = isGiven ? (options.hierarchies as 'strings' | 'follow') : byDefault;
  return {
    fewest: ranges === 'rounded' && !showsNone ? people : null,
    hierarchies: Object.hasOwn(algorithm.options.entries, 'hierarchies') ? hierarchies : null,
    releasesRanges,
    replacement: algorithm.replacementOf?.(options) ?? null,
  };
}

function planBuckets(job: ResolvedJob, planned: ColumnsPlan): Plan['permutes'] {
  const { algorithm, options } = job;
  if (algorithm.permutes === undefined) return null;
  const { twoTables } = algorithm.permutes;
  const { bucketColumn, groups, budget = SEARCH_BUDGET } = algorithm.permutes.by(options);
  const isKept = (name: string): boolean => plannedRole(planned, name) !== 'sensitive' && !isWithheld(planned, name);
  const kept = namedColumns(planned).filter(isKept);
  const known = groups !== 'together' ? groups : planned.defaultRole === 'insensitive' ? null : [kept];
  // With ten times the states of its search, what a search found is counted.
  return { bucketColumn, groups: known, twoTables, waysBudget: 10 * budget };
}

/** True when the job's algorithm cuts ordered domains into ranges, with the options that it has. */
const cutsDomains = ({ algorithm, options }: ResolvedJob): boolean =>
  algorithm.cutsDomains === true && algorithm.releasesNodes?.(options) !== true;

/**
 * The hierarchy that a quasi-identifier is run with: the one given, or (value, *) where the job's algorithm needs levels
 * and the attribute has none or only an order. The values of an order are leaves either way, seen in the data or not.
 * None where ranges are to be rounded, and this one would be released as ranges of its leaves, which are the people's own values.
 */
function hierarchyOf(
  job: ResolvedJob,
  ranges: Ranges,
  { given, type }: Pick<ColumnPlan, 'given' | 'type'>,
): Pick<SearchedColumn, 'hierarchy' | 'hierarchyBy'> {
  const spec = withLevels(job, given);
  if (spec === undefined) return { hierarchyBy: 'none' };
  if (isMadeOfValues(spec) && roundsRangesOf(ranges, spec, type))
    return { hierarchyBy: given === undefined ? 'none' : 'left-out' };
  return { hierarchy: spec, hierarchyBy: spec === given ? 'job' : 'algorithm' };
}

function withLevels({ algorithm }: ResolvedJob, given: HierarchySpec | undefined): HierarchySpec | undefined {
  if (algorithm.needsLevels !== true) return given;
  if (given === undefined) return { type: 'suppress' };
  const listed = listedOrder(given);
  return listed === null ? given : { type: 'levels', rows: listed.map((value) => [value, '*']) };
}

/** True where an attribute with a hierarchy is released as ranges, and ranges are rounded. */
function roundsRangesOf(
  { fewest, hierarchies, releasesRanges, replacement }: Ranges,
  spec: HierarchySpec,
  type: ColumnType | null,
): boolean {
  if (fewest === null || replacement !== null) return false;
  if (releasesRanges) return true;
  const isText = type === null ? kindOf(spec).isOfTexts === true : type === 'string';
  return !isText && hierarchies === 'strings';
}

/**
 * Models that a run adds to those of its job: a minimum number of people where it has no k-anonymity but hierarchies made of the values, so that
 * enough people have a node of these; and persons in every class where one without would break a lower bound of presence.
 */
function addedModels(job: ResolvedJob, ranges: Ranges, columns: readonly ColumnPlan[]): PrivacySpec[] {
  const isMade = columns.some(({ role, isRoleGiven, given, spec: { type = null } }) => {
    if (!isRoleGiven || role !== 'quasi-identifier') return false;
    const { hierarchy } = hierarchyOf(job, ranges, { given, type });
    return hierarchy !== undefined && isMadeOfValues(hierarchy);
  });
  if (isMade && ranges.fewest !== null && (peopleByModels(job) ?? 1) === 1)
    return [{ model: 'k-anonymity', k: ranges.fewest }];
  // Regions without private rows break no lower bound; a class of nothing but rows without a key does.
  const needsKeys = job.privacy.some(
    (spec) => spec.model === 'delta-presence' && spec.min > 0 && spec.outside === 'ignored',
  );
  return needsKeys && job.missingPersons === 'separate' ? [{ model: 'k-anonymity', k: 1 }] : [];
}

function diversityOf(privacy: readonly PrivacySpec[], attribute: string): number | null {
  const asked = privacy.flatMap((spec) => (spec.model === 'l-diversity' && spec.attribute === attribute ? spec.l : []));
  return asked.length === 0 ? null : largestOf(asked);
}

/** Name of the public table of models, and its path in the job; null without one. */
export function publicTableOf(privacy: readonly PrivacySpec[]): Plan['publicTable'] {
  for (const [i, spec] of privacy.entries())
    if ('public' in spec) return { name: spec.public, path: `privacy[${i}].public` };
  return null;
}

function whyRowsAreNeeded(
  { algorithm, options, privacy, unit, queries = [] }: ResolvedJob,
  columns: readonly ColumnPlan[],
): string | null {
  const { name, whyRows } = algorithm;
  if (whyRows === undefined) return `${name} does not treat equal rows alike, so it needs the rows themselves`;
  for (const key of ['fold', 'rare'] as const) {
    if (columns.some(({ spec }) => spec[key] !== undefined && spec[key] !== false))
      return `"${key}" releases another text than the table has, so it needs the rows themselves`;
  }
  if (columns.some(({ role }) => role === 'weight')) return 'the role "weight" counts weights row by row';
  if (columns.some(({ role }) => role === 'pseudonym')) return 'the role "pseudonym" replaces values row by row';
  if (unit !== 'household' && columns.some(({ role }) => role === 'household'))
    return 'the role "household" counts the members of households row by row';
  if (columns.some(({ role, spec: { release } }) => role === 'insensitive' && release !== undefined))
    return '"release" averages values row by row';
  if (queries.length > 0) return '"queries" are answered row by row';
  const why = whyRows(options);
  if (why !== null) return why;
  const model = privacy.find((spec) => privacyModels.find((known) => known.name === spec.model)?.needsRows);
  return model === undefined ? null : `${model.model} is judged from the rows themselves`;
}
