import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, runInside } from './run-cli.js';

const { path: folder } = makeFolder();
const at = (name: string): string => join(folder, name);
const letters = (i: number): string => [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const nameOf = (i: number): string => `Xaver${letters(i)} Unikat${letters((i * 7) % 50)}`;

function writeJob(note: string): string {
  const attributes = { patient: 'identifier', age: 'quasi-identifier', note, disease: 'sensitive' };
  const job = { attributes, privacy: [{ model: 'k-anonymity', k: 5 }], algorithm: 'mondrian' };
  writeFileSync(at('job.json'), JSON.stringify(job));
  return at('job.json');
}

beforeAll(() => {
  const lines = Array.from({ length: 60 }, (_, i) => {
    // A missing name is no reason to drop the row.
    const name = i === 3 ? '' : nameOf(i);
    const note = i % 20 === 0 ? `letter to ${name.toUpperCase()}` : `seen on ward ${i % 30}`;
    return `${name},${20 + (i % 40)},${note},${['flu', 'gout', 'asthma'][i % 3]}`;
  });
  writeFileSync(at('people.csv'), `patient,age,note,disease\n${lines.join('\n')}\n`);
});

describe('texts that hold the identifier of their row', () => {
  it('are refused with their number, and no file is written', async () => {
    const ended = await runInside(['anonymize', at('people.csv'), '--job', writeJob('insensitive'), '--out', at('no.csv')]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('3 rows whose text holds the value of "patient" of the same row');
    expect(ended.stderr).toContain('IDENTIFIER_IN_TEXT');
    expect(ended.stderr).not.toMatch(/xaver|unikat/i);
    expect(() => readFileSync(at('no.csv'))).toThrow();
  }); // prettier-ignore

  it('are dropped from a job that is made from the table, and identifiers are read by no release', async () => {
    const asked = ['anonymize', at('people.csv'), '--k', '5', '--out', at('out.csv')];
    const made = await runInside(asked);
    expect([made.code, made.code === 0 ? '' : made.stderr]).toEqual([0, '']);
    expect(readFileSync(at('out.csv'), 'utf8')).not.toMatch(/xaver|unikat|letter/i);
    const dropped = ['anonymize', at('people.csv'), '--job', writeJob('drop'), '--out', at('out.csv'), '--json'];
    const ended = await runInside(dropped);
    expect([ended.code, (JSON.parse(ended.stdout) as { rows: number }).rows]).toEqual([0, 60]);
    expect(readFileSync(at('out.csv'), 'utf8').split('\n')[0]).toBe('age,disease');
  });

  it('are not searched where rows are counted, which a warning says', async () => {
    const asked = ['anonymize', at('people.csv'), '--job', writeJob('sensitive'), '--out', at('out.csv'), '--two-pass'];
    const ended = await runInside(asked);
    expect(ended.stderr).toContain('the texts of "note" were not searched for them');
  });
});
