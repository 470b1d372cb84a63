import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, auditRelease } from '../../src/index.js';
import { jobOf, k, labels, private1, public2, tableOf } from '../permutation/thesis-tables.js';

/** Of Figure 2.6, which has no salaries. */
function publicJob(algorithm: Job['algorithm']): Job {
  const job = jobOf({ ...k(2), algorithm }, true);
  const { zip, age } = job.attributes;
  return { ...job, attributes: { zip, age } };
}

/** The hierarchies of Figure 2.9 over the values of Figure 2.1. */
function figure21(algorithm: Job['algorithm']): Job {
  const job = jobOf({ ...k(2), algorithm });
  const zips = [5370, 5371, 5372, 5373].map((zip) => [`${zip}`, '537*']);
  const ages = [25, 27].map((age) => [`${age}`, '20-30', '*']);
  const { zip, age } = job.attributes;
  return {
    ...job,
    attributes: {
      ...job.attributes,
      zip: { ...zip, hierarchy: { type: 'levels', rows: zips } },
      age: { ...age, hierarchy: { type: 'levels', rows: ages } },
    },
  };
}

describe.each(['wasm', 'js'] as const)('the generalized tables of the thesis (%s)', (engine) => {
  it('Figure 2.4, multidimensional, k = 2: cut by order, released as nodes of Figure 2.9', async () => {
    const job = figure21({ name: 'mondrian', hierarchies: 'follow', cuts: 'order' });
    const { release, result, audit } = await anonymize(tableOf(private1), job, { engine });
    expect(labels(release, ['zip', 'age'])).toEqual(['537* 25: 3', '537* 27: 3', '5370 25: 2']);
    expect(result).toMatchObject({ classes: 3, suppressed: 0, metrics: { discernibility: 9 + 9 + 4 } });
    expect(audit.holds).toBe(true);
    expect(auditRelease(release, job, tableOf(private1))).toMatchObject({ holds: true, problems: [], classes: 3 });
  });

  it('along the tree of the zip codes, 5373 with its one row keeps all of age 25 in one class', async () => {
    const job = figure21({ name: 'mondrian', hierarchies: 'follow' });
    const { release } = await anonymize(tableOf(private1), job, { engine });
    expect(labels(release, ['zip', 'age'])).toEqual(['537* 25: 5', '537* 27: 3']);
  });

  it.each(['min-gen', 'samarati', 'incognito'])('Figure 2.7, full-domain, k = 2: %s', async (algorithm) => {
    const { release, result } = await anonymize(tableOf(public2), publicJob(algorithm), { engine });
    expect(labels(release, ['zip', 'age'])).toEqual(['537* 20-30: 3', '537* 31-40: 3']);
    expect(result.solution).toMatchObject({ levels: { zip: 1, age: 1 } });
  });

  it('Figure 2.8, multidimensional, k = 2: the same table as Figure 2.7', async () => {
    for (const cuts of ['auto', 'order']) {
      const algorithm = { name: 'mondrian', hierarchies: 'follow', cuts };
      const { release } = await anonymize(tableOf(public2), publicJob(algorithm), { engine });
      expect(labels(release, ['zip', 'age'])).toEqual(['537* 20-30: 3', '537* 31-40: 3']);
    }
  });
});
