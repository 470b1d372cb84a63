import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { causeWithoutData } from '../../src/base/cause-without-data.js';
import { KohortError } from '../../src/base/errors.js';
import { anonymize, readCsv, readForJob, readTable, type Job } from '../../src/index.js';
import { anonymizeInto, sqlSource } from '../../src/hosts/sources/index.js';
import { readFailure, writeFailure } from '../../src/io/sql/failures.js';
import { bothEngines } from '../engine/engines.js';
import { makeFolder } from '../hosts/command/run-cli.js';
import { quotedCsv } from '../table-texts.js';
import { canaries, canaryColumns, canaryJob, canaryRows, findIn } from './canaries.js';

const folder = makeFolder();
const engines = await bothEngines();
const rows = canaryRows(300, 3);
const csv = quotedCsv([canaryColumns, ...rows]);

/** All that a program could log of an error: hidden fields, causes, stacks. */
const shown = (error: unknown): string =>
  inspect(error, { depth: Infinity, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity });

/** Values of single people in an error of ours, for any reason of it. */
async function leaksOf(work: () => unknown): Promise<{ code: string; leaks: string[] }> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    return { code: error.code, leaks: findIn(Buffer.from(shown(error))) };
  }
  throw new Error('nothing was thrown');
}

describe('errors with all their causes', () => {
  // promise: no-cell-in-errors
  it('of an engine hold no cell, though what its package throws does', async () => {
    const file = join(folder.path, 'people.db');
    writeFileSync(join(folder.path, 'people.csv'), csv);
    const instance = await DuckDBInstance.create(file);
    const connection = await instance.connect();
    const source = `read_csv('${join(folder.path, 'people.csv')}', header = true, all_varchar = true)`;
    try {
      for (const cast of ['CAST(name AS INTEGER) AS name', 'CAST(town AS DATE) AS town']) {
        await connection.run(
          `CREATE OR REPLACE VIEW people AS SELECT * REPLACE (${cast}) FROM ${source} WHERE town LIKE 'Aapp%'`,
        );
        const thrown = await connection.runAndReadAll('SELECT * FROM people').catch((error: unknown) => error);
        expect(findIn(Buffer.from(shown(thrown)))).not.toEqual([]);
        const job = {
          ...canaryJob,
          attributes: { ...canaryJob.attributes, name: { role: 'quasi-identifier' } },
        } as Job;
        const { code, leaks } = await leaksOf(() =>
          anonymizeInto(sqlSource({ connection, table: 'people' }), 'released', job),
        );
        expect([code, leaks]).toEqual(['ENGINE_READ', []]);
        const reading = await leaksOf(() => readTable(sqlSource({ connection, table: 'people' })));
        expect([reading.code, reading.leaks]).toEqual(['ENGINE_READ', []]);
      }
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  });

  it('keep name, code and place of what a package threw, and no message, detail or query', () => {
    const thrown = Object.assign(new TypeError(`value ${canaries.name}`), {
      code: '23505',
      detail: `Key (name)=(${canaries.name}) exists`,
      where: canaries.town,
      cause: new Error(canaries.lostNote),
    });
    for (const failure of [readFailure('postgres', 'db', thrown), writeFailure('postgres', 'db', thrown)]) {
      expect(findIn(Buffer.from(shown(failure)))).toEqual([]);
      expect(failure.cause).toMatchObject({ name: 'TypeError', code: '23505' });
      expect((failure.cause as Error).stack).toContain('error-causes.test');
    }
    expect(shown(causeWithoutData(canaries.name))).not.toContain(canaries.name);
    expect(
      findIn(Buffer.from(shown(causeWithoutData({ name: canaries.name, code: canaries.name, stack: canaries.name })))),
    ).toEqual([]);
  });

  // promise: no-cell-in-errors
  it('of readers and runs hold no cell of a person, in both engines', async () => {
    const known = { role: 'quasi-identifier' } as const;
    const withTown = (town: Job['attributes'][string]): Job =>
      ({ ...canaryJob, attributes: { ...canaryJob.attributes, town } }) as Job;
    const jobs: Job[] = [
      withTown({ ...known, type: 'integer' }),
      withTown({ ...known, type: 'date' }),
      withTown({ ...known, hierarchy: { type: 'levels', rows: [['Asker', '*']] } }),
      withTown({ ...known, hierarchy: { type: 'order', values: ['Asker', 'Bergen'] } }),
      { ...canaryJob, privacy: [{ model: 'k-anonymity', k: 1000 }] } as Job,
      { ...canaryJob, privacy: [{ model: 'l-diversity', variant: 'distinct', l: 50, attribute: 'illness' }] } as Job,
      { ...canaryJob, input: { missing: [''], onMissing: 'error' } } as Job,
    ];
    const codes = new Set<string>();
    for (const job of jobs) {
      for (const engine of Object.values(engines)) {
        const { code, leaks } = await leaksOf(async () => {
          const input = await readForJob(csv, job);
          await anonymize(input.table, input.job, { engine, seed: 1 });
        });
        expect([code, leaks]).toEqual([code, []]);
        codes.add(code);
      }
    }
    expect(codes.size).toBeGreaterThan(4);
    const broken = [
      `${csv}"${canaries.name}`,
      `${csv}${canaries.name},${canaries.town}\n`,
      `${csv}"${canaries.name}"x,1,2,3,4,5,6\n`,
      `${csv}${canaries.name}\0,1,2,3,4,5,6\n`,
    ];
    for (const text of broken) {
      const { code, leaks } = await leaksOf(() => readCsv(text, { strict: true } as Parameters<typeof readCsv>[1]));
      expect([code, leaks]).toEqual([code, []]);
    }
  });
});
