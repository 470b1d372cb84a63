import type { Released } from '../release/released.js';

/** Height: the sum of the level vector of a full-domain recoding; null for every other recoding. Samarati 2001. */
export function measureHeight(released: Released): number | null {
  if (released.levels === null) return null;
  let sum = 0;
  for (const level of released.levels) sum += level;
  return sum;
}
