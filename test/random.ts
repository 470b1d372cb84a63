/** A small seeded generator for tests: uniform in [0, 1). Tommy Ettinger's mulberry32. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Whole numbers in [0, below), reproducibly. */
export function drawing(seed: number): (below: number) => number {
  const random = mulberry32(seed);
  return (below) => Math.floor(random() * below);
}
