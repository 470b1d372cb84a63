import { describe, expect, it } from 'vitest';
import { promiseOf as promiseOfPage } from '../../playground/src/privacy/model-words.js';
import type { Job, PrivacySpec } from '../../src/index.js';
import { anonymize, auditRelease, listAlgorithms, tableFromRows } from '../../src/index.js';
import { describeAudit } from '../../src/hosts/command/format.js';
import { summarizeRun } from '../../src/hosts/command/summary.js';
import { expandAttributes } from '../../src/job/job.js';
import { reportMarkdown } from '../../src/report/report-markdown.js';

type Row = Readonly<Record<string, string | number | null>>;

/** Promises of a run in the summary, and the words of the page for the same models. */
async function promisesOf(rows: readonly Row[], privacy: readonly PrivacySpec[], more: Partial<Job> = {}) {
  const job: Job = {
    attributes: { q: 'quasi-identifier', s: 'sensitive' },
    privacy,
    algorithm: 'mondrian',
    output: { ranges: 'tight' },
    ...more,
  };
  const publicTables = { register: tableFromRows([...'aabbcccc'].map((q) => ({ q }))) };
  const done = await anonymize(tableFromRows(rows), job, { engine: 'js', seed: 1, publicTables });
  const lines = summarizeRun({ result: done.result, job: expandAttributes(job), columns: done.audit.columns });
  return {
    ...done,
    job,
    promises: lines.filter((line) => line.startsWith('- ')).join('\n'),
    page: privacy
      .map(({ model, ...parameters }) =>
        promiseOfPage(
          { model, parameters: Object.fromEntries(Object.entries(parameters).map(([k, v]) => [k, String(v)])) },
          { one: 'row', many: 'rows', permutes: done.result.solution.kind === 'permutation' },
        ),
      )
      .join('\n'),
  };
}

const rowsOf = (text: string): Row[] =>
  text.split(' ').map((pair) => {
    const [q, s] = pair.split(':');
    return { q, s: s === '' ? null : /^\d+$/.test(s) ? Number(s) : s };
  });

describe('promises of models that a table with missing cells would refute', () => {
  it('count a missing cell as the second value of distinct 2-diversity', async () => {
    // Everybody of class a who has a value has HIV.
    const { result, promises, page } = await promisesOf(rowsOf('a:HIV a: b:flu b:gout'), [
      { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' },
    ]);
    expect(result.privacy[0]).toMatchObject({ holds: true, achieved: { l: 2 } });
    for (const text of [promises, page])
      expect(text).toMatch(/at least 2 different values .*; missing cells count as one value\.$/);
  });

  it('say so of entropy and recursive diversity and of t-closeness, too', async () => {
    const { promises, page } = await promisesOf(rowsOf('a:HIV a: b:HIV b:'), [
      { model: 'l-diversity', variant: 'entropy', l: 2, attribute: 's' },
      { model: 'l-diversity', variant: 'recursive', l: 2, c: 2, attribute: 's' },
      { model: 't-closeness', t: 0.1, distance: 'equal', attribute: 's' },
    ]);
    for (const text of [promises, page]) {
      expect(text.split('\n').map((line) => line.endsWith('; missing cells count as one value.'))).toEqual([
        true,
        true,
        true,
      ]);
    }
  });

  it('count the missing cell for k of (k, e)-anonymity and not for e', async () => {
    // Class a has two numbers and a missing cell: three values, not three numbers.
    const { result, promises, page } = await promisesOf(rowsOf('a:10 a:30 a: b:10 b:20 b:40'), [
      { model: 'ke-anonymity', k: 3, e: 20, attribute: 's' },
    ]);
    expect(result.privacy[0]).toMatchObject({ holds: true, achieved: { k: 3, e: 20 } });
    expect(promises).not.toContain('different sensitive numbers');
    for (const text of [promises, page])
      expect(text).toMatch(
        /3 different (sensitive )?values.*, where missing cells count as one value, and .*largest number/,
      );
  });
});

describe('promises of values and people that a model does not look at', () => {
  it('leave values out that a class lacks under delta-disclosure', async () => {
    // Flu has the share 1/3 in the table and 0 in class a: no factor.
    const table = rowsOf('a:HIV a:gout b:flu b:HIV c:flu c:gout');
    const spec = { model: 'delta-disclosure', delta: 1, attribute: 's' } as const;
    const loose = await promisesOf(table, [spec, { model: 'k-anonymity', k: 2 }]);
    expect(loose.result.classes).toBe(3);
    expect(loose.promises).toContain('nothing is promised of values that a class lacks');
    expect(loose.page).toContain('nothing is promised of values that a group lacks');
    const strict = await promisesOf(table, [{ ...spec, absent: 'violates' }]);
    expect(strict.result.privacy[0].absent).toBe('violates');
    expect(strict.result.classes).toBe(1);
    expect(strict.promises).toContain('Every class holds every sensitive value of the table');
    expect(strict.page).toContain('every group has every value');
    expect(auditRelease(strict.release, strict.job, tableFromRows(table)).privacy[0].absent).toBe('violates');
  });

  it('speak of rows of the public table, and not of those outside that are ignored', async () => {
    // The register's people under c are not in the table: a probability of 0, below min.
    const spec = { model: 'delta-presence', min: 0.5, max: 1, public: 'register' } as const;
    const { result, promises, page } = await promisesOf(rowsOf('a:x a:y b:x'), [{ ...spec, outside: 'ignored' }], {
      algorithm: 'optimal-lattice',
      attributes: { q: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } }, s: 'sensitive' },
    });
    expect(result.privacy[0]).toMatchObject({ holds: true, outside: 'ignored', achieved: { min: 0.5 } });
    expect(promises).toMatch(
      /every row of the public table that matches a released class, .*nothing is promised of its other rows/,
    );
    expect(page).toMatch(/every row of the public table that matches a released group/);
    for (const text of [promises, page]) expect(text).not.toMatch(/[Ee]verybody|[Nn]obody/);
  });
});

describe('permuted releases', () => {
  const people = Array.from({ length: 12 }, (_, i) => ({ q: 20 + i, s: `s${i % 3}` }));
  const privacy: PrivacySpec[] = [
    { model: 'l-diversity', variant: 'distinct', l: 3, attribute: 's' },
    { model: 'k-anonymity', k: 3 },
    { model: 'maximum-risk', risk: 0.4 },
    { model: 'average-risk', risk: 0.4 },
  ];

  it.each(['bucketization', 'anatomy', 'slicing'])(
    'are promised by their buckets, and no risk to be found: %s',
    async (algorithm) => {
      // Every quasi-identifier is released as it is and single: who knows an age knows who is there.
      const { promises, page } = await promisesOf(people, privacy, { algorithm });
      for (const text of [promises, page]) {
        expect(text).not.toMatch(/class|look alike|cannot be told|risk of a row|is found/);
        expect(text.match(/bucket/g)?.length).toBeGreaterThanOrEqual(4);
      }
    },
  );

  it('have the same risk line in the audit as in the run, without a risk beside that of the input', async () => {
    const { release, audit, result, job } = await promisesOf(people, privacy, { algorithm: 'bucketization' });
    expect(result.risk).toEqual({ before: 1, after: 1 / 3, of: 'bucket' });
    const again = auditRelease(release, job, tableFromRows(people));
    expect(again.risk).toEqual(result.risk);
    for (const report of [audit, again]) {
      const text = describeAudit(report, job).join('\n');
      expect(text).toContain(
        'among the permuted values of its bucket: 33.3 % in the smallest bucket; who is in the table is not hidden',
      );
      expect(text).not.toContain('largest risk');
    }
    const { metrics } = listAlgorithms();
    const report = reportMarkdown({
      job,
      result,
      audit,
      input: 'r.csv',
      output: 'o.csv',
      seed: null,
      metrics,
      release,
    });
    expect(report).not.toMatch(/Prosecutor|Rows of the input|at the largest risk/);
    expect(report).toContain('Chance to link a row with its own among the permuted values of its bucket');
  });

  it('say nothing of membership where delta-presence of a public table holds', async () => {
    const table = rowsOf('a:x b:y c:x c:y');
    const { promises, audit, job } = await promisesOf(
      table,
      [{ model: 'delta-presence', min: 0, max: 0.5, public: 'register' }],
      {
        algorithm: 'generalize-and-permute',
        attributes: { q: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } }, s: 'sensitive' },
      },
    );
    expect(promises).toContain(
      'For every row of the public table the probability of being in the input lies between 0 % and 50 %.',
    );
    expect(describeAudit(audit, job).join('\n')).not.toContain('is not hidden');
  });
});
