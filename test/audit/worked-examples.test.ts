import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditSpec } from '../../src/audit/spec.js';
import { tableOf } from './tables.js';

const close = (value: number | null, expected: number): void => {
  expect(value).not.toBeNull();
  expect(value as number).toBeCloseTo(expected, 12);
};

describe('the six patients of the Mondrian slides (000), k = 2', () => {
  const header = ['Age', 'Sex', 'Zipcode', 'Disease'];
  const original = tableOf(
    header,
    [
      ['25', 'Male', '53711', 'Flu'],
      ['25', 'Female', '53712', 'Hepatitis'],
      ['26', 'Male', '53711', 'Brochitis'],
      ['27', 'Male', '53710', 'Broken Arm'],
      ['27', 'Female', '53712', 'AIDS'],
      ['28', 'Male', '53711', 'Hang Nail'],
    ],
    { Age: 'integer', Zipcode: 'integer' },
  );
  const released = [
    ['[25-26]', 'Male', '53711', 'Flu'],
    ['[25-27]', 'Female', '53712', 'Hepatitis'],
    ['[25-26]', 'Male', '53711', 'Brochitis'],
    ['[27-28]', 'Male', '[53710-53711]', 'Broken Arm'],
    ['[25-27]', 'Female', '53712', 'AIDS'],
    ['[27-28]', 'Male', '[53710-53711]', 'Hang Nail'],
  ];
  const spec: AuditSpec = {
    quasiIdentifiers: [
      { name: 'Age', type: 'integer' },
      { name: 'Sex', hierarchy: { type: 'suppress' } },
      { name: 'Zipcode', type: 'integer' },
    ],
    classColumn: null,
    privacy: [
      { model: 'k-anonymity', k: 2 },
      { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'Disease' },
      { model: 'l-diversity', variant: 'entropy', l: 2, attribute: 'Disease' },
      { model: 't-closeness', t: 0.7, distance: 'equal', attribute: 'Disease' },
    ],
    suppressed: 'drop',
    identifiers: ['SSN'],
    expectedColumns: header,
    missing: [''],
  };
  const report = audit(tableOf(header, released), spec, original);

  it('has three classes of two and holds', () => {
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ rows: 6, released: 6, suppressed: 0, classes: 3, holds: true });
    expect(report.privacy[0].achieved).toEqual({ k: 2 });
    expect(report.privacy[1].achieved).toEqual({ l: 2 });
    close(report.privacy[2].achieved.l, 2);
    // Two of six diseases at 1/2 each: total variation 1 - 2/6.
    close(report.privacy[3].achieved.t, 2 / 3);
  });

  it('costs what the definitions say', () => {
    const { metrics } = report;
    expect(metrics.discernibility).toBe(12);
    expect(metrics.averageClassSize).toBe(1);
    // Age: (1/3 + 2/3 + 1/3) * 2 / 6 = 4/9. Sex: 0. Zip: range 2, two rows with 1/2: 1/6.
    close(metrics.loss, (4 / 9 + 0 + 1 / 6) / 3);
    close(metrics.ncp, (4 / 9 + 0 + 1 / 6) / 3);
    close(metrics.lossGeometric, ((13 / 9) * 1 * (7 / 6)) ** (1 / 3) - 1);
    expect(metrics.precision).toBeNull();
    expect(metrics.height).toBeNull();
    expect(metrics.classification).toBeNull();
    // Age: [25-26] 3 rows, [25-27] 5, [27-28] 3; own leaves 25, 27 twice, 26, 28 once. Zip: [53710-53711] 4; own 1, 3, 2.
    const age = 4 * Math.log2(3) + 2 * Math.log2(5) - 4;
    const zip = 2 * Math.log2(3) + 2 * Math.log2(4) + 2 * Math.log2(2) - 3 * Math.log2(3) - 2;
    close(metrics.entropy, age + zip);
    // q of a vector: rows of its class over leaves: 2/2/6 or 2/3/6 or 2/4/6; p = 1/6 each.
    close(metrics.klDivergence, (2 * Math.log(1) + 2 * Math.log(3 / 2) + 2 * Math.log(2)) / 6);
  });

  it('needs the original only for what depends on it', () => {
    const alone = audit(tableOf(header, released), spec);
    expect(alone.holds).toBe(true);
    expect(alone.rows).toBe(6);
    expect(alone.privacy.slice(0, 3)).toEqual(report.privacy.slice(0, 3));
    expect(alone.metrics).toMatchObject({
      discernibility: 12,
      averageClassSize: 1,
      loss: null,
      ncp: null,
      entropy: null,
    });
    expect(alone.warnings.map((warning) => warning.code)).toContain('NO_ORIGINAL');
  });

  const tampered = (change: (rows: string[][]) => void): readonly string[] => {
    const rows = released.map((row) => [...row]);
    change(rows);
    const result = audit(tableOf(header, rows), spec, original);
    expect(result.holds).toBe(false);
    for (const problem of result.problems) {
      for (const cell of rows.flat()) if (cell.length > 1) expect(problem).not.toContain(cell);
    }
    return result.problems;
  };

  it('fails a release with a class of k - 1', () => {
    tampered((rows) => rows.pop());
    const rows = released.slice(0, 5);
    const result = audit(tableOf(header, rows), spec, original);
    expect(result.privacy[0]).toMatchObject({ achieved: { k: 1 }, holds: false });
    expect(result).toMatchObject({ released: 5, suppressed: 1 });
  });

  it('fails a changed sensitive cell', () => {
    expect(tampered((rows) => (rows[0][3] = 'Cold'))).toEqual([
      'column "Disease": 1 cell is not a cell of the original',
    ]);
  });

  it('fails sensitive cells exchanged between classes', () => {
    const problems = tampered((rows) => {
      [rows[0][3], rows[1][3]] = [rows[1][3], rows[0][3]];
    });
    expect(problems.join()).toMatch(/2 released rows have no row of the original under them/);
  });

  it('fails a label that means nothing', () => {
    expect(tampered((rows) => (rows[0][0] = rows[2][0] = '[24-26]'))).toEqual([
      'column "Age": 1 label means nothing in its domain',
    ]);
  });

  it('fails a foreign row and a row too many', () => {
    tampered((rows) => (rows[0] = [...rows[1]]));
    expect(tampered((rows) => rows.push([...rows[0]])).join()).toMatch(/the release has 7 rows, the original 6/);
  });

  it('fails a box that covers none of the rows said to be in it', () => {
    const problems = tampered((rows) => {
      rows[0][0] = rows[2][0] = '[27-28]';
    });
    expect(problems.join()).toMatch(/no row of the original under them/);
  });

  it('fails an identifier, an unexpected and an absent column', () => {
    const withId = tableOf(
      [...header, 'SSN', 'Ward'],
      released.map((row, i) => [...row, String(i), 'w']),
    );
    expect(audit(withId, spec, original).problems.slice(0, 2)).toEqual([
      'column "SSN": an identifier is in the release',
      'column "Ward": not to be released',
    ]);
    const without = tableOf(
      header.slice(0, 3),
      released.map((row) => row.slice(0, 3)),
    );
    const result = audit(without, spec, original);
    expect(result.holds).toBe(false);
    expect(result.problems[0]).toBe('column "Disease": not in the release');
    expect(result.privacy[1].holds).toBe(false);
  });
});

describe('the twelve patients of the lecture (001)', () => {
  const header = ['Zip', 'Age', 'Nationality', 'Disease'];
  const original = tableOf(
    header,
    [
      ['13053', '28', 'Russian', 'Heart'],
      ['13068', '29', 'American', 'Heart'],
      ['13068', '21', 'Japanese', 'Flu'],
      ['13053', '23', 'American', 'Flu'],
      ['14853', '50', 'Indian', 'Cancer'],
      ['14853', '55', 'Russian', 'Heart'],
      ['14850', '47', 'American', 'Flu'],
      ['14850', '59', 'American', 'Flu'],
      ['13053', '31', 'American', 'Cancer'],
      ['13053', '37', 'Indian', 'Cancer'],
      ['13068', '36', 'Japanese', 'Cancer'],
      ['13068', '32', 'American', 'Cancer'],
    ],
    { Age: 'integer' },
  );
  // The lecture's own domains: zip 130** has 100 codes, the age groups 10 years, and so on.
  const zips: string[][] = [];
  for (let zip = 13000; zip < 13100; zip++) zips.push([String(zip), '130**', '*']);
  for (let zip = 14850; zip < 14860; zip++) zips.push([String(zip), '1485*', '*']);
  const ages: string[][] = [];
  for (let age = 20; age < 30; age++) ages.push([String(age), '<30', '*']);
  for (let age = 30; age < 40; age++) ages.push([String(age), '30-40', '*']);
  for (let age = 40; age < 60; age++) ages.push([String(age), '>40', '*']);
  const spec: AuditSpec = {
    quasiIdentifiers: [
      { name: 'Zip', type: 'string', hierarchy: { type: 'levels', rows: zips } },
      { name: 'Age', type: 'integer', hierarchy: { type: 'levels', rows: ages } },
      { name: 'Nationality', hierarchy: { type: 'suppress' } },
    ],
    classColumn: 'Disease',
    privacy: [{ model: 'k-anonymity', k: 4 }],
    suppressed: 'drop',
    identifiers: [],
    missing: [''],
  };
  const generalized = [
    ...['Heart', 'Heart', 'Flu', 'Flu'].map((disease) => ['130**', '<30', '*', disease]),
    ...['Cancer', 'Heart', 'Flu', 'Flu'].map((disease) => ['1485*', '>40', '*', disease]),
    ...['Cancer', 'Cancer', 'Cancer', 'Cancer'].map((disease) => ['130**', '30-40', '*', disease]),
  ];
  const report = audit(tableOf(header, generalized), spec, original);

  it('is 4-anonymous at levels (1, 1, 1)', () => {
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ classes: 3, holds: true });
    expect(report.metrics).toMatchObject({ discernibility: 48, classification: 4, averageClassSize: 1, height: 3 });
    close(report.metrics.precision, 1 - (1 / 2 + 1 / 2 + 1) / 3);
  });

  it('estimates a person as the lecture does: 1/12 * 4 * 1/(leaves under the class)', () => {
    const nationalities = 4;
    const p = 1 / 12;
    const q = [(p * 4) / (100 * 10 * nationalities), (p * 4) / (10 * 20 * nationalities)];
    close(report.metrics.klDivergence, 8 * p * Math.log(p / q[0]) + 4 * p * Math.log(p / q[1]));
  });

  it('counts the homogeneous class against diversity', () => {
    const diverse = audit(
      tableOf(header, generalized),
      {
        ...spec,
        privacy: [
          { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'Disease' },
          { model: 'l-diversity', variant: 'recursive', l: 2, c: 2, attribute: 'Disease' },
          { model: 't-closeness', t: 0.5, distance: 'equal', attribute: 'Disease' },
        ],
      },
      original,
    );
    expect(diverse.holds).toBe(false);
    expect(diverse.privacy.map((model) => model.holds)).toEqual([false, false, false]);
    expect(diverse.privacy[0].achieved).toEqual({ l: 1 });
    // Cancer has 5 of 12.
    close(diverse.privacy[2].achieved.t, 7 / 12);
  });
});
