import { expect, it } from 'vitest';
import { HeldRun } from '../../playground/src/assess/read-release.js';
import { countUnique } from '../../playground/src/assess/unique.js';
import { anonymize, sudaScores, tableFromRows } from '../../src/index.js';
import type { CheckedJob, Table } from '../../src/index.js';

const job: CheckedJob = {
  attributes: {
    patient: { role: 'person' },
    age: { role: 'quasi-identifier' },
    zip: { role: 'quasi-identifier' },
    visit: { role: 'insensitive' },
    diagnosis: { role: 'sensitive' },
  },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
  output: { order: 'input', ranges: 'tight' },
};

/** Visits of 40 patients, one to five rows each, whose zip may change. */
const visits = Array.from({ length: 40 }, (_, patient) =>
  Array.from({ length: 1 + (patient % 5) }, (_, visit) => ({
    patient,
    age: 20 + ((7 * patient) % 31),
    zip: 100 + ((3 * patient + (visit === 4 ? 1 : 0)) % 9),
    visit: (5 * patient + visit) % 23,
    diagnosis: ['flu', 'gout', 'HIV'][(patient + visit * visit) % 3],
  })),
).flat();

const textsOf = (table: Table, name: string): string[] => {
  const { codes, texts } = table.column(name)!;
  return Array.from(codes, (code) => texts[code]);
};

/** Share of the patients with a row whose cells in these columns no row of another patient has. */
function shareAlone(table: Table, names: readonly string[]): number {
  const columns = names.map((name) => textsOf(table, name));
  const owners = new Map<string, Set<number>>();
  visits.forEach(({ patient }, row) => {
    const key = columns.map((column) => column[row]).join('\0');
    owners.set(key, (owners.get(key) ?? new Set()).add(patient));
  });
  const alone = [...owners.values()].filter(({ size }) => size === 1).map((own) => [...own][0]);
  return new Set(alone).size / 40;
}

it('the page counts unique persons where a column says whose a row is, in the file and in the release', async () => {
  const original = await tableFromRows(visits);
  const { release, result } = await anonymize(original, job, { seed: 1, engine: 'js' });
  const { suppressed, recoding } = result;
  const held = new HeldRun(original, release, null, { job, suppressed, recoding, groups: null, personsAlike: null });
  const { sets, added, suda } = await countUnique(held, () => Promise.resolve());
  expect(sets.length).toBe(14);
  expect(sets.some(({ columns }) => columns.includes('patient'))).toBe(false);
  for (const { columns, before, after } of sets) {
    expect(before, columns.join()).toBeCloseTo(shareAlone(original, columns), 12);
    expect(after, columns.join()).toBeCloseTo(shareAlone(release, columns), 12);
  }
  expect(sets.some(({ after }) => after > 0)).toBe(true);
  const whole = shareAlone(original, ['age', 'zip']);
  expect(whole).toBeGreaterThan(0);
  for (const { name, before, after } of added) {
    expect(before).toBeCloseTo(whole - shareAlone(original, [name === 'age' ? 'zip' : 'age']), 12);
    expect(after).toBe(0);
  }
  const scores = sudaScores(original, ['age', 'zip'], { persons: ['patient'] });
  expect(suda?.[0]).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / visits.length, 12);
  expect(suda?.[1]).toBe(0);
});
