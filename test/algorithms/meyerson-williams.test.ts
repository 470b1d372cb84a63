import { describe, expect, it } from 'vitest';
import { coverRows, partitionCover } from '../../src/algorithms/cells/meyerson-williams-cover.js';
import {
  anonymize,
  InfeasibleError,
  InvalidArgumentError,
  tableFromRows,
  type Job,
  type Progress,
  type Table,
  type Warning,
} from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf, long } from '../shared.js';
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

const isOfBlocks = ({ code }: Warning): boolean => code === 'GROUPED_IN_BLOCKS';

/** The cover by its definition: of all sets around all vectors the one of the least radius per row that is not covered yet, until none is open. */
function coverNaively(vectors: readonly (readonly number[])[], counts: readonly number[], k: number): number[][] {
  const rows = counts.flatMap((count, v) => Array.from({ length: count }, () => v));
  const open = new Set(rows.keys());
  const sets: number[][] = [];
  while (open.size > 0) {
    let best = { radius: Infinity, gain: 1, set: [] as number[] };
    for (const centre of vectors) {
      const far = rows.map((v) => vectors[v].filter((value, a) => value !== centre[a]).length);
      for (let radius = 0; radius <= centre.length; radius++) {
        const within = [...rows.keys()].filter((row) => far[row] <= radius).sort((a, b) => far[a] - far[b] || a - b);
        const fresh = within.filter((row) => open.has(row)).slice(0, 2 * k - 1);
        if (within.length < k || fresh.length === 0) continue;
        const order = radius * best.gain - best.radius * fresh.length;
        if (!(order < 0 || (order === 0 && fresh.length > best.gain))) continue;
        const others = within.filter((row) => !open.has(row)).slice(0, Math.max(0, k - fresh.length));
        best = { radius, gain: fresh.length, set: [...fresh, ...others] };
      }
    }
    for (const row of best.set) open.delete(row);
    sets.push(best.set);
  }
  return sets;
}

describe('Meyerson and Williams’s algorithm', () => {
  it('keeps every cell or makes it *, and stays within its bound of the fewest stars', async () => {
    let optimal = 0;
    const cases = casesOf(400, 7);
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
    for (let i = 0; i < casesOf(1000, 18); i++) {
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
      const { sets, vectorOf } = await coverRows(codes, Uint32Array.from(counts.values()), k, async () => undefined);
      expect(sets.map((set) => [...set])).toEqual(coverNaively(vectors, [...counts.values()], k));
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

  it('covers more rows than maxRows in blocks, and says so', async () => {
    const rows = drawRows(3, 800, 4, 12);
    const withMost = (maxRows: number) => starsJob(4, 3, { algorithm: { name: 'meyerson-williams', maxRows } });
    const found = [];
    for (const engine of ENGINES) {
      const { release, result } = await anonymize(tableOf(rows), withMost(799), { engine });
      expect(result.warnings.filter(isOfBlocks)).toMatchObject([
        {
          code: 'GROUPED_IN_BLOCKS',
          message: expect.stringMatching(
            /^meyerson-williams grouped \d+ distinct vectors in \d+ blocks of at most \d+, cut along q/,
          ),
        },
      ]);
      expect(result).toMatchObject({ suppressed: 0, privacy: [{ holds: true }] });
      const cells = cellsOf(release);
      expect(cells.flat().filter((cell) => cell === '*')).toHaveLength(result.search.suppressedCells as number);
      cells.forEach((row, r) => row.forEach((cell, a) => expect(['*', `v${rows[r][a]}`]).toContain(cell)));
      found.push(cells);
    }
    expect(found[1]).toEqual(found[0]);
    const { result } = await anonymize(tableOf(rows), withMost(800));
    expect(result.warnings.filter(isOfBlocks)).toEqual([]);
  });

  it('covers many rows of few vectors all at once', async () => {
    const rows = drawRows(4, 20_000, 3, 6);
    const { result } = await anonymize(tableOf(rows), starsJob(3, 20));
    expect(result.warnings.filter(isOfBlocks)).toEqual([]);
    expect(result.privacy[0].holds).toBe(true);
  });

  it('refuses more vectors than it can keep the distances of, where no cut divides them', async () => {
    const counts = new Uint32Array(33_000).fill(1);
    await expect(coverRows([new Uint32Array(33_000)], counts, 2, async () => undefined)).rejects.toMatchObject({
      code: 'OUT_OF_MEMORY',
    });
  });

  it('refuses fewer rows than k, other models and other options', async () => {
    const table = tableOf(drawRows(1, 30, 2, 3));
    const withOptions = (options: Record<string, unknown>) =>
      starsJob(2, 3, { algorithm: { name: 'meyerson-williams', ...options } });
    await expect(anonymize(table, withOptions({ maxRows: 0 }))).rejects.toThrow(InvalidArgumentError);
    await expect(anonymize(table, withOptions({ metric: 'discernibility' }))).rejects.toThrow(InvalidArgumentError);
    await expect(anonymize(table, starsJob(2, 31))).rejects.toThrow(InfeasibleError);
    const diverse = starsJob(2, 3, {
      attributes: { q0: { role: 'quasi-identifier' }, q1: { role: 'sensitive' } },
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'q1' }],
    });
    await expect(anonymize(table, diverse)).rejects.toThrow(InvalidArgumentError);
  });

  it('takes a thousand rows, and an aborted signal ends it in the middle', async () => {
    const table = tableOf(drawRows(2, long ? 2000 : 1000, 6, 8));
    const { result } = await anonymize(table, starsJob(6, 5));
    expect(result.privacy[0].holds).toBe(true);
    const controller = new AbortController();
    const shares: number[] = [];
    const onProgress = ({ phase, share }: Progress): void => {
      if (phase !== 'search') return;
      shares.push(share);
      controller.abort();
    };
    await expect(anonymize(table, starsJob(6, 5), { signal: controller.signal, onProgress })).rejects.toThrow(/interrupted/);
    expect(shares).toHaveLength(1);
    expect(shares[0]).toBeLessThan(1);
  }); // prettier-ignore
});
