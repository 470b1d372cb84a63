import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shortJobText } from '../../../src/assess/proposal/job-text.js';
import { summarizeRun } from '../../../src/hosts/command/summary.js';
import type { Job, ProposeOptions } from '../../../src/index.js';
import { anonymize, parseJob, parseJobText, proposeJob, readCsv, tableFromRows } from '../../../src/index.js';
import { courtTable } from '../../assess/inspection/court-table.js';
import { makeFolder, runInside } from './run-cli.js';

const known = { role: 'quasi-identifier' } as const;
const secret = { role: 'sensitive' } as const;
const diverse = (attribute: string, l = 2) => ({ model: 'l-diversity', variant: 'distinct', l, attribute }) as const;

const people = tableFromRows(
  Array.from({ length: 60 }, (_, i) => ({
    mail: `m${i}@example.org`,
    age: 20 + ((i * 7) % 40),
    sex: 'fm'[i % 2],
    disease: ['flu', 'gout', 'asthma'][i % 3],
    drug: ['x', 'y', 'z', 'w'][i % 4],
  })),
);
const job: Job = {
  attributes: { mail: 'identifier', age: known, sex: known, disease: secret, drug: secret } as Job['attributes'],
  privacy: [{ model: 'k-anonymity', k: 4 }, diverse('disease'), diverse('drug')],
  algorithm: 'mondrian',
};

async function summarize(asked: Job, table = people) {
  const checked = parseJob(asked);
  const { result, audit } = await anonymize(table, asked, { seed: 1 });
  return { lines: summarizeRun({ result, job: checked, columns: audit.columns }), result, audit };
}

describe('the summary of a run', () => {
  it('is the verdict, the models, what they promise and what was lost, and few lines', async () => {
    const { lines, result, audit } = await summarize(job);
    expect(lines[0]).toMatch(/^mondrian \(wasm\): 60 rows, 60 released/);
    expect(lines).toContain('not released: mail (identifier)');
    expect(lines.find((line) => line.startsWith('k-anonymity'))).toMatch(/ holds$/);
    // Two models that ask the same are one line, with what the weaker and the stronger of them reach.
    const reached = result.privacy.slice(1).map(({ achieved }) => achieved.l);
    const [least, most] = [Math.min(...reached), Math.max(...reached)];
    const range = least === most ? `l ${least}` : `l ${least} to ${most}`;
    expect(lines.find((line) => line.startsWith('l-diversity'))?.replace(/ +/g, ' ')).toBe(
      `l-diversity (distinct) of 2 columns l 2 ${range} holds`,
    );
    expect(lines).toContain('- Every row shares the released quasi-identifiers with at least 3 others.');
    expect(lines).toContain(
      '- "disease", "drug": Every class holds at least 2 different values of the sensitive column; missing cells count as one value.',
    );
    const { age, sex } = audit.columns;
    const [first, second] = Number(age.loss) >= Number(sex.loss) ? ['age', 'sex'] : ['sex', 'age'];
    expect(lines.find((line) => line.startsWith('lost: '))).toMatch(
      new RegExp(`^lost: [\\d.]+ % of the detail: "${first}" [\\d.]+ %, "${second}" [\\d.]+ %$`),
    );
    expect(lines.join('\n')).not.toMatch(/discernibility|klDivergence|seconds/);
    expect(lines.length).toBeLessThan(24);
  });

  it('has one line for a model that a job has twice, and counts a column once', async () => {
    const { lines } = await summarize({ ...job, privacy: [...job.privacy, job.privacy[0], diverse('drug')] });
    const titles = lines.map((line) => line.split(/ {2,}/)[0]);
    expect(titles.filter((title) => title.startsWith('k-anonymity'))).toEqual(['k-anonymity']);
    expect(titles.filter((title) => title.startsWith('l-diversity'))).toEqual(['l-diversity (distinct) of 2 columns']);
    expect(lines.some((line) => line.startsWith('- "disease", "drug": Every class holds'))).toBe(true);
    const alone = await summarize({ ...job, privacy: [diverse('disease'), diverse('disease')] });
    expect(alone.lines.some((line) => line.startsWith('l-diversity (distinct) of "disease" '))).toBe(true);
  });

  it('stays short for a table of 53 columns', async () => {
    const table = await readCsv(courtTable(300).csv);
    const { lines } = await summarize(proposeJob(table).job, table);
    expect(lines.length).toBeLessThan(28);
  });

  it('says of permuted values where they are shared, and that none is lost', async () => {
    const { lines } = await summarize({
      ...job,
      algorithm: 'anatomy',
      privacy: [diverse('disease')],
      attributes: { age: known, disease: secret },
    });
    expect(lines.some((line) => line === 'lost: no detail of single values' || line.startsWith('classes: '))).toBe(
      true,
    );
    const buckets = await summarize({ ...job, algorithm: { name: 'slicing', columns: 'one-attribute-per-column' } });
    expect(buckets.lines).toContain(
      '- Every row shares a bucket, within which values are permuted, with at least 3 others.',
    );
    expect(buckets.lines.join('\n')).not.toContain('shares the released quasi-identifiers');
    expect(buckets.lines).toContain('lost: no detail of single values');
  });

  it('promises nothing that does not hold', async () => {
    const asked: Job = {
      attributes: {
        age: { ...known, hierarchy: { type: 'suppress' } },
        sex: { ...known, hierarchy: { type: 'suppress' } },
      },
      privacy: [{ model: 'k-anonymity', k: 4 }],
      algorithm: { name: 'mu-argus', violations: 'release' },
    };
    const { lines, result } = await summarize(asked);
    const holds = result.privacy[0].holds;
    expect(lines.includes('that is:')).toBe(holds);
  });
});

describe('a job that was made, as a terminal has room for it', () => {
  it('is the job, in fewer lines', async () => {
    const court = await readCsv(courtTable(200).csv);
    const asked: ProposeOptions[] = [{}, { goal: 'levels' }, { k: 3, input: { missing: ['', '?'] } }];
    for (const options of asked) {
      for (const table of [people, court]) {
        const proposed = proposeJob(table, options);
        const text = shortJobText(proposed);
        expect(parseJobText(text)).toEqual(parseJob(proposed.job));
        const columns = Object.keys(proposed.job.attributes).length;
        expect(text.split('\n').length).toBeLessThanOrEqual(9 + columns + proposed.job.privacy.length);
      }
    }
  });
});

describe('kohort anonymize', () => {
  const { path: here } = makeFolder();
  writeFileSync(
    join(here, 'people.csv'),
    ['age,sex,disease', ...people.toRows().map(({ age, sex, disease }) => `${age},${sex},${disease}`), ''].join('\n'),
  );
  const run = (...args: string[]) =>
    runInside(['anonymize', 'people.csv', '--k', '4', ...args, '--out', 'r.csv'], here);

  it('prints few metrics, all of them with --verbose, and the files last', async () => {
    const few = await run('--save-job', 'job.json');
    expect(few.stdout).toBe('');
    expect(few.stderr).toMatch(/\nlost: .*\n[^]*\nrelease: r\.csv\njob: job\.json\n$/);
    expect(few.stderr).not.toMatch(/discernibility|seconds:/);
    const all = await run('--save-job', 'job.json', '--verbose');
    expect(all.stderr).toMatch(/^discernibility +\d/m);
    expect(all.stderr).toMatch(/^seconds: read/m);
  });

  it('writes the job with its reasons where stdout is no terminal', async () => {
    const { stdout, stderr } = await run();
    expect(stdout).toMatch(/^\/\/ A job for kohort/);
    expect(parseJobText(stdout).privacy[0]).toEqual({ model: 'k-anonymity', k: 4 });
    expect(stderr).not.toContain('the job that was made');
  });
});
