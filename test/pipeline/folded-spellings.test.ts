import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, attackHomogeneity, auditRelease, parseJob, tableFromRows } from '../../src/index.js';
import { promiseOf } from '../../src/report/promises.js';
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

  it('are counted apart by an audit without the original and by the attack on homogeneity, and folded beside', async () => {
    const { release, result } = await anonymize(table, jobOf(false, 2));
    const audited = auditRelease(release, jobOf(false, 2));
    expect(audited.privacy[1]).toMatchObject({ achieved: { l: 3 }, achievedFolded: { l: 1 }, holdsFolded: false });
    expect(audited.holds).toBe(true);
    const [sick] = attackHomogeneity(release, jobOf(false, 2)).attributes;
    expect(sick).toMatchObject({ homogeneousRows: 0, largestConfidence: 1 / 3 });
    expect(sick.folded).toMatchObject({ homogeneousClasses: 1, homogeneousRows: 3, largestConfidence: 1 });
    expect(promiseOf(result.privacy[1])).toBe(
      'Every class holds at least 2 different values of the sensitive column, 1 when spellings are folded; missing cells count as one value.',
    );
    const entropy: Job = {
      ...jobOf(false, 2),
      privacy: [{ model: 'l-diversity', variant: 'entropy', l: 2, attribute: 'sick' }],
    };
    expect(promiseOf((await anonymize(table, entropy)).result.privacy[0])).toMatch(
      /not when spellings are folded \(l 1\); missing cells count as one value\.$/,
    );
  });

  it('leave the attack on homogeneity as it was where there are none', async () => {
    const { release } = await anonymize(table, jobOf(true, 2));
    expect(attackHomogeneity(release, jobOf(true, 2)).attributes[0]).not.toHaveProperty('folded');
  });

  it('are one value under "fold", in search, release and audit', async () => {
    const { result, release, audit, warnings } = await anonymize(table, jobOf(true, 2));
    expect(codes(warnings)).not.toContain('SIMILAR_VALUES');
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

  it.each(['quasi-identifier', 'insensitive', 'drop'] as const)('are asked about among codes of a column: %s', async (role) => {
    const rows = ['01234', 'NA', '02345', '01234', '02345', '-'].map((zip, i) => ({ zip, sick: i % 2 === 0 ? 'flu' : 'gout', age: 30 })); // prettier-ignore
    const job = jobOf(false, 2);
    const attributes = { ...job.attributes, zip: { role, type: 'string' } as const };
    const { warnings } = await anonymize(tableFromRows(rows, { types: { zip: 'string' } }), { ...job, attributes });
    const asked = warnings.filter(({ code }) => code === 'MAYBE_MISSING').map(({ message }) => message);
    const cells = '2 cells "NA", "-" of column "zip" count as values; if they stand for missing values, say --missing NA,-';
    expect(asked).toEqual(role === 'drop' ? [] : [expect.stringContaining(cells)]);
  }); // prettier-ignore

  it('are merged in sensitive columns of rows alone', async () => {
    const job = jobOf(true, 2);
    const wrong = { ...job, attributes: { ...job.attributes, age: { role: 'quasi-identifier', fold: true } as const } };
    expect(() => parseJob(wrong)).toThrow(/attributes\.age\.fold/);
  });
});
