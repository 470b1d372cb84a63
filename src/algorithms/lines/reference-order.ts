import { sortByWords } from './hilbert-order.js';

/** References are chosen among at most this many points, evenly spaced. */
const SAMPLE = 20_000;
const ROUNDS = 3;

/**
 * Points in the order of iDistance (Yu, Ooi, Tan and Jagadish, VLDB 2001): every point belongs to the nearest of some
 * reference points, and the points of one reference stand by their distance from it. References are the centres of
 * clusters: farthest-first points, moved to the means of their points three times; they follow one another along a chain
 * of nearest neighbours.
 *
 * @param points - [dimensions][points] whole coordinates below 2^16
 * @returns the points' numbers; ties by ascending number
 */
export function referenceOrder(
  points: readonly Uint32Array[],
  weights: Uint32Array,
  references: number,
): Uint32Array<ArrayBuffer> {
  const count = weights.length;
  if (points.length === 0 || count === 0) return Uint32Array.from({ length: count }, (_, i) => i);
  const step = Math.max(1, Math.ceil(count / SAMPLE));
  const sample = Uint32Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
  const centres = farthestFirst(points, sample, references);
  const nearest = new Uint32Array(count);
  const distance = new Float64Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    assign(points, centres, sample, nearest, distance);
    moveToMeans(points, weights, sample, nearest, centres);
  }
  const all = Uint32Array.from({ length: count }, (_, i) => i);
  assign(points, centres, all, nearest, distance);
  const place = new Uint32Array(centres.length);
  chain(centres).forEach((centre, at) => (place[centre] = at));
  // Squared distances are below 2^32 * dimensions: two words.
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const first = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    first[i] = place[nearest[i]];
    high[i] = Math.floor(distance[i] / 2 ** 32);
    low[i] = distance[i] % 2 ** 32;
  }
  return sortByWords([first, high, low], count);
}

function farthestFirst(points: readonly Uint32Array[], sample: Uint32Array, references: number): number[][] {
  const centres: number[][] = [];
  const distance = new Float64Array(sample.length).fill(Infinity);
  let chosen = 0;
  while (centres.length < references && distance[chosen] > 0) {
    const centre = points.map((coordinates) => coordinates[sample[chosen]]);
    centres.push(centre);
    let farthest = 0;
    for (let i = 0; i < sample.length; i++) {
      distance[i] = Math.min(distance[i], squared(points, sample[i], centre));
      if (distance[i] > distance[farthest]) farthest = i;
    }
    chosen = farthest;
  }
  return centres;
}

function assign(
  points: readonly Uint32Array[],
  centres: readonly (readonly number[])[],
  which: Uint32Array,
  nearest: Uint32Array,
  distance: Float64Array,
): void {
  for (let i = 0; i < which.length; i++) {
    let best = 0;
    let least = Infinity;
    for (let c = 0; c < centres.length; c++) {
      const d = squared(points, which[i], centres[c]);
      if (d < least) {
        least = d;
        best = c;
      }
    }
    nearest[which[i]] = best;
    distance[which[i]] = least;
  }
}

function moveToMeans(
  points: readonly Uint32Array[],
  weights: Uint32Array,
  sample: Uint32Array,
  nearest: Uint32Array,
  centres: number[][],
): void {
  const sums = centres.map((centre) => centre.map(() => 0));
  const rows = new Float64Array(centres.length);
  for (let i = 0; i < sample.length; i++) {
    const point = sample[i];
    const c = nearest[point];
    rows[c] += weights[point];
    for (let d = 0; d < points.length; d++) sums[c][d] += weights[point] * points[d][point];
  }
  sums.forEach((sum, c) => {
    if (rows[c] > 0) centres[c] = sum.map((value) => Math.round(value / rows[c]));
  });
}

function squared(points: readonly Uint32Array[], point: number, centre: readonly number[]): number {
  let sum = 0;
  for (let d = 0; d < points.length; d++) {
    const difference = points[d][point] - centre[d];
    sum += difference * difference;
  }
  return sum;
}

function chain(centres: readonly (readonly number[])[]): number[] {
  const left = new Set(centres.keys());
  const order: number[] = [];
  let current = 0;
  while (left.size > 0) {
    left.delete(current);
    order.push(current);
    let next = -1;
    let least = Infinity;
    for (const other of left) {
      const d = centres[current].reduce((sum, value, i) => sum + (value - centres[other][i]) ** 2, 0);
      if (d < least) {
        least = d;
        next = other;
      }
    }
    current = next;
  }
  return order;
}
