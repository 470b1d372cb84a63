import { heightOfVector, type LevelVector } from './lattice.js';
import { AllowedNodes, type LevelRange } from './allowed-nodes.js';
import { BestNode } from './best-node.js';
import { levelRangeOf } from './level-maps.js';
import { runLatticeSearch, widestFirst, type Found, type LatticeSearch } from './lattice-search.js';
import { createObjective, type Objective } from './objective.js';
import { LatticeWalk, type Visitor } from './walk-lattice.js';
import type { RunAlgorithm } from '../algorithm.js';
import type { SamaratiOptions } from '../cards/samarati.js';

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
export const run: RunAlgorithm<SamaratiOptions> = (problem, engine, options, control) =>
  runLatticeSearch(problem, engine, options, control, widestFirst(problem), (search) =>
    searchHeights(search, options.choose, options.scope),
  );

async function searchHeights(search: LatticeSearch, choose: string, scope: string): Promise<Found> {
  const { problem, judge, lattice, options } = search;
  const ones = lattice.heights.map(() => 1);
  const objective = choose === 'least-loss' ? search.objective : createObjective(problem, 'height', ones);
  const heights = new HeightJudge(search, objective);
  const lowest = await heights.lowest();
  const least = lowest.best.levels === null ? null : heightOfVector(lowest.best.levels);
  const isWider = least !== null && choose === 'least-loss' && scope === 'lattice';
  const best = isWider ? (await heights.judge(least, lattice.height)).best : lowest.best;
  const { tagged, judged } = heights;
  return {
    levels: best.levels,
    optimal: true,
    lowerBound: choose === 'first' ? null : best.cost,
    allowed: new AllowedNodes(judge, problem.domains.map(levelRangeOf)).counts[0],
    tagged,
    nodes: judge.checked + tagged,
    counters: { heights: judged, vectors: lowest.vectors, ...(least === null ? {} : { leastHeight: least }) },
    ...(options.nodes === 'height' ? { lowest: lowest.listed } : {}),
  };
}

/** Result at some heights: the best vector, how many satisfy, and those, where they are asked for. */
interface AtHeights {
  readonly best: BestNode;
  readonly vectors: number;
  readonly listed: readonly LevelVector[];
}

class HeightJudge {
  /** Vectors that were judged by what is above them, and heights that were looked at. */
  tagged = 0;
  judged = 0;
  readonly #search: LatticeSearch;
  readonly #objective: Objective;
  /** [attributes] levels that may be released. */
  readonly #ranges: readonly LevelRange[];

  constructor(search: LatticeSearch, objective: Objective) {
    this.#search = search;
    this.#ranges = search.problem.domains.map(levelRangeOf);
    this.#objective = objective;
  }

  /** The lowest height that has a vector: by halving, or height by height where a model may fail above a vector that satisfies it. */
  async lowest(): Promise<AtHeights> {
    let low = heightOfVector(this.#ranges.map(({ least }) => least));
    let high = heightOfVector(this.#ranges.map(({ most }) => most));
    let found: AtHeights = { best: new BestNode(this.#objective), vectors: 0, listed: [] };
    if (!this.#search.judge.isMonotone) {
      for (; low <= high && found.best.levels === null; low++) found = await this.judge(low, low);
      return found;
    }
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = await this.judge(middle, middle);
      if (at.best.levels === null) low = middle + 1;
      else {
        high = middle;
        found = at;
      }
    }
    const isJudged = found.best.levels !== null && heightOfVector(found.best.levels) === low;
    return isJudged ? found : this.judge(low, low);
  }

  /** The vectors whose height is from .. to. */
  async judge(from: number, to: number): Promise<AtHeights> {
    const { judge, options, pauses, memory } = this.#search;
    const best = new BestNode(this.#objective);
    const listed: LevelVector[] = [];
    const { heights } = judge;
    const allowed = new AllowedNodes(judge, this.#ranges);
    const tops = heights.map((_, depth) => allowed.range(depth).to);
    const rest = tops.map((_, depth) => heightOfVector(tops.slice(depth)));
    rest.push(0);
    const sum = (levels: LevelVector, depth: number): number => heightOfVector(levels.slice(0, depth));
    let vectors = 0;
    this.judged += to - from + 1;
    const visitor: Visitor = {
      node(levels, { sums }) {
        const height = heightOfVector(levels);
        if (height < from || height > to || !allowed.includes(levels) || !judge.isWithinLimit(sums)) return;
        vectors++;
        const vector = judge.inJobOrder(levels);
        best.offer(vector, sums);
        if (options.nodes === 'height') listed.push(vector);
      },
      range(depth, levels) {
        const below = sum(levels, depth);
        const own = allowed.range(depth);
        return { from: Math.max(own.from, from - below - rest[depth + 1]), to: Math.min(own.to, to - below) };
      },
      wantsBottom: false,
      rank: () => 0,
      descend: ({ depth, levels, upper }, isAgain) => {
        const below = sum(levels, depth);
        if (below > to || below + rest[depth] < from) return false;
        if (judge.isWithinLimit(upper.bySize) && (!judge.isMonotone || judge.isWithinLimit(upper.sums))) return true;
        if (!isAgain) this.tagged++;
        return false;
      },
    };
    await new LatticeWalk(judge, visitor, pauses, () => false, memory).run();
    return { best, vectors, listed };
  }
}
