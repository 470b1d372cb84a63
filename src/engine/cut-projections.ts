import { CapacityError } from '../base/errors.js';
import type { CutSets } from './engine.js';

/** Evaluations of cuts of one kind after which their projection is made: it costs about as much as this number of evaluations. */
const EVALUATIONS = 4;
/** The usual cuts are searched again when the visited items are this multiple of those of the problem. */
const WORK = 64;
/** Cuts that one in this number of evaluations has are usual. */
const USUAL = 4;

/** Items of a cut problem, merged where no known cut parts them. */
export interface Projection {
  readonly items: number;
  dispose(): void;
}

/** Ascending cuts of every attribute that a projection knows; null: all. */
export type KnownCuts = readonly (Uint32Array | null)[];

interface Kept<P> {
  readonly known: KnownCuts;
  readonly projection: P;
}

/**
 * Projections on cuts that a search evaluates again and again: sets of usual cuts, with others in a few attributes. Items that agree in those
 * attributes, and that no usual cut separates in the rest, are in one class whatever the cuts, so classes are summed over a projection, which has far
 * fewer items. Usual cuts are counted during the search.
 *
 * All projections together hold no more items than there are; the one that was not used for longest goes first.
 */
export class CutProjections<P extends Projection> {
  readonly #items: number;
  readonly #make: (known: KnownCuts, from: P | null) => P;
  /** [attributes][size] evaluations of sets with the cut, since the usual cuts were looked for. */
  readonly #counts: readonly Uint32Array[];
  #evaluations = 0;
  /** Items that were looked at since then. */
  #work = 0;
  /** [attributes] */
  #usual: readonly Uint32Array[];
  /** [attributes][size] 1 for a usual cut. */
  #isUsual: readonly Uint8Array[];
  /** How often the usual cuts were looked for. */
  #turn = 0;
  /** By kind: evaluations so far, null where a projection would not pay. */
  readonly #uses = new Map<string, number | null>();
  /** By kind, the one that was used last at the end. */
  readonly #kept = new Map<string, Kept<P>>();
  #held = 0;

  /**
   * @param items - items of the problem
   * @param sizes - leaves of every attribute
   * @param make - merges the items of a projection, or all
   */
  constructor(items: number, sizes: readonly number[], make: (known: KnownCuts, from: P | null) => P) {
    this.#items = items;
    this.#make = make;
    this.#counts = sizes.map((size) => new Uint32Array(size));
    this.#usual = sizes.map(() => new Uint32Array(0));
    this.#isUsual = sizes.map((size) => new Uint8Array(size));
  }

  /** A projection that knows the cuts; null where all items are to be looked at. */
  of(cuts: CutSets): P | null {
    if (this.#work > WORK * this.#items) this.#lookForUsual();
    this.#evaluations++;
    cuts.forEach((list, a) => {
      for (let i = 0; i < list.length; i++) this.#counts[a][list[i]]++;
    });
    const found = this.#find(cuts);
    this.#work += found?.items ?? this.#items;
    return found;
  }

  dispose(): void {
    for (const { projection } of this.#kept.values()) projection.dispose();
    this.#kept.clear();
    this.#held = 0;
  }

  #lookForUsual(): void {
    const enough = this.#evaluations / USUAL;
    this.#isUsual = this.#counts.map((counts) => Uint8Array.from(counts, (count) => (count >= enough ? 1 : 0)));
    this.#usual = this.#isUsual.map((flags) => Uint32Array.from(flags.keys()).filter((leaf) => flags[leaf] === 1));
    for (const counts of this.#counts) counts.fill(0);
    this.#evaluations = 0;
    this.#work = 0;
    this.#turn++;
    this.#uses.clear();
  }

  #find(cuts: CutSets): P | null {
    const others = [...cuts.keys()].filter((a) => cuts[a].some((leaf) => this.#isUsual[a][leaf] === 0));
    const kind = `${this.#turn}:${others.join()}`;
    const kept = this.#kept.get(kind);
    if (kept !== undefined) {
      this.#kept.delete(kind);
      this.#kept.set(kind, kept);
      return kept.projection;
    }
    const known = this.#usual.map((list, a) => (others.includes(a) ? null : list));
    const from = this.#smallestThatKnows(known);
    const uses = this.#uses.get(kind);
    const isWhole = others.length === cuts.length || cuts.every((list) => list.length === 0);
    if (uses === null || isWhole) return from;
    this.#uses.set(kind, (uses ?? 0) + 1);
    return (uses ?? 0) + 1 > EVALUATIONS ? this.#project(kind, known, from) : from;
  }

  #smallestThatKnows(known: KnownCuts): P | null {
    let found: P | null = null;
    for (const { known: own, projection } of this.#kept.values()) {
      if (found !== null && projection.items >= found.items) continue;
      if (own.every((list, a) => list === null || isPartOf(known[a], list))) found = projection;
    }
    return found;
  }

  #project(kind: string, known: KnownCuts, from: P | null): P | null {
    const made = this.#tryToMake(known, from);
    if (made === null || 2 * made.items > (from?.items ?? this.#items)) {
      made?.dispose();
      this.#uses.set(kind, null);
      return from;
    }
    for (const [other, { projection }] of this.#kept) {
      if (this.#held + made.items <= this.#items) break;
      projection.dispose();
      this.#held -= projection.items;
      this.#kept.delete(other);
      this.#uses.set(other, 0);
    }
    this.#kept.set(kind, { known, projection: made });
    this.#held += made.items;
    return made;
  }

  /** Without the memory for a projection, what there is does. */
  #tryToMake(known: KnownCuts, from: P | null): P | null {
    try {
      return this.#make(known, from);
    } catch (error) {
      if (error instanceof CapacityError) return null;
      throw error;
    }
  }
}

/** Tests whether all of some ascending cuts (null: all allowed ones) are in an ascending list. */
function isPartOf(cuts: Uint32Array | null, list: Uint32Array): boolean {
  if (cuts === null) return false;
  let at = 0;
  return (
    cuts === list ||
    cuts.every((cut) => {
      while (at < list.length && list[at] < cut) at++;
      return list[at] === cut;
    })
  );
}
