import { describe, expect, it } from 'vitest';
import {
  mdavGroups,
  optimalGroups,
  squaredErrors,
  variableGroups,
} from '../../../src/algorithms/clusters/microaggregation.js';
import type { Group } from '../../../src/algorithms/local/groups.js';
import type { StandardPoints } from '../../../src/algorithms/clusters/standardized.js';
import { createEngine } from '../../../src/engine/create-engine.js';
import { anonymize, InvalidArgumentError, tableFromRows, type Job } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { casesOf, sharedFolder } from '../../shared.js';
import { adultJob, drawPeople, ENGINES, peopleJob, readAdult } from './tables.js';
import { cellsOf } from '../../table-texts.js';

const engine = await createEngine({ engine: 'js' });
const still = (): Promise<void> => Promise.resolve();
const errorsOf = (points: StandardPoints, groups: readonly Group[]): number =>
  runToCompletion(squaredErrors(points, groups));

const pointsOf = (columns: readonly (readonly number[])[], counts?: readonly number[]): StandardPoints => ({
  values: columns.map((column) => Float64Array.from(column)),
  counts: Uint32Array.from(counts ?? columns[0].map(() => 1)),
  rows: counts?.reduce((sum, count) => sum + count, 0) ?? columns[0].length,
});

const sizesOf = (groups: readonly Group[]): number[] =>
  groups.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));

/** The least sum of squared errors over all partitions of values into groups of at least k. */
function leastErrors(values: readonly number[], k: number): number {
  const best = new Float64Array(2 ** values.length).fill(Infinity);
  best[0] = 0;
  const errors = best.map((_, mask) => {
    const own = values.filter((__, i) => (mask >> i) & 1);
    if (own.length < k) return Infinity;
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
    return own.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  });
  for (let mask = 1; mask < best.length; mask++) {
    const lowest = mask & -mask;
    for (let part = mask; part > 0; part = (part - 1) & mask) {
      if ((part & lowest) !== 0) best[mask] = Math.min(best[mask], errors[part] + best[mask ^ part]);
    }
  }
  return best[best.length - 1];
}

describe('microaggregation', () => {
  it('has the least squared errors of all partitions for one attribute', () => {
    for (let seed = 0; seed < casesOf(400, 14); seed++) {
      const random = seededRandom(seed);
      const values = Array.from({ length: 3 + random.below(7) }, () => random.below(20));
      const k = 1 + random.below(Math.min(4, values.length));
      const counted = new Map<number, number>();
      for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1);
      const points = pointsOf([[...counted.keys()]], [...counted.values()]);
      const groups = runToCompletion(optimalGroups(points, k));
      for (const size of sizesOf(groups)) expect(size >= k && size < 2 * k).toBe(true);
      expect(errorsOf(points, groups)).toBeCloseTo(leastErrors(values, k), 9);
    }
  });

  it('has the least squared errors for one attribute of values that are near to each other and far from others', () => {
    for (let seed = 0; seed < casesOf(400, 14); seed++) {
      const random = seededRandom(seed);
      const values = [5, 8, ...Array.from({ length: 3 + random.below(6) }, () => random.below(40) / 8 - 1e9)];
      const k = 2 + random.below(2);
      const counted = new Map<number, number>();
      for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1);
      const points = pointsOf([[...counted.keys()]], [...counted.values()]);
      const least = leastErrors(values, k);
      expect(Math.abs(errorsOf(points, runToCompletion(optimalGroups(points, k))) - least)).toBeLessThanOrEqual(
        1e-9 * least,
      );
    }
  });

  it('by MDAV takes the far ends first: two tight triples and a pair between them', async () => {
    // Mean 50: row 5 (101) is farthest and takes row 4; row 0 is farthest from it and takes row 1. Mean 49.5: row 3 (99).
    const points = pointsOf([[0, 1, 2, 99, 100, 101, 45, 52]]);
    const groups = await mdavGroups(engine, points, 2, still);
    expect(groups.map(({ vectors }) => [...vectors].sort((a, b) => a - b))).toEqual([[4, 5], [0, 1], [3, 7], [2, 6]]); // prettier-ignore
    // By hand: 0.5 + 0.5 + 43^2 / 2 + 47^2 / 2.
    expect(errorsOf(points, groups)).toBeCloseTo(0.5 + 0.5 + 924.5 + 1104.5, 9);
  });

  it('by V-MDAV lets a group grow by a row that is near to it and far from the others', async () => {
    const points = pointsOf([[0, 1, 2, 50, 51, 100, 101, 102]]);
    const groups = await variableGroups(engine, points, 2, 0.2, still);
    expect(groups.map(({ vectors }) => [...vectors].sort((a, b) => a - b)).sort((a, b) => a[0] - b[0])).toEqual([
      [0, 1, 2],
      [3, 4],
      [5, 6, 7],
    ]);
    expect(sizesOf(await variableGroups(engine, points, 2, 0, still)).sort()).toEqual([2, 2, 2, 2]);
  });

  it('keeps to sizes of k to 2k - 1 and puts every row into one group', async () => {
    for (let seed = 0; seed < casesOf(1000, 28); seed++) {
      const random = seededRandom(seed);
      const vectors = 1 + random.below(12);
      const columns = [0, 1].map(() => Array.from({ length: vectors }, () => random.below(9)));
      const counts = Array.from({ length: vectors }, () => 1 + random.below(4));
      const points = pointsOf(columns, counts);
      const k = 1 + random.below(Math.min(5, points.rows));
      for (const groups of [
        await mdavGroups(engine, points, k, still),
        await variableGroups(engine, points, k, 1, still),
      ]) {
        const rows = new Uint32Array(vectors);
        for (const { vectors: own, counts: of } of groups) own.forEach((v, i) => (rows[v] += of[i]));
        expect([...rows]).toEqual(counts);
        for (const size of sizesOf(groups)) expect(size).toBeGreaterThanOrEqual(k);
      }
      for (const size of sizesOf(await mdavGroups(engine, points, k, still))) expect(size).toBeLessThan(2 * k);
    }
  });
});

const MODELS: readonly Job['privacy'][] = [
  [{ model: 'k-anonymity', k: 3 }],
  [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'entropy', l: 1.8, attribute: 'illness' },
  ],
];

describe('mdav', () => {
  it.each(['auto', 'fixed', 'variable'])('releases what the audit confirms, the same in both engines: %s', async (variant) => {
    for (let seed = 0; seed < casesOf(60, 3); seed++) {
      const table = drawPeople(seededRandom(seed), 30);
      const found = [];
      for (const engine of ENGINES) {
        const job = peopleJob({ name: 'mdav', variant }, MODELS[seed % MODELS.length]);
        const { release, result, audit } = await anonymize(table, job, { engine });
        expect(audit.holds).toBe(true);
        expect(result).toMatchObject({ engine, released: 30, solution: { kind: 'groups' } });
        found.push({ cells: cellsOf(release), search: result.search });
      }
      expect(found[1]).toEqual(found[0]);
    }
  }); // prettier-ignore

  it('is optimal for one quasi-identifier, and refuses to be for two', async () => {
    const table = tableFromRows([1, 2, 3, 10, 11, 12, 13].map((x) => ({ x, y: x })));
    const job: Job = {
      attributes: { x: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-anonymity', k: 3 }],
      algorithm: 'mdav',
      output: { order: 'input', ranges: 'tight' },
    };
    const { release, result } = await anonymize(table, job);
    expect(result.search.optimal).toBe(true);
    expect(cellsOf(release).flat()).toEqual(['[1-3]', '[1-3]', '[1-3]', '[10-13]', '[10-13]', '[10-13]', '[10-13]']);
    const two: Job = {
      ...job,
      attributes: { ...job.attributes, y: { role: 'quasi-identifier' } },
      algorithm: { name: 'mdav', variant: 'optimal' },
    };
    await expect(anonymize(table, two)).rejects.toThrow(InvalidArgumentError);
  });
});

describe.skipIf(sharedFolder === null)('mdav on Adult, age and education-num', () => {
  it.each([
    [3, 6.02, 4.35],
    [10, 29.95, 28.34],
  ])('k = %s: standardized squared errors at most %s fixed, %s at best', async (k, fixed, best) => {
    const table = await readAdult();
    for (const [variant, most] of [
      ['fixed', fixed],
      ['auto', best],
    ] as const) {
      const job = adultJob({ name: 'mdav', variant }, k, ['age', 'education-num']);
      const { result } = await anonymize(table, job, { engine: 'js' });
      expect(result.privacy[0].achieved.k).toBeGreaterThanOrEqual(k);
      expect(result.search.sse).toBeLessThan(most);
    }
  });
});
