import type { Domain } from './domain.js';
import type { SparseHistogram } from './histogram.js';
import type { Labels } from './labels.js';

/** One quasi-identifier of the release, read. */
export interface ReadAttribute {
  readonly domain: Domain;
  readonly labels: Labels;
  /** [dictionary of the release] released rows per label, suppressed rows not counted. */
  readonly counts: Float64Array;
  /** [leaves] rows of the original per leaf, or null without an original. */
  readonly leafCounts: Float64Array | null;
  /** [leaves] people who bear each: rows of the original, or of the public table where there is one; null without an original. */
  readonly people: Float64Array | null;
}

/** Sum of |E|^2 over released classes plus n for every suppressed row; exact, a bigint past 2^53 - 1. */
export function discernibility(sizes: Uint32Array, rows: number, suppressed: number): number | bigint {
  // The sum is at most rows^2: while that is exact, so is every step.
  if (rows * rows <= Number.MAX_SAFE_INTEGER) {
    let sum = rows * suppressed;
    for (let c = 0; c < sizes.length; c++) sum += sizes[c] * sizes[c];
    return sum;
  }
  let sum = BigInt(rows) * BigInt(suppressed);
  for (let c = 0; c < sizes.length; c++) sum += BigInt(sizes[c]) * BigInt(sizes[c]);
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : sum;
}

/** Rows outside the majority label of their class, plus the suppressed ones. `released` [classes] leaves out others. */
export function classification(histogram: SparseHistogram, released: Uint8Array, suppressed: number): number {
  let outside = suppressed;
  for (let c = 0; c < released.length; c++) {
    if (released[c] === 0) continue;
    let most = 0;
    for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) {
      outside += histogram.count[e];
      most = Math.max(most, histogram.count[e]);
    }
    outside -= most;
  }
  return outside;
}

/** Metrics that are sums over the cells of quasi-identifiers. */
export interface CellMetrics {
  readonly loss: number | null;
  readonly lossGeometric: number | null;
  readonly ncp: number | null;
  readonly precision: number | null;
  readonly height: number | null;
  readonly entropy: number | null;
}

/**
 * Computes the cell metrics. An attribute is null where its domain is not known or a label could not be read: then
 * everything that needs it is null.
 */
export function cellMetrics(
  attributes: readonly (ReadAttribute | null)[],
  rows: number,
  suppressed: number,
): CellMetrics {
  const known = attributes.filter((attribute) => attribute !== null);
  if (known.length === 0 || known.length < attributes.length || rows === 0) {
    return { loss: null, lossGeometric: null, ncp: null, precision: null, height: null, entropy: null };
  }
  const losses = known.map((attribute) => (sumCells(attribute, lossOfCell(attribute)) + suppressed) / rows);
  const penalties = known.map((attribute) => (sumCells(attribute, penaltyOfCell(attribute)) + suppressed) / rows);
  return {
    loss: mean(losses),
    lossGeometric: Math.expm1(mean(losses.map((loss) => Math.log1p(loss)))),
    ncp: mean(penalties),
    precision: precisionOf(known, rows, suppressed),
    height: heightOf(known),
    entropy: entropyOf(known, rows, suppressed),
  };
}

function sumCells({ counts }: ReadAttribute, cell: (code: number) => number): number {
  let sum = 0;
  for (let code = 0; code < counts.length; code++) if (counts[code] > 0) sum += counts[code] * cell(code);
  return sum;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Iyengar 2002: by leaves under levels, else by range for numbers and by values in the interval for others. */
function lossOfCell({ domain, labels }: ReadAttribute): (code: number) => number {
  const { shares } = labels;
  if (domain.height === null && shares !== null) return (code) => shares[code];
  if (domain.size <= 1) return () => 0;
  return (code) => (labels.leaves[code] - 1) / (domain.size - 1);
}

/** Normalized certainty penalty: range share for numbers, leaves/|leaves| for others, 0 for one leaf. */
function penaltyOfCell({ domain, labels }: ReadAttribute): (code: number) => number {
  const { shares } = labels;
  if (shares !== null) return (code) => shares[code];
  return (code) => (labels.leaves[code] <= 1 ? 0 : labels.leaves[code] / domain.size);
}

/** Sweeney 2002, definition of Prec. */
function precisionOf(attributes: readonly ReadAttribute[], rows: number, suppressed: number): number | null {
  const shares: number[] = [];
  for (const attribute of attributes) {
    const { domain, labels, counts } = attribute;
    if (domain.height === null) return null;
    if (counts.some((count, code) => count > 0 && labels.levels[code] < 0)) return null;
    const height = Math.max(1, domain.height);
    shares.push((sumCells(attribute, (code) => labels.levels[code] / height) + suppressed) / rows);
  }
  return 1 - mean(shares);
}

function heightOf(attributes: readonly ReadAttribute[]): number | null {
  let height = 0;
  for (const { labels } of attributes) {
    if (labels.singleLevel === null) return null;
    height += labels.singleLevel;
  }
  return height;
}

/**
 * Non-uniform entropy: the sum over cells of log2(rows of the original under the released value / rows of the cell's own
 * leaf). Which released row belongs to which original row does not matter: both sides are sums over the whole table.
 */
function entropyOf(attributes: readonly ReadAttribute[], rows: number, suppressed: number): number | null {
  // Compensated (Neumaier 1974): where little is generalized, large sums nearly cancel.
  let sum = 0;
  let lost = 0;
  const add = (term: number): void => {
    const next = sum + term;
    lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
    sum = next;
  };
  for (const { domain, labels, counts, leafCounts } of attributes) {
    if (leafCounts === null) return null;
    const before = new Float64Array(domain.size + 1);
    for (let leaf = 0; leaf < domain.size; leaf++) {
      before[leaf + 1] = before[leaf] + leafCounts[leaf];
      if (leafCounts[leaf] > 0) add(-leafCounts[leaf] * Math.log2(leafCounts[leaf]));
    }
    for (let code = 0; code < counts.length; code++) {
      const runs = labels.runs[code];
      if (counts[code] === 0 || runs === null) continue;
      let under = 0;
      for (let r = 0; r < runs.length; r += 2) under += before[runs[r + 1] + 1] - before[runs[r]];
      if (under === 0) return null;
      add(counts[code] * Math.log2(under));
    }
    add(suppressed * Math.log2(rows));
  }
  return sum + lost;
}
