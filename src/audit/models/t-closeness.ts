import type { SparseHistogram } from '../histogram.js';
import type { AuditedModelKind, CountedPersons, SensitiveTree } from './model.js';
import { atMost, most, ofClasses, totalOf, whereClasses } from './model.js';

/** Sums of shares of rows are rounded. */
const rounding = 1e-12;

/**
 * Distance between the values of a class and those of the table. Li et al. 2007. Persons weigh the same, spread over their rows; with
 * `equal`, the share of the holders of a value in a class exceeds that in the table by at most t, too.
 */
export const tCloseness: AuditedModelKind<{
  readonly model: 't-closeness';
  readonly t: number;
  readonly distance: 'equal' | 'ordered' | 'hierarchical';
  readonly attribute: string;
}> = {
  name: 't-closeness',
  numbers: ['t'],
  words: { distance: ['equal', 'ordered', 'hierarchical'] },
  isRelative: true,
  counts: 'shares',
  lacking: ({ distance }, { tree }) =>
    distance === 'hierarchical' && tree === null ? 'it has no hierarchy with one root over all its values' : null,
  measure({ t, distance }, { sizes, persons, column: { histogram, table, tree } }) {
    const measured =
      distance === 'equal'
        ? equalDistance(histogram, table)
        : distance === 'ordered'
          ? orderedDistance(histogram, table)
          : hierarchicalDistance(histogram, table, tree as SensitiveTree);
    const isOfHolders = persons !== undefined && distance === 'equal';
    const distances = ofClasses(sizes, (c) =>
      isOfHolders ? Math.max(measured(c), holdersGap(sizes[c], persons, c)) : measured(c),
    );
    const slack = persons === undefined ? 0 : rounding;
    return { achieved: { t: most(distances) }, satisfied: whereClasses(sizes, (c) => atMost(distances[c] - slack, t)) };
  },
};

/** The largest difference of the share of holders in a class and in the table. */
function holdersGap(size: number, { count, holders: { histogram, table } }: CountedPersons, c: number): number {
  let gap = 0;
  for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) {
    gap = Math.max(gap, (histogram.count[e] * count - table[histogram.rank[e]] * size) / (size * count));
  }
  return gap;
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

/**
 * The distance of section 4.3 of Li et al. 2007 by its text: every node moves the surplus of its children to those that have too little, at the cost
 * height(node) / height of the tree.
 */
function hierarchicalDistance(
  histogram: SparseHistogram,
  table: Float64Array,
  tree: SensitiveTree,
): (c: number) => number {
  const rows = table.reduce((sum, count) => sum + count, 0);
  return (c) => {
    let size = 0;
    for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) size += histogram.count[e];
    let extra = table.map((count) => -count * size);
    for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++)
      extra[histogram.rank[e]] += histogram.count[e] * rows;
    let cost = 0;
    tree.parents.forEach((parent, below) => {
      const nodes = parent.reduce((most, node) => Math.max(most, node + 1), 0);
      const surplus = new Float64Array(nodes);
      const lack = new Float64Array(nodes);
      extra.forEach((amount, child) => {
        if (amount > 0) surplus[parent[child]] += amount;
        else lack[parent[child]] -= amount;
      });
      surplus.forEach((amount, node) => (cost += (below + 1) * Math.min(amount, lack[node])));
      extra = surplus.map((amount, node) => amount - lack[node]);
    });
    return cost / (tree.height * size * rows);
  };
}
