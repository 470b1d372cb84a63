import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import {
  anonymize,
  auditRelease,
  listAlgorithms,
  readForJob,
  readTable,
  type Job,
  type TableSource,
} from '../../src/index.js';
import { arrowBytes, fileSource, parquetBytes, sqlSource } from '../../src/hosts/sources/index.js';
import { seededRandom, type RandomSource } from '../../src/base/random.js';
import { makeFolder } from '../hosts/command/run-cli.js';
import { makeXlsx } from '../io/row-files/make-xlsx.js';
import { seedsFrom } from '../shared.js';
import { groupingAlgorithms } from '../registry.js';

const folder = makeFolder();

const names = ['person', 'a', 'b', 'illness', 'cost', 'items'];

/** One row a person. */
const drawPeople = (random: RandomSource): string[][] =>
  Array.from({ length: 24 + random.below(12) }, (_, i) => [
    `p${i}`,
    String(20 + random.below(8)),
    'uv'[random.below(2)],
    ['flu', 'gout', 'HIV', 'asthma'][random.below(4)],
    String(10 * (1 + random.below(6))),
    ['x', 'x|y', 'y', 'y|z'][random.below(4)],
  ]);

/** Every model that counts persons, and may be asked of one table. */
const modelsOf = (isStrict: boolean): Job['privacy'] => [
  { model: 'k-anonymity', k: isStrict ? 7 : 2 },
  { model: 'maximum-risk', risk: isStrict ? 0.12 : 1 },
  { model: 'average-risk', risk: isStrict ? 0.1 : 1 },
  { model: 'alpha-k-anonymity', k: 1, alpha: isStrict ? 0.4 : 1, attribute: 'illness' },
  { model: 'l-diversity', variant: 'distinct', l: isStrict ? 3 : 1, attribute: 'illness' },
  { model: 'l-diversity', variant: 'entropy', l: isStrict ? 3.2 : 1, attribute: 'illness' },
  { model: 'l-diversity', variant: 'recursive', l: 2, c: isStrict ? 0.8 : 1e6, attribute: 'illness' },
  { model: 'ke-anonymity', k: 1, e: isStrict ? 50 : 0, attribute: 'cost' },
  { model: 'beta-likeness', variant: 'basic', beta: isStrict ? 0.5 : 1e6, attribute: 'illness' },
  { model: 'beta-likeness', variant: isStrict ? 'enhanced' : 'basic', beta: isStrict ? 0.5 : 1e6, attribute: 'cost' },
  { model: 'delta-disclosure', delta: isStrict ? 0.6 : 1e6, absent: 'ignored', attribute: 'illness' },
  { model: 't-closeness', t: isStrict ? 0.2 : 1, distance: 'equal', attribute: 'illness' },
  { model: 't-closeness', t: isStrict ? 0.2 : 1, distance: 'ordered', attribute: 'cost' },
  { model: 'km-anonymity', k: isStrict ? 3 : 1, m: 2, attribute: 'items' },
];

/** A job that releases a table on given levels, so that classes stay what they are. */
const jobOf = (person: 'person' | 'identifier', isStrict = false): Job => ({
  attributes: {
    person,
    a: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'intervals', origin: 20, widths: [4, 8] } },
    b: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    illness: 'sensitive',
    cost: { role: 'sensitive', type: 'integer' },
    items: { role: 'sensitive', set: { delimiter: '|' } },
  },
  privacy: modelsOf(isStrict),
  algorithm: { name: 'optimal-lattice', levels: { a: 1, b: 0 } },
});

const csvOf = (rows: readonly (readonly string[])[]): string => [names, ...rows].map((row) => row.join()).join('\n');
const recordsOf = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => Object.fromEntries(names.map((name, c) => [name, row[c]])));

type Rows = readonly (readonly string[])[];

/** The table in every form that a run reads. */
const formats: Readonly<Record<string, (rows: Rows) => Promise<TableSource>>> = {
  CSV: async (rows) => csvOf(rows),
  'CSV.gz': async (rows) => {
    writeFileSync(join(folder.path, 'people.csv.gz'), gzipSync(csvOf(rows)));
    return fileSource(join(folder.path, 'people.csv.gz'));
  },
  NDJSON: async (rows) => fileSource(Buffer.from(recordsOf(rows).map((row) => JSON.stringify(row)).join('\n')), { format: 'ndjson' }),
  JSON: async (rows) => fileSource(Buffer.from(JSON.stringify(recordsOf(rows))), { format: 'json' }),
  Excel: async (rows) => fileSource(makeXlsx({ people: [names, ...rows] }), { format: 'xlsx' }),
  Parquet: async (rows) => fileSource(await parquetBytes(await readTable(csvOf(rows))), { format: 'parquet' }),
  Arrow: async (rows) => fileSource(await arrowBytes(await readTable(csvOf(rows))), { format: 'arrow' }),
  'rows as objects': async (rows) => recordsOf(rows),
  'rows as lists': async (rows) => readTable(rows, { columns: names }),
}; // prettier-ignore

/** Figures of a run or an audit by persons, or by rows of one each. */
const figuresOf = (privacy: readonly { readonly model: string | object; readonly holds: boolean; readonly achieved: object }[]) =>
  privacy.map(({ holds, achieved }) => [holds, ...Object.entries(achieved).map(([name, value]) => `${name} ${(value as number).toFixed(9)}`)]); // prettier-ignore
const textsOf = (exposure: Readonly<Record<string, { readonly texts: number }>> | null) =>
  Object.entries(exposure ?? {}).map(([name, { texts }]) => [name, texts]);
const classesOf = (oneValued: Readonly<Record<string, { readonly classes: number }>>) =>
  Object.entries(oneValued).map(([name, { classes }]) => [name, classes]);

/** Figures of a release of a source, by its run and by audits that require little and much. */
async function measure(source: TableSource, person: 'person' | 'identifier', engine: 'wasm' | 'js') {
  const { table, job } = await readForJob(source, jobOf(person));
  const { release, result } = await anonymize(table, job, { engine, seed: 1 });
  const audits = [false, true].map((isStrict) => {
    const report = auditRelease(release, jobOf(person, isStrict), table);
    const { holds, risk, largestShares, privacy, exposure, oneValued, problems } = report;
    const ofAudit = { texts: textsOf(exposure), oneValued: classesOf(oneValued), problems };
    return { holds, risk, largestShares, privacy: figuresOf(privacy), ...ofAudit };
  });
  const { privacy, risk, exposure, oneValued, classes, quasiIdentifiers } = result;
  const ofRun = { privacy: figuresOf(privacy), risk, texts: textsOf(exposure), oneValued: classesOf(oneValued), classes };
  const persons = result.persons ?? result.rows;
  return { ...ofRun, quasiIdentifiers, persons, audits, counts: [result.personsReleased ?? result.released, persons] };
} // prettier-ignore

const known = new Map<string, ReturnType<typeof measure>>();

/** {@link measure} for one row a person, which all formats share. */
function measureWhole(people: Rows, seed: number, engine: 'wasm' | 'js'): ReturnType<typeof measure> {
  const key = `${engine} ${seed}`;
  const found = known.get(key) ?? measure(csvOf(people), 'identifier', engine);
  known.set(key, found);
  return found;
}

/** One row a person, and each of them split into 1 to 5 equal rows, in any order. */
function drawSplit(seed: number) {
  const random = seededRandom(seed);
  const people = drawPeople(random);
  const split = people.flatMap((row) => new Array<string[]>(1 + random.below(5)).fill(row));
  for (let i = split.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [split[i], split[j]] = [split[j], split[i]];
  }
  return { people, split };
}

describe('5: a release of people whose rows are split into 1 to 5 equal ones', () => {
  describe.each(['wasm', 'js'] as const)('by %s', (engine) => {
    it.each(Object.entries(formats))(
      '%s: has the verdicts, figures, exposure and risk of the release of one row each',
      async (_, read) => {
        for (const seed of seedsFrom(1, 60, 2)) {
          const { people, split } = drawSplit(seed);
          const whole = await measureWhole(people, seed, engine);
          expect(whole.audits.map(({ holds }) => holds)).toEqual([true, false]);
          expect(await measure(await read(split), 'person', engine), `seed ${seed}`).toEqual(whole);
        }
      },
    );
  });

  it.each([false, true])('a table of DuckDB, its rows read: %s', async (rows) => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    try {
      for (const seed of seedsFrom(1, 20, 1)) {
        const { people, split } = drawSplit(seed);
        await connection.run(
          'CREATE OR REPLACE TABLE people (person VARCHAR, a INTEGER, b VARCHAR, illness VARCHAR, cost INTEGER, items VARCHAR)',
        );
        const values = split.map((row) => `(${row.map((cell) => `'${cell}'`).join()})`).join();
        await connection.run(`INSERT INTO people VALUES ${values}`);
        const engine = seed % 2 === 0 ? 'js' : 'wasm';
        const source = sqlSource({ connection, table: 'people' }, { rows });
        const found = await measure(source, 'person', engine);
        expect(found).toEqual(await measureWhole(people, seed, engine));
      }
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  });
});

/** Algorithms whose classes depend on rows that are drawn to begin with, or whose buckets have one row of each person. */
const draws = new Set([
  'bucketization',
  'anatomy',
  'slicing',
  ...groupingAlgorithms,
  'local-suppression',
  'meyerson-williams',
]);

const limits: readonly Job['privacy'][] = [
  [{ model: 'k-anonymity', k: 3 }],
  [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' },
  ],
  [
    { model: 'k-anonymity', k: 3 },
    { model: 'alpha-k-anonymity', k: 2, alpha: 0.8, attribute: 'illness' },
    { model: 't-closeness', t: 0.5, distance: 'equal', attribute: 'illness' },
  ],
];

describe('5: a table with an equal number of rows of everybody', () => {
  // Presence is that of people of a public table; lists of items are compared in dissociation.test.ts and generalized-lists.test.ts.
  const others = ['spalm', 'apriori-anonymization', 'dissociation'];
  const counting = listAlgorithms().algorithms.filter(
    ({ name, countsPersons }) => countsPersons && !others.includes(name),
  );

  it.each(counting.map(({ name }) => name))('%s: has the classes of the table of one row each', async (algorithm) => {
    let compared = 0;
    for (const seed of seedsFrom(1, 90, 3)) {
      const people = drawPeople(seededRandom(seed)).map((row) => row.slice(0, 4));
      const times = 2 + (seed % 4);
      const run = async (rows: Rows, person: 'person' | 'identifier', maxRows: number) => {
        const { illness, a, b } = jobOf(person).attributes;
        const table = await readTable([...rows], { columns: names.slice(0, 4) });
        const job = {
          attributes: { person, a, b, illness },
          privacy: limits[seed % limits.length],
          algorithm: algorithm as never,
          suppression: { maxRows },
        };
        const { release, result } = await anonymize(table, job, { engine: seed % 2 === 0 ? 'js' : 'wasm', seed: 1 });
        const sizes = new Map<string, number>();
        for (const row of release.toRows()) {
          const key = `${String(row.a)}|${String(row.b)}`;
          sizes.set(key, (sizes.get(key) ?? 0) + 1);
        }
        const classes = [...sizes].map(([key, own]) => `${key}: ${own / (rows.length / people.length)}`).sort();
        return { classes, privacy: figuresOf(result.privacy), risk: result.risk, texts: textsOf(result.exposure) };
      };
      const outcome = (made: ReturnType<typeof run>) =>
        made.catch((error: { code?: string }) => String(error.code ?? error));
      const split = people.flatMap((row) => new Array<string[]>(times).fill(row));
      const byPersons = await outcome(run(split, 'person', 4 * times));
      if (byPersons === 'PERSONS_UNSUPPORTED') continue;
      const byRows = await outcome(run(people, 'identifier', 4));
      if (typeof byPersons === 'string' || typeof byRows === 'string') {
        if (draws.has(algorithm)) continue;
        expect(byPersons, `seed ${seed}`).toEqual(byRows);
      } else if (draws.has(algorithm)) {
        expect(byPersons.privacy.every(([holds]) => holds)).toBe(true);
      } else expect(byPersons, `seed ${seed}`).toEqual(byRows);
      compared += Number(typeof byPersons !== 'string');
    }
    expect(compared).toBeGreaterThan(0);
  });
});
