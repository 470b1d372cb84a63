import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { makeFolder, runInside } from './run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const rows = Array.from({ length: 60 }, (_, i) => `MRN-${70_000 + i},${20 + (i % 9)},flu${i % 3}`);
writeFileSync(at('a.csv'), ['mrn,age,ill', ...rows].join('\n'));
writeFileSync(at('b.csv'), ['mrn,age,ill', ...rows.slice(20)].join('\n'));
writeFileSync(at('visits.csv'), ['mrn,age,ill', ...rows, ...rows.slice(0, 3)].join('\n'));
const secret = 'correct-horse-battery-staple-51';
writeFileSync(at('project.key'), secret);
writeFileSync(at('key.csv'), secret);
writeFileSync(at('short.key'), 'short');
const job = {
  attributes: { mrn: 'pseudonym', age: 'quasi-identifier', ill: 'sensitive' },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
  unit: 'row',
};
writeFileSync(at('job.json'), JSON.stringify(job));
writeFileSync(at('rows.json'), JSON.stringify({ ...job, unit: undefined }));

const anonymize = (input: string, name: string, ...args: string[]) =>
  runInside(['anonymize', at(input), '--job', at('job.json'), '--out', at(name), ...args]);
const keysOf = (name: string): Set<string> =>
  new Set(readFileSync(at(name), 'utf8').trim().split('\n').slice(1).map((line) => line.split(',')[0])); // prettier-ignore

describe('kohort anonymize --key', () => {
  it('releases files that join, and says first that they are not anonymous', async () => {
    const files = ['--report', at('a.md'), '--report', at('a.html'), '--certificate', at('a.json'), '--recoding', at('a.rec.json')]; // prettier-ignore
    const first = await anonymize('a.csv', 'a.out.csv', '--key', at('project.key'), ...files);
    const second = await anonymize('b.csv', 'b.out.csv', '--key', at('project.key'), '--json');
    expect([first.code, second.code], first.stderr + second.stderr).toEqual([0, 0]);
    const [a, b] = [keysOf('a.out.csv'), keysOf('b.out.csv')];
    expect([a.size, b.size, [...b].every((key) => a.has(key))]).toEqual([60, 40, true]);
    const lines = first.stderr.split('\n').filter((line) => !line.startsWith('kohort: warning'));
    expect(lines[0]).toMatch(/^pseudonymous, not anonymous: with the key "mrn" leads back/);
    expect(readFileSync(at('a.md'), 'utf8')).toContain('| Is it anonymous? | no, it is pseudonymous');
    const { exposure, warnings } = JSON.parse(second.stdout) as { exposure: Record<string, unknown>; warnings: { code: string }[] }; // prettier-ignore
    expect(exposure.mrn).toEqual({ texts: 40, rows: 40 });
    expect(warnings[0].code).toBe('PSEUDONYMOUS');
    const written = readdirSync(folder.path).filter((name) => name.includes('.out.') || name.startsWith('a.') && name !== 'a.csv'); // prettier-ignore
    expect(written.length).toBeGreaterThan(4);
    for (const name of written) {
      const text = readFileSync(at(name), 'utf8');
      expect(text.includes(secret) || text.includes('MRN-7'), name).toBe(false);
    }
    for (const args of [[], ['--original', at('a.csv')]]) {
      const audit = await runInside(['audit', at('a.out.csv'), '--job', at('job.json'), ...args]);
      expect(audit.code, audit.stdout + audit.stderr).toBe(0);
    }
    const raw = await runInside(['audit', at('a.csv'), '--job', at('job.json')]);
    expect([raw.code, raw.stdout]).toEqual([1, expect.stringContaining('column "mrn": 60 cells are no pseudonym')]);
  });

  it('takes no raw value where a release would copy one, and no file in place of the key', async () => {
    const key = ['--key', at('project.key')];
    for (const [args, code] of [
      [['anonymize', at('a.csv'), '--job', at('job.json'), '--out', at('n.csv')], 'MISSING_OPTION'],
      [
        ['anonymize', at('a.csv'), '--job', at('job.json'), '--out', at('n.csv'), '--key', at('short.key')],
        'OPTION_RANGE',
      ],
      [
        ['anonymize', at('a.csv'), '--job', at('job.json'), '--out', at('n.csv'), ...key, '--two-pass'],
        'TWO_PASS_IMPOSSIBLE',
      ],
      [
        ['anonymize', at('a.csv'), '--job', at('job.json'), '--out', at('key.csv'), '--key', at('key.csv')],
        'SAME_FILE',
      ],
      [['anonymize', at('visits.csv'), '--job', at('rows.json'), '--out', at('n.csv'), ...key], 'PSEUDONYM_LINKS_ROWS'],
    ] as const) {
      const ended = await runInside([...args]);
      expect([ended.code, ended.stderr], code).toEqual([2, expect.stringContaining(`[${code}]`)]);
      expect(ended.stderr).not.toContain('MRN-');
    }
    expect(readFileSync(at('key.csv'), 'utf8')).toBe(secret);
    expect(readdirSync(folder.path)).not.toContain('n.csv');
  });

  it('is refused in an engine that copies cells', async () => {
    const db = await DuckDBInstance.create(at('d.duckdb'));
    const connection = await db.connect();
    await connection.run(`CREATE TABLE people AS SELECT * FROM read_csv('${at('a.csv')}')`);
    connection.closeSync();
    db.closeSync();
    const source = `duckdb:${at('d.duckdb')}#people`;
    for (const out of [at('n.csv'), `duckdb:${at('d.duckdb')}#released`]) {
      const ended = await runInside([
        'anonymize',
        source,
        '--job',
        at('job.json'),
        '--key',
        at('project.key'),
        '--out',
        out,
      ]);
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/"pseudonym"/)]);
    }
  });
});
