import * as v from 'valibot';
import { HierarchyError, InvalidArgumentError } from '../base/errors.js';
import { describeValue } from '../base/describe.js';
import { MAX_LEVELS } from './assemble-hierarchy.js';
import { described } from '../base/schema-parts.js';
import { defineHierarchyKind } from './kind.js';

/** A node is an object of children by label, or the list of its leaves. */
export type HierarchyTree = { readonly [label: string]: HierarchyTree | readonly string[] };

const deepestTree = 64;

/** `{"type":"tree"}`: nodes are objects of children by label, or lists of leaves. */
export const tree = defineHierarchyKind({
  type: 'tree',
  description: 'A tree: nodes are objects of children by label, or lists of values.',
  // Keys are labels: `check` looks at it by itself.
  fields: {
    tree: described(
      v.pipe(
        v.custom<HierarchyTree>(() => true),
        v.metadata({ isTree: true }),
      ),
      'The root by its label; nodes are objects of children by label, or lists of values.',
    ),
  },
  leavesFrom: 'job',
  hasBranches: true,
  check: ({ tree }, path, attribute) => checkTree(attribute, `${path}.tree`, tree, 0),
  paths: ({ tree }, { name }) => treePaths(name, tree),
});

/**
 * Paths of `{"type":"tree"}`: nodes are objects of children by label, or lists of leaves. Leaves may lie at different
 * depths: one that lies higher repeats its own label upward until the level below its parent's.
 *
 * @throws HierarchyError HIERARCHY_EMPTY (no leaf, or a node without any), HIERARCHY_NO_SINGLE_ROOT, HIERARCHY_TOO_DEEP.
 */
function treePaths(attribute: string, tree: HierarchyTree): string[][] {
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

function checkTree(attribute: string, path: string, node: unknown, depth: number): void {
  if (depth > deepestTree) {
    throw new HierarchyError('HIERARCHY_TOO_DEEP', attribute, `more than ${deepestTree} levels`);
  }
  const wrong = (value: unknown): never => {
    throw new InvalidArgumentError(
      path,
      'nodes that are objects of children by label, or lists of leaves (texts)',
      `${describeValue(value, { quote: false })} at depth ${depth}`,
      'WRONG_TYPE',
    );
  };
  if (typeof node !== 'object' || node === null) wrong(node);
  else if (Array.isArray(node)) {
    if (depth === 0) wrong(node);
    for (const leaf of node as unknown[]) if (typeof leaf !== 'string') wrong(leaf);
  } else {
    for (const label of Object.keys(node))
      checkTree(attribute, path, (node as Record<string, unknown>)[label], depth + 1);
  }
}
