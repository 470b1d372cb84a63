import { InvalidArgumentError } from '../base/errors.js';
import { allocateCodes, type Codes } from '../table/table.js';
import type { CutProblem } from './engine.js';

/**
 * The rows of a cut problem as both engines hold them: one item a vector, or a vector and label under `classification`,
 * so that cells, lines and classes are sums over items whatever the metric.
 */
export interface CutItems {
  readonly length: number;
  /** [attributes][length] leaf codes. */
  readonly codes: readonly Codes[];
  /** [length] rows. */
  readonly weights: Uint32Array;
  /** [length] labels, or null under `discernibility`. */
  readonly labels: Uint32Array | null;
  /** [attributes][length] items by ascending leaf, then by label, then by number. */
  readonly orders: readonly Uint32Array[];
  /** [attributes][size + 1] where each leaf begins in the order. */
  readonly starts: readonly Uint32Array[];
}

/**
 * Copies columns and counts into items. Throws InvalidArgumentError when the labels of a vector do not add up to its
 * rows.
 */
export function listCutItems(
  problem: CutProblem,
  sizes: readonly number[],
  codesOf: (attribute: number) => Codes,
  counts: Uint32Array,
): CutItems {
  const columns = Array.from({ length: problem.attributes }, (_, a) => codesOf(a));
  const byLabel = problem.metric === 'classification' ? splitByLabel(problem, counts) : null;
  const length = byLabel === null ? counts.length : byLabel.vectors.length;
  const codes = columns.map((column, a) => {
    if (byLabel === null) return column;
    const spread = allocateCodes(length, sizes[a]);
    for (let i = 0; i < length; i++) spread[i] = column[byLabel.vectors[i]];
    return spread;
  });
  return orderCutItems(
    { codes, weights: byLabel?.weights ?? counts, labels: byLabel?.labels ?? null },
    sizes,
    problem.labels?.size ?? 0,
  );
}

/** Codes and labels of some items, which stand for those that were merged with them. */
export function pickCutItems(
  { codes, labels }: Pick<CutItems, 'codes' | 'labels'>,
  sizes: readonly number[],
  items: Uint32Array,
): Pick<CutItems, 'codes' | 'labels'> {
  const pick = <Column extends Codes>(column: Column, kept: Column): Column => {
    for (let i = 0; i < items.length; i++) kept[i] = column[items[i]];
    return kept;
  };
  return {
    codes: codes.map((column, a) => pick(column, allocateCodes(items.length, sizes[a]))),
    labels: labels && pick(labels, new Uint32Array(items.length)),
  };
}

/** Items with their orders. `labels`: how many there are. */
export function orderCutItems(
  { codes, weights, labels: own }: Pick<CutItems, 'codes' | 'weights' | 'labels'>,
  sizes: readonly number[],
  labels: number,
): CutItems {
  const labelOrder = own === null ? null : sortBy(own, labels, null).order;
  const sorted = codes.map((column, a) => sortBy(column, sizes[a], labelOrder));
  return {
    length: weights.length,
    codes,
    weights,
    labels: own,
    orders: sorted.map(({ order }) => order),
    starts: sorted.map(({ starts }) => starts),
  };
}

function splitByLabel(problem: CutProblem, counts: Uint32Array) {
  const { size, histogram } = problem.labels!;
  let length = 0;
  for (let i = 0; i < histogram.length; i++) if (histogram[i] !== 0) length++;
  const vectors = new Uint32Array(length);
  const labels = new Uint32Array(length);
  const weights = new Uint32Array(length);
  let item = 0;
  for (let vector = 0, at = 0; vector < counts.length; vector++) {
    let rows = 0;
    for (let label = 0; label < size; label++, at++) {
      if (histogram[at] === 0) continue;
      rows += histogram[at];
      vectors[item] = vector;
      labels[item] = label;
      weights[item++] = histogram[at];
    }
    if (rows !== counts[vector]) {
      throw new InvalidArgumentError('labels.histogram', 'counts that add up to the rows of a vector', 'others');
    }
  }
  return { vectors, labels, weights };
}

/** Stable counting sort of 0 .. length - 1, or of a given order of them, by key. */
function sortBy(
  keys: Codes | Uint32Array,
  size: number,
  before: Uint32Array | null,
): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < keys.length; i++) starts[keys[i] + 1]++;
  for (let key = 0; key < size; key++) starts[key + 1] += starts[key];
  const cursor = starts.slice();
  const order = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const item = before === null ? i : before[i];
    order[cursor[keys[item]]++] = item;
  }
  return { order, starts };
}
