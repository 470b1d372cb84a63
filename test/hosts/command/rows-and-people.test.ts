import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { preview, readCsv, type CheckedJob } from '../../../src/index.js';
import { promiseOf } from '../../../src/report/promises.js';
import { makeFolder, runInside } from './run-cli.js';
import { inTurn } from '../../shared.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

/** 20 patients of three visits each, with missing cells; two visits stand out, so that rows are suppressed. */
const visits = Array.from({ length: 60 }, (_, i) => {
  const patient = Math.floor(i / 3);
  const zip = patient % 7 === 0 ? '' : `5371${patient % 2}`;
  return [
    `P${1000 + patient}`,
    1950 + 2 * patient,
    patient % 2 === 0 ? 'f' : 'm',
    zip,
    ['flu', 'gout', '', 'HIV'][i % 4],
  ];
});
visits[0][1] = 1850;
visits[59][1] = 2024;
writeFileSync(at('in.csv'), ['patient,born,sex,zip,disease', ...visits.map((row) => row.join(','))].join('\n'));

const sensitive = { role: 'sensitive' } as const;
const known = { role: 'quasi-identifier' } as const;
const jobOf = (algorithm: CheckedJob['algorithm'], ...models: CheckedJob['privacy']): CheckedJob => ({
  attributes: {
    patient: { role: 'identifier' },
    born: { ...known, hierarchy: { type: 'intervals', widths: [5, 20] } },
    sex: known,
    zip: { ...known, type: 'string' },
    disease: sensitive,
  },
  privacy: [{ model: 'k-anonymity', k: 4 }, ...models],
  algorithm,
  suppression: { maxRows: 12 },
});
const diverse = { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' } as const;
const jobs = {
  mondrian: jobOf('mondrian', diverse, { model: 'maximum-risk', risk: 0.25 }, { model: 'average-risk', risk: 0.25 }),
  'optimal-lattice': jobOf('optimal-lattice'),
  samarati: jobOf('samarati', diverse),
  slicing: jobOf({ name: 'slicing' }, diverse),
};

/** Counts or promises of people; nothing of the kind is known of rows. */
const PEOPLE =
  /\b\d[\d,]* (people|persons?)\b|\b(every|each|no|a|this|that) person\b(?! has)|\bevery(body|one)\b|\bnobody\b(?! needs)|\bpeople (who|in|with|of|by) /iu;
/** Sentences that say what a row is taken for. */
const TAKEN = [
  /[^.\n;(]*\bonly where each row is one person\b[^.\n]*/giu,
  /[^.\n;(]*\bwhere each row is one person\b[^.\n]*/giu,
  /[^.\n]*people may have several[^.\n]*/giu,
  /[^.\n]*people have several rows[^.\n]*/giu,
  /\b(several rows are of one|each row is one|row is not one|row may be one|row is a|one row of each|key of a|key of) persons?\b/giu,
];
const withoutTaken = (text: string): string => TAKEN.reduce((left, taken) => left.replaceAll(taken, ''), text);
const saidOfPeople = (text: string): string[] =>
  withoutTaken(text)
    .split('\n')
    .filter((line) => PEOPLE.test(line));

describe('a table with several rows a person', () => {
  it.each(inTurn(Object.entries(jobs), 2))('is never said to be of people: %s', async (name, job) => {
    writeFileSync(at(`${name}.json`), JSON.stringify(job));
    const flags = ['--job', at(`${name}.json`)];
    const told: string[] = [];
    const run = async (...args: string[]): Promise<void> => {
      const { stdout, stderr } = await runInside(args);
      told.push(`${args.slice(0, 2).join(' ')}\n${stdout}\n${stderr}`);
    };
    const release = at(`${name}.csv`);
    const report = at(`${name}.md`);
    const files = ['--out', release, '--report', report, '--certificate', at(`${name}.certificate.json`)];
    await run('anonymize', at('in.csv'), ...flags, ...files, '--verbose');
    await run('anonymize', at('in.csv'), ...flags, '--out', at('again.csv'), '--previous', release);
    told.push(readFileSync(report, 'utf8').replace(/\n## Glossary\n.*?(?=\n## |$)/su, ''));
    await run('audit', release, ...flags, '--original', at('in.csv'));
    await run('verify', at(`${name}.certificate.json`), release);
    await run('compare', at('in.csv'), ...flags, '--algorithms', 'mondrian');
    await run('inspect', at('in.csv'), ...flags);
    for (const attack of ['homogeneity', 'downcoding']) await run('attack', attack, release, ...flags);
    for (const attack of ['membership', 'linkage', 'minimality'])
      await run('attack', attack, release, ...flags, '--public', at('in.csv'));
    await run('attack', 'composition', release, ...flags, '--with', release, '--public', at('in.csv'));
    expect(told.flatMap(saidOfPeople)).toEqual([]);
    expect(told[0]).toContain('REPEATED_PERSONS');
    expect(told.filter((text) => /TypeError|undefined|NaN|Infinity/.test(text))).toEqual([]);
  });

  it('is said to be of people where somebody says so', async () => {
    writeFileSync(at('people.json'), JSON.stringify(jobs.mondrian));
    const flags = ['--job', at('people.json'), '--rows-are-people', '--out', at('people.csv')];
    const { stdout, stderr } = await runInside(['anonymize', at('in.csv'), ...flags]);
    expect(`${stdout}${stderr}`).toMatch(/Every person shares the released quasi-identifiers with at least 3 others\./);
    expect(`${stdout}${stderr}`).not.toMatch(/REPEATED_PERSONS|Every row shares/);
  });

  it('has promises of rows in a preview', async () => {
    const { privacy } = await preview(await readCsv(readFileSync(at('in.csv'), 'utf8')), jobs.mondrian);
    const told = privacy.map((model) => promiseOf(model)).join('\n');
    expect(told).toContain('Every row shares');
    expect(saidOfPeople(told)).toEqual([]);
  });
});
