import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Algorithm } from '../../src/algorithms/algorithm.js';
import { algorithms } from '../../src/algorithms/list.js';
import { listErrors } from '../../src/base/list-errors.js';
import { createAnonymize } from '../../src/core.js';
import { anonymize, KohortError, readCsv, readCsvCounted, readForJob } from '../../src/index.js';
import type { Anonymize, AnonymizeResult, Job, Table } from '../../src/index.js';
import { ENGINES } from '../engine/engines.js';
import { drawJob, type RandomJob } from '../pipeline/random-job.js';
import { casesOf, long, inTurn, nullOn } from '../shared.js';
import { csvOf } from '../table-texts.js';

const folder = resolve(import.meta.dirname, '../../src/algorithms/cards');
const entries = new Map<string, Record<string, Algorithm>>();
for (const file of readdirSync(folder)) {
  entries.set(basename(file, '.ts'), (await import(join(folder, file))) as Record<string, Algorithm>);
}
const alone = new Map([...entries].map(([name, module]) => [name, createAnonymize({ algorithms: Object.values(module) })])); // prettier-ignore

/** Jobs of an algorithm that give a release. */
const wanted = casesOf(40, 1);

interface Drawn extends RandomJob {
  readonly seed: number;
}

/** Random jobs by the algorithm that they name. */
const drawn = new Map<string, Drawn[]>(algorithms.map(({ name }) => [name, []]));
for (let seed = 1; [...drawn.values()].some((jobs) => jobs.length < 12 * wanted); seed++) {
  const job = drawJob(seed);
  const { algorithm } = job.job;
  const jobs = drawn.get(typeof algorithm === 'string' ? algorithm : algorithm.name);
  if (jobs !== undefined && jobs.length < 12 * wanted) jobs.push({ ...job, seed });
}

/** Times in a result. */
const times = new Set(['seconds', 'bestSeconds', 'trace']);

/** Everything that a run reports except its times; or the error that it ended with. */
async function told(run: Promise<AnonymizeResult>): Promise<{ readonly released: boolean; readonly text: string }> {
  const plain = (value: unknown): string =>
    JSON.stringify(value, (key, each: unknown) =>
      times.has(key) ? null : typeof each === 'bigint' ? `${each}n` : each,
    );
  try {
    const { release, tables, result, audit, warnings } = await run;
    const tabled = Object.values(tables).map((table: Table) => csvOf(table));
    const text = plain({ tabled, result, audit, warnings });
    return { released: true, text: `${csvOf(release)}\n${text}` };
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    return { released: false, text: plain({ name: error.name, errors: listErrors(error) }) };
  }
}

describe('kohort/algorithms/NAME', () => {
  it('are all algorithms, each under its name', () => {
    expect([...entries.keys()].sort()).toEqual(algorithms.map(({ name }) => name).sort());
    for (const [name, module] of entries) {
      const camelCase = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(Object.keys(module)).toEqual([camelCase]);
      expect(module[camelCase]).toBe(algorithms.find((each) => each.name === name));
      expect(module[camelCase].name).toBe(name);
    }
  });

  it.each(algorithms.map(({ name }) => name))('%s alone gives what kohort gives, by both engines', async (name) => {
    let releases = 0;
    for (const { csv, job, people, seed } of drawn.get(name) ?? []) {
      if (releases === wanted) break;
      const read = await nullOn(KohortError, readForJob(csv, job));
      if (read === null) continue;
      const types = Object.fromEntries(read.table.columns.map((column) => [column.name, column.type]));
      const known = people === null ? null : await nullOn(KohortError, readCsv(people, { ...job.input, types }));
      const publicTables = known === null ? undefined : { people: known };
      for (const engine of inTurn(ENGINES, 2)) {
        const options = { engine, seed: 1, publicTables } as const;
        const full = await told(anonymize(read.table, read.job, options));
        const one = await told((alone.get(name) as Anonymize)(read.table, read.job, options));
        expect(one.text, `seed ${seed}, ${engine}`).toBe(full.text);
        if (engine !== 'wasm' || !long) releases += Number(full.released);
      }
    }
    expect(releases).toBe(wanted);
  });
});

describe('createAnonymize', () => {
  const mondrianOnly = alone.get('mondrian') as Anonymize;
  const attributes = { age: 'quasi-identifier', zip: 'quasi-identifier', disease: 'sensitive' } as const;
  const privacy = [{ model: 'k-anonymity', k: 3 }] as const;
  const job: Job = { attributes, privacy, algorithm: 'mondrian' };
  const rows = Array.from({ length: 60 }, (_, i) => ({ age: 20 + (i % 9), zip: `z${i % 4}`, disease: `d${i % 5}` }));
  const text = `age,zip,disease\n${rows.map((row) => Object.values(row).join(',')).join('\n')}\n`;

  it('takes what anonymize takes: rows, text, bytes, a Blob, a stream, an iterable, a table', async () => {
    const full = await told(anonymize(rows, job, { engine: 'js', seed: 3 }));
    expect(full.released).toBe(true);
    const sources = [
      rows,
      rows.values(),
      text,
      new TextEncoder().encode(text),
      new Blob([text]),
      new Blob([text]).stream(),
      await readCsv(text),
    ];
    for (const source of sources) expect(await told(mondrianOnly(source, job, { seed: 3 }))).toEqual(full);
  });

  it('takes counted tables', async () => {
    const counted = await readCsvCounted(text, { memory: 2 ** 20 });
    expect(counted.weights).not.toBeNull();
    // The rows of a counted release are written in an order that is drawn.
    const sorted = async (run: Promise<AnonymizeResult>) => (await told(run)).text.split('\n').sort();
    const full = await sorted(anonymize(counted, job, { engine: 'js', seed: 3 }));
    expect(full.length).toBeGreaterThan(60);
    expect(await sorted(mondrianOnly(counted, job, { seed: 3 }))).toEqual(full);
  });

  it('loads what an option needs: labels for mondrian, medians for mdav', async () => {
    const labelled: Job = {
      ...job,
      attributes: { ...attributes, disease: 'class' },
      algorithm: { name: 'mondrian', split: 'information-gain' },
    };
    const full = await told(anonymize(rows, labelled, { engine: 'js', seed: 3 }));
    expect(full.released).toBe(true);
    expect(await told(mondrianOnly(rows, labelled, { seed: 3 }))).toEqual(full);
    const median: Job = { ...job, algorithm: { name: 'mdav', replacement: 'median' } };
    const replaced = await told(anonymize(rows, median, { engine: 'js', seed: 3 }));
    expect(replaced.released).toBe(true);
    expect(await told((alone.get('mdav') as Anonymize)(rows, median, { seed: 3 }))).toEqual(replaced);
  });

  it('takes the JavaScript engine unless another one is asked for', async () => {
    const engines = [{}, { engine: 'js' }, { engine: 'wasm' }] as const;
    const names = await Promise.all(engines.map(async (options) => (await mondrianOnly(rows, job, options)).result.engine)); // prettier-ignore
    expect(names).toEqual(['js', 'js', 'wasm']);
  });

  it('knows several algorithms where it is given several', async () => {
    const both = createAnonymize({
      algorithms: ['mondrian', 'hilbert'].flatMap((name) => Object.values(entries.get(name) ?? {})),
    });
    for (const algorithm of ['mondrian', 'hilbert']) {
      expect((await both(rows, { ...job, algorithm })).result.algorithm.name).toBe(algorithm);
    }
  });

  it('refuses a job with another algorithm', async () => {
    for (const algorithm of ['hilbert', 'mondrain', { name: 'hilbert', grouping: 'linear' }]) {
      const error: unknown = await mondrianOnly(rows, { ...job, algorithm } as Job).catch((thrown: unknown) => thrown);
      const path = typeof algorithm === 'string' ? 'algorithm' : 'algorithm.name';
      expect(listErrors(error as KohortError)).toMatchObject([
        { code: 'UNKNOWN_VALUE', path, message: expect.stringContaining(`${path}: expected one of "mondrian"`) },
      ]);
    }
  });

  it('refuses what is no algorithm', () => {
    const make = (algorithms: unknown) => () => createAnonymize({ algorithms: algorithms as [] });
    for (const wrong of [undefined, [], ['mondrian'], [null], 'mondrian', [{ name: 'mondrian' }]]) {
      expect(make(wrong)).toThrow(expect.objectContaining({ code: 'NO_ALGORITHM' }));
    }
    expect(make(['mondrian'])).toThrow('algorithms[0]: expected what "kohort/algorithms/NAME" exports');
  });
});
