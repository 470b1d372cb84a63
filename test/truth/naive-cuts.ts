/** Sets of cuts of ordered domains: every one of them, and the greedy climb. No code of `src/`. */
import type { Attribute, Person } from './people.js';
import { groupBy, sum } from './people.js';

export type CutMetric = 'discernibility' | 'classification';

export interface CutCosts {
  readonly discernibility: number;
  readonly classification: number;
  readonly suppressed: number;
}

/** A search for cuts: where one may stand, and what a set of them costs. */
export interface CutProblem {
  /** All cuts, as [attribute, place of the first leaf after it]. */
  readonly cuts: readonly (readonly [number, number])[];
  readonly costs: (chosen: readonly number[]) => CutCosts;
}

export function cutProblem(
  people: readonly Person[],
  attributes: readonly Attribute[],
  k: number,
  label: string,
): CutProblem {
  const n = people.length;
  const cuts = attributes.flatMap(({ leaves }, a) => leaves.slice(1).map((_, i) => [a, i + 1] as const));
  const labels = [...new Set(people.map((person) => person[label]))];
  const places = (person: Person): number[] => attributes.map(({ name, leaves }) => leaves.indexOf(person[name]));
  // People of the same values are never parted: their labels are counted once.
  const vectors = groupBy(people, (person) => places(person).join()).map((same) => ({
    at: places(same[0]),
    counts: labels.map((value) => same.filter((person) => person[label] === value).length),
  }));
  const classesOf = (chosen: readonly number[]): number[][] => {
    // Number of cuts at or before every leaf.
    const intervals = attributes.map(({ leaves }, a) => {
      const firsts = chosen.flatMap((cut) => (cuts[cut][0] === a ? [cuts[cut][1]] : []));
      return leaves.map((_, place) => firsts.filter((first) => first <= place).length);
    });
    return groupBy(vectors, ({ at }) => at.map((place, a) => intervals[a][place]).join()).map((parts) =>
      labels.map((_, i) => sum(parts.map(({ counts }) => counts[i]))),
    );
  };
  return {
    cuts,
    costs: (chosen) => {
      const kept = classesOf(chosen).filter((counts) => sum(counts) >= k);
      const suppressed = n - sum(kept.map(sum));
      return {
        discernibility: sum(kept.map((counts) => sum(counts) ** 2)) + n * suppressed,
        classification: sum(kept.map((counts) => sum(counts) - Math.max(...counts))) + suppressed,
        suppressed,
      };
    },
  };
}

/** The least cost of all sets of cuts that suppress at most `limit` rows, for each limit. */
export function leastCosts({ cuts, costs }: CutProblem, limits: readonly number[]): Record<CutMetric, number[]> {
  const least = { discernibility: limits.map(() => Infinity), classification: limits.map(() => Infinity) };
  for (let bits = 0; bits < 2 ** cuts.length; bits++) {
    const found = costs([...cuts.keys()].filter((cut) => (bits >>> cut) & 1));
    limits.forEach((limit, i) => {
      if (found.suppressed > limit) return;
      least.discernibility[i] = Math.min(least.discernibility[i], found.discernibility);
      least.classification[i] = Math.min(least.classification[i], found.classification);
    });
  }
  return least;
}

/** The cost where the greedy climb ends that may suppress any row: the best cut is added until none lowers the cost. */
export function greedyCost({ cuts, costs }: CutProblem, metric: CutMetric): number {
  const chosen: number[] = [];
  for (;;) {
    const now = costs(chosen)[metric];
    const next = [...cuts.keys()].map((cut) => (chosen.includes(cut) ? Infinity : costs([...chosen, cut])[metric]));
    const best = Math.min(...next);
    if (best >= now) return now;
    chosen.push(next.indexOf(best));
  }
}
