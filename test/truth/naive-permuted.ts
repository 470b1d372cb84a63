/** Promises of permuted and dissociated releases, counted in their texts. No code of `src/`. */
import type { Attribute, Person } from './people.js';
import { groupBy } from './people.js';

/** A released table: cells by column, row by row. */
export type Texts = readonly Person[];

const join = (row: Person, names: readonly string[]): string => names.map((name) => row[name]).join('|');

/** Every bucket as one text: its rows without the column that was permuted, then that column, both sorted. */
export function describeBuckets(
  rows: Texts,
  bucketOf: (row: Person) => string,
  kept: readonly string[],
  permuted: string,
): string[] {
  return groupBy(rows, bucketOf)
    .map((bucket) => [kept, [permuted]].map((names) => bucket.map((row) => join(row, names)).sort().join(', ')).join(' / '))
    .sort(); // prettier-ignore
}

/**
 * p(t, s) of a sliced table (Li, Li, Zhang and Molloy 2012), every tuple against every bucket: how sure somebody is of a
 * sensitive value who knows the quasi-identifiers of a person.
 */
export function largestProbability(
  people: readonly Person[],
  release: Texts,
  groups: readonly (readonly string[])[],
  { quasi, sensitive }: { readonly quasi: readonly string[]; readonly sensitive: string },
): number {
  const buckets = groupBy(release, (row) => row.bucket);
  const parts = groups.map((group) => group.filter((name) => quasi.includes(name)));
  const own = parts[groups.findIndex((group) => group.includes(sensitive))];
  let largest = 0;
  for (const person of people) {
    const weight = new Map<string, number>();
    let whole = 0;
    for (const rows of buckets) {
      const like = (part: readonly string[]): Person[] => rows.filter((row) => join(row, part) === join(person, part));
      const share = parts.reduce((product, part) => (product * like(part).length) / rows.length, 1);
      if (share === 0) continue;
      whole += share;
      const mine = like(own);
      for (const row of mine) weight.set(row[sensitive], (weight.get(row[sensitive]) ?? 0) + share / mine.length);
    }
    for (const each of weight.values()) largest = Math.max(largest, each / whole);
  }
  return largest;
}

/** Every way to choose `size` of the items. */
function* choose<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  if (size > items.length) return;
  if (size === 0) {
    yield [];
    return;
  }
  for (const rest of choose(items.slice(1), size - 1)) yield [items[0], ...rest];
  yield* choose(items.slice(1), size);
}

/**
 * Probabilities of the least and the most likely of the public people in a bucket whose columns leave permuted at some levels: of all sets of people
 * with the released values of every column, the share that has them (Toth 2015, Algorithm 5).
 */
export function presenceInBucket(
  people: readonly Person[],
  isPrivate: (person: Person) => boolean,
  attributes: readonly Attribute[],
  levels: readonly number[],
): { readonly low: number; readonly high: number } {
  const label = (person: Person, a: number): string => attributes[a].paths!.get(person[attributes[a].name])![levels[a]];
  const shown = (some: readonly Person[]): string =>
    attributes.map((_, a) => some.map((person) => label(person, a)).sort().join()).join('|'); // prettier-ignore
  const inside = people.filter(isPrivate);
  const released = shown(inside);
  let sets = 0;
  const has = people.map(() => 0);
  for (const some of choose(people, inside.length)) {
    if (shown(some) !== released) continue;
    sets++;
    for (const person of some) has[people.indexOf(person)]++;
  }
  return { low: Math.min(...has) / sets, high: Math.max(...has) / sets };
}

/** The rows of a dissociated release, chunk by chunk. */
export const chunksOf = (release: Texts): Texts[] =>
  groupBy(
    release.filter(({ chunk }) => chunk !== 'terms'),
    ({ cluster, chunk }) => `${cluster} ${chunk}`,
  );

/** Sets of up to m of the items. */
export const subsets = (items: readonly string[], m: number): string[][] =>
  Array.from({ length: m }, (_, i) => [...choose([...items].sort(), i + 1)].map((set) => [...set])).flat();

/** The fewest rows that share a set of up to m terms which one of them has. */
export function fewestOfSets(lists: readonly (readonly string[])[], m: number): number {
  const counts = new Map<string, number>();
  for (const list of lists) {
    for (const set of subsets([...new Set(list)], m)) counts.set(set.join('|'), (counts.get(set.join('|')) ?? 0) + 1);
  }
  return Math.min(...counts.values());
}
