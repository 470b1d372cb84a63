import { describe, expect, it } from 'vitest';
import { anonymize, tableFromRows, type Job } from '../../src/index.js';
import { cellsOf } from '../table-texts.js';
import { bothEngines } from '../engine/engines.js';

const engines = Object.values(await bothEngines());
/** Two people of every code, who differ in what they have: enough for two distinct values, not to hide among three. */
const people = Array.from({ length: 24 }, (_, i) => ({ zip: `53${Math.floor(i / 2) + 10}`, sick: 'ab'[i % 2] }));
const table = tableFromRows(people);
const diverse: Job['privacy'] = [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'sick' }];

function jobWith(hierarchy: object, more: Partial<Job> = {}): Job {
  return {
    attributes: { zip: { role: 'quasi-identifier', type: 'string', hierarchy: hierarchy as never }, sick: { role: 'sensitive' } },
    privacy: diverse,
    algorithm: 'mondrian',
    ...more,
  };
} // prettier-ignore

/** Rows of the smallest class. */
async function smallest(job: Job, engine = engines[0]): Promise<number> {
  const { release, result } = await anonymize(table, job, { engine, seed: 1 });
  expect(result.privacy).toHaveLength(job.privacy.length);
  const counts = new Map<string, number>();
  for (const [zip] of cellsOf(release)) counts.set(zip, (counts.get(zip) ?? 0) + 1);
  return Math.min(...counts.values());
}

describe('nodes that are made of the values themselves', () => {
  it.each([
    ['mondrian', { type: 'mask', keep: 'left' }],
    [
      { name: 'mondrian', hierarchies: 'strings' },
      { type: 'mask', keep: 'left' },
    ],
    [
      { name: 'mondrian', hierarchies: 'follow' },
      { type: 'mask', keep: 'left' },
    ],
    ['optimal-lattice', { type: 'mask', keep: 'left' }],
    ['optimal-lattice', { type: 'suppress' }],
  ] as const)('have three people where no k is asked for: %j, %j', async (algorithm, hierarchy) => {
    for (const engine of engines) {
      expect(await smallest(jobWith(hierarchy, { algorithm }), engine)).toBeGreaterThanOrEqual(3);
    }
  });

  it('have k people where it is asked for, and two where bounds of the rows may be shown', async () => {
    const mask = { type: 'mask', keep: 'left' };
    const privacy: Job['privacy'] = [{ model: 'k-anonymity', k: 2 }, ...diverse];
    expect(await smallest(jobWith(mask, { privacy }))).toBe(2);
    expect(await smallest(jobWith(mask, { output: { ranges: 'tight' } }))).toBe(2);
  });

  it('need no people of their own where the job names them all', async () => {
    const levels = Array.from({ length: 12 }, (_, i) => [`53${i + 10}`, `group ${i % 3}`, '*']);
    expect(await smallest(jobWith({ type: 'levels', rows: levels }))).toBe(2);
  });
});
