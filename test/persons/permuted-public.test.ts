import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, tableFromRows, type Job } from '../../src/index.js';

describe('the audit of a permuted release under a model on a public table', () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({ p: `p${i}`, a: 20 + ((i * 7) % 10), b: 'xyz'[i % 3], s: 'uvw'[(i * i) % 3] })); // prettier-ignore
  const all = ['p', 'q', 'r'].flatMap((letter) => rows.map(({ a, b }, i) => ({ p: `${letter}${i}`, a, b })));
  const attributes = {
    a: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [2, 4] } },
    b: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    s: 'sensitive',
  };
  const presence = { model: 'delta-presence', min: 0, max: 0.9, public: 'all' };
  const job = { attributes, privacy: [{ model: 'k-anonymity', k: 3 }, presence], algorithm: 'generalize-and-permute' } as Job; // prettier-ignore
  const byPersons = { ...job, attributes: { p: 'person', ...attributes } } as Job;
  const without = (table: readonly Record<string, unknown>[]) => tableFromRows(table.map(({ p: _, ...others }) => others)); // prettier-ignore

  it('counts rows where each is a person, and else says that persons were not recounted', async () => {
    const options = { publicTables: { all: without(all) }, seed: 1, engine: 'js' } as const;
    const { release, audit } = await anonymize(without(rows), job, options);
    expect(audit.holds).toBe(true);
    const original = tableFromRows(rows);
    for (const people of [tableFromRows(all), without(all)]) {
      const found = auditRelease(release, byPersons, original, { publicTables: { all: people } });
      expect(found).toMatchObject({ holds: true, personsRecounted: true, persons: 40, problems: [] });
      expect(found.privacy).toEqual(audit.privacy);
    }
    const twice = tableFromRows(all.map((row, i) => (i === 119 ? { ...row, p: 'r38' } : row)));
    const found = auditRelease(release, byPersons, original, { publicTables: { all: twice } });
    expect(found).toMatchObject({ holds: false, personsRecounted: false });
    expect(found.problems.join()).toContain('keep one row of each person');
  });
});
