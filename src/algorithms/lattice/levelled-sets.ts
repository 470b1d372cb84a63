import type { NodeSets, NodeSums } from '../../engine/engine.js';

/** Node sets that know the levels of each. */
export class LevelledSets implements NodeSets {
  readonly #sets: NodeSets;
  readonly #levels = new Map<number, readonly number[]>();

  constructor(sets: NodeSets, attributes: number) {
    this.#sets = sets;
    this.#levels.set(sets.base, new Array<number>(attributes).fill(0));
  }

  get base(): number {
    return this.#sets.base;
  }

  get bytes(): number {
    return this.#sets.bytes;
  }

  get rollUps(): number {
    return this.#sets.rollUps;
  }

  /** [attributes] levels of a set. */
  levelsOf(id: number): readonly number[] {
    return this.#levels.get(id)!;
  }

  length(id: number): number {
    return this.#sets.length(id);
  }

  rollUp(id: number, levels: readonly number[]): number {
    const made = this.#sets.rollUp(id, levels);
    this.#levels.set(made, [...levels]);
    return made;
  }

  release(id: number): void {
    this.#sets.release(id);
    if (id !== this.base) this.#levels.delete(id);
  }

  sum(id: number, accepted: number | Uint8Array): NodeSums {
    return this.#sets.sum(id, accepted);
  }

  chain(...asked: Parameters<NodeSets['chain']>): NodeSums[] {
    return this.#sets.chain(...asked);
  }

  sizes(id: number): Uint32Array {
    return this.#sets.sizes(id);
  }

  histogram(id: number, index: number): Uint32Array {
    return this.#sets.histogram(id, index);
  }

  holds(id: number): Uint8Array {
    return this.#sets.holds(id);
  }

  dispose(): void {
    this.#sets.dispose();
    this.#levels.clear();
  }
}
