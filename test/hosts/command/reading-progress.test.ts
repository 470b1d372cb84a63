import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportReading } from '../../../src/hosts/command/reading-progress.js';
import { readRows } from '../../../src/hosts/command/read-rows.js';
import { makeFolder } from './run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const lines = Array.from({ length: 60_000 }, (_, i) => `${i % 90},${i % 7},some text`).join('\n');
writeFileSync(at('one.csv'), `age,sex,note\n${lines}\n`);
writeFileSync(at('two.csv'), `age,sex,note\n${lines}\n`);
writeFileSync(at('packed.csv.gz'), 'x'.repeat(1000));

function progressOf(paths: readonly string[]): { said: string[]; report: ReturnType<typeof reportReading> } {
  const said: string[] = [];
  return { said, report: reportReading(paths, { progress: (text) => void said.push(text) }) };
}

it('names the share of the bytes that were read, of one file and of several', async () => {
  const one = progressOf([at('one.csv')]);
  await readRows([at('one.csv')], 'input', { onProgress: one.report });
  const shares = one.said.flatMap((text) => /^read [\d,]+ rows?, (\d+) %$/.exec(text)?.[1] ?? []).map(Number);
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  const both = progressOf([at('one.csv'), at('two.csv')]);
  await readRows([at('one.csv'), at('two.csv')], 'input', { onProgress: both.report });
  expect(both.said.some((text) => /, 4\d %$/.test(text)) && both.said.some((text) => /, 8\d %$/.test(text))).toBe(true);
});

it('names the rows alone where the size is not known', () => {
  for (const path of ['-', at('packed.csv.gz'), at('missing.csv'), folder.path, 'duckdb:x.db#t', 'a\0b']) {
    const { said, report } = progressOf([path]);
    report({ rows: 1200, bytes: 5 });
    expect(said).toEqual(['read 1,200 rows']);
  }
});
