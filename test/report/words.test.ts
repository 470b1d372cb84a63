import { describe, expect, it } from 'vitest';
import { describeAudit, describeInspection, describeRun } from '../../src/hosts/command/format.js';
import { anonymize, auditRelease, inspect, listAlgorithms, tableFromRows } from '../../src/index.js';
import type { Job } from '../../src/index.js';
import { counted } from '../../src/base/numbers.js';
import { reportHtml } from '../../src/report/report-html.js';
import { planColumns } from '../../src/job/plan.js';
import { notReleasedLines } from '../../src/report/verdict.js';
import { warningLines } from '../../src/report/warning-lines.js';
import { recordsOf } from '../table-texts.js';

const cities = Array.from({ length: 6 }, (_, i) => ({
  race: 'abcbca'[i],
  city: 'uvw'[i % 3],
  age: i < 3 ? '?' : `${i}`,
}));
/** Two columns of a dozen texts each. */
const places = Array.from({ length: 24 }, (_, i) => ({ race: `r${i % 12}`, city: `c${(5 * i) % 12}` }));
const known = { role: 'quasi-identifier' } as const;
const job: Job = {
  attributes: { race: known, city: known },
  privacy: [{ model: 'k-anonymity', k: 6 }],
  algorithm: 'mondrian',
  suppression: { maxRows: 1 },
};

describe('warnings as people read them', () => {
  it('are one line for equal ones of several columns, those of a kind together, in the order of their first', () => {
    expect(
      warningLines([
        { code: 'A', message: 'strange', attribute: 'x' },
        { code: 'B', message: 'column "y": odd', attribute: 'y' },
        { code: 'A', message: 'strange', attribute: 'a "b"' },
        { code: 'A', message: 'stranger', attribute: 'x' },
        { code: 'C', message: 'of the whole' },
        { code: 'A', message: 'strange', attribute: 'x' },
      ]),
    ).toEqual([
      { code: 'A', text: 'columns "x", "a \\"b\\"": strange' },
      { code: 'A', text: 'column "x": stranger' },
      { code: 'B', text: 'column "y": odd' },
      { code: 'C', text: 'of the whole' },
    ]);
  });

  it('name the most serious first, each with its cure, and many of a kind in one line', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((attribute, i) => ({
      code: 'RARE_INSENSITIVE_VALUES',
      message: `insensitive column "${attribute}" has ${i + 2} values`,
      attribute,
    }));
    const lines = warningLines([
      { code: 'CONSTANT_COLUMN', message: 'same', attribute: 'x' },
      ...many,
      { code: 'SENSITIVE_UNPROTECTED', message: 'no model protects "s"', attribute: 's' },
    ]);
    expect(lines.map(({ code }) => code)).toEqual([
      'SENSITIVE_UNPROTECTED',
      'RARE_INSENSITIVE_VALUES',
      'CONSTANT_COLUMN',
    ]);
    expect(lines[0].text).toMatch(/^no model protects "s" \(cure: add a model/);
    expect(lines[1].text).toBe(
      'insensitive column "a" has 2 values; and the same kind of "b", "c", "d", "e" (cure: make it a quasi-identifier, or drop it)',
    );
  });

  it('name numbered columns as one, the first of many others, and how many are left', () => {
    const warnings = Array.from({ length: 300 }, (_, i) => ({ code: 'A', message: 'odd', attribute: `F${i}` }));
    const [{ text }, ...others] = warningLines(warnings);
    expect(others).toEqual([]);
    expect(text).toBe('columns "F0" to "F299" (300 columns): odd');
    const named = warnings.map((warning, i) => ({ ...warning, attribute: `F${7 * i}` }));
    expect(warningLines(named)[0].text).toMatch(/^columns "F0", .*"F63" and 290 more: odd$/);
    const attributes = Object.fromEntries(warnings.map(({ attribute }) => [attribute, { role: 'drop' as const }]));
    const left = notReleasedLines(planColumns({ attributes }));
    expect(left[0].text).toBe('not released: F0 to F299 (300 columns) (drop)');
    const found = warnings.map(({ attribute }) => ({ code: 'FORMAT_FOUND', message: 'days', attribute }));
    expect(warningLines(found)[0].text.length).toBeLessThan(300);
  });

  it('are none in a report only where the verdict has no line to decide on', async () => {
    const table = tableFromRows([...'aaabbb'].map((city, i) => ({ city, sick: i < 3 ? 'flu' : 'gout' })));
    const attributes = { city: known, sick: { role: 'sensitive' } } as const;
    const quiet: Job = { attributes, privacy: [{ model: 'k-anonymity', k: 3 }, { model: 'l-diversity', variant: 'distinct', l: 1, attribute: 'sick' }], algorithm: 'mondrian' }; // prettier-ignore
    const { result, audit } = await anonymize(table, quiet, { engine: 'js', seed: 1 });
    const facts = { job: quiet, result: { ...result, warnings: [] }, audit, input: 'i', output: 'o', seed: 1, metrics: listAlgorithms().metrics }; // prettier-ignore
    const html = reportHtml(facts);
    expect(html).toContain('lasses with one sensitive value');
    expect(html).not.toContain('There is no warning.');
    expect(html).toContain('None beside what the verdict says.');
  });

  it('name the columns in the report, while the result keeps a warning for each', async () => {
    const { result, audit } = await anonymize(tableFromRows(places), job, { engine: 'js', seed: 1 });
    const own = result.warnings.filter(({ code }) => code === 'ORDER_BY_CODE_POINT');
    expect(own.map(({ attribute }) => attribute)).toEqual(['race', 'city']);
    const html = reportHtml({
      job,
      result,
      audit,
      input: 'i',
      output: 'o',
      seed: 1,
      metrics: listAlgorithms().metrics,
    });
    expect(html.match(/ORDER_BY_CODE_POINT[^<]*/g)).toEqual([
      'ORDER_BY_CODE_POINT: columns &#34;race&#34;, &#34;city&#34;: no hierarchy and no order is given: strings are put in the order of their code points (cure: a hierarchy or {&#34;type&#34;: &#34;order&#34;} keeps related values together)',
    ]);
  });

  it('ask of cells "?", which are values unless the job says otherwise, whether they are missing', async () => {
    const found = await inspect(tableFromRows(cities), { engine: 'js' });
    expect(found.warnings.filter(({ code }) => code === 'MAYBE_MISSING')).toMatchObject([{ attribute: 'age' }]);
    const told = await inspect(tableFromRows(cities, { missing: ['', '?'] }), { engine: 'js' });
    expect(told.warnings.map(({ code }) => code)).not.toContain('MAYBE_MISSING');
  });
});

describe('counts with their nouns', () => {
  it('are singular for one and plural for others', () => {
    expect([1, 1n, 0, 2, 1234].map((n) => counted(n, 'class', 'classes'))).toEqual([
      '1 class',
      '1 class',
      '0 classes',
      '2 classes',
      '1,234 classes',
    ]);
  });

  it('agree in the summary, the audit, the inspection and the report of one class and one row', async () => {
    const table = tableFromRows(cities);
    const { release, result, audit } = await anonymize(table, job, { engine: 'js', seed: 1 });
    expect(describeRun(result)[0]).toBe('mondrian (js): 6 rows, 6 released in 1 class, 0 suppressed');
    const checked = auditRelease(release, job, table);
    expect(describeAudit(checked).slice(0, 5)).toEqual([
      '6 rows in 1 class',
      'rare values shown: none',
      'largest risk of a row to be found: 100 % in the input, 16.7 % in the release',
      'suppressed: 0 of 6 rows (0 %)',
      'the audit confirms every model',
    ]);
    expect(describeInspection(await inspect(tableFromRows(cities.slice(0, 1))))[0]).toBe('1 row');
    const html = reportHtml({
      job,
      result,
      audit,
      input: 'i',
      output: 'o',
      seed: 1,
      metrics: listAlgorithms().metrics,
    });
    expect(html).toContain('<td>at most 1 row</td>');
    for (const text of [
      html.replace(/<script[^]*<\/script>/g, ''),
      describeRun(result).join(),
      describeAudit(checked).join(),
    ])
      expect(text.match(/(?<![\d.,])1 (rows|classes|models|threads|columns|values|cells|records|labels)/g)).toBe(null);
  });

  it('say of persons who could not be recounted that no model is confirmed, not that one is broken', async () => {
    const { release } = await anonymize(tableFromRows(cities), job, { engine: 'js', seed: 1 });
    const report = auditRelease(release, { ...job, attributes: { ...job.attributes, id: 'person' } });
    const lines = describeAudit(report);
    expect(lines).toContain('THE AUDIT CONFIRMS NO MODEL');
    expect(lines).toContain('problem: persons could not be recounted, so that no model holds: no original was given');
    expect(lines.join()).toContain('NOT RECOUNTED');
    expect(lines.join()).not.toMatch(/DOES NOT HOLD|\bholds,/);
  });

  it('agree in the problems of an audit', async () => {
    const table = tableFromRows(cities);
    const { release } = await anonymize(table, {
      ...job,
      attributes: { ...job.attributes, age: { role: 'insensitive' } },
    });
    const rows = recordsOf(release);
    rows[0].age = '77';
    const wrong = { ...job, attributes: { ...job.attributes, age: { role: 'insensitive' } as const } };
    expect(auditRelease(tableFromRows(rows), wrong, table).problems.join()).toContain(
      '1 cell is not a cell of the original',
    );
    rows[1].age = '78';
    expect(auditRelease(tableFromRows(rows), wrong, table).problems.join()).toContain(
      '2 cells are not cells of the original',
    );
  });
});
