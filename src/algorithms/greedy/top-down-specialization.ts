import { InfeasibleError, throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import { amount } from '../../base/plural.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import { SearchClock } from '../search-clock.js';
import { outcomeOfCutNodes } from './cut-nodes.js';
import { specializeAll } from './specialize-all.js';
import type { TopDownSpecializationOptions } from '../cards/top-down-specialization.js';

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
export async function run(
  problem: Problem,
  engine: Engine,
  options: TopDownSpecializationOptions,
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
  const { taxonomies, gain, warnings, cut, visited, specializations, checked, isStopped } = done;
  return outcomeOfCutNodes(problem, taxonomies, cut, {
    search: {
      optimal: false,
      lowerBound: null,
      nodes: specializations,
      checked,
      visitedVectors: visited,
      stoppedEarly: isStopped,
    },
    options: { ...options, gain },
    warnings,
    endedEarly: isStopped,
  });
}
