import { mulberry32 } from '../random.js';

/** A small seeded generator for tests. */
export interface Generator {
  /** In [0, 1). */
  unit(): number;
  /** Integer in [0, limit); 0 when limit is 0. */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
}

export function generator(seed: number): Generator {
  const unit = mulberry32((seed * 0x9e3779b9) >>> 0);
  const below = (limit: number): number => Math.floor(unit() * limit);
  return { unit, below, pick: (choices) => choices[below(choices.length)] };
}
