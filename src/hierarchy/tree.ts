import { HierarchyError } from '../base/errors.js';
import type { Hierarchy } from './hierarchy.js';

/**
 * A hierarchy as a tree. Nodes stand in pre-order (node 0 is the root, a parent before its children, siblings in leaf
 * order); chains of nodes that cover the same leaves are one node, named and numbered as the lowest level of the chain.
 */
export interface NodeTree {
  /** [nodes] first and last leaf code that a node covers. */
  readonly lo: Uint32Array;
  readonly hi: Uint32Array;
  /** [nodes + 1] children of node j are children[childStart[j] .. childStart[j + 1] - 1], in leaf order. */
  readonly childStart: Uint32Array;
  readonly children: Uint32Array;
  /** [nodes] lowest level of the hierarchy that has this node; its label there. */
  readonly level: Uint32Array;
  readonly labels: readonly string[];
}

/**
 * The tree of a hierarchy, for cuts along it.
 *
 * @throws HierarchyError HIERARCHY_NO_SINGLE_ROOT when nothing is above several leaves (height 0).
 */
export function treeOf(hierarchy: Hierarchy): NodeTree {
  const { levels, height } = hierarchy;
  const top = levels[height];
  if (top.labels.length !== 1) {
    throw new HierarchyError(
      'HIERARCHY_NO_SINGLE_ROOT',
      hierarchy.attribute,
      `expected one root to cut from, received ${top.labels.length} labels at the top level`,
      height,
    );
  }
  const lo: number[] = [];
  const hi: number[] = [];
  const level: number[] = [];
  const labels: string[] = [];
  const parent: number[] = [];
  const open: { level: number; node: number; parent: number }[] = [{ level: height, node: 0, parent: -1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const first = levels[next.level].first[next.node];
    const last = levels[next.level].first[next.node + 1] - 1;
    let lowest = next.level;
    while (lowest > 0 && levels[lowest - 1].nodeOf[first] === levels[lowest - 1].nodeOf[last]) lowest--;
    const id = lo.length;
    lo.push(first);
    hi.push(last);
    level.push(lowest);
    labels.push(levels[lowest].labels[levels[lowest].nodeOf[first]]);
    parent.push(next.parent);
    if (lowest > 0) {
      const { nodeOf } = levels[lowest - 1];
      for (let node = nodeOf[last]; node >= nodeOf[first]; node--) open.push({ level: lowest - 1, node, parent: id });
    }
  }
  const childStart = new Uint32Array(lo.length + 1);
  for (let node = 1; node < lo.length; node++) childStart[parent[node] + 1]++;
  for (let node = 0; node < lo.length; node++) childStart[node + 1] += childStart[node];
  const children = new Uint32Array(lo.length - 1);
  const cursor = childStart.slice();
  for (let node = 1; node < lo.length; node++) children[cursor[parent[node]]++] = node;
  return {
    lo: Uint32Array.from(lo),
    hi: Uint32Array.from(hi),
    childStart,
    children,
    level: Uint32Array.from(level),
    labels,
  };
}

/** The smallest node that covers leaf codes lo .. hi (0 <= lo <= hi < leaves). */
export function smallestNodeCovering(
  tree: Pick<NodeTree, 'lo' | 'hi' | 'childStart' | 'children'>,
  lo: number,
  hi: number,
): number {
  let node = 0;
  for (;;) {
    let from = tree.childStart[node];
    let to = tree.childStart[node + 1];
    if (from === to) return node;
    while (from < to - 1) {
      const middle = (from + to) >>> 1;
      if (tree.lo[tree.children[middle]] <= lo) from = middle;
      else to = middle;
    }
    const child = tree.children[from];
    if (tree.hi[child] < hi) return node;
    node = child;
  }
}
