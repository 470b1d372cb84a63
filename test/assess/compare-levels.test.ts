import { describe, expect, it } from 'vitest';
import { anonymize, compare, proposeJob, tableFromRows, type Job } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';

const random = seededRandom(4);
const table = tableFromRows(
  Array.from({ length: 200 }, () => ({ age: 18 + random.below(60), pay: 1000 + 50 * random.below(80) })),
);
const attributes = { age: { role: 'quasi-identifier' }, pay: { role: 'quasi-identifier' } } as const;
const job: Job = { attributes, privacy: [{ model: 'k-anonymity', k: 5 }], algorithm: 'mondrian' };
const options = { engine: 'js', seed: 1 } as const;

describe('a comparison of a job without hierarchies', () => {
  it('gives algorithms that need levels those of the goal levels, and says so', async () => {
    const { runs, warnings } = await compare(table, job, ['mondrian', 'optimal-lattice'], {
      ...options,
      accuracy: false,
    });
    const proposed = proposeJob(table, { k: 5, goal: 'levels', quasiIdentifiers: ['age', 'pay'] });
    const hierarchies = Object.fromEntries(
      Object.entries(proposed.job.attributes).map(([name, { hierarchy }]) => [name, hierarchy]),
    );
    expect(runs[0].suggested).toBeUndefined();
    expect(runs[1].suggested).toEqual(hierarchies);
    const own = await anonymize(table, { ...job, attributes: proposed.job.attributes, algorithm: 'optimal-lattice' }, options); // prettier-ignore
    expect(runs[1].result?.metrics.loss).toBe(own.result.metrics.loss);
    const without = await anonymize(table, { ...job, algorithm: 'optimal-lattice' }, options);
    expect(runs[1].result?.metrics.loss).toBeLessThan(without.result.metrics.loss ?? 0);
    expect(warnings.map(({ code }) => code)).toEqual(['LEVELS_SUGGESTED']);
    expect(warnings[0].message).toContain('"age", "pay"');
  });

  it('leaves hierarchies of the job as they are', async () => {
    const given = { age: { ...attributes.age, hierarchy: { type: 'suppress' } }, pay: { ...attributes.pay, hierarchy: { type: 'suppress' } } } as const; // prettier-ignore
    const { runs, warnings } = await compare(table, { ...job, attributes: given }, ['optimal-lattice'], {
      ...options,
      accuracy: false,
    });
    expect([runs[0].suggested, warnings]).toEqual([undefined, []]);
  });
});
