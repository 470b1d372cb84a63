import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run, runInside } from './run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'kohort-apply-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
const write = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

const people = Array.from({ length: 60 }, (_, i) => `${20 + (i % 30)},${i % 3 === 0 ? 'Oslo' : 'Bergen'},d${i % 4}`);
const input = write('people.csv', `age,city,disease\n${people.join('\n')}\n`);
const job = write(
  'job.json',
  JSON.stringify({
    attributes: {
      age: { role: 'quasi-identifier' },
      city: { role: 'quasi-identifier' },
      disease: { role: 'sensitive' },
    },
    privacy: [{ model: 'k-anonymity', k: 4 }],
    algorithm: 'mondrian',
  }),
);
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n').sort();

it('applies what anonymize --json printed, and what --recoding wrote, to the input: the release comes out again', async () => {
  const release = at('release.csv');
  const options = ['--job', job, '--out', release, '--recoding', at('recoding.json'), '--json'];
  const made = await run(['anonymize', input, ...options], folder);
  expect([made.code, made.stderr]).toEqual([0, '']);
  write('result.json', made.stdout);
  for (const kept of ['result.json', 'recoding.json']) {
    const out = at(`again-${kept}.csv`);
    const { code, stderr } = await runInside(['apply', at(kept), input, '--out', out], folder);
    expect([code, stderr.split('\n')[0]]).toEqual([0, '60 new rows: 60 released, 0 suppressed']);
    expect(linesOf(out)).toEqual(linesOf(release));
  }
  const parquet = at('again.parquet');
  expect((await runInside(['apply', at('recoding.json'), input, '--out', parquet, '--quiet'], folder)).code).toBe(0);
});

it('writes large counts with separators, as every summary does', async () => {
  const many = write('many.csv', `age,city,disease\n${Array.from({ length: 1341 }, () => '22,Oslo,d1').join('\n')}\n`);
  const { stderr } = await runInside(['apply', at('recoding.json'), many, '--out', at('many-out.csv')], folder);
  expect(stderr).toContain('1,341 new rows: 1,341 released, 0 suppressed');
});

it('counts rows outside of it, as JSON too, and writes to stdout without --out', async () => {
  const fresh = write('new.csv', 'disease;city;age\nd1;Oslo;99\nd1;Oslo;22\nd1;Voss;22\n');
  const told = await runInside(['apply', at('recoding.json'), fresh, '--json'], folder);
  expect(JSON.parse(told.stdout)).toMatchObject({
    rows: 3,
    released: 1,
    suppressed: 2,
    outside: 2,
    outsideBy: { age: 1, city: 1 },
  });
  const { stdout, stderr } = await runInside(['apply', at('recoding.json'), fresh, '--suppressed', 'star'], folder);
  expect(stdout.trim().split('\n').slice(0, 1)).toEqual(['age,city,disease']);
  // Rows without a class are blank in every other column.
  expect(stdout.match(/^\*,\*,$/gm)).toHaveLength(2);
  expect(stderr).toMatch(
    /warning FEW_NEW_ROWS.*\n3 new rows: 1 released, 2 suppressed\n {2}2 rows with values outside/,
  );
});

it('ends with one line and leaves nothing where the recoding is none, or a column is not there', async () => {
  const before = readdirSync(folder);
  const cases: [string, string, number, RegExp][] = [
    [job, input, 2, /RECODING_INVALID|recoding: expected/],
    [input, input, 2, /expected the result of anonymize --json/],
    [at('none.json'), input, 3, /none\.json/],
    [at('recoding.json'), write('narrow.csv', 'age,city\n22,Oslo\n'), 2, /"?disease"?/],
  ];
  for (const [kept, fresh, code, message] of cases) {
    const ended = await runInside(['apply', kept, fresh, '--out', at('never.csv')], folder);
    expect([ended.code, ended.stderr.trim().split('\n').length]).toEqual([code, 1]);
    expect(ended.stderr).toMatch(message);
  }
  expect(readdirSync(folder).filter((name) => !before.includes(name))).toEqual(['narrow.csv']);
});

it('says what helps where no new row is released', async () => {
  const told = async (name: string, text: string, options: readonly string[] = []): Promise<string> => {
    const { code, stderr } = await runInside(
      ['apply', at('recoding.json'), write(name, text), '--out', at('none.csv'), ...options],
      folder,
    );
    expect(code).toBe(0);
    expect(linesOf(at('none.csv'))).toEqual(['age,city,disease']);
    expect(stderr).not.toMatch(/smaller k|ALL_ROWS_SUPPRESSED/);
    return stderr;
  };
  const few = await told('few.csv', 'age,city,disease\n22,Oslo,d1\n', ['--minimum', '3', '--suppressed', 'drop']);
  expect(few).toMatch(/warning NO_NEW_ROW_RELEASED: .* fewer of them than the minimum; collect more new rows/);
  const others = await told('others.csv', 'age,city,disease\n99,Voss,d1\n');
  expect(others).toMatch(/warning NO_NEW_ROW_RELEASED: .* has a class in the earlier release; anonymize them/);
});
