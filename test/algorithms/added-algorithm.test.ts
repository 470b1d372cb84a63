import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Algorithm } from '../../src/algorithms/algorithm.js';
import { algorithms } from '../../src/algorithms/list.js';
import { checkOptions } from '../../src/algorithms/check-options.js';
import { describeCatalogue } from '../../src/cli/format.js';
import { anonymize, auditRelease, compare, listAlgorithms, readCsv, readCsvCounted } from '../../src/index.js';
import type { Job } from '../../src/index.js';

/** Everybody in one class. */
const everybody: Algorithm = {
  name: 'everybody',
  source: 'nobody',
  guarantee: 'one class of all rows',
  complexity: 'O(m q)',
  anytime: false,
  whyRows: () => null,
  disjointClasses: true,
  options: {},
  checkOptions: (options, path) => void checkOptions({}, options, path),
  run: async ({ domains, set }) => ({
    recoding: {
      kind: 'regions',
      classes: 1,
      parts: {
        vector: Uint32Array.from({ length: set.length }, (_, vector) => vector),
        classId: new Uint32Array(set.length),
        count: set.counts(),
      },
      lower: domains.map(() => Uint32Array.of(0)),
      upper: domains.map(({ size }) => Uint32Array.of(size - 1)),
      nodes: domains.map(() => false),
      disjoint: true,
    },
    solution: { kind: 'regions' },
    search: { optimal: false, lowerBound: null, nodes: 1, checked: 1 },
    options: {},
    warnings: [],
  }),
};

const list = algorithms as Algorithm[];
beforeAll(() => void list.push(everybody));
afterAll(() => void list.splice(list.indexOf(everybody), 1));

const csv = `age,sex,disease\n${Array.from({ length: 60 }, (_, i) => `${20 + (i % 7)},${'mf'[i % 2]},d${i % 3}`).join('\n')}`;
const job: Job = {
  attributes: {
    age: { role: 'quasi-identifier' },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    disease: { role: 'sensitive' },
  },
  privacy: [
    { model: 'k-anonymity', k: 60 },
    { model: 'l-diversity', variant: 'distinct', l: 3, attribute: 'disease' },
  ],
  algorithm: 'everybody',
};

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

  it('is listed, and its options are checked', async () => {
    const catalogue = listAlgorithms();
    expect(catalogue.algorithms.at(-1)).toMatchObject({ name: 'everybody', source: 'nobody' });
    expect(describeCatalogue(catalogue).join('\n')).toContain('everybody');
    const wrong = anonymize(await readCsv(csv), { ...job, algorithm: { name: 'everybody', most: 1 } });
    await expect(wrong).rejects.toMatchObject({ code: 'UNKNOWN_OPTION', argument: 'algorithm.most' });
  });
});
