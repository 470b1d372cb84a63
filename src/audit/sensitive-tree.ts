import type { Column } from '../table/table.js';
import type { SparseHistogram } from './histogram.js';
import { findLeaves } from './leaves.js';
import type { AuditHierarchy } from './spec.js';
import type { JoinedValues } from './values.js';

/** The hierarchy over the values of a sensitive column. */
export interface SensitiveTree {
  /** Levels above the leaves. */
  readonly height: number;
  /** parents[0] [values] node of level 1 of every rank; parents[j] node of level j + 1 of every node of level j. */
  readonly parents: readonly Uint32Array[];
}

/**
 * The tree over the values of a column, ranks as its leaves. Null when the hierarchy has no levels, does not hold a value,
 * or has more than one root.
 */
export function readTree(
  name: string,
  hierarchy: AuditHierarchy,
  base: Column,
  release: Column,
  missing: ReadonlySet<string>,
  values: JoinedValues,
  rankOf: Uint32Array,
): SensitiveTree | null {
  const leaves = findLeaves({ name, type: base.type, hierarchy }, base, release, missing);
  if (leaves === null || leaves.levels === null || leaves.levels.length === 0 || leaves.uncovered > 0) return null;
  const leafOf = new Map(leaves.texts.map((text, leaf) => [text, leaf]));
  const leafOfRank = new Int32Array(values.count).fill(-1);
  values.texts.forEach((text, value) => {
    leafOfRank[rankOf[value]] = value === values.missing ? leaves.missing : (leafOf.get(text) ?? -1);
  });
  if (leafOfRank.includes(-1)) return null;
  const parents: Uint32Array[] = [];
  // One leaf below every node stands for it.
  let below = Array.from(leafOfRank);
  for (const labels of leaves.levels) {
    const numbers = new Map<string, number>();
    const samples: number[] = [];
    parents.push(
      Uint32Array.from(below, (leaf) => {
        const known = numbers.get(labels[leaf]);
        if (known !== undefined) return known;
        numbers.set(labels[leaf], samples.length);
        return samples.push(leaf) - 1;
      }),
    );
    below = samples;
  }
  return below.length > 1 ? null : { height: leaves.levels.length, parents };
}

/**
 * The distance of section 4.3 of Li et al. 2007 as it stands there: every node moves what its children have too much to
 * those that have too little, at the cost height(node) / height of the tree.
 */
export function hierarchicalDistance(
  histogram: SparseHistogram,
  table: Float64Array,
  tree: SensitiveTree,
): (c: number) => number {
  const rows = table.reduce((sum, count) => sum + count, 0);
  return (c) => {
    let size = 0;
    for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) size += histogram.count[e];
    let extra = table.map((count) => -count * size);
    for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++)
      extra[histogram.rank[e]] += histogram.count[e] * rows;
    let cost = 0;
    tree.parents.forEach((parent, below) => {
      const nodes = parent.reduce((most, node) => Math.max(most, node + 1), 0);
      const surplus = new Float64Array(nodes);
      const lack = new Float64Array(nodes);
      extra.forEach((amount, child) => {
        if (amount > 0) surplus[parent[child]] += amount;
        else lack[parent[child]] -= amount;
      });
      surplus.forEach((amount, node) => (cost += (below + 1) * Math.min(amount, lack[node])));
      extra = surplus.map((amount, node) => amount - lack[node]);
    });
    return cost / (tree.height * size * rows);
  };
}
