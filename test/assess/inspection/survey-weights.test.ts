import { describe, expect, it } from 'vitest';
import { proposeJob, tableFromRows } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';

/** A survey of 200 people with a column of numbers from `least` to `most` under a name. */
function survey(columns: Readonly<Record<string, readonly [least: number, most: number, decimals: number]>>) {
  const random = seededRandom(7);
  return tableFromRows(
    Array.from({ length: 200 }, (_, i) => ({
      age: 18 + random.below(60),
      region: `r${random.below(4)}`,
      answer: 1 + (i % 5),
      ...Object.fromEntries(
        Object.entries(columns).map(([name, [least, most, decimals]]) => {
          const scale = 10 ** decimals;
          return [name, least + random.below(Math.round((most - least) * scale) + 1) / scale];
        }),
      ),
    })),
  );
}

const roleOf = (name: string, numbers: readonly [number, number, number]) => {
  const { columns } = proposeJob(survey({ [name]: numbers }), { rowsArePeople: true });
  return columns.find((column) => column.name === name)!.role;
};

describe('the role weight', () => {
  it.each([
    ['weight', [0.2, 1.8, 4]],
    ['Gewicht', [0.2, 1.8, 3]],
    ['poids', [0.5, 1.5, 2]],
    ['pweight', [3, 900, 1]],
    ['Hochrechnungsfaktor', [200, 9000, 0]],
    ['fnlwgt', [10_000, 900_000, 0]],
    ['survey_weight', [12, 400, 0]],
    ['WTMEC2YR', [2000, 90_000, 2]],
    ['pspwght', [0.1, 4, 6]],
  ] as const)('is proposed for %s from %j', (name, numbers) => {
    expect(roleOf(name, numbers)).toBe('weight');
  });

  it.each([
    ['weight', [45, 120, 1]],
    ['birth weight', [800, 4800, 0]],
    ['Gewicht (kg)', [45, 120, 0]],
    ['poids', [45, 120, 1]],
    ['pweight', [0, 5, 1]],
    ['income', [0.5, 1.5, 3]],
  ] as const)('is not proposed for %s from %j', (name, numbers) => {
    expect(roleOf(name, numbers)).not.toBe('weight');
  });

  it('is that of one column, and its job runs', () => {
    const { columns, job } = proposeJob(survey({ pweight: [2, 9, 1], hhwt: [2, 9, 1] }), { rowsArePeople: true });
    expect(columns.filter(({ role }) => role === 'weight').map(({ name }) => name)).toEqual(['pweight']);
    expect(columns.find(({ name }) => name === 'hhwt')).toMatchObject({ role: 'drop' });
    expect(job.attributes.pweight).toEqual({ role: 'weight' });
    const counted = proposeJob(survey({ pweight: [2, 9, 1] }), { rowsArePeople: true, isCounted: true });
    expect(counted.columns.find(({ name }) => name === 'pweight')?.role).toBe('drop');
  });
});

describe('the role household', () => {
  const households = (name: string, valueOf: (household: number) => string | number) => {
    const random = seededRandom(3);
    const rows = Array.from({ length: 60 }, (_, household) =>
      Array.from({ length: 1 + random.below(4) }, () => ({
        [name]: valueOf(household),
        age: random.below(80),
        region: `r${random.below(3)}`,
        hhsize: 1 + random.below(4),
      })),
    ).flat();
    return proposeJob(tableFromRows(rows), { k: 3, isPlain: true });
  };

  it.each([
    ['hhid', (h: number) => 101_000 + h],
    ['household_id', (h: number) => `H${h}`],
    ['HouseholdID', (h: number) => `H${h}`],
    ['Haushaltsnummer', (h: number) => 5000 + 7 * h],
    ['id foyer', (h: number) => 300 + h],
    ['hogar', (h: number) => 9000 + h],
  ] as const)('is proposed for %s, and the job runs', async (name, valueOf) => {
    const { columns, job } = households(name, valueOf);
    expect(columns.find((column) => column.name === name)).toMatchObject({ role: 'household' });
    expect(job.attributes[name]).toEqual({ role: 'household' });
    expect(columns.find((column) => column.name === 'hhsize')?.role).not.toBe('household');
  });

  it.each([
    ['household_income', (h: number) => 101_000 + h],
    ['household', (h: number) => (h % 2 === 0 ? 'single' : 'family')],
    ['hhsize2', (h: number) => h % 5],
  ] as const)('is not proposed for %s', (name, valueOf) => {
    expect(households(name, valueOf).columns.find((column) => column.name === name)?.role).not.toBe('household');
  });
});
