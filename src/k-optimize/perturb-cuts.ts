import type { CutSets } from '../engine/engine.js';
import type { RandomSource } from '../base/random.js';
import { toggleLeaf } from '../algorithms/cuts/coordinate-descent.js';

/** Changes cuts at random in one of four ways: redraws, toggles a few, thins one attribute, thins all. */
export function perturb(
  from: CutSets,
  choices: readonly Uint32Array[],
  movable: Uint32Array,
  random: RandomSource,
): CutSets {
  const cuts = [...from];
  const anyAttribute = (): number => movable[random.below(movable.length)];
  const toggleAny = (a: number): void => {
    cuts[a] = toggleLeaf(cuts[a], choices[a][random.below(choices[a].length)]);
  };
  const way = random.below(4);
  if (way === 0) {
    cuts[anyAttribute()] = new Uint32Array(0);
    const a = anyAttribute();
    cuts[a] = choices[a].filter(() => random.below(8) === 0);
  } else if (way === 1) {
    for (let left = 1 + random.below(4); left > 0; left--) toggleAny(anyAttribute());
  } else if (way === 2) {
    const a = anyAttribute();
    cuts[a] = cuts[a].filter(() => random.below(2) === 0);
    toggleAny(anyAttribute());
  } else {
    for (const a of movable) cuts[a] = cuts[a].filter(() => random.below(3) > 0);
  }
  return cuts;
}
