import type { LevelVector } from './lattice.js';
import type { NodeJudge } from './node-judge.js';

/** Levels of an attribute that may be released. */
export interface LevelRange {
  readonly least: number;
  readonly most: number;
}

/** The nodes that may be released where the job gives or bounds levels; attributes in search order. */
export class AllowedNodes {
  readonly #ranges: readonly LevelRange[];
  readonly #heights: LevelVector;
  /** [depth] such nodes of a branch of that depth, whose own levels may be released. */
  readonly counts: readonly number[];

  /** @param ranges - [attributes of the job] */
  constructor({ order, heights }: Pick<NodeJudge, 'order' | 'heights'>, ranges: readonly LevelRange[]) {
    this.#ranges = order.map((a) => ranges[a]);
    this.#heights = heights;
    const choices = this.#ranges.map(({ least, most }) => most - least + 1);
    this.counts = [...choices, 1].map((_, depth) => choices.slice(depth).reduce((product, each) => product * each, 1));
  }

  get areAll(): boolean {
    return this.#ranges.every(({ least, most }, place) => least === 0 && most === this.#heights[place]);
  }

  /** Levels of an attribute that may be released. */
  range(place: number): { readonly from: number; readonly to: number } {
    const { least, most } = this.#ranges[place];
    return { from: least, to: most };
  }

  includes(levels: LevelVector): boolean {
    return this.#ranges.every(({ least, most }, place) => least <= levels[place] && levels[place] <= most);
  }

  /** The nodes of a branch beside its highest one, where that is one of them. */
  below(depth: number): number {
    const hasHighest = this.#ranges.every(({ most }, place) => place < depth || most === this.#heights[place]);
    return this.counts[depth] - (hasHighest ? 1 : 0);
  }
}
