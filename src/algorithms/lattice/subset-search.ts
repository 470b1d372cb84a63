import type { NodeSums } from '../../engine/engine.js';
import type { Watch } from '../sharing/task.js';
import { Lattice } from './lattice.js';
import type { NodeJudge } from './node-judge.js';
import { PathOfSets } from './path-of-sets.js';

/** A subset of the attributes, by a bit each, and what the smaller subsets leave of its lattice. */
export interface SubsetCandidates {
  readonly mask: number;
  /** [lattice of the subset] 1 where every projection to one attribute less is within the limit. */
  readonly isCandidate: Uint8Array;
}

/** Result for a subset. */
export interface SubsetFound {
  /** [lattice of the subset] 1 where the vector is within the limit. */
  readonly within: Uint8Array;
  readonly candidates: number;
  /** Vectors within the limit that were not judged, and those that were. */
  readonly tagged: number;
  readonly checked: number;
  readonly rolledUp: number;
  /** Roll-ups from the set of all leaves. */
  readonly scans: number;
}

/** Vectors that need no judging, which are looked at between two pauses. */
const WATCHED = 4096;

/** Source of frequency sets. */
export type Variant = 'basic' | 'super-roots' | 'cube';

/** Searches the lattices of subsets of attributes, the others standing at their top; see {@link incognito}. */
export class SubsetSearch {
  /** Sums of the vectors of the whole set that were judged and are within the limit, by their numbers. */
  readonly sumsOf = new Map<number, NodeSums>();
  readonly #judge: NodeJudge;
  readonly #variant: Variant;
  readonly #memory: number;
  /** Leaf sets of subsets, for the cube. */
  readonly #leafSets = new Map<number, number>();

  /** @param memory - bytes of kept sets past which no further one is kept */
  constructor(judge: NodeJudge, variant: Variant, memory: number) {
    this.#judge = judge;
    this.#variant = variant;
    this.#memory = memory;
  }

  async search({ mask, isCandidate }: SubsetCandidates, watch: Watch): Promise<SubsetFound> {
    const judge = this.#judge;
    const { sets } = judge;
    const [checked, rolledUp] = [judge.checked, sets.rollUps];
    const attributes = attributesIn(mask);
    const lattice = latticeOf(judge.heights, mask);
    const isWhole = attributes.length === judge.heights.length;
    const within = new Uint8Array(lattice.size);
    const candidates: number[] = [];
    for (let index = 0; index < lattice.size; index++) if (isCandidate[index] !== 0) candidates.push(index);
    const { id: source, lowest } = this.#sourceOf(mask, lattice, isCandidate, candidates);
    // Marking needs that all models are monotone, or that only sizes are asked for.
    const marks = judge.isMonotone || !isWhole;
    const path = new PathOfSets(sets, source, lowest, (levels) => this.#vectorOf(attributes, levels), this.#memory);
    let tagged = 0;
    // In the order of their numbers: vectors below come first, and neighbours share sets.
    for (const [done, index] of candidates.entries()) {
      if (done % WATCHED === 0) await watch(done / candidates.length);
      if (marks && lattice.below(index).some((other) => within[other] !== 0)) {
        within[index] = 1;
        tagged++;
        continue;
      }
      await watch(done / candidates.length);
      const { sums, bySize } = judge.judge(path.setAt(lattice.levelsOf(index)));
      if (judge.isWithinLimit(judge.isMonotone || isWhole ? sums : bySize)) {
        within[index] = 1;
        if (isWhole) this.sumsOf.set(index, sums);
      }
    }
    path.dispose();
    const isOwn = this.#leafSets.get(mask) !== source && source !== sets.base;
    const scans = path.scans + (isOwn ? 1 : 0);
    if (isOwn) sets.release(source);
    const leaves = this.#leafSets.get(mask);
    if (leaves !== undefined) sets.release(leaves);
    const counted = { checked: judge.checked - checked, rolledUp: sets.rollUps - rolledUp, scans };
    return { within, candidates: candidates.length, tagged, ...counted };
  }

  /** Makes the leaf sets of all subsets, largest first, each from the smallest one with one attribute more. */
  makeCube(masks: readonly number[]): void {
    const { sets, heights } = this.#judge;
    const all = 2 ** heights.length - 1;
    for (const mask of [...masks].reverse()) {
      if (mask === all) continue;
      if (sets.bytes >= this.#memory) return;
      let from = sets.base;
      heights.forEach((_, a) => {
        const larger = mask | (1 << a);
        const id = larger === mask ? undefined : this.#leafSets.get(larger);
        if (id !== undefined && sets.length(id) < sets.length(from)) from = id;
      });
      const leaves = attributesIn(mask).map(() => 0);
      this.#leafSets.set(mask, sets.rollUp(from, this.#vectorOf(attributesIn(mask), leaves)));
    }
  }

  /** The set that vectors of a subset are rolled up from, and its levels. */
  #sourceOf(
    mask: number,
    lattice: Lattice,
    isCandidate: Uint8Array,
    candidates: readonly number[],
  ): { readonly id: number; readonly lowest: readonly number[] } {
    const { sets, heights } = this.#judge;
    const attributes = attributesIn(mask);
    const lowest = attributes.map(() => 0);
    const leaves = this.#leafSets.get(mask);
    if (leaves !== undefined) return { id: leaves, lowest };
    if (this.#variant === 'super-roots' && candidates.length > 0) {
      lowest.forEach((_, place) => (lowest[place] = lattice.heights[place]));
      for (const index of candidates) {
        if (lattice.below(index).some((below) => isCandidate[below] !== 0)) continue;
        lattice.levelsOf(index).forEach((level, place) => (lowest[place] = Math.min(lowest[place], level)));
      }
    }
    const isBase = attributes.length === heights.length && lowest.every((level) => level === 0);
    if (isBase || candidates.length === 0) return { id: sets.base, lowest };
    return { id: sets.rollUp(sets.base, this.#vectorOf(attributes, lowest)), lowest };
  }

  /** A vector of a subset over all attributes. */
  #vectorOf(attributes: readonly number[], levels: readonly number[]): number[] {
    const vector = [...this.#judge.heights];
    attributes.forEach((a, place) => (vector[a] = levels[place]));
    return vector;
  }
}

/** The attributes of a subset, ascending. */
export function attributesIn(mask: number): number[] {
  const attributes: number[] = [];
  for (let a = 0; mask >> a > 0; a++) if ((mask & (1 << a)) !== 0) attributes.push(a);
  return attributes;
}

/** The lattice of a subset. */
export const latticeOf = (heights: readonly number[], mask: number): Lattice =>
  new Lattice(attributesIn(mask).map((a) => heights[a]));
