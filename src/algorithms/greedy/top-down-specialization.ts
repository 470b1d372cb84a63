import { InfeasibleError, throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import { amount } from '../../base/plural.js';
import { defineAlgorithm, type Control, type Outcome, type Problem } from '../algorithm.js';
import { optionSet, word, type OptionsOf } from '../options.js';
import { SearchClock } from '../search-clock.js';
import { outcomeOfCutNodes } from './cut-nodes.js';
import { GAIN } from './measure.js';
import { specializeAll } from './specialize-all.js';

const OPTIONS = optionSet({
  gain: GAIN,
  score: word('ratio', { ratio: 'gain for each row of anonymity lost', gain: 'gain alone' }, 'what ranks splits'),
});

/**
 * Top-down specialization (TDS).
 *
 * Fung, Wang and Yu, "Top-Down Specialization for Information and Privacy Preservation", ICDE 2005. Every attribute starts at
 * its most general value. As long as some value of the cut can be replaced by its children so that every class still
 * satisfies every model (valid) and something is gained (beneficial), the one with the highest score is:
 * InfoGain / AnonyLoss, or InfoGain where no anonymity is lost. A numeric attribute without a hierarchy is cut into
 * intervals, each where the gain is largest. Ties go to the earlier attribute, then to the earlier value.
 *
 * With a suppression limit classes that fail a model are suppressed as long as that is not more rows than allowed; AnonyLoss
 * looks at the released classes.
 */
export const topDownSpecialization = defineAlgorithm({
  name: 'top-down-specialization',
  source: 'Fung, Wang, Yu: Top-Down Specialization for Information and Privacy Preservation, ICDE 2005',
  guarantee:
    'every class satisfies every model; no single further split is valid and gains anything; greedy, not optimal',
  complexity: 'O(m q) time a level of the taxonomies for m distinct vectors and q quasi-identifiers, O(m q) memory',
  anytime: true,
  whyRows: () => null,
  disjointClasses: true,
  minimality: ({ options: { gain }, hasClass }) =>
    gain === 'information' || (gain === 'auto' && hasClass)
      ? { unknown: 'top-down-specialization by information gain, which leaves splits that gain nothing' }
      : 'every-node',
  options: OPTIONS,
  run: runSpecialization,
});

async function runSpecialization(
  problem: Problem,
  engine: Engine,
  options: OptionsOf<typeof OPTIONS>,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const done = await specializeAll(problem, engine, options, new SearchClock(control));
  if (done === null) {
    throw new InfeasibleError(
      'NO_SOLUTION',
      `with every quasi-identifier at its most general value the class of all ${amount(problem.rows, 'row')} does not satisfy the privacy models; top-down specialization starts there`,
    );
  }
  const { taxonomies, gain, warnings, state, specializations, checked, isStopped } = done;
  return outcomeOfCutNodes(problem, taxonomies, state.snapshot(), {
    search: {
      optimal: false,
      lowerBound: null,
      nodes: specializations,
      checked,
      visitedVectors: state.visited,
      stoppedEarly: isStopped,
    },
    options: { ...options, gain },
    warnings,
    endedEarly: isStopped,
  });
}
