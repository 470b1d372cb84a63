import { describe, expect, it } from 'vitest';
import { suppressExactly, suppressGreedily } from '../../../src/algorithms/cells/suppress-cells.js';
import { anonymize, InvalidArgumentError, tableFromRows, type Job, type Table } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { casesOf, long, sharedFolder, inTurn } from '../../shared.js';
import { adultJob, drawPeople, ENGINES, peopleJob, readAdult } from './tables.js';
import { cellsOf } from '../../table-texts.js';

/**
 * The least weight of suppressed cells by the definition: every row is given every pattern, and rows with the same released
 * cells (`*` a value of its own) must be at least k.
 */
function leastByPatterns(rows: readonly (readonly number[])[], weights: readonly number[], k: number): number {
  const patterns = 2 ** weights.length;
  let best = Infinity;
  const chosen = new Array<number>(rows.length).fill(0);
  const weightOf = (pattern: number): number => weights.reduce((sum, w, a) => sum + ((pattern >> a) & 1) * w, 0);
  const visit = (row: number, cost: number): void => {
    if (cost >= best) return;
    if (row < rows.length) {
      for (let pattern = 0; pattern < patterns; pattern++) {
        chosen[row] = pattern;
        visit(row + 1, cost + weightOf(pattern));
      }
      return;
    }
    const sizes = new Map<string, number>();
    rows.forEach((cells, i) => {
      const key = cells.map((cell, a) => ((chosen[i] >> a) & 1 ? '*' : cell)).join();
      sizes.set(key, (sizes.get(key) ?? 0) + 1);
    });
    if ([...sizes.values()].every((size) => size >= k)) best = cost;
  };
  visit(0, 0);
  return best;
}

function draw(seed: number, most: number, q: number) {
  const random = seededRandom(seed);
  const rows = Array.from({ length: 3 + random.below(most - 2) }, () => Array.from({ length: q }, () => random.below(3)));
  const distinct = new Map<string, { row: number[]; count: number }>();
  for (const row of rows) {
    const known = distinct.get(row.join());
    if (known === undefined) distinct.set(row.join(), { row, count: 1 });
    else known.count++;
  }
  const points = [...distinct.values()];
  const codes = Array.from({ length: q }, (_, a) => Uint32Array.from(points, ({ row }) => row[a]));
  const weights = Array.from({ length: q }, () => 1 + random.below(3));
  const k = 1 + random.below(Math.min(3, rows.length));
  return { rows, input: { codes, counts: Uint32Array.from(points, ({ count }) => count), weights, k } };
} // prettier-ignore

describe('cells to suppress', () => {
  it('have the least weight of all choices of cells, for few rows', () => {
    for (let seed = 0; seed < casesOf(200, 9); seed++) {
      const { rows, input } = draw(seed, 5, 2 + (seed % 2));
      const groups = suppressExactly(input);
      let weight = 0;
      for (const group of groups) {
        expect(group.length).toBeGreaterThanOrEqual(input.k);
        input.codes.forEach((column, a) => {
          if (group.some((p) => column[p] !== column[group[0]])) weight += group.length * input.weights[a];
        });
      }
      expect(weight).toBe(leastByPatterns(rows, input.weights, input.k));
    }
  });

  it('chosen greedily leave every released value with k rows, near the least weight', () => {
    let same = 0;
    let greedy = 0;
    let least = 0;
    const cases = casesOf(1500, 35);
    for (let seed = 0; seed < cases; seed++) {
      const { input } = draw(1000 + seed, 9, 2 + (seed % 3));
      const { codes, counts, weights, k } = input;
      const steps = suppressGreedily(input, seededRandom(seed), 4);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      const blocks = step.value;
      const sizes = new Map<string, number>();
      const rows = new Uint32Array(counts.length);
      let weight = 0;
      for (const { point, pattern, count } of blocks) {
        const key = codes.map((column, a) => ((pattern >> a) & 1 ? '*' : column[point])).join();
        sizes.set(key, (sizes.get(key) ?? 0) + count);
        expect(count).toBeGreaterThan(0);
        rows[point] += count;
        weight += count * weights.reduce((sum, w, a) => sum + ((pattern >> a) & 1) * w, 0);
      }
      expect([...rows]).toEqual([...counts]);
      for (const size of sizes.values()) expect(size).toBeGreaterThanOrEqual(k);
      let best = 0;
      for (const group of suppressExactly(input)) {
        codes.forEach((column, a) => {
          if (group.some((p) => column[p] !== column[group[0]])) best += group.length * weights[a];
        });
      }
      expect(weight).toBeGreaterThanOrEqual(best);
      if (weight === best) same++;
      greedy += weight;
      least += best;
    }
    expect(same).toBeGreaterThan(cases / 2);
    expect(greedy).toBeLessThan(1.25 * least);
  });
});

describe('cells to suppress, once time is over', () => {
  it('are at once those of the first pattern that k rows share: hardly a row loses all cells', () => {
    const random = seededRandom(5);
    const rows = Array.from({ length: 3000 }, () => Array.from({ length: 5 }, () => random.below(12)));
    const codes = Array.from({ length: 5 }, (_, a) => Uint32Array.from(rows, (row) => row[a]));
    const input = { codes, counts: new Uint32Array(rows.length).fill(1), weights: [1, 1, 1, 1, 1], k: 3 };
    const blocks = runToCompletion(suppressGreedily(input, seededRandom(1), 0, () => false));
    const sizes = new Map<string, number>();
    let lost = 0;
    for (const { point, pattern, count } of blocks) {
      const key = rows[point].map((cell, a) => ((pattern >> a) & 1 ? '*' : cell)).join();
      sizes.set(key, (sizes.get(key) ?? 0) + count);
      if (pattern === 31) lost += count;
    }
    expect(blocks.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
    for (const [key, size] of sizes) expect(size, key).toBeGreaterThanOrEqual(3);
    // Every value of an attribute has two hundred rows.
    expect(lost).toBeLessThan(rows.length / 100);
  });
});

const MODELS: readonly Job['privacy'][] = [
  [{ model: 'k-anonymity', k: 3 }],
  [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' },
  ],
  [{ model: 'l-diversity', variant: 'entropy', l: 1.8, attribute: 'illness' }],
];

describe('local-suppression', () => {
  it('keeps every cell or makes it *, as the audit confirms, the same in both engines', async () => {
    for (let seed = 0; seed < casesOf(100, 3); seed++) {
      const rows = seed % 3 === 0 ? 9 : 40;
      const table = drawPeople(seededRandom(seed), rows);
      const found = [];
      for (const engine of ENGINES) {
        // Rounded ranges would code ages of few people before the search.
        const output = { order: 'input', ranges: 'tight' } as const;
        const job = { ...peopleJob('local-suppression', MODELS[seed % MODELS.length]), output };
        const { release, result, audit } = await anonymize(table, job, { engine });
        expect(audit.holds).toBe(true);
        const before = cellsOf(table);
        const after = cellsOf(release);
        let stars = 0;
        after.forEach((row, r) =>
          row.forEach((cell, c) => {
            if (cell === '*') stars++;
            else expect(cell).toBe(before[r][c]);
          }),
        );
        expect(result.search.suppressedCells).toBe(stars);
        expect(result.search.optimal).toBe(rows <= 12 && seed % MODELS.length === 0);
        found.push(after);
      }
      expect(found[1]).toEqual(found[0]);
    }
  });

  it('spares the cells of a heavy attribute, and refuses weights it cannot use', async () => {
    const table: Table = tableFromRows([{ a: 'x', b: 'p' }, { a: 'x', b: 'q' }, { a: 'y', b: 'p' }, { a: 'y', b: 'q' }]); // prettier-ignore
    const job = (weights: unknown): Job => ({
      attributes: { a: { role: 'quasi-identifier' }, b: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'local-suppression', weights },
      output: { order: 'input' },
    });
    expect(cellsOf((await anonymize(table, job({ a: 5 }))).release)).toEqual([['x', '*'], ['x', '*'], ['y', '*'], ['y', '*']]); // prettier-ignore
    expect(cellsOf((await anonymize(table, job({ b: 5 }))).release)).toEqual([['*', 'p'], ['*', 'q'], ['*', 'p'], ['*', 'q']]); // prettier-ignore
    for (const weights of [{ a: 0 }, { c: 1 }, [1], 3]) {
      await expect(anonymize(table, job(weights))).rejects.toThrow(InvalidArgumentError);
    }
  });

  it.skipIf(sharedFolder === null).each(
    inTurn(
      [
        [2, 909],
        [3, 1_757],
        [5, 3_231],
        [10, 7_087],
      ],
      4,
    ),
  )('suppresses few cells of three keys of Adult: k = %i, at most %i', async (k, most) => {
    const keys = ['age', 'workclass', 'education-num'];
    const { result, audit } = await anonymize(await readAdult(), adultJob('local-suppression', k, keys), {
      engine: 'js',
    });
    expect(audit.holds).toBe(true);
    expect(result.privacy[0].achieved.k).toBeGreaterThanOrEqual(k);
    expect(result.search.suppressedCells).toBeLessThanOrEqual(most);
  });

  it.skipIf(sharedFolder === null || !long)('ends by itself on eight keys of Adult, k = 10', async () => {
    const { result, audit } = await anonymize(await readAdult(), adultJob('local-suppression', 10), { engine: 'js' });
    expect(audit.holds).toBe(true);
    expect(result.search.suppressedCells).toBeLessThanOrEqual(44_981);
  });
});
