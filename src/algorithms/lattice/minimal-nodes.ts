import { compareVectors, type Lattice, type LevelVector } from './lattice.js';

/** The satisfying nodes with no satisfying node below them, by height, then lexicographically. */
export function minimalNodes(lattice: Lattice, satisfying: Uint8Array): LevelVector[] {
  // 1 where a node below satisfies. Nodes below have smaller numbers.
  const above = new Uint8Array(lattice.size);
  const minimal: LevelVector[] = [];
  const levels = lattice.heights.map(() => 0);
  for (let index = 0; index < lattice.size; index++) {
    for (let a = 0; a < levels.length && above[index] === 0; a++) {
      if (levels[a] === 0) continue;
      const below = index - lattice.strides[a];
      above[index] = above[below] | satisfying[below];
    }
    if (satisfying[index] !== 0 && above[index] === 0) minimal.push([...levels]);
    for (let a = levels.length - 1; a >= 0; a--) {
      if (levels[a] < lattice.heights[a]) {
        levels[a]++;
        break;
      }
      levels[a] = 0;
    }
  }
  return minimal.sort(compareVectors);
}
