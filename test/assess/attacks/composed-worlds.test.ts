import { describe, expect, it } from 'vitest';
import { valuesLeft, type WorldRelease } from '../../../src/assess/attacks/composed-worlds.js';
import { seededRandom } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { long } from '../../shared.js';
import { listValuesLeft } from './naive-worlds.js';

/** [people] values over all assignments of the values to people under which every class of every release has its values. */
function listWorlds(classOf: readonly (readonly number[])[], values: readonly string[]): Set<string>[] {
  const people = values.length;
  const found = values.map(() => new Set<string>());
  const all = [...new Set(values)];
  const wanted = classOf.map((classes) => textOf(classes, values));
  const world = [...values];
  const fill = (person: number): void => {
    if (person < people) {
      for (const value of all) {
        world[person] = value;
        fill(person + 1);
      }
    } else if (classOf.every((classes, s) => textOf(classes, world) === wanted[s])) {
      world.forEach((value, i) => found[i].add(value));
    }
  };
  fill(0);
  return found;
}

const textOf = (classes: readonly number[], values: readonly string[]): string =>
  classes
    .map((each, person) => `${each}${values[person]}`)
    .sort()
    .join();

const releaseOf = (classes: readonly number[], values: readonly string[]): WorldRelease => {
  const counts = Array.from({ length: Math.max(...classes) + 1 }, () => new Map<string, number>());
  classes.forEach((each, person) => counts[each].set(values[person], (counts[each].get(values[person]) ?? 0) + 1));
  return { classesOf: classes.map((each) => [each]), values: counts };
};

describe('values that releases of the same people leave together', () => {
  it('equal the listing of all assignments, two and three releases', () => {
    let narrower = 0;
    for (let trial = 0; trial < (long ? 20_000 : 100); trial++) {
      const random = seededRandom(trial);
      const people = 3 + random.below(4);
      const values = Array.from({ length: people }, () => 'xyz'[random.below(3)]);
      const classOf = Array.from({ length: 2 + (trial % 3 === 0 ? 1 : 0) }, () =>
        Array.from({ length: people }, () => random.below(3)),
      );
      const left = runToCompletion(
        valuesLeft(
          values.map(() => 1),
          classOf.map((classes) => releaseOf(classes, values)),
        ),
      );
      const expected = listWorlds(classOf, values);
      expect([trial, left.values.map((set) => [...(set ?? [])].sort())]).toEqual([
        trial,
        expected.map((set) => [...set].sort()),
      ]);
      const shared = values.map((_, person) => {
        const sets = classOf.map((classes) => new Set(values.filter((__, i) => classes[i] === classes[person])));
        return [...sets[0]].filter((value) => sets.every((set) => set.has(value))).length;
      });
      if (expected.some((set, person) => set.size < shared[person])) narrower++;
    }
    // Counts say more than sets of values do.
    expect(narrower).toBeGreaterThan(5);
  });

  it('keeps what the classes share where no world explains both releases', () => {
    const first = releaseOf([0, 0], ['x', 'y']);
    const second = releaseOf([0, 0], ['x', 'x']);
    const left = runToCompletion(valuesLeft([1, 1], [first, second]));
    expect(left.values).toEqual([new Set(['x']), new Set(['x'])]);
    expect([...left.isBySets]).toEqual([0, 0]);
  });

  it('equal the listing of all worlds where people match several classes, are gone, or are new', () => {
    const seen = { listed: 0, narrower: 0, gone: 0, several: 0 };
    for (let trial = 0; trial < (long ? 20_000 : 100); trial++) {
      const random = seededRandom(50_000 + trial);
      const kinds = 2 + random.below(4);
      const people = Array.from({ length: kinds }, () => 1 + random.below(2));
      const releases = Array.from({ length: 1 + random.below(3) }, (): WorldRelease => {
        const values = Array.from({ length: 1 + random.below(3) }, () => {
          const rows = new Map<string, number>();
          for (let row = 1 + random.below(3); row > 0; row--) {
            const value = 'xyz'[random.below(3)];
            rows.set(value, (rows.get(value) ?? 0) + 1);
          }
          return rows;
        });
        const classesOf = people.map(() => [...values.keys()].filter(() => random.below(2) === 0));
        return { classesOf, values };
      });
      // The listing knows people, not kinds.
      const kindOf = people.flatMap((count, kind) => new Array<number>(count).fill(kind));
      const listed = releases.map(({ classesOf, values }) => ({
        classesOf: kindOf.map((kind) => classesOf[kind]),
        values: values.map((rows) => [...rows].flatMap(([value, count]) => new Array<string>(count).fill(value))),
      }));
      const expected = listValuesLeft(listed, 30_000);
      if (expected === null) continue;
      const left = runToCompletion(valuesLeft(people, releases));
      const sorted = (set: ReadonlySet<string> | null): string[] | null => (set === null ? null : [...set].sort());
      expect([trial, left.values.map(sorted)]).toEqual([
        trial,
        people.map((_, kind) => sorted(expected[kindOf.indexOf(kind)])),
      ]);
      expect([trial, ...left.isBySets]).toEqual([trial, ...people.map(() => 0)]);
      seen.listed++;
      if (releases.some(({ classesOf }) => classesOf.some((own) => own.length > 1))) seen.several++;
      const rows = listed.map(({ values }) => values.flat().length);
      if (rows.some((count) => count > kindOf.length)) seen.gone++;
      const bySets = runToCompletion(valuesLeft(people, releases, 0)).values;
      if (left.values.some((set, kind) => (set?.size ?? 0) < (bySets[kind]?.size ?? 0))) seen.narrower++;
    }
    expect(seen.listed).toBeGreaterThan(75);
    expect(Math.min(seen.narrower, seen.gone, seen.several)).toBeGreaterThan(5);
  });

  it('says for whom only sets of values were compared, as they have too many places', () => {
    // The second release has x once: who of the two has it, nobody knows; the third person has another class in both.
    const first = { classesOf: [[0], [0], [1]], values: [new Map([['x', 1], ['y', 1]]), new Map([['z', 1]])] }; // prettier-ignore
    const second = { classesOf: [[0], [1], [2]], values: [new Map([['x', 1]]), new Map([['x', 1], ['y', 1]]), new Map([['z', 1]])] }; // prettier-ignore
    const whole = runToCompletion(valuesLeft([1, 1, 1], [first, second]));
    expect(whole.values).toEqual([new Set(['x']), new Set(['y']), new Set(['z'])]);
    expect([...whole.isBySets]).toEqual([0, 0, 0]);
    const limited = runToCompletion(valuesLeft([1, 1, 1], [first, second], 2));
    expect(limited.values).toEqual([new Set(['x']), new Set(['x', 'y']), new Set(['z'])]);
    expect([...limited.isBySets]).toEqual([1, 1, 0]);
  });
});
