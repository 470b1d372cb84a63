import { InfeasibleError, throwIfAborted } from '../../base/errors.js';
import { amount as amountOf, plural } from '../../base/plural.js';
import type { Steps } from '../../base/steps.js';
import type { Control, Outcome, Problem, Recoding, RunAlgorithm } from '../algorithm.js';
import type { Engine } from '../../engine/engine.js';
import { sizeConditionsOf } from '../cuts/cut-search.js';
import { type Blocks, groupInBlocks, piecesOf, warnOfBlocks, weightedOf } from '../clusters/blocks.js';
import { unpackGroups } from '../clusters/packed-groups.js';
import { codesOf, joinUnsatisfied, partsOf, type Group } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { starSpan } from '../local/spans.js';
import { Pauses } from '../pauses.js';
import { type ThreadTeam, withTeam } from '../sharing/thread-team.js';
import { coverTask } from './cover-task.js';
import type { MeyersonWilliamsOptions } from '../cards/meyerson-williams.js';

/** Distinct vectors of a block. */
const BLOCK_VECTORS = 1 << 9;

/**
 * k-anonymity by suppressing cells alone.
 *
 * Meyerson and Williams, "On the Complexity of Optimal k-Anonymity", PODS 2004, section 4. Rows are points at Hamming
 * distance. A greedy cover takes, of all sets of k to 2k - 1 rows around a row, the one of the least radius per row that is
 * not covered yet; overlaps of the cover are then resolved, by leaving a set of more than k rows or by joining two of k;
 * and in every set each cell in which its rows differ becomes `*`.
 *
 * Bound: sets of an optimal release S* (k to 2k - 1 rows each, without loss) leave OPT >= k * sum of diam(S*). The greedy
 * cover, whose sets have at most 2k - 1 rows, has a sum of radii of at most H(2k - 1) * sum of diam(S*), and resolving
 * overlaps does not raise the sum of diameters (at most 2 radii each). A set of s rows has at most s (s - 1) diam stars, so
 * that all in all there are at most 8 k H(2k - 1) times as many stars as in an optimal release: O(k log k).
 *
 * By persons, sets of k rows that have fewer than k persons are joined where fewest further cells are suppressed: the bound is then one
 * of rows, and none of persons.
 *
 * More than `maxRows` rows of many vectors are covered block by block; the bound is then one of each block.
 */
export const run: RunAlgorithm<MeyersonWilliamsOptions> = (problem, engine, options, control) =>
  withTeam(engine, control, (team) => runMeyersonWilliams(problem, { engine, team }, options, control));

async function runMeyersonWilliams(
  problem: Problem,
  { engine, team }: { readonly engine: Engine; readonly team: ThreadTeam },
  options: MeyersonWilliamsOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { k: rows, conditions } = sizeConditionsOf(problem);
  const judge = conditions.length === 0 ? null : new ClassJudge(problem, engine);
  const k = Math.max(rows, judge?.minimum ?? 1);
  if (problem.rows < k) {
    throw new InfeasibleError(
      'NO_SOLUTION',
      `k is ${k}, but there ${plural(problem.rows, 'is', 'are')} only ${amountOf(problem.rows, 'row')}`,
    );
  }
  const codes = codesOf(problem);
  const pauses = new Pauses(control, 'cover');
  let sets = 0;
  let checked = 0;
  const cover = async (blocks: Blocks): Promise<Group[][]> => {
    const pieces = piecesOf(blocks, weightedOf);
    const found = await team.share(coverTask, { k }, pieces, (share) => pauses.pauseWhenDue(share));
    return found.map((each) => {
      sets += each.sets;
      checked += each.checked;
      return unpackGroups(each.groups);
    });
  };
  const { groups: found, division } = await groupInBlocks(
    { codes, counts: problem.set.counts() },
    problem.domains.map(({ size }) => size),
    { atOnce: problem.rows > options.maxRows ? BLOCK_VECTORS : Infinity, block: BLOCK_VECTORS, k },
    pauses,
    cover,
  );
  const spans = problem.domains.map(({ size }) => starSpan(size, 1));
  const { groups } =
    judge === null ? { groups: found } : await pauses.drive(joinUnsatisfied(codes, spans, judge, found));
  const recoding = await pauses.drive(starDifferences(problem, codes, groups));
  let stars = 0;
  groups.forEach(({ counts }, c) => {
    const rows = counts.reduce((sum, own) => sum + own, 0);
    recoding.lower.forEach((lower, a) => (stars += lower[c] === recoding.upper[a][c] ? 0 : rows));
  });
  return {
    recoding,
    solution: { kind: 'groups' },
    search: {
      optimal: false,
      lowerBound: null,
      nodes: sets,
      checked,
      groups: groups.length,
      suppressedCells: stars,
    },
    options,
    warnings: warnOfBlocks(division, problem.domains, 'meyerson-williams'),
    threads: team.threads,
  };
}

/** Groups looked at between two yields. */
const YIELD_GROUPS = 1 << 12;

/** The release in which a cell keeps its value where all rows of its group agree, and becomes the whole domain elsewhere. */
function* starDifferences(problem: Problem, codes: readonly Uint32Array[], groups: readonly Group[]): Steps<Recoding> {
  const lower = codes.map(() => new Uint32Array(groups.length));
  const upper = codes.map(() => new Uint32Array(groups.length));
  for (const [c, { vectors }] of groups.entries()) {
    if (c % YIELD_GROUPS === 0) yield;
    codes.forEach((column, a) => {
      const first = column[vectors[0]];
      const isSame = vectors.every((vector) => column[vector] === first);
      lower[a][c] = isSame ? first : 0;
      upper[a][c] = isSame ? first : problem.domains[a].size - 1;
    });
  }
  return {
    kind: 'regions',
    classes: groups.length,
    parts: yield* partsOf(groups, problem.set.length),
    lower,
    upper,
    nodes: codes.map(() => false),
  };
}
