import { exponential, logarithm } from '../elementary.js';
import { InvalidArgumentError } from '../errors.js';
import type { SparseHistogram } from './histogram.js';
import type { SensitiveTree } from './sensitive-tree.js';
import { hierarchicalDistance } from './sensitive-tree.js';
import type { AuditPrivacy } from './spec.js';

/** How far below its bound a model with real numbers may fall and still hold: rounding, relative. */
const tolerance = 1e-12;

/** What every class achieves under one model. */
export interface ClassMeasure {
  /**
   * By the name of what is achieved (k, l, c, t, ...): [classes] values, and whether the smallest (`least`) or the largest
   * of them is what the release achieves.
   */
  readonly achieved: Readonly<Record<string, { readonly value: Float64Array; readonly least: boolean }>>;
  /** [classes] 1 where the class satisfies the model. */
  readonly satisfied: Uint8Array;
}

/** A sensitive column as the models see it. */
export interface SensitiveColumn {
  readonly histogram: SparseHistogram;
  /** [values] rows of the whole table per rank. */
  readonly table: Float64Array;
  /** [values] number of every rank, NaN for what is none; null when the column is not numeric. */
  readonly numbers: Float64Array | null;
  /** The hierarchy of the values, where the job gives one with levels. */
  readonly tree: SensitiveTree | null;
  /** [values] items of every rank, for a column of lists; else null. */
  readonly items: readonly ReadonlySet<string>[] | null;
}

/** A model on class sizes alone. */
export const needsSizesOnly = (model: AuditPrivacy): boolean => !('attribute' in model);

/** Measures every class under a model. `column` is the model's attribute; undefined for models on sizes alone. */
export function measureClasses(
  model: AuditPrivacy,
  sizes: Uint32Array,
  column: SensitiveColumn | undefined,
): ClassMeasure {
  const classes = sizes.length;
  const each = (measure: (c: number) => number): Float64Array =>
    Float64Array.from({ length: classes }, (_, c) => measure(c));
  const judge = (holds: (c: number) => boolean): Uint8Array =>
    Uint8Array.from({ length: classes }, (_, c) => (holds(c) ? 1 : 0));
  const least = (value: Float64Array) => ({ value, least: true });
  const most = (value: Float64Array) => ({ value, least: false });
  const { histogram, table } = (column ?? {}) as SensitiveColumn;
  switch (model.model) {
    case 'k-anonymity': {
      const rows = each((c) => sizes[c]);
      return { achieved: { k: least(rows) }, satisfied: judge((c) => rows[c] >= model.k) };
    }
    case 'maximum-risk': {
      const risk = each((c) => 1 / sizes[c]);
      return { achieved: { risk: most(risk) }, satisfied: judge((c) => atMost(risk[c], model.risk)) };
    }
    case 'average-risk':
    case 'delta-presence':
    case 'weak-k-anonymity':
    case 'k-map':
    case 'weak-l-diversity':
      // Not judged class by class, or not from the release alone.
      return { achieved: {}, satisfied: judge(() => true) };
    case 't-closeness': {
      const distance =
        model.distance === 'equal'
          ? equalDistance(histogram, table)
          : model.distance === 'ordered'
            ? orderedDistance(histogram, table)
            : hierarchicalDistance(histogram, table, (column as SensitiveColumn).tree as SensitiveTree);
      const t = each(distance);
      return { achieved: { t: most(t) }, satisfied: judge((c) => atMost(t[c], model.t)) };
    }
    case 'alpha-k-anonymity': {
      const rows = each((c) => totalOf(histogram, c));
      const share = each((c) => headAndTail(histogram, c, 1).most / rows[c]);
      return {
        achieved: { k: least(rows), alpha: most(share) },
        satisfied: judge((c) => rows[c] >= model.k && atMost(share[c], model.alpha)),
      };
    }
    case 'ke-anonymity': {
      const values = each((c) => histogram.start[c + 1] - histogram.start[c]);
      const range = each((c) => rangeOf(histogram, (column as SensitiveColumn).numbers as Float64Array, c));
      return {
        achieved: { k: least(values), e: least(range) },
        satisfied: judge((c) => values[c] >= model.k && range[c] >= model.e * (1 - tolerance)),
      };
    }
    case 'km-anonymity': {
      const items = (column as SensitiveColumn).items as readonly ReadonlySet<string>[];
      const support = each((c) => smallestSupport(histogram, items, model.m, c));
      return { achieved: { k: least(support) }, satisfied: judge((c) => support[c] >= model.k) };
    }
    case 'beta-likeness': {
      const rows = sumOf(table);
      const gains = each((c) => {
        let largest = 0;
        forShares(histogram, table, rows, c, (q, p) => (largest = Math.max(largest, (q - p) / p)));
        return largest;
      });
      const enhanced = model.variant === 'enhanced';
      return {
        achieved: { beta: most(gains) },
        satisfied: judge((c) => {
          let holds = true;
          forShares(histogram, table, rows, c, (q, p, inClass, ofClass, inTable) => {
            // q > p in whole numbers, so that equal shares are equal.
            if (inClass * rows <= inTable * ofClass) return;
            const limit = enhanced ? Math.min(model.beta, -logarithm(p)) : model.beta;
            if (!atMost((q - p) / p, limit)) holds = false;
          });
          return holds;
        }),
      };
    }
    case 'delta-disclosure': {
      const rows = sumOf(table);
      const present = table.reduce((count, rows) => (rows > 0 ? count + 1 : count), 0);
      const delta = each((c) => {
        const missing = present > histogram.start[c + 1] - histogram.start[c];
        let largest = model.absent === 'violates' && missing ? Infinity : 0;
        forShares(
          histogram,
          table,
          rows,
          c,
          (q, p) => (largest = Math.max(largest, Math.abs(logarithm(q) - logarithm(p)))),
        );
        return largest;
      });
      return { achieved: { delta: most(delta) }, satisfied: judge((c) => delta[c] < model.delta * (1 + tolerance)) };
    }
    case 'l-diversity':
      switch (model.variant) {
        case 'distinct': {
          const values = each((c) => histogram.start[c + 1] - histogram.start[c]);
          return { achieved: { l: least(values) }, satisfied: judge((c) => values[c] >= model.l) };
        }
        case 'entropy': {
          const nats = each((c) => entropyOf(histogram, c));
          return {
            achieved: { l: least(nats.map(exponential)) },
            satisfied: judge((c) => nats[c] >= logarithm(model.l) * (1 - tolerance)),
          };
        }
        case 'recursive': {
          const parts = Array.from(sizes, (_, c) => headAndTail(histogram, c, model.l));
          // Where a class has fewer than l values no c suffices: then the largest l that holds with the c that was asked for.
          const isOpen = parts.some(({ tail }) => tail === 0);
          const { c: bound } = model;
          return {
            achieved: {
              c: most(each((c) => parts[c].most / parts[c].tail)),
              ...(isOpen ? { l: least(each((c) => largestL(histogram, c, bound as number))) } : {}),
            },
            satisfied: judge((c) => parts[c].most < (model.c as number) * parts[c].tail),
          };
        }
      }
  }
}

/** The largest l for which a class is recursively (c,l)-diverse, 0 for none. */
function largestL(histogram: SparseHistogram, group: number, c: number): number {
  const counts = descending(histogram, group);
  let tail = counts.reduce((sum, count) => sum + count, 0);
  let l = 0;
  while (l < counts.length && counts[0] < c * tail) tail -= counts[l++];
  return l;
}

/** value <= bound, up to rounding. */
const atMost = (value: number, bound: number): boolean => value <= bound * (1 + tolerance);

/** The average risk of a release: classes / rows. */
export function averageRisk(sizes: Uint32Array): number {
  let classes = 0;
  let rows = 0;
  for (const size of sizes) {
    if (size > 0) classes++;
    rows += size;
  }
  return rows === 0 ? 0 : classes / rows;
}

/** True when the average risk is at most the one required. */
export const averageRiskHolds = (risk: number, required: number): boolean => atMost(risk, required);

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
      if (!['equal', 'ordered', 'hierarchical'].includes(model.distance)) {
        throw new InvalidArgumentError(`${path}.distance`, 'equal, ordered or hierarchical', String(model.distance));
      }
      return requireNumber('t', model.t);
    case 'km-anonymity':
      requireNumber('k', model.k);
      return requireNumber('m', model.m);
    case 'ke-anonymity':
      requireNumber('k', model.k);
      return requireNumber('e', model.e);
    case 'alpha-k-anonymity':
      requireNumber('k', model.k);
      return requireNumber('alpha', model.alpha);
    case 'beta-likeness':
      if (!['basic', 'enhanced'].includes(model.variant)) {
        throw new InvalidArgumentError(`${path}.variant`, 'basic or enhanced', String(model.variant));
      }
      return requireNumber('beta', model.beta);
    case 'delta-disclosure':
      if (!['ignored', 'violates'].includes(model.absent ?? 'ignored')) {
        throw new InvalidArgumentError(`${path}.absent`, 'ignored or violates', String(model.absent));
      }
      return requireNumber('delta', model.delta);
    case 'delta-presence':
      requireNumber('min', model.min);
      return requireNumber('max', model.max);
    case 'weak-k-anonymity':
    case 'k-map':
      return requireNumber('k', model.k);
    case 'weak-l-diversity':
      return requireNumber('l', model.l);
    case 'average-risk':
    case 'maximum-risk':
      return requireNumber('risk', model.risk);
    default:
      throw new InvalidArgumentError(`${path}.model`, 'a model that the audit knows', String(name));
  }
}

/** Calls `visit` for every value of the class of a table of `rows` rows, with its share q in the class, p in the table, and the counts behind them. */
function forShares(
  histogram: SparseHistogram,
  table: Float64Array,
  rows: number,
  c: number,
  visit: (q: number, p: number, inClass: number, ofClass: number, inTable: number) => void,
): void {
  const size = totalOf(histogram, c);
  for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) {
    const inTable = table[histogram.rank[e]];
    visit(histogram.count[e] / size, inTable / rows, histogram.count[e], size, inTable);
  }
}

const sumOf = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * The fewest rows that have a set of up to m items which some row of the class has, by growing sets item by item from the
 * rows that have them; Infinity when no row has an item. Terrovitis et al. 2008, definition 1.
 */
function smallestSupport(
  histogram: SparseHistogram,
  items: readonly ReadonlySet<string>[],
  m: number,
  c: number,
): number {
  const entries = Array.from({ length: histogram.start[c + 1] - histogram.start[c] }, (_, i) => histogram.start[c] + i);
  const grow = (rows: readonly number[], after: string, size: number): number => {
    const withItem = new Map<string, number[]>();
    for (const e of rows) {
      for (const item of items[histogram.rank[e]]) {
        if (size > 0 && item <= after) continue;
        const list = withItem.get(item);
        if (list === undefined) withItem.set(item, [e]);
        else list.push(e);
      }
    }
    let smallest = Infinity;
    for (const [item, list] of withItem) {
      smallest = Math.min(
        smallest,
        list.reduce((sum, e) => sum + histogram.count[e], 0),
      );
      if (size + 1 < m) smallest = Math.min(smallest, grow(list, item, size + 1));
    }
    return smallest;
  };
  return grow(entries, '', 0);
}

/** Largest - smallest number of the class; 0 when it has none. */
function rangeOf(histogram: SparseHistogram, numbers: Float64Array, c: number): number {
  const found = Array.from(
    histogram.rank.subarray(histogram.start[c], histogram.start[c + 1]),
    (rank) => numbers[rank],
  );
  const ascending = found.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b);
  return ascending.length === 0 ? 0 : ascending[ascending.length - 1] - ascending[0];
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
    nats += (histogram.count[e] / total) * logarithm(total / histogram.count[e]);
  }
  return nats;
}

/** r_1 and r_l + ... + r_m of the class, counts descending. Machanavajjhala et al. 2007, definition 4.2. */
function headAndTail(histogram: SparseHistogram, c: number, l: number): { most: number; tail: number } {
  const counts = descending(histogram, c);
  let tail = 0;
  for (let rank = l - 1; rank < counts.length; rank++) tail += counts[rank];
  return { most: counts[0], tail };
}

/** Rows of a class by value, the most frequent first. */
function descending(histogram: SparseHistogram, c: number) {
  return histogram.count
    .slice(histogram.start[c], histogram.start[c + 1])
    .sort()
    .reverse();
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
