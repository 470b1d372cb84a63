import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import { gridOfHierarchy } from '../../src/hierarchy/coding/hierarchy-grid.js';
import { anonymize, auditRelease, parseJob, tableFromRows, type HierarchySpec, type Job } from '../../src/index.js';
import { drawing } from '../random.js';
import { casesOf } from '../shared.js';
import { columnOf } from './columns.js';

const LIFE: HierarchySpec = {
  type: 'intervals',
  bounds: [
    [18, 30, 50, 65, 80],
    [18, 65],
  ],
};
const jobWith = (hierarchy: unknown, others: object = {}): Job =>
  ({
    attributes: { age: { role: 'quasi-identifier', hierarchy } },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'optimal-lattice',
    output: { order: 'input' },
    ...others,
  }) as unknown as Job;

const labelsOf = (spec: HierarchySpec, cells: string[], type: 'integer' | 'number' | 'date'): string[][] =>
  buildHierarchy(spec, columnOf('x', type, cells)).levels.map(({ labels }) => [...labels]);

describe('intervals between bounds of the job', () => {
  it('are open at both ends and written as people write them', () => {
    expect(labelsOf(LIFE, ['3', '17', '18', '64', '65', '99'], 'integer')).toEqual([
      ['3', '17', '18', '64', '65', '99'],
      ['<18', '18-29', '50-64', '65-79', '80+'],
      ['<18', '18-64', '65+'],
      ['*'],
    ]);
    const one = labelsOf({ type: 'intervals', bounds: [0, 18, 65] }, ['-1', '0', '17', '18', '99'], 'integer');
    expect(one.slice(1)).toEqual([['<0', '0-17', '18-64', '65+'], ['*']]);
    const single = labelsOf({ type: 'intervals', bounds: [0, 1, 2] }, ['0', '1', '5'], 'integer');
    expect(single[1]).toEqual(['0', '1', '2+']);
    const negative = labelsOf({ type: 'intervals', bounds: [-10, 0] }, ['-20', '-10', '-1', '0'], 'integer');
    expect(negative[1]).toEqual(['<-10', '-10--1', '0+']);
  });

  it('are half open for other numbers, and read like rounded ranges for dates', () => {
    const index = labelsOf({ type: 'intervals', bounds: [18.5, 25, 30] }, ['18.4', '18.5', '24.99', '30'], 'number');
    expect(index[1]).toEqual(['<18.5', '[18.5, 25)', '30+']);
    const spec: HierarchySpec = { type: 'intervals', bounds: [['1950', '1980-01-01', '1980-07'], ['1950']] };
    const cells = ['1949-12-31', '1950-01-01', '1979-12-31', '1980-06-30', '1980-07-01'];
    expect(labelsOf(spec, cells, 'date').slice(1)).toEqual([
      ['<1950', '[1950-1979]', '[1980-01 .. 1980-06]', '>=1980-07'],
      ['<1950', '>=1950'],
      ['*'],
    ]);
  });

  it.each<[string, unknown, string, string]>([
    ['a bound that the level before lacks', [[18, 65], [20]], 'bounds[1][0]', 'one of the bounds of the level before it: 18, 65'], // prettier-ignore
    ['bounds that do not ascend', [[18, 18]], 'bounds[0][1]', 'more than the bound before it, 18'],
    ['bounds of one list that do not ascend', [65, 18], 'bounds[1]', 'more than the bound before it, 65'],
    ['as many bounds as before', [[18, 65], [18, 65]], 'bounds[1]', 'fewer bounds than the level before it'], // prettier-ignore
    ['no level', [], 'bounds[0]', 'bounds of at least one level'],
    ['a level without bounds', [[18], []], 'bounds[1]', 'at least one bound'],
  ])('are refused for %s', (_, bounds, place, expected) => {
    const refused = (): unknown => parseJob(jobWith({ type: 'intervals', bounds }));
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'INTERVAL_RANGE',
        argument: expect.stringMatching(new RegExp(`${place.replace(/[[\]]/g, '\\$&')}$`)) as string,
        expected,
      }),
    );
  });

  it('are refused beside widths, with an origin, without either, and for texts', async () => {
    for (const fields of [{}, { widths: [5], bounds: [5] }, { bounds: [5], origin: 1 }]) {
      expect(() => parseJob(jobWith({ type: 'intervals', ...fields }))).toThrow(
        expect.objectContaining({ code: 'INTERVAL_RANGE' }),
      );
    }
    const people = tableFromRows([{ age: 'old' }, { age: 'young' }]);
    await expect(anonymize(people, jobWith(LIFE))).rejects.toMatchObject({ code: 'HIERARCHY_TYPE' });
    const ages = tableFromRows([{ age: 17 }, { age: 18 }]);
    await expect(anonymize(ages, jobWith({ type: 'intervals', bounds: [17.5] }))).rejects.toMatchObject({
      code: 'INTERVAL_RANGE',
      message: expect.stringContaining('17.5') as string,
    });
    await expect(anonymize(ages, jobWith({ type: 'intervals', bounds: ['1980'] }))).rejects.toMatchObject({
      code: 'INTERVAL_RANGE',
    });
  });

  it('are a grid whose first and last cells have no end', () => {
    const grid = gridOfHierarchy(LIFE, { name: 'x', type: 'integer' })!;
    expect([grid.cellOf(0, 70), grid.cellOf(1, 3), grid.cellOf(1, 20), grid.cellOf(2, 20)]).toEqual([
      { start: 65, end: Infinity },
      { start: -Infinity, end: 18 },
      { start: 18, end: 30 },
      { start: 20, end: 21 },
    ]);
    expect(gridOfHierarchy(LIFE, { name: 'x', type: 'string' })).toBe(null);
  });

  it('give ranges their ends where an algorithm releases ranges', async () => {
    const rows = [1, 4, 19, 21, 33, 40, 66, 70, 90, 95].map((age) => ({ age }));
    const job = jobWith(LIFE, { algorithm: 'k-optimize' });
    const { release, audit } = await anonymize(tableFromRows(rows), job);
    expect(audit.holds).toBe(true);
    expect(release.column('age')!.texts).toEqual(['<18', '[18-29]', '[30-49]', '[65-79]', '>=80']);
  });
});

/** The interval of a number by its definition, as a text that says nothing of how it is written. */
const naive = (value: number, bounds: readonly number[]): string =>
  bounds.map((bound) => Number(value >= bound)).join('');

describe.each(['wasm', 'js'] as const)('bounds of random jobs in the engine %s', (engine) => {
  it('part the rows as their definition does, and the audit reads them', async () => {
    for (let seed = 1; seed <= casesOf(400, 25); seed++) {
      const below = drawing(seed);
      const scale = below(2) === 0 ? 1 : 4;
      const pool = [...new Set(Array.from({ length: 6 }, () => (below(60) - 20) / scale))].sort((a, b) => a - b);
      const coarse = pool.filter(() => below(2) === 0);
      const isNested = coarse.length > 0 && coarse.length < pool.length;
      const bounds = isNested ? [pool, coarse] : [pool];
      const values = Array.from({ length: 30 }, () => (below(80) - 30) / scale);
      const table = tableFromRows(
        values.map((age) => ({ age })),
        { types: { age: scale === 1 ? 'integer' : 'number' } },
      );
      for (const algorithm of ['optimal-lattice', 'mondrian', 'top-down-specialization']) {
        const job = jobWith({ type: 'intervals', bounds }, { algorithm, suppression: 'unlimited' });
        const { release, result, audit } = await anonymize(table, job, { engine });
        expect({ seed, algorithm, holds: audit.holds }).toEqual({ seed, algorithm, holds: true });
        expect(auditRelease(release, parseJob(job), table).holds).toBe(true);
        if (algorithm !== 'optimal-lattice' || result.suppressed > 0) continue;
        const level = (result.solution as unknown as { levels: { age: number } }).levels.age;
        const column = release.column('age')!;
        const groups = new Map<string, Set<string>>();
        values.forEach((value, row) => {
          const key = level === 0 ? String(value) : level > bounds.length ? '*' : naive(value, bounds[level - 1]);
          groups.set(key, (groups.get(key) ?? new Set()).add(column.texts[column.codes[row]]));
        });
        const texts = [...groups.values()].map((own) => [...own]);
        expect(texts.every(({ length }) => length === 1)).toBe(true);
        expect(new Set(texts.flat()).size).toBe(groups.size);
      }
    }
  });
});
