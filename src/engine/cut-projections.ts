import { CapacityError } from '../base/errors.js';
import type { CutSets } from './engine.js';

/** Evaluations of cuts of the same attributes after which their projection is made: it costs about as much as so many. */
const EVALUATIONS = 8;

/** Items of a cut problem, merged where they agree in some attributes. */
export interface Projection {
  readonly items: number;
  dispose(): void;
}

/**
 * What a search for cuts evaluates again and again: few attributes have cuts, and often the same ones. Items that agree in
 * those attributes are in one class whatever the cuts, so classes are summed over a projection, which has far fewer items.
 *
 * All projections together hold no more items than there are; the one that was not used for longest goes first.
 */
export class CutProjections<P extends Projection> {
  readonly #items: number;
  readonly #make: (attributes: readonly number[]) => P;
  /** By attributes: evaluations so far, null where a projection would not pay. */
  readonly #uses = new Map<string, number | null>();
  /** By attributes, the one that was used last at the end. */
  readonly #kept = new Map<string, P>();
  #held = 0;

  /** @param items - items of the problem */
  constructor(items: number, make: (attributes: readonly number[]) => P) {
    this.#items = items;
    this.#make = make;
  }

  /** The projection to the attributes that have cuts; null where all items are to be looked at. */
  of(cuts: CutSets): P | null {
    const attributes = cuts.map((_, a) => a).filter((a) => cuts[a].length > 0);
    const key = attributes.join();
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    const uses = this.#uses.get(key);
    if (uses === null || attributes.length === 0 || attributes.length === cuts.length) return null;
    this.#uses.set(key, (uses ?? 0) + 1);
    return (uses ?? 0) + 1 > EVALUATIONS ? this.#project(key, attributes) : null;
  }

  dispose(): void {
    for (const projection of this.#kept.values()) projection.dispose();
    this.#kept.clear();
    this.#held = 0;
  }

  #project(key: string, attributes: readonly number[]): P | null {
    const made = this.#tryToMake(attributes);
    if (made === null || 2 * made.items > this.#items) {
      made?.dispose();
      this.#uses.set(key, null);
      return null;
    }
    for (const [other, projection] of this.#kept) {
      if (this.#held + made.items <= this.#items) break;
      projection.dispose();
      this.#held -= projection.items;
      this.#kept.delete(other);
      this.#uses.set(other, 0);
    }
    this.#kept.set(key, made);
    this.#held += made.items;
    return made;
  }

  /** Without the memory for a projection, all items do. */
  #tryToMake(attributes: readonly number[]): P | null {
    try {
      return this.#make(attributes);
    } catch (error) {
      if (error instanceof CapacityError) return null;
      throw error;
    }
  }
}
