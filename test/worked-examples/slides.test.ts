import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import { allowedCuts } from '../../src/algorithms/cuts/cut-search.js';
import { describeCuts, recodeByCuts } from '../../src/algorithms/cuts/recode-by-cuts.js';
import { buildDomain } from '../../src/hierarchy/build-domain.js';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import type { CheckedJob } from '../../src/index.js';
import { anonymize, auditRelease, tableFromRows } from '../../src/index.js';
import { releasedValue } from '../../src/quality/value-label.js';
import { ENGINES } from '../algorithms/local/tables.js';
import { columnOf } from '../hierarchy/columns.js';
import { cellsOf } from '../table-texts.js';

/** The table of the slides on global and local recoding. */
const PATIENTS = [
  [25, 'Male', 53711, 'Flu'],
  [25, 'Female', 53712, 'Hepatitis'],
  [26, 'Male', 53711, 'Brochitis'],
  [27, 'Male', 53710, 'Broken Arm'],
  [27, 'Female', 53712, 'AIDS'],
  [28, 'Male', 53711, 'Hang Nail'],
].map(([Age, Sex, Zipcode, Disease]) => ({ Age, Sex, Zipcode, Disease }));

describe('the slides on generalization algorithms (000)', () => {
  it('Z0, Z1, Z2 and S0, S1: zip codes lose their last digits, sexes become a person', () => {
    const zips = buildHierarchy({ type: 'mask' }, columnOf('zip', 'string', ['41075', '41076', '41095', '41099']));
    expect(zips.levels.slice(0, 3).map(({ labels }) => labels)).toEqual([
      ['41075', '41076', '41095', '41099'],
      ['4107*', '4109*'],
      ['410**'],
    ]);
    const rows = [
      ['Male', 'Person'],
      ['Female', 'Person'],
    ];
    const sexes = buildHierarchy({ type: 'levels', rows }, columnOf('sex', 'string', ['Male', 'Female']));
    expect(sexes.levels.map(({ labels }) => labels)).toEqual([['Male', 'Female'], ['Person']]);
  });

  it('the table of four rows is 2-anonymous over zip, age and nationality', () => {
    const rows = ['41076', '48202', '41076', '48202'].map((Zip, i) => ({
      Zip,
      Age: '< 40',
      Nationality: '*',
      Condition: i < 2 ? 'Heart Disease' : 'Cancer',
    }));
    const quasi = (hierarchy: NonNullable<CheckedJob['attributes'][string]['hierarchy']>) => ({
      role: 'quasi-identifier' as const,
      hierarchy,
    });
    const job: CheckedJob = {
      attributes: {
        Zip: quasi({ type: 'mask' }),
        Age: quasi({ type: 'levels', rows: [...[21, 23, 50, 55].map((age) => [`${age}`, age < 40 ? '< 40' : '>= 40', '*'])] }),
        Nationality: quasi({ type: 'levels', rows: ['American', 'Japanese'].map((text) => [text, '*']) }),
        Condition: { role: 'sensitive' },
      },
      privacy: [
        { model: 'k-anonymity', k: 2 },
        { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'Condition' },
      ],
      algorithm: 'samarati',
    }; // prettier-ignore
    const report = auditRelease(tableFromRows(rows), job);
    expect(report).toMatchObject({ classes: 2, holds: true });
    expect(report.privacy.map(({ achieved }) => achieved)).toEqual([{ k: 2 }, { l: 2 }]);
  });

  it('modeling anonymizations: {2, 7, 9} is [10-29] [30-49], M or F, Married, Widowed or Divorced, Never Married', async () => {
    const statuses = ['Married', 'Widowed', 'Divorced', 'Never Married'];
    const domains = [
      buildDomain(columnOf('age', 'integer', [20, 35, 45]), undefined).domain,
      buildDomain(columnOf('gender', 'string', ['M', 'F']), { type: 'order', values: ['M', 'F'] }).domain,
      buildDomain(columnOf('status', 'string', statuses), { type: 'order', values: statuses }).domain,
    ];
    // Values 1, 4 and 6 are the first of their attributes; the alphabet is {2, 3, 5, 7, 8, 9}.
    const alphabet = domains.map((domain) => Array.from(allowedCuts(domain, 'free')));
    expect(alphabet.flat()).toEqual([0, 1, 1, 0, 1, 0, 1, 1, 1]);
    const cuts = [[1], [], [1, 3]];
    expect(describeCuts(domains, cuts)).toEqual({ age: [35], gender: [], status: ['Widowed', 'Never Married'] });
    const [ages, sexes, status] = [
      [0, 1, 2],
      [0, 1],
      [0, 1, 2, 3],
    ];
    const vectors = ages.flatMap((a) => sexes.flatMap((s) => status.map((m) => [a, s, m])));
    const engine = await createEngine({ engine: 'js' });
    const sizes = [3, 2, 4];
    const table = engine.load(
      vectors.length,
      sizes.map((size, at) => ({ codes: Uint32Array.from(vectors, (vector) => vector[at]), size })),
    );
    const set = engine.frequencySet(table);
    const found = (chosen: number[][]): number => recodeByCuts(set, domains, chosen, [], engine).recoding.classes;
    const { recoding } = recodeByCuts(set, domains, cuts, [], engine);
    const labelsOf = (a: number): string[] => {
      const labels = Array.from({ length: recoding.classes }, (_, c) =>
        releasedValue(domains[a], recoding.lower[a][c], recoding.upper[a][c], { asNode: false }).label,
      ); // prettier-ignore
      return [...new Set(labels)];
    };
    expect(labelsOf(0)).toEqual(['20', '[35-45]']);
    expect(labelsOf(1)).toEqual(['*']);
    expect(labelsOf(2)).toEqual(['Married', '[Widowed-Divorced]', 'Never Married']);
    // {} is the most general anonymization, {2, 3, 5, 7, 8, 9} the most specific.
    expect(found([[], [], []])).toBe(1);
    expect(found([[1, 2], [1], [1, 2, 3]])).toBe(24);
    set.dispose();
    engine.dispose();
  });

  it.each(ENGINES)('set enumeration tree over the power set of {1, 2, 3, 4}: 16 nodes (%s)', async (engine) => {
    const rows = Array.from({ length: 5 }, (_, x) => ({ x }));
    const pruning = { nodes: false, tail: false, useless: 'off', reorder: false, tables: false };
    const job: CheckedJob = {
      attributes: { x: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-anonymity', k: 1 }],
      algorithm: { name: 'k-optimize', pruning },
    };
    const { result } = await anonymize(tableFromRows(rows), job, { engine });
    expect(result.search).toMatchObject({ optimal: true, nodes: 16 });
    expect(result.metrics.discernibility).toBe(5);
  });

  it.each(ENGINES)(
    'single-dimensional recoding of the six patients: [25-28], Male or Female, [53710-53711] or 53712 (%s)',
    async (engine) => {
      const job: CheckedJob = {
        attributes: {
          Age: { role: 'quasi-identifier' },
          Sex: { role: 'quasi-identifier' },
          Zipcode: { role: 'quasi-identifier' },
          Disease: { role: 'sensitive' },
        },
        privacy: [{ model: 'k-anonymity', k: 2 }],
        algorithm: 'k-optimize',
        output: { order: 'input', ranges: 'tight' },
      };
      const table = tableFromRows(PATIENTS);
      const slide = PATIENTS.map(({ Sex, Disease }) => ({
        Age: '[25-28]',
        Sex,
        Zipcode: Sex === 'Male' ? '[53710-53711]' : '53712',
        Disease,
      }));
      const report = auditRelease(tableFromRows(slide), job, table);
      expect(report).toMatchObject({ holds: true, problems: [], classes: 2, metrics: { discernibility: 16 + 4 } });
      // The slides do not say that it is the best: ages cut before 27 cost less.
      const { release, result } = await anonymize(table, job, { engine });
      expect(result).toMatchObject({ classes: 2, metrics: { discernibility: 9 + 9 }, search: { optimal: true } });
      expect(cellsOf(release).map(([age]) => age)).toEqual(
        PATIENTS.map(({ Age }) => (Number(Age) < 27 ? '[25-26]' : '[27-28]')),
      );
    },
  );

  it.each(ENGINES)('multi-dimensional recoding of the six patients: three classes of two (%s)', async (engine) => {
    const job: CheckedJob = {
      attributes: {
        Age: { role: 'quasi-identifier' },
        Sex: { role: 'quasi-identifier' },
        Zipcode: { role: 'quasi-identifier' },
        Disease: { role: 'insensitive' },
      },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
      output: { order: 'input', ranges: 'tight' },
    };
    const { release } = await anonymize(tableFromRows(PATIENTS), job, { engine });
    expect(cellsOf(release).map((cells) => cells.join(' '))).toEqual([
      '[25-26] Male 53711 Flu',
      '[25-27] Female 53712 Hepatitis',
      '[25-26] Male 53711 Brochitis',
      '[27-28] Male [53710-53711] Broken Arm',
      '[25-27] Female 53712 AIDS',
      '[27-28] Male [53710-53711] Hang Nail',
    ]);
  });
});
