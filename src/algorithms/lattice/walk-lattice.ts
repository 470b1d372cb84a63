import type { NodeSums } from '../../engine/engine.js';
import type { LevelVector } from './lattice.js';
import type { Judged, NodeJudge } from './node-judge.js';
import type { Pauses } from '../pauses.js';

/**
 * The nodes that share the levels of the first `depth` attributes (in search order), the others being free. `levels` holds
 * them, and 0 behind; valid during the call only.
 */
export interface Branch {
  readonly depth: number;
  readonly levels: LevelVector;
  /** The branch's highest node, where the free attributes stand at their top. */
  readonly upper: Judged;
  /** A node below all of the branch, classes accepted by their size alone; null where the visitor does not want it. */
  readonly bottom: NodeSums | null;
}

/** Callbacks of a walk. Level vectors are in search order and valid during the call only. */
export interface Visitor {
  /** A node was judged; each node at most once. */
  node(levels: LevelVector, judged: Judged): void;
  /** Levels of attribute `depth` that are of interest in a branch; none when from > to. */
  range(depth: number, levels: LevelVector): { readonly from: number; readonly to: number };
  /** True if branches come with `bottom`. */
  readonly wantsBottom: boolean;
  /**
   * Tests whether the nodes of a branch are to be visited; called before its set is made, and again (`isAgain`) once it is and `bottom` is better
   * known.
   */
  descend(branch: Branch, isAgain: boolean): boolean;
  /** Order of branches that differ in the last attribute: the one with the smaller number is visited first. */
  rank(branch: Branch): number;
}

/**
 * Visits the lattice depth first: the first attribute (in search order) at each of its levels, below it the second one, and so on.
 *
 * A branch keeps one frequency set, in which its attributes are generalized and the others are leaves; it is rolled up from
 * that of the next lower level. Before a branch is entered its highest node is judged, from the same set: no node of the
 * branch has fewer rows in classes that are too small. So a branch is left where this node is past the limit.
 * Sets of the branches that were entered are kept until their parent is left, and none once they take more than `memory`: then
 * branches roll up from the nearest set below them that is kept.
 */
export class LatticeWalk {
  readonly #judge: NodeJudge;
  readonly #visitor: Visitor;
  readonly #pauses: Pauses;
  readonly #levels: number[];
  readonly #isOver: () => boolean;
  readonly #memory: number;
  #share = 0;
  /** True once the walk was ended before its end. */
  isCut = false;

  /**
   * @param isOver - asked between branches; true ends the walk. Of a search that is not anytime: never
   * @param memory - bytes of kept sets past which no further one is kept
   */
  constructor(judge: NodeJudge, visitor: Visitor, pauses: Pauses, isOver: () => boolean, memory: number) {
    this.#judge = judge;
    this.#visitor = visitor;
    this.#pauses = pauses;
    this.#isOver = isOver;
    this.#memory = memory;
    this.#levels = judge.heights.map(() => 0);
  }

  async run(): Promise<void> {
    const { sets, heights } = this.#judge;
    const id = sets.rollUp(sets.base, heights);
    const top = this.#judge.judge(id);
    sets.release(id);
    this.#visitor.node(heights, top);
    const bottom = this.#bottomOf(sets.base);
    if (!this.#visitor.descend({ depth: 0, levels: this.#levels, upper: top, bottom }, false)) return;
    await this.#descend(0, sets.base, top, bottom, 1);
  }

  #bottomOf(id: number): NodeSums | null {
    return this.#visitor.wantsBottom ? this.#judge.sets.sum(id, this.#judge.minimum) : null;
  }

  /**
   * Visits the branch of the set `id`; `upper` is its highest node, which was visited, `bottom` one below all of it.
   */
  async #descend(depth: number, id: number, upper: Judged, bottom: NodeSums | null, weight: number): Promise<void> {
    if (this.#pauses.isDue) await this.#pauses.pause(this.#share);
    if (this.#isOver()) this.isCut = true;
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
    if (isLast) {
      this.#share += weight;
      return;
    }
    const branches = [];
    for (let level = from; level <= to; level++) {
      levels[depth] = level;
      const above = level === height ? upper : judged[level - from];
      const branch: Branch = { depth: depth + 1, levels, upper: above, bottom };
      if (this.#visitor.descend(branch, false)) branches.push({ level, above, rank: this.#visitor.rank(branch) });
    }
    const share = weight / Math.max(1, branches.length);
    branches.sort((a, b) => a.rank - b.rank || a.level - b.level);
    /** [levels] sets of this branch by level of the attribute; level 0 is the branch's own. */
    const made = new Map([[0, id]]);
    for (const { level, above } of branches) {
      if (this.isCut) break;
      levels[depth] = level;
      // The best node may have become better since.
      if (this.#visitor.descend({ depth: depth + 1, levels, upper: above, bottom }, true)) {
        let below = level;
        while (!made.has(below)) below--;
        let set = made.get(below)!;
        if (below < level && sets.bytes < this.#memory) {
          set = sets.rollUp(set, levels);
          made.set(level, set);
        }
        const own = set === id ? bottom : this.#bottomOf(set);
        if (
          set === id ||
          own === null ||
          this.#visitor.descend({ depth: depth + 1, levels, upper: above, bottom: own }, true)
        ) {
          await this.#descend(depth + 1, set, above, own, share);
        } else this.#share += share;
      } else this.#share += share;
    }
    made.delete(0);
    for (const set of made.values()) sets.release(set);
    levels[depth] = 0;
  }
}
