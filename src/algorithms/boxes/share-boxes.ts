import type { Steps } from '../../base/steps.js';
import type { Weighted } from '../clusters/blocks.js';
import { isPackedGroups, packGroups, type PackedGroups, unpackGroups } from '../clusters/packed-groups.js';
import type { Group } from '../local/groups.js';
import { hasForm, isWhole, type Watch } from '../sharing/task.js';
import type { Pieces } from '../sharing/thread-team.js';
import { type CutBoxes, groupOfBox } from './split-boxes.js';

/** Minimum vectors per additional thread. */
export const WORTH_VECTORS = 1 << 15;
/** Boxes that a thread cuts, about: few, so that the first cuts, which are one thread's, are few; several, so that no thread waits long. */
const BOXES_OF_THREAD = 3;

/** The groups of a box that was cut by itself, by its own vectors. */
export interface CutBox {
  readonly groups: PackedGroups;
  readonly cuts: number;
}

export const isCutBox = (value: unknown): value is CutBox => hasForm(value, { groups: isPackedGroups, cuts: isWhole });

/** Cuts a box by `steps` to the end, down to its groups. */
export async function cutWhole(
  vectors: Pick<Weighted, 'counts'>,
  steps: Steps<CutBoxes>,
  watch: Watch,
): Promise<CutBox> {
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await watch(0);
  const boxes = step.value;
  return { groups: packGroups(boxes.isOpen.map((_, box) => groupOfBox(vectors, boxes, box))), cuts: boxes.cuts };
}

/** Maximum vectors of a box that is cut by itself. */
export const fewOf = (vectors: number, threads: number): number => Math.ceil(vectors / (BOXES_OF_THREAD * threads));

/** Boxes, by their vectors, as pieces of work. */
export const openBoxes = <Input>(
  boxes: readonly Uint32Array[],
  inputOf: (vectors: Uint32Array) => Input,
): Pick<Pieces<Input>, 'sizes' | 'input'> => ({
  sizes: boxes.map(({ length }) => length),
  input: (piece) => inputOf(boxes[piece]),
});

/** Some of the vectors. */
export const pickVectors = ({ codes, counts }: Weighted, vectors: Uint32Array): Weighted => ({
  codes: codes.map((column) => vectors.map((v) => column[v])),
  counts: vectors.map((v) => counts[v]),
});

/**
 * The groups of boxes some of which are open, in the order of the boxes.
 *
 * @param cut - cuts open boxes, which are given by their vectors; one without a result stays whole
 */
export async function shareBoxes(
  counts: Uint32Array,
  boxes: CutBoxes,
  cut: (open: readonly Uint32Array[]) => Promise<readonly (CutBox | undefined)[]>,
): Promise<{ readonly groups: Group[]; readonly cuts: number }> {
  const { vectors, starts, isOpen } = boxes;
  const vectorsOf = (box: number): Uint32Array => vectors.subarray(starts[box], starts[box + 1]);
  const found = await cut([...isOpen.keys()].filter((box) => isOpen[box]).map(vectorsOf));
  const groups: Group[] = [];
  let { cuts } = boxes;
  let piece = 0;
  for (const box of isOpen.keys()) {
    const own = isOpen[box] ? found[piece++] : undefined;
    if (own === undefined) groups.push(groupOfBox({ counts }, boxes, box));
    else {
      cuts += own.cuts;
      const all = vectorsOf(box);
      for (const group of unpackGroups(own.groups))
        groups.push({ vectors: group.vectors.map((v) => all[v]), counts: group.counts });
    }
  }
  return { groups, cuts };
}
