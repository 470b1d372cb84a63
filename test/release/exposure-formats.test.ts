import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { writeArrow } from '../../src/io/columnar/arrow.js';
import { writeParquet } from '../../src/io/columnar/parquet.js';
import { readCsv, type RunResult } from '../../src/index.js';
import { readColumnar } from '../../src/hosts/sources/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { long, seedsFrom, inTurn } from '../shared.js';
import { drawPeople, peopleTypes, planted, plantedColumns, shows } from './planted-people.js';
import { csvOf, quotedCsv } from '../table-texts.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

const known = { role: 'quasi-identifier' } as const;
/** Equal rows are treated alike: these can run from counts. */
const fromCounts = ['mondrian', 'k-optimize', 'optimal-lattice', 'datafly'];
const algorithms = ['mondrian', 'local-recoding', 'k-optimize', 'hilbert', 'optimal-lattice', 'datafly', 'mdav'];
const ways = ['kept', 'counted', 'gzip', 'parquet', 'arrow', 'duckdb'] as const;

/** The input in a form, and where the release goes. */
async function prepare(way: (typeof ways)[number], csv: string, seed: number): Promise<[string, string, string[]]> {
  writeFileSync(at('in.csv'), csv);
  switch (way) {
    case 'kept':
      return [at('in.csv'), at('out.csv'), []];
    case 'counted':
      return [at('in.csv'), at('out.csv'), ['--two-pass']];
    case 'gzip':
      writeFileSync(at('in.csv.gz'), gzipSync(csv));
      return [at('in.csv.gz'), at('out.csv.gz'), []];
    case 'parquet':
      writeFileSync(at('in.parquet'), await writeParquet(await readCsv(csv)));
      return [at('in.parquet'), at('out.parquet'), []];
    case 'arrow':
      writeFileSync(at('in.arrow'), await writeArrow(await readCsv(csv)));
      return [at('in.arrow'), at('out.arrow'), []];
    case 'duckdb':
      await inDatabase(`CREATE TABLE in_${seed} AS SELECT * FROM read_csv('${at('in.csv')}', header = true)`);
      return [`duckdb:${at('people.db')}#in_${seed}`, `duckdb:${at('people.db')}#out_${seed}`, []];
  }
}

async function inDatabase(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(at('people.db'));
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJS() as unknown[][];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Everything that a release holds, as text. */
async function textOf(way: (typeof ways)[number], seed: number): Promise<string> {
  switch (way) {
    case 'kept':
    case 'counted':
      return readFileSync(at('out.csv'), 'utf8');
    case 'gzip':
      return gunzipSync(readFileSync(at('out.csv.gz'))).toString();
    case 'parquet':
    case 'arrow': {
      const table = await readColumnar(new Uint8Array(readFileSync(at(`out.${way}`))), way, {});
      return csvOf(table);
    }
    case 'duckdb':
      return (await inDatabase(`SELECT * FROM out_${seed}`)).map((row) => row.join(',')).join('\n');
  }
}

describe('the search for planted values', () => {
  it('finds a value as a cell, in a set and in a range, and not within a longer number or a digest', () => {
    for (const text of ['73459', 'a,73459', '{73459, 80000}', '[73459-80000]', '"x":73459}', 'cafe73459'])
      expect([text, shows(text, planted.income)]).toEqual([text, true]);
    for (const text of ['0.73459', '173459', '734590', `"${'0a'.repeat(14)}f73459e${'b'.repeat(29)}"`])
      expect([text, shows(text, planted.income)]).toEqual([text, false]);
  });
});

describe('what a file or a table shows of single people, everything at its default', () => {
  // promise: rare-values-hidden
  it.each(inTurn(ways, 3))(
    '%s: no planted value in release, result, report or on stderr',
    async (way) => {
      const all = ['counted', 'duckdb'].includes(way) ? fromCounts : algorithms;
      // The quick run asks one algorithm of each format, in turns.
      const named = long ? all : all.filter((_, i) => (i + ways.indexOf(way)) % all.length === 0);
      const rounds = long ? 3 : 1;
      for (const [place, algorithm] of named.entries()) {
        for (const round of seedsFrom(1, rounds, rounds)) {
          const seed = place * rounds + round;
          const csv = quotedCsv([Object.keys(peopleTypes), ...drawPeople(1000 * ways.indexOf(way) + seed, 150)]);
          const [input, out, more] = await prepare(way, csv, seed);
          const attributes = {
            ...Object.fromEntries([...plantedColumns, 'age'].map((name) => [name, known])),
            illness: { role: 'sensitive' },
          };
          const job = {
            attributes,
            privacy: [{ model: 'k-anonymity', k: 4 }],
            algorithm,
            suppression: { maxFraction: 0.2 },
          };
          writeFileSync(at('job.json'), JSON.stringify(job));
          const engine = seed % 2 === 0 ? 'js' : 'wasm';
          const done = await runInside([
            ...['anonymize', input, '--job', at('job.json'), '--out', out, '--json'],
            ...(way === 'duckdb' ? [] : ['--report', at('report.html')]),
            ...['--engine', engine, '--time-limit', '1', ...more],
          ]);
          expect([algorithm, done.code, done.code === 0 ? '' : done.stderr]).toEqual([algorithm, 0, '']);
          const { exposure } = JSON.parse(done.stdout) as RunResult;
          for (const name of [...plantedColumns, 'age']) expect(exposure[name]).toEqual({ texts: 0, rows: 0 });
          const report = way === 'duckdb' ? '' : readFileSync(at('report.html'), 'utf8');
          const told = [await textOf(way, seed), done.stdout, done.stderr, report];
          expect(told[0].length).toBeGreaterThan(500);
          for (const text of Object.values(planted))
            for (const each of told) expect(shows(each, text), `${algorithm}: ${text}`).toBe(false);
        }
      }
    },
    120_000,
  );
});
