import { attributeOf } from '../../src/privacy/attribute-of.js';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InfeasibleError } from '../../src/base/errors.js';
import { anonymize, auditRelease, parseLevelsText, readCsv, tableFromRows } from '../../src/index.js';
import type { Job } from '../../src/job/job.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { allEngines } from '../engine/engines.js';
import { drawing } from '../random.js';
import { casesOf, long, sharedFolder, sharedPath } from '../shared.js';

const engines = await allEngines();

const attribute = 's';
const specs = (below: (n: number) => number): PrivacySpec[] => [
  { model: 't-closeness', t: (4 + below(12)) / 20, distance: 'hierarchical', attribute },
  { model: 'ke-anonymity', k: 1 + below(3), e: below(4), attribute },
  { model: 'alpha-k-anonymity', k: 1 + below(4), alpha: (5 + below(8)) / 12, attribute },
  { model: 'beta-likeness', variant: 'basic', beta: (1 + below(12)) / 4, attribute },
  { model: 'beta-likeness', variant: 'enhanced', beta: (1 + below(12)) / 4, attribute },
  { model: 'delta-disclosure', delta: (1 + below(12)) / 5, attribute },
  { model: 'delta-disclosure', delta: (1 + below(12)) / 5, attribute, absent: 'violates' },
  { model: 'average-risk', risk: (1 + below(10)) / 10 },
  { model: 'maximum-risk', risk: 1 / (1 + below(6)) },
];

describe('Mondrian under every model', () => {
  it('gives releases that the audit confirms, byte for byte the same in every engine', async () => {
    let finer = 0;
    for (let seed = 1; seed <= casesOf(600, 6); seed++) {
      const below = drawing(seed);
      const table = tableFromRows(
        Array.from({ length: 10 + below(60) }, () => ({ a: below(20), b: 'xyz'[below(3)], s: below(5) })),
      );
      const all = specs(below);
      const privacy = [all[seed % all.length], ...(seed % 4 === 0 ? [all[below(all.length)]] : [])];
      const job: Job = {
        attributes: {
          a: { role: 'quasi-identifier' },
          b: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
          s: {
            role: 'sensitive',
            hierarchy: {
              type: 'levels',
              rows: [0, 1, 2, 3, 4].map((value) => [String(value), value < 2 ? 'low' : 'high', '*']),
            },
          },
        },
        privacy,
        algorithm: {
          name: 'mondrian',
          partitioning:
            seed % 2 === 0 && privacy.every(({ model }) => model !== 'delta-disclosure') ? 'relaxed' : 'strict',
        },
        output: { order: 'input' },
      };
      const outcomes: string[] = [];
      for (const engine of engines) {
        try {
          const { release, result } = await anonymize(table, job, { engine });
          if (result.classes > 1) finer++;
          outcomes.push(
            JSON.stringify([release.columns, result.privacy, result.metrics], (_, value: unknown) =>
              typeof value === 'bigint' ? String(value) : value,
            ),
          );
        } catch (error) {
          if (!(error instanceof InfeasibleError))
            throw new Error(`seed ${seed}, ${JSON.stringify(job)}`, { cause: error });
          outcomes.push(error.message);
        }
      }
      expect(new Set(outcomes).size, `seed ${seed}`).toBe(1);
    }
    expect(finer).toBeGreaterThan(long ? 24 : 9);
  });

  it('lets small classes stand beside large ones under an average risk', async () => {
    const table = tableFromRows(Array.from({ length: 40 }, (_, i) => ({ a: i < 30 ? 1 : i, s: i % 3 })));
    const job = (privacy: PrivacySpec): Job => ({
      attributes: { a: { role: 'quasi-identifier' }, s: { role: 'sensitive' } },
      privacy: [privacy],
      algorithm: 'mondrian',
      output: { ranges: 'tight' },
    });
    const average = await anonymize(table, job({ model: 'average-risk', risk: 0.2 }));
    const maximum = await anonymize(table, job({ model: 'maximum-risk', risk: 0.2 }));
    expect(average.result.classes).toBeGreaterThan(maximum.result.classes);
    expect(average.result.privacy[0].achieved.risk).toBeLessThanOrEqual(0.2);
  });
});

describe('relaxed Mondrian', () => {
  it('is refused for a model that is not monotone', async () => {
    const table = tableFromRows([{ a: 1, s: 'x' }]);
    const job: Job = {
      attributes: { a: { role: 'quasi-identifier' }, s: { role: 'sensitive' } },
      privacy: [{ model: 'delta-disclosure', delta: 1, attribute }],
      algorithm: { name: 'mondrian', partitioning: 'relaxed' },
    };
    await expect(anonymize(table, job)).rejects.toMatchObject({ argument: 'algorithm.partitioning' });
  });
});

describe('a model that its attribute cannot serve', () => {
  const table = tableFromRows([
    { a: 1, s: 'x' },
    { a: 2, s: 'y' },
  ]);
  const attributes = { a: { role: 'quasi-identifier' }, s: { role: 'sensitive' } } as const;
  it('is refused: texts have no range', async () => {
    const job: Job = { attributes, privacy: [{ model: 'ke-anonymity', k: 1, e: 1, attribute }], algorithm: 'mondrian' };
    await expect(anonymize(table, job)).rejects.toMatchObject({
      code: 'ATTRIBUTE_NOT_NUMERIC',
      argument: 'privacy[0].attribute',
    });
  });
  it('is refused: a hierarchical distance needs a hierarchy', async () => {
    const job: Job = {
      attributes,
      privacy: [{ model: 't-closeness', t: 0.5, distance: 'hierarchical', attribute }],
      algorithm: 'mondrian',
    };
    await expect(anonymize(table, job)).rejects.toMatchObject({
      code: 'HIERARCHY_MISSING',
      argument: 'attributes["s"].hierarchy',
    });
    expect(auditRelease(table, job).holds).toBe(false);
  });
  it('is refused by a search that looks at sizes alone, maximum risk is not', async () => {
    const refused: Job = {
      attributes,
      privacy: [{ model: 'alpha-k-anonymity', k: 1, alpha: 1, attribute }],
      algorithm: 'greedy-hill-climbing',
    };
    await expect(anonymize(table, refused)).rejects.toMatchObject({ code: 'MODEL_NOT_SUPPORTED' });
    const taken: Job = {
      attributes,
      privacy: [{ model: 'maximum-risk', risk: 0.5 }],
      algorithm: 'greedy-hill-climbing',
    };
    expect((await anonymize(table, taken)).result.privacy[0]).toMatchObject({ achieved: { risk: 0.5 }, holds: true });
  });
});

describe.skipIf(sharedFolder === null || !existsSync(sharedPath('data/adult/adult-complete.csv')))('Adult', () => {
  const read = (...parts: string[]) => readFileSync(sharedPath(...parts), 'utf8');
  const adult = sharedFolder === null ? null : readCsv(read('data/adult/adult-complete.csv'));
  const hierarchy = (name: string) =>
    ({ type: 'levels', rows: parseLevelsText(read('data/adult/hierarchies', `${name}.csv`)) }) as const;
  const occupation = 'occupation';
  it.each<[string, PrivacySpec]>([
    ['hierarchical t-closeness', { model: 't-closeness', t: 0.3, distance: 'hierarchical', attribute: occupation }],
    ['alpha-k-anonymity', { model: 'alpha-k-anonymity', k: 5, alpha: 0.5, attribute: occupation }],
    ['ke-anonymity', { model: 'ke-anonymity', k: 4, e: 20, attribute: 'age' }],
    ['basic beta-likeness', { model: 'beta-likeness', variant: 'basic', beta: 4, attribute: occupation }],
    ['enhanced beta-likeness', { model: 'beta-likeness', variant: 'enhanced', beta: 4, attribute: occupation }],
    ['delta-disclosure', { model: 'delta-disclosure', delta: 1.5, attribute: occupation }],
    [
      'delta-disclosure of the paper',
      { model: 'delta-disclosure', delta: 3, attribute: 'salary-class', absent: 'violates' },
    ],
    ['lkc-privacy', { model: 'lkc-privacy', known: 2, k: 20, c: 0.5, attribute: occupation }],
    ['population-uniqueness', { model: 'population-uniqueness', population: 300_000, uniques: 0.05 }],
    ['average-risk', { model: 'average-risk', risk: 0.05 }],
    ['maximum-risk', { model: 'maximum-risk', risk: 0.05 }],
  ])('under %s has many classes, audited', async (_, spec) => {
    const attributes: Record<string, Job['attributes'][string]> = {};
    for (const name of ['sex', 'race', 'marital-status', 'education', 'workclass', 'salary-class', 'age']) {
      if (attributeOf(spec) === name) continue;
      attributes[name] = { role: 'quasi-identifier', hierarchy: name === 'age' ? undefined : hierarchy(name) };
    }
    const sensitive = attributeOf(spec);
    if (sensitive !== undefined)
      attributes[sensitive] = {
        role: 'sensitive',
        hierarchy: spec.model === 't-closeness' ? hierarchy(occupation) : undefined,
      };
    const job: Job = { attributes, privacy: [spec], algorithm: 'mondrian', output: { order: 'input' } };
    const table = await (adult as NonNullable<typeof adult>);
    const js = await anonymize(table, job, { engine: long ? 'js' : 'wasm' });
    expect(js.result.classes).toBeGreaterThan(20);
    if (!long) return;
    const wasm = await anonymize(table, job, { engine: 'wasm' });
    expect({ ...wasm.result, engine: '', seconds: {} }).toEqual({ ...js.result, engine: '', seconds: {} });
  });
});
