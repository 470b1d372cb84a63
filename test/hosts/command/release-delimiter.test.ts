import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encode } from '../../io/csv/encode.js';
import { runInside } from './run-cli.js';

const here = mkdtempSync(join(tmpdir(), 'kohort-delimiter-'));
afterAll(() => rmSync(here, { recursive: true, force: true }));
const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(here, name), content);
const people = Array.from({ length: 9000 }, (_, i) => `${20 + (i % 30)},${i % 3 === 0 ? 'Oslo' : 'Bergen'},d${i % 4}`);
const attributes = { age: 'quasi-identifier', city: 'quasi-identifier', disease: 'sensitive' };
const job = { attributes, privacy: [{ model: 'k-anonymity', k: 4 }], algorithm: 'mondrian' };
const audit = async (file: string, ...more: string[]) =>
  runInside(['audit', file, '--job', 'job.json', '--json', ...more], here);
let expected = '';

beforeAll(async () => {
  write('people.csv', `age,city,disease\n${people.join('\n')}\n`);
  write('job.json', JSON.stringify(job));
  const made = await runInside(['anonymize', 'people.csv', '--job', 'job.json', '--out', 'release.csv'], here);
  expect(made.code).toBe(0);
  expected = (await audit('release.csv', '--original', 'people.csv')).stdout;
  expect(JSON.parse(expected)).toMatchObject({ holds: true });
});

it.each([';', '\t', '|'])('audits a release that was saved with %j', async (delimiter) => {
  const saved = readFileSync(join(here, 'release.csv'), 'utf8').replaceAll(',', delimiter).replaceAll('\n', '\r\n');
  write('saved.csv', `\ufeff${saved}`);
  write('saved.csv.gz', gzipSync(saved));
  for (const file of ['saved.csv', 'saved.csv.gz']) {
    const { code, stdout } = await audit(file, '--original', 'people.csv');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(expected));
  }
  expect((await runInside(['attack', 'homogeneity', 'saved.csv', '--job', 'job.json'], here)).code).toBe(0);
});

it('leaves commas to a release whose original has another delimiter', async () => {
  write('semicolons.csv', readFileSync(join(here, 'people.csv'), 'utf8').replaceAll(',', ';'));
  const { code, stdout } = await audit('release.csv', '--original', 'semicolons.csv', '--delimiter', ';');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(expected));
});

it('audits a release that a spreadsheet saved as UTF-16 with tabs', async () => {
  const saved = readFileSync(join(here, 'release.csv'), 'utf8').replaceAll(',', '\t');
  write('wide.csv', encode(saved, 'utf-16le', { mark: true }));
  const { code, stdout } = await audit('wide.csv', '--original', 'people.csv');
  expect([code, JSON.parse(stdout)]).toEqual([0, JSON.parse(expected)]);
});
