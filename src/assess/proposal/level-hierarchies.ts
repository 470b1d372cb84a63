/** Hierarchies for columns that have none, for algorithms that search levels. */
import { expandAttributes } from '../../job/job.js';
import { specOf } from '../../job/patterns.js';
import { largestOf } from '../../base/sequences.js';
import { boundsByLevel } from '../../hierarchy/interval-bounds.js';
import { findKnownGroups } from '../../hierarchy/known-groups.js';
import { proposeHierarchy } from '../../hierarchy/propose-hierarchy.js';
import type { HierarchyTree } from '../../hierarchy/tree-paths.js';
import type { HierarchySpec, Job } from '../../job/job.js';
import type { Column, Table } from '../../table/table.js';
import { wordsOf } from '../inspection/name-words.js';
import { asRead, codesOf } from './codes.js';

/** Levels are left out until the lattice has no more nodes. */
const MOST_NODES = 1e6;

/** A hierarchy for a column, and what its groups are where they are well known. */
interface LevelHierarchy {
  readonly hierarchy: HierarchySpec;
  /** Says which groups they are; null for grids, masks and (value, *). */
  readonly what: string | null;
}

/** The hierarchy that fits the values of a column; (value, *) where none does. */
export function levelHierarchyOf(column: Column): LevelHierarchy {
  const known = findKnownGroups(column, wordsOf(column.name));
  if (known !== null) return known;
  return {
    hierarchy: codesOf(column).hierarchy ?? proposeHierarchy(asRead(column)) ?? { type: 'suppress' },
    what: null,
  };
}

/**
 * Hierarchies for the quasi-identifiers of a job that have none, as the goal `levels` of `proposeJob` gives them: bounds of a grid, or
 * well-known groups, never a cell. Those of the job count towards the size of the lattice, and stay as they are.
 *
 * @param attributes - of the job; columns that it does not name are passed over
 * @returns the hierarchy of every column that lacked one, by name
 */
export function suggestLevels(table: Table, attributes: Job['attributes']): ReadonlyMap<string, HierarchySpec> {
  const job = expandAttributes({ attributes, privacy: [], algorithm: '' });
  const columns = table.columns.flatMap((column): LeveledColumn[] => {
    const { role, hierarchy } = specOf(job, column.name) ?? {};
    if (role !== 'quasi-identifier') return [];
    const isGiven = hierarchy !== undefined;
    return [{ name: column.name, hierarchy: isGiven ? hierarchy : levelHierarchyOf(column).hierarchy, isGiven }];
  });
  const fitted = leaveOutLevels(columns);
  return new Map(fitted.flatMap(({ name, hierarchy, isGiven }) => (isGiven ? [] : [[name, hierarchy]])));
}

interface LeveledColumn {
  readonly name: string;
  readonly hierarchy: HierarchySpec;
  /** True for a hierarchy of the job, which keeps its levels. */
  readonly isGiven: boolean;
}

/** Fewer levels for the highest hierarchies, one after the other, until the lattice can be searched to its end. */
export function leaveOutLevels<Item extends { readonly hierarchy?: HierarchySpec; readonly isGiven?: boolean }>(
  columns: readonly Item[],
): Item[] {
  const left = [...columns];
  const nodes = (): number =>
    left.reduce(
      (product, { hierarchy }) => (hierarchy === undefined ? product : product * (heightOf(hierarchy) + 1)),
      1,
    );
  while (nodes() > MOST_NODES) {
    const heights = left.map(({ hierarchy, isGiven }) =>
      isGiven !== true && (hierarchy?.type === 'intervals' || hierarchy?.type === 'dates') ? heightOf(hierarchy) : 0,
    );
    const at = heights.indexOf(largestOf(heights));
    const { hierarchy } = left[at];
    if (heights[at] <= 2) break;
    if (hierarchy?.type === 'intervals' && hierarchy.widths !== undefined) {
      left[at] = { ...left[at], hierarchy: { ...hierarchy, widths: thinned(hierarchy.widths) } };
    } else if (hierarchy?.type === 'dates') {
      left[at] = { ...left[at], hierarchy: { ...hierarchy, levels: thinned(hierarchy.levels) } };
    }
  }
  return left;
}

/** Without the one before the last. */
const thinned = <Item>(items: readonly Item[]): Item[] => items.filter((_, i) => i !== Math.max(0, items.length - 2));

/** Levels above the values, the highest one counted. */
function heightOf(hierarchy: HierarchySpec): number {
  if (hierarchy.type === 'intervals') {
    return (hierarchy.widths ?? boundsByLevel(hierarchy.bounds ?? [])).length + 1;
  }
  if (hierarchy.type === 'dates') return hierarchy.levels.length + 1;
  if (hierarchy.type === 'tree') return depthOf(hierarchy.tree);
  if (hierarchy.type === 'prefix') return (hierarchy.at?.length ?? 2) + 1;
  return hierarchy.type === 'mask' ? 5 : 1;
}

/** Nodes above the deepest leaves of a tree. */
function depthOf(tree: HierarchyTree): number {
  const below = Object.values(tree).map((node) => (Array.isArray(node) ? 0 : depthOf(node as HierarchyTree)));
  return 1 + largestOf(below, 0);
}
