import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { frequencyCounts, individualRisk, sudaScores, tableFromRows } from '../../src/index.js';
import { drawing } from '../random.js';
import { casesOf, sharedFolder, sharedPath } from '../shared.js';

type Cell = number | string | null;
interface Truth {
  readonly freqCalc: readonly {
    name: string;
    rows: Cell[][];
    weights: number[];
    fk: number[];
    Fk: number[];
    n1: number;
    n2: number;
  }[];
  readonly indivRisk_noMissing: {
    rows: Cell[][];
    weights: number[];
    approx_survey: number[];
    exact_survey: number[];
    nonSurvey_1_over_fk: number[];
    tolerance: number;
  };
  readonly ldiversity: readonly {
    rows: Cell[][];
    qi: number[];
    sensitive?: number;
    distinct?: number[];
    distinct_sens1?: number;
    distinct_sens2?: number;
  }[];
  readonly suda2_commentedOutInSdcMicro: readonly { columns: string[]; rows: string[][]; score: number[] }[];
}

const tableOf = (rows: readonly (readonly Cell[])[]) =>
  tableFromRows(rows.map((row) => Object.fromEntries(row.map((cell, c) => [`c${c}`, cell]))));

/** Rows alike, by comparing all pairs. */
function naive(rows: readonly (readonly Cell[])[], wildcard: boolean) {
  const alike = (a: readonly Cell[], b: readonly Cell[]): boolean =>
    a.every((cell, c) => cell === b[c] || (wildcard && (cell === null || b[c] === null)));
  return rows.map((row) => rows.flatMap((other, i) => (alike(row, other) ? [i] : [])));
}

describe('frequency counts', () => {
  it('equal the comparison of all pairs of rows, missing cells as values or as wildcards', () => {
    for (let seed = 1; seed <= casesOf(5000, 200); seed++) {
      const below = drawing(seed);
      const width = 1 + below(4);
      const rows = Array.from({ length: 1 + below(25) }, () =>
        Array.from({ length: width }, (): Cell => (below(4) === 0 ? null : below(3))),
      );
      const sensitive = rows.map(() => below(3));
      const weights = rows.map(() => 1 + below(9));
      const table = tableFromRows(
        rows.map((row, i) => ({ ...Object.fromEntries(row.map((cell, c) => [`c${c}`, cell])), s: sensitive[i] })),
      );
      for (const missing of ['value', 'wildcard'] as const) {
        const found = frequencyCounts(table, { missing, weights, sensitive: 's' });
        const expected = naive(rows, missing === 'wildcard');
        expect(Array.from(found.sample), `seed ${seed}`).toEqual(expected.map((alike) => alike.length));
        expect(Array.from(found.population)).toEqual(
          expected.map((alike) => alike.reduce((sum, i) => sum + weights[i], 0)),
        );
        expect(Array.from(found.distinct as Float64Array)).toEqual(
          expected.map((alike) => new Set(alike.map((i) => sensitive[i])).size),
        );
        expect(found.unique).toBe(expected.filter((alike) => alike.length === 1).length);
        expect(found.pairs).toBe(expected.filter((alike) => alike.length === 2).length);
      }
    }
  });

  it('take suppressed cells for wildcards where asked to', () => {
    const table = tableFromRows([{ a: '*' }, { a: 'x' }, { a: 'y' }]);
    const count = (wildcards: string[]) =>
      Array.from(frequencyCounts(table, { missing: 'wildcard', wildcards }).sample);
    expect(count(['*'])).toEqual([3, 2, 2]);
    expect(count([])).toEqual([1, 1, 1]);
  });

  it('refuse columns and weights that do not fit', () => {
    const table = tableOf([[1], [2]]);
    expect(() => frequencyCounts(table, { columns: ['x'] })).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_COLUMN' }),
    );
    expect(() => frequencyCounts(table, { weights: [1] })).toThrow(expect.objectContaining({ code: 'WEIGHTS_LENGTH' }));
    expect(() => frequencyCounts(table, { weights: [1, -1] })).toThrow(
      expect.objectContaining({ code: 'WEIGHTS_RANGE' }),
    );
    expect(() => individualRisk([1], [0.5])).toThrow(expect.objectContaining({ code: 'COUNTS_RANGE' }));
  });
});

describe('individual risk', () => {
  it('is the mean of 1 / F over the negative binomial distribution of F, whatever f and p', () => {
    for (const f of [1, 2, 3, 5, 10, 40, 200]) {
      for (const p of [0.02, 0.1, 0.3, 0.5, 0.51, 0.6, 0.9, 0.99]) {
        // P(F = f + j) = C(f + j - 1, j) p^f (1 - p)^j
        let probability = Math.pow(p, f);
        let mean = 0;
        for (let j = 0; j < 60_000; j++) {
          mean += probability / (f + j);
          probability *= ((f + j) / (j + 1)) * (1 - p);
        }
        if (Math.pow(p, f) < 1e-290) continue;
        expect(individualRisk([f], [f / p])[0] / mean, `f = ${f}, p = ${p}`).toBeCloseTo(1, 8);
      }
    }
    expect(individualRisk([4], [4])[0]).toBe(1 / 4);
  });
});

describe.skipIf(sharedFolder === null)('the truth of survey tools', () => {
  const truth = (
    sharedFolder === null
      ? { freqCalc: [], ldiversity: [], suda2_commentedOutInSdcMicro: [] }
      : JSON.parse(readFileSync(sharedPath('truth/frequency-with-missing.json'), 'utf8'))
  ) as Truth;

  it.each(truth.freqCalc.map((one) => [one.name, one] as const))(
    'counts: %s',
    (_, { rows, weights, fk, Fk, n1, n2 }) => {
      const found = frequencyCounts(tableOf(rows), { missing: 'wildcard', weights });
      expect(Array.from(found.sample)).toEqual(fk);
      expect(Array.from(found.population)).toEqual(Fk);
      expect([found.unique, found.pairs]).toEqual([n1, n2]);
    },
  );

  it('individual risks, exact and approximate', () => {
    const { rows, weights, approx_survey, exact_survey, nonSurvey_1_over_fk, tolerance } = truth.indivRisk_noMissing;
    const { sample, population } = frequencyCounts(tableOf(rows), { missing: 'wildcard', weights });
    const near = (found: Float64Array, expected: number[]) =>
      found.forEach((risk, i) => expect(Math.abs(risk - expected[i])).toBeLessThanOrEqual(tolerance));
    near(individualRisk(sample, population, 'approximate'), approx_survey);
    near(individualRisk(sample, population), exact_survey);
    near(individualRisk(sample, population, 'sample'), nonSurvey_1_over_fk);
  });

  it('distinct sensitive values among matching rows', () => {
    const [first, second] = truth.ldiversity;
    const found = frequencyCounts(tableOf(first.rows), {
      columns: first.qi.map((c) => `c${c}`),
      missing: 'wildcard',
      sensitive: `c${first.sensitive}`,
    });
    expect(Array.from(found.distinct as Float64Array)).toEqual(first.distinct);
    for (const [column, expected] of [
      ['c1', second.distinct_sens1],
      ['c2', second.distinct_sens2],
    ] as const) {
      const { distinct } = frequencyCounts(tableOf(second.rows), {
        columns: ['c0'],
        missing: 'wildcard',
        sensitive: column,
      });
      expect(Array.from(distinct as Float64Array)).toEqual(second.rows.map(() => expected));
    }
  });

  it('SUDA scores', () => {
    for (const { columns, rows, score } of truth.suda2_commentedOutInSdcMicro) {
      const table = tableFromRows(rows.map((row) => Object.fromEntries(row.map((cell, c) => [columns[c], cell]))));
      expect(Array.from(sudaScores(table))).toEqual(score);
    }
  });
});
