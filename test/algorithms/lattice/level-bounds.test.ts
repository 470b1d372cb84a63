import { describe, expect, it } from 'vitest';
import { anonymize, InfeasibleError, tableFromRows, type Job, type RunResult, type Table } from '../../../src/index.js';
import { drawing } from '../../random.js';
import { casesOf } from '../../shared.js';

const AGES = { type: 'intervals', widths: [5, 10, 20] };
const ZIPS = { type: 'mask' };
type Levels = { readonly minLevel?: number; readonly maxLevel?: number };

const people = (seed: number, rows = 40): Table => {
  const below = drawing(seed);
  return tableFromRows(
    Array.from({ length: rows }, () => ({
      age: 20 + below(40),
      zip: String(100 + below(30)),
      sex: below(2) ? 'f' : 'm',
    })),
    { types: { zip: 'string' } },
  );
};

const jobWith = (algorithm: Job['algorithm'], age: Levels, zip: Levels = {}, others: object = {}): Job =>
  ({
    attributes: {
      age: { role: 'quasi-identifier', hierarchy: AGES, ...age },
      zip: { role: 'quasi-identifier', type: 'string', hierarchy: ZIPS, ...zip },
      sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    },
    privacy: [{ model: 'k-anonymity', k: 3 }],
    suppression: { maxRows: 6 },
    algorithm,
    output: { ranges: 'tight' },
    ...others,
  }) as unknown as Job;

const levelsOf = ({ solution }: RunResult): Record<string, number> =>
  (solution as unknown as { levels: Record<string, number> }).levels;

/** Numbers from the lowest to the highest level. */
const between = ({ minLevel, maxLevel }: Required<Levels>): number[] =>
  Array.from({ length: maxLevel - minLevel + 1 }, (_, i) => minLevel + i);

/** The least loss, null without a solution, and the least height of all level vectors, each run by itself. */
async function searchAll(
  table: Table,
  age: Required<Levels>,
  zip: Required<Levels>,
): Promise<{ best: number | null; least: number }> {
  let [best, least]: [number | null, number] = [null, Infinity];
  const vectors = between(age).flatMap((a) => between(zip).flatMap((z) => [0, 1].map((s) => [a, z, s])));
  for (const [a, z, s] of vectors) {
    const given = { name: 'optimal-lattice', levels: { age: a, zip: z, sex: s } };
    const loss = await anonymize(table, jobWith(given, {}), { engine: 'js' }).then(
      ({ result }) => result.metrics.loss!,
      (error: unknown) => {
        if (error instanceof InfeasibleError) return null;
        throw error;
      },
    );
    if (loss === null) continue;
    best = Math.min(best ?? Infinity, loss);
    least = Math.min(least, a + z + s);
  }
  return { best, least };
}

describe('levels between minLevel and maxLevel', () => {
  it('are those of an exhaustive search over given levels, in searches that prove an optimum', async () => {
    for (let seed = 1; seed <= casesOf(120, 12); seed++) {
      const below = drawing(1000 + seed);
      const table = people(seed);
      const range = (height: number): Required<Levels> => {
        const [a, b] = [below(height + 1), below(height + 1)];
        return { minLevel: Math.min(a, b), maxLevel: Math.max(a, b) };
      };
      const [age, zip] = [range(4), range(3)];
      const { best, least } = await searchAll(table, age, zip);
      for (const name of ['optimal-lattice', 'min-gen', 'samarati', 'datafly'] as const) {
        for (const engine of ['js', 'wasm'] as const) {
          const run = anonymize(table, jobWith(name, age, zip), { engine });
          if (best === null) {
            await expect(run).rejects.toBeInstanceOf(InfeasibleError);
            continue;
          }
          const { result, audit } = await run;
          const levels = levelsOf(result);
          expect(audit.holds).toBe(true);
          for (const [at, { minLevel, maxLevel }] of [
            [levels.age, age],
            [levels.zip, zip],
          ] as const) {
            expect({ seed, name, within: minLevel <= at && at <= maxLevel }).toEqual({ seed, name, within: true });
          }
          if (name === 'samarati') expect(levels.age + levels.zip + levels.sex).toBe(least);
          else if (name !== 'datafly') expect(result.metrics.loss).toBeCloseTo(best, 12);
        }
      }
    }
  });

  it('begin mu-argus at the lowest level', async () => {
    const { result } = await anonymize(people(3), jobWith('mu-argus', { minLevel: 2, maxLevel: 2 }, {}, { suppression: undefined, algorithm: { name: 'mu-argus', violations: 'release' } })); // prettier-ignore
    expect(levelsOf(result).age).toBe(2);
  });

  it('are refused of other algorithms, beyond the hierarchy, and where they cross', async () => {
    const refused = async (job: Job): Promise<unknown> =>
      anonymize(people(1), job).then(
        () => null,
        (error: unknown) => error,
      );
    expect(await refused(jobWith('mondrian', { minLevel: 1 }))).toMatchObject({
      code: 'LEVELS_NOT_BOUNDED',
      argument: 'attributes.age.minLevel',
      received: '"mondrian"',
    });
    expect(await refused(jobWith('incognito', { maxLevel: 1 }))).toMatchObject({ argument: 'attributes.age.maxLevel' });
    expect(await refused(jobWith('samarati', { maxLevel: 9 }))).toMatchObject({
      code: 'OPTION_RANGE',
      argument: 'attributes.age.maxLevel',
      expected: 'a level of the hierarchy, 0 to 4',
    });
    expect(await refused(jobWith('samarati', { minLevel: 3, maxLevel: 2 }))).toMatchObject({ code: 'OPTION_RANGE' });
    expect(await refused(jobWith({ name: 'optimal-lattice', levels: { age: 0 } }, { minLevel: 1 }))).toMatchObject({
      expected: 'a level from 1 to 4',
    });
  });
});
