import { CapacityError, InfeasibleError, throwIfAborted } from '../base/errors.js';
import type {
  CutEvaluator,
  CutSolution,
  Engine,
  KOptimizeSearch,
  KOptimizeSpec,
  KOptimizeStatus,
} from '../engine/engine.js';
import { amount } from '../base/plural.js';
import { seededRandom } from '../base/random.js';
import type { Control, Outcome, Problem } from '../algorithms/algorithm.js';
import { gapOf, SearchClock } from '../algorithms/search-clock.js';
import { evaluatorUnder } from '../algorithms/cuts/condition-evaluator.js';
import { type CutConditions, cutConditionsOf } from '../algorithms/cuts/cut-conditions.js';
import { cutProblemOf, notProven, outcomeOfCuts } from '../algorithms/cuts/cut-search.js';
import { greedyCuts } from '../algorithms/cuts/cut-search-run.js';
import { type CountedCuts, countCuts } from './cut-widths.js';
import type { Checkpoint } from './team/checkpoint.js';
import type { Saving } from './team/saving.js';
import { type Counters, NONE, type Part, type Parts, SearchTeam } from './team/search-team.js';
import { Trace } from './team/trace.js';
import { stepsOf } from '../algorithms/cuts/cut-steps.js';
import { halvedCuts } from './halved-cuts.js';
import { seedCuts } from './seed-cuts.js';
import { type CutSearchOptions, isOfValues } from '../algorithms/shared-options.js';
import type { KOptimizeOptions } from './card.js';

/** Options of the search over sets of cuts. */
type CutOptions = KOptimizeOptions & Pick<CutSearchOptions, 'cuts'>;

/** Rounds of the climber's first turn, doubled every turn up to the most; nodes of the search's first turn, doubled. */
const FIRST_ROUNDS = 4;
const MOST_ROUNDS = 192;
/**
 * Rounds are divided by this after a turn without improvement, so that the proof is not delayed. Below a limit of
 * suppression, where a node takes as long as some rounds, only after as many rounds as there are values, or in a late turn.
 */
const IDLE_DIVISOR = 8;
const LATE_TURN = 7;
/** Turn in which the top-down-specialization solution becomes a candidate: sooner, a proof may be near. */
const SPECIALIZED_TURN = 3;
/** Rounds a turn at most once this share of the search is done: it will soon have proven what they could find. */
const FEW_ROUNDS = 6;
const NEARLY_DONE = 0.03;
const FIRST_NODES = 50;
/** Words of vectors that a search takes up, and opens its first node of, in a second at least. */
const WORDS_A_SECOND = 2 ** 23;
/** This number of words is always allowed. */
const FEW_WORDS = 2 ** 20;
/** A node of fewer words starts even if little time remains. */
const SHORT_SECONDS = 0.1;

/**
 * K-OPTIMIZE: the provably cheapest set of cuts.
 *
 * Bayardo and Agrawal, "Data Privacy Through Optimal k-Anonymization", ICDE 2005. Every quasi-identifier's domain is
 * ordered; a set-enumeration tree over all cuts is searched depth first, and nodes and tail values that cannot lead to
 * a cheaper solution are pruned by lower bounds (section 5; what goes beyond the paper is proven in docs/k-optimize.md).
 * The search is anytime: ended by a time limit or Ctrl-C, it gives its best solution so far with a lower bound over
 * everything that was not searched. Its state can be saved and gone on from, and its tree shared among threads.
 */
export async function run(
  problem: Problem,
  engine: Engine,
  options: KOptimizeOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  if (options.cuts === 'subtree') {
    // The rule of the options refuses other metrics.
    const metric = options.metric as CutSearchOptions['metric'];
    const cutProblem = cutProblemOf(problem, { metric, cuts: 'free' });
    const { optimalSubtrees } = await import('./subtree/optimal-subtrees.js');
    return optimalSubtrees(problem, engine, cutProblem, { ...options, metric }, control);
  }
  const search = await Run.begin(problem, engine, { ...options, cuts: options.cuts }, control);
  try {
    await search.run();
    return search.outcome();
  } finally {
    search.dispose();
  }
}

/** Input of a run. */
interface Start {
  readonly problem: Problem;
  readonly engine: Engine;
  readonly options: CutOptions;
  readonly control: Control;
  readonly counted: CountedCuts;
  readonly conditions: CutConditions;
  readonly clock: SearchClock;
  readonly from: Checkpoint<Parts<Part>>;
  readonly saving: Saving | null;
  /** Null where it goes on from parts, or has no time for a search. */
  readonly search: KOptimizeSearch | null;
  /** Seconds that making it took. */
  readonly searchSeconds: number;
}

/** The beginning of a search. */
const atRoot = (seedCost: number): Start['from'] => ({
  team: { parts: [], ended: NONE, bestCost: seedCost },
  found: null,
  seedCost,
  turn: 0,
  seconds: 0,
  bestSeconds: 0,
  trace: [],
});

/** Null where the search is larger than `mostWords`, and not too large for the memory. */
function searchWithin(engine: Engine, { set }: Problem, spec: KOptimizeSpec): KOptimizeSearch | null {
  try {
    return engine.kOptimize(set, spec);
  } catch (error) {
    if (error instanceof CapacityError && spec.mostWords !== undefined && error.limit === spec.mostWords * 4)
      return null;
    throw error;
  }
}

/**
 * Climbs (exact descent by one attribute at a time, from solutions that are perturbed) and searches in turns that grow: what one finds, the
 * other goes on from. Turns are counted in rounds and nodes, so that on one thread the same job gives the same release.
 */
class Run {
  readonly #problem: Problem;
  readonly #engine: Engine;
  readonly #options: CutOptions;
  readonly #control: Control;
  readonly #clock: SearchClock;
  /** Clock of cheap solutions, which all together end a moment late. */
  readonly #late: SearchClock;
  readonly #counted: CountedCuts;
  readonly #conditions: CutConditions;
  readonly #evaluator: CutEvaluator | null;
  /** Null where a time limit leaves no time for a search: then cuts are climbed for alone. */
  readonly #team: SearchTeam | null;
  /** Null where nothing is saved and nothing was. */
  readonly #saving: Saving | null;
  readonly #trace: Trace;
  /** Seconds of the runs that this one goes on from. */
  readonly #secondsBefore: number;
  #turn: number;
  /** The last turn that found something better. */
  #betterTurn = 0;
  /** Rounds of the climber since then. */
  #idleRounds = 0;
  #found: CutSolution | null;
  #bestSeconds: number;
  /** Only cheaper solutions were looked for, to begin with. */
  #seedCost: number;
  #checkpointSeconds = 0;
  /** Longest time of the search between two looks at the clock. */
  #longestSeconds: number;

  private constructor(start: Start) {
    const { problem, engine, options, control, counted, conditions, clock, from, saving, search } = start;
    this.#problem = problem;
    this.#engine = engine;
    this.#options = options;
    this.#control = control;
    this.#clock = clock;
    this.#late = new SearchClock(this.#quietControl);
    this.#counted = counted;
    this.#conditions = conditions;
    this.#saving = saving;
    this.#trace = new Trace(from.trace);
    this.#secondsBefore = from.seconds;
    this.#turn = from.turn;
    this.#found = from.found;
    this.#bestSeconds = from.bestSeconds;
    this.#seedCost = from.seedCost;
    this.#evaluator =
      options.seedCost === 'auto' ? evaluatorUnder(engine, problem.set, counted.problem, conditions.conditions) : null;
    this.#longestSeconds = start.searchSeconds;
    const hasSearch = search !== null || from.team.parts.length > 0;
    this.#team = hasSearch ? new SearchTeam(engine, from.team, search) : null;
  }

  /** A run that begins at the root, or where the bytes of a checkpoint say. */
  static async begin(problem: Problem, engine: Engine, options: CutOptions, control: Control): Promise<Run> {
    const clock = new SearchClock(control);
    const conditions = cutConditionsOf(problem);
    const counted = countCuts(problem, options, conditions.k);
    const cutProblem = counted.problem;
    const { seedCost: given, seed, pruning } = options;
    // Costs are whole numbers: looking below cost + 1 finds a solution of exactly the given cost too.
    const seedCost = given === 'auto' ? Infinity : counted.unitsOf(given) + 1;
    const isSaved = control.resume !== undefined || control.onCheckpoint !== undefined;
    const { secondsLeft } = clock;
    const mostWords =
      isSaved || secondsLeft === undefined ? undefined : Math.max(FEW_WORDS, Math.floor(secondsLeft * WORDS_A_SECOND));
    const spec = { ...cutProblem, ...conditions, seedCost, pruning, mostWords };
    const before = clock.seconds;
    const search = searchWithin(engine, problem, spec);
    const searchSeconds = clock.seconds - before;
    const start = { problem, engine, options, control, counted, conditions, clock, searchSeconds };
    let isKept = false;
    try {
      const saving =
        isSaved && search !== null
          ? await (await import('./team/saving.js')).savingOf(search, `seedCost ${given}, seed ${seed}`)
          : null;
      const evaluator = (): CutEvaluator => evaluatorUnder(engine, problem.set, cutProblem, conditions.conditions);
      if (saving !== null && control.resume !== undefined) {
        const from = await saving.read(control.resume, { seedCost, problem: cutProblem, evaluator });
        return new Run({ ...start, from, saving, search: null });
      }
      isKept = true;
      return new Run({ ...start, from: atRoot(seedCost), saving, search });
    } finally {
      if (!isKept) search?.dispose();
    }
  }

  get #seconds(): number {
    return this.#secondsBefore + this.#clock.seconds;
  }

  get #cost(): number {
    return Math.min(this.#found?.cost ?? Infinity, this.#team?.status.best?.cost ?? Infinity);
  }

  get #known(): { cost: number; lowerBound: number } {
    return { cost: this.#counted.costOf(this.#cost), lowerBound: this.#counted.costOf(this.#standing.lowerBound) };
  }

  get #standing(): Pick<KOptimizeStatus, 'lowerBound' | 'best'> & Counters {
    return this.#team?.status ?? { ...NONE, best: null, lowerBound: 0 };
  }

  get #progress(): number {
    return this.#team?.progress ?? 0;
  }

  get #isDone(): boolean {
    return this.#team?.isDone === true;
  }

  async run(): Promise<void> {
    const { threads = 1, startThread, onCheckpoint } = this.#control;
    if (startThread && threads > 1) this.#team?.start(threads - 1, startThread);
    await this.#climb();
    // A run that continues from a later turn has this already.
    if (this.#turn === 0) await this.#halve();
    while (true) {
      await this.#searchFor(FIRST_NODES * 2 ** this.#turn);
      if (this.#isDone || this.#clock.isOver || (this.#isTooLate && this.#evaluator === null)) break;
      this.#turn++;
      await this.#climb();
      if (this.#turn === SPECIALIZED_TURN) await this.#specialize();
    }
    if (!this.#isDone && this.#turn === 0) await this.#fallBack();
    if (!this.#isDone && this.#turn < SPECIALIZED_TURN) await this.#specialize();
    if (!this.#isDone && onCheckpoint !== undefined) await this.#saveCheckpoint(true);
    else await this.#team?.halt();
    this.#offer(this.#standing.best);
    this.#note(true);
  }

  /** True where the next node of the search may last longer than the time that is left, and where there is no search. */
  get #isTooLate(): boolean {
    if (this.#team === null) return true;
    if (this.#longestSeconds <= SHORT_SECONDS) return false;
    return this.#clock.isOver || (this.#clock.secondsLeft ?? Infinity) < this.#longestSeconds;
  }

  /** However soon the search ends, it is no worse than cuts in the middle. */
  async #halve(): Promise<void> {
    if (this.#evaluator === null) return;
    this.#offer(await halvedCuts(this.#evaluator, this.#counted.problem, this.#problem.set, this.#late));
    this.#lowerBestCost();
  }

  /** Control of a search beside this one, which ends with it and reports no progress. */
  get #quietControl(): Control {
    const { signal, finish, timeLimit, startedAt } = this.#control;
    return { signal, finish, timeLimit, startedAt };
  }

  /** A search that is not done soon is no worse than top-down specialization. */
  async #specialize(): Promise<void> {
    if (this.#evaluator === null) return;
    const clock = this.#late;
    const { specializedCuts } = await import('../algorithms/greedy/specialized-cuts.js');
    const cuts = await specializedCuts(this.#problem, this.#engine, this.#counted.problem, clock);
    if (cuts === null) return;
    const counted = await clock.driveUntilOver(stepsOf(this.#evaluator).evaluate(cuts), () => clock.isGraceOver);
    if (counted === 'over') return;
    const solution = { cuts, ...counted };
    if (solution.suppressed <= this.#counted.problem.suppressionLimit) this.#offer(solution);
    this.#lowerBestCost();
  }

  async #climb(): Promise<void> {
    if (this.#evaluator === null || this.#clock.isOver) return;
    const { signal, finish } = this.#control;
    // The progress of the climber does not count as progress of the search.
    const onProgress: Control['onProgress'] = ({ phase }) =>
      this.#control.onProgress?.({ phase, ...this.#clock.standing(this.#progress, this.#known) });
    const most = this.#progress > NEARLY_DONE ? FEW_ROUNDS : MOST_ROUNDS;
    const all = Math.min(this.#roundsOfTurn, most);
    this.#idleRounds += all;
    const random = seededRandom(this.#options.seed + this.#turn);
    // Half of them from the best so far, half from nothing: either way alone is caught in some local optima.
    const starts = this.#found === null ? [undefined] : [this.#found, undefined];
    for (const start of starts) {
      if (this.#clock.isOver) break;
      const control = { signal, finish, onProgress, timeLimit: this.#clock.secondsLeft };
      const rounds = all / starts.length;
      const { rows } = this.#problem;
      const tries = this.#conditions.conditions.length > 0 ? 1 : undefined;
      this.#offer(
        await seedCuts(this.#evaluator, this.#counted.problem, { rows, random, control, rounds, start, tries }),
      );
    }
    this.#lowerBestCost();
  }

  get #roundsOfTurn(): number {
    const turn = this.#turn;
    const rounds = FIRST_ROUNDS * 2 ** turn;
    const { suppressionLimit, allowed } = this.#counted.problem;
    const isIdle =
      this.#betterTurn < turn - 1 &&
      (suppressionLimit === 0 ||
        turn >= LATE_TURN ||
        this.#idleRounds >= allowed.reduce((sum, { length }) => sum + length, 0));
    return isIdle ? Math.max(FIRST_ROUNDS, rounds / IDLE_DIVISOR) : rounds;
  }

  /** The search, and a checkpoint of it, looks only for what is cheaper than the best so far. */
  #lowerBestCost(): void {
    if (this.#found === null) return;
    if (this.#turn === 0) this.#seedCost = this.#found.cost;
    this.#team?.lowerBestCost(this.#found.cost);
  }

  /** A search that ends in its first turn may be worse than greedy climbing. */
  async #fallBack(): Promise<void> {
    // Under widths, a step of greedy climbing takes as long as many descents.
    if (this.#evaluator === null || isOfValues(this.#options.metric)) return;
    const { problem } = this.#counted;
    this.#offer(await greedyCuts(this.#evaluator, problem, this.#problem.rows, this.#quietControl));
    this.#lowerBestCost();
  }

  async #searchFor(nodes: number): Promise<void> {
    const team = this.#team;
    if (team === null) return;
    let left = nodes;
    const { onCheckpoint, checkpointSeconds = Infinity } = this.#control;
    const isDue = (): boolean =>
      onCheckpoint !== undefined && this.#clock.seconds - this.#checkpointSeconds >= checkpointSeconds;
    while (left > 0 && !this.#isTooLate) {
      let before = this.#clock.seconds;
      left = await team.searchFor(left, async () => {
        this.#longestSeconds = Math.max(this.#longestSeconds, this.#clock.seconds - before);
        this.#offer(team.status.best);
        this.#note();
        const isOver = (await this.#clock.pause(team.progress, this.#known)) || isDue();
        before = this.#clock.seconds;
        return isOver || this.#isTooLate;
      });
      this.#offer(team.status.best);
      if (team.isDone || this.#clock.isOver) return;
      if (isDue()) await this.#saveCheckpoint(false);
    }
  }

  async #saveCheckpoint(halt: boolean): Promise<void> {
    const team = await this.#team!.save(halt);
    this.#offer(this.#standing.best);
    this.#note(true);
    // The whole part was searched in the meantime.
    if (team.parts.length === 0) return;
    const saved = {
      team,
      found: this.#found,
      seedCost: this.#seedCost,
      turn: this.#turn,
      seconds: this.#seconds,
      bestSeconds: this.#bestSeconds,
      trace: this.#trace.points,
    };
    await this.#control.onCheckpoint?.(await this.#saving!.write(saved));
    this.#checkpointSeconds = this.#clock.seconds;
  }

  #offer(solution: CutSolution | null): void {
    if (solution === null || (this.#found !== null && solution.cost >= this.#found.cost)) return;
    this.#found = solution;
    this.#betterTurn = this.#turn;
    this.#idleRounds = 0;
    this.#bestSeconds = this.#seconds;
  }

  #note(last = false): void {
    const { nodes, lowerBound } = this.#standing;
    this.#trace.note(this.#seconds, nodes, this.#cost, lowerBound, last);
  }

  outcome(): Outcome {
    const isDone = this.#isDone;
    const status = this.#standing;
    const best = this.#found;
    if (best === null) {
      const limit = `within the suppression limit of ${amount(this.#problem.suppressionLimit, 'row')}`;
      const within =
        this.#seedCost === Infinity
          ? `is ${limit}; allow more suppressed rows, or ask less of the models`
          : `${limit} costs at most ${this.#options.seedCost}`;
      throw new InfeasibleError(
        'NO_SOLUTION',
        isDone
          ? `k-optimize: no set of cuts ${within}`
          : 'k-optimize: the search ended before it found a solution; give it more time, or "seedCost": "auto"',
      );
    }
    // The bound of a checkpoint proves nothing: only the end of the search does. Costs are whole numbers.
    const most = isDone || this.#control.resume === undefined ? best.cost : best.cost - 1;
    const lowerBound = isDone ? best.cost : Math.min(status.lowerBound, most);
    const { nodes, prunedNodes, prunedTail, uselessValues, refutedByTables } = status;
    const { costOf, cutsOf } = this.#counted;
    const [cost, bound] = [costOf(best.cost), costOf(lowerBound)];
    const { metric, cuts, seedCost, valueOrder } = this.#options;
    const about = {
      search: {
        optimal: lowerBound >= best.cost,
        lowerBound: bound,
        nodes,
        checked: nodes,
        cost,
        gap: gapOf({ cost: best.cost, lowerBound }),
        bestSeconds: this.#bestSeconds,
        prunedNodes,
        prunedTail,
        uselessValues,
        refutedByTables,
        trace: this.#trace.points.map(
          ([seconds, at, known, least]) => [seconds, at, known && costOf(known), costOf(least)] as const,
        ),
      },
      options: { metric, cuts, seedCost, ...(valueOrder === undefined ? {} : { valueOrder }) },
      warnings: notProven(cost, bound, metric),
      threads: this.#team?.threads ?? 1,
      endedEarly: !isDone && lowerBound < best.cost,
    };
    const released = { ...best, cuts: cutsOf(best.cuts) };
    return outcomeOfCuts(this.#problem, this.#engine, released, about, this.#conditions);
  }

  dispose(): void {
    this.#team?.dispose();
    this.#evaluator?.dispose();
  }
}
