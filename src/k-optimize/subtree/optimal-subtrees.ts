import type { CutProblem, Engine } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import { InfeasibleError, InvalidArgumentError } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import { seededRandom } from '../../base/random.js';
import type { Control, Outcome, Problem } from '../../algorithms/algorithm.js';
import { type CutOfNodes, outcomeOfCutNodes } from '../../algorithms/greedy/cut-nodes.js';
import { Taxonomy } from '../../algorithms/greedy/taxonomy.js';
import { gapOf, SearchClock } from '../../algorithms/search-clock.js';
import { kOfModels, notProven } from '../../algorithms/cuts/cut-search.js';
import { Trace } from '../team/trace.js';
import { climbSubtrees } from './climb-subtrees.js';
import { SplitForest } from './split-forest.js';
import { SubtreeCosts } from './subtree-costs.js';
import { type SubtreeRules, SubtreeSearch, type SubtreeSolution } from './subtree-search.js';

interface SubtreeOptions {
  readonly metric: 'discernibility' | 'classification';
  readonly seedCost: number | 'auto';
  readonly seed: number;
  readonly pruning: SubtreeRules;
}

/** Rounds of the climb before the search. */
const ROUNDS = 24;
/** Nodes that may be open at once: their states fill the memory of a host. */
const MOST_OPEN = 2 ** 21;

/** The trees of a problem's attributes over the leaves that occur. */
function taxonomiesOf({ set, domains }: Pick<Problem, 'set' | 'domains'>): Taxonomy[] {
  return domains.map((domain, a) => {
    const codes = set.codes(a);
    const occurs = new Uint8Array(domain.size);
    for (let v = 0; v < codes.length; v++) occurs[codes[v]] = 1;
    return new Taxonomy(domain, occurs, null);
  });
}

/**
 * The cheapest full-subtree recoding (Iyengar, _Transforming data to satisfy privacy constraints_, KDD 2002): every released value is a node of
 * the attribute's taxonomy, and no released value lies above another. By climbing, then branch and bound over the splits of all trees
 * (docs/k-optimize.md, whole subtrees). Anytime.
 *
 * @param cutProblem - k, limit, metric and labels; where cuts are allowed is of no account
 * @throws InvalidArgumentError NOT_RESUMABLE with a checkpoint; InfeasibleError NO_SOLUTION
 */
export async function optimalSubtrees(
  problem: Problem,
  engine: Engine,
  cutProblem: CutProblem,
  options: SubtreeOptions,
  control: Control,
): Promise<Outcome> {
  if (control.resume !== undefined || control.onCheckpoint !== undefined) {
    const option = control.resume === undefined ? 'onCheckpoint' : 'resume';
    const expected = 'a job whose search can be resumed (k-optimize with "cuts": "free" or "hierarchy")';
    throw new InvalidArgumentError(`options.${option}`, expected, 'k-optimize with "cuts": "subtree"', 'NOT_RESUMABLE');
  }
  const clock = new SearchClock(control);
  const taxonomies = taxonomiesOf(problem);
  const forest = new SplitForest(taxonomies);
  const spec = { ...cutProblem, allowed: forest.allowed() };
  const costs = SubtreeCosts.begin(engine, problem.set, spec, problem.rows);
  try {
    const seedCost = options.seedCost === 'auto' ? Infinity : options.seedCost + 1;
    const search = new SubtreeSearch(costs, forest, options.pruning, seedCost);
    const trace = new Trace([]);
    let bestSeconds = 0;
    let known = Infinity;
    const note = (last = false): void => {
      const cost = search.best?.cost ?? Infinity;
      if (cost < known) bestSeconds = clock.seconds;
      known = cost;
      trace.note(clock.seconds, search.nodes, cost, search.lowerBound, last);
    };
    if (options.seedCost === 'auto') {
      const offer = (solution: SubtreeSolution): void => search.offer(solution);
      const random = seededRandom(options.seed);
      await climbSubtrees({ costs, forest, random, clock, offer }, ROUNDS, null);
      note();
    }
    while (!search.isDone && !clock.isOver && search.open < MOST_OPEN) {
      search.step();
      note();
      await clock.pause(0, { cost: known, lowerBound: search.lowerBound });
    }
    note(true);
    return outcomeOf(problem, engine, search, { taxonomies, forest, options, bestSeconds, trace });
  } finally {
    costs.dispose();
  }
}

interface Report {
  readonly taxonomies: readonly Taxonomy[];
  readonly forest: SplitForest;
  readonly options: SubtreeOptions;
  readonly bestSeconds: number;
  readonly trace: Trace;
}

function outcomeOf(
  problem: Problem,
  engine: Engine,
  search: SubtreeSearch,
  { taxonomies, forest, options: { metric, seedCost }, bestSeconds, trace }: Report,
): Outcome {
  const { best, isDone, nodes, prunedNodes, prunedTail } = search;
  if (best === null) {
    const limit = amount(problem.suppressionLimit, 'row');
    throw new InfeasibleError(
      'NO_SOLUTION',
      isDone
        ? `k-optimize: no recoding by whole subtrees within the suppression limit of ${limit}${seedCost === 'auto' ? '' : ` costs at most ${seedCost}`}`
        : 'k-optimize: the search ended before it found a solution; give it more time, or "seedCost": "auto"',
    );
  }
  const { cost } = best;
  const lowerBound = isDone ? cost : Math.min(cost, search.lowerBound);
  return outcomeOfCutNodes(problem, taxonomies, classesOf(problem, engine, forest, best), {
    search: {
      optimal: lowerBound >= cost,
      lowerBound,
      nodes,
      checked: nodes,
      cost,
      gap: gapOf({ cost, lowerBound }),
      bestSeconds,
      prunedNodes,
      prunedTail,
      splits: forest.length,
      trace: trace.points,
    },
    options: { metric, cuts: 'subtree', seedCost },
    warnings: notProven(cost, lowerBound, metric),
    endedEarly: lowerBound < cost,
  });
}

/** The classes of a solution, with the nodes that they are released as. */
function classesOf(problem: Problem, engine: Engine, forest: SplitForest, { made }: SubtreeSolution): CutOfNodes {
  const { set, domains } = problem;
  const k = kOfModels(problem);
  const nodes = forest.nodesOf(made);
  const columns = domains.map(({ size }, a) => {
    const map = new Uint32Array(size);
    const { lo, hi } = forest.trees[a];
    nodes[a].forEach((node, i) => map.fill(i, lo[node], hi[node] + 1));
    return { codes: set.codes(a), size: nodes[a].length, map };
  });
  const { groups, groupOf, codes } = groupColumns(engine, set.length, columns);
  const counts = set.counts();
  const sizes = new Uint32Array(groups);
  for (let v = 0; v < groupOf.length; v++) sizes[groupOf[v]] += counts[v];
  return {
    groupOf,
    sizes,
    holds: Uint8Array.from(sizes, (size) => (size >= k ? 1 : 0)),
    nodes: codes.map((own, a) => Uint32Array.from(own, (i) => nodes[a][i])),
  };
}
