import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readPrevious } from '../../../src/hosts/command/previous-releases.js';
import { AbortError, anonymize as anonymizeTable, readCsv, type CheckedJob } from '../../../src/index.js';
import { eagerClock } from '../../slow-clock.js';
import { makeFolder, runInside } from './run-cli.js';
import { longTest } from '../../long-test.js';
import { inTurn } from '../../shared.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const write = (name: string, lines: readonly string[]): string => {
  writeFileSync(at(name), lines.join('\n'));
  return at(name);
};

// Four people of the north and four of the south; the job leaves the zip codes of neither.
const people = ['1,flu', '2,HIV', '1,flu', '2,HIV', '3,cold', '3,gout', '4,cold', '4,gout'];
const input = write('in.csv', ['zip,disease', ...people]);
const zipJob = (privacy: readonly object[], algorithm: unknown = 'optimal-lattice') => ({
  attributes: {
    zip: {
      role: 'quasi-identifier',
      type: 'string',
      hierarchy: { type: 'tree', tree: { '*': { north: ['1', '2'], south: ['3', '4'] } } },
    },
    disease: { role: 'sensitive' },
  },
  privacy,
  algorithm,
});
const diverse = { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' };
const job = write('job.json', [JSON.stringify(zipJob([{ model: 'k-anonymity', k: 4 }, diverse]))]);
const same = write('same.csv', ['zip,disease', 'north,flu', 'north,HIV', 'south,cold', 'south,gout']);
const narrow = write('narrow.csv', ['zip,disease', 'north,HIV', 'north,cancer', 'south,cold', 'south,gout']);
const exact = write('exact.csv', ['zip,disease', '1,flu', '1,HIV', '2,HIV', '2,flu']);

const anonymize = async (previous: readonly string[], ...more: readonly string[]) =>
  runInside(['anonymize', input, '--job', job, '--out', at('out/out.csv'), ...previous.flatMap((path) => ['--previous', path]), ...more]); // prettier-ignore
mkdirSync(at('out'));

describe.each(inTurn(['wasm', 'js'], 2))('--previous (%s)', (engine) => {
  it('writes a release that discloses no more with the earlier ones, and says so', async () => {
    const done = await anonymize([same, same], '--engine', engine);
    expect(done.code).toBe(0);
    expect(done.stderr).toContain(
      'previous: 2 releases (matched by 8, 8 of 8 rows), no row is left with fewer than 2 values of "disease" or 4 rows that it may be\n',
    );
    expect(existsSync(at('out/out.csv'))).toBe(true);
    const json = await anonymize([same], '--engine', engine, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      released: 8,
      previous: { holds: true, people: 8, matched: [8], k: 4, exposed: 0 },
    });
  });

  // promise: earlier-releases-compared
  it('refuses one that leaves somebody one value, or among too few', async () => {
    for (const [previous, received] of [
      [[same, narrow], 'fewer values of "disease" for 4 rows'],
      [[exact], 'fewer candidate rows for 4 rows'],
      [[narrow, exact], 'fewer values of "disease" for 4 rows and fewer candidate rows for 4 rows'],
    ] as const) {
      for (const more of [[], ['--two-pass']]) {
        const before = readdirSync(at('out'));
        const done = await anonymize(previous, '--engine', engine, '--certificate', at('out/new.json'), ...more);
        expect([previous, more, done.code, done.stdout]).toEqual([previous, more, 1, '']);
        expect(done.stderr).toMatch(
          /^kohort: --previous, together with [12] releases?: [^\n]*nothing was released[^\n]*\n$/,
        );
        expect(done.stderr).toContain(`received ${received};`);
        expect(done.stderr).not.toMatch(/HIV|flu|north/);
        expect(readdirSync(at('out'))).toEqual(before);
      }
    }
  });
});

it('reads the earlier releases by their own job, and both tables of anatomy', async () => {
  const bands = JSON.stringify(zipJob([diverse]))
    .replaceAll('north', 'N')
    .replaceAll('south', 'S');
  const other = write('other.json', [bands]);
  const old = write('bands.csv', ['zip,disease', 'N,HIV', 'N,cancer']);
  expect(await anonymize([old])).toMatchObject({ code: 2, stderr: expect.stringMatching(/--previous bands.csv, column "zip"/) }); // prettier-ignore
  expect(await anonymize([old], '--previous-job', other)).toMatchObject({ code: 1 });
  expect(await anonymize([], '--previous-job', other)).toMatchObject({ code: 2 });
  const anatomy = write('anatomy.json', [JSON.stringify(zipJob([diverse], 'anatomy'))]);
  write('pairs.csv', ['zip,bucket', '1,1', '2,1', '3,2', '4,2']);
  write('pairs.sensitive.csv', ['bucket,disease', '1,HIV', '1,cancer', '2,cold', '2,gout']);
  const done = await anonymize([at('pairs.csv')], '--previous-job', anatomy);
  expect([done.code, done.stderr]).toEqual([1, expect.stringContaining('fewer values of "disease" for 4 rows')]);
});

it('attack composition and homogeneity read the second table of anatomy', async () => {
  const anatomy = write('anatomy-alone.json', [JSON.stringify(zipJob([diverse], 'anatomy'))]);
  write('one.csv', ['zip,bucket', '1,1', '2,1', '3,2', '4,2']);
  const apart = write('one.sensitive.csv', ['bucket,disease', '1,HIV', '1,cancer', '2,cold', '2,cold']);
  const attack = async (...args: string[]) => {
    const done = await runInside(['attack', ...args, '--json']);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(done.stdout) as object;
  };
  const people = ['--public', input, '--with-job', anatomy];
  const composition = await attack('composition', same, '--with', at('one.csv'), '--job', job, ...people);
  // HIV alone is in both for the north; cold for the south, which the second table says by itself.
  expect(composition).toMatchObject({
    attributes: [{ attribute: 'disease', inBoth: 8, knownByFirst: 0, knownBySecond: 4, knownByBoth: 4 }],
  });
  const turned = await attack('composition', at('one.csv'), '--with', same, '--job', anatomy, '--public', input, '--with-job', job); // prettier-ignore
  expect(turned).toMatchObject({ attributes: [{ inBoth: 8, knownByFirst: 4, knownBySecond: 0, knownByBoth: 4 }] });
  const moved = write('moved.csv', ['bucket,disease', '1,HIV', '1,HIV', '2,cold', '2,cold']);
  const named = await attack('composition', same, '--with', at('one.csv'), '--job', job, ...people, '--with-sensitive', moved); // prettier-ignore
  expect(named).toMatchObject({ attributes: [{ knownBySecond: 8, knownByBoth: 0 }] });
  const homogeneity = { rows: 4, attributes: [{ attribute: 'disease', homogeneousRows: 2 }] };
  expect(await attack('homogeneity', at('one.csv'), '--job', anatomy)).toMatchObject(homogeneity);
  expect(await attack('homogeneity', apart, '--job', anatomy)).toMatchObject(homogeneity);
});

it('says how an earlier release is read whose groups of columns slicing chose itself', async () => {
  const old = write('sliced.csv', ['zip,bucket,disease', '1,1,HIV', '2,1,cancer', '3,2,cold', '4,2,gout']);
  const sliced = (columns: unknown): string =>
    JSON.stringify(zipJob([diverse], { name: 'slicing', ...(columns === null ? {} : { columns }) }));
  const chosen = write('chosen.json', [sliced(null)]);
  const told = await anonymize([old], '--previous-job', chosen);
  expect([told.code, told.stderr]).toEqual([
    2,
    'kohort: --previous sliced.csv: expected its groups of columns, which its algorithm chose itself: a job (--previous-job) that lists them, such as "algorithm": {"name": "slicing", "columns": [["zip", "age"], ["disease"]]} (solution.columns of its result has them), received a job that does not list them [GROUPS_NEEDED]\n',
  ]);
  const listed = write('listed.json', [sliced([['zip'], ['disease']])]);
  const read = await anonymize([old], '--previous-job', listed);
  expect([read.code, read.stderr]).toEqual([1, expect.stringContaining('fewer values of "disease" for 4 rows')]);
});

it('hears Ctrl-C while the releases are compared', async () => {
  const many = 1000;
  const lines = Array.from({ length: many }, (_, i) => `${i},${i % 7}`);
  const ranges = (from: number): string[] => Array.from({ length: many }, (_, i) => `[${Math.max(0, i - from)}-${Math.min(many - 1, i + 40)}],${i % 5}`); // prettier-ignore
  const numbers = { attributes: { n: { role: 'quasi-identifier' }, s: { role: 'sensitive' } } };
  const plain = { ...numbers, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' } as CheckedJob;
  const people = await readCsv(['n,s', ...lines].join('\n'));
  const old = write('wide.csv', ['n,s', ...ranges(40)]);
  const controller = new AbortController();
  const previous = await readPrevious({ previous: [old] }, plain, people, controller.signal);
  const done = await anonymizeTable(people, plain);
  eagerClock();
  try {
    const checked = previous!.check(people, plain, done);
    setImmediate(() => controller.abort());
    await expect(checked).rejects.toThrow(AbortError);
  } finally {
    vi.restoreAllMocks();
  }
});

it('is refused where a file is missing or would be written over, and for dissociation', async () => {
  expect((await anonymize([at('none.csv')])).code).toBe(3);
  const own = await anonymize([same], '--previous-job', job, '--certificate', job);
  expect([own.code, own.stderr]).toEqual([2, expect.stringMatching(/^kohort: --certificate: expected another file/)]);
  const over = await runInside(['anonymize', input, '--job', job, '--out', same, '--previous', same]);
  expect([over.code, over.stderr]).toEqual([2, expect.stringMatching(/^kohort: --out: expected another file/)]);
});

longTest('holds for tables of an SQL engine', async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(at('in.db'));
  const connection = await instance.connect();
  for (const [name, file] of [['people', input], ['narrow', narrow], ['same', same]] as const) await connection.run(`CREATE TABLE ${name} AS SELECT * FROM read_csv('${file}', all_varchar=true)`); // prettier-ignore
  connection.closeSync();
  instance.closeSync();
  const table = (name: string): string => `duckdb:${at('in.db')}#${name}`;
  const run = async (out: string, previous: string) => runInside(['anonymize', table('people'), '--job', job, '--out', out, '--previous', previous]); // prettier-ignore
  for (const out of [at('sql.csv'), table('released')]) {
    for (const previous of [narrow, table('narrow')]) {
      expect([out, await run(out, previous)]).toMatchObject([out, { code: 1, stderr: expect.stringMatching(/for 4 rows/) }]); // prettier-ignore
    }
  }
  expect(existsSync(at('sql.csv'))).toBe(false);
  expect(await run(table('released'), table('same'))).toMatchObject({ code: 0, stderr: expect.stringMatching(/no row is left/) }); // prettier-ignore
});
