import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckedJob, RunPlan } from '../../../src/index.js';
import { makeFolder, runInside } from './run-cli.js';

/** Answers of a battery, and a household income that is known. */
const FIRST = 1;
const LAST = 287;

function survey(rows: number, more: readonly string[] = []): string {
  const questions = Array.from({ length: LAST }, (_, i) => `F${FIRST + i}`);
  const header = ['id', 'mail', 'age', 'sex', 'F_income', ...questions, 'F*', 'weight_a', 'weight_b', ...more];
  const lines = Array.from({ length: rows }, (_, row) => [
    `P${row}`,
    `p${row}@example.org`,
    20 + (row % 40),
    row % 2 === 0 ? 'f' : 'm',
    1000 * (1 + (row % 8)),
    ...questions.map((_, q) => [1, 2, 3, 4, 5, -8, -9][(row * (q + 3)) % 7]),
    ['no', 'yes'][row % 2],
    1,
    2,
    ...more.map(() => row),
  ]);
  return `${[header, ...lines].map((cells) => cells.join(',')).join('\n')}\n`;
}

const job = {
  input: { missing: ['', '-8', '-9'] },
  attributes: {
    'F*': 'insensitive',
    F_income: 'quasi-identifier',
    'F\\*': 'sensitive',
    age: 'quasi-identifier',
    sex: 'quasi-identifier',
    'weight_*': 'drop',
    'i*': 'identifier',
    mail: 'identifier',
  },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
};

describe('patterns of attributes in commands', () => {
  const { path: folder } = makeFolder();
  const at = (name: string): string => join(folder, name);
  const run = async (...args: readonly string[]) => runInside([...args], folder);
  const read = (name: string): unknown => JSON.parse(readFileSync(at(name), 'utf8'));
  const header = (name: string): string[] => readFileSync(at(name), 'utf8').split('\n', 1)[0].split(',');
  const questions = Array.from({ length: LAST }, (_, i) => `F${FIRST + i}`);
  const released = ['age', 'sex', 'F_income', ...questions, 'F*'];
  let result: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    writeFileSync(at('may.csv'), survey(200));
    writeFileSync(at('june.csv'), survey(200, ['F286b']));
    writeFileSync(at('job.json'), JSON.stringify(job));
    result = await run(
      ...['anonymize', 'may.csv', '--job', 'job.json', '--out', 'out.csv', '--save-job', 'saved.json', '--json'],
      ...['--report', 'report.json', '--certificate', 'certificate.json', '--recoding', 'recoding.json', '--seed', '1'],
    );
  });

  it('release the columns that match, and no other', () => {
    expect([result.code, result.stdout.slice(0, 200)]).toEqual([0, expect.stringContaining('"version"')]);
    expect(header('out.csv')).toEqual(released);
    const { quasiIdentifiers } = JSON.parse(result.stdout) as { readonly quasiIdentifiers: readonly string[] };
    expect(quasiIdentifiers).toEqual(['F_income', 'age', 'sex']);
  });

  it('are saved with the columns that match, in the job and in the report', () => {
    const { attributes } = read('saved.json') as CheckedJob;
    expect(attributes['F*']).toEqual({ role: 'insensitive', matches: questions });
    expect(attributes['i*'].matches).toEqual(['id']);
    expect(attributes['F\\*']).toEqual({ role: 'sensitive' });
    const report = read('report.json') as { readonly job: { readonly settings: Pick<CheckedJob, 'attributes'> } };
    expect(report.job.settings.attributes['F*'].matches).toEqual(questions);
    expect(Object.keys(report.job.settings.attributes)).toEqual(Object.keys(job.attributes));
  });

  it.each(['job.json', 'saved.json'])('make the same release from %s, and are audited', async (name) => {
    const own = `own-${name}.csv`;
    const again = await run('anonymize', 'may.csv', '--job', name, '--out', own, '--seed', '1', '--engine', 'js');
    expect(again.code).toBe(0);
    expect(readFileSync(at(own), 'utf8')).toBe(readFileSync(at('out.csv'), 'utf8'));
    for (const more of [[], ['--original', 'may.csv']]) {
      const audit = await run('audit', 'out.csv', '--job', name, '--json', ...more);
      expect([audit.code, audit.stderr]).toEqual([0, expect.any(String)]);
      expect(JSON.parse(audit.stdout)).toMatchObject({ holds: true, problems: [] });
    }
    expect((await run('verify', 'certificate.json', 'out.csv')).code).toBe(0);
  });

  it('find a column of a release that a pattern withholds', async () => {
    const rows = readFileSync(at('out.csv'), 'utf8').trimEnd().split('\n');
    writeFileSync(at('leak.csv'), `${rows.map((row, i) => `${row},${i === 0 ? 'id' : `P${i}`}`).join('\n')}\n`);
    for (const more of [[], ['--original', 'may.csv']]) {
      const audit = await run('audit', 'leak.csv', '--job', 'job.json', '--json', ...more);
      expect(audit.code).toBe(1);
      expect(JSON.stringify(JSON.parse(audit.stdout).problems)).toMatch(/\bid\b/);
    }
  });

  it('are told by the plan', async () => {
    const text = await run('explain', 'may.csv', '--job', 'job.json');
    expect(text.stdout).toMatch(/pattern F\* +insensitive: F1 to F287 \(287 columns\)/);
    expect(text.stdout).toMatch(/pattern i\* +identifier: id\n/);
    const { patterns, columns } = JSON.parse(
      (await run('explain', 'may.csv', '--job', 'job.json', '--json')).stdout,
    ) as RunPlan;
    expect(patterns.map(({ pattern, matches }) => [pattern, matches.length])).toEqual([['F*', LAST], ['weight_*', 2], ['i*', 1]]); // prettier-ignore
    const role = (name: string) => columns.find((column) => column.name === name)?.role;
    expect(['F1', 'F_income', 'F*', 'id', 'weight_a', 'mail'].map(role)).toEqual(
      ['insensitive', 'quasi-identifier', 'sensitive', 'identifier', 'drop', 'identifier'],
    ); // prettier-ignore
  });

  it.each([
    ['anonymize', 'june.csv', '--job', 'saved.json', '--out', 'june-out.csv'],
    ['explain', 'june.csv', '--job', 'saved.json'],
    ['compare', 'june.csv', '--job', 'saved.json', '--algorithms', 'mondrian'],
    ['audit', 'out.csv', '--job', 'saved.json', '--original', 'june.csv'],
  ])('refuse a column of the next month in %s', async (...args) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/COLUMN_NOT_LISTED/);
    expect(stderr).toMatch(/"F286b"/);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('take a column of the next month where the job has no list', async () => {
    const { code } = await run('anonymize', 'june.csv', '--job', 'job.json', '--out', 'june-out.csv', '--quiet');
    expect([code, header('june-out.csv').includes('F286b')]).toEqual([0, true]);
  });

  it('refuse a list of a column that the file lacks, and a pattern that none matches', async () => {
    writeFileSync(at('april.csv'), readFileSync(at('may.csv'), 'utf8').replace(',F7,', ',G7,'));
    const lacking = await run('explain', 'april.csv', '--job', 'saved.json');
    expect([lacking.code, lacking.stderr]).toEqual([
      2,
      expect.stringMatching(/UNKNOWN_COLUMN.*"F7"|"F7".*UNKNOWN_COLUMN/),
    ]);
    writeFileSync(at('near.json'), JSON.stringify({ ...job, attributes: { ...job.attributes, 'AGE*': 'drop' } }));
    const near = await run('explain', 'may.csv', '--job', 'near.json');
    expect([near.code, near.stderr]).toEqual([2, expect.stringMatching(/"age"/)]);
  });

  it('work for counted rows, threads, Parquet, Arrow and an SQL engine', async () => {
    const counted = {
      ...job,
      attributes: { 'F_*': 'quasi-identifier', 'a*': 'quasi-identifier', 's*': 'quasi-identifier', 'i*': 'identifier' },
    };
    writeFileSync(at('counted.json'), JSON.stringify(counted));
    const plain = await run(
      'anonymize',
      'may.csv',
      '--job',
      'counted.json',
      '--out',
      'plain.csv',
      '--seed',
      '2',
      '--quiet',
    );
    const two = await run(
      'anonymize',
      'may.csv',
      '--job',
      'counted.json',
      '--out',
      'two.csv',
      '--seed',
      '2',
      '--two-pass',
      '--threads',
      '2',
      '--quiet',
    );
    expect([plain.code, two.code]).toEqual([0, 0]);
    expect(header('two.csv')).toEqual(['age', 'sex', 'F_income']);
    const sorted = (name: string): string[] => readFileSync(at(name), 'utf8').split('\n').sort();
    expect(sorted('two.csv')).toEqual(sorted('plain.csv'));
    const inside = await run('anonymize', 'duckdb:may.csv', '--job', 'job.json', '--out', 'duck.csv', '--quiet');
    expect([inside.code, inside.stderr]).toEqual([0, '']);
    expect(header('duck.csv').sort()).toEqual([...released].sort());
    const told = await run('audit', 'duckdb:duck.csv', '--job', 'job.json', '--json');
    expect([told.code, told.stderr.slice(0, 300)]).toEqual([0, expect.any(String)]);
    const next = await run('anonymize', 'duckdb:june.csv', '--job', 'saved.json', '--out', 'duck-june.csv');
    expect([next.code, next.stderr]).toEqual([2, expect.stringMatching(/COLUMN_NOT_LISTED/)]);
    for (const form of ['parquet', 'arrow']) {
      const out = `wide.${form}`;
      expect(
        (await run('anonymize', 'may.csv', '--job', 'job.json', '--out', out, '--seed', '1', '--quiet')).code,
      ).toBe(0);
      const audit = await run('audit', out, '--job', 'job.json', '--original', 'may.csv', '--json');
      expect([form, audit.code]).toEqual([form, 0]);
      const narrow = { attributes: { 'F*': 'insensitive', 'F\\*': 'drop', 'a*': 'quasi-identifier' } };
      writeFileSync(at('narrow.json'), JSON.stringify({ ...job, ...narrow, input: {} }));
      const again = await run('explain', out, '--job', 'narrow.json', '--json');
      const { patterns } = JSON.parse(again.stdout) as RunPlan;
      expect(patterns[0].matches).toEqual(['F_income', ...questions]);
    }
  });

  it('work in comparisons, attacks and inspections', async () => {
    const compare = await run(
      'compare',
      'may.csv',
      '--job',
      'job.json',
      '--algorithms',
      'mondrian,datafly',
      '--json',
      '--no-accuracy',
    );
    expect([compare.code, compare.stderr]).toEqual([0, expect.any(String)]);
    for (const args of [
      ['homogeneity', 'out.csv', '--job', 'job.json'],
      ['uniqueness', 'out.csv', '--job', 'job.json', '--original', 'may.csv'],
      ['linkage', 'out.csv', '--job', 'saved.json', '--public', 'may.csv'],
      ['composition', 'out.csv', '--job', 'job.json', '--with', 'out.csv', '--public', 'may.csv'],
    ]) {
      const { code, stderr } = await run('attack', ...args, '--json');
      expect([args[0], code, code === 0 ? '' : stderr]).toEqual([args[0], 0, '']);
    }
    const previous = await run(
      'anonymize',
      'may.csv',
      '--job',
      'job.json',
      '--previous',
      'out.csv',
      '--out',
      'next.csv',
      '--json',
    );
    expect(previous.code).toBe(0);
    expect((JSON.parse(previous.stdout) as { previous: { matched: number[] } }).previous.matched).toEqual([200]);
    expect((await run('inspect', 'may.csv', '--job', 'job.json', '--json')).code).toBe(0);
  });
});
