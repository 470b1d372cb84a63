import { square } from '../../base/elementary.js';
import type { Engine, PointScan } from '../../engine/engine.js';
import type { Steps } from '../../base/steps.js';

/** References are chosen among at most this many points, evenly spaced. */
const SAMPLE = 20_000;
const ROUNDS = 3;

/**
 * Keys of points in the order of iDistance (Yu, Ooi, Tan and Jagadish, VLDB 2001): every point belongs to the nearest of
 * some reference points, and the points of one reference stand by their distance from it. References are the centres of
 * clusters: farthest-first points, moved to the means of their points three times; they follow one another along a chain
 * of nearest neighbours. Yields between scans.
 *
 * @param points - [dimensions][points] whole coordinates below 2^16; at least one dimension and one point
 * @param weights - [points] rows
 * @returns [3][points] the place of the reference in the chain, and the distance in two words; the first counts most
 */
export function* referenceKeys(
  engine: Engine,
  points: readonly Uint32Array[],
  weights: Uint32Array,
  references: number,
): Steps<Uint32Array[]> {
  const count = weights.length;
  const step = Math.max(1, Math.ceil(count / SAMPLE));
  const sample = Uint32Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
  // Squared distances of whole coordinates are whole numbers below 2^32 * dimensions: exact.
  const scan = engine.pointScan(
    points.map((x) => Float64Array.from(sample, (point) => x[point])),
    new Uint32Array(sample.length).fill(1),
  );
  let centres: number[][];
  try {
    centres = yield* farthestFirst(scan, points, sample, references);
    for (let round = 0; round < ROUNDS; round++) {
      moveToMeans(points, weights, sample, (yield* nearestCentres(scan, centres)).which, centres);
    }
  } finally {
    scan.dispose();
  }
  const all = engine.pointScan(
    points.map((x) => Float64Array.from(x)),
    new Uint32Array(count).fill(1),
  );
  let found: ReturnType<PointScan['joined']>;
  try {
    found = yield* nearestCentres(all, centres);
  } finally {
    all.dispose();
  }
  const { which: nearest, distance } = found;
  const place = new Uint32Array(centres.length);
  chain(centres).forEach((centre, at) => (place[centre] = at));
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const first = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    first[i] = place[nearest[i]];
    high[i] = Math.floor(distance[i] / 2 ** 32);
    low[i] = distance[i] % 2 ** 32;
  }
  return [first, high, low];
}

/** Points of the sample, each the farthest from those before it, as long as it is not one of them. */
function* farthestFirst(
  scan: PointScan,
  points: readonly Uint32Array[],
  sample: Uint32Array,
  references: number,
): Steps<number[][]> {
  const centres: number[][] = [];
  for (let chosen = 0; centres.length < references;) {
    yield;
    const centre = points.map((coordinates) => coordinates[sample[chosen]]);
    if (centres.length > 0 && isAmong(centres, centre)) break;
    centres.push(centre);
    chosen = scan.join(Float64Array.from(centre), centres.length === 1).farthest;
  }
  return centres;
}

const isAmong = (centres: readonly (readonly number[])[], point: readonly number[]): boolean =>
  centres.some((centre) => centre.every((value, d) => value === point[d]));

/** The nearest centre of every point, the first of several, and its squared distance. */
function* nearestCentres(
  scan: PointScan,
  centres: readonly (readonly number[])[],
): Steps<ReturnType<PointScan['joined']>> {
  for (const [c, centre] of centres.entries()) {
    yield;
    scan.join(Float64Array.from(centre), c === 0);
  }
  return scan.joined();
}

/** Moves every centre to the mean of its points; `nearest` [sample] is the centre of each. */
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
    const c = nearest[i];
    rows[c] += weights[point];
    for (let d = 0; d < points.length; d++) sums[c][d] += weights[point] * points[d][point];
  }
  sums.forEach((sum, c) => {
    if (rows[c] > 0) centres[c] = sum.map((value) => Math.round(value / rows[c]));
  });
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
      const d = centres[current].reduce((sum, value, i) => sum + square(value - centres[other][i]), 0);
      if (d < least) {
        least = d;
        next = other;
      }
    }
    current = next;
  }
  return order;
}
