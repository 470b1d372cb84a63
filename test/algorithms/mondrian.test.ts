import { describe, expect, it } from 'vitest';
import {
  anonymize,
  auditRelease,
  InfeasibleError,
  InvalidArgumentError,
  tableFromRows,
  type Job,
} from '../../src/index.js';
import { sharedFolder, inTurn } from '../shared.js';
import { ADULT_EIGHT, ENGINES, readAdult } from './local/tables.js';
import { cellsOf } from '../table-texts.js';

const PATIENTS = [
  { Age: 25, Sex: 'Male', Zipcode: 53711, Disease: 'Flu' },
  { Age: 25, Sex: 'Female', Zipcode: 53712, Disease: 'Hepatitis' },
  { Age: 26, Sex: 'Male', Zipcode: 53711, Disease: 'Bronchitis' },
  { Age: 27, Sex: 'Male', Zipcode: 53710, Disease: 'Broken Arm' },
  { Age: 27, Sex: 'Female', Zipcode: 53712, Disease: 'AIDS' },
  { Age: 28, Sex: 'Male', Zipcode: 53711, Disease: 'Hang Nail' },
];

function patientJob(order: readonly string[], algorithm: Job['algorithm'] = 'mondrian'): Job {
  return {
    attributes: {
      ...Object.fromEntries(order.map((name) => [name, { role: 'quasi-identifier' as const }])),
      Disease: { role: 'sensitive' },
    },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm,
    output: { order: 'input', ranges: 'tight' },
  };
}

describe.each(ENGINES)('Mondrian, engine %s', (engine) => {
  it.each([
    ['Age', 'Sex', 'Zipcode'],
    ['Zipcode', 'Age', 'Sex'],
    ['Sex', 'Zipcode', 'Age'],
  ])(
    'cuts the slides’ patient table into {1,3} {4,6} {2,5} (000, multidimensional example), order %s %s %s',
    async (...order) => {
      const { release, result } = await anonymize(tableFromRows(PATIENTS), patientJob(order), { engine });
      expect(result.engine).toBe(engine);
      expect(cellsOf(release)).toEqual([
        ['[25-26]', 'Male', '53711', 'Flu'],
        ['[25-27]', 'Female', '53712', 'Hepatitis'],
        ['[25-26]', 'Male', '53711', 'Bronchitis'],
        ['[27-28]', 'Male', '[53710-53711]', 'Broken Arm'],
        ['[25-27]', 'Female', '53712', 'AIDS'],
        ['[27-28]', 'Male', '[53710-53711]', 'Hang Nail'],
      ]);
      expect(result).toMatchObject({ rows: 6, classes: 3, suppressed: 0, solution: { kind: 'regions' } });
      expect(result.metrics.discernibility).toBe(12);
    },
  );

  it('cuts strings with a hierarchy along its tree and releases the smallest node that covers a class', async () => {
    const jobs = ['nurse', 'nurse', 'surgeon', 'surgeon', 'baker', 'baker', 'cook', 'smith', 'smith'];
    const table = tableFromRows(jobs.map((job) => ({ job })));
    const { release, result } = await anonymize(
      table,
      {
        attributes: {
          job: {
            role: 'quasi-identifier',
            hierarchy: {
              type: 'tree',
              tree: { '*': { health: ['nurse', 'surgeon'], food: ['baker', 'cook'], craft: ['smith'] } },
            },
          },
        },
        privacy: [{ model: 'k-anonymity', k: 2 }],
        algorithm: 'mondrian',
        output: { order: 'input', ranges: 'tight' },
      },
      { engine },
    );
    expect(cellsOf(release).flat()).toEqual([
      'nurse', 'nurse', 'surgeon', 'surgeon', 'food', 'food', 'food', 'smith', 'smith',
    ]); // prettier-ignore
    expect(result.metrics.precision).toBeCloseTo(1 - (3 * 0.5) / 9, 12);
  });

  it('counts classes that a relaxed cut releases with equal values as the one class they are', async () => {
    const table = tableFromRows(Array.from({ length: 9 }, (_, i) => ({ a: i < 8 ? 1 : 2, b: 1 })));
    const { release, result } = await anonymize(
      table,
      {
        attributes: { a: { role: 'quasi-identifier' }, b: { role: 'quasi-identifier' } },
        privacy: [{ model: 'k-anonymity', k: 2 }],
        algorithm: { name: 'mondrian', partitioning: 'relaxed' },
        output: { order: 'input', ranges: 'tight' },
      },
      { engine },
    );
    const labels = cellsOf(release).map((row) => row.join());
    expect(new Set(labels).size).toBe(result.classes);
    expect(result.search.groups).toBeGreaterThanOrEqual(result.classes);
  });

  it('puts a missing number into classes of its own where it can, and releases * where it cannot', async () => {
    const ages = [20, 21, 22, 23, null, null, 30, 31];
    const job: Job = {
      attributes: { age: { role: 'quasi-identifier', type: 'integer' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
      output: { order: 'input', ranges: 'tight' },
    };
    const apart = await anonymize(tableFromRows(ages.map((age) => ({ age }))), job, { engine });
    expect(cellsOf(apart.release).flat()).toEqual([
      '[20-21]',
      '[20-21]',
      '[22-23]',
      '[22-23]',
      '',
      '',
      '[30-31]',
      '[30-31]',
    ]);
    const mixed = await anonymize(tableFromRows([{ age: 20 }, { age: null }]), job, { engine });
    expect(cellsOf(mixed.release).flat()).toEqual(['*', '*']);
    expect(mixed.result.metrics.loss).toBe(1);
  });

  it('releases * beside other classes as a class, for the audit of the file too', async () => {
    const star: Job = {
      attributes: { q: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } }, label: { role: 'class' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'mondrian', split: 'information-gain' },
      output: { order: 'input', ranges: 'tight', suppressed: 'star' },
    };
    const table = tableFromRows(['ay', 'by', 'cn', 'cn'].map(([q, label]) => ({ q, label })));
    const { release } = await anonymize(table, star, { engine });
    expect(cellsOf(release).map(([q]) => q)).toEqual(['*', '*', 'c', 'c']);
    expect(auditRelease(release, star, table)).toMatchObject({ holds: true, problems: [], classes: 2, suppressed: 0 });
  });

  it('refuses what no class can satisfy, and options it does not know', async () => {
    const table = tableFromRows(PATIENTS);
    const job = patientJob(['Age']);
    await expect(
      anonymize(
        table,
        { ...job, privacy: [{ model: 'l-diversity', variant: 'entropy', l: 6.5, attribute: 'Disease' }] },
        { engine },
      ),
    ).rejects.toThrow(InfeasibleError);
    await expect(
      anonymize(table, { ...job, algorithm: { name: 'mondrian', partitioning: 'loose' } }, { engine }),
    ).rejects.toThrow(InvalidArgumentError);
    await expect(
      anonymize(table, { ...job, algorithm: { name: 'mondrian', partition: 'strict' } }, { engine }),
    ).rejects.toThrow(/algorithm\.partition/);
  });
});

describe.skipIf(sharedFolder === null)('Mondrian on Adult, k = 10, the eight quasi-identifiers', () => {
  const job = (partitioning: string, salary: 'class' | 'sensitive', privacy: Job['privacy']): Job => ({
    attributes: {
      ...Object.fromEntries(ADULT_EIGHT.map((name) => [name, { role: 'quasi-identifier' as const }])),
      salary: { role: salary },
    },
    privacy: [{ model: 'k-anonymity', k: 10 }, ...privacy],
    algorithm: { name: 'mondrian', partitioning },
    output: { ranges: 'tight' },
  });

  it.each(inTurn(ENGINES, 2))(
    'reaches a better discernibility than the best published 527,036, every class >= 10 (%s)',
    async (engine) => {
      const { result, audit } = await anonymize(await readAdult(), job('strict', 'class', []), { engine, seed: 1 });
      expect(audit.holds).toBe(true);
      expect(result).toMatchObject({ rows: 30162, released: 30162, suppressed: 0, classes: 2078 });
      expect(result.metrics.discernibility).toBe(472772);
      expect(result.privacy[0].achieved.k).toBe(10);
    },
  );

  it.each(inTurn(ENGINES, 2))('divides relaxed classes into 10 to 19 rows (%s)', async (engine) => {
    const { result, audit } = await anonymize(await readAdult(), job('relaxed', 'class', []), { engine, seed: 1 });
    expect(audit.holds).toBe(true);
    expect(result.metrics.discernibility).toBeLessThan(527_036);
    expect(result.search.groups).toBeGreaterThan(30162 / 20);
  });

  it.each(
    inTurn(
      [
        ['distinct', { l: 2 }],
        ['entropy', { l: 1.2 }],
        ['recursive', { l: 2, c: 4 }],
      ] as const,
      3,
    ),
  )('holds %s l-diversity on salary in both engines alike', async (variant, parameters) => {
    const source = await readAdult();
    const outcomes = [];
    for (const engine of ENGINES) {
      const privacy = [{ model: 'l-diversity' as const, variant, attribute: 'salary', ...parameters }];
      const { result, audit, release } = await anonymize(source, job('strict', 'sensitive', privacy), {
        engine,
        seed: 7,
      });
      expect(audit.holds).toBe(true);
      expect(result.privacy.every((model) => model.holds)).toBe(true);
      outcomes.push({ metrics: result.metrics, search: result.search, cells: cellsOf(release) });
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0].search.cuts).toBeGreaterThan(100);
  });
});
