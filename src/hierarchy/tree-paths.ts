import { HierarchyError } from '../errors.js';
import type { HierarchyTree } from './hierarchy-spec.js';
import { MAX_LEVELS } from './assemble-hierarchy.js';

/**
 * Paths of `{"type":"tree"}`: nodes are objects of children by label, or lists of leaves. Leaves may lie at different
 * depths: one that lies higher repeats its own label upward until the level below its parent's.
 *
 * @throws HierarchyError HIERARCHY_EMPTY (no leaf, or a node without any), HIERARCHY_NO_SINGLE_ROOT, HIERARCHY_TOO_DEEP.
 */
export function treePaths(attribute: string, tree: HierarchyTree): string[][] {
  const roots = Object.keys(tree);
  if (roots.length === 0) throw new HierarchyError('HIERARCHY_EMPTY', attribute, 'expected a root, received no node');
  if (roots.length > 1) {
    throw new HierarchyError(
      'HIERARCHY_NO_SINGLE_ROOT',
      attribute,
      `expected one root that covers every leaf, received ${roots.length} nodes at the top of the tree`,
    );
  }
  const branches = collectLeaves(attribute, tree, roots[0]);
  let depth = 0;
  for (const { ancestors } of branches) depth = Math.max(depth, ancestors.length);
  return branches.map(({ leaf, ancestors }) => {
    const path = new Array<string>(depth + 1 - ancestors.length).fill(leaf);
    for (let i = ancestors.length - 1; i >= 0; i--) path.push(ancestors[i]);
    return path;
  });
}

interface Branch {
  readonly leaf: string;
  /** From the root down to the leaf's parent. */
  readonly ancestors: readonly string[];
}

function collectLeaves(attribute: string, tree: HierarchyTree, root: string): Branch[] {
  const branches: Branch[] = [];
  const open: { node: HierarchyTree | readonly string[]; ancestors: readonly string[] }[] = [
    { node: tree[root], ancestors: [root] },
  ];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const { node, ancestors } = top;
    if (ancestors.length >= MAX_LEVELS) {
      throw new HierarchyError('HIERARCHY_TOO_DEEP', attribute, `expected at most ${MAX_LEVELS} levels, received more`);
    }
    const children = isLeafList(node) ? node : Object.keys(node);
    if (children.length === 0) {
      throw new HierarchyError(
        'HIERARCHY_EMPTY',
        attribute,
        `expected every node to have a child, received a node without any at depth ${ancestors.length - 1} below the root`,
      );
    }
    if (isLeafList(node)) for (const leaf of node) branches.push({ leaf, ancestors });
    else {
      for (let i = children.length - 1; i >= 0; i--) {
        open.push({ node: node[children[i]], ancestors: [...ancestors, children[i]] });
      }
    }
  }
  return branches;
}

function isLeafList(node: HierarchyTree | readonly string[]): node is readonly string[] {
  return Array.isArray(node);
}
