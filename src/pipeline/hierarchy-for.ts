import type { HierarchySpec } from '../hierarchy/kinds.js';
import { kindOf, listedOrder } from '../hierarchy/kinds.js';
import type { ColumnType } from '../table/table.js';
import { codesRareValues, isRounded } from './rare-values.js';
import type { ResolvedJob } from './resolved-job.js';

/**
 * The hierarchy that a quasi-identifier is run with: the one given, or (value, *) where the job's algorithm needs levels
 * and the attribute has none or only an order. The values of an order are leaves either way, seen in the data or not.
 * None where ranges are to be rounded, and this one would be released as ranges of its leaves, which are the people's own values.
 *
 * @param type - of the column, where it is known
 */
export function hierarchyFor(
  job: ResolvedJob,
  given: HierarchySpec | undefined,
  type?: ColumnType,
): HierarchySpec | undefined {
  const spec = withLevels(job, given);
  return isMadeOfValues(spec) && roundsRangesOf(job, spec, type) ? undefined : spec;
}

/** True for a hierarchy whose leaves are the values of the column. */
export function isMadeOfValues(spec: HierarchySpec | undefined): spec is HierarchySpec {
  return spec !== undefined && kindOf(spec).leavesFrom === 'column';
}

/** True where an attribute with a hierarchy is released as ranges, and ranges are rounded. */
function roundsRangesOf(job: ResolvedJob, spec: HierarchySpec, type: ColumnType | undefined): boolean {
  if (!codesRareValues(job) || replacementOf(job) !== undefined) return false;
  if (releasesRanges(job)) return true;
  const isText = type === undefined ? kindOf(spec).isOfTexts === true : type === 'string';
  return !isText && mayIgnoreHierarchies(job) && hierarchiesOf(job) !== 'follow';
}

function withLevels(job: ResolvedJob, given: HierarchySpec | undefined): HierarchySpec | undefined {
  if (job.algorithm.needsLevels !== true) return given;
  if (given === undefined) return { type: 'suppress' };
  const listed = listedOrder(given);
  return listed === null ? given : { type: 'levels', rows: listed.map((value) => [value, '*']) };
}

/**
 * The option `hierarchies` of the job's algorithm, as given, or its default: where ranges are rounded, so that nothing rare is
 * released, every hierarchy is followed.
 */
export function hierarchiesOf(job: ResolvedJob): 'strings' | 'follow' {
  const { hierarchies } = job.options;
  if (hierarchies === 'strings' || hierarchies === 'follow') return hierarchies;
  return isRounded(job) && !releasesRanges(job) ? 'follow' : 'strings';
}

/** True when the job's algorithm releases numbers and dates as nodes of their hierarchy, where they have one. */
export function followsHierarchies(job: ResolvedJob): boolean {
  return mayIgnoreHierarchies(job) && hierarchiesOf(job) === 'follow';
}

/** True when the job's algorithm has the option `hierarchies`: it releases ranges of numbers, too. */
export function mayIgnoreHierarchies({ algorithm }: ResolvedJob): boolean {
  return Object.hasOwn(algorithm.options.entries, 'hierarchies');
}

/** True when the job's algorithm cuts ordered domains into ranges, with the options that it has. */
export function cutsDomains({ algorithm, options }: ResolvedJob): boolean {
  return algorithm.cutsDomains === true && algorithm.releasesNodes?.(options) !== true;
}

/** True when the job's algorithm releases ranges of every domain, and no nodes of a hierarchy. */
export function releasesRanges(job: ResolvedJob): boolean {
  return cutsDomains(job) || job.options.cuts === 'ranges';
}

/** Replacement that the job's algorithm writes instead of ranges of numbers, if any. */
export function replacementOf({ algorithm, options }: ResolvedJob): 'centroid' | 'median' | undefined {
  return algorithm.replacementOf?.(options);
}
