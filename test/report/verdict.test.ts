import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, compare, tableFromRows, type Job } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { describeRun } from '../../src/hosts/command/format.js';
import { reportContent } from '../../src/report/report-content.js';
import { warningLines } from '../../src/report/warning-lines.js';
import { verdictLines } from '../../src/report/verdict.js';
import { casesOf } from '../shared.js';
import { cellOf } from '../table-texts.js';

const quasi = { role: 'quasi-identifier' } as const;

describe('the verdict of a release', () => {
  it('names the columns that are not released, in the summary and in the report, and no cell', async () => {
    const rows = Array.from({ length: 8 }, (_, i) => ({
      email: `u${i}`,
      age: 20 + (i % 2),
      visit: `v${i}`,
      note: 'n',
    }));
    const job = {
      attributes: { email: { role: 'identifier' }, age: quasi, visit: { role: 'drop' }, note: { role: 'insensitive' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    } as const;
    const { result, audit } = await anonymize(tableFromRows(rows), job, { engine: 'js', seed: 1 });
    const line = 'not released: email (identifier), visit (drop)';
    expect(describeRun(result, job)).toContain(line);
    const facts = { result, audit, input: 'i', output: 'o', seed: 1, metrics: [] };
    const linesOf = (asked: Job): string[] =>
      reportContent({ job: asked, ...facts }).verdict.lines.map(({ text }) => text);
    expect(linesOf(job)).toContain(line);
    expect(linesOf({ ...job, attributes: { age: quasi, note: { role: 'insensitive' } } }).join()).not.toContain(
      'not released',
    );
  });

  it('proposes for rare sensitive values what works beside t-closeness, too', () => {
    const [{ text }] = warningLines([{ code: 'RARE_SENSITIVE_VALUE', message: 'rare', attribute: 's' }]);
    expect(text).toContain('give it the role "quasi-identifier" and leave out its models');
    expect(text).not.toContain('t-closeness');
  });

  it('lists rare values, classes with one sensitive value, the largest risk and suppressed rows, before any model', async () => {
    const people = [
      { age: 20, illness: 'flu', note: 'a' },
      { age: 20, illness: 'flu', note: 'a' },
      { age: 30, illness: 'flu', note: 'a' },
      { age: 30, illness: 'gout', note: 'b' },
      { age: 31, illness: 'cold', note: 'a' },
    ];
    const job: Job = {
      attributes: { age: quasi, illness: { role: 'sensitive' }, note: { role: 'insensitive' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'optimal-lattice',
      suppression: { maxRows: 1 },
    };
    const { release, result } = await anonymize(tableFromRows(people), job, { seed: 1 });
    const lines = verdictLines(result);
    expect(lines.map(({ text }) => text)).toEqual([
      'rare values shown: "illness" (1 text in 1 row), "note" (1 text in 1 row)',
      'classes with one sensitive value: 1 of "illness" (2 rows), of 2 classes',
      'largest risk of a row to be found: 100 % in the input, 50 % in the release',
      'suppressed: 1 of 5 rows (20 %)',
    ]);
    expect(lines.map(({ isSafe }) => isSafe)).toEqual([false, false, true, true]);
    // Without the original nobody knows what was rare, nor the risk before.
    const [first] = verdictLines(auditRelease(release, job));
    expect(first.text).toBe('classes with one sensitive value: 1 of "illness" (2 rows), of 2 classes');
  });

  it('says of permuted values what a bucket hides, and that membership is not hidden', async () => {
    const people = Array.from({ length: 12 }, (_, i) => ({ age: 20 + i, illness: `s${i % 3}` }));
    const job: Job = {
      attributes: { age: quasi, illness: { role: 'sensitive' } },
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 3, attribute: 'illness' }],
      algorithm: 'bucketization',
    };
    const { result } = await anonymize(tableFromRows(people), job, { engine: 'js', seed: 1 });
    const line = verdictLines(result).find(({ about }) => about === 'risk');
    expect(line?.text).toMatch(/^chance to link a row with its own among .* \d.*MEMBERSHIP_NOT_PROTECTED\)$/);
    expect(line?.isSafe).toBe(false);
    const { runs } = await compare(tableFromRows(people), job, ['bucketization', 'mondrian'], { accuracy: false });
    expect(runs.map(({ family, risk, paretoOptimal }) => [family, risk === null, paretoOptimal])).toEqual([
      ['permuting', true, null],
      ['generalizing', false, true],
    ]);
  });

  it('counts as a naive count of the rows does, on random tables, kept and counted', async () => {
    let alone = 0;
    for (let seed = 0; seed < casesOf(1000, 40); seed++) {
      const random = seededRandom(seed);
      const people = Array.from({ length: 6 + random.below(30) }, () => ({
        a: random.below(5),
        b: `v${random.below(3)}`,
        s: `s${random.below(3)}`,
        t: `t${random.below(2)}`,
      }));
      const job: Job = {
        attributes: { a: quasi, b: quasi, s: { role: 'sensitive' }, t: { role: 'sensitive' } },
        privacy: [{ model: 'k-anonymity', k: 2 }],
        algorithm: ['mondrian', 'local-recoding', 'k-optimize', 'datafly'][seed % 4],
        suppression: { maxFraction: 0.3 },
        output: { suppressed: seed % 3 === 0 ? 'star' : 'drop' },
      };
      const table = tableFromRows(people);
      const { release, result, audit } = await anonymize(table, job, { engine: seed % 2 === 0 ? 'js' : 'wasm', seed });
      const classes = new Map<string, number[]>();
      for (let row = 0; row < release.rows; row++) {
        const key = `${cellOf(release, 'a', row)}|${cellOf(release, 'b', row)}`;
        classes.set(key, [...(classes.get(key) ?? []), row]);
      }
      // Suppressed rows in the file are a class of `*`; another class of `*` cannot be separated from them.
      if (job.output?.suppressed === 'star' && result.suppressed > 0) {
        if ((classes.get('*|*')?.length ?? 0) !== result.suppressed) continue;
        classes.delete('*|*');
      }
      const lists = [...classes.values()];
      for (const name of ['s', 't']) {
        const uniform = lists.filter((rows) => new Set(rows.map((row) => cellOf(release, name, row))).size === 1);
        const expected = { classes: uniform.length, rows: uniform.flat().length };
        expect(result.oneValued[name], `seed ${seed}`).toEqual(expected);
        alone += expected.classes;
      }
      const groups = new Map<string, number>();
      for (const { a, b } of people) groups.set(`${a}|${b}`, (groups.get(`${a}|${b}`) ?? 0) + 1);
      expect(result.risk).toEqual({
        before: 1 / Math.min(...groups.values()),
        after: lists.length === 0 ? 0 : 1 / Math.min(...lists.map(({ length }) => length)),
      });
      expect([audit.risk, audit.oneValued]).toEqual([result.risk, result.oneValued]);
    }
    expect(alone).toBeGreaterThan(20);
  });
});
