import { expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { warnOfSingledOut } from '../../src/pipeline/sensitive-rows.js';
import { anonymize, tableFromRows } from '../../src/index.js';

interface Visit {
  readonly patient: string;
  readonly a: string;
  readonly b: string;
}

/** Persons with a combination of both columns that nobody else has. */
function singledOut(visits: readonly Visit[]): number {
  const holders = new Map<string, Set<string>>();
  for (const { patient, a, b } of visits) {
    const own = holders.get(`${a}|${b}`) ?? new Set();
    holders.set(`${a}|${b}`, own.add(patient));
  }
  return new Set([...holders.values()].flatMap((own) => (own.size === 1 ? [...own] : []))).size;
}

it('sensitive columns that together single out persons are counted by persons, however many rows each has', () => {
  let warned = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const { below } = seededRandom(seed);
    const visits = Array.from({ length: 4 + below(30) }, () => ({
      patient: `p${below(8)}`,
      a: `a${below(4)}`,
      b: `b${below(4)}`,
    }));
    const table = tableFromRows(visits);
    const names = [...new Set(visits.map(({ patient }) => patient))];
    const units = { count: names.length, of: Uint32Array.from(visits, ({ patient }) => names.indexOf(patient)) };
    const columns = ['a', 'b'].map((name) => table.column(name)!);
    const [warning] = warnOfSingledOut(table, columns, units);
    const expected = singledOut(visits);
    const isWarned = columns.every(({ texts }) => texts.length > 1) && names.length > 1 && expected >= 0.1 * names.length; // prettier-ignore
    expect(warning?.message.includes(`together single out ${expected} of ${names.length} people`) ?? false, `seed ${seed}`).toBe(isWarned); // prettier-ignore
    warned += Number(isWarned);
  }
  expect(warned).toBeGreaterThan(50);
});

it('a run counts them so: one person with every combination four times is one of ten', async () => {
  const visits = Array.from({ length: 40 }, (_, i) => {
    const patient = i % 10;
    const isAlone = patient === 3;
    return { patient: `p${patient}`, age: 20 + patient, a: isAlone ? 'rare' : 'flu', b: isAlone ? 'X' : `d${i % 2}` };
  });
  const job = {
    attributes: { patient: 'person', age: 'quasi-identifier', a: 'sensitive', b: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'mondrian',
  } as const;
  const { result } = await anonymize(tableFromRows(visits), job, { engine: 'js', seed: 1 });
  const found = result.warnings.find(({ code }) => code === 'SENSITIVE_SINGLE_OUT');
  expect(found?.message).toContain('together single out 1 of 10 people: somebody who knows these values finds the person');
}); // prettier-ignore
