import { exponential, logarithm } from '../base/elementary.js';
import type { Part } from './margin-problem.js';

/** For parts with more vectors one order is taken unchecked: most exceed any budget after a few of their vectors. */
const mostCompared = 300;

/**
 * An order of the vectors in which few states are to be expected: of some greedy orders the one with the smallest bound of
 * all states.
 */
export function orderVectors(part: Part): Iterable<number> {
  const margins = new VectorMargins(part);
  if (part.marginsOf.length > mostCompared) return new GreedyOrder(part, margins, null).vectors();
  let best: number[] = [];
  let least = Infinity;
  for (const column of [null, ...part.marginsOf[0].keys()]) {
    const greedy = new GreedyOrder(part, margins, column);
    const order: number[] = [];
    for (const at of greedy.vectors()) {
      order.push(at);
      if (greedy.states >= least && best.length > 0) break;
    }
    if (greedy.states >= least && best.length > 0) continue;
    least = greedy.states;
    best = order;
  }
  return best;
}

/** Logarithms of 1, 2, ...: as many as were asked for. */
let logarithms = new Float64Array(0);

function logarithmsUpTo(most: number): Float64Array {
  if (most >= logarithms.length) {
    const known = logarithms.length;
    const more = new Float64Array(Math.max(2 * known, most + 1));
    more.set(logarithms);
    for (let i = known; i < more.length; i++) more[i] = logarithm(1 + i);
    logarithms = more;
  }
  return logarithms;
}

/** Number of values of a margin between vectors that give up to `before` and up to `after` of the wanted sum, less one. */
const spread = (wanted: number, before: number, after: number): number =>
  Math.max(0, Math.min(wanted, before, after, before + after - wanted));

/** The margins of the vectors of a part, all orders alike. */
class VectorMargins {
  readonly columns: number;
  /** [vectors * columns] */
  readonly margins: Int32Array;
  /** Places of a margin in `margins`: places[start[margin] .. start[margin + 1] - 1]. */
  readonly start: Int32Array;
  readonly places: Int32Array;
  /** [margins] most people that its vectors give. */
  readonly given: Float64Array;
  readonly logarithms: Float64Array;

  constructor({ marginsOf, rest, high }: Part) {
    this.columns = marginsOf[0].length;
    this.margins = new Int32Array(marginsOf.length * this.columns);
    this.start = new Int32Array(rest.length + 2);
    this.given = new Float64Array(rest.length);
    let place = 0;
    for (const [at, margins] of marginsOf.entries()) {
      for (const margin of margins) {
        this.margins[place++] = margin;
        this.start[margin + 2]++;
        this.given[margin] += high[at];
      }
    }
    for (let margin = 1; margin <= rest.length; margin++) this.start[margin + 1] += this.start[margin];
    this.places = new Int32Array(place);
    for (let i = 0; i < place; i++) this.places[this.start[this.margins[i] + 1]++] = i;
    this.logarithms = logarithmsUpTo(rest.reduce((most, each) => Math.max(most, each), 0));
  }
}

/**
 * Next the vector after which open margins can have the fewest values, and which leaves the fewest people of its values to come;
 * with a `column`, all vectors of one of its values before the next.
 */
class GreedyOrder {
  /** Bound of the states of the order so far: at every step the product of what every open margin can be. */
  states = 0;
  #exponent = 0;
  readonly #part: Part;
  readonly #of: VectorMargins;
  readonly #column: number | null;
  /** [margins] people that vectors of the order, and those that are still to come, can give; logarithm of what it can then be. */
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  readonly #spread: Float64Array;
  /** [vectors * columns] what a margin adds to the score of its vector. */
  readonly #terms: Float64Array;
  readonly #isTaken: Uint8Array;
  #current = -1;

  constructor(part: Part, of: VectorMargins, column: number | null) {
    this.#part = part;
    this.#of = of;
    this.#column = column;
    this.#before = new Float64Array(part.rest.length);
    this.#after = of.given.slice();
    this.#spread = new Float64Array(part.rest.length).fill(of.logarithms[0]);
    this.#terms = new Float64Array(of.margins.length);
    this.#isTaken = new Uint8Array(part.marginsOf.length);
    for (let margin = 0; margin < part.rest.length; margin++) this.#score(margin);
  }

  *vectors(): Generator<number> {
    for (let at = this.#choose(); at >= 0; at = this.#choose()) {
      this.#take(at);
      yield at;
    }
  }

  /** The vector with the smallest score, -1 after the last. */
  #choose(): number {
    const { columns, margins } = this.#of;
    const terms = this.#terms;
    const column = this.#current >= 0 ? this.#column : null;
    let best = -1;
    let least = Infinity;
    for (let at = 0, place = 0; at < this.#isTaken.length; at++, place += columns) {
      if (this.#isTaken[at] === 1) continue;
      let score = column !== null && margins[place + column] !== this.#current ? 1e6 : 0;
      for (let i = place; i < place + columns; i++) score += terms[i];
      if (score >= least && best >= 0) continue;
      least = score;
      best = at;
    }
    return best;
  }

  #take(at: number): void {
    const { columns, margins, logarithms: log } = this.#of;
    const { rest, high } = this.#part;
    const place = at * columns;
    this.#isTaken[at] = 1;
    for (let i = place; i < place + columns; i++) {
      const margin = margins[i];
      this.#exponent -= this.#spread[margin];
      this.#before[margin] += high[at];
      this.#after[margin] -= high[at];
      this.#spread[margin] = log[spread(rest[margin], this.#before[margin], this.#after[margin])];
      this.#exponent += this.#spread[margin];
      this.#score(margin);
    }
    this.states += exponential(this.#exponent);
    if (this.#column === null) return;
    const margin = margins[place + this.#column];
    this.#current = this.#after[margin] > 0 ? margin : -1;
  }

  /** Contribution of a margin to the scores of its vectors. */
  #score(margin: number): void {
    const { columns, start, places, logarithms: log } = this.#of;
    const { rest, high } = this.#part;
    const before = this.#before[margin];
    const after = this.#after[margin];
    let known = -1;
    let term = 0;
    for (let i = start[margin]; i < start[margin + 1]; i++) {
      const more = high[Math.floor(places[i] / columns)];
      if (more !== known) {
        known = more;
        term = log[spread(rest[margin], before + more, after - more)] - this.#spread[margin] + after / 1e4;
      }
      this.#terms[places[i]] = term;
    }
  }
}
