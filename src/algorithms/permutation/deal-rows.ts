import type { Steps } from '../../base/steps.js';
import type { PersonRows } from './person-rows.js';

/** Pairs of buckets are looked at one by one while that takes no more steps; else those some powers of two apart. */
const MOST_STEPS = 1 << 24;
/** Rounds over the pairs of buckets, at most. */
const ROUNDS = 6;
/** Rows looked at between two yields. */
const YIELD_ROWS = 1 << 15;

/**
 * Deals rows into buckets, so that no bucket has two rows of one person, and the sizes of buckets and the rows of every value are
 * as even as can be: an equitable colouring of the edges of the graph of persons and values (de Werra, 1971), which two buckets at a
 * time are brought nearer to by splitting their rows along alternating paths.
 */
export class Dealer {
  readonly #rows: PersonRows;
  readonly #byPerson: Int32Array;
  readonly #combined: Keyed;
  readonly #values: readonly Keyed[];

  constructor(rows: PersonRows) {
    this.#rows = rows;
    this.#byPerson = new Int32Array(rows.persons.count).fill(-1);
    this.#combined = keyed(rows.combined);
    this.#values = rows.values.map(keyed);
  }

  /**
   * The buckets, each with its rows.
   *
   * @param parts - at least as many as one person has rows
   * @param first - the linked column whose values are dealt evenly before those of the others
   */
  *deal(rows: Uint32Array, parts: number, first: number): Steps<Uint32Array[]> {
    const { personOf } = this.#rows;
    const order = rows.slice().sort((a, b) => personOf[a] - personOf[b] || a - b);
    const dealt: number[][] = Array.from({ length: parts }, () => []);
    for (let at = 0; at < order.length; at++) dealt[at % parts].push(order[at]);
    const buckets: Uint32Array[] = dealt.map((own) => Uint32Array.from(own));
    yield;
    const levels = [this.#combined, ...(first < this.#values.length ? [this.#values[first]] : [])];
    const isAll = parts * rows.length <= MOST_STEPS;
    let looked = 0;
    for (let round = 0, isEven = false; round < ROUNDS && !isEven; round++) {
      isEven = true;
      for (let apart = 1; apart < parts; apart = isAll ? apart + 1 : 2 * apart) {
        for (let a = 0; a + apart < parts; a++) {
          const b = a + apart;
          looked += buckets[a].length + buckets[b].length;
          if (looked >= YIELD_ROWS) {
            looked = 0;
            yield;
          }
          if (levels.every((level) => isEvenIn(level, buckets[a], buckets[b]))) continue;
          isEven = false;
          [buckets[a], buckets[b]] = this.#divide(buckets[a], buckets[b], levels);
        }
      }
    }
    return buckets;
  }

  /** Divides the rows of two buckets between them again; paired rows go to different ones. */
  #divide(one: Uint32Array, other: Uint32Array, levels: readonly Keyed[]) {
    const rows = new Uint32Array(one.length + other.length);
    rows.set(one);
    rows.set(other, one.length);
    const ofPerson = new Int32Array(rows.length).fill(-1);
    pair(rows, { keyOf: this.#rows.personOf, last: this.#byPerson }, ofPerson);
    const ofValue = new Int32Array(rows.length).fill(-1);
    for (const level of levels) pair(rows, level, ofValue);
    pairRest(ofValue);
    const side = new Int8Array(rows.length).fill(-1);
    for (let from = 0; from < rows.length; from++) {
      if (side[from] >= 0) continue;
      side[from] = from < one.length ? 0 : 1;
      for (const [first, second] of [
        [ofPerson, ofValue],
        [ofValue, ofPerson],
      ])
        // prettier-ignore
        for (let at = from, by = first, own = side[from]; ;) {
          const next = by[at];
          if (next < 0 || side[next] >= 0) break;
          own = 1 - own;
          side[next] = own;
          at = next;
          by = by === first ? second : first;
        }
    }
    const pick = (own: number) => rows.filter((_, at) => side[at] === own);
    return [pick(0), pick(1)] as const;
  }
}

/** Rows by a key, and a place for each key that is -1 between two uses. */
interface Keyed {
  readonly keyOf: Uint32Array;
  readonly last: Int32Array;
}

const keyed = (keyOf: Uint32Array): Keyed => ({
  keyOf,
  last: new Int32Array(keyOf.reduce((most, key) => Math.max(most, key), 0) + 1).fill(-1),
});

/** Pairs rows of one key that have no partner yet. */
function pair(rows: Uint32Array, { keyOf, last }: Keyed, partner: Int32Array): void {
  for (let at = 0; at < rows.length; at++) {
    if (partner[at] >= 0) continue;
    const key = keyOf[rows[at]];
    const open = last[key];
    last[key] = open < 0 ? at : -1;
    if (open < 0) continue;
    partner[at] = open;
    partner[open] = at;
  }
  for (const row of rows) last[keyOf[row]] = -1;
}

/** Pairs all rows without a partner, so that at most one has none. */
function pairRest(partner: Int32Array): void {
  let open = -1;
  for (let at = 0; at < partner.length; at++) {
    if (partner[at] >= 0) continue;
    if (open < 0) open = at;
    else {
      partner[at] = open;
      partner[open] = at;
      open = -1;
    }
  }
}

/** True where two buckets have each key equally often, or one of them once more. */
function isEvenIn({ keyOf, last }: Keyed, one: Uint32Array, other: Uint32Array): boolean {
  let isEven = true;
  for (const row of one) last[keyOf[row]]++;
  for (const row of other) last[keyOf[row]]--;
  for (const row of one) isEven &&= Math.abs(last[keyOf[row]] + 1) < 2;
  for (const row of other) isEven &&= Math.abs(last[keyOf[row]] + 1) < 2;
  for (const row of one) last[keyOf[row]] = -1;
  for (const row of other) last[keyOf[row]] = -1;
  return isEven;
}
