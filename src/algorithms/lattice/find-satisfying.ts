import type { Lattice, LevelVector } from './lattice.js';
import type { Pauses } from '../pauses.js';
import type { JudgedSums, NodeJudge } from './node-judge.js';
import { LatticeWalk } from './walk-lattice.js';

/** Which nodes of a lattice are within the limit. */
interface SatisfyingNodes {
  /** [lattice] 1 where a node is within the limit. */
  readonly satisfying: Uint8Array;
  /** Nodes decided without being judged. */
  readonly tagged: number;
  /** True when it was ended before all were found. */
  readonly isCut: boolean;
}

/**
 * Finds every node of the lattice that is within the limit. Branches whose highest node has too many rows in classes smaller than k are left; where
 * the setting is monotone ({@link NodeJudge}) by all models.
 *
 * @param memory - bytes of kept sets
 * @param onSatisfying - receives every such node with its sums, levels in the job's order
 * @throws CapacityError for a lattice that is too large to be held node by node
 */
export async function findSatisfying(
  {
    judge,
    lattice,
    pauses,
    memory,
    isOver = () => false,
  }: {
    readonly judge: NodeJudge;
    readonly lattice: Lattice;
    readonly pauses: Pauses;
    readonly memory: number;
    /** Ends it before all are found. Default: nothing does. */
    readonly isOver?: () => boolean;
  },
  onSatisfying: (index: number, levels: LevelVector, sums: JudgedSums) => void = () => undefined,
): Promise<SatisfyingNodes> {
  const satisfying = new Uint8Array(lattice.requireSmall().size);
  const { heights } = judge;
  const nodesOf = heights.map((_, depth) => heights.slice(depth).reduce((product, h) => product * (h + 1), 1));
  nodesOf.push(1);
  let tagged = 0;
  const walk = new LatticeWalk(
    judge,
    {
      node(levels, { sums }) {
        if (!judge.isWithinLimit(sums)) return;
        const vector = judge.inJobOrder(levels);
        const index = lattice.indexOf(vector);
        satisfying[index] = 1;
        onSatisfying(index, vector, sums);
      },
      range: (depth) => ({ from: 0, to: heights[depth] }),
      wantsBottom: false,
      rank: () => 0,
      descend({ depth, upper }, isAgain) {
        if (isAgain) return true;
        if (judge.isWithinLimit(upper.bySize) && (!judge.isMonotone || judge.isWithinLimit(upper.sums))) return true;
        tagged += nodesOf[depth] - 1;
        return false;
      },
    },
    pauses,
    isOver,
    memory,
  );
  await walk.run();
  return { satisfying, tagged, isCut: walk.isCut };
}
