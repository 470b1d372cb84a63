import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import {
  anonymize,
  applyRecoding,
  attackComposition,
  auditRelease,
  checkComposition,
  parseJob,
  proposeJob,
  tableFromRows,
} from '../../src/index.js';
import { hideRare } from '../../src/audit/rare.js';
import { mergeRareOf } from '../../src/table/merge-rare.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { columnOf } from '../table-texts.js';

const ages = Array.from({ length: 24 }, (_, i) => 20 + (i % 3) * 10);
/** HIV and kuru have one row each, gout three, flu and cold the others. */
const sick = (row: number): string => ['HIV', 'kuru', 'gout', 'gout', 'gout'][row] ?? (row % 2 === 0 ? 'flu' : 'cold');
const people = tableFromRows(ages.map((age, row) => ({ age, sick: sick(row) })));
const jobOf = (rare?: number): Job => ({
  attributes: {
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [10, 20] } },
    sick: { role: 'sensitive', ...(rare === undefined ? {} : { rare }) },
  },
  privacy: [
    { model: 'k-anonymity', k: 3 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'sick' },
  ],
  algorithm: 'optimal-lattice',
});
const countsOf = (texts: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
};

describe('rare values of a sensitive column of texts', () => {
  it('are released as other under "rare", without a warning, and the audit repeats it', async () => {
    const { release, audit, warnings, result } = await anonymize(people, jobOf(3), { engine: 'js', seed: 1 });
    // HIV and kuru alone would be two rows of "other": the rarest of the others joins them.
    expect(countsOf(columnOf(release, 'sick'))).toEqual({ other: 5, flu: 9, cold: 10 });
    expect(warnings.map(({ code }) => code)).not.toContain('RARE_SENSITIVE_VALUE');
    expect(result.exposure.sick).toEqual({ texts: 0, rows: 0 });
    expect(auditRelease(release, jobOf(3), people)).toMatchObject({ holds: true, classes: audit.classes });
  });

  it('are released as they are by a job that does not ask for it, with a warning', async () => {
    const { release, warnings } = await anonymize(people, jobOf(), { engine: 'js', seed: 1 });
    expect(columnOf(release, 'sick')).toContain('kuru');
    expect(warnings.map(({ code }) => code)).toContain('RARE_SENSITIVE_VALUE');
    expect(auditRelease(release, jobOf(3), people).problems.join()).toContain('"sick"');
  });

  it('are hidden alike by the run and by the audit, on random columns', () => {
    for (let seed = 0; seed < casesOf(500, 60); seed++) {
      const random = seededRandom(seed);
      const rows = Array.from({ length: 1 + random.below(40) }, () => {
        const value = random.below(1 + random.below(9));
        return { s: value === 0 ? null : value === 1 ? 'other' : `v${value}` };
      });
      const table = tableFromRows(rows);
      const fewest = 2 + random.below(5);
      const run = mergeRareOf(table, new Map([['s', fewest]]));
      const audited = hideRare(table, [{ name: 's', fewest }])!;
      expect(columnOf(run, 's')).toEqual(columnOf(audited, 's'));
      const counts = countsOf(run.toRows().flatMap(({ s }) => (s === null ? [] : [String(s)])));
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
      for (const count of Object.values(counts)) expect(count).toBeGreaterThanOrEqual(Math.min(fewest, all));
    }
  });

  it('of newcomers are other, too: a kept recoding names the texts that were released', async () => {
    const { result } = await anonymize(people, jobOf(3), { engine: 'js', seed: 1 });
    const newcomers = tableFromRows(['flu', 'kuru', 'ebola'].map((each) => ({ age: 20, sick: each })));
    const { release } = await applyRecoding(JSON.parse(JSON.stringify(result)), newcomers);
    expect(columnOf(release, 'sick').sort()).toEqual(['flu', 'other', 'other']);
  });

  it('are what an earlier release may show of other: nobody is lost to the check of both', async () => {
    const job = jobOf(3);
    const before = await anonymize(people, jobOf(), { engine: 'js', seed: 1 });
    const now = await anonymize(people, job, { engine: 'js', seed: 2 });
    const check = (release: typeof now.release, previous: typeof now.release, earlier: Job) =>
      checkComposition(people, { release, job }, [{ release: previous, job: earlier }]);
    expect(check(now.release, before.release, jobOf())).toMatchObject({ holds: true, people: 24 });
    // A class of two rows, kuru and HIV, is all "other" in the new release: they are left with less than two values.
    const rows = [20, 20, 40, 40].map((age, row) => ({ age, sick: ['kuru', 'HIV', 'flu', 'cold'][row] }));
    const few = tableFromRows(rows);
    const label = (texts: readonly string[]) =>
      tableFromRows(['[20-29]', '[20-29]', '[40-49]', '[40-49]'].map((age, row) => ({ age, sick: texts[row] })));
    const found = checkComposition(few, { release: label(['other', 'flu', 'other', 'cold']), job }, [
      { release: label(['kuru', 'HIV', 'flu', 'cold']), job: jobOf() },
    ]);
    expect(found.attributes[0].exposed).toBeGreaterThan(0);
  });

  it('are no common value of two releases that show different ones', () => {
    const job = jobOf(3);
    // Rows of the first two people show cold or flu in one release and gout or flu in the other: they have flu.
    const ages = [20, 20, 40, 40, 60, 60];
    const few = tableFromRows(ages.map((age, row) => ({ age, sick: sick(row) })));
    const label = (texts: readonly string[]) => {
      const ranges = ['[20-29]', '[20-29]', '[40-49]', '[40-49]', '[60-69]', '[60-69]'];
      return tableFromRows(ranges.map((age, row) => ({ age, sick: texts[row] })));
    };
    const first = label(['cold', 'flu', 'flu', 'other', 'cold', 'other']);
    const second = label(['gout', 'flu', 'flu', 'other', 'gout', 'other']);
    const found = checkComposition(few, { release: second, job }, [{ release: first, job }]);
    expect(found.attributes[0].exposed).toBe(2);
    // If "other" stands in both, cold may be "other" of the second release, and gout of the first.
    const attack = attackComposition({ release: first, job }, { release: second, job }, few);
    expect(attack.attributes[0]).toMatchObject({ inBoth: 6, knownByBoth: 2, contradicted: 0, comparedBySets: 6 });
  });

  it('are other in jobs that are made from a table, with the reason, unless somebody named the column', () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({
      age: 20 + (i % 40),
      diagnosis: i < 3 ? `D${i}` : `E${i % 5}`,
      religion: `r${i % 3}`,
    }));
    const table = tableFromRows(rows);
    const { job, columns } = proposeJob(table, { k: 4, rowsArePeople: true });
    expect(job.attributes).toMatchObject({
      diagnosis: { role: 'sensitive', rare: 4 },
      religion: { role: 'sensitive' },
    });
    expect(job.attributes.religion).not.toHaveProperty('rare');
    const reason = columns.find(({ name }) => name === 'diagnosis')?.reason;
    expect(reason).toContain('3 rows have a text that fewer than 4 share, released as "other"');
    expect(reason).not.toMatch(/D[012]/);
    const named = proposeJob(table, { k: 4, rowsArePeople: true, sensitive: ['diagnosis'] });
    expect(named.job.attributes.diagnosis).not.toHaveProperty('rare');
    expect(named.warnings.map(({ code }) => code)).toContain('RARE_SENSITIVE_VALUE');
  });

  it('are refused of what is no sensitive text', async () => {
    const codeOf = (job: Job): unknown => {
      try {
        return parseJob(job);
      } catch (error) {
        return (error as { readonly code: string }).code;
      }
    };
    const { attributes, ...others } = jobOf(3);
    expect(codeOf({ ...others, attributes: { ...attributes, age: { role: 'quasi-identifier', rare: 3 } } })).toBe(
      'OPTION_UNUSED',
    );
    expect(codeOf({ ...others, attributes: { ...attributes, sick: { role: 'sensitive', rare: 1 } } })).toBe(
      'OPTION_RANGE',
    );
    const numbers = tableFromRows(ages.map((age, row) => ({ age, sick: row })));
    await expect(anonymize(numbers, jobOf(3), { engine: 'js' })).rejects.toMatchObject({ code: 'OPTION_UNUSED' });
  });
});
