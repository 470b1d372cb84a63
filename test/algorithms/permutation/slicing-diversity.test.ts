import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/algorithms/algorithm.js';
import { SlicingDiversity, type Bucket } from '../../../src/algorithms/permutation/slicing-diversity.js';
import { seededRandom, type RandomSource } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { casesOf, long } from '../../shared.js';

const groupColumns = [[0, 1], [2], []];

/** Vectors of three known columns and a sensitive one of five values, one row each. */
function drawProblem(random: RandomSource, vectors: number, values: number): { problem: Problem; columns: number[][] } {
  const columns = [values, 2, 3, 5].map((size) => Array.from({ length: vectors }, () => random.below(size)));
  const set = {
    length: vectors,
    sizes: [values, 2, 3, 5],
    codes: (c: number) => Uint32Array.from(columns[c]),
    counts: () => new Uint32Array(vectors).fill(1),
  };
  return { problem: { set } as unknown as Problem, columns };
}

const bucketOf = (vectors: readonly number[]): Bucket => ({
  vectors: Uint32Array.from(vectors),
  counts: new Uint32Array(vectors.length).fill(1),
  rows: vectors.length,
});

/** The largest p(t, s) of a sliced table, by its definition. */
function largestByHand(columns: readonly number[][], own: number, buckets: readonly (readonly number[])[]): number {
  const keyOf = (vector: number, group: readonly number[]): string => group.map((c) => columns[c][vector]).join();
  const vectors = columns[0].map((_, vector) => vector);
  const tuples = [...new Map(vectors.map((v) => [groupColumns.map((group) => keyOf(v, group)).join(';'), v])).values()];
  const shown = buckets.map((bucket) =>
    groupColumns.map((group) => {
      const rows = new Map<string, number[]>();
      for (const vector of bucket) rows.set(keyOf(vector, group), [...(rows.get(keyOf(vector, group)) ?? []), vector]);
      return rows;
    }),
  );
  let largest = 0;
  for (const tuple of tuples) {
    let whole = 0;
    const weights = [0, 0, 0, 0, 0];
    for (const [b, bucket] of buckets.entries()) {
      const having = groupColumns.map((group, g) => shown[b][g].get(keyOf(tuple, group)) ?? []);
      const share = having.reduce((product, rows) => product * (rows.length / bucket.length), 1);
      whole += share;
      for (const vector of having[own]) weights[columns[3][vector]] += share / having[own].length;
    }
    largest = Math.max(largest, ...weights.map((weight) => weight / whole));
  }
  return largest;
}

describe('the diversity of a sliced table', () => {
  it('is computed for every split as the definition has it', () => {
    const told = new Map<boolean, number>();
    for (let seed = 0; seed < casesOf(400, 5); seed++) {
      const random = seededRandom(seed);
      const { problem, columns } = drawProblem(random, 30 + random.below(60), 2 + random.below(20));
      const own = random.below(3);
      const l = 2 + random.below(2) / 2;
      const diversity = runToCompletion(SlicingDiversity.make(problem, groupColumns, own, 3, l));
      let buckets = [columns[0].map((_, vector) => vector)];
      const made = new Map<readonly number[], Bucket>([[buckets[0], bucketOf(buckets[0])]]);
      const isDiverse = (all: readonly (readonly number[])[]): boolean =>
        largestByHand(columns, own, all) <= (1 / l) * (1 + 1e-9);
      const holds = runToCompletion(diversity.start(made.get(buckets[0])!));
      expect(holds, `seed ${seed}`).toBe(isDiverse(buckets));
      for (let attempt = 0; holds && attempt < 40; attempt++) {
        const bucket = buckets[random.below(buckets.length)];
        const inFirst = bucket.map(() => random.below(2) === 0);
        const halves = [true, false].map((side) => bucket.filter((_, i) => inFirst[i] === side));
        if (halves.some(({ length }) => length === 0)) continue;
        const parts = halves.map(bucketOf);
        const commit = runToCompletion(diversity.split(made.get(bucket)!, parts));
        const split = [...buckets.filter((each) => each !== bucket), ...halves];
        expect(commit !== null, `seed ${seed}, attempt ${attempt}`).toBe(isDiverse(split));
        told.set(commit !== null, (told.get(commit !== null) ?? 0) + 1);
        if (commit === null) continue;
        runToCompletion(commit());
        halves.forEach((half, i) => made.set(half, parts[i]));
        buckets = split;
      }
      if (holds) expect(runToCompletion(diversity.largest())).toBeCloseTo(largestByHand(columns, own, buckets), 12);
    }
    expect(told.get(true)).toBeGreaterThan(20);
    expect(told.get(false)).toBeGreaterThan(100);
  });

  it('is computed alike where shares of values are too many to be spread out', () => {
    const random = seededRandom(7);
    const { problem, columns } = drawProblem(random, long ? 90 : 60, 4);
    const wide = { set: { ...problem.set, sizes: [4, 2, 3, 2 ** 20] } } as unknown as Problem;
    const told = [problem, wide].map((each) => {
      const diversity = runToCompletion(SlicingDiversity.make(each, groupColumns, 0, 3, 2));
      const open = [bucketOf(columns[0].map((_, vector) => vector))];
      const answers = [runToCompletion(diversity.start(open[0]))];
      const sides = seededRandom(8);
      for (let attempt = 0; attempt < 60; attempt++) {
        const at = sides.below(open.length);
        const inFirst = Array.from(open[at].vectors, () => sides.below(2) === 0);
        const halves = [true, false].map((side) =>
          bucketOf([...open[at].vectors].filter((_, i) => inFirst[i] === side)),
        );
        if (halves.some(({ rows }) => rows === 0)) continue;
        const commit = runToCompletion(diversity.split(open[at], halves));
        answers.push(commit !== null);
        if (commit === null) continue;
        runToCompletion(commit());
        open.splice(at, 1, ...halves);
      }
      return [...answers, runToCompletion(diversity.largest()).toFixed(12)];
    });
    expect(told[1]).toEqual(told[0]);
    expect(told[0]).toContain(false);
    expect(told[0].filter((answer) => answer === true).length).toBeGreaterThan(2);
  });

  it('is computed for more sub-tuples than two bytes can number', () => {
    const vectors = 70_000;
    const columns = [Array.from({ length: vectors }, (_, v) => v), Array<number>(vectors).fill(0), Array<number>(vectors).fill(0), Array.from({ length: vectors }, (_, v) => v % 5)]; // prettier-ignore
    const set = { length: vectors, sizes: [vectors, 1, 1, 5], codes: (c: number) => Uint32Array.from(columns[c]) };
    const diversity = runToCompletion(SlicingDiversity.make({ set } as unknown as Problem, groupColumns, 2, 3, 4));
    const all = bucketOf(columns[0]);
    expect(runToCompletion(diversity.start(all))).toBe(true);
    const odd = [false, true].map((side) => bucketOf(columns[0].filter((v) => v < 5 === side)));
    const commit = runToCompletion(diversity.split(all, odd));
    expect(commit).not.toBeNull();
    runToCompletion(commit!());
    expect(runToCompletion(diversity.largest())).toBeCloseTo(0.2, 12);
    const alone = [false, true].map((side) => bucketOf([...odd[0].vectors].filter((v) => (v % 5 === 0) === side)));
    expect(runToCompletion(diversity.split(odd[0], alone))).toBeNull();
  });
});
