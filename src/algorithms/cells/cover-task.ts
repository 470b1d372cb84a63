import { isWeighted, type Weighted } from '../clusters/blocks.js';
import { isPackedGroups, packGroups, type PackedGroups } from '../clusters/packed-groups.js';
import type { Group } from '../local/groups.js';
import { hasForm, isGroupSize, isWhole, type Task } from '../sharing/task.js';
import { coverRows, partitionCover } from './meyerson-williams-cover.js';

interface Common {
  readonly k: number;
}

interface Covered {
  readonly groups: PackedGroups;
  /** Sets of the cover. */
  readonly sets: number;
  /** Centres that were weighed. */
  readonly checked: number;
}

/** The groups of a block, as Meyerson and Williams make them of a cover. */
export const coverTask: Task<Common, Weighted, Covered> = {
  name: 'cover',
  isCommon: (value): value is Common => hasForm(value, { k: isGroupSize }),
  isInput: (value, { k }): value is Weighted => isWeighted(value, k),
  isOutput: (value): value is Covered => hasForm(value, { groups: isPackedGroups, sets: isWhole, checked: isWhole }),
  open: (_, { k }) => ({
    do: async ({ codes, counts }, watch) => {
      const { sets, vectorOf, checked } = await coverRows(codes, counts, k, watch);
      const groups = partitionCover(sets, vectorOf.length, k).map((rows) => groupOf(rows, vectorOf));
      return { groups: packGroups(groups), sets: sets.length, checked };
    },
  }),
};

/** Rows, which stand by ascending vector, as vectors with their rows. */
function groupOf(rows: Uint32Array, vectorOf: Uint32Array): Group {
  const vectors: number[] = [];
  const counts: number[] = [];
  for (const row of rows) {
    const vector = vectorOf[row];
    if (vectors.at(-1) === vector) counts[counts.length - 1]++;
    else {
      vectors.push(vector);
      counts.push(1);
    }
  }
  return { vectors, counts };
}
