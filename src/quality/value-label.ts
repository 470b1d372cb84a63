import type { Domain } from '../hierarchy/domain.js';
import { leafLabel, nodeLabel, rangeLabel } from '../hierarchy/labels.js';
import type { ReleasedValue } from './released.js';

/**
 * The released value for leaves `lo` .. `hi` of a domain. As a node: the smallest node of the hierarchy that covers them,
 * with its label, its level and its whole run; with `exactLevel` the node of that level. As a range: the leaf's own text for
 * one leaf, `*` for the whole domain, else the range. All are written so that they can be read in one way only.
 */
export function releasedValue(
  domain: Domain,
  lo: number,
  hi: number,
  { asNode }: { readonly asNode: boolean },
  exactLevel?: number,
): ReleasedValue {
  if (asNode && domain.hierarchy !== null) {
    const { levels } = domain.hierarchy;
    for (let level = exactLevel ?? 0; level < levels.length; level++) {
      const { nodeOf, first } = levels[level];
      const node = nodeOf[lo];
      if (nodeOf[hi] !== node) continue;
      return { label: nodeLabel(domain, level, node), lo: first[node], hi: first[node + 1] - 1, level };
    }
  }
  return { label: lo === hi ? leafLabel(domain, lo) : rangeLabel(domain, lo, hi), lo, hi, level: null };
}
