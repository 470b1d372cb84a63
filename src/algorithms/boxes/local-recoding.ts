import type { Engine } from '../../engine/engine.js';
import { throwIfAborted } from '../../base/errors.js';
import type { Control, Outcome, Problem, RunAlgorithm } from '../algorithm.js';
import { SearchClock } from '../search-clock.js';
import { codesOf, recodeGroups, type Group } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { recodeSatisfied } from '../local/recode-satisfied.js';
import { type Refined, refineGroups } from './refine-groups.js';
import { boxCost, spansOf, type Span } from '../local/spans.js';
import { partitionByMondrian } from './partition-by-mondrian.js';
import type { Steps } from '../../base/steps.js';
import { type ThreadTeam, withTeam } from '../sharing/thread-team.js';
import { shareCuts } from './share-cuts.js';
import { warnUnusedLevels } from '../released-boxes.js';
import type { LocalRecodingOptions } from '../cards/local-recoding.js';

/**
 * Greedy local recoding in two steps.
 *
 * Top-down: boxes are cut in two by the cut, of all cuts of all attributes, after which the bounding boxes cost least
 * (LeFevre, DeWitt and Ramakrishnan's Mondrian, ICDE 2006, with the cost itself as the choice of the cut). Then refinement:
 * rows move to groups that take them for less, two groups swap rows, groups of 2k rows are parted around two poles (Xu,
 * Wang, Pei, Wang, Shi and Fu, "Utility-Based Anonymization Using Local Recoding", KDD 2006), and two groups of 3k rows
 * become three. Every step lowers the cost.
 */
export const run: RunAlgorithm<LocalRecodingOptions> = (problem, engine, options, control) =>
  withTeam(engine, control, (team) => runLocalRecoding(problem, { engine, team }, options, control));

/** The groups of strict Mondrian as it is run by default. */
async function mondrianGroups(
  problem: Problem,
  engine: Engine,
  control: Control,
): Promise<{ readonly groups: Group[]; readonly cuts: number }> {
  const asked = { partitioning: 'strict', cuts: 'auto', ties: 'smaller-domain' } as const;
  const { classes, parts, cuts } = await partitionByMondrian(problem, engine, asked, control);
  const groups = Array.from({ length: classes }, (): Group => ({ vectors: [], counts: [] }));
  parts.vector.forEach((vector, i) => {
    const group = groups[parts.classId[i]];
    group.vectors.push(vector);
    group.counts.push(parts.count[i]);
  });
  return { groups, cuts };
}

/** Vectors looked at between two yields. */
const YIELD_VECTORS = 1 << 14;

/** Rows times the cost of their box, summed over the groups. */
function* costOf(groups: readonly Group[], codes: readonly Uint32Array[], spans: readonly Span[]): Steps<number> {
  let sum = 0;
  let looked = 0;
  const [lo, hi] = [codes.map(() => 0), codes.map(() => 0)];
  for (const { vectors, counts } of groups) {
    looked += vectors.length;
    if (looked >= YIELD_VECTORS) {
      looked = 0;
      yield;
    }
    codes.forEach((column, a) => {
      let [least, most] = [Infinity, 0];
      for (const vector of vectors) {
        if (column[vector] < least) least = column[vector];
        if (column[vector] > most) most = column[vector];
      }
      lo[a] = least;
      hi[a] = most;
    });
    sum += boxCost(spans, lo, hi) * counts.reduce((rows, count) => rows + count, 0);
  }
  return sum;
}

/** Counters of a search that ended before its refinement began. */
const UNREFINED: Omit<Refined, 'groups'> = { passes: 0, moves: 0, swaps: 0, splits: 0 };

async function runLocalRecoding(
  problem: Problem,
  { engine, team }: { readonly engine: Engine; readonly team: ThreadTeam },
  options: LocalRecodingOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const clock = new SearchClock(control);
  const judge = new ClassJudge(problem, engine);
  const codes = codesOf(problem);
  const spans = spansOf(problem.domains, options.metric);
  const input = { codes, counts: problem.set.counts(), spans, least: judge.minimum };
  // Before the cuts by cost, which a time limit may end early: those of Mondrian are then what there is at least.
  const isFirst = options.start === 'better' || control.timeLimit !== undefined;
  let given = isFirst ? await mondrianGroups(problem, engine, control) : null;
  const own = await shareCuts(input, judge, { team, clock });
  if (clock.endedEarly) given ??= await mondrianGroups(problem, engine, control);
  else if (options.start !== 'better') given = null;
  let cut = own;
  if (given !== null) {
    const [theirs, ours] = [costOf(given.groups, codes, spans), costOf(own.groups, codes, spans)];
    if ((await clock.drive(theirs)) < (await clock.drive(ours))) cut = given;
  }
  const pause = (share: number): Promise<boolean> => clock.pause(share);
  const { groups: found, ...done } = clock.endedEarly
    ? { groups: cut.groups, ...UNREFINED }
    : await refineGroups(input, judge, cut.groups, options.passes, pause);
  const grouped = { domains: problem.domains, codes, spans, judge };
  const satisfied = recodeSatisfied(grouped, found, (all) => recodeGroups(problem, codes, all));
  const { recoding, groups } = await clock.drive(satisfied);
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
    threads: team.threads,
  };
}
