import { DEFAULT_RESTARTS } from './default-restarts.js';
import { PERSONS } from '../../privacy/by-persons.js';
import type { Engine } from '../../engine/engine.js';
import type { Control, Outcome, Problem, RunAlgorithm } from '../algorithm.js';
import { type CutRun, type CutSearch, runCutSearch } from './cut-search-run.js';
import { climbAlone, climbFrom, type Start, startTask } from './start-task.js';
import { type ThreadTeam, withTeam } from '../sharing/thread-team.js';
import type { TwoPhaseHillClimbingOptions } from '../cards/two-phase-hill-climbing.js';

/** For rows past the suppression limit, one drawn for each start: a low one climbs better, the last one ends within. */
const SURCHARGES = [2, 10, 100, Infinity];
/** Minimum vectors times cuts of all starts per additional thread. */
const WORTH = 1 << 24;
/** Starts that are drawn before the first climb, to be shared among threads. */
const MOST_SHARED = 1000;

/**
 * Iterated two-phase hill climbing over sets of cuts.
 *
 * Bayardo and Agrawal, "Data Privacy Through Optimal k-Anonymization", ICDE 2005, section 7.3. From a random set of cuts,
 * the cut whose removal improves the cost most is removed until none improves it (generalization), then the cut whose
 * addition improves it most is added until none does (specialization), in turns until neither does: a local minimum.
 * Then it starts again from another random set. All neighbours are evaluated at once inside the engine.
 */
export const run: RunAlgorithm<TwoPhaseHillClimbingOptions> = (problem, engine, options, control) =>
  withTeam(engine, control, (team) => runTwoPhase(problem, { engine, team }, options, control));

async function runTwoPhase(
  problem: Problem,
  { engine, team }: { readonly engine: Engine; readonly team: ThreadTeam },
  options: TwoPhaseHillClimbingOptions,
  control: Control,
): Promise<Outcome> {
  const restarts = options.restarts ?? (control.timeLimit === undefined ? DEFAULT_RESTARTS : Infinity);
  // Other threads get no persons.
  const isByRows = problem.models.every(({ attribute }) => attribute !== PERSONS);
  const isShared = isByRows && (control.threads ?? 1) > 1 && control.timeLimit === undefined && restarts <= MOST_SHARED;
  const outcome = await runCutSearch(problem, engine, options, control, (search, found) => {
    if (search.alphabet.length === 0) return Promise.resolve({ nodes: 0, starts: 0 });
    return isShared
      ? shareStarts(search, { ...found, problem, control, team, worth: WORTH }, restarts)
      : climbInTurn(search, restarts);
  });
  return { ...outcome, threads: team.threads };
}

interface Counters {
  readonly nodes: number;
  readonly starts: number;
  readonly [counter: string]: number;
}

function drawStart(search: CutSearch): Start {
  const cuts = search.draw();
  return { cuts, surcharge: SURCHARGES[search.random.below(SURCHARGES.length)] };
}

async function climbInTurn(search: CutSearch, restarts: number): Promise<Counters> {
  let nodes = 0;
  let starts = 0;
  let isOver = false;
  while (!isOver && starts < restarts) {
    const share = starts / restarts;
    const found = await climbFrom(search, drawStart(search), async () => void (await search.clock.pause(share)));
    starts++;
    nodes += found.nodes;
    isOver = (await search.clock.pause(starts / restarts)) || found.isOver;
  }
  return { nodes, starts };
}

/** Context of starts that threads share. */
export interface Sharing extends CutRun {
  readonly problem: Pick<Problem, 'set' | 'rows'>;
  readonly control: Control;
  readonly team: ThreadTeam;
  readonly worth: number;
}

/** Climbs from all starts in all threads, with the result of climbs in turn: starts do not depend on each other. */
export async function shareStarts(search: CutSearch, sharing: Sharing, restarts: number): Promise<Counters> {
  const { problem, control, team, worth, evaluator, cutProblem } = sharing;
  const { set, rows } = problem;
  const starts = Array.from({ length: restarts }, () => drawStart(search));
  const cutsOf = ({ cuts }: Start): number => cuts.reduce((sum, { length }) => sum + length, 0);
  const { clock } = search;
  const task: typeof startTask = {
    ...startTask,
    // This thread has an evaluator. Where the search is over, it keeps what its climb has found on its way.
    open: () => ({
      do: (start, watch) =>
        climbAlone(evaluator, { problem: cutProblem, rows }, start, control, async (share) => {
          await watch(share).catch((error: unknown) => {
            if (!clock.isOver) throw error;
          });
        }),
    }),
  };
  const common = {
    codes: cutProblem.allowed.map((_, a) => set.codes(a)),
    counts: set.counts(),
    rows,
    problem: cutProblem,
  };
  const pieces = {
    sizes: starts.map((start) => set.length * (1 + cutsOf(start))),
    input: (piece: number) => ({ ...starts[piece], cuts: starts[piece].cuts.map((list) => list.slice()) }),
    worth,
    isOver: () => clock.isOver,
  };
  const climbed = await team.share(task, common, pieces, async (share) => void (await clock.pause(share)));
  let nodes = 0;
  let done = 0;
  // In the order of the starts, so that of equal solutions the first stays. There is no output of starts that were not climbed from.
  climbed.forEach(({ best, checked, nodes: own }) => {
    search.countElsewhere(checked);
    nodes += own;
    done++;
    if (best !== null) search.offer(best);
  });
  return { nodes, starts: done };
}
