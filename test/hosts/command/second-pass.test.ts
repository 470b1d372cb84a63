import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Index from '../../../src/index.js';
import type { Job } from '../../../src/index.js';
import { censusColumns, censusRows } from '../../../scripts/census.mjs';
import { demoJob } from '../../../scripts/demo-job.mjs';
import { makeFolder, runInside } from './run-cli.js';
import { inTurn } from '../../shared.js';
import { longTest } from '../../long-test.js';

// Test files of a worker share their modules: they are loaded again here, with the mock, and after this file, without it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('../../../src/index.js');
  vi.resetModules();
});

/** Callbacks between the two passes, and with every chunk of the second. */
const hooks: { between?: () => void; chunk?: () => void } = {};
vi.mock('../../../src/index.js', async (original) => {
  const real = await original<typeof Index>();
  const anonymize: typeof real.anonymize = async (...given) => {
    const done = await real.anonymize(...given);
    hooks.between?.();
    return done;
  };
  const csvChunksInOrder: typeof real.csvChunksInOrder = async function* (...given) {
    for await (const chunk of real.csvChunksInOrder(...given)) {
      hooks.chunk?.();
      yield chunk;
    }
  };
  return { ...real, anonymize, csvChunksInOrder };
});

const demo = demoJob as Job;
const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
// Other suites on the machine leave their own files in the usual place.
for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, folder.path);
afterAll(() => vi.unstubAllEnvs());
afterEach(() => {
  delete hooks.between;
  delete hooks.chunk;
});

const writeJob = (name: string, change: object): string => {
  writeFileSync(at(name), JSON.stringify({ ...demo, ...change, output: { order: 'input', ...outputOf(change) } }));
  return at(name);
};
const outputOf = (change: { readonly output?: object }): object => change.output ?? {};

const rows = Array.from(censusRows(2000, 3), (row) => row as (string | number)[]);
const text = (lines: readonly (readonly (string | number)[])[], end = '\n'): string =>
  [censusColumns, ...lines].map((line) => line.join(',') + end).join('');

beforeAll(() => writeFileSync(at('people.csv'), text(rows)));

const anonymize = (inputs: readonly string[], job: string, ...more: string[]) =>
  runInside(['anonymize', ...inputs.map(at), '--job', job, '--quiet', ...more]);

const leftOf = (name: string): string[] => readdirSync(folder.path).filter((each) => each.includes(name));
const temporaries = (): string[] => leftOf('.kohort-release.csv.');

describe('"order": "input" with counted rows', () => {
  it('writes the file that rows which are kept give, byte for byte', async () => {
    writeFileSync(
      at('odd.csv'),
      `\ufeff${text(rows.slice(0, 700), '\r\n').replaceAll(',Male,', ', "Male" ,')}\r\n \r\n`,
    );
    writeFileSync(at('packed.csv.gz'), gzipSync(text(rows.slice(700, 1200))));
    writeFileSync(at('others.csv'), text(rows.slice(1200)).trimEnd());
    const jobs = [
      {},
      {
        output: { suppressed: 'star' },
        suppression: { maxRows: 900 },
        privacy: [{ model: 'k-anonymity', k: 40 }],
        algorithm: 'datafly',
      },
      {
        attributes: { ...demo.attributes, race: { role: 'insensitive' } },
        input: { missing: ['?'], onMissing: 'drop' },
      },
    ];
    for (const [i, change] of inTurn([...jobs.entries()], 3)) {
      const job = writeJob('job.json', change);
      for (const inputs of [
        [['people.csv', 'packed.csv.gz', 'odd.csv'][i % 3]],
        ['packed.csv.gz', 'others.csv', 'odd.csv'],
      ]) {
        const kept = await anonymize(inputs, job, '--out', at('rows.csv'));
        const engine = i % 2 === 0 ? 'wasm' : 'js';
        const counted = await anonymize(inputs, job, '--out', at('counts.csv'), '--two-pass', '--engine', engine);
        expect([kept.code, counted.code, counted.stderr], `job ${i}, ${inputs.join()}`).toEqual([0, 0, '']);
        expect(readFileSync(at('counts.csv'), 'utf8')).toBe(readFileSync(at('rows.csv'), 'utf8'));
      }
    }
  });

  longTest('writes to stdout, packed, and as a columnar file', async () => {
    const job = writeJob('job.json', {});
    await anonymize(['people.csv'], job, '--out', at('rows.csv'));
    const expected = readFileSync(at('rows.csv'), 'utf8');
    expect((await anonymize(['people.csv'], job, '--memory', '64M')).stdout).toBe(expected);
    expect(temporaries()).toEqual([]);
    await anonymize(['people.csv'], job, '--out', at('counts.csv.gz'), '--two-pass');
    expect(gunzipSync(readFileSync(at('counts.csv.gz'))).toString()).toBe(expected);
    await anonymize(['people.csv'], job, '--out', at('rows.parquet'));
    await anonymize(['people.csv'], job, '--out', at('counts.parquet'), '--two-pass');
    expect(readFileSync(at('counts.parquet')).equals(readFileSync(at('rows.parquet')))).toBe(true);
  });

  it('refuses stdin, which can be read once', async () => {
    const ended = await runInside(['anonymize', '-', '--job', writeJob('job.json', {}), '--two-pass', '--quiet']);
    expect([ended.code, ended.stderr]).toEqual([
      2,
      'kohort: --two-pass: expected a file, which can be read twice, since "order" is "input", received stdin [TWO_PASS_IMPOSSIBLE]\n',
    ]);
  });

  it('writes nothing when the input changes between the passes', async () => {
    const job = writeJob('job.json', {});
    const other = text([...rows.slice(1), rows[1]]);
    const changes: [string, () => void][] = [
      ['another file', () => renameSync(at('new.csv'), at('moving.csv'))],
      ['appended', () => writeFileSync(at('moving.csv'), `${text(rows)}${rows[0].join(',')}\n`)],
      ['gone', () => rmSync(at('moving.csv'))],
    ];
    for (const [what, change] of changes) {
      for (const target of inTurn(
        [['--out', at('never.csv')], ['--out', at('never.csv.gz')], ['--out', at('never.parquet')], []],
        4,
      )) {
        copyFileSync(at('people.csv'), at('moving.csv'));
        writeFileSync(at('new.csv'), other);
        hooks.between = change;
        const report = target.length === 0 ? [] : ['--report', at('never.html')];
        const ended = await anonymize(['moving.csv'], job, '--two-pass', ...target, ...report);
        const problem = what === 'gone' ? 'there is no such file' : 'the input changed after it was counted';
        expect([ended.code, ended.stdout, ended.stderr], what).toEqual([3, '', expect.stringContaining(problem)]);
        expect([...leftOf('never'), ...temporaries()]).toEqual([]);
      }
    }
  });

  it('sees a change that neither size nor time shows', async () => {
    const job = writeJob('job.json', {});
    const time = new Date(1e12);
    const swapped = [...rows];
    swapped[7] =
      rows.find((row) => row.join().length === rows[7].join().length && row.join() !== rows[7].join()) ?? rows[0];
    for (const packed of [false, true]) {
      const path = at(packed ? 'moving.csv.gz' : 'moving.csv');
      // Stored, so that both have one size.
      const write = (lines: typeof rows): void => {
        writeFileSync(path, packed ? gzipSync(text(lines), { level: 0 }) : text(lines));
        utimesSync(path, time, time);
      };
      for (const target of inTurn([['--out', at('never.csv')], ['--out', at('never.csv.gz')], []], 3)) {
        write(rows);
        hooks.between = () => write(swapped);
        const ended = await runInside(['anonymize', path, '--job', job, '--quiet', '--two-pass', ...target]);
        expect([ended.code, ended.stdout, ended.stderr]).toEqual([
          3,
          '',
          `kohort: ${path}: the input changed after it was counted; run again when it is at rest [INPUT_CHANGED]\n`,
        ]);
        expect([...leftOf('never'), ...temporaries()]).toEqual([]);
      }
    }
  });

  it('leaves nothing when it is interrupted in the second pass', async () => {
    const job = writeJob('job.json', {});
    for (const target of [['--out', at('never.csv')], ['--out', at('never.csv.gz')], []]) {
      let chunks = 0;
      let kept = -1;
      hooks.chunk = () => {
        chunks++;
        kept = temporaries().length;
        process.emit('SIGINT');
      };
      const ended = await anonymize(['people.csv'], job, '--two-pass', ...target);
      expect([ended.code, ended.stdout, chunks]).toEqual([130, '', 1]);
      expect(kept).toBe(target.length === 0 ? 1 : 0);
      expect([...leftOf('never'), ...temporaries()]).toEqual([]);
    }
  });
});
