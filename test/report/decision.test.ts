import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, listAlgorithms, parseJob, tableFromRows } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import type { ReportFacts } from '../../src/report/report-html.js';
import { reportContent, reportHtml, reportMarkdown } from '../../src/report/report-html.js';

const intervals = { type: 'intervals', origin: 0, widths: [5, 10, 20, 40] } as const;
const job: Job = {
  attributes: {
    mrn: 'person',
    age: { role: 'quasi-identifier', hierarchy: intervals, description: 'neighbours know it' },
    sex: 'quasi-identifier',
    disease: 'sensitive',
  },
  defaultRole: 'insensitive',
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
  suppression: 'unlimited',
  output: { suppressed: 'star' },
};

/** Visits of people with missing cells. */
function drawVisits(seed: number) {
  const random = seededRandom(seed);
  return Array.from({ length: 30 }, (_, person) =>
    Array.from({ length: 1 + random.below(4) }, () => ({
      mrn: `P${person}`,
      age: random.below(9) === 0 ? null : 20 + (person % 11),
      sex: 'FM'[person % 2],
      disease: `D${random.below(4)}`,
      ward: `W${random.below(2)}`,
    })),
  ).flat();
}

async function factsOf(own: Job, engine: 'wasm' | 'js' = 'js', rows = drawVisits(1)): Promise<ReportFacts> {
  const table = tableFromRows(rows);
  const { result, audit, release } = await anonymize(table, own, { engine, seed: 1 });
  return { job: parseJob(own), result, audit, release, input: 'visits.csv', output: 'r.csv', seed: null, metrics: listAlgorithms().metrics }; // prettier-ignore
}

/** The section of the decision, on one line. */
const decisionIn = (markdown: string): string =>
  (/## Decision\n([\s\S]*?)\n## /.exec(markdown)?.[1] ?? '').replace(/\s+/g, ' ').replace(/\]\(#[^)]*\)/g, ']').replace(/[[\]\\]/g, ''); // prettier-ignore

describe('the page of a report that is signed', () => {
  it.each(['wasm', 'js'] as const)('has purpose, recipient, basis and the lines to sign on (%s)', async (engine) => {
    const publication = { purpose: 'a study | of *visits*', recipient: '<b>Institute</b>', basis: 'contract' };
    const facts = await factsOf({ ...job, publication }, engine);
    const { decision } = reportContent(facts);
    expect(decision.publication).toEqual(publication);
    expect(decision.threshold).toMatchObject({ risk: 1 / 5, basis: 'contract' });
    const text = decisionIn(reportMarkdown(facts));
    expect(text).toContain('a study | of *visits*');
    for (const line of ['Name', 'Role', 'Date', 'Signature', 'To be reviewed by'])
      expect(text).toContain(`${line}: ___`);
    const html = reportHtml(facts);
    expect(html).not.toContain('<b>Institute');
    expect(html).toContain('<dt>Signature</dt><dd></dd>');
    expect(html.indexOf('<h2 id="decision">')).toBeLessThan(html.indexOf('<h2 id="verdict">'));
  });

  it('takes the threshold of the public unless the basis is a contract', async () => {
    const facts = await factsOf(job);
    for (const [basis, own] of [
      [undefined, 'public'],
      ['public', 'public'],
      ['Art. 9(2)(j) GDPR', 'public'],
      [' Contract ', 'contract'],
    ] as const) {
      const given = { ...facts, job: { ...facts.job, publication: { basis } } };
      expect(reportContent(given).decision.threshold.basis).toBe(own);
      const isSaid = decisionIn(reportMarkdown(given)).includes('the strictest threshold is taken');
      expect(isSaid).toBe(basis === undefined || basis.startsWith('Art'));
    }
  });

  it('compares the risk of people, not of rows, with the threshold', async () => {
    let [above, within] = [0, 0];
    for (let seed = 0; seed < 12; seed++) {
      const k = 2 + (seed % 4) * 3;
      const facts = await factsOf({ ...job, privacy: [{ model: 'k-anonymity', k }] }, 'js', drawVisits(seed));
      const smallest = facts.audit.classPersons?.[0]?.[0] ?? Infinity;
      const text = decisionIn(reportMarkdown(facts));
      const isAbove = text.includes(': above the threshold');
      expect(isAbove).toBe(1 / smallest > 1 / 11);
      expect(text).toContain('The largest risk of a person to be found is');
      expect(text).not.toMatch(/undefined|NaN|Rows are counted/);
      if (isAbove) above++;
      else within++;
    }
    expect([above > 0, within > 0]).toEqual([true, true]);
  });

  it('compares the risk of bounded knowledge, too', async () => {
    const privacy: Job['privacy'] = [{ model: 'lkc-privacy', known: 1, k: 2 }];
    const facts = await factsOf({ ...job, privacy, algorithm: 'top-down-specialization', suppression: { maxRows: 0 } });
    const text = decisionIn(reportMarkdown(facts));
    expect(text).toContain('to be found by somebody who knows all quasi-identifiers is');
    const { k } = facts.result.privacy[0].achieved;
    expect(text).toContain(`By somebody who knows at most 1 of them it is ${Number((100 / k).toPrecision(3))} %`);
  });

  it('lists every column with its role and who gave it', async () => {
    const { decision } = reportContent(await factsOf(job));
    expect(decision.roles.map(({ column, role, isReleased, by, reason }) => [column, role, isReleased, by, reason])).toEqual([
      ['mrn', 'person', false, 'job', null],
      ['age', 'quasi-identifier', true, 'job', 'neighbours know it'],
      ['sex', 'quasi-identifier', true, 'job', null],
      ['disease', 'sensitive', true, 'job', null],
      ['ward', 'insensitive', true, 'default', null],
    ]); // prettier-ignore
  });

  it('says what no figure is defined for', async () => {
    const rows = drawVisits(2);
    const buckets: Job = {
      attributes: { age: 'quasi-identifier', disease: 'sensitive' },
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' }],
      algorithm: 'bucketization',
      suppression: 'unlimited',
    };
    const text = decisionIn(reportMarkdown(await factsOf(buckets, 'js', rows)));
    expect(text).toContain('No risk to be found is defined for permuted values');
    expect(text).toContain('one of those of a bucket');
  });

  it('says that rows are counted where nobody says whose they are', async () => {
    const { mrn: _, ...attributes } = job.attributes;
    const text = decisionIn(
      reportMarkdown(await factsOf({ ...job, attributes: { ...attributes, mrn: 'identifier' } })),
    );
    expect(text).toContain('Rows are counted, and people may have several');
    expect(text).toContain('The largest risk of a row to be found is');
  });

  it('prints attacks with their figures, and the reason where one was not run', async () => {
    const facts = await factsOf(job);
    expect(decisionIn(reportMarkdown(facts))).toContain('No attack was run beside the audit');
    const attacks = [
      { attack: 'uniqueness', question: 'who?', figures: [{ name: 'age', value: '3 of 9 people' }] },
      { attack: 'history', question: 'what?', figures: [], reason: 'not finished in the time that was given' },
    ];
    const text = decisionIn(reportMarkdown({ ...facts, attacks, previous: ['may.csv', 'june.csv'] }));
    expect(text).toContain('| uniqueness | who? | age: 3 of 9 people |');
    expect(text).toContain('| history | what? | not run: not finished in the time that was given |');
    expect(text).toContain('checked together with 2 earlier releases ("may.csv", "june.csv")');
  });
});

describe('the key "publication" of a job', () => {
  it('takes three texts and nothing else', () => {
    expect(parseJob({ ...job, publication: {} }).publication).toEqual({});
    for (const [publication, path] of [
      ['public', 'publication'],
      [{ purpose: 1 }, 'publication.purpose'],
      [{ reason: 'a' }, 'publication.reason'],
    ] as const) {
      expect(() => parseJob({ ...job, publication }), path).toThrow(path);
    }
  });
});
