/** Membership in a release where people have several rows: a world is a set of persons, each with all their rows. */
import { DisjointSets } from '../../base/disjoint-sets.js';
import type { Steps } from '../../base/steps.js';
import { ratio } from '../../membership/count-margins.js';
import type { Units } from '../../table/units.js';
import { countPersonSets } from './count-person-sets.js';
import type { BucketMatch, BucketView } from './permuted-buckets.js';
import { numberLines, placePerson, type Lines, type Placement, type Share, type Taken } from './person-placements.js';

/** Bounds of the probability that somebody is in a release. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly isExact: boolean;
  readonly isLeftOut: boolean;
  readonly isChosen: boolean;
}

export const certainlyOut: Bounds = { low: 0, high: 0, isExact: true, isLeftOut: true, isChosen: false };
export const anything: Bounds = { low: 0, high: 1, isExact: false, isLeftOut: false, isChosen: false };

/** Rows of a person that a job releases. */
export interface ReleasedRows {
  /** Most rows of a person that are drawn; Infinity where all are. */
  readonly drawn: number;
  /** Rows that match no bucket may be suppressed, or any rows; `none`: all drawn rows are released. */
  readonly suppressed: 'none' | 'unmatched' | 'any';
}

/** Minimum and maximum rows that somebody in the release has there, of `rows` rows of which `matched` match a bucket; null: nobody is there so. */
function takenOf(rows: number, matched: number, { drawn, suppressed }: ReleasedRows): Taken | null {
  const own = Math.min(drawn, rows);
  const lost = suppressed === 'any' ? own : suppressed === 'unmatched' ? rows - matched : 0;
  const fewest = Math.max(1, own - lost);
  const most = Math.min(own, matched);
  return fewest > most ? null : { fewest, most };
}

/** Persons whose rows match alike. */
interface Alike {
  /** The buckets that each row matches that matches one. */
  readonly rows: readonly (readonly BucketMatch[])[];
  readonly taken: Taken;
  readonly people: number[];
}

/** Persons who share buckets, directly or through others. */
export interface PersonProblem {
  readonly alike: readonly Alike[];
  readonly buckets: readonly number[];
}

/** Solution of a problem. */
interface SolvedPersons {
  readonly isPossible: boolean;
  readonly states: number;
  /** Bounds of every person of the problem. */
  readonly bounds: ReadonlyMap<number, Bounds>;
}

/** Persons whose rows can be placed alike. */
interface Kind {
  readonly shares: readonly Share[];
  readonly ways: readonly Placement[] | null;
  readonly people: readonly number[];
  /** Fewest and most of them who are in the release. */
  low: number;
  high: number;
}

/** Persons, and kinds of them, between two yields. */
const PERSONS_AT_ONCE = 1 << 10;
const KINDS_AT_ONCE = 1 << 6;

/** Joins persons of whom as many rows match a bucket as are released of somebody; others are in no world. */
export function* joinPersons(
  view: BucketView,
  found: readonly (readonly BucketMatch[])[],
  units: Units,
  released: ReleasedRows,
): Steps<PersonProblem[]> {
  const namesOf = yield* nameMatches(found);
  const vectorsOf = Array.from({ length: units.count }, (): number[] => []);
  view.people.vectorOf.forEach((vector, row) => vectorsOf[units.of[row]].push(vector));
  const all = new Map<string, Alike>();
  for (const [person, vectors] of vectorsOf.entries()) {
    if (person % PERSONS_AT_ONCE === 0) yield;
    const matched = vectors.filter((vector) => found[vector].length > 0);
    const taken = takenOf(vectors.length, matched.length, released);
    if (taken === null) continue;
    const numbers = matched.map((vector) => namesOf[vector]).sort((a, b) => a - b);
    const name = `${taken.fewest} ${taken.most} ${numbers.join()}`;
    const alike = all.get(name) ?? { rows: matched.map((vector) => found[vector]), taken, people: [] };
    all.set(name, alike);
    alike.people.push(person);
  }
  const bucketsOf = ({ rows }: Alike): number[] => rows.flatMap((matches) => matches.map(({ bucket }) => bucket));
  return components([...all.values()], bucketsOf, view.buckets).map((alike) => ({
    alike,
    buckets: [...new Set(alike.flatMap(bucketsOf))].sort((a, b) => a - b),
  }));
}

/** [vectors] a number that vectors share which match alike. */
function* nameMatches(found: readonly (readonly BucketMatch[])[]): Steps<Uint32Array> {
  const names = new Map<string, number>();
  const own = new Uint32Array(found.length);
  for (const [vector, matches] of found.entries()) {
    if (vector % KINDS_AT_ONCE === 0) yield;
    const key = matches
      .map(({ bucket, shown }) => `${bucket}:${shown?.map((keys) => keys.join('|')).join('/')}`)
      .join(';');
    own[vector] = names.get(key) ?? names.size;
    names.set(key, own[vector]);
  }
  return own;
}

/** Elements that share numbers, directly or through others, in the order of the first. */
function components<T>(all: readonly T[], numbersOf: (each: T) => readonly number[], size: number): T[][] {
  const sets = new DisjointSets(size);
  const first = all.map((each) => {
    const numbers = numbersOf(each);
    for (const number of numbers) sets.join(number, numbers[0]);
    return numbers[0];
  });
  const joined = new Map<number, T[]>();
  all.forEach((each, at) => {
    const root = sets.find(first[at]);
    const own = joined.get(root) ?? [];
    joined.set(root, own);
    own.push(each);
  });
  return [...joined.values()];
}

/**
 * Solves a problem: bounds of the numbers of persons of every kind first, line by line; then the sets of persons that fill all lines are
 * counted, as far as the budget goes.
 */
export function* solvePersons(
  { alike, buckets }: PersonProblem,
  view: BucketView,
  budget: number,
): Steps<SolvedPersons> {
  const bounds = new Map<number, Bounds>();
  const note = (people: readonly number[], own: Bounds): void => people.forEach((person) => bounds.set(person, own));
  const noteAll = (own: Bounds): void => alike.forEach(({ people }) => note(people, own));
  noteAll(certainlyOut);
  if (alike.some(({ rows }) => rows.some((matches) => matches.some(({ shown }) => shown === null)))) {
    noteAll(anything);
    return { isPossible: true, states: 0, bounds };
  }
  const lines = numberLines(view, buckets);
  const kinds = yield* placeKinds(alike, lines);
  if (!(yield* narrow(kinds, lines.wanted))) {
    noteAll(anything);
    return { isPossible: false, states: 0, bounds };
  }
  const left = Float64Array.from(lines.wanted);
  for (const kind of kinds) {
    note(kind.people, boundsOf(kind));
    if (!isFixed(kind)) continue;
    for (const [line, rows] of kind.ways?.[0] ?? []) left[line] -= kind.high * rows;
  }
  let states = 0;
  const open = kinds.filter((kind) => !isFixed(kind));
  const cellsOf = ({ shares }: Kind): number[] => shares.flatMap(({ line }) => (line < lines.cells ? [line] : []));
  for (const own of components(open, cellsOf, lines.cells)) {
    const placed = own.flatMap(({ ways, people, low, high }) =>
      ways === null ? [] : [{ ways, people: people.length, low, high }],
    );
    const solved = placed.length < own.length ? null : yield* countPersonSets(placed, left, budget);
    if (solved === null) continue;
    states += solved.states;
    if (solved.all === 0n) {
      noteAll(anything);
      return { isPossible: false, states, bounds };
    }
    for (const [at, { people }] of own.entries()) {
      const chance = ratio(solved.withOne[at], solved.all);
      const isLeftOut = solved.withOne[at] < solved.all;
      note(people, { low: chance, high: chance, isExact: true, isLeftOut, isChosen: solved.withOne[at] > 0n });
    }
  }
  return { isPossible: true, states, bounds };
}

/** The kinds whose rows can be placed at all. */
function* placeKinds(alike: readonly Alike[], lines: Lines): Steps<Kind[]> {
  const kinds: Kind[] = [];
  for (const [at, { rows, taken, people }] of alike.entries()) {
    if (at % KINDS_AT_ONCE === 0) yield;
    const placed = placePerson(rows, lines, taken);
    if (placed !== null) kinds.push({ ...placed, people, low: 0, high: people.length });
  }
  return kinds;
}

/** Bounds of each person by the numbers of persons of a kind: persons of one kind are indistinguishable. */
function boundsOf({ low, high, people }: Kind): Bounds {
  if (low < high) return { ...anything, low: low / people.length, high: high / people.length };
  const chance = low / people.length;
  return { low: chance, high: chance, isExact: true, isLeftOut: low < people.length, isChosen: low > 0 };
}

/** True where it is known how many rows the persons of a kind have in every bucket. */
const isFixed = ({ low, high, ways }: Kind): boolean => low === high && (ways?.length === 1 || high === 0);

/** Narrows how many persons of every kind there are by what each line wants. False where that is impossible. */
function* narrow(kinds: readonly Kind[], wanted: Uint32Array): Steps<boolean> {
  const inLine = Array.from(wanted, (): { readonly kind: Kind; readonly share: Share }[] => []);
  for (const kind of kinds) for (const share of kind.shares) inLine[share.line].push({ kind, share });
  const next = new Set(inLine.keys());
  for (const line of next) {
    yield;
    next.delete(line);
    const own = inLine[line];
    let least = 0;
    let most = 0;
    for (const { kind, share } of own) {
      least += kind.low * share.least;
      most += kind.high * share.most;
    }
    if (least > wanted[line] || most < wanted[line]) return false;
    for (const { kind, share } of own) {
      const room = wanted[line] - (least - kind.low * share.least);
      const need = wanted[line] - (most - kind.high * share.most);
      const high = share.least === 0 ? kind.high : Math.min(kind.high, Math.floor(room / share.least));
      const low = Math.max(kind.low, Math.ceil(need / share.most));
      if (low > high) return false;
      if (low === kind.low && high === kind.high) continue;
      least += (low - kind.low) * share.least;
      most -= (kind.high - high) * share.most;
      kind.low = low;
      kind.high = high;
      for (const { line: other } of kind.shares) next.add(other);
    }
  }
  return true;
}
