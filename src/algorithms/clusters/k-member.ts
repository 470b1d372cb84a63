import type { Engine } from '../../engine/engine.js';
import { throwIfAborted } from '../../base/errors.js';
import type { Control, Outcome, Problem, RunAlgorithm } from '../algorithm.js';
import { outcomeOfClusters } from './cluster-outcome.js';
import { GroupBoxes } from '../boxes/group-boxes.js';
import { codesOf, type Group } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { Pauses } from '../pauses.js';
import { type Block, groupInBlocks, LARGE_BLOCKS, piecesOf, type Weighted, weightedOf } from './blocks.js';
import { type Grown, type Members, memberTask } from './member-task.js';
import { unpackGroups } from './packed-groups.js';
import { type ThreadTeam, withTeam } from '../sharing/thread-team.js';
import { costsOf, spansOf, type Span } from '../local/spans.js';
import { NOBODY } from '../../table/units.js';
import type { KMemberOptions } from '../cards/k-member.js';

/**
 * k-member clustering.
 *
 * Byun, Kamra, Bertino and Li, "Efficient k-Anonymization Using Clustering Techniques", DASFAA 2007, figure 5: a group
 * begins with the row farthest from the one that the last group began with, and takes k - 1 times the row that raises its
 * information loss least, or rows until they are of k persons; fewer at the end join the groups whose loss they raise least. The first group begins
 * with the row farthest from the first one (the paper draws it at random). Numbers count by their range, categories by the
 * leaves under the smallest released value that covers the group.
 */
export const run: RunAlgorithm<KMemberOptions> = (problem, engine, options, control) =>
  withTeam(engine, control, (team) => runKMember(problem, { engine, team }, options, control));

async function runKMember(
  problem: Problem,
  { engine, team }: { readonly engine: Engine; readonly team: ThreadTeam },
  options: KMemberOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const judge = new ClassJudge(problem, engine);
  const codes = codesOf(problem);
  const spans = spansOf(problem.domains, options.metric);
  const counts = problem.set.counts();
  const pauses = new Pauses(control, 'groups');
  let checked = 0;
  const sizes = spans.map(({ size }) => size);
  const k = judge.minimum;
  // A block has as many persons as groups need where persons have as many rows as on average.
  const fewestRows = judge.persons === null ? k : Math.ceil((k * problem.rows) / judge.persons.count);
  const { groups, division } = await groupInBlocks(
    { codes, counts },
    sizes,
    { ...LARGE_BLOCKS, k: fewestRows },
    pauses,
    async (blocks) => {
      const pieces = piecesOf(blocks, (block): Members => ({ ...weightedOf(block), ...personsOf(block, judge) }));
      const watch = (share: number): Promise<void> => pauses.pauseWhenDue(share);
      const grown = await team.share(memberTask, { costs: spans.map(costsOf), k }, pieces, watch);
      const joined: Group[][] = [];
      for (const [number, found] of grown.entries()) {
        checked += found.scans;
        joined.push(await joinRest(blocks.block(number), spans, k, found, pauses));
      }
      return joined;
    },
  );
  const about = { options, checked, who: 'k-member', division };
  const outcome = await pauses.drive(outcomeOfClusters(problem, { codes, spans, judge }, groups, about));
  return { ...outcome, threads: team.threads };
}

/** The persons of the vectors of a block, where groups need persons. */
function personsOf({ vectors }: Block, { persons }: ClassJudge): Pick<Members, 'persons'> {
  if (persons === null) return {};
  const { of, count } = persons;
  return { persons: vectors.map((vector) => (of[vector] < count ? of[vector] : NOBODY)) };
}

/** The groups of a block, when the rows that are left have joined those whose loss they raise least. */
export async function joinRest(
  { codes, counts }: Weighted,
  spans: readonly Span[],
  k: number,
  { groups: packed, left }: Grown,
  pauses: Pauses,
): Promise<Group[]> {
  const groups = unpackGroups(packed);
  if (left.every((rows) => rows === 0)) return groups;
  if (groups.length === 0) return [{ vectors: [...counts.keys()], counts: [...counts] }];
  const boxes = await pauses.drive(GroupBoxes.make({ codes, counts, spans, least: k }, groups));
  for (let v = 0; v < left.length; v++) {
    if (left[v] === 0) continue;
    await pauses.pauseWhenDue(1);
    boxes.add(boxes.nearest(v, left[v], -1, Infinity).group, v, left[v]);
  }
  return boxes.groups;
}
