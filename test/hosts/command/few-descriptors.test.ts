import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { long, inTurn } from '../../shared.js';
import { main, makeFolder, untilKilled } from './run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const quasi = { role: 'quasi-identifier', type: 'integer' };
const job = (hierarchy?: object): string =>
  JSON.stringify({
    attributes: { age: { ...quasi, hierarchy }, note: { role: 'insensitive' } },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'mondrian',
  });
const rows = Array.from({ length: 500 }, (_, i) => `${i % 5},x\n`).join('');
writeFileSync(at('people.csv'), `age,note\n${rows}`);
writeFileSync(at('age.csv'), '0;*\n1;*\n2;*\n3;*\n4;*\n');
writeFileSync(at('job.json'), job());
writeFileSync(at('levels.json'), job({ type: 'levels', file: 'age.csv' }));
writeFileSync(at('empty.mjs'), 'await 0;\n');

/** Runs Node with a limit of `descriptors` descriptors. */
const runWith = (descriptors: number, args: string): { code: number | null; stderr: string } => {
  const command = `ulimit -n ${descriptors}; exec "${process.execPath}" ${args}`;
  const done = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8', ...untilKilled });
  return { code: done.status, stderr: done.stderr };
};

describe.runIf(process.platform === 'linux')('a process that may open few files', () => {
  // Below, Node itself ends.
  const least = [...Array(40).keys()].find((n) => n > 10 && runWith(n, 'empty.mjs').code === 0) ?? 40;

  // promise: few-files-open
  it.each(
    inTurn(
      [
        ['job.json', 0],
        ['levels.json', 1],
      ],
      2,
    ),
  )('ends in one line and exit code 4, or in a release: %s', (name, more) => {
    const before = readdirSync(folder.path);
    let failed = 0;
    for (let descriptors = least + more; ; descriptors += long ? 1 : 9) {
      const done = runWith(descriptors, `"${main}" anonymize people.csv --job ${name} --out out.csv --quiet`);
      if (done.code === 0) break;
      failed++;
      expect([descriptors, done]).toEqual([
        descriptors,
        { code: 4, stderr: expect.stringMatching(/^kohort: [^\n]*EMFILE[^\n]* \[TOO_FEW_DESCRIPTORS\]\n$/) as string },
      ]);
      expect(readdirSync(folder.path)).toEqual(before);
      expect(descriptors).toBeLessThan(200);
    }
    expect(failed).toBeGreaterThan(0);
    spawnSync('rm', [at('out.csv')]);
  });
});
