import type { AuditedHierarchyKind } from './kind.js';

/** A node is an object of children by label, or the list of its leaves. */
export type AuditTree = { readonly [label: string]: AuditTree | readonly string[] };

export const tree: AuditedHierarchyKind<{ readonly type: 'tree'; readonly tree: AuditTree }> = {
  type: 'tree',
  given: ({ tree }) => leavesOfTree(tree),
  named: ({ tree }) => leavesOfTree(tree).texts,
};

function leavesOfTree(tree: AuditTree) {
  // A leaf that stands twice is one.
  const byLeaf = new Map<string, string[]>();
  const walk = (node: AuditTree | readonly string[], ancestors: string[]): void => {
    if (Array.isArray(node)) {
      for (const leaf of node as readonly string[]) if (!byLeaf.has(leaf)) byLeaf.set(leaf, ancestors);
    } else for (const [label, child] of Object.entries(node as AuditTree)) walk(child, [...ancestors, label]);
  };
  if (Object.keys(tree).length === 1) walk(tree, []);
  else walk(tree, ['*']);
  const paths = Array.from(byLeaf, ([leaf, ancestors]) => ({ leaf, ancestors }));
  const height = paths.reduce((most, path) => Math.max(most, path.ancestors.length), 0);
  // The node at depth d of the path stands at level height - d; below the last ancestor the leaf stands for itself.
  const levels: string[][] = [];
  for (let level = 1; level <= height; level++) {
    levels.push(paths.map(({ leaf, ancestors }) => ancestors[height - level] ?? leaf));
  }
  return { texts: paths.map((path) => path.leaf), levels };
}
