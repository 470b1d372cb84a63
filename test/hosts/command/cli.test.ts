import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditReport, Comparison, Inspection, Job, RunResult } from '../../../src/index.js';
import { anonymize, parseLevelsText, readForJob, readCsv } from '../../../src/index.js';
import { algorithmNames } from '../../registry.js';
import { seededRandom } from '../../../src/base/random.js';
import { main, makeFolder, run, runInside, start } from './run-cli.js';
import { csvOf } from '../../table-texts.js';
import { long } from '../../shared.js';

type Plain = Record<string, unknown>;

const folder = makeFolder();
const here = folder.path;
const at = (...parts: string[]): string => join(here, ...parts);

const cities = ['Aachen', 'Bonn', 'Celle', 'Dresden', 'Essen'];
const text = ((): string => {
  const random = seededRandom(11);
  const lines = Array.from({ length: 300 }, (_, i) => {
    const disease = ['flu', 'cold', 'ulcer', 'cancer'][random.below(4)];
    return [`ssn-${i}`, 17 + random.below(60), random.below(2) ? 'F' : 'M', cities[random.below(5)], disease].join(',');
  });
  return `ssn,age,sex,city,disease\n${lines.join('\n')}\n`;
})();

const cityRows = 'Aachen;west;*\nBonn;west;*\nEssen;west;*\nCelle;east;*\nDresden;east;*\n';

const clinicJob = (changes: Plain = {}, attributes: Plain = {}): Plain => ({
  attributes: {
    ssn: { role: 'identifier' },
    age: { role: 'quasi-identifier', type: 'integer' },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    city: { role: 'quasi-identifier', hierarchy: { type: 'levels', file: 'hierarchies/city.csv' } },
    disease: { role: 'sensitive' },
    ...attributes,
  },
  privacy: [
    { model: 'k-anonymity', k: 5 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' },
  ],
  algorithm: 'mondrian',
  ...changes,
});

const write = (name: string, content: unknown): string => {
  writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
};

const files = (): string[] => (readdirSync(here, { recursive: true }) as string[]).sort();

beforeAll(() => {
  mkdirSync(at('hierarchies'));
  write('hierarchies/city.csv', cityRows);
  write('in.csv', text);
  write('job.json', clinicJob());
});

describe('kohort anonymize', () => {
  it('writes a release, a report and a summary', async () => {
    const ended = await run(['anonymize', 'in.csv', '--job', 'job.json', '--out', 'a.csv', '--report', 'a.html'], here);
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(ended.stderr).toMatch(/mondrian \(wasm\): 300 rows, 300 released in \d+ classes/);
    expect(ended.stderr).toMatch(/release: a\.csv\nreport: a\.html\n$/);
    const release = await readCsv(readFileSync(at('a.csv')));
    expect(release.rows).toBe(300);
    expect(release.columns.map((column) => column.name)).toEqual(['age', 'sex', 'city', 'disease']);
    const report = readFileSync(at('a.html'), 'utf8');
    expect(report).toMatch(/^<!doctype html>/);
    expect(report).toContain('The audit confirms every privacy model.');
    for (const cell of [...cities, 'ulcer', 'ssn-']) expect(report).not.toContain(cell);
  });

  it('prints the result alone with --json, in the shape of the contract', async () => {
    const ended = await runInside(['anonymize', 'in.csv', '--job', 'job.json', '--out', 'b.csv', '--json'], here);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const result = JSON.parse(ended.stdout) as RunResult;
    expect(Object.keys(result)).toEqual(expect.arrayContaining([
      'version', 'engine', 'threads', 'algorithm', 'rows', 'released', 'suppressed', 'classes', 'quasiIdentifiers', 'privacy', 'metrics', 'solution', 'search', 'seconds',
    ])); // prettier-ignore
    expect(Object.keys(result.metrics)).toEqual(expect.arrayContaining([
      'discernibility', 'classification', 'averageClassSize', 'loss', 'ncp', 'precision', 'height', 'entropy', 'klDivergence', 'lossGeometric',
    ])); // prettier-ignore
    expect(result.privacy[0]).toMatchObject({ model: 'k-anonymity', required: { k: 5 }, holds: true });
    expect(Object.keys(result.search)).toEqual(expect.arrayContaining(['optimal', 'lowerBound', 'nodes', 'checked']));
    expect(Object.keys(result.seconds)).toEqual(
      expect.arrayContaining(['read', 'search', 'measure', 'write', 'total']),
    );
    expect(result).toMatchObject({ engine: 'wasm', threads: 1, rows: 300, algorithm: { name: 'mondrian' } });
    expect(result.quasiIdentifiers).toEqual(['age', 'sex', 'city']);
    expect(result.solution.kind).toBe('regions');
  });

  it('gives what the API gives, byte for byte, with either engine', async () => {
    const job = clinicJob(
      {},
      { city: { role: 'quasi-identifier', hierarchy: { type: 'levels', rows: parseLevelsText(cityRows) } } },
    );
    const input = await readForJob(text, job as unknown as Job);
    for (const engine of ['wasm', 'js'] as const) {
      const { release } = await anonymize(input.table, input.job, { seed: 3, engine });
      const args = ['anonymize', 'in.csv', '--job', 'job.json', '--seed', '3', '--engine', engine, '--quiet'];
      const ended = await runInside(args, here);
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(ended.stdout).toBe(csvOf(release));
    }
  });

  it('reads job or input from stdin, but not both', async () => {
    write('inline.json', clinicJob({}, { city: { role: 'drop' } }));
    const args = ['anonymize', 'in.csv', '--job', '-', '--seed', '1', '--quiet'];
    const ended = await run(args, here, JSON.stringify(clinicJob({}, { city: { role: 'drop' } })));
    expect(ended.code).toBe(0);
    const other = await run(['anonymize', '-', '--job', 'inline.json', '--seed', '1', '--quiet'], here, text);
    expect(other.stdout).toBe(ended.stdout);
    expect((await runInside(['anonymize', '-', '--job', '-'], here)).code).toBe(2);
  });

  it('keeps the order of the input on request only', async () => {
    write('order.json', clinicJob({ output: { order: 'input' } }));
    const diseases = async (job: string): Promise<string[]> => {
      const { stdout } = await runInside(['anonymize', 'in.csv', '--job', job, '--quiet'], here);
      return stdout.trimEnd().split('\n').slice(1).map((line) => line.split(',').at(-1) ?? ''); // prettier-ignore
    };
    const input = text.trimEnd().split('\n').slice(1).map((line) => line.split(',').at(-1)); // prettier-ignore
    expect(await diseases('order.json')).toEqual(input);
    const shuffled = await diseases('job.json');
    expect(shuffled).not.toEqual(input);
    expect([...shuffled].sort()).toEqual([...input].sort());
  });

  it.runIf(process.platform === 'linux')(
    'ends with exit code 4 when stdout cannot take all of it, however little is left',
    () => {
      write('long.csv', text + text.slice(text.indexOf('\n') + 1).repeat(20));
      for (const json of long ? ['', '--json'] : ['--json']) {
        const command = `exec ${process.execPath} ${main} anonymize long.csv --job job.json --quiet ${json}`;
        const full = spawnSync('bash', ['-c', `${command} > /dev/full`], { cwd: here, encoding: 'utf8' });
        expect([full.status, full.stderr]).toEqual([4, 'kohort: stdout: cannot be written (ENOSPC) [OUTPUT_FAILED]\n']);
      }
      const command = `ulimit -f 40; exec ${process.execPath} ${main} anonymize long.csv --job job.json --quiet > cut.csv`;
      const cut = spawnSync('bash', ['-c', command], { cwd: here, encoding: 'utf8' });
      expect([cut.status, cut.stderr]).toEqual([4, 'kohort: stdout: cannot be written (EFBIG) [OUTPUT_FAILED]\n']);
    },
  );

  // promise: whole-file-or-none
  it('ends with exit code 130 on Ctrl-C or SIGTERM, and nothing is written (run-01)', async () => {
    for (const signal of long ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGINT'] as const)) {
      const before = files();
      const { child, ended } = start(['anonymize', '-', '--job', 'job.json', '--out', 'never.csv'], here);
      // More than a pipe holds: once all of it has left, the command is reading.
      const more = text.slice(text.indexOf('\n') + 1).repeat(1000);
      await new Promise<void>((resolve) => child.stdin?.write(text + more, () => resolve()));
      child.kill(signal);
      expect(await ended).toMatchObject({
        code: 130,
        stdout: '',
        stderr: 'kohort: interrupted, nothing was written [ABORTED]\n',
      });
      expect(files()).toEqual(before);
    }
  });
});

describe('a wrong command or job', () => {
  let before: string[] = [];
  beforeEach(() => {
    before = files();
  });

  const expectRefusal = async (args: readonly string[], code: number, message: RegExp): Promise<void> => {
    const ended = await runInside(args, here);
    expect(ended.stderr).toMatch(/^kohort: [^\n]+\n$/);
    expect(ended.stderr).toMatch(message);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(files()).toEqual(before);
  };
  const anonymizeWith = (job: string, ...more: string[]) => [
    'anonymize',
    'in.csv',
    '--job',
    job,
    '--out',
    'never.csv',
    ...more,
  ];

  const k = (value: unknown): Plain => ({ privacy: [{ model: 'k-anonymity', k: value }] });
  const city = (hierarchy: Plain): [Plain, Plain] => [{}, { city: { role: 'quasi-identifier', hierarchy } }];
  const rows = (...leaves: string[][]): Plain => ({ type: 'levels', rows: leaves });

  it.each<[string, Plain, Plain, number, RegExp]>([
    ['param-01', k(0), {}, 2, /privacy\[0\]\.k: expected a whole number from 1 to 2147483647, received 0/],
    ['param-05', k(2.5), {}, 2, /privacy\[0\]\.k/],
    ['param-06', k('5'), {}, 2, /received "5"/],
    ['param-07', k(2 ** 53 + 2), {}, 2, /privacy\[0\]\.k/],
    ['param-08', k(301), {}, 1, /k is 301, but the table has only 300 rows/],
    [
      'param-11',
      { privacy: [{ model: 'l-diversity', variant: 'distinct', l: 9, attribute: 'disease' }] },
      {},
      1,
      /only 4 distinct values/,
    ],
    [
      'param-12',
      { privacy: [{ model: 't-closeness', t: 1.5, distance: 'equal', attribute: 'disease' }] },
      {},
      2,
      /privacy\[0\]\.t/,
    ],
    ['param-14', { suppression: { maxFraction: 1.2 } }, {}, 2, /suppression\.maxFraction/],
    [
      'param-16',
      { privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'age' }] },
      {},
      2,
      /a quasi-identifier/,
    ],
    ['param-17', {}, { disaese: { role: 'drop' } }, 2, /did you mean "disease"\?/],
    ['param-20', { suppresion: 'unlimited' }, {}, 2, /did you mean "suppression"\?/],
    ['a metric', { algorithm: { name: 'mondrian', partitioning: 'lax' } }, {}, 2, /algorithm\.partitioning/],
    ['hierarchy-01', ...city(rows(['Aachen', '*'])), 2, /attribute "city"/],
    ['hierarchy-03', ...city(rows()), 2, /attribute "city"/],
    ['hierarchy-04', ...city(rows(...cities.map((leaf) => [leaf, '*']), ['x', 'y', '*'])), 2, /attribute "city"/],
    [
      'hierarchy-06',
      ...city(rows(...cities.map((leaf) => [leaf, 'a', '*']), ['Bonn', 'b', '*'])),
      2,
      /attribute "city"/,
    ],
    ['hierarchy-07', ...city(rows(...cities.map((leaf, i) => [leaf, 'a', i ? 'b' : 'c', '*']))), 2, /attribute "city"/],
    [
      'hierarchy-14',
      {},
      { age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [-1] } } },
      2,
      /widths/,
    ],
    [
      'a file that is not there',
      ...city({ type: 'levels', file: 'nowhere.csv' }),
      2,
      /nowhere\.csv.*there is no such file/,
    ],
  ])('is refused in one line, and no file is made: %s', async (_, changes, attributes, code, message) => {
    write('bad.json', clinicJob(changes, attributes));
    before = files();
    await expectRefusal(anonymizeWith('bad.json'), code, message);
  });

  it('is refused for wrong options and paths', async () => {
    write('people.xlsx', 'PK\u0003\u0004\u0014\u0000\u0006\u0000xl/workbook.xml');
    before = files();
    await expectRefusal(['anonymise'], 2, /anonymise/);
    await expectRefusal(['anonymize', 'in.csv'], 2, /--job/);
    await expectRefusal(['anonymize', '--job', 'job.json'], 2, /input/);
    await expectRefusal(anonymizeWith('job.json', '--frobnicate'), 2, /--frobnicate/);
    await expectRefusal(anonymizeWith('job.json', '--threads', '0'), 2, /--threads/);
    await expectRefusal(anonymizeWith('job.json', '--time-limit', '-1'), 2, /--time-limit/);
    await expectRefusal(anonymizeWith('job.json', '--engine', 'gpu'), 2, /--engine/);
    await expectRefusal(anonymizeWith('job.json', '--seed', '0x1'), 2, /--seed/);
    await expectRefusal(['anonymize', 'in.csv', '--job', 'job.json', '--out', 'x.xlsx'], 2, /\.csv/);
    await expectRefusal(anonymizeWith('job.json', '--report', 'x.pdf'), 2, /\.html/);
    await expectRefusal(anonymizeWith('nothing.json'), 2, /nothing\.json.*there is no such file/);
    await expectRefusal(anonymizeWith('people.xlsx'), 2, /--job: expected a job \(JSON\), received an Excel workbook/);
    await expectRefusal(anonymizeWith('in.csv'), 2, /in\.csv, line 1, column 1/);
    await expectRefusal(['anonymize', 'nothing.csv', '--job', 'job.json'], 3, /nothing\.csv/);
    await expectRefusal(['anonymize', '.', '--job', 'job.json'], 3, /directory/);
    await expectRefusal(['anonymize', 'in.csv', '--job', 'job.json', '--out', 'no/such/folder.csv'], 2, /folder/);
    await expectRefusal(['compare', 'in.csv', '--job', 'job.json', '--algorithms', 'mondrian,none'], 2, /algorithm/);
    await expectRefusal(['audit', 'nothing.csv', '--job', 'job.json'], 3, /nothing\.csv/);
  });

  // promise: no-input-overwritten
  it('never writes over its own input, through any link (csv-41)', async () => {
    symlinkSync(at('in.csv'), at('soft.csv'));
    linkSync(at('in.csv'), at('hard.csv'));
    before = files();
    for (const out of ['in.csv', './in.csv', 'soft.csv', 'hard.csv', 'hierarchies/city.csv']) {
      await expectRefusal(['anonymize', 'in.csv', '--job', 'job.json', '--out', out], 2, /another file/);
    }
    expect(readFileSync(at('in.csv'), 'utf8')).toBe(text);
    expect(readFileSync(at('hierarchies/city.csv'), 'utf8')).toBe(cityRows);
  });

  it('leaves an older release as it was', async () => {
    write('kept.csv', 'older\n');
    write('bad.json', clinicJob(k(301)));
    before = files();
    await expectRefusal(['anonymize', 'in.csv', '--job', 'bad.json', '--out', 'kept.csv'], 1, /k is 301/);
    expect(readFileSync(at('kept.csv'), 'utf8')).toBe('older\n');
  });
});

describe('the other commands', () => {
  it('audit: confirms a release, with and without the original, and refuses a broken one', async () => {
    await runInside(['anonymize', 'in.csv', '--job', 'job.json', '--out', 'c.csv'], here);
    const good = await runInside(['audit', 'c.csv', '--job', 'job.json', '--original', 'in.csv', '--json'], here);
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(good.stdout) as AuditReport).toMatchObject({ holds: true, rows: 300, problems: [] });
    expect((await runInside(['audit', 'c.csv', '--job', 'job.json'], here)).code).toBe(0);
    const lines = readFileSync(at('c.csv'), 'utf8').trimEnd().split('\n');
    write('broken.csv', [...lines.slice(0, -1), lines[lines.length - 1].replace(/^[^,]+/, '99')].join('\n'));
    const bad = await runInside(['audit', 'broken.csv', '--job', 'job.json', '--original', 'in.csv'], here);
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain('THE AUDIT FAILED');
  });

  it('audit: finds the numbers of the run, of rows of stars and of a release without rows', async () => {
    const rows = 'sex,city,disease\nF,Bonn,flu\nF,Bonn,cold\nM,Celle,flu\nF,Essen,cold\n';
    write('few.csv', rows);
    const few = (suppressed: string, k: number, metric: string): string =>
      write('few.json', {
        attributes: { sex: { role: 'quasi-identifier' }, city: { role: 'quasi-identifier' } },
        defaultRole: 'insensitive',
        privacy: [{ model: 'k-anonymity', k }],
        algorithm: { name: 'min-gen', metric },
        suppression: 'unlimited',
        output: { suppressed },
      });
    for (const [suppressed, k, released] of [
      // The two rows of * are a class.
      ['star', 2, 4],
      ['drop', 2, 2],
      ['drop', 3, 0],
    ] as const) {
      // prettier-ignore
      few(suppressed, k, k === 3 ? 'height' : 'loss');
      const made = await runInside(['anonymize', 'few.csv', '--job', 'few.json', '--out', 'd.csv', '--json'], here);
      const { metrics, ...counts } = JSON.parse(made.stdout) as RunResult;
      expect(counts).toMatchObject({ released, suppressed: 4 - released });
      const audited = await runInside(['audit', 'd.csv', '--job', 'few.json', '--original', 'few.csv', '--json'], here);
      expect(audited.code, audited.stderr).toBe(0);
      const report = JSON.parse(audited.stdout) as AuditReport;
      expect(report).toMatchObject({ released, suppressed: 4 - released });
      const { discernibility, averageClassSize, loss, ncp } = metrics;
      expect(report.metrics).toMatchObject({ discernibility, averageClassSize, loss, ncp });
    }
  });

  it('compare: one row an algorithm', async () => {
    const ended = await runInside(
      ['compare', 'in.csv', '--job', 'job.json', '--algorithms', 'mondrian', '--json'],
      here,
    );
    const found = JSON.parse(ended.stdout) as Comparison;
    expect(found.runs[0].result?.released).toBe(300);
    const shown = await runInside(['compare', 'in.csv', '--job', 'job.json', '--algorithms', 'mondrian'], here);
    expect(shown.stdout).toMatch(/^algorithm +classes +suppressed.*\nmondrian /);
    expect(shown.stderr).toContain('NO_CLASS_COLUMN');
  });

  it('compare: over k and options, with accuracies and Pareto marks', async () => {
    const job = JSON.parse(readFileSync(at('job.json'), 'utf8')) as { attributes: Record<string, object> };
    job.attributes.disease = { role: 'class' };
    write('class.json', JSON.stringify({ ...job, privacy: [{ model: 'k-anonymity', k: 2 }] }));
    const names = 'mondrian,mondrian:partitioning=relaxed';
    const args = ['compare', 'in.csv', '--job', 'class.json', '--algorithms', names, '--k', '2,5,400', '--seed', '1'];
    const shown = await runInside([...args, '--pareto', 'ncp,risk'], here);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/^algorithm +k +classes .* accuracy .* Pareto\nmondrian +2 /);
    expect(shown.stdout).toMatch(/\nmondrian:partitioning=relaxed +5 .*\n/);
    expect(shown.stdout).toMatch(/\nmondrian, k 400: no release: /);
    expect(shown.stdout).toMatch(/as good in ncp and risk[^]*naive Bayes on 100 held-out rows/);
    const found = JSON.parse((await runInside([...args, '--json', '--holdouts', '3'], here)).stdout) as Comparison;
    expect(found.accuracy).toMatchObject({ attribute: 'disease', testRows: 300, holdouts: 3 });
    expect(found.runs.map(({ accuracy }) => accuracy !== null)).toEqual([true, true, true, true, false, false]);
    const none = JSON.parse((await runInside([...args, '--json', '--no-accuracy'], here)).stdout) as Comparison;
    expect([none.accuracy, none.warnings]).toEqual([null, []]);
    for (const wrong of [
      ['--k', '2,x'],
      ['--pareto', 'lose'],
      ['--holdouts', '4'],
      ['--algorithms', 'mondrian:x'],
    ]) {
      expect((await runInside([...args, ...wrong], here)).code).toBe(2);
    }
  });

  it('inspect: columns and suggested roles', async () => {
    const ended = await runInside(['inspect', 'in.csv', '--json'], here);
    const found = JSON.parse(ended.stdout) as Inspection;
    expect(found.columns.map((column) => [column.name, column.suggestedRole])).toEqual([
      ['ssn', 'identifier'],
      ['age', 'quasi-identifier'],
      ['sex', 'quasi-identifier'],
      ['city', 'quasi-identifier'],
      ['disease', 'sensitive'],
    ]);
    expect((await runInside(['inspect', 'in.csv'], here)).stdout).toContain('age + sex + city');
  });

  it('algorithms: what there is, with options and sources', async () => {
    const ended = await runInside(['algorithms', '--json'], here);
    const found = JSON.parse(ended.stdout) as Record<string, { name: string; source: string }[]>;
    expect(found.algorithms.map((each) => each.name)).toEqual(algorithmNames);
    for (const list of Object.values(found)) for (const each of list) expect(each.source).not.toBe('');
    expect((await runInside(['algorithms'], here)).stdout).toContain('mondrian');
  });

  it('help and version are no errors', async () => {
    expect((await run(['--version'], here)).code).toBe(0);
    const help = await runInside(['anonymize', '--help'], here);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('--time-limit');
    expect((await runInside([], here)).code).toBe(2);
  });
});

describe('cells', () => {
  const canary = 'cAnArY';
  const own = makeFolder();
  /** A result without what is kept to release new rows alike: that has the labels of the release, and of other columns nothing. */
  const withoutLabels = (stdout: string): string => {
    if (!stdout.startsWith('{') || !stdout.includes('"recoding"')) return stdout;
    const { recoding, ...others } = JSON.parse(stdout) as Plain;
    expect(JSON.stringify(recoding)).not.toMatch(new RegExp(`${canary}-(id|disease|note)`));
    return JSON.stringify(others);
  };

  // promise: no-cell-in-errors
  it('are in no message, warning, report or result, whatever goes wrong', async () => {
    const cells = (i: number): string =>
      ['id', 'city', 'disease', 'note'].map((name) => `${canary}-${name}-${i % 9}`).join(',');
    const body = Array.from({ length: 60 }, (_, i) => cells(i));
    const header = 'ssn,city,disease,note';
    const good = (): Plain => ({
      attributes: {
        ssn: { role: 'identifier' },
        city: { role: 'quasi-identifier' },
        disease: { role: 'sensitive' },
        note: { role: 'insensitive' },
      },
      privacy: [{ model: 'k-anonymity', k: 10 }],
      algorithm: 'mondrian',
    });
    const withCity = (city: Plain): Plain => ({ ...good(), attributes: { ...(good().attributes as Plain), city } });
    const inputs: Record<string, string> = {
      good: [header, ...body].join('\n'),
      ragged: [header, ...body, `${canary},${canary}`].join('\n'),
      quote: [header, ...body, `"${canary}`].join('\n'),
      after: [header, ...body, `"${canary}"${canary},a,b,c`].join('\n'),
      nul: [header, ...body, `${canary}\0,a,b,c`].join('\n'),
    };
    const leaf = (i: number): string => `${canary}-city-${i}`;
    const rows = Array.from({ length: 9 }, (_, i) => [leaf(i), '*']);
    const jobs: Plain[] = [
      good(),
      { ...good(), privacy: [{ model: 'k-anonymity', k: 1 }] },
      { ...good(), privacy: [{ model: 'l-diversity', variant: 'distinct', l: 10, attribute: 'disease' }] },
      { ...good(), privacy: [{ model: 'l-diversity', variant: 'recursive', l: 9, c: 0.1, attribute: 'disease' }] },
      { ...good(), privacy: [{ model: 't-closeness', t: 0, distance: 'ordered', attribute: 'disease' }] },
      { ...good(), input: { missing: [leaf(1)], onMissing: 'error' } },
      withCity({ role: 'quasi-identifier', type: 'integer' }),
      withCity({ role: 'quasi-identifier', type: 'date' }),
      withCity({ role: 'quasi-identifier', hierarchy: { type: 'order', values: rows.map((row) => row[0]).slice(1) } }),
      withCity({ role: 'quasi-identifier', hierarchy: { type: 'order', values: [leaf(1), leaf(1)] } }),
      withCity({ role: 'quasi-identifier', hierarchy: { type: 'levels', rows: rows.slice(2) } }),
      withCity({ role: 'quasi-identifier', hierarchy: { type: 'levels', rows: [...rows, [leaf(3), 'x', '*']] } }),
      withCity({ role: 'quasi-identifier', hierarchy: { type: 'levels', rows: [...rows, [leaf(3), 'x']] } }),
      withCity({
        role: 'quasi-identifier',
        hierarchy: { type: 'levels', rows: rows.map(([a], i) => [a, i ? leaf(0) : 'x', '*']) },
      }),
      withCity({
        role: 'quasi-identifier',
        hierarchy: { type: 'tree', tree: { '*': { x: [leaf(1)], y: [leaf(1)] } } },
      }),
      withCity({ role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [5] } }),
      withCity({ role: 'quasi-identifier', hierarchy: { type: 'dates', levels: ['year'] } }),
    ];
    for (const [name, content] of Object.entries(inputs)) writeFileSync(join(own.path, `${name}.csv`), content);
    const runs = [
      ...Object.keys(inputs).map((name) => ({ name, job: good() })),
      ...jobs.map((job) => ({ name: 'good', job })),
    ];
    const codes = new Set<number | null>();
    for (const { name, job } of runs) {
      writeFileSync(join(own.path, 'job.json'), JSON.stringify(job));
      const json = codes.size % 2 === 0 ? ['--json'] : [];
      const [input, file] = [join(own.path, `${name}.csv`), join(own.path, 'job.json')];
      const [out, report] = [join(own.path, 'out.csv'), join(own.path, 'out.html')];
      const ended = await runInside(['anonymize', input, '--job', file, '--out', out, '--report', report, ...json]);
      codes.add(ended.code);
      expect(ended.stderr + withoutLabels(ended.stdout), JSON.stringify(job)).not.toContain(canary);
      expect(ended.stderr).not.toMatch(/unexpected/);
      if (ended.code === 0) expect(readFileSync(report, 'utf8')).not.toContain(canary);
    }
    expect([...codes].sort()).toEqual([0, 1, 2, 3]);
    const audited = await runInside(['audit', 'good.csv', '--job', 'job.json', '--original', 'good.csv'], own.path);
    expect(audited.stderr + audited.stdout).not.toContain(canary);
    writeFileSync(join(own.path, 'job.json'), `{"attributes": {"x": ${canary}}}`);
    const broken = await runInside(['anonymize', 'good.csv', '--job', 'job.json'], own.path);
    expect(broken.code).toBe(2);
    expect(broken.stderr).not.toContain(canary);
  });

  it.each([
    ['optimal-lattice', 'k-anonymity'],
    ['k-optimize', 'k-anonymity'],
    ['local-suppression', 'k-anonymity'],
    ['anatomy', 'l-diversity'],
    ['slicing', 'l-diversity'],
    ['dissociation', 'km-anonymity'],
  ])('are in no report of %s', async (name, model) => {
    const place = (file: string): string => join(own.path, file);
    const quasi = { role: 'quasi-identifier' };
    const isSet = model === 'km-anonymity';
    const attributes = isSet
      ? { terms: { role: 'sensitive', set: { delimiter: ' ' } } }
      : { id: { role: 'identifier' }, city: quasi, job: quasi, disease: { role: 'sensitive' } };
    const privacy = {
      'k-anonymity': { model, k: 5 },
      'l-diversity': { model, variant: 'distinct', l: 2, attribute: 'disease' },
      'km-anonymity': { model, k: 3, m: 2, attribute: 'terms' },
    }[model];
    const lines = Array.from({ length: 90 }, (_, i) =>
      isSet
        ? [1, 2, 4].map((each) => `${canary}-term-${(i * each) % 7}`).join(' ')
        : [`id-${i}`, `city-${i % 5}`, `job-${i % 3}`, `disease-${i % 4}`].map((each) => `${canary}-${each}`).join(),
    );
    writeFileSync(place('in.csv'), [isSet ? 'terms' : 'id,city,job,disease', ...lines, ''].join('\n'));
    const suppression = isSet ? {} : { suppression: 'unlimited' };
    writeFileSync(
      place('job.json'),
      JSON.stringify({ attributes, privacy: [privacy], algorithm: name, ...suppression }),
    );
    const args = ['anonymize', 'in.csv', '--job', 'job.json', '--out', 'out.csv', '--report', 'out.html'];
    const ended = await runInside(args, own.path);
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr + ended.stdout + readFileSync(place('out.html'), 'utf8')).not.toContain(canary);
  });
});
