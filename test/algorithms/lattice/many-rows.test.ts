import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/index.js';
import { anonymize, Table, tableFromRows } from '../../../src/index.js';

const tree = { type: 'tree', tree: { '*': { low: ['1', '2'], high: ['3', '4'] } } } as const;
const jobOf = (metric: string): Job => ({
  attributes: { q: { role: 'quasi-identifier', type: 'string', hierarchy: tree } },
  privacy: [{ model: 'k-anonymity', k: 20_000_000 }],
  algorithm: { name: 'optimal-lattice', metric } as Job['algorithm'],
  output: { ranges: 'tight' },
});

/** 90,000,010 rows, counted. */
const counted = (): Table => {
  const { columns } = tableFromRows(
    ['1', '2', '3', '4'].map((q) => ({ q })),
    { types: { q: 'string' } },
  );
  const weights = Uint32Array.of(45_000_000, 10, 30_000_000, 15_000_000);
  const [column] = columns;
  return new Table(90_000_010, [{ ...column, rowsPerCode: weights }], [], weights);
};

describe.each(['js', 'wasm'] as const)('a lattice over more than 67,108,864 rows in %s', (engine) => {
  it.each(['loss', 'height', 'average-class-size'])('is searched by %s, which sums no squares', async (metric) => {
    const { result } = await anonymize(counted(), jobOf(metric), { engine, seed: 1 });
    expect(result.solution).toMatchObject({ kind: 'levels', levels: { q: 1 } });
    expect(result.classes).toBe(2);
  });

  it('is refused by discernibility, whose squares would not be exact', async () => {
    await expect(anonymize(counted(), jobOf('discernibility'), { engine, seed: 1 })).rejects.toThrow(
      /rows whose discernibility is counted exactly/,
    );
  });
});
