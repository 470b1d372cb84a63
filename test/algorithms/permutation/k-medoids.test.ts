import { describe, expect, it } from 'vitest';
import { clusterAroundMedoids } from '../../../src/algorithms/permutation/k-medoids.js';
import { seededRandom } from '../../../src/base/random.js';

/** Distances of points on a line. */
const onLine = (points: readonly number[]): number[][] => points.map((x) => points.map((y) => Math.abs(x - y)));

/** Sum of the distances to the nearest medoid. */
const costOf = (distance: readonly (readonly number[])[], medoids: readonly number[]): number =>
  distance.reduce((sum, own) => sum + Math.min(...medoids.map((medoid) => own[medoid])), 0);

/** BUILD, then SWAP by the best of all exchanges until none lowers the cost, written down step by step; the smaller index first. */
function medoidsByHand(distance: readonly (readonly number[])[], k: number): number[] {
  const objects = Array.from(distance.keys());
  let medoids: number[] = [];
  while (medoids.length < Math.min(k, objects.length)) {
    const rest = objects.filter((object) => !medoids.includes(object));
    const costs = rest.map((object) => costOf(distance, [...medoids, object]));
    medoids.push(rest[costs.indexOf(Math.min(...costs))]);
  }
  for (;;) {
    const exchanges = medoids.flatMap((_, at) =>
      objects.filter((object) => !medoids.includes(object)).map((object) => medoids.with(at, object)),
    );
    const costs = exchanges.map((each) => costOf(distance, each));
    const least = Math.min(...costs);
    if (!(least < costOf(distance, medoids))) return medoids;
    medoids = exchanges[costs.indexOf(least)];
  }
}

describe('clusters around medoids', () => {
  it('are those of points that lie together, each ascending, by their smallest member', () => {
    expect(clusterAroundMedoids(onLine([0, 100, 1, 101, 50, 2]), 3)).toEqual([[0, 2, 5], [1, 3], [4]]);
    expect(clusterAroundMedoids(onLine([0, 100, 1, 101]), 1)).toEqual([[0, 1, 2, 3]]);
  });

  it('are one for each object where there are as many as are asked for, or fewer', () => {
    for (const k of [3, 4, 9]) expect(clusterAroundMedoids(onLine([5, 1, 9]), k)).toEqual([[0], [1], [2]]);
    expect(clusterAroundMedoids([], 2)).toEqual([]);
    // Also where objects are the same: each stays with its own.
    expect(clusterAroundMedoids(onLine([4, 4, 4]), 3)).toEqual([[0], [1], [2]]);
  });

  it('are those of BUILD and SWAP by hand, on random distances', () => {
    let swapped = 0;
    for (let seed = 0; seed < 80; seed++) {
      const random = seededRandom(seed);
      const objects = 3 + random.below(6);
      const distance = Array.from({ length: objects }, () => new Array<number>(objects).fill(0));
      for (let i = 0; i < objects; i++) {
        for (let j = 0; j < i; j++) distance[i][j] = distance[j][i] = 1 + random.below(seed % 2 === 0 ? 1000 : 6);
      }
      for (let k = 1; k <= objects; k++) {
        const clusters = clusterAroundMedoids(distance, k);
        expect(clusters.flat().sort((a, b) => a - b)).toEqual(Array.from(distance.keys()));
        if (seed % 2 === 1) continue;
        // Without ties there is one answer.
        const medoids = medoidsByHand(distance, k);
        const nearest = distance.map((own, i) =>
          medoids.includes(i) ? i : medoids.reduce((best, medoid) => (own[medoid] < own[best] ? medoid : best)),
        );
        const expected = medoids
          .map((medoid) => Array.from(nearest.keys()).filter((i) => nearest[i] === medoid))
          .sort((a, b) => a[0] - b[0]);
        expect(clusters, `seed ${seed}, ${k}`).toEqual(expected);
        if (k === 2 && expected.length === 2) swapped++;
      }
    }
    expect(swapped).toBe(40);
  });
});
