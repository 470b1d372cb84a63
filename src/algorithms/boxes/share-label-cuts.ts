import type { Group } from '../local/groups.js';
import type { ClassJudge } from '../local/judge.js';
import type { Pauses } from '../pauses.js';
import type { ThreadTeam } from '../sharing/thread-team.js';
import { labelCutsTask } from './label-cuts-task.js';
import { fewOf, openBoxes, pickVectors, shareBoxes, WORTH_VECTORS } from './share-boxes.js';
import {
  centredNumbers,
  cutByLabel,
  type CutPlaces,
  firstLeavesOf,
  type LabelSplit,
  splitByLabel,
} from './split-by-label.js';

/** Makes the cuts of {@link splitByLabel}; threads share the boxes where there is enough work and sizes alone decide. */
export async function shareLabelCuts(
  given: Omit<LabelSplit, 'firstLeaves'> & { readonly places: readonly CutPlaces[] },
  judge: ClassJudge,
  {
    team,
    pauses,
    worth = WORTH_VECTORS,
  }: { readonly team: ThreadTeam; readonly pauses: Pauses; readonly worth?: number },
): Promise<{ readonly groups: Group[]; readonly cuts: number }> {
  const { places, ...own } = given;
  const { counts, labels } = own;
  const input: LabelSplit = { ...own, firstLeaves: places.map(firstLeavesOf) };
  const threads = team.threadsFor(counts.length, worth);
  if (threads === 1 || !judge.bySize) return pauses.drive(splitByLabel(input, judge));
  const values = centredNumbers(input);
  const boxes = await pauses.drive(cutByLabel(input, judge, { few: fewOf(counts.length, threads), values }));
  const { size, histogram } = labels;
  const pick = (vectors: Uint32Array) => {
    const histograms = new Uint32Array(vectors.length * size);
    vectors.forEach((v, i) => histograms.set(histogram.subarray(v * size, (v + 1) * size), i * size));
    return { ...pickVectors(input, vectors), histogram: histograms };
  };
  return shareBoxes(counts, boxes, (open) =>
    team.share(
      labelCutsTask,
      { places, size, values, minimum: judge.minimum },
      { ...openBoxes(open, pick), worth },
      (share) => pauses.pauseWhenDue(share),
    ),
  );
}
