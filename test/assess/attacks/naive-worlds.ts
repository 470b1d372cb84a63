/** A release as a reader sees it: the classes that may be those of every person, and the sensitive values of their rows. */
export interface NaiveRelease {
  /** [people] */
  readonly classesOf: readonly (readonly number[])[];
  /** [classes] */
  readonly values: readonly (readonly string[])[];
}

class TooLarge extends Error {}

/**
 * [people] the values that some world gives, by listing all worlds; null for people who match nothing. A world gives every person of a
 * release a row of one of their classes, one value in all releases, and places as many people in each release as fit. People who share
 * no class, directly or through others, are listed apart; without a world it is the values that the classes share. Null altogether
 * where more than `most` choices would have to be listed.
 */
export function listValuesLeft(releases: readonly NaiveRelease[], most: number): (ReadonlySet<string> | null)[] | null {
  const people = releases[0].classesOf.length;
  const left: (ReadonlySet<string> | null)[] = new Array<ReadonlySet<string> | null>(people).fill(null);
  const seen = new Set<number>();
  try {
    for (let person = 0; person < people; person++) {
      if (seen.has(person) || releases.every(({ classesOf }) => classesOf[person].length === 0)) continue;
      const members = membersOf(releases, person);
      members.forEach((each) => seen.add(each));
      listWorlds(releases, members, most).forEach((values, at) => (left[members[at]] = values));
    }
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
  return left;
}

/** People who share classes with a person, directly or through others. */
function membersOf(releases: readonly NaiveRelease[], person: number): number[] {
  const members = new Set([person]);
  for (let before = 0; before < members.size;) {
    before = members.size;
    for (const { classesOf } of releases) {
      const classes = new Set([...members].flatMap((each) => classesOf[each]));
      classesOf.forEach((own, each) => {
        if (own.some((one) => classes.has(one))) members.add(each);
      });
    }
  }
  return [...members].sort((a, b) => a - b);
}

function listWorlds(releases: readonly NaiveRelease[], members: readonly number[], most: number): Set<string>[] {
  const placed = releases.map((release) => placeMost(release, members, most));
  const outs = releases.map(
    ({ classesOf }, s) => members.filter((each) => classesOf[each].length > 0).length - placed[s],
  );
  const rows = releases.map(({ values }) => values.map((own) => [...own]));
  const found = members.map(() => new Set<string>());
  const chosen: { value: string; isWhole: boolean }[] = [];
  let isAny = false;
  let steps = 0;
  /** Places member `at` in the releases from `s` on; `value` is known once a row is chosen. */
  const fill = (at: number, s: number, value: string | null, isWhole: boolean): void => {
    if (++steps > most) throw new TooLarge();
    if (at === members.length) {
      isAny = true;
      chosen.forEach((each, i) => each.isWhole && found[i].add(each.value));
      return;
    }
    if (s === releases.length) {
      chosen.push({ value: value ?? '', isWhole: isWhole && value !== null });
      fill(at + 1, 0, null, true);
      chosen.pop();
      return;
    }
    const classes = releases[s].classesOf[members[at]];
    if (classes.length === 0) return fill(at, s + 1, value, isWhole);
    if (outs[s] > 0) {
      outs[s]--;
      fill(at, s + 1, value, false);
      outs[s]++;
    }
    for (const each of classes) {
      const own = rows[s][each];
      for (const one of new Set(own)) {
        if (value !== null && one !== value) continue;
        own.splice(own.indexOf(one), 1);
        fill(at, s + 1, one, isWhole);
        own.push(one);
      }
    }
  };
  fill(0, 0, null, true);
  if (isAny) return found;
  return members.map((person) => {
    const sets = releases.flatMap(({ classesOf, values }) =>
      classesOf[person].length === 0 ? [] : [new Set(classesOf[person].flatMap((each) => values[each]))],
    );
    return new Set([...sets[0]].filter((value) => sets.every((set) => set.has(value))));
  });
}

/** Most of the members who have a row each, by trying all ways. */
function placeMost({ classesOf, values }: NaiveRelease, members: readonly number[], most: number): number {
  const free = values.map(({ length }) => length);
  let best = 0;
  let steps = 0;
  const place = (at: number, count: number): void => {
    if (++steps > most) throw new TooLarge();
    best = Math.max(best, count);
    if (at === members.length || count + members.length - at <= best) return;
    for (const each of classesOf[members[at]]) {
      if (free[each] === 0) continue;
      free[each]--;
      place(at + 1, count + 1);
      free[each]++;
    }
    place(at + 1, count);
  };
  place(0, 0);
  return best;
}
