import { describe, expect, it } from 'vitest';
import { anonymize, readTable, type Job } from '../../src/index.js';
import { columnOf } from '../table-texts.js';

/** Masks of each, k of 4: only their roots are large enough. */
const cases = [
  { name: 'one length', zips: ['53711', '64802', '75993', '86084'], star: '*****' },
  { name: 'several lengths', zips: ['5', '64', '759', '8608'], star: '*' },
  { name: 'a missing value', zips: ['53711', '64802', '75993', '86084', null, null, null, null], star: '*****' },
];

describe.each(['js', 'wasm'] as const)('rows of * (%s)', (engine) => {
  it.each(cases)('counts masks that hide every character: $name', async ({ zips, star }) => {
    const job: Job = {
      attributes: { zip: { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'mask' } } },
      privacy: [{ model: 'k-anonymity', k: 4 }],
      algorithm: 'optimal-lattice',
    };
    const done = await anonymize(await readTable(zips.map((zip) => ({ zip }))), job, { engine, seed: 1 });
    const texts = columnOf(done.release, 'zip');
    expect(texts).toContain(star);
    expect(done.audit.columns.zip.starRows).toBe(texts.filter((text) => text === star).length);
    expect(done.audit.columns.zip.starRows).toBeGreaterThanOrEqual(4);
  });

  it('counts no mask that leaves a character, and no value of stars', async () => {
    const job: Job = {
      attributes: { zip: { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'mask' } } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'optimal-lattice',
    };
    const half = await anonymize(await readTable(['51', '52', '61', '62'].map((zip) => ({ zip }))), job, { engine });
    expect(new Set(columnOf(half.release, 'zip'))).toEqual(new Set(['5*', '6*']));
    expect(half.audit.columns.zip.starRows).toBe(0);
    const stars = await anonymize(await readTable(['**', '**', '62', '62'].map((zip) => ({ zip }))), job, { engine });
    expect(columnOf(stars.release, 'zip')).toContain('"**"');
    expect(stars.audit.columns.zip.starRows).toBe(0);
  });
});
