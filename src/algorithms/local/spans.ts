import type { Domain } from '../../hierarchy/domain.js';
import { smallestNodeCovering, treeOf } from '../../hierarchy/tree.js';
import { isReleasedAsNode } from '../released-boxes.js';

/** The cost of a cell that is released as its whole domain. Costs are whole numbers, so that sums do not depend on their order. */
export const WHOLE = 1 << 20;

/** Attributes of at most this many leaves have their costs in a table. */
const TABLE_LEAVES = 512;

export type SpanMetric = 'ncp' | 'loss';

/** What it costs to release a run of leaves of one attribute, as it is released, in units of 1 / WHOLE. */
export interface Span {
  /** Leaves. */
  readonly size: number;
  /** [size * size] cost of lo .. hi at lo * size + hi and at hi * size + lo, or null for a large domain. */
  readonly table: Int32Array | null;
  /** The same for lo <= hi, whatever the domain. */
  readonly cost: (lo: number, hi: number) => number;
}

/**
 * Costs of released runs. `ncp`: normalized certainty penalty (range share of numbers, leaves / all leaves of categories,
 * 0 for one leaf); `loss`: (leaves - 1) / (all leaves - 1), range share for numbers without levels. Nodes of a hierarchy
 * count with their whole run, a range that mixes the missing value with numbers as the whole domain.
 */
export function spansOf(domains: readonly Domain[], metric: SpanMetric): Span[] {
  return domains.map((domain) => {
    const share = shareOf(domain, metric);
    const cost = (lo: number, hi: number): number => Math.round(share(lo, hi) * WHOLE);
    const { size } = domain;
    if (size > TABLE_LEAVES) return { size, table: null, cost };
    const table = new Int32Array(size * size);
    for (let lo = 0; lo < size; lo++) {
      for (let hi = lo; hi < size; hi++) table[lo * size + hi] = table[hi * size + lo] = cost(lo, hi);
    }
    return { size, table, cost: (lo, hi) => table[lo * size + hi] };
  });
}

function shareOf(domain: Domain, metric: SpanMetric): (lo: number, hi: number) => number {
  const { size, numbers, missingLeaf } = domain;
  const ofLeaves = (leaves: number): number =>
    leaves <= 1 ? 0 : metric === 'ncp' ? leaves / size : (leaves - 1) / (size - 1);
  if (isReleasedAsNode(domain)) {
    const tree = treeOf(domain.hierarchy!);
    return (lo, hi) => {
      const node = smallestNodeCovering(tree, lo, hi);
      return ofLeaves(tree.hi[node] - tree.lo[node] + 1);
    };
  }
  if (domain.order === 'numeric' && numbers !== null) {
    const last = missingLeaf === size - 1 ? size - 2 : size - 1;
    const range = last > 0 ? numbers[last] - numbers[0] : 0;
    const byLeaves = metric === 'loss' && domain.hierarchy !== null;
    return (lo, hi) => {
      if (lo === hi) return 0;
      if (hi === missingLeaf || range <= 0) return 1;
      return byLeaves ? ofLeaves(hi - lo + 1) : (numbers[hi] - numbers[lo]) / range;
    };
  }
  return (lo, hi) => ofLeaves(hi - lo + 1);
}

/** Sum of the costs of one box. */
export function boxCost(spans: readonly Span[], lo: ArrayLike<number>, hi: ArrayLike<number>): number {
  let sum = 0;
  for (let a = 0; a < spans.length; a++) sum += spans[a].cost(lo[a], hi[a]);
  return sum;
}
