import { InfeasibleError, InvalidArgumentError, throwIfAborted } from '../errors.js';
import type { CutSolution, Engine, KOptimizePruning, KOptimizeSearch, KOptimizeStatus } from '../engine/engine.js';
import { seededRandom } from '../random.js';
import type { Warning } from '../table/table.js';
import type { Algorithm, Control, Outcome, Problem } from './algorithm.js';
import type { CutSearchOptions } from './cut-search.js';
import { CUT_SEARCH_DESCRIPTIONS, cutProblemOf, outcomeOfCuts, SearchClock } from './cut-search.js';
import { checkCutOptions, SEED_DESCRIPTION, SEED_OPTION } from './cut-search-options.js';
import { seedCuts } from './seed-cuts.js';

const PRUNING_DEFAULT: KOptimizePruning = { nodes: true, tail: true, useless: 'broad', reorder: true, tables: true };

/** Descents of the climber's first turn, doubled every turn up to the most; nodes of the search's first turn, doubled. */
const FIRST_DESCENTS = 8;
const MOST_DESCENTS = 512;
const FIRST_NODES = 50;
const SLICE_MILLISECONDS = 20;

interface KOptimizeOptions extends CutSearchOptions {
  readonly seedCost: number | 'auto';
  readonly seed: number;
  readonly pruning: KOptimizePruning;
}

/**
 * K-OPTIMIZE: the provably cheapest set of cuts.
 *
 * Bayardo and Agrawal, "Data Privacy Through Optimal k-Anonymization", ICDE 2005. Every quasi-identifier's domain is
 * ordered; a set-enumeration tree over all cuts is searched depth first, and nodes and tail values that cannot lead to
 * a cheaper solution are pruned by lower bounds (section 5; what goes beyond the paper is proven in docs/k-optimize.md).
 * The search is anytime: ended by a time limit or Ctrl-C, it gives its best solution so far with a lower bound over
 * everything that was not searched.
 */
export const kOptimize: Algorithm = {
  name: 'k-optimize',
  source: 'Bayardo, Agrawal: Data Privacy Through Optimal k-Anonymization, ICDE 2005',
  guarantee: 'the least cost over all sets of cuts when the search ends by itself; else a certified gap',
  complexity: 'exponential in the number of cuts at worst; O(m q) to O(m q log m) a node for m distinct vectors',
  anytime: true,
  options: {
    ...CUT_SEARCH_DESCRIPTIONS,
    seedCost:
      '"auto" (default): good solutions are climbed for in turns with the search; a number: only solutions of at most that cost are looked for',
    seed: SEED_DESCRIPTION,
    pruning:
      '{nodes, tail, useless: "narrow"|"broad"|"off", reorder, tables}: rules to switch off, to measure them; default all on, broad',
  },
  checkOptions: (options, path) => void readOptions(options, path),
  run: runKOptimize,
};

function readOptions(given: Readonly<Record<string, unknown>>, path: string): KOptimizeOptions {
  const { seedCost = 'auto', pruning = {}, ...others } = given;
  const { metric, cuts, seed } = checkCutOptions({ seed: SEED_OPTION }, others, path);
  if (seedCost !== 'auto' && !(Number.isSafeInteger(seedCost) && (seedCost as number) >= 0)) {
    throw new InvalidArgumentError(`${path}.seedCost`, '"auto" or a whole number from 0', JSON.stringify(seedCost));
  }
  if (typeof pruning !== 'object' || pruning === null || Array.isArray(pruning)) {
    throw new InvalidArgumentError(`${path}.pruning`, 'an object of rules', JSON.stringify(pruning));
  }
  const rules: Record<string, unknown> = { ...PRUNING_DEFAULT };
  for (const [rule, value] of Object.entries(pruning as Record<string, unknown>)) {
    if (!Object.hasOwn(PRUNING_DEFAULT, rule)) {
      throw new InvalidArgumentError(
        `${path}.pruning.${rule}`,
        `one of the rules ${Object.keys(PRUNING_DEFAULT).join(', ')}`,
        'an unknown rule',
        'UNKNOWN_OPTION',
      );
    }
    const allowed = rule === 'useless' ? ['narrow', 'broad', 'off'] : [true, false];
    if (!allowed.includes(value as never)) {
      throw new InvalidArgumentError(`${path}.pruning.${rule}`, `one of ${allowed.join(', ')}`, JSON.stringify(value));
    }
    rules[rule] = value;
  }
  return {
    metric,
    cuts,
    seedCost: seedCost as number | 'auto',
    seed,
    pruning: rules as unknown as KOptimizePruning,
  };
}

async function runKOptimize(
  problem: Problem,
  engine: Engine,
  given: Readonly<Record<string, unknown>>,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const options = readOptions(given, 'algorithm');
  const clock = new SearchClock(control);
  const searched = await climbAndSearch(problem, engine, options, control, clock);
  const { found: best, status, done, seedCost, bestSeconds } = searched;
  if (best === null) {
    throw new InfeasibleError(
      'NO_SOLUTION',
      done
        ? `k-optimize: no set of cuts within the suppression limit of ${problem.suppressionLimit} rows costs at most ${seedCost - 1}`
        : 'k-optimize: the search ended before it found a solution; give it more time, or "seedCost": "auto"',
    );
  }
  const lowerBound = done ? best.cost : Math.min(status.lowerBound, best.cost);
  const { nodes, prunedNodes, prunedTail, uselessValues, refutedByTables } = status;
  return outcomeOfCuts(problem, engine, best, {
    search: {
      optimal: lowerBound >= best.cost,
      lowerBound,
      nodes,
      checked: nodes,
      cost: best.cost,
      gap: best.cost === 0 ? 0 : (best.cost - lowerBound) / best.cost,
      bestSeconds,
      prunedNodes,
      prunedTail,
      uselessValues,
      refutedByTables,
    },
    options: { metric: options.metric, cuts: options.cuts, seedCost: options.seedCost },
    warnings: notProven(best, lowerBound),
  });
}

interface Searched {
  /** The best solution of both, or null. */
  readonly found: CutSolution | null;
  readonly status: KOptimizeStatus;
  readonly done: boolean;
  /** Only cheaper solutions were looked for, to begin with. */
  readonly seedCost: number;
  readonly bestSeconds: number;
}

/**
 * Climbs (exact descent by one attribute at a time, with restarts) and searches in turns that grow: what one finds, the
 * other goes on from. Turns are counted in descents and nodes, so that the same job gives the same release.
 */
async function climbAndSearch(
  problem: Problem,
  engine: Engine,
  options: KOptimizeOptions,
  control: Control,
  clock: SearchClock,
): Promise<Searched> {
  const cutProblem = cutProblemOf(problem, options);
  const random = seededRandom(options.seed);
  const evaluator = options.seedCost === 'auto' ? engine.cutEvaluator(problem.set, cutProblem) : null;
  let search: KOptimizeSearch | null = null;
  let found: CutSolution | null = null;
  let bestSeconds = 0;
  const offer = (solution: CutSolution | null): void => {
    if (solution === null || (found !== null && solution.cost >= found.cost)) return;
    found = solution;
    bestSeconds = clock.seconds;
  };
  try {
    // Costs are whole numbers: looking below cost + 1 finds a solution of exactly the given cost too.
    let seedCost = options.seedCost === 'auto' ? Infinity : options.seedCost + 1;
    for (let turn = 0; ; turn++) {
      if (evaluator !== null && !clock.isOver) {
        offer(
          await seedCuts(evaluator, cutProblem, {
            rows: problem.rows,
            random,
            control: { ...control, timeLimit: clock.secondsLeft },
            rounds: Math.min(FIRST_DESCENTS * 2 ** turn, MOST_DESCENTS),
            start: found ?? undefined,
          }),
        );
      }
      const known = found as CutSolution | null;
      if (search === null) {
        seedCost = Math.min(seedCost, known?.cost ?? Infinity);
        search = engine.kOptimize(problem.set, { ...cutProblem, seedCost, pruning: options.pruning });
      } else if (known !== null) search.lowerBestCost(known.cost);
      const done = await searchFor(search, FIRST_NODES * 2 ** turn, clock);
      const status = search.status();
      offer(status.best);
      if (done || clock.isOver) return { found, status, done, seedCost, bestSeconds };
    }
  } finally {
    search?.dispose();
    evaluator?.dispose();
  }
}

/** Searches `nodes` more nodes in slices of about 20 ms; true when the search has ended by itself. */
async function searchFor(search: KOptimizeSearch, nodes: number, clock: SearchClock): Promise<boolean> {
  const end = search.status().nodes + nodes;
  let budget = 16;
  for (;;) {
    const before = performance.now();
    if (search.step(Math.min(budget, Math.max(1, end - search.status().nodes)))) return true;
    const spent = performance.now() - before;
    if (spent < SLICE_MILLISECONDS / 2) budget *= 2;
    else if (spent > 2 * SLICE_MILLISECONDS) budget = Math.max(1, Math.floor(budget / 2));
    if (await clock.pause(search.progress())) return false;
    if (search.status().nodes >= end) return false;
  }
}

function notProven(best: CutSolution, lowerBound: number): Warning[] {
  if (lowerBound >= best.cost) return [];
  return [
    {
      code: 'NOT_PROVEN_OPTIMAL',
      message: `the search ended before it proved the cost ${best.cost} optimal; no solution costs less than ${lowerBound}`,
    },
  ];
}
