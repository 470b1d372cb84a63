import type { BestNode } from './best-node.js';
import { dataflySteps } from './datafly-steps.js';
import type { LatticeSearch } from './lattice-search.js';

/**
 * Gives a search that may be ended what Datafly would have released, and whatever else was judged on the way there: so that it
 * never ends with less. In a monotone setting the first node of Datafly's way that is within the limit is found by halving.
 * Not counted among the nodes that were checked.
 */
export async function offerDatafly(search: LatticeSearch, best: BestNode): Promise<void> {
  const { problem, judge, pauses } = search;
  const { sets } = judge;
  const placeOf = new Map(judge.order.map((a, place) => [a, place]));
  const steps = dataflySteps(problem.domains, problem.set).map((a) => placeOf.get(a)!);
  const { checked } = judge;
  /** Judges a set that is at the first `count` steps; true when it is within the limit. */
  const offer = async (id: number, levels: readonly number[]): Promise<boolean> => {
    const { sums } = judge.judge(id);
    const isWithin = judge.isWithinLimit(sums);
    if (isWithin) best.offer(judge.inJobOrder(levels), sums);
    await pauses.pauseWhenDue(0);
    return isWithin;
  };
  const levelsAt = (count: number): number[] => {
    const levels = judge.heights.map(() => 0);
    for (const place of steps.slice(0, count)) levels[place]++;
    return levels;
  };
  if (judge.isMonotone) {
    let [from, to] = [0, steps.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const levels = levelsAt(middle);
      const id = sets.rollUp(sets.base, levels);
      const isWithin = await offer(id, levels);
      sets.release(id);
      if (isWithin) to = middle;
      else from = middle + 1;
    }
  } else {
    let id = sets.base;
    const levels = levelsAt(0);
    for (let count = 0; ; count++) {
      const isWithin = await offer(id, levels);
      if (isWithin || count === steps.length) break;
      levels[steps[count]]++;
      const above = sets.rollUp(id, levels);
      if (id !== sets.base) sets.release(id);
      id = above;
    }
    if (id !== sets.base) sets.release(id);
  }
  judge.checked = checked;
}
