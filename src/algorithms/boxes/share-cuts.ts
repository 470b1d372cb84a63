import type { SearchClock } from '../search-clock.js';
import type { Group } from '../local/groups.js';
import type { ClassJudge } from '../local/judge.js';
import { costsOf } from '../local/spans.js';
import type { ThreadTeam } from '../sharing/thread-team.js';
import { cutsTask } from './cuts-task.js';
import { fewOf, openBoxes, pickVectors, shareBoxes, WORTH_VECTORS } from './share-boxes.js';
import { cutDownTo, splitByCost, type WeightedVectors } from './split-boxes.js';

/** Makes the cuts of {@link splitByCost}; threads share the boxes where there is enough work and sizes alone decide. */
export async function shareCuts(
  input: WeightedVectors,
  judge: ClassJudge,
  {
    team,
    clock,
    worth = WORTH_VECTORS,
  }: { readonly team: ThreadTeam; readonly clock: SearchClock; readonly worth?: number },
): Promise<{ readonly groups: Group[]; readonly cuts: number }> {
  const isOver = (): boolean => clock.isOver;
  const { codes, counts, spans } = input;
  const threads = team.threadsFor(counts.length, worth);
  if (threads === 1 || !judge.bySize) return clock.drive(splitByCost(input, judge, isOver));
  const boxes = await clock.drive(cutDownTo(input, judge, { few: fewOf(counts.length, threads), isOver }));
  return shareBoxes(counts, boxes, (open) =>
    team.share(
      cutsTask,
      { costs: spans.map(costsOf), minimum: judge.minimum },
      { ...openBoxes(open, (own) => pickVectors({ codes, counts }, own)), worth, isOver },
      async (share) => void (await clock.pause(share)),
    ),
  );
}
