import { exponential, logarithm } from '../../base/elementary.js';
import type { Engine } from '../../engine/engine.js';
import type { RandomSource } from '../../base/random.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import { runCutSearch, toggleCut } from './cut-search-run.js';
import type { SimulatedAnnealingOptions } from '../cards/simulated-annealing.js';

/** For rows past the suppression limit, so that the walk may pass through such solutions. */
const SURCHARGE = 10;
/** Steps between two looks at the clock. */
const SLICE = 16;

/**
 * Simulated annealing over sets of cuts.
 *
 * Winkler, "Using Simulated Annealing for k-Anonymity", Census Bureau 2002, which fixes neither moves nor schedule: here
 * a move toggles one random cut, and one that makes the cost worse by the share d is accepted with probability
 * exp(-d / t), t falling geometrically from `hot` to `cold`. It starts from the release of one class.
 */
export function run(
  problem: Problem,
  engine: Engine,
  options: SimulatedAnnealingOptions,
  control: Control,
): Promise<Outcome> {
  const { steps, hot, cold } = options;
  return runCutSearch(problem, engine, options, control, async (search) => {
    search.surcharge = SURCHARGE;
    const start = Math.max(hot, 1e-12);
    const cooling = logarithm(Math.max(cold, 1e-12) / start);
    let at = search.none();
    let nodes = 0;
    let tried = 0;
    while (search.alphabet.length > 0 && tried < steps) {
      if (tried % SLICE === 0 && (await search.clock.pause(tried / steps))) break;
      const share = tried++ / steps;
      const temperature = start * exponential(share * cooling);
      const { attribute, leaf } = search.alphabet[search.random.below(search.alphabet.length)];
      const next = search.revisit(toggleCut(at.cuts, attribute, leaf));
      const worse = (next.value - at.value) / Math.max(1, at.value);
      if (worse > 0 && drawUnit(search.random) >= exponential(-worse / temperature)) continue;
      at = next;
      nodes++;
    }
    return { nodes, steps: tried };
  });
}

/** Uniform in [0, 1). */
function drawUnit(random: RandomSource): number {
  return random.below(2 ** 32) / 2 ** 32;
}
