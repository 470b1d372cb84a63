import { describe, expect, it } from 'vitest';
import { valuesLeft, type WorldRelease } from '../../../src/assess/attacks/composed-worlds.js';
import { seededRandom } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { long } from '../../shared.js';

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
    for (let trial = 0; trial < (long ? 20_000 : 400); trial++) {
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
      expect([trial, left.map((set) => [...(set ?? [])].sort())]).toEqual([
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
    expect(narrower).toBeGreaterThan(20);
  });

  it('keeps what the classes share where no world explains both releases', () => {
    const first = releaseOf([0, 0], ['x', 'y']);
    const second = releaseOf([0, 0], ['x', 'x']);
    expect(runToCompletion(valuesLeft([1, 1], [first, second]))).toEqual([new Set(['x']), new Set(['x'])]);
  });
});
