import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  anonymize,
  attackLinkage,
  listAlgorithms,
  parseJob,
  readCsv,
  readCsvCounted,
  tableFromRows,
} from '../../src/index.js';
import type { Job } from '../../src/index.js';
import { canonicalJson } from '../../src/base/canonical-json.js';
import type { ReportFacts } from '../../src/report/report-html.js';
import {
  describeFile,
  jobSha256,
  reportContent,
  reportHtml,
  reportJson,
  reportMarkdown,
} from '../../src/report/report-html.js';
import { reportPage } from '../../src/report/report-page.js';
import { privacyModels } from '../../src/privacy/list.js';
import { promiseOf } from '../../src/report/promises.js';
import { isMissingMark } from '../../src/table/missing-marks.js';
import { linkageBefore } from '../../src/assess/attacks/linkage-before.js';
import { axisSteps } from '../../src/report/svg-pictures.js';
import { anchorOf, terms } from '../../src/report/terms.js';
import { riskFigures } from '../../src/report/risk-figures.js';
import { drawPeople, peopleTypes, planted, plantedColumns, shows } from '../release/planted-people.js';
import { quotedCsv } from '../table-texts.js';

const quasi = { role: 'quasi-identifier' } as const;
const date = new Date('2027-01-01T12:00:00Z');
const writers = { html: reportHtml, markdown: reportMarkdown, json: reportJson };

/** Runs a job on CSV and gives the facts of its report. */
async function factsOf(
  csv: string,
  job: Job,
  options: { engine?: 'wasm' | 'js'; counted?: boolean } = {},
): Promise<ReportFacts> {
  const checked = parseJob(job);
  const types = Object.fromEntries(
    Object.entries(checked.attributes).flatMap(([name, { type }]) => (type === undefined ? [] : [[name, type]])),
  );
  const table = options.counted === true ? await readCsvCounted(csv, { types }) : await readCsv(csv, { types });
  const { release, result, audit } = await anonymize(table, job, { engine: options.engine ?? 'js', seed: 1 });
  return {
    ...{ job, result, audit, release, date, seed: 1 },
    ...{ input: '/home/jdoe/in.csv', output: '/srv/out.csv', metrics: listAlgorithms().metrics },
    files: { input: [await describeFile('/home/jdoe/in.csv', csv)] },
    jobSha256: await jobSha256(job),
  };
}

const flu = 'age,town,ill\n20,a,flu\n20,a,flu\n30,b,flu\n30,b,gout\n31,c,cold\n';
const fluJob: Job = {
  attributes: { age: quasi, town: quasi, ill: { role: 'sensitive' } },
  privacy: [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 1, attribute: 'ill' },
  ],
  algorithm: 'optimal-lattice',
  suppression: { maxRows: 1 },
};

describe('the contents of a report', () => {
  it.each(['wasm', 'js'] as const)('show the risks of three attackers before and after (%s)', async (engine) => {
    const { risks, homogeneity, suppression, columns } = reportContent(await factsOf(flu, fluJob, { engine }));
    // Before: sets of 2, 2 and 1 rows; after: two classes of 2.
    expect(risks?.before).toMatchObject({ rows: 5, sets: 3, largest: 1, rowsAtLargest: 1, unique: 1, average: 3 / 5 });
    expect(risks?.after).toMatchObject({ rows: 4, sets: 2, largest: 0.5, rowsAtLargest: 4, unique: 0, average: 0.5 });
    expect(risks?.before?.above).toEqual([
      { risk: 1 / 2, rows: 1 },
      { risk: 1 / 5, rows: 5 },
      { risk: 1 / 11, rows: 5 },
    ]);
    expect(risks?.prosecutor).toEqual({ before: { largest: 1, average: 0.6 }, after: { largest: 0.5, average: 0.5 } });
    expect(risks?.journalist).toEqual(risks?.prosecutor);
    expect(risks?.marketer).toEqual({ before: { largest: 0.6, average: 0.6 }, after: { largest: 0.5, average: 0.5 } });
    expect(risks?.population).toEqual({ from: 'input', people: 5 });
    expect(homogeneity).toEqual([{ column: 'ill', oneValuedClasses: 1, oneValuedRows: 2, largestShare: 1 }]);
    expect(suppression).toEqual({ rows: 1, share: 0.2, written: 'drop' });
    expect(columns.map(({ column, loss }) => [column, loss])).toEqual([
      ['age', 0.2],
      ['town', 0.2],
      ['ill', null],
    ]);
  });

  it('take journalist and marketer from a public table where there is one', async () => {
    const facts = await factsOf(flu, fluJob);
    const people = tableFromRows(
      [20, 20, 20, 20, 30, 30, 30, 31].map((age) => ({ age, town: age === 20 ? 'a' : age === 30 ? 'b' : 'c' })),
    );
    const { risks } = reportContent({ ...facts, linkage: attackLinkage(facts.release!, people, fluJob) });
    // Four people match the first class, three the second.
    expect(risks?.journalist.after?.largest).toBeCloseTo(1 / 3, 12);
    expect(risks?.marketer.after?.average).toBeCloseTo((2 / 4 + 2 / 3) / 4, 12);
    expect(risks?.prosecutor.after?.largest).toBe(0.5);
    expect(risks?.population).toEqual({ from: 'public-table', people: 8 });
    expect(risks?.journalist.before).toBeNull();
  });

  it('hold journalist and marketer before the release against the public table too', async () => {
    const facts = await factsOf(flu, fluJob);
    const people = tableFromRows(
      [20, 20, 20, 20, 30, 30, 30, 31].map((age) => ({ age, town: age === 20 ? 'a' : age === 30 ? 'b' : 'c' })),
    );
    const input = await readCsv(flu);
    const before = linkageBefore(input, people, ['age', 'town']);
    // Two rows among four people, two among three, and one who is alone.
    expect(before.journalist.largest).toBe(1);
    expect(before.marketer.average).toBeCloseTo((2 / 4 + 2 / 3 + 1) / 5, 12);
    expect(linkageBefore(await readCsvCounted(flu), people, ['age', 'town'])).toEqual(before);
    const raw = attackLinkage(input, people, fluJob);
    expect(raw).toMatchObject(before);
    const linkage = attackLinkage(facts.release!, people, fluJob);
    const { risks } = reportContent({ ...facts, linkage, linkageBefore: before });
    expect(risks?.journalist.before).toEqual({ largest: 1, average: before.journalist.average });
    expect(risks?.marketer.before?.largest).toBe(before.marketer.average);
    // Rows whose people are not in the public table: nobody is found by it.
    expect(linkageBefore(input, tableFromRows([{ age: 99, town: 'z' }]), ['age', 'town']).journalist.largest).toBe(0);
    expect(() => linkageBefore(input, tableFromRows([{ age: 1 }]), ['age', 'town'])).toThrow('town');
  });

  it('say in words how many rows the job lets be suppressed, and on which sheet the input is', async () => {
    const texts = async (changed: Partial<Job>) => reportMarkdown(await factsOf(flu, { ...fluJob, ...changed }));
    expect(await texts({})).toContain('The job allows | at most 1 row');
    expect(await texts({ suppression: { maxFraction: 0.25 } })).toContain('The job allows | at most 25 % of the rows');
    expect(await texts({ suppression: 'unlimited' })).toContain('The job allows | any number of rows');
    const { settings } = reportContent(await factsOf(flu, { ...fluJob, input: { sheet: 'May' } })).job;
    expect(settings.input).toMatchObject({ sheet: 'May' });
  });

  it('write out the marks of missing cells that files are known to use, and count all others', async () => {
    const missing = ['', 'NA', 'keine Angabe', '#VALUE!', '9999', '-99', 'Zaphod'];
    const { settings } = reportContent(await factsOf(flu, { ...fluJob, input: { missing } })).job;
    expect(settings.input).toMatchObject({ missing: missing.filter(isMissingMark), missingMarksNotListed: 3 });
  });

  it('say the same of counted rows as of rows', async () => {
    const [rows, counted] = [await factsOf(flu, fluJob), await factsOf(flu, fluJob, { counted: true })];
    const told = (facts: ReportFacts) => ({ ...reportContent(facts), seconds: null, search: null });
    expect(told(counted)).toEqual(told(rows));
  });

  it('have hashes that sha256sum gives, and names without folders', async () => {
    const { input, job, release } = reportContent(await factsOf(flu, fluJob));
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(input).toMatchObject({
      name: 'in.csv',
      rows: 5,
      files: [{ name: 'in.csv', bytes: flu.length, sha256: sha256(flu) }],
    });
    expect(release.name).toBe('out.csv');
    expect(job.sha256).toBe(sha256(canonicalJson(parseJob(fluJob))));
    // A role alone is the same job.
    const short: Job = {
      ...fluJob,
      attributes: { age: 'quasi-identifier', town: 'quasi-identifier', ill: 'sensitive' },
    };
    expect(await jobSha256(short)).toBe(job.sha256);
  });

  it('are the same bytes for the same facts and date', async () => {
    const facts = await factsOf(flu, fluJob);
    for (const write of Object.values(writers)) expect(write(facts)).toBe(write({ ...facts, date: new Date(date) }));
    expect(reportContent(facts).date).toBe('2027-01-01T12:00:00.000Z');
    const now = reportContent({ ...facts, date: undefined }).date;
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
  });

  it('write out the defaults of the job and name a public table and an engine without secrets', async () => {
    const facts = await factsOf(flu, fluJob);
    const privacy = [{ model: 'k-map', k: 2, public: 'postgres://me:secret@host.example/db#people' }] as Job['privacy'];
    const job: Job = { ...fluJob, description: 'for the yearbook', privacy, output: undefined };
    const content = reportContent({ ...facts, job, input: 'duckdb:/home/jdoe/people.db#main.people' });
    expect(content.job.settings).toMatchObject({
      description: 'for the yearbook',
      input: { format: 'csv', header: true, trim: true, missing: [''], onMissing: 'keep' },
      defaultRole: 'drop',
      privacy: [{ model: 'k-map', k: 2, public: 'postgres:#people' }],
      output: { suppressed: 'drop', order: 'shuffle', ranges: 'rounded' },
    });
    expect(content.input.name).toBe('duckdb:people.db#main.people');
    for (const write of Object.values(writers)) {
      const text = write({ ...facts, job, input: 'clickhouse:http://me:secret@host.example/db#people' });
      expect(text).toContain('clickhouse:');
      for (const part of ['secret', 'host.example', 'jdoe', '/srv']) expect(text).not.toContain(part);
    }
  });

  it('have a JSON form whose version is stated and that gives every number back', async () => {
    const facts = await factsOf(flu, fluJob);
    const content = reportContent(facts);
    const read = JSON.parse(reportJson(facts)) as typeof content;
    expect([read.format, read.formatVersion]).toEqual(['kohort-report', 1]);
    expect(read.risks).toEqual(content.risks);
    expect(read.classes).toEqual(content.classes);
    const huge = {
      ...facts,
      result: { ...facts.result, metrics: { ...facts.result.metrics, discernibility: 2n ** 60n } },
    };
    expect(reportJson(huge)).toContain('"value": 1152921504606846976');
  });

  it('know no class, no sensitive column and no input where there is none', async () => {
    const facts = await factsOf(flu, {
      ...fluJob,
      suppression: 'unlimited',
      privacy: [{ model: 'k-anonymity', k: 5 }],
    });
    const { columns, oneValued, ...audit } = facts.audit;
    const nothing = {
      ...audit,
      columns,
      oneValued: {},
      classSizes: [],
      originalSizes: null,
      exposure: null,
      released: 0,
    };
    const bare: ReportFacts = { ...facts, audit: nothing, output: null, files: undefined, jobSha256: undefined };
    expect(reportContent(bare)).toMatchObject({
      homogeneity: [],
      exposure: null,
      risks: { before: null, after: null },
    });
    for (const write of Object.values(writers)) expect(write(bare)).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('reports that are written', () => {
  it('begin with the decision, then the verdict and the warnings, and end with the words and the job', async () => {
    const facts = await factsOf(flu, fluJob);
    const titles = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, title]) => title);
    const html = titles(reportHtml(facts), /<h2[^>]*>([^<]*)<\/h2>/g);
    expect(titles(reportMarkdown(facts), /^## (.*)$/gm)).toEqual(html);
    expect(html.slice(0, 4)).toEqual(['Decision', 'Verdict', 'Warnings', 'Roles of the columns']);
    expect(html.slice(-2)).toEqual(['Glossary', 'Appendix: the job']);
  });

  it('link only to words that are explained, each once', async () => {
    const facts = await factsOf(flu, fluJob);
    const [html, text] = [reportHtml(facts), reportMarkdown(facts)];
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));
    expect(new Set(headings).size).toBe(headings.length);
    const targets = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id);
    expect(targets.length).toBe(links.length);
    expect(targets.filter((id) => !headings.includes(id))).toEqual([]);
    // Explained terms are used, and linked terms are explained.
    expect(ids.filter((id) => id.startsWith('term-')).length).toBeGreaterThan(10);
    expect(terms.map(({ term }) => term)).toEqual(
      [...terms.map(({ term }) => term)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
  });

  it('have the pictures of a page where it has drawn some', async () => {
    const facts = await factsOf(flu, fluJob);
    const drawn = reportPage(facts, { classSizes: { outerHTML: '<svg id="own"></svg>' } as Element });
    expect(drawn).toContain('<figure id="picture-class-sizes"><svg id="own"></svg></figure>');
    expect(reportPage(facts)).toBe(reportHtml(facts));
  });

  it('run no script and load nothing', async () => {
    const html = reportHtml(await factsOf(flu, fluJob));
    expect(html).not.toMatch(/<script|<link|<img|@import|url\(|https?:/i);
    expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'\"");
    expect(html.match(/<svg role="img" aria-label="[^"]+"/g)?.length).toBe(2);
    expect(html.length).toBeLessThan(60_000);
  });

  it('keep names and labels of others from being markup', async () => {
    const names = [
      '</td><script>alert(1)</script>',
      'a|b`c``d```',
      '"><img src=x onerror=alert(1)>',
      '[x](javascript:alert(1))',
      'line\nbreak\u2028\u0007',
      '# *b* _i_ ~s~ <!-- -->',
    ];
    const rows = Array.from({ length: 6 }, (_, i) =>
      Object.fromEntries([...names.map((name, j) => [name, `v${(i + j) % 2}`]), ['ill', `i${i % 2}`]]),
    );
    const tree = { '*': { '<b>|`x`</b>': ['v0', 'v1'], 'y|': ['v2'] } };
    const known = names.map((name) => [name, { ...quasi, hierarchy: { type: 'tree', tree } }] as const);
    const job: Job = {
      attributes: { ...Object.fromEntries(known), ill: { role: 'sensitive' } },
      privacy: [
        { model: 'k-anonymity', k: 3 },
        { model: 'l-diversity', variant: 'distinct', l: 1, attribute: 'ill' },
      ],
      algorithm: 'optimal-lattice',
    };
    const { release, result, audit } = await anonymize(tableFromRows(rows), job, { engine: 'js', seed: 1 });
    const facts: ReportFacts = {
      ...{ job, result, audit, release, date, seed: null, metrics: listAlgorithms().metrics },
      ...{ input: '<i>in</i>|.csv', output: 'x`|\n# y.csv' },
    };
    const html = reportHtml(facts);
    expect(html).not.toMatch(/<script|<img|<b>|<i>|\u2028\u0007/);
    const markdown = reportMarkdown(facts);
    const inCode = /^(`{3,})json\n[^]*?^\1$/gm;
    expect([...markdown.matchAll(inCode)].length).toBe(1);
    // JSON of the job has the names as they are: three backticks in one must not end the block.
    expect(/^(`{3,})json/m.exec(markdown)?.[1].length).toBe(4);
    const prose = markdown.replace(inCode, '');
    expect(prose).not.toMatch(/(?<!\\)</);
    expect(prose).not.toMatch(/(?<!\\)`/);
    expect(prose).not.toMatch(/(?<!\\)\]\(javascript/);
    // Every row of a table has the cells of its head.
    const tables = [...prose.matchAll(/^\|.*\|(?:\n\|.*\|)*$/gm)].map(([block]) => block);
    expect(tables.length).toBeGreaterThan(8);
    for (const block of tables) {
      const widths = block.split('\n').map((line) => line.match(/(?<!\\)\|/g)?.length);
      expect(new Set(widths).size, block).toBe(1);
    }
    expect(prose.split('\n').filter((line) => line.startsWith('# '))).toEqual(['# Anonymization report']);
  });
});

describe('what a report shows of people', () => {
  const job: Job = {
    input: { missing: ['', 'Zaphod-Mark', 'NA'] },
    attributes: {
      town: {
        ...quasi,
        hierarchy: {
          type: 'tree',
          tree: {
            '*': {
              North: ['Asker', 'Bergen', 'Drammen', 'Elverum', 'Floro', planted.town, 'Unseen-Leaf'],
              South: ['Gol', 'Hamar', 'other', 'a, b', '"x" {y}', '[1-2]'],
              'Nowhere-Node': ['Xanadu'],
            },
          },
        },
      },
      income: { ...quasi, type: 'integer', hierarchy: { type: 'intervals', widths: [10_000, 50_000] } },
      weight: { ...quasi, type: 'number' },
      born: { ...quasi, type: 'date', hierarchy: { type: 'dates', levels: ['decade'] } },
      age: { ...quasi, type: 'integer' },
      illness: {
        role: 'sensitive',
        hierarchy: { type: 'order', values: ['gout', 'flu', 'Secret-Ill', 'cold', 'asthma'] },
      },
    },
    privacy: [{ model: 'k-anonymity', k: 5 }],
    algorithm: 'mondrian',
    suppression: { maxFraction: 0.1 },
  };

  it('is no planted value, leaf, mark or sensitive value, in any of the three formats', async () => {
    const people = drawPeople(7, 300);
    const csv = quotedCsv([Object.keys(peopleTypes), ...people]);
    let listed = 0;
    for (const algorithm of ['mondrian', 'datafly', 'local-recoding', 'k-member']) {
      const facts = await factsOf(csv, { ...job, algorithm });
      const { hierarchies } = reportContent(facts).job;
      expect(hierarchies.find(({ column }) => column === 'town')).toMatchObject({ values: 14, levels: 2 });
      expect(hierarchies.find(({ column }) => column === 'illness')).toMatchObject({ values: 5, shown: null });
      listed += hierarchies.flatMap(({ shown }) => shown ?? []).length;
      for (const [format, write] of Object.entries(writers)) {
        const text = write(facts);
        for (const name of plantedColumns) expect([format, algorithm, name, shows(text, planted[name])]).toEqual([format, algorithm, name, false]); // prettier-ignore
        for (const leaf of [
          'Unseen-Leaf',
          'Xanadu',
          'Nowhere-Node',
          'Zaphod',
          'Secret-Ill',
          'asthma',
          'Bergen',
          'Elverum',
          'gout',
        ]) {
          expect([format, algorithm, leaf, text.includes(leaf)]).toEqual([format, algorithm, leaf, false]);
        }
        expect(text).not.toContain('jdoe');
      }
    }
    // The test would see them: labels that the release shows are there.
    expect(listed).toBeGreaterThan(2);
    const facts = await factsOf(csv, { ...job, algorithm: 'datafly' });
    expect(shows(JSON.stringify(facts.job), planted.town)).toBe(true);
  });

  it('lists labels above the values of levels that the release shows, and none without the release', async () => {
    const rows = [
      ['20', 'young', '*'],
      ['21', 'young', '*'],
      ['70', 'old', '*'],
      ['99', 'ancient', '*'],
    ];
    const levels: Job = {
      attributes: { age: { ...quasi, hierarchy: { type: 'levels', rows } } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'optimal-lattice',
    };
    const facts = await factsOf('age\n20\n21\n70\n70\n', levels);
    const [filed] = reportContent(facts).job.hierarchies;
    expect(filed).toMatchObject({ type: 'levels', values: 4, levels: 2, labelsByLevel: [4, 3, 1] });
    expect(filed.shown).toEqual([
      { label: 'young', level: 1, values: 2 },
      { label: 'old', level: 1, values: 1 },
    ]);
    expect(reportContent({ ...facts, release: undefined }).job.hierarchies[0].shown).toBeNull();
  });
});

describe('figures and words of a report', () => {
  it('promise something for every model that there is', () => {
    const numbers = {
      k: 3,
      l: 2,
      c: 2,
      t: 0.2,
      e: 10,
      alpha: 0.5,
      beta: 2,
      delta: 1,
      min: 0.1,
      max: 0.5,
      m: 2,
      known: 2,
      risk: 0.2,
      population: 5000,
      uniques: 0.01,
    };
    for (const { name } of privacyModels) {
      const required = { ...numbers };
      for (const variant of ['distinct', 'entropy', 'recursive']) {
        const promise = promiseOf({ model: name as 'k-anonymity', variant, required });
        expect(promise).toMatch(/^[A-Z].{30,}\.$/);
        expect(promise, `${name}: give a new parameter a number above`).not.toMatch(/undefined|NaN/);
      }
    }
    expect(promiseOf({ model: 'k-anonymity', required: { k: 2 } })).toContain('at least 1 other.');
  });

  it('have axes from 0 to at least the largest value in four to six steps', () => {
    for (const largest of [1, 3, 7, 10, 99, 1234, 29_169, 0.3, 1e9, 904_110]) {
      const steps = axisSteps(largest);
      expect(steps[0]).toBe(0);
      expect(steps.at(-1)).toBeGreaterThanOrEqual(largest * (1 - 1e-9));
      expect(steps.at(-1)).toBeLessThan(largest * 1.7);
      expect(steps.length).toBeGreaterThan(2);
      expect(steps.length).toBeLessThan(8);
    }
    expect(axisSteps(0)).toEqual([0, 1]);
  });

  it('have no risk where there is no row', () => {
    expect(riskFigures([])).toBeNull();
  });
});
