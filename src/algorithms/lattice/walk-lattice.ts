import type { NodeSums } from '../../engine/engine.js';
import type { LevelVector } from '../../lattice/lattice.js';
import type { Judged, NodeJudge } from './node-judge.js';
import type { Pauses } from './pauses.js';

/**
 * The nodes that share the levels of the first `depth` attributes (in search order), the others being free. `levels` holds
 * them, and 0 behind; valid during the call only.
 */
export interface Branch {
  readonly depth: number;
  readonly levels: LevelVector;
  /** The branch's highest node, where the free attributes stand at their top. */
  readonly upper: Judged;
  /** A node below all of the branch, usually its lowest one. All its classes are counted as accepted. */
  readonly bottom: NodeSums | null;
}

/** What a walk is for. Level vectors are in search order and valid during the call only. */
export interface Visitor {
  /** A node was judged; each node at most once. */
  node(levels: LevelVector, judged: Judged): void;
  /** Levels of attribute `depth` that are of interest in a branch; none when from > to. */
  range(depth: number, levels: LevelVector): { readonly from: number; readonly to: number };
  /** Whether the nodes of a branch are to be visited: before its set is made, and again with `bottom` once it is. */
  descend(branch: Branch): boolean;
}

/**
 * Visits the lattice depth first: the first attribute (in search order) at each of its levels, below it the second one, and so on.
 *
 * A branch keeps one frequency set, in which its attributes are generalized and the others are leaves; it is rolled up from
 * that of the next lower level. Before a branch is entered its highest node is judged, from the same set: no node of the
 * branch has fewer rows in classes that are too small. So a branch is left where this node is past the limit.
 * At most one set an attribute is kept, and none once the sets take more than `memory`: then branches roll up from the
 * nearest set below them that is kept.
 */
export class LatticeWalk {
  readonly #judge: NodeJudge;
  readonly #visitor: Visitor;
  readonly #pauses: Pauses;
  readonly #levels: number[];
  readonly #isAnytime: boolean;
  readonly #memory: number;
  #share = 0;
  /** True once the walk was ended before its end. */
  isCut = false;

  /**
   * @param isAnytime - whether `finish` and time limits end the walk
   * @param memory - bytes of kept sets past which no further one is kept
   */
  constructor(judge: NodeJudge, visitor: Visitor, pauses: Pauses, isAnytime: boolean, memory: number) {
    this.#judge = judge;
    this.#visitor = visitor;
    this.#pauses = pauses;
    this.#isAnytime = isAnytime;
    this.#memory = memory;
    this.#levels = judge.heights.map(() => 0);
  }

  async run(): Promise<void> {
    const { sets, heights } = this.#judge;
    const id = sets.rollUp(sets.base, heights);
    const top = this.#judge.judge(id);
    sets.release(id);
    this.#visitor.node(heights, top);
    if (!this.#visitor.descend({ depth: 0, levels: this.#levels, upper: top, bottom: null })) return;
    await this.#descend(0, sets.base, top, 1);
  }

  /** Visits the branch of the set `id`; `upper` is its highest node, which was visited. */
  async #descend(depth: number, id: number, upper: Judged, weight: number): Promise<void> {
    if (this.#pauses.isDue) await this.#pauses.rest(this.#share);
    if (this.#isAnytime && this.#pauses.isOver) this.isCut = true;
    if (this.isCut) return;
    const { heights, sets } = this.#judge;
    const levels = this.#levels;
    const height = heights[depth];
    const { from, to } = this.#visitor.range(depth, levels);
    const isLast = depth === heights.length - 1;
    const top = [...levels.slice(0, depth + 1), ...heights.slice(depth + 1)];
    const judged = this.#judge.chain(id, top, depth, from, Math.min(to, height - 1));
    judged.forEach((found, i) => {
      top[depth] = from + i;
      this.#visitor.node(top, found);
    });
    const share = weight / (to - from + 1);
    if (isLast) {
      this.#share += weight;
      return;
    }
    let set = id;
    for (let level = from; level <= to; level++) {
      const above = level === height ? upper : judged[level - from];
      levels[depth] = level;
      if (this.#visitor.descend({ depth: depth + 1, levels, upper: above, bottom: null })) {
        if (level > 0 && sets.bytes < this.#memory) {
          const next = sets.rollUp(set, levels);
          if (set !== id) sets.release(set);
          set = next;
        }
        const bottom = sets.sum(set, 1);
        if (this.#visitor.descend({ depth: depth + 1, levels, upper: above, bottom })) {
          await this.#descend(depth + 1, set, above, share);
        } else this.#share += share;
      } else this.#share += share;
      if (this.isCut) break;
    }
    if (set !== id) sets.release(set);
    levels[depth] = 0;
  }
}
