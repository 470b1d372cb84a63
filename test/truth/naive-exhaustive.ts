/** A few people: every partition of them into groups of at least k. No code of `src/`. */
import type { Space } from './naive-partitions.js';
import { release } from './naive-partitions.js';
import { measure } from './definitions/metrics.js';
import { plainOf } from './plain-release.js';
import { sum } from './people.js';

/** All partitions of the numbers below n into groups of at least k. */
export function* partitions(n: number, k: number): Generator<number[][]> {
  function* place(item: number, groups: number[][]): Generator<number[][]> {
    const missing = sum(groups.map(({ length }) => Math.max(0, k - length)));
    if (missing > n - item) return;
    if (item === n) {
      yield groups;
      return;
    }
    for (const [g, group] of groups.entries()) yield* place(item + 1, groups.with(g, [...group, item]));
    yield* place(item + 1, [...groups, [item]]);
  }
  yield* place(0, []);
}

/** Cells that are suppressed when every group keeps only what all of it share. */
export function starsOf({ people, attributes }: Space, groups: readonly (readonly number[])[]): number {
  return sum(
    groups.flatMap((rows) =>
      attributes.map(({ name }) => (rows.some((row) => people[row][name] !== people[rows[0]][name]) ? rows.length : 0)),
    ),
  );
}

/** The least that any partition costs. */
export function leastOfPartitions(space: Space, k: number) {
  let [stars, penalty, loss] = [Infinity, Infinity, Infinity];
  for (const groups of partitions(space.people.length, k)) {
    stars = Math.min(stars, starsOf(space, groups));
    const cells = release(space, groups);
    const measured = measure(plainOf({ ...space, cells, k, levels: null, labelColumn: null }), ['ncp', 'loss']);
    penalty = Math.min(penalty, measured.ncp!);
    loss = Math.min(loss, measured.loss!);
  }
  return { suppressedCells: stars, ncp: penalty, loss };
}
