import { heightOfVector, type LevelVector } from '../../lattice/lattice.js';
import { defineAlgorithm } from '../algorithm.js';
import { BestNode } from './best-node.js';
import { optionSet, word } from '../options.js';
import { LATTICE } from './lattice-options.js';
import { runLatticeSearch, widestFirst, type Found, type LatticeSearch } from './lattice-search.js';
import { createObjective } from './objective.js';
import { LatticeWalk } from './walk-lattice.js';

const OPTIONS = optionSet({
  choose: word('first', { first: 'lexicographically first', 'least-loss': 'least cost under the metric' }),
  scope: word('height', { height: 'the vectors of the least height', lattice: 'with least-loss, all vectors' }),
  ...LATTICE,
});

/**
 * Samarati: binary search over the height of the lattice for the least height that has a level vector within the
 * suppression limit. Samarati 2001, section 4.3. Every vector of a height is judged before the height moves: the
 * published pseudocode of some texts moves inside the loop over the vectors and then misses the least height.
 *
 * The binary search needs that a height above a satisfying one satisfies too. Where the models do not give that
 * ({@link NodeJudge}), heights are judged upward from 0.
 *
 * `choose`: `first` takes the first satisfying vector of that height in lexicographic order; `least-loss` the one with the
 * least cost under `metric` (default loss). `scope: lattice` with `least-loss` looks at all heights from the least one up.
 */
export const samarati = defineAlgorithm({
  name: 'samarati',
  source: 'P. Samarati: Protecting respondents’ identities in microdata release, TKDE 13(6), 2001',
  guarantee:
    'a level vector of the least height within the limit; least-loss: the best of them, or of the whole lattice',
  complexity: 'the nodes of about log2(height) heights, O(m) each for m distinct vectors',
  whyRows: () => null,
  disjointClasses: true,
  levelVector: true,
  minimality: () => 'every-level',
  needsLevels: true,
  options: OPTIONS,
  run: (problem, engine, options, control) =>
    runLatticeSearch(problem, engine, options, control, widestFirst(problem), (search) =>
      searchHeights(search, options.choose, options.scope),
    ),
});

async function searchHeights(search: LatticeSearch, choose: string, scope: string): Promise<Found> {
  const { problem, judge, lattice, options } = search;
  const objective =
    choose === 'least-loss'
      ? search.objective
      : createObjective(
          problem,
          'height',
          lattice.heights.map(() => 1),
        );
  let tagged = 0;
  let heightsJudged = 0;
  let vectors = 0;
  let listed: LevelVector[] = [];

  /** The best vector whose height is from .. to, or null. */
  const judgeHeights = async (from: number, to: number): Promise<BestNode> => {
    const best = new BestNode(objective);
    const { heights } = judge;
    const rest = heights.map((_, depth) => heightOfVector(heights.slice(depth)));
    rest.push(0);
    const sum = (levels: LevelVector, depth: number): number => heightOfVector(levels.slice(0, depth));
    let satisfying = 0;
    listed = [];
    heightsJudged += to - from + 1;
    await new LatticeWalk(
      judge,
      {
        node(levels, { sums }) {
          const height = heightOfVector(levels);
          if (height < from || height > to || !judge.isWithinLimit(sums)) return;
          satisfying++;
          const vector = judge.inJobOrder(levels);
          best.offer(vector, sums);
          if (options.nodes === 'height') listed.push(vector);
        },
        range(depth, levels) {
          const below = sum(levels, depth);
          return {
            from: Math.max(0, from - below - rest[depth + 1]),
            to: Math.min(heights[depth], to - below),
          };
        },
        wantsBottom: false,
        rank: () => 0,
        descend({ depth, levels, upper }, isAgain) {
          const below = sum(levels, depth);
          if (below > to || below + rest[depth] < from) return false;
          if (judge.isWithinLimit(upper.bySize) && (!judge.isMonotone || judge.isWithinLimit(upper.sums))) return true;
          if (!isAgain) tagged++;
          return false;
        },
      },
      search.pauses,
      () => false,
      search.memory,
    ).run();
    vectors = satisfying;
    return best;
  };

  let low = 0;
  let high = lattice.height;
  let found = new BestNode(objective);
  let satisfyingVectors = 0;
  let lowest: readonly LevelVector[] = [];
  if (judge.isMonotone) {
    while (low < high) {
      const middle = (low + high) >> 1;
      const best = await judgeHeights(middle, middle);
      if (best.levels === null) low = middle + 1;
      else {
        high = middle;
        found = best;
        satisfyingVectors = vectors;
        lowest = listed;
      }
    }
    if (found.levels === null || heightOfVector(found.levels) !== low) {
      found = await judgeHeights(low, low);
      satisfyingVectors = vectors;
      lowest = listed;
    }
  } else {
    for (; low <= high && found.levels === null; low++) {
      found = await judgeHeights(low, low);
      satisfyingVectors = vectors;
      lowest = listed;
    }
  }
  const least = found.levels === null ? null : heightOfVector(found.levels);
  if (least !== null && choose === 'least-loss' && scope === 'lattice') {
    found = await judgeHeights(least, lattice.height);
  }
  return {
    levels: found.levels,
    optimal: true,
    lowerBound: choose === 'first' ? null : found.cost,
    tagged,
    nodes: judge.checked + tagged,
    counters: { heights: heightsJudged, vectors: satisfyingVectors, ...(least === null ? {} : { leastHeight: least }) },
    ...(options.nodes === 'height' ? { lowest } : {}),
  };
}
