import { smallestOf } from '../../base/sequences.js';
/**
 * Partitioning around medoids: k objects such that the distances of all objects to the nearest of them are small
 * (Kaufman and Rousseeuw 1990, chapter 2: BUILD, then SWAP until nothing improves). Ties: the smaller index.
 *
 * @param distance - [objects][objects] symmetric
 * @returns the clusters, each ascending, by their smallest member
 */
export function clusterAroundMedoids(distance: readonly (readonly number[])[], k: number): number[][] {
  const objects = distance.length;
  const cost = (medoids: readonly number[]): number => {
    let sum = 0;
    for (let i = 0; i < objects; i++) sum += smallestOf(medoids.map((medoid) => distance[i][medoid]));
    return sum;
  };
  const medoids: number[] = [];
  while (medoids.length < Math.min(k, objects)) {
    let best = -1;
    let least = Infinity;
    for (let candidate = 0; candidate < objects; candidate++) {
      if (medoids.includes(candidate)) continue;
      const sum = cost([...medoids, candidate]);
      if (sum < least) {
        least = sum;
        best = candidate;
      }
    }
    medoids.push(best);
  }
  for (let current = cost(medoids), improved = true; improved;) {
    improved = false;
    let best: readonly [number, number] | null = null;
    for (let at = 0; at < medoids.length; at++) {
      for (let candidate = 0; candidate < objects; candidate++) {
        if (medoids.includes(candidate)) continue;
        const sum = cost(medoids.with(at, candidate));
        if (sum < current - 1e-12) {
          current = sum;
          best = [at, candidate];
        }
      }
    }
    if (best !== null) {
      medoids[best[0]] = best[1];
      improved = true;
    }
  }
  const clusters = medoids.map((): number[] => []);
  for (let i = 0; i < objects; i++) {
    let nearest = medoids.indexOf(i);
    if (nearest < 0) {
      nearest = 0;
      medoids.forEach((medoid, at) => {
        if (distance[i][medoid] < distance[i][medoids[nearest]]) nearest = at;
      });
    }
    clusters[nearest].push(i);
  }
  return clusters.filter((cluster) => cluster.length > 0).sort((a, b) => a[0] - b[0]);
}
