import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/index.js';
import { anonymize, InfeasibleError, tableFromRows } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { attackMembership } from '../../../src/assess/attacks/membership-attack.js';
import { salaryJob, private1, public1, tableOf } from './thesis-tables.js';
import { drawPublicPeople, publicAttributes } from './public-people.js';
import { cellsOf } from '../../table-texts.js';
import { long } from '../../shared.js';

const cells = (table: Awaited<ReturnType<typeof anonymize>>['release']): string[] =>
  cellsOf(table, ['zip', 'age'])
    .map((row) => row.join(' '))
    .sort();

describe('mpalm', () => {
  for (const engine of ['js', 'wasm'] as const) {
    it(`Figure 2.13: five rows of 537*, 25 and three of 537*, 27, audited (${engine})`, async () => {
      const job = salaryJob(
        { privacy: [{ model: 'delta-presence', min: 0.1, max: 0.9, public: 'P' }], algorithm: 'mpalm' },
        true,
      );
      const done = await anonymize(tableOf(private1), job, { engine, publicTables: { P: tableOf(public1) } });
      expect(cells(done.release)).toEqual([...Array<string>(5).fill('537* 25'), ...Array<string>(3).fill('537* 27')]);
      expect(done.result.privacy[0]).toMatchObject({ holds: true, achieved: { min: 3 / 4, max: 5 / 6 } });
    });
  }

  it('keeps every model on random tables, as the attack sees it', async () => {
    const random = seededRandom(9);
    let released = 0;
    for (let trial = 0; trial < (long ? 60 : 20); trial++) {
      const { people, inside } = drawPublicPeople(random);
      const job: Job = {
        attributes: publicAttributes,
        privacy: [
          { model: 'delta-presence', min: trial % 2 === 0 ? 0 : 0.1, max: 0.6, public: 'P' },
          trial % 4 < 2
            ? { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }
            : { model: 'weak-l-diversity', l: 3, attribute: 's', public: 'P' },
        ],
        algorithm: { name: 'mpalm', cuts: trial % 3 === 0 ? 'ranges' : 'auto' },
      };
      try {
        const publicTable = tableFromRows(people);
        const done = await anonymize(tableFromRows(inside), job, { engine: 'js', publicTables: { P: publicTable } });
        const report = attackMembership(done.release, publicTable, job);
        expect(report.unknown).toBe(0);
        expect(done.audit.holds).toBe(true);
        if (trial % 4 > 1) expect(done.result.privacy[1].achieved.l).toBeGreaterThanOrEqual(3 - 1e-9);
        expect(report.largest[1]).toBeLessThanOrEqual(0.6 + 1e-9);
        if (trial % 2 === 1) expect(report.smallest[0]).toBeGreaterThanOrEqual(0.1 - 1e-9);
        released++;
      } catch (error) {
        if (!(error instanceof InfeasibleError)) throw error;
      }
    }
    expect(released).toBeGreaterThan(long ? 30 : 8);
  });
});
