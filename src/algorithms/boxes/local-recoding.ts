import type { Engine } from '../../engine/engine.js';
import { throwIfAborted } from '../../base/errors.js';
import { defineAlgorithm, type Control, type Outcome, type Problem } from '../algorithm.js';
import { SearchClock } from '../cuts/cut-search.js';
import { codesOf, recodeGroups } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { refineGroups } from './refine-groups.js';
import { SPAN_METRIC, spansOf } from '../local/spans.js';
import { amount, optionSet, type OptionsOf } from '../options.js';
import { splitByCost } from './split-boxes.js';
import { HIERARCHIES, warnUnusedLevels } from '../released-boxes.js';

const OPTIONS = optionSet({
  metric: SPAN_METRIC,
  passes: amount(
    2,
    { min: 0, max: 10_000, integer: true },
    'most passes of the refinement, which ends earlier when a pass changes nothing; 0 for the cuts alone',
  ),
  hierarchies: HIERARCHIES,
});

/**
 * Greedy local recoding in two steps.
 *
 * Top-down: boxes are cut in two by the cut, of all cuts of all attributes, after which the bounding boxes cost least
 * (LeFevre, DeWitt and Ramakrishnan's Mondrian, ICDE 2006, with the cost itself as the choice of the cut). Then refinement:
 * rows move to groups that take them for less, two groups swap rows, groups of 2k rows are parted around two poles (Xu,
 * Wang, Pei, Wang, Shi and Fu, "Utility-Based Anonymization Using Local Recoding", KDD 2006), and two groups of 3k rows
 * become three. Every step lowers the cost.
 */
export const localRecoding = defineAlgorithm({
  name: 'local-recoding',
  source:
    'Xu, Wang, Pei, Wang, Shi, Fu: Utility-Based Anonymization Using Local Recoding, KDD 2006; LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional K-Anonymity, ICDE 2006; the choice of cuts and the refinement are our own',
  guarantee: 'every class satisfies every model; a cost that no pass raises, not proven optimal',
  complexity: 'O(m q^2 log m) time for the cuts, O(q log g) typical and O(q g) at worst for a move among g groups',
  anytime: true,
  options: OPTIONS,
  run: runLocalRecoding,
});

async function runLocalRecoding(
  problem: Problem,
  engine: Engine,
  options: OptionsOf<typeof OPTIONS>,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const clock = new SearchClock(control);
  const judge = new ClassJudge(problem, engine);
  const codes = codesOf(problem);
  const input = {
    codes,
    counts: problem.set.counts(),
    spans: spansOf(problem.domains, options.metric),
    least: judge.minimum,
  };
  const cut = await clock.drive(splitByCost(input, judge, () => clock.isOver));
  const { groups, ...done } = await refineGroups(input, judge, cut.groups, options.passes, (share) =>
    clock.pause(share),
  );
  const recoding = await clock.drive(recodeGroups(problem, codes, groups));
  return {
    recoding,
    search: {
      optimal: false,
      lowerBound: null,
      nodes: cut.cuts + cut.groups.length,
      checked: done.moves + done.swaps + done.splits,
      groups: groups.length,
      cuts: cut.cuts,
      ...done,
    },
    solution: { kind: 'groups' },
    options,
    warnings: warnUnusedLevels(problem.domains, 'local-recoding'),
    endedEarly: clock.endedEarly,
  };
}
