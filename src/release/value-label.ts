import type { Domain } from '../hierarchy/domain.js';
import type { ReleasedValue } from './released.js';

/** What is released for a run that is the whole domain. */
export const anyValue = '*';

/**
 * The released value for leaves `lo` .. `hi` of a domain. As a node: the smallest node of the hierarchy that covers them,
 * with its label, its level and its whole run. As a range: the leaf's own text for one leaf, `*` for the whole domain,
 * else `[lo-hi]` with the texts of both ends.
 */
export function releasedValue(domain: Domain, lo: number, hi: number, asNode: boolean): ReleasedValue {
  if (asNode && domain.hierarchy !== null) {
    const { levels } = domain.hierarchy;
    for (let level = 0; level < levels.length; level++) {
      const { nodeOf, first, labels } = levels[level];
      const node = nodeOf[lo];
      if (nodeOf[hi] === node) return { label: labels[node], lo: first[node], hi: first[node + 1] - 1, level };
    }
  }
  return { label: rangeLabel(domain, lo, hi), lo, hi, level: null };
}

function rangeLabel(domain: Domain, lo: number, hi: number): string {
  if (lo === hi) return domain.labels[lo];
  if (lo === 0 && hi === domain.size - 1) return anyValue;
  return `[${domain.labels[lo]}-${domain.labels[hi]}]`;
}
