import { smallestOf } from '../../base/sequences.js';
import type { ClassCondition, Engine, FrequencySet, NodeSets, NodeSetsSpec, NodeSums } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import { partListed } from '../../engine/listed-columns.js';
import { EngineError } from '../../base/errors.js';
import type { TableFacts } from '../../privacy/definition.js';
import type { Codes } from '../../table/table.js';
import type { PublicPairs, PublicProblem } from '../algorithm.js';

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
  readonly #public: PublicProblem;
  readonly #spec: NodeSetsSpec;
  /** Set of the private rows -> its levels. */
  readonly #levelsOf = new Map<number, readonly number[]>();
  /** Codes of the public set, copied out when they are first asked for. */
  readonly #codes = new Map<number, Codes>();
  #counts: Uint32Array | null = null;
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
    const { listed, others } = partListed(conditions);
    this.#conditions = others;
    this.#public = inPublic;
    this.#spec = spec;
    const looked = others.flatMap((condition) => ('column' in condition ? [condition.column] : []));
    this.#columns = [...new Set([inPublic.membership, ...looked])];
    const { sizes } = set;
    const smallest = sizes.indexOf(smallestOf(sizes));
    this.#own = engine.nodeSets(set, {
      ...spec,
      histograms: spec.histograms.length === 0 ? [smallest] : spec.histograms,
    });
    try {
      this.#all = engine.nodeSets(inPublic.set, {
        ...spec,
        histograms: this.#columns,
        listed: [...listed.values()].flat(),
        weights: null,
      });
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
    if (this.#public.pairs !== undefined) this.#levelsOf.set(next, [...levels]);
    return next;
  }

  release(id: number): void {
    const all = this.#allOf.get(id);
    if (all === undefined || id === this.base) return;
    this.#own.release(id);
    this.#all.release(all);
    this.#allOf.delete(id);
    this.#levelsOf.delete(id);
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
    const listed = this.#all.holds(all);
    let outside = this.#public.rows;
    let own = 0;
    for (let region = 0; region < regions.length; region++) {
      if (members[2 * region] === 0) continue;
      if (own < accepted.length && accepted[own] !== 0) {
        if (listed[region] !== 0 && holds.every((each) => each[region] !== 0)) outside -= regions[region];
        else accepted[own] = 0;
      }
      own++;
    }
    if (own !== accepted.length) throw new EngineError(0, 'region sets: private and public classes differ');
    return { outside };
  }

  /**
   * Facts for conditions on the release as a whole: of persons when they are counted, by every reading of who is in the input, else of rows.
   *
   * @param accepted - [classes of `id`] as {@link judge} left it
   * @param outside - what it returned
   */
  facts(id: number, accepted: Uint8Array, outside: number): Partial<TableFacts>[] {
    const members = (this.#public.pairs ?? []).filter(({ of }) => of === 'members');
    if (members.length === 0) return [{ outside }];
    const regionOf = this.#regionsOf(id);
    return members.map((pairs) => this.#personFacts(pairs, regionOf, accepted));
  }

  #personFacts({ column, pairs }: PublicPairs, regionOf: Uint32Array, accepted: Uint8Array): Partial<TableFacts> {
    const codes = this.#codesOf(column);
    const counts = (this.#counts ??= this.#public.set.counts());
    const isFirsts = pairs.personOf.length === 0;
    const isMember = (v: number): boolean => (isFirsts ? codes[v] : pairs.valueOf[codes[v]]) === 0;
    // Regions are numbered by first appearance, and private vectors come first: the first ones are the classes.
    const isReleased = (v: number): boolean => regionOf[v] < accepted.length && accepted[regionOf[v]] === 1;
    let outside = 0;
    let suppressed = 0;
    if (isFirsts) {
      for (let v = 0; v < regionOf.length; v++) {
        if (codes[v] > 1 || isReleased(v)) continue;
        outside += counts[v];
        if (isMember(v)) suppressed += counts[v];
      }
      return { outside, suppressed };
    }
    const isInside = new Uint8Array(pairs.persons);
    const isOutside = new Uint8Array(pairs.persons);
    const isSuppressed = new Uint8Array(pairs.persons);
    for (let v = 0; v < regionOf.length; v++) {
      const person = pairs.personOf[codes[v]];
      if (isReleased(v)) isInside[person] = 1;
      else isOutside[person] = 1;
      if (!isReleased(v) && isMember(v)) isSuppressed[person] = 1;
    }
    let alone = 0;
    for (let person = 0; person < pairs.persons; person++) {
      outside += isOutside[person];
      suppressed += isSuppressed[person];
      alone += isOutside[person] & ~isInside[person] & 1;
    }
    return { outside, suppressed, outsideAlone: alone };
  }

  /** [public vectors] region of each in a set. */
  #regionsOf(id: number): Uint32Array {
    const levelsOf = this.#levelsOf.get(id);
    const columns = this.#spec.attributes.map(({ column, levels }, place) => {
      const { map, size } = levels[levelsOf?.[place] ?? 0];
      return { codes: this.#codesOf(column), map, size };
    });
    return groupColumns(this.#engine, this.#public.set.length, columns).groupOf;
  }

  #codesOf(column: number): Codes {
    const known = this.#codes.get(column) ?? this.#public.set.codes(column);
    this.#codes.set(column, known);
    return known;
  }

  dispose(): void {
    this.#own.dispose();
    this.#all.dispose();
    this.#allOf.clear();
    this.#levelsOf.clear();
    this.#codes.clear();
    this.#counts = null;
  }

  #publicOf(id: number): number {
    const all = this.#allOf.get(id);
    if (all === undefined) throw new EngineError(0, 'region sets: was released or disposed of');
    return all;
  }
}
