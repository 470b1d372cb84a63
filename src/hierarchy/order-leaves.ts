import type { Column } from '../table/table.js';
import { leafNumber } from './leaf-number.js';

/** A level of a hierarchy while leaves are still numbered as given. */
export interface DraftLevel {
  /** [nodes] in order of first appearance. */
  readonly labels: string[];
  /** [leaves] leaf as given -> node. */
  readonly nodeOf: Uint32Array;
}

/**
 * The leaf order of a hierarchy: depth first, so that every node covers a run. Numbers and dates ascend when the tree
 * allows it (texts that are no numbers stand behind them, and last the missing value); else children stand in the order of
 * their first leaf as given.
 *
 * @param levels levels[0] the leaves; monotone.
 * @param missing leaf of the missing value, or -1.
 * @param missingTexts texts that are read as missing cells.
 * @returns [leaves] position -> leaf as given.
 */
export function orderLeaves(
  column: Column,
  levels: readonly DraftLevel[],
  missing: number,
  missingTexts: ReadonlySet<string>,
): Uint32Array {
  if (column.type !== 'string') {
    const keys = Float64Array.from(levels[0].labels, (label, leaf) => {
      if (leaf === missing) return Infinity;
      const number = missingTexts.has(label) ? NaN : leafNumber(label, column);
      return Number.isNaN(number) ? Number.MAX_VALUE : number;
    });
    const order = depthFirst(levels, keys);
    let ascends = true;
    for (let i = 1; i < order.length && ascends; i++) ascends = keys[order[i - 1]] <= keys[order[i]];
    if (ascends) return order;
  }
  return depthFirst(levels, null);
}

/** Depth first, children by the smallest key of their leaves, then by their first leaf. */
function depthFirst(levels: readonly DraftLevel[], keys: Float64Array | null): Uint32Array {
  const ranks = levels.map(({ labels, nodeOf }) => rankNodes(labels.length, nodeOf, keys));
  const byPath = (a: number, b: number): number => {
    if (a === b) return 0;
    for (let level = levels.length - 1; level >= 0; level--) {
      const { nodeOf } = levels[level];
      if (nodeOf[a] !== nodeOf[b]) return ranks[level][nodeOf[a]] - ranks[level][nodeOf[b]];
    }
    return 0;
  };
  return sortUnlessSorted(levels[0].nodeOf.slice(), byPath);
}

/** Sorts in place; leaves that already stand in order, as generated ones do, cost one pass. */
function sortUnlessSorted(items: Uint32Array, compare: (a: number, b: number) => number): Uint32Array {
  for (let i = 1; i < items.length; i++) if (compare(items[i - 1], items[i]) > 0) return items.sort(compare);
  return items;
}

/** [nodes] place of every node in the order of (smallest key, first leaf). */
function rankNodes(nodes: number, nodeOf: Uint32Array, keys: Float64Array | null): Uint32Array {
  const firstLeaf = new Uint32Array(nodes);
  const key = new Float64Array(nodes).fill(Infinity);
  for (let leaf = nodeOf.length - 1; leaf >= 0; leaf--) {
    const node = nodeOf[leaf];
    firstLeaf[node] = leaf;
    if (keys !== null && keys[leaf] < key[node]) key[node] = keys[leaf];
  }
  const nodesAsGiven = Uint32Array.from({ length: nodes }, (_, node) => node);
  const sorted = sortUnlessSorted(nodesAsGiven, (a, b) =>
    key[a] < key[b] ? -1 : key[a] > key[b] ? 1 : firstLeaf[a] - firstLeaf[b],
  );
  const rank = new Uint32Array(nodes);
  sorted.forEach((node, place) => {
    rank[node] = place;
  });
  return rank;
}
