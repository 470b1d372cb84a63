import { describe, expect, it } from 'vitest';
import { verdictOfRun } from '../../src/hosts/command/format.js';
import { anonymize, preview, tableFromRows, type Job } from '../../src/index.js';
import { proofOf } from '../../playground/src/parts/proof.js';

const table = tableFromRows(
  Array.from({ length: 24 }, (_, i) => ({ age: i % 6, city: 'abcd'[i % 4], sex: 'fm'[i % 2] })),
);
const quasi = { role: 'quasi-identifier' } as const;
const job = (algorithm: Job['algorithm'], city: Job['attributes'][string] = quasi): Job => ({
  attributes: { age: quasi, city, sex: quasi },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm,
});
const options = { engine: 'js', seed: 1 } as const;

describe('a proof over texts without an order', () => {
  it('names them, in the result, the summary and the page', async () => {
    const { result } = await anonymize(table, job({ name: 'k-optimize', metric: 'loss' }), options);
    expect([result.search.optimal, result.assumedOrder]).toEqual([true, ['city']]);
    const note = 'for this order of the texts of "city" (by code point)';
    expect(verdictOfRun(result)[0]).toContain(`proven optimal ${note}`);
    expect(proofOf(result)).toBe(`proven best, by loss ${note}`);
    expect((await preview(table, job('k-optimize'), options)).assumedOrder).toEqual(['city']);
  });

  it('names none where the job gives an order, or nothing is cut in one', async () => {
    const ordered = { ...quasi, hierarchy: { type: 'order', values: ['a', 'b', 'c', 'd'] } } as const;
    const { result } = await anonymize(table, job('k-optimize', ordered), options);
    expect(result).not.toHaveProperty('assumedOrder');
    expect(verdictOfRun(result)[0]).toMatch(/proven optimal$/);
    expect((await anonymize(table, job('mondrian'), options)).result).not.toHaveProperty('assumedOrder');
  });
});
