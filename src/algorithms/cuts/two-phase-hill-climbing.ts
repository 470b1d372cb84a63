import type { Engine } from '../../engine/engine.js';
import { defineAlgorithm, type Control, type Outcome, type Problem } from '../algorithm.js';
import { amountOr, count, optionSet, seed, type OptionsOf } from '../options.js';
import { CUT_SEARCH } from './cut-search.js';
import { climb, runCutSearch } from './cut-search-run.js';

const DEFAULT_RESTARTS = 10;
const OPTIONS = optionSet({
  ...CUT_SEARCH,
  restarts: amountOr(
    `${DEFAULT_RESTARTS}, or as many as the time limit allows when there is one`,
    count(1),
    'random starts',
  ),
  seed,
});
/** For rows past the suppression limit, one drawn for each start: a low one climbs better, the last one ends within. */
const SURCHARGES = [2, 10, 100, Infinity];

/**
 * Iterated two-phase hill climbing over sets of cuts.
 *
 * Bayardo and Agrawal, "Data Privacy Through Optimal k-Anonymization", ICDE 2005, section 7.3. From a random set of cuts,
 * the cut whose removal improves the cost most is removed until none improves it (generalization), then the cut whose
 * addition improves it most is added until none does (specialization), in turns until neither does: a local minimum.
 * Then it starts again from another random set. All neighbours are evaluated at once inside the engine.
 */
export const twoPhaseHillClimbing = defineAlgorithm({
  name: 'two-phase-hill-climbing',
  source: 'Bayardo, Agrawal: Data Privacy Through Optimal k-Anonymization, ICDE 2005, section 7.3',
  guarantee: 'k-anonymous; a local minimum of every start, not proven optimal',
  complexity: 'O(m q) time a step for m distinct vectors and q quasi-identifiers, a step for every cut changed',
  anytime: true,
  whyRows: () => null,
  disjointClasses: true,
  cutsDomains: true,
  options: OPTIONS,
  run: runTwoPhase,
});

function runTwoPhase(
  problem: Problem,
  engine: Engine,
  options: OptionsOf<typeof OPTIONS>,
  control: Control,
): Promise<Outcome> {
  const restarts = options.restarts ?? (control.timeLimit === undefined ? DEFAULT_RESTARTS : Infinity);
  return runCutSearch(problem, engine, options, control, async (search) => {
    let nodes = 0;
    let starts = 0;
    let isOver = search.alphabet.length === 0;
    while (!isOver && starts < restarts) {
      const share = starts / restarts;
      let at = search.draw();
      starts++;
      const drawn = SURCHARGES[search.random.below(SURCHARGES.length)];
      for (const surcharge of drawn === Infinity ? [Infinity] : [drawn, Infinity]) {
        search.surcharge = surcharge;
        at = { ...at, value: search.valueOf(at.cost, at.suppressed) };
        for (let improves = true; improves && !isOver;) {
          const before = nodes;
          for (const kind of ['remove', 'add'] as const) {
            const found = await climb(search, at, kind, share);
            at = found.at;
            nodes += found.steps;
            isOver ||= found.isOver;
          }
          improves = nodes > before;
        }
      }
      isOver = (await search.clock.pause(starts / restarts)) || isOver;
    }
    return { nodes, starts };
  });
}
