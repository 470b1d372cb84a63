import { InvalidArgumentError } from '../errors.js';
import type { SparseHistogram } from './histogram.js';
import type { AuditPrivacy } from './spec.js';

/** How far below its bound a model with real numbers may fall and still hold: rounding, relative. */
const tolerance = 1e-12;

/** What every class achieves under one model. */
export interface ClassMeasure {
  /** [classes] k, l (entropy: in nats), r_1 / (r_l + ... + r_m), or t. */
  readonly value: Float64Array;
  /** [classes] 1 where the class satisfies the model. */
  readonly satisfied: Uint8Array;
}

/** A sensitive column as the models see it. */
export interface SensitiveColumn {
  readonly histogram: SparseHistogram;
  /** [values] rows of the whole table per rank. */
  readonly table: Float64Array;
}

/** Measures every class under a model. `column` is the model's attribute; undefined for k-anonymity alone. */
export function measureClasses(
  model: AuditPrivacy,
  sizes: Uint32Array,
  column: SensitiveColumn | undefined,
): ClassMeasure {
  const value = new Float64Array(sizes.length);
  const satisfied = new Uint8Array(sizes.length);
  const judge = (measure: (c: number) => number, holds: (v: number) => boolean): ClassMeasure => {
    for (let c = 0; c < sizes.length; c++) {
      value[c] = measure(c);
      satisfied[c] = holds(value[c]) ? 1 : 0;
    }
    return { value, satisfied };
  };
  if (model.model === 'k-anonymity') {
    return judge(
      (c) => sizes[c],
      (size) => size >= model.k,
    );
  }
  const { histogram, table } = column as SensitiveColumn;
  if (model.model === 't-closeness') {
    const distance = model.distance === 'equal' ? equalDistance(histogram, table) : orderedDistance(histogram, table);
    return judge(distance, (t) => t <= model.t * (1 + tolerance));
  }
  switch (model.variant) {
    case 'distinct':
      return judge(
        (c) => histogram.start[c + 1] - histogram.start[c],
        (l) => l >= model.l,
      );
    case 'entropy':
      return judge(
        (c) => entropyOf(histogram, c),
        (nats) => nats >= Math.log(model.l) * (1 - tolerance),
      );
    case 'recursive':
      for (let c = 0; c < sizes.length; c++) {
        const { most, tail } = headAndTail(histogram, c, model.l);
        value[c] = most / tail;
        satisfied[c] = most < (model.c as number) * tail ? 1 : 0;
      }
      return { value, satisfied };
  }
}

/** Throws InvalidArgumentError for a model, variant or distance that the audit does not know, or a missing number. */
export function checkModel(model: AuditPrivacy, path: string): void {
  const { model: name } = model;
  const requireNumber = (key: string, received: unknown): void => {
    if (typeof received !== 'number' || Number.isNaN(received)) {
      throw new InvalidArgumentError(`${path}.${key}`, 'a number', typeof received);
    }
  };
  switch (name) {
    case 'k-anonymity':
      return requireNumber('k', model.k);
    case 'l-diversity':
      if (!['distinct', 'entropy', 'recursive'].includes(model.variant)) {
        throw new InvalidArgumentError(`${path}.variant`, 'distinct, entropy or recursive', String(model.variant));
      }
      requireNumber('l', model.l);
      if (model.variant === 'recursive') requireNumber('c', model.c);
      return;
    case 't-closeness':
      if (!['equal', 'ordered'].includes(model.distance)) {
        throw new InvalidArgumentError(`${path}.distance`, 'equal or ordered', String(model.distance));
      }
      return requireNumber('t', model.t);
    default:
      throw new InvalidArgumentError(`${path}.model`, 'k-anonymity, l-diversity or t-closeness', String(name));
  }
}

function totalOf(histogram: SparseHistogram, c: number): number {
  let total = 0;
  for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) total += histogram.count[e];
  return total;
}

/** Entropy of the class in nats. Machanavajjhala et al. 2007, definition 4.1: l = exp(entropy). */
function entropyOf(histogram: SparseHistogram, c: number): number {
  const total = totalOf(histogram, c);
  let nats = 0;
  for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) {
    nats += (histogram.count[e] / total) * Math.log(total / histogram.count[e]);
  }
  return nats;
}

/** r_1 and r_l + ... + r_m of the class, counts descending. Machanavajjhala et al. 2007, definition 4.2. */
function headAndTail(histogram: SparseHistogram, c: number, l: number): { most: number; tail: number } {
  const counts = histogram.count
    .slice(histogram.start[c], histogram.start[c + 1])
    .sort()
    .reverse();
  let tail = 0;
  for (let rank = l - 1; rank < counts.length; rank++) tail += counts[rank];
  return { most: counts[0], tail };
}

/** Half the sum of |p - q| over all values; whole numbers until the last division. Li et al. 2007, section 4.2. */
function equalDistance(histogram: SparseHistogram, table: Float64Array): (c: number) => number {
  const rows = table.reduce((sum, count) => sum + count, 0);
  return (c) => {
    const size = totalOf(histogram, c);
    let difference = 0;
    let present = 0;
    for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) {
      const inTable = table[histogram.rank[e]];
      difference += Math.abs(histogram.count[e] * rows - inTable * size);
      present += inTable;
    }
    return (difference + (rows - present) * size) / (2 * size * rows);
  };
}

/**
 * (1 / (m - 1)) times the sum over values i of |p_1 + ... + p_i - q_1 - ... - q_i|. Li et al. 2007, section 4.2.
 * Between two values of the class its own sum is constant and the table's rises: the point where they cross is found
 * by bisection, and both sides are taken from prefix sums, so that a class costs its own values, not the table's.
 */
function orderedDistance(histogram: SparseHistogram, table: Float64Array): (c: number) => number {
  const values = table.length;
  const cumulative = new Float64Array(values);
  const summed = new Float64Array(values + 1);
  let rows = 0;
  for (let i = 0; i < values; i++) {
    rows += table[i];
    cumulative[i] = rows;
    summed[i + 1] = summed[i] + rows;
  }
  return (c) => {
    if (values < 2) return 0;
    const size = totalOf(histogram, c);
    let difference = 0;
    let reached = 0;
    let from = 0;
    for (let e = histogram.start[c]; e <= histogram.start[c + 1]; e++) {
      const to = e < histogram.start[c + 1] ? histogram.rank[e] : values;
      const crossing = firstAbove(cumulative, (reached * rows) / size, from, to);
      difference += (crossing - from) * reached * rows - (summed[crossing] - summed[from]) * size;
      difference += (summed[to] - summed[crossing]) * size - (to - crossing) * reached * rows;
      if (to < values) reached += histogram.count[e];
      from = to;
    }
    return difference / ((values - 1) * size * rows);
  };
}

/** First index in [from, to) whose entry is above the bound, else `to`. Entries ascend. */
function firstAbove(ascending: Float64Array, bound: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
