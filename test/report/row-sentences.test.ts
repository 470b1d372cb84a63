import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, jobText, listAlgorithms, proposeJob, tableFromRows } from '../../src/index.js';
import { summarizeRun } from '../../src/hosts/command/summary.js';
import { describeAudit, describeRun } from '../../src/hosts/command/format.js';
import { unitNoun } from '../../src/base/unit.js';
import { promiseOf } from '../../src/report/promises.js';
import { reportHtml } from '../../src/report/report-html.js';
import { reportJson } from '../../src/report/report-json.js';
import { reportMarkdown } from '../../src/report/report-markdown.js';

/** 60 patients with three rows each; cells are missing, and one patient is unlike the others. */
const visits = tableFromRows(
  Array.from({ length: 180 }, (_, i) => {
    const patient = i % 60;
    return {
      age: patient === 59 ? 99 : patient % 7 === 0 ? null : 20 + (patient % 20),
      sex: 'FM'[patient % 2],
      disease: i % 11 === 0 ? null : `D${i % 5}`,
    };
  }),
);
const job: Job = {
  attributes: {
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin: 0, widths: [10, 20] } },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    disease: 'sensitive',
  },
  privacy: [
    { model: 'k-anonymity', k: 5 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' },
    { model: 'maximum-risk', risk: 0.2 },
    { model: 'average-risk', risk: 0.2 },
    { model: 'population-uniqueness', fraction: 0.1, uniques: 0.2 },
  ],
  algorithm: { name: 'optimal-lattice', metric: 'loss' },
  suppression: { maxRows: 6 },
};

/** Counts of rows that lines of a summary, a verdict or a head have. */
const ofRows =
  /texts? in [\d,]+ rows?|\([\d,]+ rows?\)|of [\d,.]+ rows? (?:on average|\()|^[\w ()-]*: [\d,]+ rows,|^[\d,]+ rows in|counts of rows|; [\d,]+ rows|In rows|Rows in them/m;

/** Every text that a run prints or writes. */
async function textsOf(asked: Job): Promise<Record<string, string>> {
  const { result, audit, release } = await anonymize(visits, asked, { engine: 'js', seed: 1 });
  const facts = { job: asked, result, audit, input: 'visits.csv', output: 'r.csv', seed: null, metrics: listAlgorithms().metrics, release }; // prettier-ignore
  const attributes = Object.fromEntries(
    Object.entries(asked.attributes).map(([name, spec]) => [name, typeof spec === 'string' ? { role: spec } : spec]),
  );
  const done = { result, job: { ...asked, attributes }, columns: audit.columns };
  return {
    summary: summarizeRun(done).join('\n'),
    verbose: describeRun(result, done.job).join('\n'),
    audit: describeAudit(audit, asked).join('\n'),
    warnings: result.warnings.map(({ message, cure }) => `${message} ${cure ?? ''}`).join('\n'),
    html: reportHtml(facts),
    markdown: reportMarkdown(facts),
    json: reportJson(facts),
  };
}

/** Sentences that count people, or say what holds for every person. */
const ofPeople =
  /[Ee]very person|[Ee]verybody (?:looks|shares)|risk of a person to be found|\d people\b|fewer than k people|linked to its person with|counts of people/;

describe('texts about a table of rows', () => {
  it('count rows where it is not known that a row is a person', async () => {
    for (const [name, text] of Object.entries(await textsOf(job))) expect([name, ofPeople.exec(text)?.[0]]).toEqual([name, undefined]); // prettier-ignore
  });

  it('say what the table shows: rows, with a class that is one patient', async () => {
    const { summary, markdown } = await textsOf(job);
    expect(summary).toContain('Every row shares the released quasi-identifiers with at least 4 others.');
    expect(summary).toContain('largest risk of a row to be found:');
    expect(markdown).toContain('Where people have several rows it can be larger.');
  });

  it('say people where the job says that each row is one', async () => {
    const { summary, markdown } = await textsOf({ ...job, unit: 'row' });
    expect(summary).toContain('Every person shares the released quasi-identifiers with at least 4 others.');
    expect(summary).toContain('largest risk of a person to be found:');
    expect(summary).toContain('No released row is linked to its person with a probability above 20 %.');
    expect(markdown).not.toContain('Where people have several rows it can be larger.');
  });

  it('count people in every line of summary, audit and report where each row is one', async () => {
    const shown: Job = { ...job, attributes: { ...job.attributes, disease: 'sensitive', age: 'insensitive' }, algorithm: 'mondrian' }; // prettier-ignore
    for (const asked of [job, shown]) {
      const texts = { ...(await textsOf({ ...asked, unit: 'row' })), warnings: '', json: '' };
      for (const [name, text] of Object.entries(texts)) expect([name, ofRows.exec(text)?.[0]]).toEqual([name, undefined]); // prettier-ignore
      const { summary, verbose, audit, markdown } = await textsOf(asked);
      for (const text of [summary, verbose, audit, markdown]) expect(text).toMatch(ofRows);
    }
    const { summary } = await textsOf({ ...shown, unit: 'row' });
    expect(summary).toMatch(/^mondrian \(js\): 180 people, 180 released in/);
    expect(summary).toContain('rare values shown: "age" (1 text in 3 people)');
    expect(summary).toContain('suppressed: 0 of 180 people (0 %)');
  });

  it('promise of every model with the noun of the job', () => {
    for (const model of ['k-anonymity', 'maximum-risk', 'average-risk', 'km-anonymity'] as const) {
      const required = { k: 3, m: 2, risk: 0.2 };
      expect(promiseOf({ model, required }, undefined, unitNoun())).not.toMatch(/person|people/);
      expect(promiseOf({ model, required }, undefined, unitNoun({ unit: 'row' }))).toMatch(/person/);
    }
  });

  it('propose jobs of rows', () => {
    const rows = tableFromRows(visits.toRows().map((row, i) => ({ ...row, amount: (i * 37) % 101 })));
    expect(ofPeople.exec(jobText(proposeJob(rows)))).toBeNull();
  });
});
