/** Choices that release one level vector of a lattice. */
import type { LatticeNode } from 'kohort/pictures';
import type { Choices } from '../choices.js';

/** Options that other searches over levels share with the one that takes levels. */
const SHARED = ['metric', 'weights', 'memory'];

/** The choices of a release, with the level of every quasi-identifier given. */
export function withLevels(choices: Choices, names: readonly string[], { levels }: LatticeNode): Choices {
  const kept = Object.entries(choices.options).filter(([name]) => SHARED.includes(name));
  const given = Object.fromEntries(names.map((name, a) => [name, levels[a]]));
  return {
    ...choices,
    algorithm: 'optimal-lattice',
    options: { ...Object.fromEntries(kept), levels: JSON.stringify(given) },
  };
}
