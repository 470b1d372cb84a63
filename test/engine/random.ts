/** A small seeded generator (mulberry32) for tests. */
export interface Generator {
  /** In [0, 1). */
  unit(): number;
  /** Integer in [0, limit); 0 when limit is 0. */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
}

export function generator(seed: number): Generator {
  let state = (seed * 0x9e3779b9) >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(unit() * limit);
  return { unit, below, pick: (choices) => choices[below(choices.length)] };
}
