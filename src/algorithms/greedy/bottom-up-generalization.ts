import { InfeasibleError, throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import { amount } from '../../base/plural.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import { SearchClock } from '../search-clock.js';
import { outcomeOfCutNodes } from './cut-nodes.js';
import { type Generalization, GeneralizationState } from './generalization.js';
import { taxonomiesOf } from './measure.js';
import type { BottomUpGeneralizationOptions } from '../cards/bottom-up-generalization.js';

/**
 * Bottom-up generalization.
 *
 * Wang, Yu and Chakraborty, "Bottom-Up Generalization: A Data Mining Solution to Privacy Protection", ICDM 2004. The cut starts
 * at the values themselves. As long as too many rows are in classes that fail a model, the children of one node of a
 * taxonomy are replaced by the node: the one that loses the least information for each row of anonymity gained, I(G) / P(G).
 * Only critical generalizations gain anonymity; while there is none, the one that loses the least is made, where the paper
 * leaves the choice open (I(G) / P(G) is infinite for all). Ties go to the earlier attribute, then to the earlier value.
 *
 * Under models on groups of known values, anonymity gained is the rows of failing groups that the node reaches.
 *
 * The paper's numeric attributes have taxonomies; without a hierarchy one of intervals is made, cut in two again and again
 * where the gain is largest, as top-down specialization would.
 */
export async function run(
  problem: Problem,
  engine: Engine,
  options: BottomUpGeneralizationOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { taxonomies, gain, warnings } = taxonomiesOf(problem, options.gain);
  const state = new GeneralizationState(problem, engine, taxonomies);
  const clock = new SearchClock(control);
  const total = Math.max(1, state.nodes);
  let generalizations = 0;
  let checked = 0;
  let critical = 0;
  while (!(await clock.drive(state.isValid()))) {
    const candidates = await clock.drive(state.candidates());
    checked += candidates.length;
    const best = bestOf(candidates);
    if (best === null) {
      throw new InfeasibleError(
        'NO_SOLUTION',
        `with every quasi-identifier at its most general value the class of all ${amount(problem.rows, 'row')} does not satisfy the privacy models`,
      );
    }
    state.generalize(best.attribute, best.node);
    generalizations++;
    if (best.anonymityGain > 0) critical++;
    await clock.pause(generalizations / total);
  }
  return outcomeOfCutNodes(problem, taxonomies, state.snapshot(), {
    search: {
      optimal: false,
      lowerBound: null,
      nodes: generalizations,
      checked,
      criticalGeneralizations: critical,
      visitedClasses: state.visited,
    },
    options: { gain },
    warnings,
  });
}

/** The smallest loss for each row of anonymity gained; where none is gained the smallest loss; the first of equal ones. */
export function bestOf(candidates: readonly Generalization[]): Generalization | null {
  let best: Generalization | null = null;
  for (const candidate of candidates) {
    const isBetter =
      best === null || candidate.score < best.score || (best.score === Infinity && candidate.loss < best.loss);
    if (isBetter) best = candidate;
  }
  return best;
}
