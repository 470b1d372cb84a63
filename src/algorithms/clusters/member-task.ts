import type { Engine, RunCosts } from '../../engine/engine.js';
import type { Group } from '../local/groups.js';
import { areWithin, isRunCosts } from '../local/spans.js';
import type { Task, Watch } from '../sharing/task.js';
import { hasForm, isCodes, isGroupSize, isListOf, isWhole } from '../sharing/task.js';
import { NOBODY } from '../../table/units.js';
import { isWeighted, type Weighted } from './blocks.js';
import { GrowingBox } from './growing-box.js';
import { isPackedGroups, packGroups, type PackedGroups } from './packed-groups.js';

interface Common {
  readonly costs: readonly RunCosts[];
  readonly k: number;
}

/** Vectors with the person of each, or {@link NOBODY}, where groups need persons; none where they need rows. */
export interface Members extends Weighted {
  readonly persons?: Uint32Array;
}

/** Groups of k rows or persons, and the fewer rows that are left, by vector. */
export interface Grown {
  readonly groups: PackedGroups;
  readonly left: Uint32Array;
  /** Vectors that were looked for. */
  readonly scans: number;
}

/** Groups of a block, as k-member grows them. */
export const memberTask: Task<Common, Members, Grown> = {
  name: 'k-member',
  isCommon: (value): value is Common => hasForm(value, { costs: isListOf(isRunCosts), k: isGroupSize }),
  isInput: (value, { costs }): value is Members => isWeighted(value) && areWithin(value, costs) && arePersons(value),
  isOutput: (value): value is Grown => hasForm(value, { groups: isPackedGroups, left: isCodes, scans: isWhole }),
  open: (engine, common) => ({ do: (block, watch) => growGroups(engine, block, common, watch) }),
};

function arePersons({ counts, persons }: Members): boolean {
  return persons === undefined || (isCodes(persons) && persons.length === counts.length);
}

/** Groups of k rows while there are as many, or of k persons while one finds as many. */
export async function growGroups(
  engine: Engine,
  { codes, counts, persons }: Members,
  { costs, k }: Common,
  watch: Watch,
): Promise<Grown> {
  const left = counts.slice();
  const rows = counts.reduce((sum, count) => sum + count, 0);
  let open = rows;
  let scans = 0;
  const groups: Group[] = [];
  if (codes.length === 0) {
    const all = packGroups([{ vectors: [...counts.keys()], counts: [...counts] }]);
    return { groups: all, left: left.fill(0), scans };
  }
  const box = new GrowingBox(engine, codes, costs);
  try {
    box.start(0);
    while (open >= k) {
      // The farthest from the vector that the last group was started with.
      const first = box.farthest();
      box.start(first);
      const group: Group = { vectors: [], counts: [] };
      const found = new Set<number>();
      let size = 0;
      let taken = 0;
      while (size < k) {
        const vector = box.nearest();
        if (vector < 0) break;
        const count = persons === undefined ? Math.min(left[vector], k - size) : left[vector];
        group.vectors.push(vector);
        group.counts.push(count);
        taken += count;
        if (persons !== undefined && persons[vector] !== NOBODY) found.add(persons[vector]);
        size = persons === undefined ? taken : found.size;
        left[vector] -= count;
        scans++;
        if (left[vector] === 0) box.take(vector);
        if (size < k) box.grow(vector);
        await watch(1 - open / rows);
      }
      if (size < k) {
        // Too few persons are left: their rows stay for the other groups.
        group.vectors.forEach((vector, i) => (left[vector] += group.counts[i]));
        break;
      }
      open -= taken;
      groups.push(group);
    }
    return { groups: packGroups(groups), left, scans };
  } finally {
    box.dispose();
  }
}
