import type { Engine } from '../../engine/engine.js';
import { throwIfAborted } from '../../base/errors.js';
import { defineAlgorithm, type Control, type Outcome, type Problem } from '../algorithm.js';
import { outcomeOfClusters } from './cluster-outcome.js';
import { GroupBoxes } from '../boxes/group-boxes.js';
import { GrowingBox } from './growing-box.js';
import { codesOf, type Group } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { Pauses } from '../pauses.js';
import { groupInBlocks, LARGE_BLOCKS, type Block } from './blocks.js';
import { HIERARCHIES } from '../released-boxes.js';
import { SPAN_METRIC, spansOf } from '../local/spans.js';
import { optionSet, type OptionsOf } from '../options.js';

const OPTIONS = optionSet({ metric: SPAN_METRIC, hierarchies: HIERARCHIES });

/**
 * k-member clustering.
 *
 * Byun, Kamra, Bertino and Li, "Efficient k-Anonymization Using Clustering Techniques", DASFAA 2007, figure 5: a group
 * begins with the row farthest from the one that the last group began with, and takes k - 1 times the row that raises its
 * information loss least; fewer than k rows at the end join the groups whose loss they raise least. The first group begins
 * with the row farthest from the first one (the paper draws it at random). Numbers count by their range, categories by the
 * leaves under the smallest released value that covers the group.
 */
export const kMember = defineAlgorithm({
  name: 'k-member',
  source: 'Byun, Kamra, Bertino, Li: Efficient k-Anonymization Using Clustering Techniques, DASFAA 2007',
  guarantee: 'every class satisfies every model; greedy, not optimal',
  complexity:
    'O(m^2 c) time for m distinct vectors and c attributes that change with a row taken, O(m q) memory; above 65,536 vectors in blocks of at most 8,192',
  options: OPTIONS,
  run: runKMember,
});

async function runKMember(
  problem: Problem,
  engine: Engine,
  options: OptionsOf<typeof OPTIONS>,
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
  const limits = { ...LARGE_BLOCKS, k: judge.minimum };
  const { groups, division } = await groupInBlocks({ codes, counts }, sizes, limits, pauses, async (block) => {
    const found = await memberGroups(engine, block, spans, judge.minimum, pauses);
    checked += found.scans;
    return found.groups;
  });
  const about = { options, checked, who: 'k-member', division };
  return pauses.drive(outcomeOfClusters(problem, { codes, spans, judge }, groups, about));
}

/** Groups of k rows, the last ones up to 2k - 1. At least k rows. */
export async function memberGroups(
  engine: Engine,
  { codes, counts, watch }: Pick<Block, 'codes' | 'counts' | 'watch'>,
  spans: ReturnType<typeof spansOf>,
  k: number,
  pauses: Pauses,
): Promise<{ groups: Group[]; scans: number }> {
  const left = counts.slice();
  const rows = counts.reduce((sum, count) => sum + count, 0);
  let open = rows;
  let scans = 0;
  const groups: Group[] = [];
  if (codes.length === 0) return { groups: [{ vectors: [...counts.keys()], counts: [...counts] }], scans };
  const box = new GrowingBox(engine, codes, spans);
  box.start(0);
  while (open >= k) {
    // The farthest from the vector that the last group was started with.
    const first = box.farthest();
    box.start(first);
    const group: Group = { vectors: [], counts: [] };
    let size = 0;
    while (size < k) {
      const vector = box.nearest();
      const taken = Math.min(left[vector], k - size);
      group.vectors.push(vector);
      group.counts.push(taken);
      size += taken;
      left[vector] -= taken;
      scans++;
      if (left[vector] === 0) box.take(vector);
      if (size < k) box.grow(vector);
      await watch(1 - open / rows);
    }
    open -= k;
    groups.push(group);
  }
  box.dispose();
  if (open > 0) {
    const boxes = await pauses.drive(GroupBoxes.make({ codes, counts, spans, least: k }, groups));
    for (let v = 0; v < left.length; v++) {
      if (left[v] === 0) continue;
      await watch(1);
      boxes.add(boxes.nearest(v, left[v], -1, Infinity).group, v, left[v]);
    }
    return { groups: boxes.groups, scans };
  }
  return { groups, scans };
}
