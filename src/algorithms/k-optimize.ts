import { InfeasibleError, InvalidArgumentError, throwIfAborted } from '../errors.js';
import type {
  CutProblem,
  CutSolution,
  Engine,
  KOptimizePruning,
  KOptimizeSearch,
  KOptimizeStatus,
} from '../engine/engine.js';
import { seededRandom } from '../random.js';
import type { Warning } from '../table/table.js';
import type { Algorithm, Control, Outcome, Problem } from './algorithm.js';
import { checkOptions } from './check-options.js';
import type { CutSearchOptions } from './cut-search.js';
import { CUT_SEARCH_CHOICES, CUT_SEARCH_DESCRIPTIONS, cutProblemOf, outcomeOfCuts, SearchClock } from './cut-search.js';
import { seedCuts } from './seed-cuts.js';

const PRUNING_DEFAULT: KOptimizePruning = { nodes: true, tail: true, useless: 'broad', reorder: true, tables: true };

/** Seconds of climbing for a seed when no time limit is given; with one, a fifth of it. */
const SEED_SECONDS = 2;
const FIRST_BUDGET = 16;
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
      '"auto" (default): a good solution is climbed for first; a number: only solutions of at most that cost are looked for',
    seed: 'whole number of the climber’s generator, default 1',
    pruning:
      '{nodes, tail, useless: "narrow"|"broad"|"off", reorder, tables}: rules to switch off, to measure them; default all on, broad',
  },
  checkOptions: (options, path) => void readOptions(options, path),
  run: runKOptimize,
};

function readOptions(given: Readonly<Record<string, unknown>>, path: string): KOptimizeOptions {
  const { seedCost = 'auto', seed = 1, pruning = {}, ...choices } = given;
  const { metric, cuts } = checkOptions(CUT_SEARCH_CHOICES, choices, path) as unknown as CutSearchOptions;
  if (seedCost !== 'auto' && !(Number.isSafeInteger(seedCost) && (seedCost as number) >= 0)) {
    throw new InvalidArgumentError(`${path}.seedCost`, '"auto" or a whole number from 0', JSON.stringify(seedCost));
  }
  if (!Number.isSafeInteger(seed) || (seed as number) < 0) {
    throw new InvalidArgumentError(`${path}.seed`, 'a whole number from 0', JSON.stringify(seed));
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
    seed: seed as number,
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
  const cutProblem = cutProblemOf(problem, options);
  const found = options.seedCost === 'auto' ? await climb(problem, cutProblem, engine, options, control) : null;
  const seedSeconds = clock.seconds;
  // Costs are whole numbers: looking below cost + 1 finds a solution of exactly the given cost too.
  const seedCost = options.seedCost === 'auto' ? (found?.cost ?? Infinity) : options.seedCost + 1;
  const search = engine.kOptimize(problem.set, { ...cutProblem, seedCost, pruning: options.pruning });
  let status: KOptimizeStatus;
  let done: boolean;
  let bestSeconds: number;
  try {
    ({ done, bestSeconds } = await runToEnd(search, clock));
    status = search.status();
  } finally {
    search.dispose();
  }
  const best = status.best ?? found;
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
      seedCost: found?.cost ?? null,
      seedSeconds,
      bestSeconds: status.best === null ? seedSeconds : bestSeconds,
      prunedNodes,
      prunedTail,
      uselessValues,
      refutedByTables,
    },
    options: { metric: options.metric, cuts: options.cuts, seedCost: options.seedCost },
    warnings: notProven(best, lowerBound),
  });
}

/** A good solution to begin with, within seconds: exact descent by one attribute at a time, with restarts. */
async function climb(
  problem: Problem,
  cutProblem: CutProblem,
  engine: Engine,
  options: KOptimizeOptions,
  control: Control,
): Promise<CutSolution | null> {
  const timeLimit = control.timeLimit === undefined ? SEED_SECONDS : Math.min(SEED_SECONDS, control.timeLimit / 5);
  const evaluator = engine.cutEvaluator(problem.set, cutProblem);
  try {
    return await seedCuts(evaluator, cutProblem, {
      rows: problem.rows,
      random: seededRandom(options.seed),
      control: { ...control, timeLimit },
    });
  } finally {
    evaluator.dispose();
  }
}

/** Steps the search in slices of about 20 ms until it ends or the clock says so. */
async function runToEnd(search: KOptimizeSearch, clock: SearchClock): Promise<{ done: boolean; bestSeconds: number }> {
  let budget = FIRST_BUDGET;
  let bestCost = search.status().bestCost;
  let bestSeconds = clock.seconds;
  for (;;) {
    const before = performance.now();
    const done = search.step(budget);
    const spent = performance.now() - before;
    const now = search.status().bestCost;
    if (now < bestCost) {
      bestCost = now;
      bestSeconds = clock.seconds;
    }
    if (done) return { done, bestSeconds };
    if (spent < SLICE_MILLISECONDS / 2) budget *= 2;
    else if (spent > 2 * SLICE_MILLISECONDS) budget = Math.max(1, Math.floor(budget / 2));
    if (await clock.pause(search.progress())) return { done: false, bestSeconds };
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
