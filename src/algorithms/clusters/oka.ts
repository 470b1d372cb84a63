import type { Engine } from '../../engine/engine.js';
import { throwIfAborted } from '../../base/errors.js';
import type { Control, Outcome, Problem, RunAlgorithm } from '../algorithm.js';
import { outcomeOfClusters } from './cluster-outcome.js';
import { codesOf } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { distinctPlacesOf } from '../lines/coordinates.js';
import { type BlockSizes, groupInBlocks, piecesOf, weightedOf } from './blocks.js';
import { okaTask } from './oka-task.js';
import { unpackGroups } from './packed-groups.js';
import { Pauses } from '../pauses.js';
import { costsOf, spansOf } from '../local/spans.js';
import { type ThreadTeam, withTeam } from '../sharing/thread-team.js';
import type { OkaOptions } from '../cards/oka.js';

/** Maximum distinct vectors that are grouped at once, and, of more, in a block. */
const MOST_AT_ONCE = 1 << 15;
const BLOCK_VECTORS = 1 << 12;
export const OKA_BLOCKS: BlockSizes = { atOnce: MOST_AT_ONCE, block: BLOCK_VECTORS };

/**
 * One-pass k-means.
 *
 * Lin and Wei, "An Efficient Clustering Method for k-Anonymization", PAIS 2008: floor(n / k) rows drawn at random begin the
 * groups; every other row joins the group with the nearest mean, which moves at once; groups of more than k rows then give
 * away the rows farthest from their mean, first to the nearest groups of fewer than k rows until none is left, then to the
 * nearest of all. Numbers count by their range, categories by the leaves under the smallest released value that covers both;
 * the mean of a category is its most frequent value.
 */
export const run: RunAlgorithm<OkaOptions> = (problem, engine, options, control) =>
  withTeam(engine, control, (team) => runOka(problem, { engine, team }, options, control));

async function runOka(
  problem: Problem,
  { engine, team }: { readonly engine: Engine; readonly team: ThreadTeam },
  options: OkaOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const judge = new ClassJudge(problem, engine);
  const codes = codesOf(problem);
  const spans = spansOf(problem.domains, 'ncp');
  const pauses = new Pauses(control, 'groups');
  const k = judge.minimum;
  const sizes = spans.map(({ size }) => size);
  let checked = 0;
  const all = { codes, counts: problem.set.counts() };
  const { groups, division } = await groupInBlocks(all, sizes, { ...OKA_BLOCKS, k }, pauses, async (blocks) => {
    const places = problem.domains.map((domain) => (domain.order === 'numeric' ? distinctPlacesOf(domain) : null));
    const pieces = piecesOf(blocks, (block) => ({ ...weightedOf(block), seed: options.seed + block.number }));
    const watch = (share: number): Promise<void> => pauses.pauseWhenDue(share);
    const found = await team.share(okaTask, { costs: spans.map(costsOf), places, k }, pieces, watch);
    return found.map((each) => {
      checked += each.checked;
      return unpackGroups(each.groups);
    });
  });
  const about = { options, checked, who: 'oka', division };
  const outcome = await pauses.drive(outcomeOfClusters(problem, { codes, spans, judge }, groups, about));
  return { ...outcome, threads: team.threads };
}
