import type { NodeTree } from '../../hierarchy/tree.js';

/** The hierarchy of the items of lists, as a tree in pre-order: node 0 is the root, a node stands before its children. */
export interface ItemTree {
  /** [nodes] node above; 0 of the root. */
  readonly parent: Uint32Array;
  /** [nodes] the node after the last below this one: nodes below j, itself among them, are j .. end[j] - 1. */
  readonly end: Uint32Array;
  /** [nodes] share of the leaves that a node stands for beside its own: 0 for a leaf, 1 for the root (normalized certainty penalty). */
  readonly penalty: Float64Array;
  /** [leaves] the node of each leaf. */
  readonly leafNode: Uint32Array;
}

/** Makes the tree of items of the tree of a hierarchy. */
export function itemTreeOf({ lo, hi, childStart, children }: NodeTree): ItemTree {
  const nodes = lo.length;
  const leaves = hi[0] + 1;
  const parent = new Uint32Array(nodes);
  const end = Uint32Array.from({ length: nodes }, (_, node) => node + 1);
  const penalty = new Float64Array(nodes);
  const leafNode = new Uint32Array(leaves);
  for (let node = nodes - 1; node >= 0; node--) {
    if (leaves > 1) penalty[node] = (hi[node] - lo[node]) / (leaves - 1);
    if (lo[node] === hi[node]) leafNode[lo[node]] = node;
    for (let at = childStart[node]; at < childStart[node + 1]; at++) {
      parent[children[at]] = node;
      end[node] = Math.max(end[node], end[children[at]]);
    }
  }
  return { parent, end, penalty, leafNode };
}
