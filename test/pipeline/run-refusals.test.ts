import { describe, expect, it } from 'vitest';
import {
  anonymize,
  InvalidArgumentError,
  readCsvCounted,
  tableFromRows,
  type Job,
  type RunOptions,
} from '../../src/index.js';
import { bothEngines } from '../engine/engines.js';

const people = Array.from({ length: 12 }, (_, i) => ({ age: 20 + (i % 4), town: 'xy'[i % 2], sick: 'abc'[i % 3] }));
const table = tableFromRows(people);
const quasi = { role: 'quasi-identifier' } as const;
const job: Job = {
  attributes: { age: quasi, town: quasi, sick: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
};
const engines = Object.values(await bothEngines());

/** Parts of the error: its place, what it expected, and what came; the code last. */
async function refusalOf(run: () => Promise<unknown>): Promise<string[]> {
  const error: unknown = await run().then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof InvalidArgumentError)) throw new Error('no refusal', { cause: error });
  return [error.argument, error.expected, error.received, error.code];
}

const withOptions =
  (options: unknown): (() => Promise<unknown>) =>
  () =>
    anonymize(table, job, options as RunOptions);

const COUNT = 'a whole number from 1 to 256, or "auto"';
const SECONDS = 'a number of seconds above 0';
const SEED = 'a whole number from 0 to 2^53 - 1';

describe('options of a run', () => {
  it.each([
    ['threads', 0, COUNT, '0', 'OPTION_RANGE'],
    ['threads', 257, COUNT, '257', 'OPTION_RANGE'],
    ['threads', 1.5, COUNT, '1.5', 'OPTION_RANGE'],
    ['threads', NaN, COUNT, 'NaN', 'OPTION_RANGE'],
    ['threads', '2', COUNT, 'a string', 'WRONG_TYPE'],
    ['timeLimit', 0, SECONDS, '0', 'OPTION_RANGE'],
    ['timeLimit', -1, SECONDS, '-1', 'OPTION_RANGE'],
    ['timeLimit', Infinity, SECONDS, 'Infinity', 'OPTION_RANGE'],
    ['timeLimit', null, SECONDS, 'a object', 'WRONG_TYPE'],
    ['checkpointSeconds', 0, SECONDS, '0', 'OPTION_RANGE'],
    ['checkpointSeconds', Infinity, SECONDS, 'Infinity', 'OPTION_RANGE'],
    ['checkpointSeconds', '1', SECONDS, 'a string', 'WRONG_TYPE'],
    ['seed', -1, SEED, '-1', 'OPTION_RANGE'],
    ['seed', 0.5, SEED, '0.5', 'OPTION_RANGE'],
    ['seed', 2 ** 53, SEED, '9007199254740992', 'OPTION_RANGE'],
    ['seed', 1n, SEED, 'a bigint', 'WRONG_TYPE'],
    ['engine', 'gpu', '"wasm", "js" or an engine', 'gpu', 'UNKNOWN_VALUE'],
    ['recoding', 'no', 'true or false', 'string', 'WRONG_TYPE'],
    ['onProgress', {}, 'a function', 'object', 'WRONG_TYPE'],
    ['onCheckpoint', 1, 'a function', 'number', 'WRONG_TYPE'],
    ['onPlan', true, 'a function', 'boolean', 'WRONG_TYPE'],
    ['resume', [1], 'a Uint8Array', 'object', 'WRONG_TYPE'],
    ['publicTables', 'people', 'an object of tables', 'string', 'WRONG_TYPE'],
    ['publicTables', null, 'an object of tables', 'object', 'WRONG_TYPE'],
  ])('%s: %s is refused', async (key, value, expected, received, code) => {
    expect(await refusalOf(withOptions({ [key]: value }))).toEqual([`options.${key}`, expected, received, code]);
  });

  it('that are unknown are refused with what was meant', async () => {
    const [argument, expected, received, code] = await refusalOf(withOptions({ sed: 1 }));
    expect([argument, received, code]).toEqual(['options.sed', 'an unknown key', 'UNKNOWN_OPTION']);
    expect(expected).toMatch(/^one of the keys engine, threads, .*recoding.*"seed"/);
  });

  it('are taken at both ends of what is allowed, and where they are undefined', async () => {
    for (const options of [
      { threads: 1, seed: 0, timeLimit: 1e9, checkpointSeconds: 1e-9 },
      { threads: 256, seed: 2 ** 53 - 1, recoding: false, publicTables: {} },
      { threads: undefined, seed: undefined, engine: undefined, onProgress: undefined, resume: undefined },
    ]) {
      const { result, warnings } = await anonymize(table, { ...job, algorithm: 'hilbert' }, options);
      expect(result.released).toBe(12);
      const told = warnings.filter(({ code }) => code === 'ONE_THREAD').map(({ message }) => message);
      expect(told).toEqual(options.threads === 256 ? ['256 threads were asked for; hilbert searches on one'] : []);
    }
  });

  it('name an engine that stays usable, or one that is made for the run', async () => {
    for (const engine of [...engines, ...engines, 'wasm', 'js'] as const) {
      const { result } = await anonymize(table, job, { engine, seed: 1 });
      expect(result.engine).toBe(typeof engine === 'string' ? engine : engine.name);
    }
  });

  it('go on from a checkpoint only where the algorithm can', async () => {
    const [argument, , , code] = await refusalOf(withOptions({ resume: new Uint8Array(4) }));
    expect([argument, code]).toEqual(['options.resume', 'NOT_RESUMABLE']);
  });
});

describe('jobs that a run refuses', () => {
  const refused = (changes: Partial<Job>): Promise<string[]> => refusalOf(() => anonymize(table, { ...job, ...changes }));

  it('hierarchies that name a file', async () => {
    const attributes: Job['attributes'] = { ...job.attributes, town: { ...quasi, hierarchy: { type: 'levels', file: 'towns.csv' } } };
    expect(await refused({ attributes })).toEqual([
      'attributes.town.hierarchy.file',
      'a hierarchy as "rows" (the command line reads files; parseLevelsText makes rows of their text)',
      'a file name',
      'HIERARCHY_NOT_READ',
    ]);
  });

  it('columns in two lists of mu-argus, that are none, or above their hierarchy', async () => {
    const argus = (options: object): Promise<string[]> =>
      refused({ algorithm: { name: 'mu-argus', combinations: 'all', ...options } });
    for (const lists of [{ more: ['age'], most: ['town', 'age'] }, { identifying: ['town'], most: ['town'] }, { more: ['age', 'age'] }]) {
      const [, expected] = await argus(lists);
      expect(expected).toMatch(/^every attribute in one list, "(age|town)" not a second time$/);
    }
    expect(await argus({ more: ['shoe'] })).toEqual(['algorithm.more', 'names of quasi-identifiers', '"shoe"', 'UNKNOWN_COLUMN']);
    expect(await argus({ levels: { sick: 1 } })).toEqual(['algorithm.levels', 'names of quasi-identifiers', '"sick"', 'UNKNOWN_COLUMN']);
    expect((await argus({ levels: { town: 2 } })).slice(0, 3)).toEqual(['algorithm.levels.town', 'a level from 0 to 1', '2']);
    const { result } = await anonymize(table, { ...job, algorithm: { name: 'mu-argus', combinations: 'all', levels: { town: 1 } } });
    expect(result.solution.levels).toMatchObject({ town: 1 });
  });

  it('a counted table where the rows themselves are needed, and no other one', async () => {
    const lines = people.map(({ age, town, sick }) => `${age},${town},${sick}`).join('\n');
    const counted = await readCsvCounted(`age,town,sick\n${lines}\n`);
    for (const algorithm of ['slicing', 'anatomy']) {
      const privacy: Job['privacy'] = [{ model: 'k-anonymity', k: 2 }, { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'sick' }];
      const error: unknown = await anonymize(counted, { ...job, algorithm, privacy }).catch((reason: unknown) => reason);
      expect(error, algorithm).toMatchObject({ argument: 'table', code: 'TWO_PASS_IMPOSSIBLE' });
    }
    const { result } = await anonymize(counted, job);
    expect(result.released).toBe(12);
  });
}); // prettier-ignore
