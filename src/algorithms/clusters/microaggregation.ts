import type { Group } from '../local/groups.js';
import type { StandardPoints } from './standardized.js';

/** Sum of squared distances of the rows from the means of their groups. */
export function squaredErrors({ values }: StandardPoints, groups: readonly Group[]): number {
  let total = 0;
  for (const { vectors, counts } of groups) {
    let rows = 0;
    for (const count of counts) rows += count;
    for (const column of values) {
      let sum = 0;
      for (let i = 0; i < vectors.length; i++) sum += counts[i] * column[vectors[i]];
      const mean = sum / rows;
      for (let i = 0; i < vectors.length; i++) total += counts[i] * (column[vectors[i]] - mean) ** 2;
    }
  }
  return total;
}

/** Rows that are in no group yet. */
class Rest {
  rows: number;
  /** [vectors] rows left. */
  readonly left: Uint32Array;
  /** Vectors with rows left, in the first `alive` entries. */
  readonly vectors: Uint32Array;
  alive: number;
  readonly values: readonly Float64Array[];
  readonly #sums: Float64Array;
  readonly #centre: Float64Array;
  // The nearest vectors so far, ascending by distance, then vector.
  readonly #near: Uint32Array;
  readonly #distance: Float64Array;

  constructor(points: StandardPoints, k: number) {
    this.values = points.values;
    this.rows = points.rows;
    this.left = points.counts.slice();
    this.vectors = Uint32Array.from({ length: this.left.length }, (_, v) => v);
    this.alive = this.left.length;
    this.#sums = Float64Array.from(points.values, (column) => {
      let sum = 0;
      for (let v = 0; v < column.length; v++) sum += points.counts[v] * column[v];
      return sum;
    });
    this.#centre = new Float64Array(points.values.length);
    this.#near = new Uint32Array(k + 1);
    this.#distance = new Float64Array(k + 1);
  }

  /** The mean of the rows left; overwritten by the next call. */
  centroid(): Float64Array {
    for (let a = 0; a < this.#centre.length; a++) this.#centre[a] = this.#sums[a] / this.rows;
    return this.#centre;
  }

  point(vector: number): Float64Array {
    return Float64Array.from(this.values, (column) => column[vector]);
  }

  /** The vector farthest from a point; ties: the smallest number. */
  farthest(from: Float64Array): number {
    const { values, vectors } = this;
    let best = -1;
    let most = -1;
    for (let i = 0; i < this.alive; i++) {
      const v = vectors[i];
      let d = 0;
      for (let a = 0; a < values.length; a++) {
        const difference = values[a][v] - from[a];
        d += difference * difference;
      }
      if (d > most || (d === most && v < best)) {
        most = d;
        best = v;
      }
    }
    return best;
  }

  /** Takes the k rows nearest to a point; ties: the smallest vector. At least k rows are left. */
  takeNearest(from: Float64Array, k: number): Group {
    const { values, vectors, left } = this;
    const near = this.#near;
    const distance = this.#distance;
    let size = 0;
    let rows = 0;
    for (let i = 0; i < this.alive; i++) {
      const v = vectors[i];
      let d = 0;
      for (let a = 0; a < values.length; a++) {
        const difference = values[a][v] - from[a];
        d += difference * difference;
      }
      if (rows >= k && (d > distance[size - 1] || (d === distance[size - 1] && v > near[size - 1]))) continue;
      let at = size++;
      while (at > 0 && (distance[at - 1] > d || (distance[at - 1] === d && near[at - 1] > v))) {
        near[at] = near[at - 1];
        distance[at] = distance[at - 1];
        at--;
      }
      near[at] = v;
      distance[at] = d;
      rows += left[v];
      while (rows - left[near[size - 1]] >= k) rows -= left[near[--size]];
    }
    const group: Group = { vectors: [], counts: [] };
    let open = k;
    for (let i = 0; i < size; i++) {
      const taken = Math.min(open, left[near[i]]);
      group.vectors.push(near[i]);
      group.counts.push(taken);
      open -= taken;
    }
    this.take(group);
    return group;
  }

  /** Takes the rows of a group away. */
  take(group: Group): void {
    let emptied = false;
    group.vectors.forEach((v, i) => {
      const count = group.counts[i];
      this.left[v] -= count;
      this.rows -= count;
      for (let a = 0; a < this.values.length; a++) this.#sums[a] -= count * this.values[a][v];
      if (this.left[v] === 0) emptied = true;
    });
    if (!emptied) return;
    let kept = 0;
    for (let i = 0; i < this.alive; i++) if (this.left[this.vectors[i]] > 0) this.vectors[kept++] = this.vectors[i];
    this.alive = kept;
  }

  takeAll(): Group {
    const vectors = Array.from(this.vectors.subarray(0, this.alive));
    const group = { vectors, counts: vectors.map((v) => this.left[v]) };
    this.take(group);
    return group;
  }
}

/** Called between groups with the share of rows that are in groups. */
export type Watch = (share: number) => Promise<void>;

/**
 * MDAV, groups of k rows. Domingo-Ferrer and Torra, "Ordinal, Continuous and Heterogeneous k-Anonymity Through
 * Microaggregation", DMKD 11, 2005, algorithm 1: the row farthest from the mean of those left takes its k - 1 nearest, then
 * the row farthest from it does, until fewer than 3k are left; of those the last group has at most 2k - 1. At least k rows.
 */
export async function mdavGroups(points: StandardPoints, k: number, watch: Watch): Promise<Group[]> {
  const rest = new Rest(points, k);
  const groups: Group[] = [];
  while (rest.rows >= 3 * k) {
    const first = rest.point(rest.farthest(rest.centroid()));
    const second = rest.point(rest.farthest(first));
    groups.push(rest.takeNearest(first, k), rest.takeNearest(second, k));
    if (groups.length % 64 === 0) await watch(1 - rest.rows / points.rows);
  }
  if (rest.rows >= 2 * k) groups.push(rest.takeNearest(rest.point(rest.farthest(rest.centroid())), k));
  if (rest.rows > 0) groups.push(rest.takeAll());
  return groups;
}

/**
 * V-MDAV, groups of k to 2k - 1 rows. Solanas and Martínez-Ballesté, "V-MDAV: A Multivariate Microaggregation With
 * Variable Group Size", COMPSTAT 2006: the row farthest from the mean of all takes its k - 1 nearest; then, while the group
 * has fewer than 2k - 1, the row nearest to it joins when its distance to the group is below gamma times its distance to
 * the nearest row left. Fewer than k rows at the end join the group with the nearest mean.
 */
export async function variableGroups(points: StandardPoints, k: number, gamma: number, watch: Watch): Promise<Group[]> {
  const { values } = points;
  const rest = new Rest(points, k);
  const centre = rest.centroid().slice();
  const groups: Group[] = [];
  const toGroup = new Float64Array(points.counts.length);
  const distance = (v: number, w: number): number => {
    let d = 0;
    for (const column of values) d += (column[v] - column[w]) ** 2;
    return d;
  };
  while (rest.rows >= k) {
    const group = rest.takeNearest(rest.point(rest.farthest(centre)), k);
    let rows = k;
    toGroup.fill(Infinity);
    let known = 0;
    // A row like one of the group, and another like it outside: nothing is nearer than nothing.
    while (rows < 2 * k - 1 && rest.rows > 0 && !group.vectors.some((v) => rest.left[v] > 1)) {
      let nearest = -1;
      for (let i = 0; i < rest.alive; i++) {
        const v = rest.vectors[i];
        for (let member = known; member < group.vectors.length; member++) {
          toGroup[v] = Math.min(toGroup[v], distance(v, group.vectors[member]));
        }
        if (nearest < 0 || toGroup[v] < toGroup[nearest] || (toGroup[v] === toGroup[nearest] && v < nearest))
          nearest = v;
      }
      known = group.vectors.length;
      let outside = rest.left[nearest] > 1 ? 0 : Infinity;
      for (let i = 0; i < rest.alive && outside > 0; i++) {
        if (rest.vectors[i] !== nearest) outside = Math.min(outside, distance(nearest, rest.vectors[i]));
      }
      if (!(Math.sqrt(toGroup[nearest]) < gamma * Math.sqrt(outside))) break;
      const one = { vectors: [nearest], counts: [1] };
      rest.take(one);
      group.vectors.push(nearest);
      group.counts.push(1);
      rows++;
    }
    groups.push(group);
    if (groups.length % 64 === 0) await watch(1 - rest.rows / points.rows);
  }
  if (rest.rows > 0) joinNearestMeans(values, groups, rest.takeAll());
  return groups;
}

function joinNearestMeans(values: readonly Float64Array[], groups: readonly Group[], rows: Group): void {
  const means = groups.map(({ vectors, counts }) => {
    const size = counts.reduce((sum, count) => sum + count, 0);
    return values.map((column) => vectors.reduce((sum, v, i) => sum + counts[i] * column[v], 0) / size);
  });
  rows.vectors.forEach((v, i) => {
    let best = 0;
    let least = Infinity;
    means.forEach((mean, g) => {
      const d = values.reduce((sum, column, a) => sum + (column[v] - mean[a]) ** 2, 0);
      if (d < least) {
        least = d;
        best = g;
      }
    });
    groups[best].vectors.push(v);
    groups[best].counts.push(rows.counts[i]);
  });
}

/**
 * The optimal groups of one attribute. Hansen and Mukherjee, "A Polynomial Algorithm for Optimal Univariate
 * Microaggregation", TKDE 15(4), 2003: rows in the order of their values, groups of k to 2k - 1 consecutive rows, a shortest
 * path. O(n k) time. At least k rows.
 */
export function optimalGroups({ values, counts, rows }: StandardPoints, k: number): Group[] {
  const [column] = values;
  const order = Uint32Array.from(counts.keys()).sort((v, w) => column[v] - column[w] || v - w);
  const vectorOf = new Uint32Array(rows);
  const sums = new Float64Array(rows + 1);
  const squares = new Float64Array(rows + 1);
  let row = 0;
  for (const v of order) {
    for (let i = 0; i < counts[v]; i++, row++) {
      vectorOf[row] = v;
      sums[row + 1] = sums[row] + column[v];
      squares[row + 1] = squares[row] + column[v] * column[v];
    }
  }
  const best = new Float64Array(rows + 1).fill(Infinity);
  const from = new Uint32Array(rows + 1);
  best[0] = 0;
  for (let e = k; e <= rows; e++) {
    for (let s = Math.max(0, e - 2 * k + 1); s <= e - k; s++) {
      if (best[s] === Infinity) continue;
      const sum = sums[e] - sums[s];
      const isOne = vectorOf[s] === vectorOf[e - 1];
      const cost = best[s] + (isOne ? 0 : Math.max(0, squares[e] - squares[s] - (sum * sum) / (e - s)));
      if (cost < best[e]) {
        best[e] = cost;
        from[e] = s;
      }
    }
  }
  const groups: Group[] = [];
  for (let e = rows; e > 0; e = from[e]) {
    const group: Group = { vectors: [], counts: [] };
    for (let r = from[e]; r < e; r++) {
      const last = group.vectors.length - 1;
      if (last >= 0 && group.vectors[last] === vectorOf[r]) group.counts[last]++;
      else {
        group.vectors.push(vectorOf[r]);
        group.counts.push(1);
      }
    }
    groups.push(group);
  }
  return groups.reverse();
}
