import { seededRandom } from '../base/random.js';
import type { Steps } from '../base/steps.js';
import type { Part } from './margin-problem.js';

/** Ways to choose a part's people that were found, as far as answers need them. */
interface FoundWays {
  /** [vectors] fewest and most people of the vector that some found way chooses. */
  readonly fewest: Uint32Array;
  readonly most: Uint32Array;
}

/** Vectors of which ways are looked for: ways that leave somebody out, and ways that choose somebody. */
export interface Asks {
  readonly out: (v: number) => boolean;
  /** @param search - what it has found so far */
  readonly in: (v: number, search: WaySearch) => boolean;
}

const everyVector: Asks = { out: () => true, in: () => true };

/** Maximum exchanges of the search for a first way, and number of its restarts. */
const firstExchanges = 20_000;
const firstTrials = 3;

/**
 * Looks for ways that leave somebody of a vector out, and for ways that choose somebody: who is in some ways and not in
 * others is neither certain nor excluded, however many ways there are. Min-conflicts: a number of people is chosen and exchanged
 * one by one, the exchange that leaves the fewest values too often or too rarely, until every value is as often as wanted.
 * What is not found need not be impossible.
 */
export class WaySearch {
  readonly #part: Part;
  readonly #search: ExchangeSearch;
  /** [vectors] fewest and most people of the vector that some found way chooses; null: no way was found yet. */
  found: FoundWays | null = null;

  /** @param work - most vectors to look at, over all exchanges */
  constructor(part: Part, work = Infinity) {
    this.#part = part;
    this.#search = new ExchangeSearch(part, work);
  }

  /** Tests whether the search still needs a way that leaves out somebody of this vector. */
  lacksOut(v: number): boolean {
    const { low, available } = this.#part;
    return this.found !== null && this.found.fewest[v] === available[v] && low[v] < available[v];
  }

  /** Tests whether the search still needs a way that chooses somebody of this vector. */
  lacksIn(v: number): boolean {
    return this.found !== null && this.found.most[v] === 0 && this.#part.high[v] > 0;
  }

  /**
   * Looks for every way that is lacking, with `forOut` exchanges for each that leaves somebody out, and `forIn` for each that chooses somebody.
   *
   * @param asks - the vectors that are looked for
   */
  *look(forOut: number, forIn: number, asks: Asks = everyVector): Generator<void, void> {
    const { low, high, available } = this.#part;
    for (let trial = 0; trial < firstTrials && this.found === null; trial++) {
      if (yield* this.#search.run(-1, [0, 0], firstExchanges)) this.#note();
      yield;
    }
    for (let v = 0; v < low.length && this.#search.work > 0; v++) {
      if (asks.out(v) && this.lacksOut(v)) {
        if (yield* this.#search.run(v, [low[v], available[v] - 1], forOut)) this.#note();
        yield;
      }
      if (asks.in(v, this) && this.lacksIn(v)) {
        if (yield* this.#search.run(v, [Math.max(1, low[v]), high[v]], forIn)) this.#note();
        yield;
      }
    }
  }

  #note(): void {
    const { chosen } = this.#search;
    this.found ??= { fewest: Uint32Array.from(chosen), most: Uint32Array.from(chosen) };
    const { fewest, most } = this.found;
    chosen.forEach((people, v) => {
      if (people < fewest[v]) fewest[v] = people;
      if (people > most[v]) most[v] = people;
    });
  }
}

/** Vectors looked at between two yields. */
const YIELD_WORK = 1 << 18;

/** Looks for one way at a time, from the last one on. */
class ExchangeSearch {
  readonly #part: Part;
  readonly #random = seededRandom(1);
  readonly #columns: number;
  /** [vectors * columns] */
  readonly #margins: Int32Array;
  /** [vectors] the way found last. */
  chosen: Int32Array;
  /** [vectors] between what `chosen` has to be. */
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  /** [margins] chosen less wanted, and the sum of what that is off. */
  readonly #over: Int32Array;
  #off = 0;
  /** Vectors that may not be chosen again before this exchange. */
  readonly #tabu: Int32Array;
  /** Vectors that may still be looked at. */
  work: number;

  constructor(part: Part, work: number) {
    this.#part = part;
    this.work = work;
    this.#columns = part.marginsOf[0].length;
    this.#margins = Int32Array.from(part.marginsOf.flat());
    this.chosen = new Int32Array(part.low.length);
    this.#low = new Int32Array(part.low.length);
    this.#high = new Int32Array(part.low.length);
    this.#over = new Int32Array(part.rest.length);
    this.#tabu = new Int32Array(part.low.length);
  }

  /** Finds a way with `least` .. `most` people of one vector (none: -1). Keeps the last way when it fails. */
  *run(vector: number, [least, most]: readonly [number, number], exchanges: number): Steps<boolean> {
    const before = this.chosen.slice();
    this.#low.set(this.#part.low);
    this.#high.set(this.#part.high);
    if (vector >= 0) {
      this.#low[vector] = least;
      this.#high[vector] = most;
    }
    const isFound = yield* this.#exchange(exchanges);
    if (!isFound) this.chosen = before;
    return isFound;
  }

  *#exchange(exchanges: number): Steps<boolean> {
    const { rest, marginsOf } = this.#part;
    const { chosen } = this;
    const tabu = this.#tabu.fill(-1);
    let missing = 0;
    this.#off = 0;
    rest.forEach((wanted, margin) => {
      this.#over[margin] = -wanted;
      this.#off += wanted;
    });
    for (const margin of new Set(marginsOf.map((margins) => margins[0]))) missing += rest[margin];
    for (let v = 0; v < chosen.length; v++) {
      const people = Math.min(Math.max(chosen[v], this.#low[v]), this.#high[v]);
      chosen[v] = 0;
      missing -= people;
      for (let i = 0; i < people; i++) this.#change(v, 1);
    }
    const often = Math.max(1, Math.ceil(YIELD_WORK / (1 + chosen.length)));
    for (; missing > 0; missing--) {
      this.work -= chosen.length;
      if (this.work < 0) return false;
      if (missing % often === 0) yield;
      const v = this.#bestToAdd(-1);
      if (v < 0) return false;
      this.#change(v, 1);
    }
    for (; missing < 0; missing++) {
      this.work -= chosen.length;
      if (this.work < 0) return false;
      if (missing % often === 0) yield;
      const v = this.#bestToLeave();
      if (v < 0) return false;
      this.#change(v, -1);
    }
    for (let turn = 0; turn < exchanges && this.#off > 0; turn++) {
      this.work -= 2 * chosen.length;
      if (this.work < 0) return false;
      if (turn % often === often - 1) yield;
      const out = this.#bestToLeave();
      if (out < 0) return false;
      this.#change(out, -1);
      tabu[out] = turn + 3 + this.#random.below(8);
      const into = this.#bestToAdd(turn);
      this.#change(into < 0 ? out : into, 1);
    }
    return this.#off === 0;
  }

  #change(v: number, by: number): void {
    const columns = this.#columns;
    this.chosen[v] += by;
    for (let at = v * columns; at < (v + 1) * columns; at++) {
      const margin = this.#margins[at];
      const before = this.#over[margin];
      this.#over[margin] = before + by;
      this.#off += Math.abs(before + by) - Math.abs(before);
    }
  }

  /** A person whose values are chosen too often: one of the best, and sometimes a random one. */
  #bestToLeave(): number {
    const columns = this.#columns;
    const { chosen } = this;
    const margins = this.#margins;
    const over = this.#over;
    const low = this.#low;
    const isAny = this.#random.below(10) === 0;
    let best = -1;
    let most = -Infinity;
    let ties = 0;
    for (let v = 0, at = 0; v < chosen.length; v++, at += columns) {
      if (chosen[v] <= low[v]) continue;
      let gain = 0;
      if (!isAny) for (let c = at; c < at + columns; c++) gain += over[margins[c]] > 0 ? 1 : -1;
      if (gain > most) {
        most = gain;
        best = v;
        ties = 1;
      } else if (gain === most && this.#random.below(++ties) === 0) best = v;
    }
    return best;
  }

  #bestToAdd(turn: number): number {
    const columns = this.#columns;
    const { chosen } = this;
    const margins = this.#margins;
    const over = this.#over;
    const high = this.#high;
    const tabu = this.#tabu;
    let best = -1;
    let most = -Infinity;
    let ties = 0;
    for (let v = 0, at = 0; v < chosen.length; v++, at += columns) {
      if (chosen[v] >= high[v] || tabu[v] > turn) continue;
      let gain = 0;
      for (let c = at; c < at + columns; c++) gain += over[margins[c]] < 0 ? 1 : -1;
      if (gain > most) {
        most = gain;
        best = v;
        ties = 1;
      } else if (gain === most && this.#random.below(++ties) === 0) best = v;
    }
    return best;
  }
}
