import { describe, expect, it } from 'vitest';
import { coverRows, partitionCover } from '../../src/algorithms/cells/meyerson-williams-cover.js';
import {
  anonymize,
  CapacityError,
  InfeasibleError,
  InvalidArgumentError,
  tableFromRows,
  type Job,
  type Table,
} from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { long } from '../shared.js';
import { cellsOf } from '../table-texts.js';
import { ENGINES } from '../engine/engines.js';

/** Random rows over few values; `rows` of `attributes` cells. */
function drawRows(seed: number, rows: number, attributes: number, values: number): number[][] {
  const random = seededRandom(seed);
  return Array.from({ length: rows }, () => Array.from({ length: attributes }, () => random.below(values)));
}

const tableOf = (rows: readonly (readonly number[])[]): Table =>
  tableFromRows(rows.map((row) => Object.fromEntries(row.map((value, a) => [`q${a}`, `v${value}`]))));

function starsJob(attributes: number, k: number, changes: Partial<Job> = {}): Job {
  const names = Array.from({ length: attributes }, (_, a) => `q${a}`);
  return {
    attributes: Object.fromEntries(names.map((name) => [name, { role: 'quasi-identifier' as const }])),
    privacy: [{ model: 'k-anonymity', k }],
    algorithm: 'meyerson-williams',
    output: { order: 'input' },
    ...changes,
  };
}

/** Suppressed cells of a group: its rows times the attributes in which they differ. */
const starsOf = (rows: readonly (readonly number[])[]): number =>
  rows.length * rows[0].filter((value, a) => rows.some((row) => row[a] !== value)).length;

/** The fewest suppressed cells over all partitions into groups of at least k rows. */
function fewestStars(rows: readonly (readonly number[])[], k: number): number {
  const best = new Float64Array(2 ** rows.length).fill(Infinity);
  best[0] = 0;
  const stars = best.map((_, mask) => {
    const group = rows.filter((__, i) => (mask >> i) & 1);
    return group.length < k ? Infinity : starsOf(group);
  });
  for (let mask = 1; mask < best.length; mask++) {
    const lowest = mask & -mask;
    for (let part = mask; part > 0; part = (part - 1) & mask) {
      if ((part & lowest) !== 0) best[mask] = Math.min(best[mask], stars[part] + best[mask ^ part]);
    }
  }
  return best[best.length - 1];
}

describe('Meyerson and Williams’s algorithm', () => {
  it('keeps every cell or makes it *, and stays within its bound of the fewest stars', async () => {
    let optimal = 0;
    const cases = long ? 400 : 20;
    for (let i = 0; i < cases; i++) {
      const random = seededRandom(500 + i);
      const q = 1 + random.below(4);
      const rows = drawRows(i, 2 + random.below(7), q, 2 + random.below(2));
      const k = 1 + random.below(Math.min(4, rows.length));
      const found = [];
      for (const engine of ENGINES) {
        const { release, result } = await anonymize(tableOf(rows), starsJob(q, k), { engine });
        expect(result).toMatchObject({ engine, suppressed: 0, privacy: [{ holds: true }] });
        const cells = cellsOf(release);
        let stars = 0;
        cells.forEach((row, r) =>
          row.forEach((cell, a) => {
            if (cell === '*') stars++;
            else expect(cell).toBe(`v${rows[r][a]}`);
          }),
        );
        expect(result.search.suppressedCells).toBe(stars);
        found.push({ stars, cells });
      }
      expect(found[1]).toEqual(found[0]);
      const fewest = fewestStars(rows, k);
      let harmonic = 0;
      for (let s = 1; s < 2 * k; s++) harmonic += 1 / s;
      expect(found[0].stars).toBeGreaterThanOrEqual(fewest);
      expect(found[0].stars).toBeLessThanOrEqual(8 * k * harmonic * fewest);
      if (found[0].stars === fewest) optimal++;
    }
    expect(optimal).toBeGreaterThan(cases / 4);
  });

  it('covers all rows by sets of k to 2k - 1, and parts them into such sets', async () => {
    for (let i = 0; i < (long ? 1000 : 50); i++) {
      const random = seededRandom(900 + i);
      const q = 1 + random.below(5);
      const rows = drawRows(i, 3 + random.below(60), q, 3);
      const k = 1 + random.below(Math.min(9, rows.length));
      const distinct = new Map<string, number[]>();
      const counts = new Map<string, number>();
      for (const row of rows) {
        distinct.set(row.join(), row);
        counts.set(row.join(), (counts.get(row.join()) ?? 0) + 1);
      }
      const vectors = [...distinct.values()];
      const codes = Array.from({ length: q }, (_, a) => vectors.map((vector) => vector[a]));
      const { sets, vectorOf } = await coverRows(codes, Uint32Array.from(counts.values()), k, {});
      const groups = partitionCover(sets, vectorOf.length, k);
      for (const set of [...sets, ...groups]) {
        expect(new Set(set).size).toBe(set.length);
        expect(set.length >= k && set.length <= 2 * k - 1).toBe(true);
      }
      expect(new Set(sets.flatMap((set) => [...set])).size).toBe(rows.length);
      expect(groups.flatMap((group) => [...group]).sort((a, b) => a - b)).toEqual([...rows.keys()]);
      const diameter = (group: Uint32Array): number => {
        let most = 0;
        for (const r of group) {
          for (const s of group) {
            most = Math.max(most, vectors[vectorOf[r]].filter((value, a) => value !== vectors[vectorOf[s]][a]).length);
          }
        }
        return most;
      };
      const sum = (all: readonly Uint32Array[]): number => all.reduce((total, set) => total + diameter(set), 0);
      expect(sum(groups)).toBeLessThanOrEqual(sum(sets));
    }
  });

  it('suppresses no cell of rows that come k at a time', async () => {
    const rows = [...drawRows(1, 9, 3, 4)].flatMap((row) => [row, row, row]);
    const { result, release } = await anonymize(tableOf(rows), starsJob(3, 3));
    expect(result.search.suppressedCells).toBe(0);
    expect(cellsOf(release).flat()).not.toContain('*');
  });

  it('refuses more rows than maxRows, fewer than k, other models and other options', async () => {
    const table = tableOf(drawRows(1, 30, 2, 3));
    const withOptions = (options: Record<string, unknown>) =>
      starsJob(2, 3, { algorithm: { name: 'meyerson-williams', ...options } });
    await expect(anonymize(table, withOptions({ maxRows: 29 }))).rejects.toThrow(CapacityError);
    await expect(anonymize(table, withOptions({ maxRows: 30 }))).resolves.toBeDefined();
    await expect(anonymize(table, withOptions({ maxRows: 0 }))).rejects.toThrow(InvalidArgumentError);
    await expect(anonymize(table, withOptions({ metric: 'discernibility' }))).rejects.toThrow(InvalidArgumentError);
    await expect(anonymize(table, starsJob(2, 31))).rejects.toThrow(InfeasibleError);
    const diverse = starsJob(2, 3, {
      attributes: { q0: { role: 'quasi-identifier' }, q1: { role: 'sensitive' } },
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'q1' }],
    });
    await expect(anonymize(table, diverse)).rejects.toThrow(InvalidArgumentError);
  });

  it('takes two thousand rows in seconds, and an aborted signal ends it', async () => {
    const table = tableOf(drawRows(2, 2000, 6, 8));
    const started = performance.now();
    const { result } = await anonymize(table, starsJob(6, 5));
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(result.privacy[0].holds).toBe(true);
    const controller = new AbortController();
    const run = anonymize(table, starsJob(6, 5), { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(run).rejects.toThrow(/interrupted/);
  });
});
