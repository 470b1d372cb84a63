import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { defineAlgorithm, type Algorithm } from '../../src/algorithms/algorithm.js';
import { algorithms } from '../../src/algorithms/list.js';
import { amount, optionSet, word } from '../../src/algorithms/options.js';
import { describeNamed, listCatalogue } from '../../src/hosts/command/algorithms-command.js';
import {
  anonymize,
  auditRelease,
  compare,
  listAlgorithms,
  parseJob,
  readCsv,
  readCsvCounted,
} from '../../src/index.js';
import type { AlgorithmSpec, Job } from '../../src/index.js';

/** Everybody in one class, or in one for each half of the leaves of the first attribute. */
const everybody = defineAlgorithm({
  name: 'everybody',
  source: 'nobody',
  guarantee: 'one class of all rows, or two',
  complexity: 'O(m q)',
  disjointClasses: true,
  options: optionSet({
    classes: word('one', { one: 'a class of all rows', two: 'one for each half of the first domain' }, 'how many'),
    least: amount(1, { min: 1, max: 9, integer: true }, 'fewest leaves of a half'),
  }),
  whyRows: () => null,
  run: async () => ({
    run: async ({ domains, set }, _engine, options) => {
      expectTypeOf(options).toEqualTypeOf<{ classes: 'one' | 'two'; least: number }>();
      const middle = Math.max(options.least, domains[0].size >> 1);
      const isTwo = options.classes === 'two';
      const first = set.codes(0);
      return {
        recoding: {
          kind: 'regions',
          classes: isTwo ? 2 : 1,
          parts: {
            vector: Uint32Array.from({ length: set.length }, (_, vector) => vector),
            classId: Uint32Array.from({ length: set.length }, (_, vector) =>
              isTwo && first[vector] >= middle ? 1 : 0,
            ),
            count: set.counts(),
          },
          lower: domains.map((_, a) => (isTwo ? Uint32Array.of(0, a === 0 ? middle : 0) : Uint32Array.of(0))),
          upper: domains.map(({ size }, a) =>
            isTwo ? Uint32Array.of(a === 0 ? middle - 1 : size - 1, size - 1) : Uint32Array.of(size - 1),
          ),
          nodes: domains.map(() => false),
          disjoint: true,
        },
        solution: { kind: 'regions' },
        search: { optimal: false, lowerBound: null, nodes: 1, checked: 1 },
        options: { ...options },
        warnings: [],
      };
    },
  }),
});

const list = algorithms as Algorithm[];
beforeAll(() => void list.push(everybody));
afterAll(() => void list.splice(list.indexOf(everybody), 1));

const csv = `age,sex,disease\n${Array.from({ length: 60 }, (_, i) => `${20 + (i % 7)},${'mf'[i % 2]},d${i % 3}`).join('\n')}`;
const everybodyJob = (k: number, algorithm: string | AlgorithmSpec): Job => ({
  attributes: {
    age: { role: 'quasi-identifier' },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    disease: { role: 'sensitive' },
  },
  privacy: [
    { model: 'k-anonymity', k },
    { model: 'l-diversity', variant: 'distinct', l: 3, attribute: 'disease' },
  ],
  algorithm,
});
const job = everybodyJob(60, 'everybody');

describe('an algorithm that one line adds to the list', () => {
  it.each(['wasm', 'js'] as const)('runs on rows and on counts, is audited and compared: %s', async (engine) => {
    const table = await readCsv(csv);
    const { release, result } = await anonymize(table, job, { engine });
    expect(result).toMatchObject({ algorithm: { name: 'everybody' }, classes: 1, released: 60 });
    expect(auditRelease(release, job, table).holds).toBe(true);
    const counted = await anonymize(await readCsvCounted(csv), job, { engine });
    expect(counted.result.metrics).toEqual(result.metrics);
    const { runs } = await compare(table, { ...job, algorithm: 'mondrian' }, ['everybody'], {
      engine,
      accuracy: false,
    });
    expect(runs[0].result?.metrics).toEqual(result.metrics);
  });

  it.each(['wasm', 'js'] as const)(
    'gets its options with their defaults, in a run and a comparison: %s',
    async (engine) => {
      const table = await readCsv(csv);
      const one = await anonymize(table, job, { engine });
      expect(one.result.algorithm).toEqual({ name: 'everybody', classes: 'one', least: 1 });
      const halves = { name: 'everybody', classes: 'two' };
      const two = await anonymize(table, everybodyJob(4, halves), { engine });
      expect(two.result).toMatchObject({ algorithm: { ...halves, least: 1 }, classes: 2 });
      expect(auditRelease(two.release, everybodyJob(4, halves), table).holds).toBe(true);
      const { runs } = await compare(table, everybodyJob(4, 'mondrian'), ['everybody', halves], {
        engine,
        accuracy: false,
      });
      expect(runs.map(({ options, result }) => [options, result?.classes])).toEqual([
        [undefined, 1],
        [{ classes: 'two' }, 2],
      ]);
    },
  );

  it('is listed, and its options as text and as data', () => {
    const catalogue = listAlgorithms();
    expect(catalogue.algorithms.at(-1)).toEqual({
      name: 'everybody',
      source: 'nobody',
      countsPersons: true,
      guarantee: 'one class of all rows, or two',
      complexity: 'O(m q)',
      options: {
        classes: 'how many. one (default): a class of all rows; two: one for each half of the first domain',
        least: 'a whole number from 1 to 9, default 1: fewest leaves of a half',
      },
      optionInfos: [
        {
          name: 'classes',
          kind: 'word',
          description: 'how many',
          values: ['one', 'two'],
          meanings: { one: 'a class of all rows', two: 'one for each half of the first domain' },
          default: 'one',
        },
        {
          name: 'least',
          kind: 'number',
          description: 'fewest leaves of a half',
          integer: true,
          min: 1,
          max: 9,
          default: 1,
        },
      ],
    });
    expect(listCatalogue(catalogue).filter((line) => line.startsWith('  everybody '))).toHaveLength(1);
    const lines = describeNamed(catalogue, 'everybody').map((line) => line.trim());
    for (const [name, text] of Object.entries(catalogue.algorithms.at(-1)?.options ?? {})) {
      expect(lines).toContain(`${name}: ${text}`);
    }
  });

  it.each([
    [{ most: 1 }, 'UNKNOWN_OPTION', 'algorithm.most', 'one of the keys "classes", "least"', 'an unknown key'],
    [{ classes: 'tow' }, 'INVALID_ARGUMENT', 'algorithm.classes', 'one of "one", "two" (did you mean "two"?)', '"tow"'],
    [{ classes: 2 }, 'INVALID_ARGUMENT', 'algorithm.classes', 'one of "one", "two"', '2'],
    [{ least: 10 }, 'INVALID_ARGUMENT', 'algorithm.least', 'a whole number from 1 to 9', '10'],
    [{ least: 1.5 }, 'INVALID_ARGUMENT', 'algorithm.least', 'a whole number from 1 to 9', '1.5'],
  ])('is checked with the job: %o', async (options, code, argument, expected, received) => {
    const wrong = everybodyJob(60, { name: 'everybody', ...options });
    const refusal = { code, argument, expected, received };
    expect(() => parseJob(wrong)).toThrow(expect.objectContaining(refusal));
    await expect(anonymize(await readCsv(csv), wrong)).rejects.toMatchObject(refusal);
  });
});
