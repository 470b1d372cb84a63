import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import type { Job } from '../../src/index.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const run = async (...args: string[]) => runInside(args, folder.path);

/** Visits of 40 patients with one to five rows each, and six rows without a key. */
const visits: string[][] = [];
for (let p = 0; p < 40; p++) {
  for (let i = 0; i <= p % 5; i++)
    visits.push([`P${p}`, String(1940 + p), 'fm'[p % 2], ['flu', 'gout', 'HIV', 'angina'][(p + i) % 4]]);
}
const lacking = Array.from({ length: 6 }, (_, i) => ['', String(1945 + 5 * i), 'fm'[i % 2], ['flu', 'gout'][i % 2]]);
const csv = (rows: readonly string[][]): string =>
  ['patient,born,sex,disease', ...rows.map((row) => row.join(','))].join('\n');
writeFileSync(at('all.csv'), csv([...visits, ...lacking]));
writeFileSync(at('keyed.csv'), csv(visits));

const job: Job = {
  attributes: {
    patient: 'person',
    born: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [10, 50] } },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    disease: 'sensitive',
  },
  privacy: [
    { model: 'k-anonymity', k: 4 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' },
  ],
  algorithm: 'optimal-lattice',
};
const write = (name: string, asked: object): void => writeFileSync(at(name), JSON.stringify(asked));
write('keyed.json', job);
write('apart.json', { ...job, missingPersons: 'separate' });
const both = /120 rows of 40 people(?! or)|126 rows of 40 people(?! or without a key)/;

describe('sentences on rows without the key of a person', () => {
  it('do not count them among the rows of the people', async () => {
    const made = await run(
      ...['anonymize', 'all.csv', '--job', 'apart.json', '--out', 'r.csv', '--seed', '1'],
      ...['--report', 'r.md', '--certificate', 'c.json', '--recoding', 'kept.json'],
    );
    expect(made.code, made.stderr).toBe(0);
    const texts = {
      summary: made.stderr,
      report: readFileSync(at('r.md'), 'utf8'),
      verify: (await run('verify', 'c.json', 'r.csv')).stdout,
      audit: (await run('audit', 'r.csv', '--job', 'apart.json', '--original', 'all.csv')).stdout,
      compare: (await run('compare', 'all.csv', '--job', 'apart.json', '--algorithms', 'optimal-lattice')).stdout,
      inspect: (await run('inspect', 'all.csv', '--person', 'patient')).stdout,
    };
    for (const [name, text] of Object.entries(texts)) {
      expect([name, text.includes('126 rows of 40 people or without a key')]).toEqual([name, true]);
      expect([name, both.exec(text)?.[0]]).toEqual([name, undefined]);
    }
    const applied = await run('apply', 'kept.json', 'all.csv', '--out', 'again.csv');
    expect(applied.stderr).toContain('126 new rows of 40 people or without a key: 126 of 40 people or without a key released'); // prettier-ignore
    expect(texts.inspect).toContain('persons are known for each row with a key');
  });

  it('say of a table in which every row has a key whose all rows are', async () => {
    const made = await run('anonymize', 'keyed.csv', '--job', 'keyed.json', '--out', 'k.csv', '--seed', '1');
    expect(made.stderr).toContain('120 rows of 40 people, 120 rows of 40 people released');
    expect((await run('inspect', 'keyed.csv', '--person', 'patient')).stdout).toContain('persons are known for each row:'); // prettier-ignore
  });

  it('of inspect say what a run can do with them', async () => {
    const { stderr } = await run('inspect', 'all.csv', '--job', 'apart.json');
    const made = await run('init', 'all.csv', '--yes', '--person', 'patient', '--out', 'made.json');
    expect(made.stderr).toContain('6 rows without the key of a person: a run refuses these, leaves them out');
    expect(stderr).toContain('6 rows without the key of a person: a run refuses these, leaves them out');
    expect(stderr).toContain('"missingPersons": "separate"');
  });

  it('name a model once where no level vector satisfies it', async () => {
    write('never.json', { ...job, missingPersons: 'separate', privacy: [{ model: 'k-anonymity', k: 4 }, { model: 'alpha-k-anonymity', k: 4, alpha: 0.01, attribute: 'disease' }] }); // prettier-ignore
    const { stderr } = await run('anonymize', 'all.csv', '--job', 'never.json', '--out', 'n.csv');
    const [, names = ''] = /satisf(?:ies|y) (.*?)(?: with at most|, so no)/.exec(stderr) ?? [];
    expect(names.split(/, | and /)).toEqual([...new Set(names.split(/, | and /))]);
    expect(names).toContain('alpha-k-anonymity');
  });
});

describe('sentences on buckets', () => {
  it('of summary, audit and report call them so, and say that people share one', async () => {
    write('buckets.json', { ...job, algorithm: 'bucketization', suppression: { maxFraction: 0.2 } });
    const made = await run('anonymize', 'keyed.csv', '--job', 'buckets.json', '--out', 'b.csv', '--seed', '1', '--report', 'b.md'); // prettier-ignore
    expect(made.code, made.stderr).toBe(0);
    const audit = (await run('audit', 'b.csv', '--job', 'buckets.json', '--original', 'keyed.csv')).stdout;
    for (const text of [made.stderr, audit]) {
      expect(text).toMatch(/(released )?in \d+ buckets/);
      expect(text).toContain('buckets whose people all hold one sensitive value');
      expect(text).not.toMatch(/\d class|classes (whose|with)/);
    }
    const report = readFileSync(at('b.md'), 'utf8');
    expect(report).toContain('## Buckets by size');
    expect(report).toContain('People by how many people share their bucket');
    expect(report).toContain('may be certain that they are there');
    expect(report).not.toMatch(/\d class|look alike\*\*|Classes (by|found|whose)|find the class/);
  });
});

describe('sentences on suppressed rows', () => {
  it('of a report say that starred rows show no value', async () => {
    const odd = [...visits, ['Q1', '1800', 'f', 'HIV'], ['Q2', '1801', 'f', 'HIV']];
    writeFileSync(at('odd.csv'), csv(odd));
    write('star.json', {
      ...job,
      algorithm: { name: 'optimal-lattice', metric: 'height' },
      suppression: { maxRows: 2 },
      output: { suppressed: 'star' },
    });
    const made = await run('anonymize', 'odd.csv', '--job', 'star.json', '--out', 's.csv', '--seed', '1', '--report', 's.md'); // prettier-ignore
    expect(made.stderr).toContain('suppressed: 2 of 122 rows');
    const starred = readFileSync(at('s.csv'), 'utf8').split('\n').filter((line) => line.startsWith('*,*')); // prettier-ignore
    expect(starred).toEqual(['*,*,', '*,*,']);
    const report = readFileSync(at('s.md'), 'utf8');
    expect(report).toContain('kept, with \\* in every quasi-identifier and no value in other columns');
  });
});

describe('answers of attacks', () => {
  const release = ['--seed', '1', '--quiet'];

  it('name the options that they ask for, and count in thousands', async () => {
    const many = Array.from({ length: 1200 }, (_, i) => [`P${i % 400}`, String(1940 + (i % 40)), 'fm'[i % 2], ['flu', 'gout', 'HIV'][(i % 400) % 3]]); // prettier-ignore
    writeFileSync(at('many.csv'), csv(many));
    const made = await run('anonymize', 'many.csv', '--job', 'keyed.json', '--out', 'm.csv', ...release);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    for (const kind of ['linkage', 'homogeneity', 'uniqueness', 'history']) {
      const without = await run('attack', kind, 'm.csv', '--job', 'keyed.json', ...(kind === 'linkage' ? ['--public', 'many.csv'] : [])); // prettier-ignore
      expect(without.stderr).toContain(
        'kohort: --original: expected the original of the release with the key of persons',
      );
    }
    const linked = await run('attack', 'linkage', 'm.csv', '--job', 'keyed.json', '--public', 'many.csv', '--original', 'many.csv'); // prettier-ignore
    expect(linked.stdout).toContain('risks are for 400 people with 1,200 rows in the release');
    const none = await run('attack', 'membership', 'm.csv', '--job', 'keyed.json', '--public', 'all.csv');
    expect(none.stderr).toMatch(
      /kohort: --public: expected the key of a person in every row, .*, received 6 rows without one/,
    );
  });

  it('of two releases with other quasi-identifiers match people by both', async () => {
    const { sex: _, ...less } = job.attributes;
    write('less.json', { ...job, attributes: less });
    await run('anonymize', 'keyed.csv', '--job', 'less.json', '--out', 'first.csv', ...release);
    await run('anonymize', 'keyed.csv', '--job', 'keyed.json', '--out', 'second.csv', ...release);
    const asked = ['attack', 'composition', 'first.csv', '--with', 'second.csv', '--job', 'less.json', '--public', 'keyed.csv']; // prettier-ignore
    const { stdout, stderr } = await run(...asked, '--with-job', 'keyed.json');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^disease +40 /m);
    const missing = await run(...asked, '--with-job', 'nowhere.json');
    expect(missing.stderr).toContain('kohort: --with-job: expected a file that can be read, received nowhere.json');
  });
});

describe('the warning of equal rows', () => {
  it('is none where rows differ in an identifier that a run does not keep', async () => {
    // 30 kinds of rows, each of two people with names of their own; then the same without names.
    const rows = Array.from({ length: 60 }, (_, i) => [`Q${(7919 * i) % 10007}`, 20 + (i % 30), 53700 + (i % 10)]);
    writeFileSync(at('named.csv'), ['code,age,zip', ...rows.map((row) => row.join(','))].join('\n'));
    writeFileSync(at('bare.csv'), ['age,zip', ...rows.map((row) => row.slice(1).join(','))].join('\n'));
    const attributes = { age: 'quasi-identifier', zip: 'quasi-identifier' };
    const privacy = [{ model: 'k-anonymity', k: 2 }];
    write('named.json', { attributes: { code: 'identifier', ...attributes }, privacy, algorithm: 'mondrian' });
    write('bare.json', { attributes, privacy, algorithm: 'mondrian' });
    const warned = async (name: string) =>
      (await run('anonymize', `${name}.csv`, '--job', `${name}.json`, '--out', 'e.csv')).stderr;
    expect(await warned('named')).not.toContain('REPEATED_PERSONS');
    expect(await warned('bare')).toContain('60 rows of which only 30 rows are different');
  });
});
