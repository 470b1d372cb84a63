import { anyValue } from '../hierarchy/any-value.js';
import type { Domain } from '../hierarchy/domain.js';
import type { ReleasedValue } from './released.js';

/**
 * The released value for leaves `lo` .. `hi` of a domain. As a node: the smallest node of the hierarchy that covers them,
 * with its label, its level and its whole run; with `exactLevel` the node of that level. As a range: the leaf's own text for one leaf, `*` for the whole domain,
 * else `[lo-hi]` with the texts of both ends, or `[lo .. hi]` where the texts hold hyphens that leave two readings.
 */
export function releasedValue(
  domain: Domain,
  lo: number,
  hi: number,
  asNode: boolean,
  exactLevel?: number,
): ReleasedValue {
  if (asNode && domain.hierarchy !== null) {
    const { levels } = domain.hierarchy;
    for (let level = exactLevel ?? 0; level < levels.length; level++) {
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
  const texts = `${domain.labels[lo]}-${domain.labels[hi]}`;
  return hasOtherReading(domain, texts, lo) ? `[${domain.labels[lo]} .. ${domain.labels[hi]}]` : `[${texts}]`;
}

const leavesByText = new WeakMap<Domain, Map<string, number>>();

/** True when `texts` can be split at another hyphen into two leaves in ascending order. Numbers and dates cannot. */
function hasOtherReading(domain: Domain, texts: string, lo: number): boolean {
  const own = domain.labels[lo].length;
  if (domain.order === 'numeric' || texts.indexOf('-') === texts.lastIndexOf('-')) return false;
  let leaves = leavesByText.get(domain);
  if (leaves === undefined) {
    leaves = new Map(domain.labels.map((label, leaf) => [label, leaf]));
    leavesByText.set(domain, leaves);
  }
  for (let at = texts.indexOf('-'); at >= 0; at = texts.indexOf('-', at + 1)) {
    if (at === own) continue;
    const from = leaves.get(texts.slice(0, at));
    const to = leaves.get(texts.slice(at + 1));
    if (from !== undefined && to !== undefined && from < to) return true;
  }
  return false;
}
