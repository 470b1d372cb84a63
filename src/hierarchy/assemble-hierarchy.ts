import { HierarchyError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import { eachInSteps, type Steps } from '../base/steps.js';
import type { Column } from '../table/table.js';
import { anyValue } from './any-value.js';
import type { Hierarchy, HierarchyLevel } from './hierarchy.js';
import { LeafMatcher, requireCoverage } from './leaf-matcher.js';
import { type DraftLevel, orderLeaves } from './order-leaves.js';

/** Most levels of a hierarchy, leaves included. */
export const MAX_LEVELS = 64;

/**
 * Builds and checks a hierarchy from one path per leaf, `[leaf, level 1, ..., root]`, all of the same length.
 *
 * Yields between stretches of the work. Equal paths are merged; the missing value of the column, when no path covers it, becomes a leaf of its own that keeps
 * its text up to the level below the root, which may stand on several levels. Leaves that occur in the column are labelled as the column spells them.
 *
 * @param missingTexts texts that are read as missing cells: a leaf that is one of them is that of the missing value.
 * @param repeated what a label that stands for two nodes of one level means: `HIERARCHY_NOT_MONOTONE` for paths,
 *   `HIERARCHY_AMBIGUOUS_LABEL` for trees.
 * @throws HierarchyError HIERARCHY_EMPTY, _TOO_DEEP, _RAGGED, _DUPLICATE_LEAF, _NOT_MONOTONE, _NO_SINGLE_ROOT,
 *   _AMBIGUOUS_LABEL, _MISSING_VALUE.
 */
export function* assembleHierarchy(
  column: Column,
  paths: readonly (readonly string[])[],
  missingTexts: ReadonlySet<string>,
  repeated: 'HIERARCHY_NOT_MONOTONE' | 'HIERARCHY_AMBIGUOUS_LABEL' = 'HIERARCHY_NOT_MONOTONE',
): Steps<Hierarchy> {
  checkShape(column.name, paths);
  const matcher = new LeafMatcher(column, missingTexts);
  const leaves = yield* distinctPaths(column.name, paths, matcher);
  const height = leaves[0].length - 1;

  const leafOf = matcher.cover();
  const missing = column.missingCode;
  let own = -1;
  let top = 0;
  if (missing >= 0 && leafOf[missing] < 0) {
    top = lowestTop(leaves);
    leafOf[missing] = own = leaves.length;
    leaves.push(leaves[0].map((label, level) => (level < top ? column.texts[missing] : label)));
  }
  const leafLabels = leaves.map((path) => path[0]);
  leafOf.forEach((leaf, code) => {
    if (leaf >= 0) leafLabels[leaf] = column.texts[code];
  });

  const levels: DraftLevel[] = [{ labels: leafLabels, nodeOf: Uint32Array.from(leaves, (_, leaf) => leaf) }];
  for (let level = 1; level <= height; level++) {
    yield;
    levels.push(draftLevel(leaves, level, level < top ? own : -1));
  }
  yield;
  checkMonotone(column.name, levels, repeated);
  if (height > 0 && levels[height].labels.length !== 1) {
    throw new HierarchyError(
      'HIERARCHY_NO_SINGLE_ROOT',
      column.name,
      `expected one root that covers every leaf, received ${levels[height].labels.length} labels at the top level`,
      height,
    );
  }
  yield* checkLabels(column.name, levels);
  requireCoverage(column, leafOf);
  const order = orderLeaves(column, levels, missing < 0 ? -1 : leafOf[missing], missingTexts);
  yield;
  return { attribute: column.name, height, levels: renumber(levels, order) };
}

function checkShape(attribute: string, paths: readonly (readonly string[])[]): void {
  if (paths.length === 0 || paths[0].length === 0) {
    throw new HierarchyError('HIERARCHY_EMPTY', attribute, 'expected at least one leaf, received none');
  }
  const width = paths[0].length;
  for (let row = 0; row < paths.length; row++) {
    if (paths[row].length > MAX_LEVELS) {
      throw new HierarchyError(
        'HIERARCHY_TOO_DEEP',
        attribute,
        `expected at most ${MAX_LEVELS} levels, received ${paths[row].length}`,
      );
    }
    if (paths[row].length !== width) {
      throw new HierarchyError(
        'HIERARCHY_RAGGED',
        attribute,
        `row ${row + 1}: expected ${amount(width, 'label')} like the first row, received ${paths[row].length}`,
      );
    }
  }
}

function* distinctPaths(
  attribute: string,
  paths: readonly (readonly string[])[],
  matcher: LeafMatcher,
): Steps<(readonly string[])[]> {
  const leaves: (readonly string[])[] = [];
  yield* eachInSteps(paths.length, (row) => {
    const path = paths[row];
    const known = matcher.find(path[0]);
    if (known < 0) {
      matcher.add(path[0], leaves.length);
      leaves.push(path);
      return;
    }
    for (let level = 1; level < path.length; level++) {
      if (leaves[known][level] !== path[level]) {
        throw new HierarchyError(
          'HIERARCHY_DUPLICATE_LEAF',
          attribute,
          `row ${row + 1}: expected every leaf to have one path, received a leaf a second time with another path`,
          level,
        );
      }
    }
  });
  return leaves;
}

/**
 * The lowest level on which all leaves share the root's label, or `*`, which is any value: from there on a missing value that no
 * path covers stands with them. So what missing cells are spelled like, which may differ from table to table, decides nothing.
 */
function lowestTop(leaves: readonly (readonly string[])[]): number {
  const height = leaves[0].length - 1;
  for (let level = 1; level < height; level++) {
    const label = leaves[0][level];
    const isTop = label === leaves[0][height] || label === anyValue;
    if (isTop && leaves.every((path) => path[level] === label)) return level;
  }
  return Math.max(1, height);
}

/** @param own - a leaf, the last, that shares its node with no other even where the label is the same; or -1 */
function draftLevel(leaves: readonly (readonly string[])[], level: number, own: number): DraftLevel {
  const labels: string[] = [];
  const ids = new Map<string, number>();
  const nodeOf = new Uint32Array(leaves.length);
  for (let leaf = 0; leaf < leaves.length; leaf++) {
    const label = leaves[leaf][level];
    let id = leaf === own ? undefined : ids.get(label);
    if (id === undefined) {
      id = labels.length;
      ids.set(label, id);
      labels.push(label);
    }
    nodeOf[leaf] = id;
  }
  return { labels, nodeOf };
}

function checkMonotone(attribute: string, levels: readonly DraftLevel[], code: string): void {
  for (let level = 1; level + 1 < levels.length; level++) {
    const { labels, nodeOf } = levels[level];
    const above = levels[level + 1].nodeOf;
    const parent = new Int32Array(labels.length).fill(-1);
    for (let leaf = 0; leaf < nodeOf.length; leaf++) {
      const node = nodeOf[leaf];
      if (parent[node] < 0) parent[node] = above[leaf];
      else if (parent[node] !== above[leaf]) {
        throw new HierarchyError(
          code,
          attribute,
          `expected every label to generalize to one label at level ${level + 1}, received one label with two`,
          level,
        );
      }
    }
  }
}

/** A label at two levels is allowed only for a node and its own ancestor. */
function* checkLabels(attribute: string, levels: readonly DraftLevel[]): Steps<void> {
  const leafUnder = new Map<string, number>();
  for (let level = 0; level < levels.length; level++) {
    const { labels, nodeOf } = levels[level];
    yield;
    const firstLeaf = new Uint32Array(labels.length);
    for (let leaf = nodeOf.length - 1; leaf >= 0; leaf--) firstLeaf[nodeOf[leaf]] = leaf;
    for (let node = 0; node < labels.length; node++) {
      const below = leafUnder.get(labels[node]);
      if (below !== undefined && nodeOf[below] !== node) {
        throw new HierarchyError(
          'HIERARCHY_AMBIGUOUS_LABEL',
          attribute,
          'expected a label to name one branch, received a label that also names a value outside of it',
          level,
        );
      }
      leafUnder.set(labels[node], firstLeaf[node]);
    }
  }
}

/** Numbers leaves by `order` ([position] = leaf as given) and the nodes of every level by their first leaf. */
function renumber(levels: readonly DraftLevel[], order: Uint32Array): HierarchyLevel[] {
  return levels.map(({ labels, nodeOf }) => {
    const sortedLabels: string[] = [];
    const first = new Uint32Array(labels.length + 1);
    const sortedNodeOf = new Uint32Array(order.length);
    let previous = -1;
    for (let position = 0; position < order.length; position++) {
      const node = nodeOf[order[position]];
      if (node !== previous) {
        first[sortedLabels.length] = position;
        sortedLabels.push(labels[node]);
        previous = node;
      }
      sortedNodeOf[position] = sortedLabels.length - 1;
    }
    first[sortedLabels.length] = order.length;
    return { labels: sortedLabels, nodeOf: sortedNodeOf, first };
  });
}
