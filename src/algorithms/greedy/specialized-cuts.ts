import type { CutProblem, CutSets, Engine } from '../../engine/engine.js';
import type { Problem } from '../algorithm.js';
import type { SearchClock } from '../search-clock.js';
import { specializeAll } from './specialize-all.js';

/**
 * What top-down specialization comes to, as cuts of the domains' orders: what a search over sets of cuts is not to be worse than. Its nodes are
 * runs of leaves, so the cuts stand where one begins; where none is allowed there, it is left out.
 *
 * @param clock - ends it, a moment late
 * @returns null when the most general values suppress more rows than allowed
 */
export async function specializedCuts(
  problem: Problem,
  engine: Engine,
  { allowed }: Pick<CutProblem, 'allowed'>,
  clock: SearchClock,
): Promise<CutSets | null> {
  const done = await specializeAll(problem, engine, { gain: 'auto', score: 'ratio' }, clock, Infinity);
  if (done === null) return null;
  const { nodes } = done.state.snapshot();
  return nodes.map((list, a) => {
    const { lo, hi } = done.taxonomies[a];
    const runs = [...new Set(list)].map((node) => ({ first: lo[node], last: hi[node] }));
    runs.sort((one, other) => one.first - other.first);
    const cuts: number[] = [];
    for (const [i, { first }] of runs.entries()) {
      const before = i === 0 ? first : runs[i - 1].last;
      // Cuts that part the same rows are one, the last that is allowed.
      let cut = first;
      while (cut > before && allowed[a][cut] === 0) cut--;
      if (cut > before) cuts.push(cut);
    }
    return Uint32Array.from(cuts);
  });
}
