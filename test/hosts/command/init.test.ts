import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseJobText } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { makeFolder, run, runInside } from './run-cli.js';

const { path: here } = makeFolder();
const random = seededRandom(3);
const read = (name: string): string => readFileSync(join(here, name), 'utf8');
const rowsOf = (csv: string): string[][] =>
  csv
    .trim()
    .split('\n')
    .map((line) => line.split(','));

beforeAll(() => {
  const rows = Array.from({ length: 300 }, (_, i) =>
    [
      i + 1,
      `Person${i}`,
      18 + random.below(70),
      'FM'[random.below(2)],
      53_700 + random.below(30),
      ['flu', 'gout', 'asthma'][random.below(3)],
      1e8 + 7919 * i,
    ].join(),
  );
  writeFileSync(join(here, 'people.csv'), ['id,name,age,sex,zip,disease,x1', ...rows, ''].join('\n'));
});

describe('kohort init', () => {
  it('prints a job with comments, which anonymize takes', async () => {
    const { code, stdout, stderr } = await runInside(['init', 'people.csv', '--yes'], here);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain('// its name');
    writeFileSync(join(here, 'printed.json'), stdout);
    const done = await runInside(['anonymize', 'people.csv', '--job', 'printed.json', '--out', 'printed.csv'], here);
    expect(done.code).toBe(0);
    expect(read('printed.csv')).toMatch(/^age,sex,zip,disease\n/);
    expect(
      (await runInside(['audit', 'printed.csv', '--job', 'printed.json', '--original', 'people.csv'], here)).code,
    ).toBe(0);
  });

  it('writes the job to --out, and says that it did not ask', async () => {
    const { code, stdout, stderr } = await run(['init', 'people.csv', '--out', 'job.json', '--k', '7'], here);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/no terminal for questions.*--yes/);
    expect(parseJobText(read('job.json')).privacy[0]).toEqual({ model: 'k-anonymity', k: 7 });
    expect((await runInside(['init', 'people.csv', '--yes', '--out', 'people.csv'], here)).code).toBe(2);
  });

  it('prints the proposal as JSON, with the reason of every column', async () => {
    const { stdout } = await runInside(['init', 'people.csv', '--json'], here);
    const told = JSON.parse(stdout) as { job: { algorithm: string }; columns: { name: string; reason: string }[] };
    expect(told.job.algorithm).toBe('mondrian');
    expect(told.columns.map(({ name }) => name)).toEqual(['id', 'name', 'age', 'sex', 'zip', 'disease', 'x1']);
  });
});

describe('kohort anonymize without a job', () => {
  it('makes one, prints it where stdout is free, and audits the release', async () => {
    const { code, stdout, stderr } = await runInside(['anonymize', 'people.csv', '--k', '5', '--out', 'r.csv'], here);
    expect(code).toBe(0);
    expect(stderr).toContain('release: r.csv');
    const job = parseJobText(stdout);
    expect(job.attributes.x1).toEqual({ role: 'identifier' });
    const [header, ...rows] = rowsOf(read('r.csv'));
    expect(header).toEqual(['age', 'sex', 'zip', 'disease']);
    expect(rows).toHaveLength(300);
    writeFileSync(join(here, 'again.json'), stdout);
    const audited = await runInside(
      ['audit', 'r.csv', '--job', 'again.json', '--original', 'people.csv', '--json'],
      here,
    );
    expect(JSON.parse(audited.stdout)).toMatchObject({ holds: true });
  });

  it('keeps stdout for the release, and for the result with --json', async () => {
    const plain = await runInside(['anonymize', 'people.csv', '--k', '5'], here);
    expect(plain.stdout).toMatch(/^age,sex,zip,disease\n/);
    expect(parseJobText(plain.stderr.slice(plain.stderr.indexOf('// A job'))).algorithm).toBe('mondrian');
    const json = await runInside(['anonymize', 'people.csv', '--k', '5', '--json', '--out', 'j.csv'], here);
    expect(JSON.parse(json.stdout)).toMatchObject({ rows: 300, quasiIdentifiers: ['age', 'sex', 'zip'] });
    const saved = await runInside(
      ['anonymize', 'people.csv', '--k', '5', '--out', 's.csv', '--save-job', 's.json'],
      here,
    );
    expect(saved.stdout).toBe('');
    expect(parseJobText(read('s.json')).algorithm).toBe('mondrian');
  });

  it('takes the words of who asks, and warns of columns that nobody named', async () => {
    const args = [
      'anonymize',
      'people.csv',
      '--k',
      '4',
      '--quasi',
      'age,zip',
      '--sensitive',
      'disease',
      '--l',
      '2',
      '--goal',
      'best',
    ];
    const { code, stdout, stderr } = await runInside([...args, '--save-job', 'best.json'], here);
    expect(code).toBe(0);
    expect(rowsOf(stdout)[0]).toEqual(['age', 'zip', 'disease']);
    expect(stderr).toMatch(/COLUMNS_NOT_NAMED: .*"sex"/);
    expect(parseJobText(read('best.json'))).toMatchObject({
      privacy: [{ k: 4 }, { model: 'l-diversity', l: 2, attribute: 'disease' }],
      algorithm: { name: 'local-recoding', start: 'better' },
    });
  });

  it('keeps columns that are named, and refuses those that cannot be kept by the name of the option', async () => {
    const kept = await runInside(['init', 'people.csv', '--yes', '--keep', 'a*,sex', '--keep', 'zip'], here);
    expect([kept.code, kept.stderr]).toEqual([0, '']);
    expect(kept.stdout.match(/kept as asked \("keep"\): its name/g)).toHaveLength(3);
    const refused = await runInside(['anonymize', 'people.csv', '--k', '5', '--keep', 'x1,age'], here);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/^kohort: --keep: expected columns .* "x1" \(identifier: .* \[KEEP_REFUSED\]\n$/);
    const unknown = await runInside(['init', 'people.csv', '--yes', '--keep', 'Z*'], here);
    expect(unknown.stderr).toMatch(
      /--keep: .*did you mean "zip"\?\), received "Z\*", which none matches \[UNKNOWN_COL/,
    );
    const mixed = await runInside(['anonymize', 'people.csv', '--job', 'job.json', '--keep', 'age'], here);
    expect(mixed.stderr).toMatch(/--keep: expected no --job/);
  });

  it('hides who of a public table is in the input, and needs that table for it', async () => {
    const lines = read('people.csv').trim().split('\n').slice(1);
    const others = Array.from({ length: 1200 }, () =>
      ['', '', 18 + random.below(70), 'FM'[random.below(2)], 53_700 + random.below(30), '', ''].join(),
    );
    const known = [...lines, ...others].map((line) => line.split(',').slice(2, 5).join());
    mkdirSync(join(here, 'jobs'), { recursive: true });
    writeFileSync(join(here, 'town.csv'), ['age,sex,zip', ...known, ''].join('\n'));
    const args = ['anonymize', 'people.csv', '--k', '3', '--goal', 'membership'];
    const without = await runInside(args, here);
    expect(without.code).toBe(2);
    expect(without.stderr).toMatch(/--public: expected .*membership/);
    const more = ['--public', 'town.csv', '--out', 'm.csv', '--save-job', 'jobs/m.json'];
    const { code, stderr } = await runInside([...args, ...more], here);
    expect([code, stderr]).toEqual([0, expect.stringContaining('delta-presence')]);
    const [, presence] = parseJobText(read('jobs/m.json')).privacy;
    expect(presence).toEqual({ model: 'delta-presence', min: 0, max: 0.5, public: '../town.csv' });
    const audited = await runInside(['audit', 'm.csv', '--job', 'jobs/m.json', '--original', 'people.csv'], here);
    expect(audited.code).toBe(0);
    expect(rowsOf(read('m.csv'))[0]).toEqual(['age', 'sex', 'zip', 'disease']);
    const unused = await runInside(['anonymize', 'people.csv', '--k', '3', '--public', 'town.csv'], here);
    expect(unused.stderr).toMatch(/--public: expected the goal "membership"/);
    const same = await runInside([...args, '--public', 'people.csv'], here);
    expect(same.stderr).toMatch(/--public: expected a table of people among whom these can hide/);
  });

  it('asks which day is meant where two formats fit, and releases none of them', async () => {
    const rows = Array.from({ length: 200 }, (_, i) =>
      [
        20 + random.below(50),
        `${String(1 + random.below(12)).padStart(2, '0')}/${String(1 + (i % 12)).padStart(2, '0')}/20${10 + (i % 13)}`,
      ].join(),
    );
    writeFileSync(join(here, 'days.csv'), ['age,seen', ...rows, ''].join('\n'));
    const { code, stdout, stderr } = await runInside(['anonymize', 'days.csv', '--k', '5'], here);
    expect([code, rowsOf(stdout)[0]]).toEqual([0, ['age']]);
    expect(stderr).toMatch(/FORMAT_AMBIGUOUS: column "seen"/);
  });

  it('reads stdin, once', async () => {
    const { code, stdout } = await run(
      ['anonymize', '-', '--k', '5', '--goal', 'links', '--quiet'],
      here,
      read('people.csv'),
    );
    expect(code).toBe(0);
    expect(rowsOf(stdout)).toHaveLength(301);
    expect((await run(['init', '-', '--quiet'], here, read('people.csv'))).stdout).toContain('proposed from stdin');
  });

  it('refuses what cannot be, by the names of its options', async () => {
    const refused = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runInside(['anonymize', 'people.csv', ...args], here);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      return stderr;
    };
    expect(await refused()).toMatch(/--job.*--k N/);
    expect(await refused('--k', '5', '--job', 'job.json')).toMatch(/--k: expected no --job with it/);
    expect(await refused('--k', '5', '--quasi', 'agee')).toMatch(/--quasi: .*did you mean "age"/);
    expect(await refused('--k', '5', '--sensitive', 'age', '--quasi', 'age')).toMatch(/--sensitive: /);
    expect(await refused('--k', '1')).toMatch(/--k: /);
    expect(await refused('--k', '5', '--goal', 'quick')).toMatch(/--goal/);
    expect(await refused('--k', '5', '--goal', 'links', '--sensitive', 'age', '--save-job', 'people.csv')).toMatch(
      /--save-job: /,
    );
  });
});
