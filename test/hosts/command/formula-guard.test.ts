import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditReport, Job, RunResult } from '../../../src/index.js';
import { readCsv } from '../../../src/index.js';
import { disarm, rearm } from '../../../src/table/formula-guard.js';
import { seededRandom } from '../../../src/base/random.js';
import { quotedCsv } from '../../table-texts.js';
import { makeFolder, runInside } from './run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
/** Texts that a spreadsheet would run, those that look like disarmed ones, and numbers, which stay. */
const texts = [
  '=1+1',
  "'=1+1",
  "''=1+1",
  '+1',
  '-5',
  "'-5",
  '-5 or so',
  '@SUM(A1)',
  '\tx',
  "'",
  "'x",
  '＝1',
  'plain',
  '-',
];
const job: Job = {
  input: { missing: ['', '-'], trim: false, delimiter: ',', skip: 0 },
  attributes: {
    '=age': { role: 'quasi-identifier', type: 'string' },
    note: { role: 'sensitive', type: 'string' },
    amount: { role: 'insensitive', type: 'integer' },
  },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
};
const rows = texts.flatMap((text, i) =>
  [0, 1].map((again) => [text, texts[(i + 3) % texts.length], String(i - 7 + again)]),
);
writeFileSync(at('people.csv'), quotedCsv([['=age', 'note', 'amount'], ...rows]));
writeFileSync(at('job.json'), JSON.stringify(job));
writeFileSync(at('guarded.json'), JSON.stringify({ ...job, output: { formulaGuard: true } }));
writeFileSync(at('excel.json'), JSON.stringify({ ...job, output: { bom: true } }));
const anonymize = (name: string, ...more: string[]) =>
  runInside(['anonymize', at('people.csv'), '--job', at(name), '--json', '--quiet', ...more]);

describe('formulas of a release', () => {
  it('are disarmed so that different texts stay different', () => {
    expect(texts.map(disarm).map(rearm)).toEqual(texts);
    expect(texts.map(disarm).slice(0, 6)).toEqual(["'=1+1", "''=1+1", "'''=1+1", '+1', '-5', "''-5"]);
    const random = seededRandom(1);
    const pieces = ["'", '=', '-', '+', '@', '\t', '1', 'x', ' ', '＋', '.5'];
    const drawn = new Set(
      Array.from({ length: 5000 }, () =>
        Array.from({ length: random.below(5) }, () => pieces[random.below(pieces.length)]).join(''),
      ),
    );
    const written = [...drawn].map(disarm);
    expect(new Set(written).size).toBe(drawn.size);
    expect(written.map(rearm)).toEqual([...drawn]);
    const runs = written.filter((text) => /^[=+\-@\t]/.test(text) && Number.isNaN(Number(text)));
    expect(runs).toEqual([]);
  });

  const ways = [
    ['--formula-guard', 'job.json', ['--formula-guard']],
    ['output.formulaGuard', 'guarded.json', []],
    ['output.bom', 'excel.json', []],
    ['--bom', 'job.json', ['--bom']],
  ] as const;
  it.each(ways)('have an apostrophe before them, counted in a warning: by %s', async (_, name, flags) => {
    const plain = await anonymize('job.json', '--out', at('plain.csv'), '--seed', '1');
    expect(plain.code).toBe(0);
    const done = await anonymize(name, ...flags, '--out', at('guarded.csv'), '--seed', '1');
    expect([done.code, done.stderr]).toEqual([0, expect.not.stringContaining('AUDIT')]);
    const { warnings, classes } = JSON.parse(done.stdout) as RunResult;
    expect(classes).toBe((JSON.parse(plain.stdout) as RunResult).classes);
    const read = async (file: string) => readCsv(readFileSync(at(file)), { trim: false, delimiter: ',', skip: 0, missing: [''], types: { amount: 'string' } }); // prettier-ignore
    const cellsOf = (table: Awaited<ReturnType<typeof read>>): string[] =>
      table.columns.flatMap((column) => Array.from(column.codes, (code) => column.texts[code]));
    const [guarded, unguarded] = [cellsOf(await read('guarded.csv')), cellsOf(await read('plain.csv'))];
    expect(guarded.map(rearm)).toEqual(unguarded);
    const changed = guarded.filter((cell, i) => cell !== unguarded[i]).length;
    expect(changed).toBeGreaterThan(0);
    const message = expect.stringContaining(`${changed} cells begin as a formula`) as string;
    expect(warnings).toContainEqual({ code: 'FORMULAS_DISARMED', message });
    expect(guarded.filter((cell) => /^[=@\t]/.test(cell))).toEqual([]);
    expect(readFileSync(at('guarded.csv'), 'utf8').replace('\ufeff', '')).toMatch(/^'=age,/);
    const audited = await runInside([
      ...['audit', at('guarded.csv'), '--job', at(name), '--original', at('people.csv'), '--json'],
      ...(name === 'job.json' ? ['--formula-guard'] : []),
    ]);
    expect(JSON.parse(audited.stdout) as AuditReport).toMatchObject({ holds: true, problems: [], classes });
    expect(audited.code).toBe(0);
  });

  it('stay where nobody asks, where it is refused, and where the release is no CSV', async () => {
    const refused = await anonymize('excel.json', '--no-formula-guard', '--out', at('bom.csv'));
    expect(refused.code).toBe(0);
    expect(readFileSync(at('bom.csv'), 'utf8')).toMatch(/^\ufeff=age,/);
    const arrow = await anonymize('guarded.json', '--out', at('release.arrow'));
    expect([arrow.code, arrow.stdout]).toEqual([0, expect.not.stringContaining('FORMULAS_DISARMED')]);
    const unused = await anonymize('job.json', '--formula-guard', '--out', at('release.parquet'));
    expect([unused.code, unused.stderr]).toEqual([2, expect.stringContaining('--formula-guard')]);
  });

  it('are disarmed when a kept recoding is applied', async () => {
    const kept = await anonymize('guarded.json', '--out', at('first.csv'), '--recoding', at('recoding.json'));
    expect([kept.code, kept.stderr]).toEqual([0, '']);
    const applied = await runInside([
      'apply',
      at('recoding.json'),
      at('people.csv'),
      '--out',
      at('applied.csv'),
      '--json',
    ]);
    expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining('FORMULAS_DISARMED')]);
    expect(readFileSync(at('applied.csv'), 'utf8')).toMatch(/^'=age,/);
  });
});
