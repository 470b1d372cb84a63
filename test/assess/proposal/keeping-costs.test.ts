import { describe, expect, it } from 'vitest';
import { jobText, keepingCosts, parseJobText, preview, proposeJob, tableFromRows } from '../../../src/index.js';
import { keepingCosts as keepingCostsInJs } from '../../../src/js.js';
import type { Table } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';

const tableOf = (rows: number, questions: number, seed = 3): Table => {
  const { below } = seededRandom(seed);
  return tableFromRows(
    Array.from({ length: rows }, (_, i) => ({
      person: `P${i >> 1}`,
      age: 18 + below(60),
      sex: 'FM'[below(2)],
      region: ['north', 'south', 'east'][below(3)],
      ...Object.fromEntries(Array.from({ length: questions }, (_, j) => [`F${j + 1}`, 1 + below(4)])),
      religion: ['none', 'catholic', 'jewish'][below(3)],
    })),
  );
};

describe('costs of keeping what a proposal leaves out', () => {
  it('are the losses of the proposed models with and without it, where the table is a sample of itself', async () => {
    const table = tableOf(300, 12);
    const proposed = proposeJob(table, { rowsArePeople: true });
    const [cost, ...others] = await keepingCosts(table, proposed);
    expect(others).toEqual([]);
    const names = Array.from({ length: 12 }, (_, j) => `F${j + 1}`);
    const losses = [proposed.job, proposeJob(table, { rowsArePeople: true, keep: names }).job].map(
      async (job) => (await preview(table, job, { seed: 1, metrics: ['loss'] })).metrics.loss,
    );
    expect(cost).toEqual({ columns: names, known: null, rows: 300, without: await losses[0], with: await losses[1] });
    expect(cost.with).toBeGreaterThan(cost.without);
  });

  it('are judged by two known columns in a wide table, alike in both engines', async () => {
    const table = tableOf(2500, 40);
    const proposed = proposeJob(table, { rowsArePeople: true });
    const costs = await keepingCosts(table, proposed);
    expect(await keepingCostsInJs(table, proposed)).toEqual(costs);
    expect(costs).toHaveLength(1);
    expect(costs[0]).toMatchObject({ known: 2, rows: 1000 });
    expect(costs[0].columns).toHaveLength(40);
    const text = jobText(proposed, { costs });
    expect(text).toMatch(/Left out since .*2 columns of a row \(--known 2\), estimated on 1,000 rows; more lose less:/);
    expect(text).toMatch(/\/\/ {3}to keep F1 to F40 \(40 columns\): loss 0\.\d\d instead of 0\.\d\d\n/);
    expect(parseJobText(text).attributes).toEqual(proposed.job.attributes);
  });

  it('count persons with all of their rows, where their key is named', async () => {
    const table = tableOf(3000, 40);
    const [cost] = await keepingCosts(table, proposeJob(table, { persons: ['person'] }));
    expect(cost.persons).toBe(cost.rows / 2);
    expect(cost.rows).toBeLessThanOrEqual(1000);
  });

  it('are none where nothing is left out, and end at a signal', async () => {
    const few = tableOf(200, 2);
    expect(await keepingCosts(few, proposeJob(few, { rowsArePeople: true }))).toEqual([]);
    const wide = tableOf(400, 40);
    const signal = AbortSignal.abort();
    await expect(keepingCosts(wide, proposeJob(wide, { rowsArePeople: true }), { signal })).rejects.toThrow(
      /interrupted/,
    );
  });
});
