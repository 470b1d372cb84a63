/** Releases that a spreadsheet opens by a double click: semicolons and a byte order mark. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInside } from './run-cli.js';

const here = mkdtempSync(join(tmpdir(), 'kohort-form-'));
afterAll(() => rmSync(here, { recursive: true, force: true }));
const write = (name: string, content: string): void => writeFileSync(join(here, name), content);
const bytes = (name: string): Buffer => readFileSync(join(here, name));
const text = (name: string): string => bytes(name).toString('utf8');

const cities = ['Köln', 'Bonn; Beuel', 'Essen'];
const rowsFrom = (first: number): string =>
  Array.from({ length: 240 }, (_, i) => `${20 + ((first + i) % 40)};"${cities[i % 3]}";${140 + ((i * 7) % 53)},${(i * 3) % 10};d${i % 4}`).join('\n'); // prettier-ignore
const attributes = {
  alter: 'quasi-identifier',
  ort: 'quasi-identifier',
  größe: 'quasi-identifier',
  diagnose: 'sensitive',
};
const base = {
  attributes,
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm: 'mondrian',
  output: { order: 'input' },
};
const form = { delimiter: ';', bom: true };
const kohort = async (...args: string[]) => runInside(args, here);

beforeAll(() => {
  write('leute.csv', `alter;ort;größe;diagnose\n${rowsFrom(0)}\n`);
  write('neu.csv', `alter;ort;größe;diagnose\n${rowsFrom(7)}\n`);
  write('plain.json', JSON.stringify(base));
  write('excel.json', JSON.stringify({ ...base, output: { ...base.output, ...form } }));
});

it.each(['js', 'wasm'])(
  'are the release of commas in another form, and every reader of releases knows it (%s)',
  async (engine) => {
    const plain = await kohort(
      'anonymize',
      'leute.csv',
      '--job',
      'plain.json',
      '--out',
      'plain.csv',
      '--engine',
      engine,
    );
    const excel = await kohort(
      'anonymize',
      'leute.csv',
      '--job',
      'excel.json',
      '--out',
      'excel.csv',
      '--engine',
      engine,
    );
    expect([plain.code, excel.code, excel.stderr.includes('FORMAT_FOUND')]).toEqual([0, 0, true]);
    expect([...bytes('excel.csv').subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, ...lines] = text('excel.csv').slice(1).split('\n');
    expect([header, lines.length]).toEqual(['alter;ort;größe;diagnose', 241]);
    expect(text('excel.csv')).toContain('; 1'); // Two bounds with a decimal comma.
    expect(text('plain.csv').startsWith('alter,ort,größe,diagnose\n')).toBe(true);
    // Cells that hold a delimiter of any kind are quoted in both, so the two differ in what stands between cells alone.
    const cells = (line: string, delimiter: string): string[] =>
      [...line.matchAll(new RegExp(`("(?:[^"]|"")*"|[^${delimiter}]*)(?:${delimiter}|$)`, 'g'))].map(
        ([, cell]) => cell,
      );
    expect(lines.map((line) => cells(line, ';'))).toEqual(
      text('plain.csv').split('\n').slice(1).map((line) => cells(line, ',')), // prettier-ignore
    );
    for (const job of ['excel.json', 'plain.json']) {
      const audited = await kohort('audit', 'excel.csv', '--job', job, '--original', 'leute.csv', '--json');
      expect([audited.code, JSON.parse(audited.stdout)]).toEqual([0, expect.objectContaining({ holds: true })]);
    }
    expect((await kohort('attack', 'homogeneity', 'excel.csv', '--job', 'excel.json')).code).toBe(0);
    const later = await kohort(
      'anonymize',
      'leute.csv',
      '--job',
      'excel.json',
      '--previous',
      'excel.csv',
      '--out',
      'later.csv',
    );
    expect(later.code === 0 || later.stderr.includes('COMPOSITION')).toBe(true);
  },
);

it('are asked for by flags too, also of stdout, of counted rows, of gzip, and of apply', async () => {
  const flags = ['--out-delimiter', 'semicolon', '--bom'];
  const printed = await kohort('anonymize', 'leute.csv', '--job', 'plain.json', ...flags);
  expect(printed.stdout).toBe(text('excel.csv'));
  await kohort(
    'anonymize',
    'leute.csv',
    '--job',
    'plain.json',
    ...flags,
    '--two-pass',
    '--out',
    'counted.csv.gz',
    '--recoding',
    'kept.json',
  );
  expect(gunzipSync(bytes('counted.csv.gz')).toString('utf8')).toBe(text('excel.csv'));
  const applied = await kohort('apply', 'kept.json', 'neu.csv', '--out', 'new.csv');
  expect([applied.code, text('new.csv').startsWith('\ufeffalter;ort;größe;diagnose\n')]).toEqual([0, true]);
  const other = await kohort('apply', 'kept.json', 'neu.csv', '--out', 'tabs.csv', '--out-delimiter', 'tab');
  expect([other.code, text('tabs.csv').startsWith('\ufeffalter\tort\t')]).toEqual([0, true]);
});

it('stand in a job that is made', async () => {
  const flags = ['--out-delimiter', ';', '--bom', '--save-job', 'made.json', '--out', 'made.csv'];
  expect((await kohort('anonymize', 'leute.csv', '--k', '4', ...flags)).code).toBe(0);
  expect(text('made.json')).toContain('"output": { "delimiter": ";", "bom": true }');
  expect((await kohort('anonymize', 'leute.csv', '--job', 'made.json', '--out', 'again.csv')).code).toBe(0);
  expect(text('again.csv').startsWith('\ufeffalter;')).toBe(true);
});

it('are refused where the release is no CSV, and where the delimiter is none', async () => {
  const parquet = await kohort('anonymize', 'leute.csv', '--job', 'plain.json', '--bom', '--out', 'x.parquet');
  expect([parquet.code, parquet.stderr]).toEqual([
    2,
    expect.stringMatching(/--bom: expected a release in CSV.*OPTION_UNUSED/),
  ]);
  const wrong = await kohort('anonymize', 'leute.csv', '--job', 'plain.json', '--out-delimiter', ':');
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/--out-delimiter: expected "," ";" "\|" or tab/),
  ]);
  write('wrong.json', JSON.stringify({ ...base, output: { delimiter: ':', bom: 'yes' } }));
  const { code, stderr } = await kohort('anonymize', 'leute.csv', '--job', 'wrong.json');
  expect([code, stderr.includes('output.delimiter'), stderr.includes('output.bom')]).toEqual([2, true, true]);
});

it('names the file of the recoding beside the release', async () => {
  write('named.csv', `alter;ort;größe;diagnose\n${rowsFrom(0)}\n`);
  write('named.json', JSON.stringify(base));
  const args = ['anonymize', 'named.csv', '--job', 'named.json', '--out', 'named-out.csv', '--recoding', 'kept.json'];
  const { code, stderr } = await runInside(args, here);
  expect([code, stderr]).toEqual([0, expect.stringContaining('release: named-out.csv\nrecoding: kept.json\n')]);
});
