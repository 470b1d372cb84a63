import { DisjointSets } from '../../base/disjoint-sets.js';
import type { Steps } from '../../base/steps.js';
import { countMarginsStepwise } from '../../membership/count-margins.js';

/** A release as it constrains the values of people. */
export interface WorldRelease {
  /** [kinds] classes that people of the kind match. */
  readonly classesOf: readonly (readonly number[])[];
  /** [classes] rows by sensitive value. */
  readonly values: readonly ReadonlyMap<string, number>[];
}

/** Values that several releases together leave. */
export interface ValuesLeft {
  /** [kinds] values; null for kinds that match nothing. */
  readonly values: readonly (ReadonlySet<string> | null)[];
  /** [kinds] 1 where a limit of the work was passed: `values` are at least those that some world gives, and may be more. */
  readonly isBySets: Uint8Array;
}

/** Places of people in classes above which only sets of values are compared. */
const MOST_PLACES = 4000;

/** Kinds between two yields. */
const KINDS_AT_ONCE = 256;

/** States that are counted for people who hang together. */
const BUDGET = 20_000;

/**
 * The values that several releases together leave to people of every kind. A world gives every person one value and a row with
 * it in each release; as many people as possible are in each release, and rows that are left over are of people who are gone. A value is
 * left to a kind if some world gives it to a person of the kind who is in every release that the kind matches.
 * Without any world, or past the limits, it is the values that the classes share.
 *
 * @param people - [kinds] people
 * @param mostPlaces - limit of the places of people who hang together
 */
export function* valuesLeft(
  people: readonly number[],
  releases: readonly WorldRelease[],
  mostPlaces = MOST_PLACES,
): Steps<ValuesLeft> {
  const values: (ReadonlySet<string> | null)[] = [];
  for (let kind = 0; kind < people.length; kind++) {
    if (kind % KINDS_AT_ONCE === 0) yield;
    values.push(commonValues(kind, releases));
  }
  const isBySets = new Uint8Array(people.length);
  for (const kinds of joinKinds(people.length, releases)) {
    yield;
    const found = yield* solveKinds(kinds, people, releases, mostPlaces);
    for (const [at, kind] of kinds.entries()) {
      if (found === 'too-many' || (found !== null && !found.isSettled[at])) isBySets[kind] = 1;
      if (found !== null && found !== 'too-many') values[kind] = found.left[at];
    }
  }
  return { values, isBySets };
}

/** Values that the classes of a kind have in every release that it matches. */
function commonValues(kind: number, releases: readonly WorldRelease[]): ReadonlySet<string> | null {
  const sets = releases
    .filter(({ classesOf }) => classesOf[kind].length > 0)
    .map(({ classesOf, values }) => new Set(classesOf[kind].flatMap((each) => [...values[each].keys()])));
  if (sets.length === 0) return null;
  const [first, ...rest] = sets;
  return new Set([...first].filter((value) => rest.every((set) => set.has(value))));
}

/** Kinds that share classes, directly or through others. */
function joinKinds(count: number, releases: readonly WorldRelease[]): number[][] {
  const sets = new DisjointSets(count);
  for (const { classesOf } of releases) {
    const first = new Map<number, number>();
    classesOf.forEach((classes, kind) => {
      for (const each of classes) {
        const other = first.get(each);
        if (other === undefined) first.set(each, kind);
        else sets.join(kind, other);
      }
    });
  }
  const joined = new Map<number, number[]>();
  for (let kind = 0; kind < count; kind++) {
    if (releases.every(({ classesOf }) => classesOf[kind].length === 0)) continue;
    const root = sets.find(kind);
    const same = joined.get(root);
    if (same === undefined) joined.set(root, [kind]);
    else same.push(kind);
  }
  return [...joined.values()];
}

/** A release as far as some kinds match it. */
interface Side {
  /** [kinds] */
  readonly classesOf: readonly (readonly number[])[];
  /** Number and rows of every `class:value`. */
  readonly cells: Map<string, number>;
  readonly wanted: number[];
  /** People who match it, who are in it, and rows of people who are gone. */
  readonly matching: number;
  readonly placed: number;
  readonly gone: number;
}

function sideOf(kinds: readonly number[], people: readonly number[], { classesOf, values }: WorldRelease): Side {
  const own = kinds.map((kind) => classesOf[kind]);
  const classes = [...new Set(own.flat())];
  const cells = new Map<string, number>();
  const wanted: number[] = [];
  const rows = new Map<number, number>();
  for (const each of classes) {
    let all = 0;
    for (const [value, count] of values[each]) {
      cells.set(`${each}:${value}`, wanted.push(count) - 1);
      all += count;
    }
    rows.set(each, all);
  }
  const matching = kinds.reduce((sum, kind, at) => sum + (own[at].length > 0 ? people[kind] : 0), 0);
  const placed = placeMost(
    kinds.map((kind) => people[kind]),
    own,
    rows,
  );
  const all = wanted.reduce((sum, count) => sum + count, 0);
  return { classesOf: own, cells, wanted, matching, placed, gone: all - placed };
}

/** Maximum number of people who can be in classes of these rows at once. */
function placeMost(
  people: readonly number[],
  classesOf: readonly (readonly number[])[],
  rows: ReadonlyMap<number, number>,
): number {
  const free = new Map(rows);
  const placed = people.map(() => new Map<number, number>());
  let all = 0;
  const move = (kind: number, seen: Set<number>): boolean => {
    for (const each of classesOf[kind]) {
      if (seen.has(each)) continue;
      seen.add(each);
      const isFree = (free.get(each) ?? 0) > 0;
      const makesRoom = (own: ReadonlyMap<number, number>, other: number): boolean =>
        other !== kind && (own.get(each) ?? 0) > 0 && move(other, seen) && leave(other, each);
      if (!isFree && !placed.some(makesRoom)) continue;
      if (isFree) free.set(each, (free.get(each) ?? 0) - 1);
      placed[kind].set(each, (placed[kind].get(each) ?? 0) + 1);
      return true;
    }
    return false;
  };
  const leave = (kind: number, from: number): boolean => {
    placed[kind].set(from, (placed[kind].get(from) ?? 0) - 1);
    return true;
  };
  people.forEach((count, kind) => {
    for (let i = 0; i < count && move(kind, new Set()); i++) all++;
  });
  return all;
}

/** Every choice of one of each list. */
const product = (lists: readonly (readonly number[])[]): number[][] =>
  lists.reduce<number[][]>((all, list) => all.flatMap((head) => list.map((each) => [...head, each])), [[]]);

/** Values left to kinds that hang together; null without a world. */
function* solveKinds(
  kinds: readonly number[],
  people: readonly number[],
  releases: readonly WorldRelease[],
  mostPlaces: number,
): Steps<{ readonly left: Set<string>[]; readonly isSettled: boolean[] } | null | 'too-many'> {
  const sides = releases.map((release) => sideOf(kinds, people, release)).filter(({ matching }) => matching > 0);
  const gone = sides.reduce((sum, side) => sum + side.gone, 0);
  const total = kinds.reduce((sum, kind) => sum + people[kind], 0) + gone;
  const values: number[][] = [[], ...sides.map(() => [])];
  const available: number[] = [];
  const asks: { readonly at: number; readonly value: string; readonly vector: number }[] = [];
  const outOf = (s: number): number => sides[s].wanted.length;
  const add = (first: number, cells: readonly number[], most: number): number => {
    values[0].push(first);
    cells.forEach((cell, s) => values[s + 1].push(cell));
    return available.push(most) - 1;
  };
  for (const [at, kind] of kinds.entries()) {
    const options = sides.map(({ classesOf, matching, placed }) =>
      classesOf[at].length === 0 ? [-1] : placed < matching ? [...classesOf[at], -1] : classesOf[at],
    );
    if (options.reduce((count, list) => count * list.length, 1) > mostPlaces) return 'too-many';
    for (const chosen of product(options)) {
      const cellsOf = (value: string): (number | undefined)[] =>
        chosen.map((each, s) => (each < 0 ? outOf(s) : sides[s].cells.get(`${each}:${value}`)));
      const some = chosen.findIndex((each) => each >= 0);
      if (some < 0) add(at, chosen.map((_, s) => outOf(s)), people[kind]); // prettier-ignore
      const isWhole = chosen.every((each, s) => each >= 0 || sides[s].classesOf[at].length === 0);
      const named = some < 0 ? [] : [...sides[some].cells.keys()].filter((key) => key.startsWith(`${chosen[some]}:`));
      for (const key of named) {
        const value = key.slice(key.indexOf(':') + 1);
        const cells = cellsOf(value);
        if (cells.some((cell) => cell === undefined)) continue;
        const vector = add(at, cells as number[], people[kind]);
        if (isWhole) asks.push({ at, value, vector });
      }
      if (available.length > mostPlaces) return 'too-many';
      if (available.length % 64 === 0) yield;
    }
  }
  sides.forEach((side, s) => {
    if (side.gone === 0) return;
    side.wanted.forEach((_, cell) => add(kinds.length + s, sides.map((__, other) => (other === s ? cell : outOf(other))), side.gone)); // prettier-ignore
  });
  const answer = yield* countMarginsStepwise(
    {
      values: values.map((column) => Uint32Array.from(column)),
      available: Uint32Array.from(available),
      wanted: [
        Uint32Array.from([...kinds.map((kind) => people[kind]), ...sides.map((side) => side.gone)]),
        ...sides.map(({ wanted, placed, gone: own }) => Uint32Array.from([...wanted, total - placed - own])),
      ],
      free: [-1, ...sides.map((_, s) => outOf(s))],
    },
    BUDGET,
    { isSettling: true },
  );
  if (!answer.isPossible) return null;
  const left = kinds.map(() => new Set<string>());
  const certain = kinds.map(() => new Set<string>());
  for (const { at, value, vector } of asks) {
    const { high, chooses } = answer.vectors[vector];
    if (high > 0) left[at].add(value);
    if (chooses) certain[at].add(value);
  }
  return { left, isSettled: left.map((set, at) => set.size === certain[at].size) };
}
