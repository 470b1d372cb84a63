import { binaryLogarithm, exponentialMinusOne, logarithmOnePlus } from '../elementary.js';
import type { Domain, Runs } from './domain.js';
import { rangeOf } from './domain.js';
import type { Labels } from './labels.js';
import { contains, countLeaves } from './labels.js';

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

/** Released rows by class and dictionary code of a column: [pairs] class, code, rows. */
export interface ClassPairs {
  readonly classOf: Uint32Array;
  readonly code: Uint32Array;
  readonly rows: Uint32Array;
}

/** [classes] rows of the most frequent label. */
export function majorities(classes: number, { classOf, rows }: ClassPairs): Uint32Array {
  const most = new Uint32Array(classes);
  for (let p = 0; p < rows.length; p++) if (rows[p] > most[classOf[p]]) most[classOf[p]] = rows[p];
  return most;
}

/** Rows outside the majority label of their class, plus the suppressed ones. */
export function classification(most: Uint32Array, sizes: Uint32Array, suppressed: number): number {
  let outside = suppressed;
  for (let c = 0; c < sizes.length; c++) if (sizes[c] > 0) outside += sizes[c] - most[c];
  return outside;
}

/** Rows outside the majority label of their class, times the rows of the class; n for every suppressed row. Exact. */
export function classificationPenalty(
  most: Uint32Array,
  sizes: Uint32Array,
  rows: number,
  suppressed: number,
): number | bigint {
  let sum = BigInt(rows) * BigInt(suppressed);
  let small = 0;
  for (let c = 0; c < sizes.length; c++) {
    if (sizes[c] === 0) continue;
    const cost = (sizes[c] - most[c]) * sizes[c];
    if (cost + small <= Number.MAX_SAFE_INTEGER) small += cost;
    else sum += BigInt(sizes[c] - most[c]) * BigInt(sizes[c]);
  }
  sum += BigInt(small);
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : sum;
}

/** Rows of the largest class; 0 when there is none. */
export function largestClass(sizes: Uint32Array): number {
  return sizes.reduce((most, size) => Math.max(most, size), 0);
}

/**
 * The mean over rows of 1 - 1 / (leaf vectors under the released vector), 1 for a suppressed row; null where a label could
 * not be read.
 *
 * @param codes - [quasi-identifiers][classes] label of every class
 * @param sizes - [classes] rows without suppressed ones
 */
export function rowInformationLoss(
  attributes: readonly (ReadAttribute | null)[],
  codes: readonly Uint32Array[],
  sizes: Uint32Array,
  rows: number,
  suppressed: number,
): number | null {
  const known = attributes.filter((attribute) => attribute !== null);
  if (known.length === 0 || known.length < attributes.length || rows === 0) return null;
  let lost = suppressed;
  for (let c = 0; c < sizes.length; c++) {
    if (sizes[c] === 0) continue;
    let kept = 1;
    for (let a = 0; a < known.length; a++) kept /= known[a].labels.leaves[codes[a][c]];
    lost += sizes[c] * (1 - kept);
  }
  return lost / rows;
}

/** Metrics that are sums over the cells of quasi-identifiers. */
export interface CellMetrics {
  readonly loss: number | null;
  readonly lossGeometric: number | null;
  readonly lossSum: number | null;
  readonly ncp: number | null;
  readonly informationLoss: number | null;
  readonly precision: number | null;
  readonly generalization: number | null;
  readonly height: number | null;
  readonly entropy: number | null;
}

/** Where cells are not known. */
export const noCellMetrics = {
  loss: null,
  lossGeometric: null,
  lossSum: null,
  ncp: null,
  informationLoss: null,
  precision: null,
  generalization: null,
  height: null,
  entropy: null,
} as const;

/**
 * Computes the cell metrics. An attribute is null where its domain is not known or a label could not be read: then
 * everything that needs it is null.
 *
 * @param levelVector - every attribute stands on one level for all rows, suppressed ones included
 */
export function cellMetrics(
  attributes: readonly (ReadAttribute | null)[],
  rows: number,
  suppressed: number,
  levelVector = false,
): CellMetrics {
  const known = attributes.filter((attribute) => attribute !== null);
  if (known.length === 0 || known.length < attributes.length || rows === 0) return noCellMetrics;
  const hidden = (leaves: number): number => 1 - 1 / leaves;
  const hiddenShares = known.map(
    (attribute) => (sumCells(attribute, (code) => hidden(attribute.labels.leaves[code])) + suppressed) / rows,
  );
  const losses = known.map((attribute) => (sumCells(attribute, lossOfCell(attribute)) + suppressed) / rows);
  const penalties = known.map((attribute) => (sumCells(attribute, penaltyOfCell(attribute)) + suppressed) / rows);
  return {
    loss: mean(losses),
    lossGeometric: exponentialMinusOne(mean(losses.map((loss) => logarithmOnePlus(loss)))),
    lossSum: lossSumOf(known, rows, suppressed, levelVector),
    ncp: mean(penalties),
    informationLoss: mean(hiddenShares),
    precision: precisionOf(known, rows, suppressed),
    generalization: generalizationOf(known, suppressed),
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

/**
 * Huang: the mean over rows of each attribute's loss, summed over attributes, plus (number of attributes) / rows for every
 * suppressed row. Under a level vector, suppressed rows are in the mean too; null where the original is needed for that and
 * not there.
 */
function lossSumOf(
  attributes: readonly ReadAttribute[],
  rows: number,
  suppressed: number,
  levelVector: boolean,
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
      sum += sumCells(attribute, (code) => shares?.[code] ?? lossOf(labels.runs[code] ?? [], levelOf(code)));
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
 * What a set of leaves loses: intervals by their width, at the level of the label or else the lowest that has a node of these
 * leaves; other numbers by range where they have no levels; all others by leaves. The missing value loses nothing.
 */
function lossOfLeaves(domain: Domain): (runs: Runs, level: number | null) => number {
  const { size, numbers, widthShares, nodes } = domain;
  if (size <= 1) return () => 0;
  const rangeShare = (runs: Runs): number => {
    if (numbers === null || countLeaves(runs) <= 1) return 0;
    return domain.missing >= 0 && contains(runs, domain.missing) ? 1 : rangeOf(numbers, runs) / domain.range;
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

/** Toth: levels summed over all cells, the height of the hierarchy for those of suppressed rows. */
function generalizationOf(attributes: readonly ReadAttribute[], suppressed: number): number | null {
  let sum = 0;
  for (const attribute of attributes) {
    const { domain, labels, counts } = attribute;
    if (domain.height === null) return null;
    if (counts.some((count, code) => count > 0 && labels.levels[code] < 0)) return null;
    sum += sumCells(attribute, (code) => labels.levels[code]) + suppressed * domain.height;
  }
  return sum;
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
      if (leafCounts[leaf] > 0) add(-leafCounts[leaf] * binaryLogarithm(leafCounts[leaf]));
    }
    for (let code = 0; code < counts.length; code++) {
      const runs = labels.runs[code];
      if (counts[code] === 0 || runs === null) continue;
      let under = 0;
      for (let r = 0; r < runs.length; r += 2) under += before[runs[r + 1] + 1] - before[runs[r]];
      if (under === 0) return null;
      add(counts[code] * binaryLogarithm(under));
    }
    add(suppressed * binaryLogarithm(rows));
  }
  return sum + lost;
}
