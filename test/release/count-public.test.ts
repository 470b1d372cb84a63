/**
 * Public vectors under released regions, and points in boxes, against comparing each with each: few and many boxes, boxes that are
 * apart, boxes that no cut parts, domains too large for one bit a leaf.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom, type RandomSource } from '../../src/base/random.js';
import { runToCompletion } from '../../src/base/steps.js';
import { matchBoxes, type Boxes, type Points } from '../../src/release/boxes-of-points.js';
import { countPublic } from '../../src/release/count-public.js';
import type { ShownClasses } from '../../src/release/shown-classes.js';

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

function pairsOf(boxes: Boxes, points: Points): string[] {
  const found: string[] = [];
  runToCompletion(matchBoxes(boxes, points, (point, box) => found.push(`${point} ${box}`)));
  return found.sort();
}

function naivePairs({ count, lower, upper }: Boxes, points: Points): string[] {
  const isIn = (point: number, box: number): boolean =>
    lower.every((first, a) => points.codes[a][point] >= first[box] && points.codes[a][point] <= upper[a][box]);
  return range(points.count)
    .flatMap((point) => range(count).flatMap((box) => (isIn(point, box) ? [`${point} ${box}`] : [])))
    .sort();
}

/** Boxes of random sizes: most of one attribute are small, or all are wide. */
function randomBoxes(random: RandomSource, count: number, sizes: readonly number[], isWide: boolean): Boxes {
  const lower = sizes.map(() => new Uint32Array(count));
  const upper = sizes.map(() => new Uint32Array(count));
  sizes.forEach((size, a) => {
    for (let box = 0; box < count; box++) {
      const reach = isWide || random.below(4) === 0 ? size : 1 + random.below(Math.max(1, size >> 3));
      const from = isWide ? random.below(Math.max(1, size >> 4)) : random.below(size);
      lower[a][box] = from;
      upper[a][box] = Math.min(size - 1, from + reach - 1);
    }
  });
  return { count, lower, upper };
}

const randomPoints = (random: RandomSource, count: number, sizes: readonly number[]): Points => ({
  count,
  codes: sizes.map((size) => Uint32Array.from({ length: count }, () => random.below(size))),
});

/** The cells of a partition of two attributes, cut one after the other. */
function partitionOf(size: number, step: number): Boxes {
  const cells = range(Math.ceil(size / step)).flatMap((i) => range(Math.ceil(size / step)).map((j) => [i, j]));
  const of = (pick: (cell: number) => number, a: number): Uint32Array =>
    Uint32Array.from(cells, (cell) => pick(cell[a]));
  return {
    count: cells.length,
    lower: [0, 1].map((a) => of((i) => i * step, a)),
    upper: [0, 1].map((a) => of((i) => Math.min(size - 1, (i + 1) * step - 1), a)),
  };
}

describe('points in boxes', () => {
  it('are those of comparing each with each', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 60 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.nat(),
        (count, people, sizes, isWide, seed) => {
          const random = seededRandom(seed);
          const boxes = randomBoxes(random, count, sizes, isWide);
          const points = randomPoints(random, people, sizes);
          expect(pairsOf(boxes, points)).toEqual(naivePairs(boxes, points));
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([
    ['apart', partitionOf(100, 3), [100, 100]],
    ['of a large domain', partitionOf(2_000_000, 70_000), [2_000_000, 2_000_000]],
    ['that overlap', randomBoxes(seededRandom(3), 300, [50, 20, 9], false), [50, 20, 9]],
    ['that no cut parts: one bit a box and leaf', randomBoxes(seededRandom(4), 300, [50, 20], true), [50, 20]],
    [
      'that no cut parts, of a large domain: one by one',
      randomBoxes(seededRandom(5), 300, [2_000_000], true),
      [2_000_000],
    ],
  ])('many boxes %s', (_, boxes, sizes) => {
    const points = randomPoints(seededRandom(1), 600, sizes);
    const pairs = naivePairs(boxes, points);
    expect(pairs.length).toBeGreaterThan(300);
    expect(pairsOf(boxes, points)).toEqual(pairs);
  });

  it('parts boxes that are apart without comparing each with each', () => {
    let compared = 0;
    const boxes = partitionOf(300, 3);
    const counting = (codes: ArrayLike<number>): ArrayLike<number> =>
      new Proxy(codes, {
        get(target, key) {
          compared++;
          return Reflect.get(target, key) as unknown;
        },
      });
    const { count, codes } = randomPoints(seededRandom(2), 2_000, [300, 300]);
    let found = 0;
    runToCompletion(matchBoxes(boxes, { count, codes: codes.map(counting) }, () => found++));
    expect(found).toBe(2_000);
    // Each with each: 20 million.
    expect(compared).toBeLessThan(200_000);
  });
});

describe('the work on points in boxes', () => {
  const work = (boxes: Boxes, points: Points) => {
    let found = 0;
    const steps = matchBoxes(boxes, points, () => found++);
    let pauses = 0;
    while (steps.next().done !== true) pauses++;
    return { pauses, found };
  };
  const isBetween = ({ pauses }: ReturnType<typeof work>, least: number, most: number) =>
    expect([pauses, pauses >= least && pauses <= most]).toEqual([pauses, true]);
  /** Boxes of all leaves but the first of the second attribute: no cut parts them, and points of first leaves are in none. */
  const alike = (count: number, size: number): Boxes => ({
    count,
    lower: [new Uint32Array(count), new Uint32Array(count).fill(1)],
    upper: [new Uint32Array(count).fill(size - 1), new Uint32Array(count).fill(size - 1)],
  });
  const firstLeaves = (count: number): Points => ({ count, codes: [new Uint32Array(count), new Uint32Array(count)] });

  it('pauses every 262,144 comparisons where boxes are compared one by one', () => {
    // Too many leaves for one bit each: 8 x 120,000 comparisons.
    isBetween(work(alike(8, 20_000_000), firstLeaves(120_000)), 2, 3);
    isBetween(work(alike(8, 20_000_000), firstLeaves(10_000)), 0, 1);
  });

  it('looks at leaves once a word of 32 boxes where there is one bit a box and leaf, and pauses as often', () => {
    let looked = 0;
    const counting = (codes: ArrayLike<number>): ArrayLike<number> =>
      new Proxy(codes, {
        get(target, key) {
          looked++;
          return Reflect.get(target, key) as unknown;
        },
      });
    const { count, codes } = firstLeaves(3000);
    work(alike(320, 40), { count, codes: codes.map(counting) });
    // One by one it would be at least 320 x 3,000.
    expect(looked).toBeLessThan(3000 * 2 * 12);
    // 60,000 points x 10 words x 2 attributes.
    isBetween(work(alike(320, 40), firstLeaves(60_000)), 4, 6);
    // The bits of 2,000 boxes of 1,000 leaves each, of two attributes.
    const boxes = alike(2000, 1000);
    isBetween(work({ ...boxes, lower: [boxes.lower[0], boxes.lower[0]] }, firstLeaves(40)), 14, 17);
  });

  it('pauses while it cuts, too', () => {
    const boxes = partitionOf(300, 3);
    const done = work(boxes, randomPoints(seededRandom(2), 40_000, [300, 300]));
    expect(done.found).toBe(40_000);
    isBetween(done, 3, 12);
  });
}); // prettier-ignore

describe('public rows under released regions', () => {
  it('are counted by region, outside of all, and in several', () => {
    const seen = {
      count: 3,
      searched: [
        {
          size: 10,
          values: [
            { lo: 0, hi: 3 },
            { lo: 4, hi: 9 },
            { lo: 3, hi: 5 },
          ],
          valueOf: Uint32Array.of(0, 1, 2),
        },
        { size: 2, values: [{ lo: 0, hi: 0 }], valueOf: new Uint32Array(3) },
      ],
    } as unknown as ShownClasses;
    const vectors = { codes: [[0, 2, 3, 5, 9, 9], [0, 0, 0, 0, 0, 1]], counts: Uint32Array.of(1, 2, 4, 8, 16, 32) }; // prettier-ignore
    const counted = runToCompletion(countPublic(seen, vectors));
    expect(counted).toEqual({
      population: Float64Array.of(7, 24, 12),
      outside: 32,
      overlapping: 12,
      regionOf: Int32Array.of(0, 0, 2, 2, 1, -1),
    });
  });
});
