import { describe, expect, it } from 'vitest';
import { anonymize, audit, auditRelease, tableFromRows, type Job, type Table } from '../../src/index.js';
import { algorithmNames } from '../registry.js';
import { seededRandom } from '../../src/base/random.js';
import { long, inTurn } from '../shared.js';
import { bothEngines } from '../engine/engines.js';

const engines = await bothEngines();

const quasi = { role: 'quasi-identifier', type: 'number' } as const;
const byK = (k: number): Job['privacy'] => [{ model: 'k-anonymity', k }];
const types = { a: 'number', b: 'string', c: 'number', s: 'string' } as const;
const columns = ['a', 'b', 'c', 's'];

const QUICK: Readonly<Record<string, object>> = {
  'two-phase-hill-climbing': { restarts: 2 },
  genetic: { population: 10, offspring: 40 },
  'simulated-annealing': { steps: 60 },
};
const VARIANTS: Readonly<Record<string, readonly object[]>> = {
  mdav: [
    {},
    { replacement: 'centroid' },
    { replacement: 'median' },
    { variant: 'optimal' },
    { variant: 'optimal', replacement: 'centroid' },
  ],
  mondrian: [{}, { partitioning: 'relaxed' }],
  idistance: [{}, { grouping: 'linear' }],
  hilbert: [{}, { grouping: 'linear' }],
  'k-member': [{}, { metric: 'loss' }],
  'local-recoding': [{}, { metric: 'loss' }],
};
const families = algorithmNames.filter((name) => !['apriori-anonymization', 'dissociation'].includes(name));

function hugeJob(name: string, options: object, ranges: 'tight' | 'rounded'): Job {
  const isMember = ['mpalm', 'spalm', 'generalize-and-permute'].includes(name);
  const isSingle = 'variant' in options && options.variant === 'optimal';
  return {
    attributes: isSingle
      ? { a: quasi }
      : { a: quasi, b: { role: 'quasi-identifier' }, c: quasi, s: { role: 'sensitive' } },
    privacy: [
      ...(name === 'anatomy' ? [] : byK(2)),
      ...(name === 'anatomy' ? [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' } as const] : []),
      ...(isMember ? [{ model: 'delta-presence', min: 0, max: 1, public: 'people' } as const] : []),
    ],
    algorithm: { name, ...QUICK[name], ...options },
    suppression: 'unlimited',
    output: { ranges },
  };
}

function drawTable(seed: number, values: readonly string[]): Table {
  const random = seededRandom(seed);
  const of = (list: readonly string[]): string => list[random.below(list.length)];
  const rows = Array.from({ length: 12 }, (_, row) => [of(values), of(['x', 'y']), of(values), String(row % 3)]);
  return tableFromRows(rows, { columns, types });
}

/** Far apart, all large, close together for their size, and beside small ones. */
const POOLS = [
  ['1e300', '-1e300', '9.99e299', '-5e299', '0', '1', '3e299'],
  ['1e300', '9.99e299', '8e299', '7.5e299', '5e299', '6e299'],
  ['1e160', '-1e160', '2e200', '0', '3e155', '-5e170'],
  ['5e-324', '1e-323', '2e-323', '0', '4e-320', '-5e-324'],
];

describe('numbers up to 1e300', () => {
  it.each(inTurn(families, 2))('%s: are released and measured', async (name) => {
    let released = 0;
    for (const options of VARIANTS[name] ?? [{}]) {
      for (const ranges of ['tight', 'rounded'] as const) {
        for (const [pool, values] of POOLS.entries()) {
          // In the short run the pools take turns.
          if (!long && pool % 2 !== (families.indexOf(name) + (ranges === 'tight' ? 0 : 1)) % 2) continue;
          for (let seed = 1; seed <= (long ? 6 : 1); seed++) {
            const table = drawTable(seed, values);
            const job = hugeJob(name, options, ranges);
            const run = async (engine: 'wasm' | 'js') => {
              const done = await anonymize(table, job, {
                engine: engines[engine],
                seed: 1,
                publicTables: { people: table },
              }).catch((error: { code?: string }) => {
                // Rounded ranges may have no bound between two of the tiny ones.
                if (error.code === 'NO_SOLUTION' || error.code === 'MU_ARGUS_VIOLATES') return null;
                throw error as Error;
              });
              return done === null ? null : { texts: done.release.columns.map((each) => each.texts), ...done.result };
            };
            const [wasm, js] = [await run('wasm'), await run('js')];
            const context = `${JSON.stringify(options)} ${ranges} pool ${pool} seed ${seed}`;
            expect(js?.metrics, context).toEqual(wasm?.metrics);
            expect(js?.texts, context).toEqual(wasm?.texts);
            released += wasm === null ? 0 : 1;
            const numbers = Object.entries(wasm?.metrics ?? {}).filter(([, value]) => typeof value === 'number');
            expect(
              numbers.filter(([, value]) => !Number.isFinite(value)),
              context,
            ).toEqual([]);
            expect(wasm?.texts.flat().filter((text) => /NaN|Infinity/.test(text)) ?? []).toEqual([]);
          }
        }
      }
    }
    expect(released).toBeGreaterThan(0);
  });
});

describe('numbers beyond 1e300', () => {
  const table = drawTable(1, ['1.5e308', '-1.5e308', '1e301', '7']);

  it.each(families)('%s: are refused by name, before the search', async (name) => {
    for (const engine of Object.values(engines)) {
      const failing = anonymize(table, hugeJob(name, {}, 'tight'), { engine, publicTables: { people: table } });
      await expect(failing).rejects.toMatchObject({
        code: 'NUMBER_RANGE',
        exitCode: 2,
        message:
          'attributes["a"]: expected numbers from -1e+300 to 1e+300, whose ranges and sums are finite, received one beyond (another cure: "type": "string")',
      });
    }
  });

  const small = tableFromRows(
    ['1', '2', '3', '4'].map((a) => [a, 'x', a, a]),
    { columns, types: { ...types, s: 'string' } },
  );
  const base = hugeJob('mondrian', {}, 'tight');
  const attributes = { ...base.attributes, a: { role: 'quasi-identifier', type: 'string' } as const };

  it('are leaves of a hierarchy or people of the public table as well', async () => {
    const rows = ['1', '2', '3', '4', '2e305'].map((leaf) => [leaf, '*']);
    const levels = { ...base.attributes, a: { ...quasi, hierarchy: { type: 'levels', rows } as const } };
    await expect(anonymize(small, { ...base, attributes: levels }, { engine: engines.js })).rejects.toMatchObject({
      code: 'NUMBER_RANGE',
    });
    const people = tableFromRows([...['1', '2', '3', '4'].map((a) => [a, 'x', a, a]), ['1e307', 'x', '1', '1']], {
      columns,
      types,
    });
    const job = hugeJob('mpalm', {}, 'tight');
    const failing = anonymize(small, job, { engine: engines.js, publicTables: { people } });
    await expect(failing).rejects.toMatchObject({ code: 'NUMBER_RANGE' });
  });

  it('are released as texts, and in columns that nothing is computed of', async () => {
    const job: Job = {
      ...base,
      attributes: { ...attributes, c: { role: 'insensitive' }, s: { role: 'sensitive' } },
    };
    const { result } = await anonymize(table, job, { engine: engines.js });
    expect(result.privacy[0].holds).toBe(true);
  });

  it('are refused where their range is asked for: (k, e)-anonymity', async () => {
    const job: Job = {
      ...base,
      attributes: { ...attributes, c: { role: 'sensitive', type: 'number' } },
      privacy: [{ model: 'ke-anonymity', k: 2, e: 1, attribute: 'c' }],
    };
    await expect(anonymize(table, job, { engine: engines.js })).rejects.toMatchObject({ code: 'NUMBER_RANGE' });
  });

  it('are a problem of an audit that has to measure them', () => {
    const release = tableFromRows([['[-1e308-1.5e308]'], ['[-1e308-1.5e308]']], { columns: ['a'] });
    const original = tableFromRows([['-1e308'], ['1.5e308']], { columns: ['a'], types: { a: 'number' } });
    const spec = {
      quasiIdentifiers: [{ name: 'a', type: 'number' }],
      privacy: [{ model: 'k-anonymity', k: 2 }],
      suppressed: 'drop',
      missing: [''],
    } as const;
    const problem = 'column "a": numbers beyond 1e+300, whose ranges and sums may be infinite, cannot be measured';
    const report = audit(release, { ...spec, classColumn: null, expectedColumns: ['a'], identifiers: [] }, original);
    expect(report.problems).toEqual([problem]);
    expect(report.metrics).toMatchObject({ ncp: null, loss: null, queryError: null });
    const means: Job = {
      attributes: { a: quasi },
      privacy: byK(2),
      algorithm: { name: 'mdav', replacement: 'centroid' },
    };
    const ofMeans = tableFromRows([['2.5e307'], ['2.5e307']], { columns: ['a'] });
    expect(auditRelease(ofMeans, means, original).problems).toEqual([problem]);
  });
});

describe('means of large numbers, with rounded ranges', () => {
  it('are written otherwise than a number that few people have, where a hundredth changes nothing', async () => {
    // The means of three are 3e17 and 6e17, and one person has each.
    const rows = ['100', '300', '500', '550', '600', '650'].map((a) => [`${a}000000000000000`]);
    const table = tableFromRows(rows, { columns: ['a'], types: { a: 'number' } });
    const job: Job = {
      attributes: { a: quasi },
      privacy: byK(3),
      algorithm: { name: 'mdav', replacement: 'median' },
      output: { ranges: 'rounded' },
    };
    for (const engine of Object.values(engines)) {
      const { release, result } = await anonymize(table, job, { engine });
      const [low, high] = release.columns[0].texts.map(Number).sort((a, b) => a - b);
      expect(low).toBeGreaterThan(3e17);
      expect(low).toBeLessThan(3e17 + 1000);
      expect(high).toBeGreaterThan(6e17);
      expect(high).toBeLessThan(6e17 + 1000);
      expect(result.exposure).toMatchObject({ a: { texts: 0, rows: 0 } });
    }
  });
});

describe('cuts by the variance of a class column', () => {
  it('are those of numbers 2^600 times smaller', async () => {
    const random = seededRandom(3);
    const cells = Array.from({ length: 40 }, () => [random.below(30), random.below(30), random.below(20) - 10]);
    const cutsOf = async (scale: number) => {
      const rows = cells.map(([a, b, c]) => [String(a), String(b), String(c * scale)]);
      const table = tableFromRows(rows, {
        columns: ['a', 'b', 'c'],
        types: { a: 'integer', b: 'integer', c: 'number' },
      });
      const { release } = await anonymize(
        table,
        {
          attributes: {
            a: { role: 'quasi-identifier', type: 'integer' },
            b: { role: 'quasi-identifier', type: 'integer' },
            c: { role: 'class', type: 'number' },
          },
          privacy: byK(4),
          algorithm: { name: 'mondrian', split: 'variance' },
          output: { order: 'input', ranges: 'tight' },
        },
        { engine: engines.js },
      );
      return ['a', 'b'].map((name) => {
        const { texts, codes } = release.column(name)!;
        return Array.from(codes, (code) => texts[code]);
      });
    };
    const expected = await cutsOf(1);
    expect(new Set(expected[0]).size).toBeGreaterThan(1);
    expect(await cutsOf(2 ** 600)).toEqual(expected);
    expect(await cutsOf(2 ** 1019)).toEqual(expected);
  });
});
