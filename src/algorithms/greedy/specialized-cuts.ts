import type { CutProblem, CutSets, Engine } from '../../engine/engine.js';
import type { Problem } from '../algorithm.js';
import type { SearchClock } from '../search-clock.js';
import { specializeAll } from './specialize-all.js';

/**
 * Result of top-down specialization as cuts of the domains' orders, the worst result allowed for a search over sets of cuts. Its nodes are runs of
 * leaves, so the cuts stand where one begins; cuts that are not allowed are left out.
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
  // The search over sets of cuts judges class by class.
  const byClass = { ...problem, models: problem.models.map((model) => ({ ...model, knowledge: undefined })) };
  const done = await specializeAll(
    byClass,
    engine,
    { gain: 'auto', score: 'ratio' },
    clock,
    Infinity,
    () => clock.isGraceOver,
  );
  if (done === null) return null;
  const { nodes } = done.cut;
  return nodes.map((list, a) => {
    const { lo, hi } = done.taxonomies[a];
    const codes = problem.set.codes(a);
    const seen = new Uint8Array(allowed[a].length);
    for (let i = 0; i < codes.length; i++) seen[codes[i]] = 1;
    const runOf = new Int32Array(allowed[a].length);
    for (const node of new Set(list)) runOf.fill(node, lo[node], hi[node] + 1);
    // A cut stands somewhere between two neighbouring leaves that occur: it is made where they are in different runs.
    const cuts: number[] = [];
    let before = -1;
    let cut = -1;
    for (let leaf = 0; leaf < seen.length; leaf++) {
      if (allowed[a][leaf] === 1) cut = leaf;
      if (seen[leaf] === 0) continue;
      if (before >= 0 && cut > before && runOf[leaf] !== runOf[before]) cuts.push(cut);
      before = leaf;
    }
    return Uint32Array.from(cuts);
  });
}
