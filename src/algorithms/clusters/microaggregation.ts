import { square } from '../../base/elementary.js';
import type { Engine, PointScan } from '../../engine/engine.js';
import { type Group, groupOfRows } from '../local/groups.js';
import type { Steps } from '../../base/steps.js';
import type { Watch } from '../sharing/task.js';
import type { StandardPoints } from './standardized.js';

/** Cells, and rows of runs, looked at between two yields. */
const YIELD_CELLS = 1 << 18;

/** Sum of squared distances of the rows from the means of their groups. Yields between stretches of the work. */
export function* squaredErrors({ values }: StandardPoints, groups: readonly Group[]): Steps<number> {
  let total = 0;
  let looked = 0;
  for (const { vectors, counts } of groups) {
    looked += vectors.length * values.length;
    if (looked >= YIELD_CELLS) {
      looked = 0;
      yield;
    }
    let rows = 0;
    for (const count of counts) rows += count;
    for (const column of values) {
      let sum = 0;
      for (let i = 0; i < vectors.length; i++) sum += counts[i] * column[vectors[i]];
      const mean = sum / rows;
      for (let i = 0; i < vectors.length; i++) total += counts[i] * square(column[vectors[i]] - mean);
    }
  }
  return total;
}

/** Rows that are in no group yet. */
class Rest {
  rows: number;
  /** [vectors] rows left. */
  readonly left: Uint32Array;
  readonly scan: PointScan;
  readonly #values: readonly Float64Array[];
  readonly #sums: Float64Array;

  constructor(engine: Engine, { values, counts, rows }: StandardPoints) {
    this.rows = rows;
    this.left = counts.slice();
    this.scan = engine.pointScan(values, counts);
    this.#values = values;
    this.#sums = Float64Array.from(values, (column) => {
      let sum = 0;
      for (let v = 0; v < column.length; v++) sum += counts[v] * column[v];
      return sum;
    });
  }

  /** The mean of the rows left. */
  centroid(): Float64Array {
    return this.#sums.map((sum) => sum / this.rows);
  }

  point(vector: number): Float64Array {
    return Float64Array.from(this.#values, (column) => column[vector]);
  }

  /** Takes k rows of vectors that have as many, the first ones first. */
  takeRows(vectors: Uint32Array, k: number): Group {
    const group: Group = { vectors: [], counts: [] };
    let open = k;
    for (const v of vectors) {
      const taken = Math.min(open, this.left[v]);
      group.vectors.push(v);
      group.counts.push(taken);
      open -= taken;
    }
    this.take(group);
    return group;
  }

  /** Takes the k rows nearest to a point; ties: the smallest vector. At least k rows are left. */
  takeNearest(from: Float64Array, k: number): Group {
    return this.takeRows(this.scan.around(from, k).nearest, k);
  }

  /** Takes the rows of a group away. */
  take({ vectors, counts }: Group): void {
    vectors.forEach((v, i) => {
      this.left[v] -= counts[i];
      this.rows -= counts[i];
      for (let a = 0; a < this.#values.length; a++) this.#sums[a] -= counts[i] * this.#values[a][v];
      this.scan.take(v, counts[i]);
    });
  }

  takeAll(): Group {
    const vectors = Array.from(this.left.keys()).filter((v) => this.left[v] > 0);
    const group = { vectors, counts: vectors.map((v) => this.left[v]) };
    this.take(group);
    return group;
  }
}

/** Groups looked at between two looks at the clock. */
const FEW_GROUPS = 256;

/**
 * MDAV, groups of k rows. Domingo-Ferrer and Torra, "Ordinal, Continuous and Heterogeneous k-Anonymity Through
 * Microaggregation", DMKD 11, 2005, algorithm 1: the row farthest from the mean of those left takes its k - 1 nearest, then
 * the row farthest from it does, until fewer than 3k are left; of those the last group has at most 2k - 1. At least k rows.
 */
export async function mdavGroups(engine: Engine, points: StandardPoints, k: number, watch: Watch): Promise<Group[]> {
  const rest = new Rest(engine, points);
  const groups: Group[] = [];
  try {
    while (rest.rows >= 3 * k) {
      const { nearest, farthest } = rest.scan.around(rest.point(rest.scan.farthest(rest.centroid())), k);
      const second = rest.point(farthest);
      groups.push(rest.takeRows(nearest, k), rest.takeNearest(second, k));
      await watch(1 - rest.rows / points.rows);
    }
    if (rest.rows >= 2 * k) groups.push(rest.takeNearest(rest.point(rest.scan.farthest(rest.centroid())), k));
    groups.push(rest.takeAll());
    return groups;
  } finally {
    rest.scan.dispose();
  }
}

/**
 * V-MDAV, groups of k to 2k - 1 rows. Solanas and Martínez-Ballesté, "V-MDAV: A Multivariate Microaggregation With
 * Variable Group Size", COMPSTAT 2006: the row farthest from the mean of all takes its k - 1 nearest; then, while the group
 * has fewer than 2k - 1, the row nearest to it joins when its distance to the group is below gamma times its distance to
 * the nearest row left. Fewer than k rows at the end join the group with the nearest mean.
 */
export async function variableGroups(
  engine: Engine,
  points: StandardPoints,
  k: number,
  gamma: number,
  watch: Watch,
): Promise<Group[]> {
  const { values } = points;
  const rest = new Rest(engine, points);
  const { scan, left } = rest;
  try {
    const centre = rest.centroid();
    const groups: Group[] = [];
    const apart = (v: number, w: number): number => {
      let d = 0;
      for (const column of values) d += square(column[v] - column[w]);
      return d;
    };
    while (rest.rows >= k) {
      const group = rest.takeNearest(rest.point(scan.farthest(centre)), k);
      let rows = k;
      let joins = 0;
      // Both distances are 0 if an equal row is inside and another one outside: the row does not join.
      while (rows < 2 * k - 1 && rest.rows > 0 && !group.vectors.some((v) => left[v] > 1)) {
        let near = { nearest: -1, distance: Infinity };
        await watch(1 - rest.rows / points.rows);
        for (; joins < group.vectors.length; joins++) near = scan.join(rest.point(group.vectors[joins]), joins === 0);
        const { nearest, distance } = near;
        let outside = 0;
        if (left[nearest] === 1) {
          const other = scan.around(rest.point(nearest), 2).nearest.find((v) => v !== nearest);
          outside = other === undefined ? Infinity : apart(other, nearest);
        }
        if (!(Math.sqrt(distance) < gamma * Math.sqrt(outside))) break;
        const one = { vectors: [nearest], counts: [1] };
        rest.take(one);
        group.vectors.push(nearest);
        group.counts.push(1);
        rows++;
      }
      groups.push(group);
      await watch(1 - rest.rows / points.rows);
    }
    if (rest.rows > 0) await joinNearestMeans(values, groups, rest.takeAll(), watch);
    return groups;
  } finally {
    scan.dispose();
  }
}

async function joinNearestMeans(
  values: readonly Float64Array[],
  groups: readonly Group[],
  rows: Group,
  watch: Watch,
): Promise<void> {
  const means: number[][] = [];
  for (const { vectors, counts } of groups) {
    if (means.length % FEW_GROUPS === 0) await watch(1);
    const size = counts.reduce((sum, count) => sum + count, 0);
    means.push(values.map((column) => vectors.reduce((sum, v, i) => sum + counts[i] * column[v], 0) / size));
  }
  for (const [i, v] of rows.vectors.entries()) {
    await watch(1);
    let best = 0;
    let least = Infinity;
    means.forEach((mean, g) => {
      const d = values.reduce((sum, column, a) => sum + square(column[v] - mean[a]), 0);
      if (d < least) {
        least = d;
        best = g;
      }
    });
    groups[best].vectors.push(v);
    groups[best].counts.push(rows.counts[i]);
  }
}

/**
 * The optimal groups of one attribute. Hansen and Mukherjee, "A Polynomial Algorithm for Optimal Univariate
 * Microaggregation", TKDE 15(4), 2003: rows in the order of their values, groups of k to 2k - 1 consecutive rows, a shortest
 * path. O(n k) time. At least k rows. Yields between stretches of the work.
 */
export function* optimalGroups({ values, counts, rows }: StandardPoints, k: number): Steps<Group[]> {
  const [column] = values;
  const order = Uint32Array.from(counts.keys()).sort((v, w) => column[v] - column[w] || v - w);
  const vectorOf = new Uint32Array(rows);
  let row = 0;
  for (const v of order) {
    vectorOf.fill(v, row, row + counts[v]);
    row += counts[v];
  }
  const best = new Float64Array(rows + 1).fill(Infinity);
  const from = new Uint32Array(rows + 1);
  best[0] = 0;
  let looked = 0;
  for (let s = 0; s + k <= rows; s++) {
    looked += 2 * k;
    if (looked >= YIELD_CELLS) {
      looked = 0;
      yield;
    }
    if (best[s] === Infinity) continue;
    // Sums of squares of all rows up to one would lose what differs within a group: Welford's recurrence does not.
    let mean = 0;
    let errors = 0;
    for (let e = s + 1; e <= rows && e < s + 2 * k; e++) {
      const difference = column[vectorOf[e - 1]] - mean;
      mean += difference / (e - s);
      errors += difference * (column[vectorOf[e - 1]] - mean);
      if (e < s + k || best[s] + errors >= best[e]) continue;
      best[e] = best[s] + errors;
      from[e] = s;
    }
  }
  const groups: Group[] = [];
  for (let e = rows; e > 0; e = from[e]) groups.push(groupOfRows(vectorOf.subarray(from[e], e)));
  return groups.reverse();
}
