/** Who is in a generalized release, where people have several rows: a world is a set of persons, each with all their rows. */
import { DisjointSets } from '../../base/disjoint-sets.js';
import type { Steps } from '../../base/steps.js';
import { ratio } from '../../membership/count-margins.js';
import type { Units } from '../../table/units.js';
import type { BucketMatch, BucketView } from './permuted-buckets.js';

/** What is known of whether somebody is in a release. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly isExact: boolean;
  readonly isLeftOut: boolean;
  readonly isChosen: boolean;
}

export const nobody: Bounds = { low: 0, high: 0, isExact: true, isLeftOut: true, isChosen: false };
export const anything: Bounds = { low: 0, high: 1, isExact: false, isLeftOut: false, isChosen: false };

/** Fewest and most rows that a person of a kind has in a bucket. */
interface Share {
  readonly bucket: number;
  least: number;
  most: number;
}

/** Persons whose rows match the same buckets. */
interface Kind {
  readonly shares: readonly Share[];
  /** True where a row matches several buckets: then it is not known which of them has it. */
  readonly isOpen: boolean;
  readonly people: number[];
  /** Fewest and most of them who are in the release. */
  low: number;
  high: number;
}

/** Persons who share buckets, directly or through others. */
export interface PersonProblem {
  readonly kinds: readonly Kind[];
}

/** How a problem was solved. */
export interface SolvedPersons {
  readonly isPossible: boolean;
  readonly states: number;
  /** Bounds of every person of the problem. */
  readonly bounds: ReadonlyMap<number, Bounds>;
}

/** Persons, and states, between two yields. */
const PERSONS_AT_ONCE = 1 << 10;
const STATES_AT_ONCE = 1 << 8;

/** Joins persons of whom every row matches a bucket; others are in no world. */
export function* joinPersons(
  view: BucketView,
  found: readonly (readonly BucketMatch[])[],
  units: Units,
): Steps<PersonProblem[]> {
  const vectorsOf = Array.from({ length: units.count }, (): number[] => []);
  view.people.vectorOf.forEach((vector, row) => vectorsOf[units.of[row]].push(vector));
  const kinds = new Map<string, Kind>();
  for (const [person, vectors] of vectorsOf.entries()) {
    if (person % PERSONS_AT_ONCE === 0) yield;
    const rows = vectors.map((vector) => found[vector].map(({ bucket }) => bucket));
    if (rows.some((buckets) => buckets.length === 0)) continue;
    const name = rows.map((buckets) => buckets.join()).sort().join(';'); // prettier-ignore
    const kind = kinds.get(name) ?? kindOf(rows);
    kinds.set(name, kind);
    kind.people.push(person);
    kind.high++;
  }
  return components([...kinds.values()], view.buckets).map((own) => ({ kinds: own }));
}

function kindOf(rows: readonly (readonly number[])[]): Kind {
  const shares = new Map<number, Share>();
  for (const buckets of rows) {
    for (const bucket of buckets) {
      const share = shares.get(bucket) ?? { bucket, least: 0, most: 0 };
      shares.set(bucket, share);
      share.most++;
      if (buckets.length === 1) share.least++;
    }
  }
  const isOpen = rows.some(({ length }) => length > 1);
  return { shares: [...shares.values()], isOpen, people: [], low: 0, high: 0 };
}

/** Kinds that share buckets, in the order of their first ones. */
function components(kinds: readonly Kind[], buckets: number): Kind[][] {
  const sets = new DisjointSets(buckets);
  for (const { shares } of kinds) for (const { bucket } of shares) sets.join(bucket, shares[0].bucket);
  const joined = new Map<number, Kind[]>();
  for (const kind of kinds) {
    const root = sets.find(kind.shares[0].bucket);
    const own = joined.get(root) ?? [];
    joined.set(root, own);
    own.push(kind);
  }
  return [...joined.values()];
}

/**
 * Solves a problem: bounds of the numbers of persons of every kind first, bucket by bucket; then, where no row may lie in several buckets,
 * the sets of persons that fill all of them are counted, as far as the budget goes.
 */
export function* solvePersons({ kinds }: PersonProblem, view: BucketView, budget: number): Steps<SolvedPersons> {
  const bounds = new Map<number, Bounds>();
  const note = ({ people }: Kind, own: Bounds): void => people.forEach((person) => bounds.set(person, own));
  if (!(yield* narrow(kinds, view.rows))) {
    kinds.forEach((kind) => note(kind, anything));
    return { isPossible: false, states: 0, bounds };
  }
  const left = Float64Array.from(view.rows);
  for (const kind of kinds) {
    note(kind, boundsOf(kind));
    if (!isFixed(kind)) continue;
    for (const { bucket, least } of kind.shares) left[bucket] -= kind.high * least;
  }
  let states = 0;
  const open = kinds.filter((kind) => !isFixed(kind) && kind.high > 0);
  for (const own of components(open, view.buckets)) {
    if (own.some(({ isOpen }) => isOpen)) continue;
    const solved = yield* countSets(own, left, budget);
    if (solved === null) continue;
    states += solved.states;
    if (solved.all === 0n) {
      kinds.forEach((kind) => note(kind, anything));
      return { isPossible: false, states, bounds };
    }
    for (const [at, kind] of own.entries()) {
      const chance = ratio(solved.withOne[at], solved.all);
      const isLeftOut = solved.withOne[at] < solved.all;
      note(kind, { low: chance, high: chance, isExact: true, isLeftOut, isChosen: solved.withOne[at] > 0n });
    }
  }
  return { isPossible: true, states, bounds };
}

/** What numbers of persons of a kind say of each: nothing tells them apart. */
function boundsOf({ low, high, people }: Kind): Bounds {
  if (low < high) return { ...anything, low: low / people.length, high: high / people.length };
  const chance = low / people.length;
  return { low: chance, high: chance, isExact: true, isLeftOut: low < people.length, isChosen: low > 0 };
}

/** True where it is known how many rows the persons of a kind have in every bucket. */
const isFixed = ({ low, high, isOpen }: Kind): boolean => low === high && (!isOpen || high === 0);

/** Narrows how many persons of every kind there are by what each bucket wants. False where that is impossible. */
function* narrow(kinds: readonly Kind[], wanted: Uint32Array): Steps<boolean> {
  const inBucket = new Map<number, { readonly kind: Kind; readonly share: Share }[]>();
  for (const kind of kinds) {
    for (const share of kind.shares) {
      const own = inBucket.get(share.bucket) ?? [];
      inBucket.set(share.bucket, own);
      own.push({ kind, share });
    }
  }
  const next = new Set(inBucket.keys());
  for (const bucket of next) {
    yield;
    next.delete(bucket);
    const own = inBucket.get(bucket)!;
    let least = 0;
    let most = 0;
    for (const { kind, share } of own) {
      least += kind.low * share.least;
      most += kind.high * share.most;
    }
    if (least > wanted[bucket] || most < wanted[bucket]) return false;
    for (const { kind, share } of own) {
      const room = wanted[bucket] - (least - kind.low * share.least);
      const need = wanted[bucket] - (most - kind.high * share.most);
      const high = share.least === 0 ? kind.high : Math.min(kind.high, Math.floor(room / share.least));
      const low = Math.max(kind.low, Math.ceil(need / share.most));
      if (low > high) return false;
      if (low === kind.low && high === kind.high) continue;
      least += (low - kind.low) * share.least;
      most -= (kind.high - high) * share.most;
      kind.low = low;
      kind.high = high;
      for (const { bucket: other } of kind.shares) next.add(other);
    }
  }
  return true;
}

/** Rows that buckets still want, with the ways to come to it. */
type Layer = Map<string, { readonly left: readonly number[]; ways: bigint }>;

/**
 * Counts the sets of persons that fill the buckets, and for every kind those with a given person of it. Null past the budget of states.
 *
 * @param wanted - [buckets]
 */
function* countSets(
  kinds: readonly Kind[],
  wanted: Float64Array,
  budget: number,
): Steps<{ readonly all: bigint; readonly withOne: bigint[]; readonly states: number } | null> {
  const buckets = [...new Set(kinds.flatMap(({ shares }) => shares.map(({ bucket }) => bucket)))].sort((a, b) => a - b);
  const order = [...kinds.keys()].sort((a, b) => firstBucket(kinds[a]) - firstBucket(kinds[b]));
  const rows = order.map((at) =>
    buckets.map((bucket) => kinds[at].shares.find((share) => share.bucket === bucket)?.least ?? 0),
  );
  const after = (left: readonly number[], at: number, count: number): number[] | null => {
    const rest = left.map((own, b) => own - count * rows[at][b]);
    return rest.some((own) => own < 0) ? null : rest;
  };
  const start = buckets.map((bucket) => wanted[bucket]);
  const layers: Layer[] = [new Map([[start.join(), { left: start, ways: 1n }]])];
  let states = 1;
  for (const at of order.keys()) {
    const { low, high, people } = kinds[order[at]];
    const next: Layer = new Map();
    for (const { left, ways } of layers[at].values()) {
      for (let count = low; count <= high; count++) {
        const rest = after(left, at, count);
        if (rest === null) break;
        const key = rest.join();
        const known = next.get(key) ?? { left: rest, ways: 0n };
        if (known.ways === 0n && ++states > budget) return null;
        if (states % STATES_AT_ONCE === 0) yield;
        known.ways += ways * choose(people.length, count);
        next.set(key, known);
      }
    }
    layers.push(next);
  }
  const withOne = kinds.map(() => 0n);
  let ends = new Map([[buckets.map(() => 0).join(), 1n]]);
  for (let at = order.length - 1; at >= 0; at--) {
    const { low, high, people } = kinds[order[at]];
    const before = new Map<string, bigint>();
    for (const [key, { left, ways }] of layers[at]) {
      if (before.size % STATES_AT_ONCE === 0) yield;
      let all = 0n;
      for (let count = low; count <= high; count++) {
        const rest = after(left, at, count);
        if (rest === null) break;
        const end = ends.get(rest.join()) ?? 0n;
        all += end * choose(people.length, count);
        if (count > 0) withOne[order[at]] += ways * end * choose(people.length - 1, count - 1);
      }
      before.set(key, all);
    }
    ends = before;
  }
  return { all: ends.get(start.join()) ?? 0n, withOne, states };
}

const firstBucket = ({ shares }: Kind): number =>
  shares.reduce((least, { bucket }) => Math.min(least, bucket), Infinity);

/** n over k. */
function choose(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 1n; i <= BigInt(Math.min(k, n - k)); i++) ways = (ways * (BigInt(n) - i + 1n)) / i;
  return ways;
}
