import type { Column } from '../table/table.js';
import { findLeaves } from './leaves.js';
import type { SensitiveTree } from './models/model.js';
import type { AuditHierarchy } from './spec.js';
import type { JoinedValues } from './values.js';

/**
 * The tree over the values of a column, ranks as its leaves. Null when the hierarchy has no levels, does not hold a value,
 * or has more than one root.
 */
export function readTree(
  { name, hierarchy }: { readonly name: string; readonly hierarchy: AuditHierarchy },
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
