import { smallestOf } from '../../base/sequences.js';
import type { ClassCondition, Engine, FrequencySet, NodeSets, NodeSetsSpec, NodeSums } from '../../engine/engine.js';
import { EngineError } from '../../base/errors.js';
import type { PublicProblem } from '../algorithm.js';

/**
 * Frequency sets of the private rows, each with that of the public table at the same levels: a node generalizes both alike, so
 * a class of the public set is the region of the private class with the same values. What the methods of {@link NodeSets}
 * say is of the private rows.
 *
 * Sets with histograms number their classes by first appearance, and the private vectors come first in the public set: the
 * public classes that have private rows are the private classes, in their order.
 */
export class RegionSets implements NodeSets {
  readonly base: number;
  readonly #own: NodeSets;
  readonly #all: NodeSets;
  /** Set of the private rows -> set of the public table. */
  readonly #allOf: Map<number, number>;
  readonly #engine: Engine;
  readonly #conditions: readonly ClassCondition[];
  readonly #rows: number;
  /** Columns of the public set that are counted by class, membership first. */
  readonly #columns: readonly number[];

  /** @param conditions - those of the models on the public table */
  constructor(
    set: FrequencySet,
    inPublic: PublicProblem,
    engine: Engine,
    spec: NodeSetsSpec,
    conditions: readonly ClassCondition[],
  ) {
    this.#engine = engine;
    this.#conditions = conditions;
    this.#rows = inPublic.rows;
    const looked = conditions.flatMap((condition) => ('column' in condition ? [condition.column] : []));
    this.#columns = [...new Set([inPublic.membership, ...looked])];
    const { sizes } = set;
    const smallest = sizes.indexOf(smallestOf(sizes));
    this.#own = engine.nodeSets(set, {
      ...spec,
      histograms: spec.histograms.length === 0 ? [smallest] : spec.histograms,
    });
    try {
      this.#all = engine.nodeSets(inPublic.set, { ...spec, histograms: this.#columns, listed: [], weights: null });
    } catch (error) {
      this.#own.dispose();
      throw error;
    }
    this.base = this.#own.base;
    this.#allOf = new Map([[this.base, this.#all.base]]);
  }

  get bytes(): number {
    return this.#own.bytes + this.#all.bytes;
  }

  get rollUps(): number {
    return this.#own.rollUps;
  }

  length(id: number): number {
    return this.#own.length(id);
  }

  rollUp(id: number, levels: readonly number[]): number {
    const next = this.#own.rollUp(id, levels);
    this.#allOf.set(next, this.#all.rollUp(this.#publicOf(id), levels));
    return next;
  }

  release(id: number): void {
    const all = this.#allOf.get(id);
    if (all === undefined || id === this.base) return;
    this.#own.release(id);
    this.#all.release(all);
    this.#allOf.delete(id);
  }

  sum(id: number, accepted: number | Uint8Array): NodeSums {
    return this.#own.sum(id, accepted);
  }

  chain(
    id: number,
    levels: readonly number[],
    attribute: number,
    from: number,
    to: number,
    minimum: number,
  ): NodeSums[] {
    return this.#own.chain(id, levels, attribute, from, to, minimum);
  }

  sizes(id: number): Uint32Array {
    return this.#own.sizes(id);
  }

  histogram(id: number, index: number): Uint32Array {
    return this.#own.histogram(id, index);
  }

  holds(id: number): Uint8Array {
    return this.#own.holds(id);
  }

  /**
   * Takes back the acceptance of classes whose regions break a condition.
   *
   * @param accepted - [classes of `id`] 1 where a class is accepted so far; changed
   * @returns public rows in the region of no accepted class
   */
  judge(id: number, accepted: Uint8Array): { readonly outside: number } {
    const all = this.#publicOf(id);
    const regions = this.#all.sizes(all);
    const histograms = this.#columns.map((_, index) => this.#all.histogram(all, index));
    const [members] = histograms;
    const holds = this.#conditions.map((condition) => {
      const index = 'column' in condition ? this.#columns.indexOf(condition.column) : 0;
      return this.#engine.checkCondition(condition, regions, histograms[index]);
    });
    let outside = this.#rows;
    let own = 0;
    for (let region = 0; region < regions.length; region++) {
      if (members[2 * region] === 0) continue;
      if (own < accepted.length && accepted[own] !== 0) {
        if (holds.every((each) => each[region] !== 0)) outside -= regions[region];
        else accepted[own] = 0;
      }
      own++;
    }
    if (own !== accepted.length) throw new EngineError(0, 'region sets: private and public classes differ');
    return { outside };
  }

  dispose(): void {
    this.#own.dispose();
    this.#all.dispose();
    this.#allOf.clear();
  }

  #publicOf(id: number): number {
    const all = this.#allOf.get(id);
    if (all === undefined) throw new EngineError(0, 'region sets: was released or disposed of');
    return all;
  }
}
