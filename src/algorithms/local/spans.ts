import type { RunCosts } from '../../engine/engine.js';
import { countNumbers, type Domain } from '../../hierarchy/domain.js';
import { smallestNodeCovering, treeOf } from '../../hierarchy/tree.js';
import { isNumeric, rangeShare, scatteredShare } from '../../quality/range-share.js';
import { isReleasedAsNode } from '../released-boxes.js';
import { hasForm, isCodes, isWhole } from '../sharing/task.js';
import type { SpanMetric } from '../shared-options.js';

/** The cost of a cell that is released as its whole domain. Costs are whole numbers, so that sums do not depend on their order. */
export const WHOLE = 1 << 20;

/** Attributes of at most this many leaves have their costs in a table. */
const TABLE_LEAVES = 512;

/** Cost of a run of leaves of one attribute, as it is released, in units of 1 / WHOLE. */
export interface Span extends RunCosts {
  /** The cost of lo .. hi for lo <= hi, whatever the domain. */
  readonly cost: (lo: number, hi: number) => number;
  /** First and last leaf of what is released for lo .. hi, or null when that is always lo .. hi itself. */
  readonly released: ((lo: number, hi: number) => readonly [number, number]) | null;
  /** The least that a released run costs more when it grows to hold `leaf`, where it ends at `edge` or farther from the leaf. */
  readonly growth: (leaf: number, edge: number) => number;
  /** [size * size] growth at leaf * size + edge, or null for a large domain. */
  readonly growths: Int32Array | null;
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
    const growth = growthOf(domain, metric, cost);
    const released = releasedRun(domain);
    if (size > TABLE_LEAVES) {
      return { size, table: null, ...largeRuns(domain, metric, cost), cost, released, growth, growths: null };
    }
    const table = new Int32Array(size * size);
    for (let lo = 0; lo < size; lo++) {
      for (let hi = lo; hi < size; hi++) table[lo * size + hi] = table[hi * size + lo] = cost(lo, hi);
    }
    const growths = new Int32Array(size * size);
    for (let leaf = 0; leaf < size; leaf++) {
      for (let edge = 0; edge < size; edge++) growths[leaf * size + edge] = leaf === edge ? 0 : growth(leaf, edge);
    }
    return { size, table, line: null, tree: null, cost: (lo, hi) => table[lo * size + hi], released, growth, growths };
  });
}

/** The costs of a domain that is too large for a table, as {@link RunCosts} has them. */
function largeRuns(domain: Domain, metric: SpanMetric, cost: Span['cost']): Pick<RunCosts, 'line' | 'tree'> {
  const { size, numbers, missingLeaf } = domain;
  if (isReleasedAsNode(domain)) {
    const { lo, hi, childStart, children } = treeOf(domain.hierarchy!);
    const parent = new Uint32Array(lo.length);
    const nodeOf = new Uint32Array(size);
    for (let node = 0; node < lo.length; node++) {
      for (let i = childStart[node]; i < childStart[node + 1]; i++) parent[children[i]] = node;
      if (childStart[node] === childStart[node + 1]) nodeOf.fill(node, lo[node], hi[node] + 1);
    }
    return {
      line: null,
      tree: { nodeOf, parent, hi, cost: Int32Array.from(lo, (first, node) => cost(first, hi[node])) },
    };
  }
  const byLeaves = domain.order !== 'numeric' || numbers === null || (metric === 'loss' && domain.hierarchy !== null);
  const missing = domain.order === 'numeric' ? missingLeaf : -1;
  if (byLeaves) {
    const positions = Float64Array.from({ length: size }, (_, leaf) => leaf);
    const isNcp = metric === 'ncp';
    return {
      line: { positions, offset: isNcp ? 1 : 0, range: isNcp ? size : size - 1, missing, whole: WHOLE },
      tree: null,
    };
  }
  const last = countNumbers(numbers) - 1;
  const positions = Float64Array.from(numbers);
  return { line: { positions, offset: 0, range: numbers[last] - numbers[0], missing, whole: WHOLE }, tree: null };
}

/**
 * [leaves] the least that a node costs more when it grows to hold a leaf that is not under it: it becomes an ancestor of the
 * leaf, and was under another child of that ancestor.
 */
function nodeGrowth(domain: Domain, cost: Span['cost']): Float64Array {
  const { lo, hi, childStart, children } = treeOf(domain.hierarchy!);
  const least = new Float64Array(domain.size).fill(Infinity);
  for (let node = 0; node < lo.length; node++) {
    const own = Array.from(children.subarray(childStart[node], childStart[node + 1]));
    // The dearest child, and the dearest of the others.
    let dearest = -1;
    let first = 0;
    let second = 0;
    for (const child of own) {
      const its = cost(lo[child], hi[child]);
      if (its > first || dearest < 0) [dearest, first, second] = [child, its, first];
      else second = Math.max(second, its);
    }
    for (const child of own) {
      const most = child === dearest ? second : first;
      const growth = Math.max(0, cost(lo[node], hi[node]) - most);
      for (let leaf = lo[child]; leaf <= hi[child]; leaf++) least[leaf] = Math.min(least[leaf], growth);
    }
  }
  return least.map((growth) => (growth === Infinity ? 0 : growth));
}

/** One leaf is free of penalty and two are not: a run of several leaves grows by less than a single leaf does. */
function growthOf(domain: Domain, metric: SpanMetric, cost: Span['cost']): Span['growth'] {
  const { size, missingLeaf } = domain;
  const oneMore = WHOLE / (metric === 'ncp' ? size : Math.max(1, size - 1));
  // Every cost is rounded to a whole number: a difference of two is off by one at most.
  if (isReleasedAsNode(domain)) {
    const least = nodeGrowth(domain, cost);
    return (leaf) => least[leaf];
  }
  const byRange = domain.order === 'numeric' && (metric === 'ncp' || domain.hierarchy === null);
  return (leaf, edge) => {
    if (leaf === missingLeaf || edge === missingLeaf) return 0;
    // A coded leaf has a width of its own, which a run that ends with it has already.
    if (byRange) return Math.max(0, cost(Math.min(leaf, edge), Math.max(leaf, edge)) - cost(edge, edge) - 2);
    return Math.max(0, Math.floor(oneMore * Math.abs(leaf - edge)) - 1);
  };
}

function releasedRun(domain: Domain): Span['released'] {
  const { size, missingLeaf } = domain;
  if (isReleasedAsNode(domain)) {
    const tree = treeOf(domain.hierarchy!);
    return (lo, hi) => {
      const node = smallestNodeCovering(tree, lo, hi);
      return [tree.lo[node], tree.hi[node]];
    };
  }
  if (domain.order !== 'numeric' || missingLeaf < 0) return null;
  return (lo, hi) => (hi === missingLeaf && lo !== missingLeaf ? [0, size - 1] : [lo, hi]);
}

function shareOf(domain: Domain, metric: SpanMetric): (lo: number, hi: number) => number {
  const { size, numbers } = domain;
  const ofLeaves = (leaves: number): number =>
    leaves <= 1 ? 0 : metric === 'ncp' ? leaves / size : (leaves - 1) / (size - 1);
  if (isReleasedAsNode(domain)) {
    const tree = treeOf(domain.hierarchy!);
    const numberShare = metric === 'ncp' ? numberShareOf(domain) : null;
    const shares = Float64Array.from(tree.lo, (lo, node) => {
      const hi = tree.hi[node];
      return numberShare === null ? ofLeaves(hi - lo + 1) : numberShare(lo, hi);
    });
    return (lo, hi) => shares[smallestNodeCovering(tree, lo, hi)];
  }
  if (domain.order === 'numeric' && numbers !== null) {
    const last = countNumbers(numbers) - 1;
    // The ends of coded leaves go into a table only: a line has one number a leaf.
    const ends = size > TABLE_LEAVES ? undefined : domain.coding?.ends;
    const { low, high } = ends ?? { low: numbers, high: numbers };
    // NaN where there is no number: every run ends past the last then.
    const range = high[last] - low[0];
    const byLeaves = metric === 'loss' && domain.hierarchy !== null;
    return (lo, hi) => {
      if (lo === hi && (lo > last || high[lo] === low[lo])) return 0;
      if (hi > last || range <= 0) return 1;
      return byLeaves ? ofLeaves(hi - lo + 1) : (high[hi] - low[lo]) / range;
    };
  }
  return (lo, hi) => ofLeaves(hi - lo + 1);
}

/** The share of the range of numbers or dates that a run spans, as the penalty counts it; null for other domains. */
function numberShareOf(domain: Domain): ((lo: number, hi: number) => number) | null {
  if (isNumeric(domain)) return (lo, hi) => rangeShare(domain, lo, hi);
  return domain.scattered ? scatteredShare(domain.scattered) : null;
}

/** The costs alone, which are plain data. */
export const costsOf = ({ size, table, line, tree }: RunCosts): RunCosts => ({ size, table, line, tree });

/** Tests whether a message from another thread has the form of costs: of one kind, for all leaves. */
export function isRunCosts(value: unknown): value is RunCosts {
  const orNull =
    (isOf: (given: unknown) => boolean) =>
    (given: unknown): boolean =>
      given === null || isOf(given);
  const isLine = (line: unknown): boolean => hasForm(line, { positions: (each) => each instanceof Float64Array });
  const isTree = (tree: unknown): boolean =>
    hasForm(tree, { nodeOf: isCodes, parent: isCodes, hi: isCodes, cost: (each) => each instanceof Int32Array });
  const forms = { size: isWhole, table: orNull((table) => table instanceof Int32Array), line: orNull(isLine), tree: orNull(isTree) }; // prettier-ignore
  if (!hasForm(value, forms)) return false;
  const { size, table, line, tree } = value as unknown as RunCosts;
  if ([table, line, tree].filter((kind) => kind !== null).length !== 1) return false;
  return (
    (table?.length ?? size * size) === size * size &&
    (line?.positions ?? tree?.nodeOf ?? { length: size }).length === size
  );
}

/** Tests whether vectors have a code for each of the costs, of a leaf of its domain. */
export const areWithin = (
  { codes }: { readonly codes: readonly Uint32Array[] },
  costs: readonly Pick<RunCosts, 'size'>[],
): boolean => codes.length === costs.length && codes.every((column, a) => column.every((code) => code < costs[a].size));

/** Sum of the costs of one box. */
export function boxCost(spans: readonly Span[], lo: ArrayLike<number>, hi: ArrayLike<number>): number {
  let sum = 0;
  for (let a = 0; a < spans.length; a++) sum += spans[a].cost(lo[a], hi[a]);
  return sum;
}

/** A cell costs its weight as soon as a group has two values of it. */
export function starSpan(size: number, weight: number): Span {
  const cost = (lo: number, hi: number): number => (lo === hi ? 0 : Math.round(weight * WHOLE));
  return { size, table: null, line: null, tree: null, cost, released: null, growth: () => 0, growths: null };
}
