import type { Domain, Runs } from '../domain.js';
import { rangeOf } from '../domain.js';
import { contains, countLeaves } from '../labels.js';
import type { ReadAttribute } from '../read-attribute.js';
import { metricOfCells, sumCells } from './cells.js';
import type { AuditedRelease } from './metric.js';

export const lossSum = metricOfCells('lossSum', lossSumOf);

/**
 * Huang: the mean over rows of each attribute's loss, summed over attributes, plus (number of attributes) / rows for every
 * suppressed row. Under a level vector, suppressed rows are in the mean too; null where the original is needed for that and
 * not there.
 */
function lossSumOf(
  attributes: readonly ReadAttribute[],
  { rows, suppressed, spec: { levelVector = false } }: AuditedRelease,
): number | null {
  let sum = attributes.length * suppressed;
  for (const attribute of attributes) {
    const { domain, labels, leafCounts } = attribute;
    const level = levelVector ? labels.singleLevel : null;
    if (level === null || suppressed === 0) {
      if (levelVector && suppressed > 0) return null;
      const lossOf = lossOfLeaves(domain);
      const shares = domain.height === null ? labels.shares : null;
      const levelOf = (code: number): number | null => level ?? (labels.levels[code] < 0 ? null : labels.levels[code]);
      sum += sumCells(attribute, (code) => shares?.[code] ?? lossOf(labels.runs[code]!, levelOf(code)));
    } else if (leafCounts === null) return null;
    else sum += sumLevel(domain, leafCounts, level);
  }
  return sum / rows;
}

/** Losses of all rows of the original at one level. */
function sumLevel(domain: Domain, leafCounts: Float64Array, level: number): number {
  if (level === 0) return 0;
  const lossOf = lossOfLeaves(domain);
  let sum = 0;
  let seen = 0;
  for (const runs of domain.nodes[level].values()) {
    // A root may have two names.
    if (seen === domain.size) break;
    let inNode = 0;
    for (let r = 0; r < runs.length; r += 2) {
      seen += runs[r + 1] - runs[r] + 1;
      for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) inNode += leafCounts[leaf];
    }
    if (inNode > 0) sum += inNode * lossOf(runs, level);
  }
  return sum;
}

/**
 * Returns the loss of a set of leaves: intervals by their width, at the level of the label or else the lowest that has a node of these leaves; other
 * numbers by range where they have no levels; all others by leaves. The missing value loses nothing.
 */
function lossOfLeaves(domain: Domain): (runs: Runs, level: number | null) => number {
  const { size, numbers, widthShares, nodes } = domain;
  if (size <= 1) return () => 0;
  const rangeShare = (runs: Runs): number => {
    if (numbers === null || countLeaves(runs) <= 1) return 0;
    return contains(runs, domain.missing) ? 1 : rangeOf(numbers, runs) / domain.range;
  };
  if (widthShares === null) {
    if (domain.height === null && numbers !== null) return rangeShare;
    return (runs) => (countLeaves(runs) - 1) / (size - 1);
  }
  const lowestOf = new Map<string, number>();
  for (let level = nodes.length - 1; level > 0; level--) {
    for (const runs of nodes[level].values()) lowestOf.set(runs.join(), level);
  }
  return (runs, level) => {
    const isLeaf = countLeaves(runs) === 1;
    if (isLeaf && (level === null || runs[0] === domain.missing)) return 0;
    const at = level ?? lowestOf.get(runs.join()) ?? null;
    return at === null ? rangeShare(runs) : widthShares[at];
  };
}
