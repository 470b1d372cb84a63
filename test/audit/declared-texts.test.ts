import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, readCsv, readForJob, type Job } from '../../src/index.js';
import { bothEngines, ENGINES } from '../engine/engines.js';
import { csvOf } from '../table-texts.js';

const engines = await bothEngines();

/** By code point 10 < 100 < 20 < 9; by number 9 < 10 < 20 < 100. */
const wards = ['9', '9', '9', '10', '10', '100', '20', '100', '9', '9', '10', '100'];
const csv = `age,ward\n${wards.map((ward, i) => `${20 + 10 * (i % 3)},${ward}\n`).join('')}`;
/** Codes with leading zeros, whose column is not declared. */
const codes = csv.replaceAll(/,(\d+)$/gm, ',0$1');
const jobOf = (ward: Job['attributes'][string]): Job => ({
  attributes: { age: { role: 'quasi-identifier' }, ward },
  privacy: [
    { model: 'k-anonymity', k: 2 },
    { model: 't-closeness', t: 1, distance: 'ordered', attribute: 'ward' },
  ],
  algorithm: 'mondrian',
});

describe('the order of sensitive texts that look like numbers', () => {
  it.each([
    ['declared to be texts', csv, jobOf({ role: 'sensitive', type: 'string' })],
    ['codes with leading zeros', codes, jobOf({ role: 'sensitive' })],
    ['numbers', csv, jobOf({ role: 'sensitive' })],
  ] as const)('is the same in the result and in audits with and without the original: %s', async (_, text, job) => {
    for (const engine of ENGINES) {
      const input = await readForJob(text, job);
      const done = await anonymize(input.table, input.job, { engine: engines[engine], seed: 1 });
      const told = done.result.privacy[1].achieved.t;
      for (const types of [undefined, { age: 'string', ward: 'string' } as const]) {
        const release = await readCsv(csvOf(done.release), { delimiter: ',', types });
        expect(auditRelease(release, input.job, input.table).privacy[1].achieved.t).toBeCloseTo(told, 12);
        expect(auditRelease(release, input.job).privacy[1].achieved.t).toBeCloseTo(told, 12);
      }
    }
  });
});
