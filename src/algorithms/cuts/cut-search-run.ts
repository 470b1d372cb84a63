import type { CutEvaluator, CutProblem, CutSets, CutSolution, Engine } from '../../engine/engine.js';
import { CapacityError, InfeasibleError, throwIfAborted } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import { seededRandom, type RandomSource } from '../../base/random.js';
import { unitOf } from '../../engine/cut-parts.js';
import type { Steps } from '../../base/steps.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import { SearchClock } from '../search-clock.js';
import { evaluatorUnder } from './condition-evaluator.js';
import { stepsOf } from './cut-steps.js';
import { cutProblemFor, noCuts, outcomeOfCuts, sizeConditionsOf } from './cut-search.js';
import type { CutSearchOptions } from '../shared-options.js';

/** A set of cuts with what it costs; `value` orders all sets, also those past the suppression limit. */
interface Candidate extends CutSolution {
  readonly value: number;
}

/** Sets whose costs a search remembers. */
const MOST_KNOWN = 1 << 15;

/** Operations of a local search. Every candidate is compared with the incumbent. */
export class CutSearch {
  readonly clock: SearchClock;
  readonly random: RandomSource;
  /** The allowed cuts of all attributes in a row, as (attribute, leaf): the bits of a solution. */
  readonly alphabet: readonly { readonly attribute: number; readonly leaf: number }[];
  readonly #evaluator: CutEvaluator;
  readonly #rows: number;
  readonly #problem: CutProblem;
  #best: Candidate | null = null;
  #bestSeconds = 0;
  #checked = 0;
  /** By cuts. */
  readonly #known = new Map<string, CutSolution>();

  constructor(evaluator: CutEvaluator, problem: CutProblem, rows: number, seed: number, control: Control) {
    this.#evaluator = evaluator;
    this.#problem = problem;
    this.#rows = rows;
    this.clock = new SearchClock(control);
    this.random = seededRandom(seed);
    this.alphabet = problem.allowed.flatMap((allowed, attribute) =>
      Array.from(allowed.keys())
        .filter((leaf) => leaf > 0 && allowed[leaf] !== 0)
        .map((leaf) => ({ attribute, leaf })),
    );
  }

  /** The cheapest candidate within the suppression limit, and when it was found. */
  get best(): Candidate | null {
    return this.#best;
  }
  get bestSeconds(): number {
    return this.#bestSeconds;
  }
  /** Candidates whose cost was computed, those of toggles among them. */
  get checked(): number {
    return this.#checked;
  }

  /**
   * Surcharge for every suppressed row past the limit, in the cost of a suppressed row; Infinity (default) makes every
   * solution past the limit worse than all within it, by the rows too many and then by cost.
   */
  surcharge = Infinity;

  /** Cost, and past the suppression limit the surcharge, so that a search that started outside finds its way in. */
  valueOf(cost: number, suppressed: number): number {
    const excess = suppressed - this.#problem.suppressionLimit;
    if (excess <= 0) return cost;
    if (this.surcharge === Infinity) return this.#rows * this.#rows * (1 + excess) + cost;
    const unit = unitOf(this.#problem, this.#rows);
    return cost + this.surcharge * unit * excess;
  }

  evaluate(cuts: CutSets): Candidate {
    const { cost, suppressed } = this.#evaluator.evaluate(cuts);
    this.#checked++;
    const candidate = { cuts, cost, suppressed, value: this.valueOf(cost, suppressed) };
    this.#offer(candidate);
    return candidate;
  }

  /** Evaluates sets like `evaluate`, for walks that return to earlier sets: their costs are cached. */
  revisit(cuts: CutSets): Candidate {
    const key = cuts.join('|');
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.#checked++;
      return { ...known, value: this.valueOf(known.cost, known.suppressed) };
    }
    if (this.#known.size === MOST_KNOWN) this.#known.clear();
    const found = this.evaluate(cuts);
    this.#known.set(key, found);
    return found;
  }

  /**
   * The neighbour with one cut more (`add`) or one cut less (`remove`) of the least value below that of `from`, the
   * earlier cut in a tie; null when no such neighbour is better.
   */
  *bestNeighbour(from: Candidate, kind: 'add' | 'remove', reach: Reach): Steps<Candidate | null> {
    const { cost, suppressed } = yield* stepsOf(reach.evaluatorFor(from.cuts, kind)).toggles(from.cuts);
    const unit = unitOf(this.#problem, this.#rows);
    let found: { attribute: number; leaf: number } | null = null;
    let value = from.value;
    for (const [bit, { attribute, leaf }] of this.alphabet.entries()) {
      if (from.cuts[attribute].includes(leaf) !== (kind === 'remove')) continue;
      this.#checked++;
      if (reach.lost[bit] === 1) continue;
      const rows = suppressed[attribute][leaf];
      // Every further cut suppresses at least these rows, and every step to come has a lower value than this one.
      if (kind === 'add' && this.valueOf(rows * unit, rows) >= from.value) reach.lost[bit] = 1;
      const now = this.valueOf(cost[attribute][leaf], rows);
      if (now >= value) continue;
      value = now;
      found = { attribute, leaf };
    }
    if (found === null) return null;
    const { attribute, leaf } = found;
    const candidate = {
      cuts: toggleCut(from.cuts, attribute, leaf),
      cost: cost[attribute][leaf],
      suppressed: suppressed[attribute][leaf],
      value,
    };
    this.#offer(candidate);
    return candidate;
  }

  /** A new {@link Reach} for a climb that begins; the caller disposes of it. */
  reach(): Reach {
    return new Reach(this.#evaluator, this.alphabet);
  }

  /** The set without cuts. */
  none(): Candidate {
    return this.evaluate(noCuts(this.#problem));
  }

  /** A random set: every allowed cut with the same probability, which is itself drawn from 1/2, 1/4, 1/8, 1/16. */
  draw(): CutSets {
    const oneIn = 2 << this.random.below(4);
    const lists = this.#problem.allowed.map((): number[] => []);
    for (const { attribute, leaf } of this.alphabet) if (this.random.below(oneIn) === 0) lists[attribute].push(leaf);
    return lists.map((list) => Uint32Array.from(list));
  }

  /** Weighs a solution that was found elsewhere. */
  offer({ cuts, cost, suppressed }: CutSolution): void {
    this.#offer({ cuts, cost, suppressed, value: this.valueOf(cost, suppressed) });
  }

  /** Counts candidates whose cost was computed elsewhere. */
  countElsewhere(checked: number): void {
    this.#checked += checked;
  }

  #offer(candidate: Candidate): void {
    if (candidate.suppressed > this.#problem.suppressionLimit) return;
    if (this.#best !== null && candidate.cost >= this.#best.cost) return;
    this.#best = candidate;
    this.#bestSeconds = this.clock.seconds;
  }
}

/** Maximum share of cuts left at which a coarser evaluator is made. */
const FEWER_CUTS = 0.8;

/**
 * Reachable cuts of a climb: the cuts that it removes from, or the cuts that it may add. The current evaluator merges vectors that none of them
 * divides.
 */
class Reach {
  readonly #evaluator: CutEvaluator;
  readonly #alphabet: CutSearch['alphabet'];
  /** [cuts] 1 where adding a cut can gain no longer. */
  readonly lost: Uint8Array;
  #coarse: CutEvaluator | null = null;
  /** Number of cuts that the current evaluator distinguishes. */
  #cuts: number;

  constructor(evaluator: CutEvaluator, alphabet: CutSearch['alphabet']) {
    this.#evaluator = evaluator;
    this.#alphabet = alphabet;
    this.lost = new Uint8Array(alphabet.length);
    this.#cuts = alphabet.length;
  }

  /** The evaluator for the next step of a climb that only adds, or only removes. */
  evaluatorFor(cuts: CutSets, kind: 'add' | 'remove'): CutEvaluator {
    const lists = cuts.map((): number[] => []);
    let left = 0;
    this.#alphabet.forEach(({ attribute, leaf }, bit) => {
      if ((kind === 'remove' || this.lost[bit] === 1) && !cuts[attribute].includes(leaf)) return;
      lists[attribute].push(leaf);
      left++;
    });
    const evaluator = this.#coarse ?? this.#evaluator;
    if (left > FEWER_CUTS * this.#cuts) return evaluator;
    this.#cuts = left;
    try {
      const coarse = evaluator.coarsen(lists.map((list) => Uint32Array.from(list)));
      this.dispose();
      this.#coarse = coarse;
      return coarse;
    } catch (error) {
      // Without the memory for another one, the one at hand does.
      if (error instanceof CapacityError) return evaluator;
      throw error;
    }
  }

  dispose(): void {
    this.#coarse?.dispose();
    this.#coarse = null;
  }
}

/** The sets with one cut of one attribute toggled. */
export function toggleCut(cuts: CutSets, attribute: number, leaf: number): CutSets {
  const list = cuts[attribute];
  const others = list.filter((cut) => cut !== leaf);
  let toggled = others;
  if (others.length === list.length) {
    toggled = new Uint32Array(list.length + 1);
    toggled.set(list);
    toggled[list.length] = leaf;
    toggled.sort();
  }
  return cuts.map((other, a) => (a === attribute ? toggled : other));
}

/** Takes the best step of one kind until none improves, or until `isOver`; a step that is not over by then is not taken. */
export async function climb(
  search: CutSearch,
  from: Candidate,
  kind: 'add' | 'remove',
  watch: (share: number) => Promise<unknown>,
  isOver = (): boolean => search.clock.isOver,
): Promise<{ at: Candidate; steps: number; isOver: boolean }> {
  let at = from;
  const reach = search.reach();
  try {
    for (let steps = 0; ; steps++) {
      await watch(0);
      if (isOver()) return { at, steps, isOver: true };
      const next = await search.clock.driveUntilOver(search.bestNeighbour(at, kind, reach), isOver, watch);
      if (next === 'over') return { at, steps, isOver: true };
      if (next === null) return { at, steps, isOver: false };
      at = next;
    }
  } finally {
    reach.dispose();
  }
}

/**
 * Adds the best cut until none improves, from none on: the cheapest solution that is worth having. So where the search is over
 * it still goes on for a moment.
 */
export function climbGreedily(search: CutSearch): ReturnType<typeof climb> {
  const watch = (share: number): Promise<boolean> => search.clock.pause(share);
  return climb(search, search.none(), 'add', watch, () => search.clock.isGraceOver);
}

/** The best solution on the way of {@link climbGreedily}; null when none is within the suppression limit. */
export async function greedyCuts(
  evaluator: CutEvaluator,
  cutProblem: CutProblem,
  rows: number,
  control: Control,
): Promise<CutSolution | null> {
  const search = new CutSearch(evaluator, cutProblem, rows, 1, control);
  await climbGreedily(search);
  return search.best;
}

/** Evaluator and problem of a local search. */
export interface CutRun {
  readonly evaluator: CutEvaluator;
  readonly cutProblem: CutProblem;
}

/**
 * Runs a local search and makes its best candidate the outcome. `climb` returns its own counters; it ends by itself or when `clock.pause` says so.
 * The set without cuts is a candidate of every search, and the result of greedy climbing is one of a search that ends early.
 */
export async function runCutSearch(
  problem: Problem,
  engine: Engine,
  options: CutSearchOptions & { readonly seed?: number },
  control: Control,
  climb: (search: CutSearch, found: CutRun) => Promise<{ readonly nodes: number; readonly [counter: string]: number }>,
  { isGreedy = false } = {},
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const sizes = sizeConditionsOf(problem);
  const cutProblem = cutProblemFor(problem, options, sizes.k);
  const evaluator = evaluatorUnder(engine, problem.set, cutProblem, sizes.conditions);
  try {
    const search = new CutSearch(evaluator, cutProblem, problem.rows, options.seed ?? 1, control);
    search.none();
    const greedy = isGreedy ? null : await greedyCuts(evaluator, cutProblem, problem.rows, control);
    const counters = await climb(search, { evaluator, cutProblem });
    if (greedy !== null && search.clock.endedEarly) search.offer(greedy);
    const { best } = search;
    if (best === null) {
      const limit = `the suppression limit of ${amount(problem.suppressionLimit, 'row')}`;
      throw new InfeasibleError('NO_SOLUTION', `the search found no set of cuts that keeps ${limit}`);
    }
    const about = {
      search: {
        optimal: false,
        lowerBound: null,
        checked: search.checked,
        cost: best.cost,
        bestSeconds: search.bestSeconds,
        ...counters,
      },
      options: { ...options },
      endedEarly: search.clock.endedEarly,
    };
    return outcomeOfCuts(problem, engine, best, about, sizes);
  } finally {
    evaluator.dispose();
  }
}
