import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, auditRelease, parseJob, tableFromRows } from '../../src/index.js';
import { columnOf } from '../table-texts.js';

const ages = [20, 20, 20, 40, 40, 40];
const people = (sick: readonly string[]) => tableFromRows(ages.map((age, i) => ({ age, sick: sick[i] })));
const table = people(['HIV', 'hiv', 'HIV.', 'flu', 'asthma, HIV', 'HIV, asthma']);

const jobOf = (fold: boolean, l: number): Job => ({
  attributes: {
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [10] } },
    sick: { role: 'sensitive', fold },
  },
  privacy: [
    { model: 'k-anonymity', k: 3 },
    { model: 'l-diversity', variant: 'distinct', l, attribute: 'sick' },
  ],
  algorithm: 'optimal-lattice',
});
const codes = (warnings: readonly { readonly code: string }[]): string[] => warnings.map(({ code }) => code);

describe('spellings of a sensitive value', () => {
  it('are counted apart, and the result says what is left without them', async () => {
    const { result, warnings } = await anonymize(table, jobOf(false, 2));
    expect(result.privacy[1]).toMatchObject({
      achieved: { l: 3 },
      holds: true,
      achievedFolded: { l: 1 },
      holdsFolded: false,
    });
    expect(result.oneValued.sick).toEqual({ classes: 0, rows: 0, folded: { classes: 1, rows: 3 } });
    expect(codes(warnings)).toEqual(expect.arrayContaining(['SIMILAR_VALUES', 'DIVERSITY_OF_SPELLINGS']));
  });

  it('are one value under "fold", in search, release and audit', async () => {
    const { result, release, audit } = await anonymize(table, jobOf(true, 2));
    expect(result.privacy[1]).toMatchObject({ achieved: { l: 3 }, holds: true });
    expect(result.privacy[1]).not.toHaveProperty('achievedFolded');
    expect(result.classes).toBe(1);
    expect(columnOf(release, 'sick').sort()).toEqual(['HIV', 'HIV', 'HIV', 'HIV, asthma', 'HIV, asthma', 'flu']);
    expect(audit.holds).toBe(true);
    expect(auditRelease(release, jobOf(true, 2), table).problems).toEqual([]);
    const unfolded = (await anonymize(table, jobOf(false, 2))).release;
    expect(auditRelease(unfolded, jobOf(true, 2), table).problems).not.toEqual([]);
    expect(auditRelease(unfolded, jobOf(true, 2), table).holds).toBe(false);
  });

  it('are asked about where they are marks of missing values', async () => {
    const { result, warnings } = await anonymize(
      people(['HIV', 'NA', 'unknown', 'flu', 'gout', 'flu']),
      jobOf(false, 2),
    );
    expect(warnings.find(({ code }) => code === 'MAYBE_MISSING')?.message).toContain(
      '"NA", "unknown" of the sensitive column',
    );
    expect(result.privacy[1]).toMatchObject({ achieved: { l: 2 }, achievedFolded: { l: 2 } });
  });

  it('are merged in sensitive columns of rows alone', async () => {
    const job = jobOf(true, 2);
    const wrong = { ...job, attributes: { ...job.attributes, age: { role: 'quasi-identifier', fold: true } as const } };
    expect(() => parseJob(wrong)).toThrow(/attributes\.age\.fold/);
  });
});
