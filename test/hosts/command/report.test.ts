import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareReports } from '../../../src/hosts/command/file-report.js';
import { writeOutputs } from '../../../src/hosts/node/write-output.js';
import type { AnonymizeResult, RunResult } from '../../../src/index.js';
import type { ReportContent } from '../../../src/report/report-content.js';
import { drawPeople, peopleTypes, planted, plantedColumns, shows } from '../../release/planted-people.js';
import { quotedCsv } from '../../table-texts.js';
import { makeFolder, runInside } from './run-cli.js';
import { longTest } from '../../long-test.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const sha256 = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(at(name)))
    .digest('hex');
const quasi = { role: 'quasi-identifier' } as const;
const job = {
  attributes: {
    town: quasi,
    income: { ...quasi, type: 'integer', hierarchy: { type: 'intervals', widths: [10_000, 50_000] } },
    age: { ...quasi, hierarchy: { type: 'levels', file: 'ages.csv', delimiter: ';' } },
    illness: { role: 'sensitive' },
    born: { role: 'identifier' },
  },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
};

beforeAll(() => {
  writeFileSync(at('people.csv'), quotedCsv([Object.keys(peopleTypes), ...drawPeople(3, 400)]));
  const ages = Array.from({ length: 9 }, (_, i) => `${18 + i};${i < 4 ? 'young' : 'less-young'};*`);
  writeFileSync(at('ages.csv'), `${[...ages, ';nobody-knows;*'].join('\n')}\n`);
  writeFileSync(at('job.json'), JSON.stringify(job));
});

const read = (name: string): ReportContent => JSON.parse(readFileSync(at(name), 'utf8')) as ReportContent;
const anonymize = (input: string, ...args: string[]) =>
  runInside(['anonymize', input, '--job', at('job.json'), '--quiet', ...args]);

describe('kohort anonymize --report', () => {
  it('writes the same contents as a page, Markdown and JSON, with the hashes that the files have', async () => {
    const names = ['r.html', 'r.md', 'r.json'];
    const certificate = ['--certificate', at('c.json')];
    const ended = await anonymize(at('people.csv'), '--out', at('out.csv'), ...certificate, ...names.flatMap((name) => ['--report', at(name)])); // prettier-ignore
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const content = read('r.json');
    const bytes = readFileSync(at('people.csv')).length;
    expect(content.input).toMatchObject({
      name: 'people.csv',
      rows: 400,
      columnsRead: 4,
      files: [{ name: 'people.csv', bytes, sha256: sha256('people.csv') }],
    });
    expect(content.release.files).toMatchObject([{ name: 'out.csv', sha256: sha256('out.csv') }]);
    const certified = JSON.parse(readFileSync(at('c.json'), 'utf8')) as { job: { sha256: string }; files: unknown };
    expect(content.job.sha256).toBe(certified.job.sha256);
    expect(Math.abs(Date.parse(content.date) - Date.now())).toBeLessThan(600_000);
    for (const name of names) {
      const text = readFileSync(at(name), 'utf8');
      for (const hash of [sha256('people.csv'), sha256('out.csv'), certified.job.sha256]) expect(text).toContain(hash);
      expect(text).not.toContain(folder.path);
      for (const value of plantedColumns)
        expect([name, value, shows(text, planted[value])]).toEqual([name, value, false]);
    }
  });

  it('states the hash of the bytes on stdout', async () => {
    for (const passes of [[], ['--two-pass']]) {
      const ended = await anonymize(at('people.csv'), '--report', at('s.json'), '--report', at('s.md'), ...passes);
      expect([ended.code, ended.stderr]).toEqual([0, '']);
      const { name, files } = read('s.json').release;
      const hash = createHash('sha256').update(ended.stdout).digest('hex');
      expect([name, files]).toEqual([null, [{ name: 'standard output', bytes: ended.stdout.length, sha256: hash }]]);
      expect(readFileSync(at('s.md'), 'utf8')).toContain(hash);
    }
  });

  it('holds journalist and marketer against the public table before and after', async () => {
    const ages = [21, 22, 23, 24, 25, 26];
    const rows = ages.map((age) => `${age},${age % 2 === 0 ? 'flu' : 'gout'}\n`);
    writeFileSync(at('few.csv'), `age,illness\n${rows.join('')}`);
    writeFileSync(at('all.csv'), `age\n${[...ages, ...ages].join('\n')}\n`);
    const presence = { model: 'delta-presence', min: 0, max: 0.9, public: at('all.csv') };
    const few = {
      attributes: { age: { ...quasi, hierarchy: { type: 'intervals', widths: [3, 6] } }, illness: 'sensitive' },
      privacy: [{ model: 'k-anonymity', k: 3 }, presence],
      algorithm: 'mpalm',
    };
    writeFileSync(at('few.json'), JSON.stringify(few));
    const args = ['--job', at('few.json'), '--quiet', '--out', at('few-out.csv'), '--report', at('few-r.json')];
    const ended = await runInside(['anonymize', at('few.csv'), ...args]);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const { risks } = read('few-r.json');
    expect(risks?.population.from).toBe('public-table');
    expect(risks?.prosecutor.before?.largest).toBe(1);
    expect(risks?.journalist.before).toEqual({ largest: 0.5, average: 0.5 });
    expect(risks?.journalist.after?.largest).toBeLessThan(0.5);
    expect(risks?.marketer.before?.largest).toBe(0.5);
  });

  it('prints attacks on request, with their figures', async () => {
    const rows = readFileSync(at('people.csv'), 'utf8').trimEnd().split('\n');
    const visits = rows.flatMap((row, i) => (i === 0 ? [`pid,${row}`] : [`P${i % 130},${row}`]));
    writeFileSync(at('visits.csv'), `${visits.join('\n')}\n`);
    const attributes = { ...job.attributes, pid: 'person' };
    writeFileSync(at('visits.json'), JSON.stringify({ ...job, attributes }));
    for (const passes of [[], ['--two-pass']]) {
      const args = ['--job', at('visits.json'), '--quiet', '--out', at('v.csv'), '--report', at('v.json'), '--attacks'];
      const ended = await runInside(['anonymize', at('visits.csv'), ...args, ...passes]);
      expect(ended.code, ended.stderr).toBe(0);
      const attacks = read('v.json').decision.attacks ?? [];
      expect(attacks.map(({ attack }) => attack)).toEqual(['uniqueness', 'homogeneity', 'history']);
      if (passes.length === 0) expect(attacks.filter(({ figures }) => figures.length === 0)).toEqual([]);
      else expect(attacks.every(({ reason }) => reason?.includes('kohort attack'))).toBe(true);
    }
    const own = [
      'attack',
      'uniqueness',
      at('v.csv'),
      '--job',
      at('visits.json'),
      '--original',
      at('visits.csv'),
      '--json',
    ];
    const { sets } = JSON.parse((await runInside(own)).stdout) as { sets: { columns: string[]; unique: number }[] };
    await runInside(['anonymize', at('visits.csv'), '--job', at('visits.json'), '--quiet', '--out', at('w.csv'), '--report', at('w.json'), '--attacks']); // prettier-ignore
    const [{ name, value }] = read('w.json').decision.attacks?.[0].figures ?? [];
    expect([name, value]).toEqual([
      sets[0].columns.join(' + '),
      expect.stringMatching(new RegExp(`^${sets[0].unique} of `)),
    ]);
  });

  it('refuses attacks that no report prints', async () => {
    const ended = await anonymize(at('people.csv'), '--out', at('never.csv'), '--attacks');
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('--report FILE')]);
  });

  it('refuses other endings, and a file twice', async () => {
    for (const [args, pattern] of [
      [['--report', at('r.pdf')], /--report: expected a file name that ends in \.html, \.md or \.json/],
      [['--report', at('people.csv.md'), '--report', at('people.csv')], /\.html, \.md or \.json/],
    ] as const) {
      const ended = await anonymize(at('people.csv'), '--out', at('never.csv'), ...args);
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(pattern)]);
    }
    writeFileSync(at('same.md'), 'old');
    const twice = await anonymize(at('people.csv'), '--out', at('never.csv'), '--report', at('same.md'), '--report', at('same.md')); // prettier-ignore
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('--report')]);
    expect(readFileSync(at('same.md'), 'utf8')).toBe('old');
  });

  it('ends when the input changes while it runs, and leaves nothing', async () => {
    writeFileSync(at('moving.csv'), readFileSync(at('people.csv')));
    const reporter = await prepareReports(
      { paths: [at('moving.md')], inputs: [at('moving.csv')], out: undefined, publicFile: null, seed: undefined },
      new AbortController().signal,
    );
    // Something of the same length, written within one tick of the file system's clock.
    const text = readFileSync(at('moving.csv'), 'utf8');
    writeFileSync(at('moving.csv'), text.replace('flu', 'flx'));
    const outputs = reporter?.outputs({} as AnonymizeResult, {} as RunResult, { job, columnsRead: 1 } as never) ?? [];
    await expect(writeOutputs(outputs)).rejects.toMatchObject({ code: 'INPUT_CHANGED' });
    expect(readdirSync(folder.path).filter((name) => name.startsWith('moving'))).toEqual(['moving.csv']);
  });

  it('names several files and the public table, and counts in two passes as in one', async () => {
    writeFileSync(at('more.csv'), quotedCsv([Object.keys(peopleTypes), ...drawPeople(4, 300)]));
    const inputs = [at('people.csv'), at('more.csv')];
    const contents: ReportContent[] = [];
    for (const [i, passes] of [[], ['--two-pass']].entries()) {
      const args = ['--job', at('job.json'), '--quiet', '--out', at(`o${i}.csv`), '--report', at(`o${i}.json`)];
      const ended = await runInside(['anonymize', ...inputs, ...args, ...passes]);
      expect([ended.code, ended.stderr]).toEqual([0, '']);
      contents.push(read(`o${i}.json`));
    }
    expect(contents[0].input.name).toBe('people.csv and 1 more');
    expect(contents[0].input.files.map((file) => file.sha256)).toEqual([sha256('people.csv'), sha256('more.csv')]);
    // Sums of losses are taken in another order of the values.
    const told = ({ input, risks, homogeneity, columns, classes }: ReportContent) => ({
      ...{ input, risks, homogeneity, classes },
      columns: columns.map((each) => ({ ...each, loss: each.loss?.toPrecision(12) })),
    });
    expect(told(contents[1])).toEqual(told(contents[0]));

    const people = [...drawPeople(3, 400), ...drawPeople(5, 200)];
    writeFileSync(at('public.csv'), quotedCsv([Object.keys(peopleTypes), ...people]));
    const privacy = [{ model: 'k-map', k: 2, public: 'public.csv' }];
    const attributes = { age: { ...quasi, type: 'integer' }, illness: { role: 'sensitive' } };
    writeFileSync(at('map.json'), JSON.stringify({ attributes, privacy, algorithm: 'optimal-lattice', suppression: { maxRows: 60 } })); // prettier-ignore
    const ended = await runInside(['anonymize', at('people.csv'), '--job', at('map.json'), '--quiet', '--out', at('m.csv'), '--report', at('m.json')]); // prettier-ignore
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const mapped = read('m.json');
    expect(mapped.public).toMatchObject({ name: 'public.csv', sha256: sha256('public.csv') });
    expect(mapped.risks?.population).toEqual({ from: 'public-table', people: 600 });
    expect(mapped.risks?.journalist.after?.largest).toBeLessThanOrEqual(mapped.risks?.prosecutor.after?.largest ?? 0);
  });

  longTest('describes tables of an SQL engine, and writes nothing when their release is not made', async () => {
    const database = await DuckDBInstance.create(at('people.db'));
    const connection = await database.connect();
    await connection.run(`CREATE TABLE people AS SELECT town, age, illness, weight FROM read_csv('${at('people.csv')}', all_varchar = true)`); // prettier-ignore
    connection.closeSync();
    database.closeSync();
    const attributes = { town: quasi, age: quasi, illness: { role: 'sensitive' }, weight: { role: 'insensitive' } };
    writeFileSync(at('sql.json'), JSON.stringify({ ...job, attributes }));
    const input = `duckdb:${at('people.db')}#people`;
    const run = (out: string, ...reports: string[]) =>
      runInside(['anonymize', input, '--job', at('sql.json'), '--quiet', '--out', out, ...reports.flatMap((name) => ['--report', at(name)])]); // prettier-ignore
    const made = await run(`duckdb:${at('people.db')}#released`, 's.json', 's.html', 's.md');
    expect([made.code, made.stderr]).toEqual([0, '']);
    const inside = read('s.json');
    expect([inside.input.name, inside.release.name]).toEqual(['duckdb:people.db#people', 'duckdb:people.db#released']);
    expect([inside.input.files, inside.columnsNotMeasured]).toEqual([[], ['weight']]);
    expect(inside.release.columns).toEqual(['town', 'age', 'illness', 'weight']);
    const filed = await run(at('s.csv'), 'f.json');
    expect([filed.code, filed.stderr]).toEqual([0, '']);
    expect(read('f.json').risks).toEqual(inside.risks);
    expect(read('f.json').homogeneity).toMatchObject([{ column: 'illness' }]);

    // The table is there already: neither it nor a report is touched.
    rmSync(at('s.json'));
    const again = await run(`duckdb:${at('people.db')}#released`, 's.json');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--out')]);
    expect(() => readFileSync(at('s.json'))).toThrow(/ENOENT/);
    // A report that cannot be written ends the run before anything is made.
    const unwritable = await run(`duckdb:${at('people.db')}#other`, 'nowhere/s.json');
    expect([unwritable.code, unwritable.stderr]).toEqual([2, expect.stringContaining('--report')]);
    const printed = await runInside(['anonymize', input, '--job', at('sql.json'), '--sql', 'duckdb', '--report', at('p.md')]); // prettier-ignore
    expect([printed.code, printed.stderr]).toEqual([2, expect.stringContaining('--report')]);
  });
});
