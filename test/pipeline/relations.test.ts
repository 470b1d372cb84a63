/** What a run must give for a table that is another one by a known change. */
import { describe, expect, it } from 'vitest';
import { anonymize, tableFromRows, type Job } from '../../src/index.js';
import { bothEngines } from '../engine/engines.js';
import { algorithmNames } from '../registry.js';
import { long } from '../shared.js';
import { jobWithOption, publicRows, rows } from '../algorithms/option-settings.js';
import { seededRandom } from '../../src/base/random.js';

const engines = await bothEngines();
const seeds = long ? [1, 2, 3] : [1];

/** Metrics, classes and costs, or the code of the refusal. */
async function figuresOf(given: readonly object[], people: readonly object[], job: Job, seed = 1): Promise<unknown> {
  const publicTables = { people: tableFromRows(people as never) };
  const run = anonymize(tableFromRows(given as never), job, { engine: seed % 2 === 0 ? engines.wasm : engines.js, seed, publicTables }); // prettier-ignore
  return run.then(
    ({ result: { metrics, classes, suppressed, search, privacy } }) => ({
      metrics,
      classes,
      suppressed,
      cost: search.cost ?? search.lowerBound ?? null,
      holds: privacy.map(({ holds }) => holds),
    }),
    (error: { code?: string }) => error.code,
  );
}

/** The value with every column under another name. */
function renamed<Value>(value: Value, names: readonly string[]): Value {
  const text = names.reduce((all, name) => all.replaceAll(`"${name}"`, `"new ${name}"`), JSON.stringify(value));
  return JSON.parse(text) as Value;
}

describe('columns under other names', () => {
  it.each(algorithmNames)('leave every figure as it is: %s', async (name) => {
    const beside = name === 'mu-argus' ? { combinations: 'all' } : {};
    const job = jobWithOption(name, 'name', { value: name, beside });
    const columns = Object.keys(job.attributes);
    for (const seed of seeds) {
      const before = await figuresOf(rows, publicRows, job, seed);
      expect(before).toMatchObject({ classes: expect.any(Number) as number });
      const isLeft = { ...job, attributes: renamed(job.attributes, columns), privacy: renamed(job.privacy, columns) };
      expect(await figuresOf(renamed(rows, columns), renamed(publicRows, columns), isLeft, seed)).toEqual(before);
    }
  });
});

describe('values under other names in the same order', () => {
  const texts = [...new Set(rows.map((row) => row.job))];
  const other = (given: readonly object[]): object[] =>
    given.map((row) =>
      Object.fromEntries(
        Object.entries(row as Record<string, unknown>).map(([name, value]) => {
          if (name === 'drugs') return [name, String(value).split(' ').map((item) => `n${item}`).join(' ')];
          return [name, typeof value === 'string' ? `new ${value}` : value];
        }),
      ),
    ); // prettier-ignore

  it.each(algorithmNames)('leave every figure as it is: %s', async (name) => {
    const beside = name === 'mu-argus' ? { combinations: 'all' } : {};
    const job = jobWithOption(name, 'name', { value: name, beside });
    const isLeft = { ...job, attributes: renamed(job.attributes, texts) };
    for (const seed of seeds) {
      const before = await figuresOf(rows, publicRows, job, seed);
      expect(before).toMatchObject({ classes: expect.any(Number) as number });
      expect(await figuresOf(other(rows), other(publicRows), isLeft, seed)).toEqual(before);
    }
  });
});

describe('a proven optimum', () => {
  const random = seededRandom(5);
  const known = { role: 'quasi-identifier' } as const;
  const people = Array.from({ length: 40 }, () => ({ a: random.below(6), b: random.below(4), c: random.below(3) }));
  const intervals = (...widths: number[]) => ({ ...known, type: 'integer', hierarchy: { type: 'intervals', origin: 0, widths } }) as const; // prettier-ignore
  const jobs: readonly (readonly [string, Job])[] = [
    ['k-optimize', { attributes: { a: known, b: known, c: known }, privacy: [], algorithm: 'k-optimize' }],
    ['optimal-lattice', { attributes: { a: intervals(2, 6), b: intervals(2, 4), c: intervals(3) }, privacy: [], algorithm: 'optimal-lattice' }], // prettier-ignore
  ];
  const optimum = async (given: readonly object[], job: Job, k: number): Promise<number> => {
    const asked: Job = { ...job, privacy: [{ model: 'k-anonymity', k }], suppression: { maxRows: 0 } };
    const { result } = await anonymize(tableFromRows(given as never), asked, { engine: engines.js, seed: 1 });
    expect(result.search.optimal).toBe(true);
    return Number(result.search.cost ?? result.search.lowerBound);
  };

  it.each(jobs)('is the same for rows and columns in another order: %s', async (_, job) => {
    const before = await optimum(people, job, 3);
    expect(await optimum([...people].reverse(), job, 3)).toBeCloseTo(before, 9);
    const { a, b, c } = job.attributes;
    const turned = people.map((row) => ({ c: row.c, a: row.a, b: row.b }));
    expect(await optimum(turned, { ...job, attributes: { c, a, b } }, 3)).toBeCloseTo(before, 9);
  });

  it.each(jobs)('is the same for every row twice under twice the k: %s', async (name, job) => {
    const before = await optimum(people, job, 3);
    // Discernibility adds squares of sizes, loss is a mean.
    const times = name === 'k-optimize' ? 4 : 1;
    expect(await optimum([...people, ...people], job, 6)).toBeCloseTo(times * before, 9);
  });

  it.each(jobs)('costs no less for a larger k: %s', async (_, job) => {
    const costs = [];
    for (const k of [1, 2, 3, 5, 8, 20]) costs.push(await optimum(people, job, k));
    expect(costs).toEqual([...costs].sort((one, other) => one - other));
    expect(costs[0]).toBeLessThan(costs.at(-1)!);
  });

  it('is the same with a column of one value beside it: k-optimize', async () => {
    const [[, job]] = jobs;
    const wider: Job = { ...job, attributes: { ...job.attributes, d: { ...known, hierarchy: { type: 'suppress' } } } };
    expect(await optimum(people.map((row) => ({ ...row, d: 'same' })), wider, 3)).toBe(await optimum(people, job, 3)); // prettier-ignore
  });
});
