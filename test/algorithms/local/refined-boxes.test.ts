import { describe, expect, it } from 'vitest';
import { GroupBoxes } from '../../../src/algorithms/boxes/group-boxes.js';
import { parts } from '../../../src/algorithms/boxes/part-rows.js';
import { refineGroups } from '../../../src/algorithms/boxes/refine-groups.js';
import type { WeightedVectors } from '../../../src/algorithms/boxes/split-boxes.js';
import type { Group } from '../../../src/algorithms/local/groups.js';
import type { ClassJudge } from '../../../src/algorithms/local/judge.js';
import { spansOf, type Span } from '../../../src/algorithms/local/spans.js';
import { seededRandom, type RandomSource } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { buildDomain } from '../../../src/hierarchy/build-domain.js';
import { tableFromRows } from '../../../src/index.js';

/** Two domains of numbers; those of 600 leaves have lines, and smaller ones tables. */
const spansOfNumbers = (leaves: number): Span[] =>
  spansOf(
    tableFromRows(Array.from({ length: leaves }, (_, i) => ({ x: i * i, y: i }))).columns.map(
      (column) => buildDomain(column, undefined).domain,
    ),
    'ncp',
  );
const few = spansOfNumbers(40);
const many = spansOfNumbers(600);

function drawVectors(random: RandomSource, vectors: number, least: number, spans = few): WeightedVectors {
  return {
    codes: spans.map(({ size }) => Uint32Array.from({ length: vectors }, () => random.below(size))),
    counts: Uint32Array.from({ length: vectors }, () => 1 + random.below(3)),
    spans,
    least,
  };
}

/** The cost of the smallest box around some vectors. */
function costOf({ codes, spans }: WeightedVectors, vectors: readonly number[]): number {
  return codes.reduce((sum, column, a) => {
    const own = vectors.map((v) => column[v]);
    return sum + spans[a].cost(Math.min(...own), Math.max(...own));
  }, 0);
}

const rowsOf = ({ counts }: Group): number => counts.reduce((sum, count) => sum + count, 0);

describe('boxes of groups', () => {
  it('have room for many more groups than they were made with', () => {
    const input = drawVectors(seededRandom(3), 400, 1);
    const groupOf = (...vectors: number[]): Group => ({ vectors, counts: vectors.map((v) => input.counts[v]) });
    const pairs = Array.from({ length: 200 }, (_, i) => groupOf(2 * i, 2 * i + 1));
    const boxes = runToCompletion(GroupBoxes.make(input, pairs.slice(0, 1)));
    for (const pair of pairs.slice(1)) boxes.replace(boxes.groups.length, pair);
    runToCompletion(boxes.rebuild());
    expect(pairs.map((_, g) => boxes.total(g))).toEqual(
      pairs.map((pair) => rowsOf(pair) * costOf(input, pair.vectors)),
    );
  });
});

describe('a refinement of groups', () => {
  it('reports shares from 0 to 1, keeps every row, and never costs more', async () => {
    for (let seed = 0; seed < 8; seed++) {
      const random = seededRandom(seed);
      const input = drawVectors(random, 60, 1, seed % 2 === 0 ? few : many);
      const groups = Array.from({ length: 12 }, (_, g): Group => {
        const vectors = Array.from({ length: 5 }, (_, i) => 5 * g + i);
        return { vectors, counts: vectors.map((v) => input.counts[v]) };
      });
      const total = (all: readonly Group[]): number =>
        all.reduce((sum, group) => sum + rowsOf(group) * costOf(input, group.vectors), 0);
      const shares: number[] = [];
      const judge = { minimum: 4, bySize: true } as unknown as ClassJudge;
      const refined = await refineGroups(input, judge, groups, 3, (share) => {
        shares.push(share);
        return Promise.resolve(false);
      });
      expect(Math.min(...shares)).toBe(0);
      expect(Math.max(...shares)).toBeLessThanOrEqual(1);
      expect(new Set(shares).size).toBeGreaterThan(12);
      expect(total(refined.groups)).toBeLessThan(total(groups));
      const rows = new Uint32Array(input.counts.length);
      for (const { vectors, counts } of refined.groups) vectors.forEach((v, at) => (rows[v] += counts[at]));
      expect(rows).toEqual(input.counts);
      for (const group of refined.groups) expect(rowsOf(group)).toBeGreaterThanOrEqual(4);
      expect(refined.moves + refined.swaps + refined.splits).toBeGreaterThan(0);
    }
  });
});

describe('boxes of groups', () => {
  it.each([1, 2, 3, 4])('find the nearest group after groups have grown and shrunk, as looking at all does (%i)', (seed) => {
    const random = seededRandom(seed);
    const input = drawVectors(random, 300, 1);
    const groups = Array.from({ length: 30 }, (_, g): Group => ({ vectors: [g], counts: [input.counts[g]] }));
    const boxes = runToCompletion(GroupBoxes.make(input, groups));
    for (let v = 30; v < 300; v++) {
      // Groups of random vectors would all be large: most stay small, so that the least increase is hard to find.
      boxes.add(random.below(random.below(30) + 1), v, input.counts[v]);
      const shrunk = boxes.groups.findIndex(({ vectors }) => vectors.length > 2 + random.below(20));
      if (shrunk >= 0) boxes.remove(shrunk, 0, boxes.groups[shrunk].counts[0]);
      const asked = random.below(300);
      const increases = boxes.groups.map((group) => {
        const rows = rowsOf(group);
        return (rows + 1) * costOf(input, [...group.vectors, asked]) - rows * costOf(input, group.vectors);
      });
      const not = random.below(30);
      const least = Math.min(...increases.filter((_, g) => g !== not));
      expect(boxes.nearest(asked, 1, not, Infinity).increase, `vector ${v}`).toBe(least);
      const unions = boxes.groups.map(({ vectors }) => costOf(input, [...boxes.groups[not].vectors, ...vectors]));
      expect(unions[boxes.partner(not, 0)], `vector ${v}`).toBe(Math.min(...unions.filter((_, g) => g !== not)));
    }
  }); // prettier-ignore
});

/** The least cost of two groups that a cut leaves of the rows in line between two poles, each of at least k rows. */
function leastOfCuts(input: WeightedVectors, k: number): number {
  const apart = (v: number, w: number): number => costOf(input, [v, w]);
  const farthest = (from: number): number =>
    [...input.counts.keys()].reduce((best, v) => (apart(from, v) > apart(from, best) ? v : best), from);
  const one = farthest(0);
  const two = farthest(one);
  const key = (v: number): number => apart(one, v) - apart(two, v);
  const line = [...input.counts.keys()]
    .sort((v, w) => key(v) - key(w) || v - w)
    .flatMap((v) => new Array<number>(input.counts[v]).fill(v));
  const cuts = Array.from({ length: line.length + 1 }, (_, cut) => [line.slice(0, cut), line.slice(cut)]);
  const costs = cuts
    .filter((sides) => sides.every(({ length }) => length >= k))
    .map((sides) => sides.reduce((sum, side) => sum + side.length * costOf(input, side), 0));
  return Math.min(...costs);
}

describe('a group that is parted', () => {
  it.each([
    ['tables', few],
    ['lines', many],
  ])('is cut where it costs least, of all places between two poles that are far from each other (%s)', (_, spans) => {
    for (let seed = 0; seed < 60; seed++) {
      const random = seededRandom(seed);
      const input = drawVectors(random, 4 + random.below(10), 1, spans);
      const k = 1 + random.below(3);
      const whole: Group = { vectors: [...input.counts.keys()], counts: [...input.counts] };
      const found = parts(input, whole, { minimum: k, bySize: true } as unknown as ClassJudge, 1, 1);
      expect(found?.cost ?? Infinity).toBe(leastOfCuts(input, k));
    }
  });

  it.each([1, 2, 3, 4])('gives each side the rows that are asked for it, and costs what its boxes cost (%i)', (seed) => {
    const random = seededRandom(seed);
    let parted = 0;
    for (let i = 0; i < 60; i++) {
      const input = drawVectors(random, 3 + random.below(10), 1);
      const whole: Group = { vectors: [...input.counts.keys()], counts: [...input.counts] };
      const k = 1 + random.below(3);
      const [first, second] = [[1, 1], [1, 2], [2, 2], [2, 3]][random.below(4)];
      const found = parts(input, whole, { minimum: k, bySize: true } as unknown as ClassJudge, first, second);
      // Sides with this many rows can be cut off any line of the rows.
      expect(found === null).toBe(rowsOf(whole) < (first + second) * k);
      if (found === null) continue;
      parted++;
      const [one, two] = found.groups;
      expect(rowsOf(one)).toBeGreaterThanOrEqual(first * k);
      expect(rowsOf(two)).toBeGreaterThanOrEqual(second * k);
      const rows = new Uint32Array(input.counts.length);
      for (const { vectors, counts } of [one, two]) vectors.forEach((v, at) => (rows[v] += counts[at]));
      expect(rows).toEqual(input.counts);
      const [own, other] = [one, two].map((group) => rowsOf(group) * costOf(input, group.vectors));
      expect([found.cost, found.second]).toEqual([own + other, other]);
    }
    expect(parted).toBeGreaterThan(20);
  }); // prettier-ignore
});
