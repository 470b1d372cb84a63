/** Releases that are audited without the original, so that types of columns are not known but from the job. */
import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, readCsv, tableFromRows, type AttributeSpec, type Job } from '../../src/index.js';
import { csvLinesOf } from '../table-texts.js';

const quasi = { role: 'quasi-identifier' } as const;
const rows = Array.from({ length: 60 }, (_, i) => ({
  age: 20 + ((i * 7) % 30),
  zip: String(53_700 + ((i * 11) % 23)),
  disease: ['flu', 'cold', 'gout'][i % 3],
}));

const jobOf = (algorithm: Job['algorithm'], age: Partial<AttributeSpec> = {}, zip: Partial<AttributeSpec> = {}): Job => ({
  attributes: { age: { ...quasi, ...age }, zip: { ...quasi, ...zip }, disease: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm,
  output: { order: 'input' },
}); // prettier-ignore

describe('an audit without the original', () => {
  it.each([
    ['means of classes', 'integer', jobOf({ name: 'mdav', replacement: 'centroid' }, {}, { type: 'integer' })],
    ['medians of classes', 'integer', jobOf({ name: 'mdav', replacement: 'median' }, {}, { type: 'integer' })],
    ['ranges', 'integer', jobOf('mondrian', {}, { type: 'integer' })],
    ['masks', 'string', jobOf('mondrian', {}, { hierarchy: { type: 'mask' } })],
    ['masks, numbers as ranges', 'string', jobOf({ name: 'mondrian', hierarchies: 'strings' }, { hierarchy: { type: 'intervals', widths: [5, 10] } }, { type: 'string', hierarchy: { type: 'mask' } })],
    ['masks of what the job does not say', 'string', jobOf({ name: 'mondrian', hierarchies: 'strings' }, { hierarchy: { type: 'intervals', widths: [5, 10] } }, { hierarchy: { type: 'mask' } })],
    ['intervals', 'string', jobOf({ name: 'mondrian', hierarchies: 'follow' }, { hierarchy: { type: 'intervals', widths: [5, 10] } }, { hierarchy: { type: 'suppress' } })],
    ['levels', 'string', jobOf('optimal-lattice', { hierarchy: { type: 'intervals', widths: [5, 10] } }, { hierarchy: { type: 'mask' } })],
  ] as const)('finds the same classes as that of the run: %s', async (_, type, job) => {
    const table = tableFromRows(rows, { types: { zip: type } });
    const { release, result, audit } = await anonymize(table, job, { seed: 1 });
    expect(audit.problems).toEqual([]);
    const again = await readCsv(`${csvLinesOf(release).join('\n')}\n`);
    const alone = auditRelease(again, job);
    expect(alone.problems).toEqual([]);
    expect([alone.holds, alone.classes]).toEqual([true, result.classes]);
  });
}); // prettier-ignore
