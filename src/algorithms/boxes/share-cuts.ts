import type { SearchClock } from '../cuts/cut-search.js';
import { unpackGroups } from '../clusters/packed-groups.js';
import type { Group } from '../local/groups.js';
import type { ClassJudge } from '../local/judge.js';
import { costsOf } from '../local/spans.js';
import type { ThreadTeam } from '../sharing/thread-team.js';
import { cutsTask } from './cuts-task.js';
import { cutDownTo, groupOfBox, splitByCost, type WeightedVectors } from './split-boxes.js';

/** So many vectors repay a further thread. */
const WORTH_VECTORS = 1 << 15;
/** Boxes that a thread cuts, about: few, so that the first cuts, which are one thread's, are few; several, so that no thread waits long. */
const BOXES_OF_THREAD = 3;

/** Makes the cuts of {@link splitByCost}, boxes shared among threads where that repays them and sizes alone decide. */
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
  const few = Math.ceil(counts.length / (BOXES_OF_THREAD * threads));
  const boxes = await clock.drive(cutDownTo(input, judge, { few, isOver }));
  const { vectors, starts, isOpen } = boxes;
  const open = [...isOpen.keys()].filter((box) => isOpen[box]);
  const vectorsOf = (box: number): Uint32Array => vectors.subarray(starts[box], starts[box + 1]);
  const found = await team.share(
    cutsTask,
    { costs: spans.map(costsOf), minimum: judge.minimum },
    {
      sizes: open.map((box) => vectorsOf(box).length),
      input: (piece) => {
        const own = vectorsOf(open[piece]);
        return { codes: codes.map((column) => own.map((v) => column[v])), counts: own.map((v) => counts[v]) };
      },
      worth,
      isOver,
    },
    async (share) => void (await clock.pause(share)),
  );
  const groups: Group[] = [];
  let { cuts } = boxes;
  let piece = 0;
  for (const box of isOpen.keys()) {
    const cut = isOpen[box] ? found[piece++] : undefined;
    // Of a search that ended early: a box that was not cut stays whole.
    if (cut === undefined) groups.push(groupOfBox(input, boxes, box));
    else {
      cuts += cut.cuts;
      const own = vectorsOf(box);
      for (const group of unpackGroups(cut.groups))
        groups.push({ vectors: group.vectors.map((v) => own[v]), counts: group.counts });
    }
  }
  return { groups, cuts };
}
