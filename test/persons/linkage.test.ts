import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { attackLinkage, tableFromRows, type Job } from '../../src/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { casesOf } from '../shared.js';
import { drawRelease, drawRow, textTable, type DrawnRelease, type DrawnRow } from './attacked-release.js';

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

type RegisterRow = Pick<DrawnRow, 'p' | 'a' | 'b'>;

/** Risks by definition, on sets of texts. */
function naiveLinkage({ rows, classOf, isReleased }: DrawnRelease, register: readonly RegisterRow[], isKeyed: boolean) {
  const released = rows.filter(isReleased);
  const who = (row: RegisterRow): unknown => (isKeyed ? row.p : row);
  const matches = register.filter(isReleased);
  const personsIn = (name: string): Set<string> =>
    new Set(released.filter((row) => classOf(row) === name).map(({ p }) => p));
  const peopleIn = (name: string): number => new Set(matches.filter((row) => classOf(row) === name).map(who)).size;
  const riskBy = (of: (name: string) => number) => {
    const own = [...new Set(released.map(({ p }) => p))].map((p) =>
      Math.max(...released.filter((row) => row.p === p).map((row) => of(classOf(row)))),
    );
    return { largest: Math.max(...own), average: mean(own), hits: own.reduce((sum, each) => sum + each, 0) };
  };
  const candidates = [...new Set(matches.map(who))].map((each) => {
    const sets = matches.filter((row) => who(row) === each).map((row) => personsIn(classOf(row)));
    const common = [...sets[0]].filter((p) => sets.every((set) => set.has(p))).length;
    return common > 0 ? common : Math.min(...sets.map(({ size }) => size));
  });
  return {
    people: new Set(register.map(who)).size,
    persons: new Set(released.map(({ p }) => p)).size,
    prosecutor: riskBy((name) => 1 / personsIn(name).size),
    journalist: riskBy((name) => (peopleIn(name) === 0 ? 0 : 1 / peopleIn(name))),
    register: {
      matched: candidates.length,
      alone: candidates.filter((count) => count === 1).length,
      largest: candidates.length === 0 ? 0 : 1 / Math.min(...candidates),
      average: mean(candidates.map((count) => 1 / count)),
    },
    shortClasses: [...new Set(released.map(classOf))].filter((name) => peopleIn(name) < personsIn(name).size).length,
  };
}

/** Numbers that may differ in their last bits. */
const near = (value: unknown): unknown =>
  typeof value === 'number'
    ? (expect.closeTo(value, 9) as unknown)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, own]) => [key, near(own)]))
      : value;

describe('the linkage attack by persons', () => {
  it('equals the definition on sets: random releases, registers of one row a person and of several', () => {
    for (let seed = 1; seed <= casesOf(2000, 60); seed++) {
      const drawn = drawRelease(seed);
      const random = seededRandom(seed + 7000);
      const isKeyed = seed % 2 === 0;
      const register: RegisterRow[] = drawn.rows.filter(() => random.below(3) > 0);
      for (let i = 0; i < 3; i++) register.push(drawRow(random, `other${i % 2}`));
      const people = textTable(register.map(({ p, a, b }) => (isKeyed ? { p, a, b } : { a, b })));
      const expected = near(naiveLinkage(drawn, register, isKeyed));
      const found = attackLinkage(drawn.release, people, drawn.job, { original: drawn.original });
      expect(found, `seed ${seed}`).toMatchObject(expected as object);
      expect(found.marketer.average).toBe(found.journalist.average);
      // The key in the release says the same.
      const { shortRows: _, ...keyed } = attackLinkage(drawn.keyed, people, drawn.job);
      expect(found).toMatchObject(keyed);
    }
  });

  it('finds somebody by a register of one row a person, whose twelve rows are one class', () => {
    const rows = Array.from({ length: 12 }, (_, visit) => ({ p: 'ada', age: 87, zip: 'a', visit }));
    const others = Array.from({ length: 5 }, (_, i) => ({ p: `p${i}`, age: 30, zip: 'b', visit: 20 + i }));
    const original = tableFromRows([...rows, ...others]);
    const known = { role: 'quasi-identifier', hierarchy: { type: 'suppress' } };
    const job = {
      attributes: { p: 'person', age: known, zip: known, visit: 'insensitive' },
      privacy: [{ model: 'k-anonymity', k: 1 }],
      algorithm: 'optimal-lattice',
    } as unknown as Job;
    const release = tableFromRows([...rows, ...others].map(({ p: _, ...row }) => row));
    const people = tableFromRows([{ age: 87, zip: 'a' }, ...others.map(({ age, zip }) => ({ age, zip }))]);
    const { prosecutor, journalist, register } = attackLinkage(release, people, job, { original });
    expect([prosecutor.largest, journalist.largest]).toEqual([1, 1]);
    expect(register).toEqual({ matched: 6, alone: 1, largest: 1, average: (1 + 5 / 5) / 6 });
  });

  it('refuses a release whose persons it cannot count, with the cure', () => {
    const { release, original, job } = drawRelease(4);
    expect(() => attackLinkage(release, original, job)).toThrow(
      expect.objectContaining({ code: 'ORIGINAL_NEEDED' }) as Error,
    );
    const without = textTable(original.toRows().map(({ a, b, s, t }) => ({ a, b, s, t })) as object[]);
    expect(() => attackLinkage(release, original, job, { original: without })).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_COLUMN' }) as Error,
    );
    const twice = textTable([...release.toRows(), ...release.toRows()]);
    expect(() => attackLinkage(twice, original, job, { original })).toThrow(
      expect.objectContaining({ code: 'PERSONS_NOT_RECOUNTED' }) as Error,
    );
    const blank = textTable(original.toRows().map((row, i) => ({ ...row, p: i === 0 ? ' ' : row.p })) as object[]);
    for (const missing of [{}, { missingPersons: 'separate' }] as const) {
      expect(() => attackLinkage(release, original, { ...job, ...missing }, { original: blank })).toThrow(
        /also beside "missingPersons": "separate" \(write a key that no other row has .*, received 1 row without one$/,
      );
    }
    // As the error says: a key of its own.
    const own = textTable(original.toRows().map((row, i) => ({ ...row, p: i === 0 ? 'own' : row.p })) as object[]);
    expect(attackLinkage(release, original, job, { original: own }).persons).toBeGreaterThan(0);
  });
});

describe('kohort attack linkage', () => {
  const { path: here } = makeFolder();
  const write = (name: string, rows: readonly object[]): void =>
    writeFileSync(join(here, name), [Object.keys(rows[0]).join(), ...rows.map((row) => Object.values(row).join()), ''].join('\n')); // prettier-ignore
  const visits = Array.from({ length: 60 }, (_, i) => ({
    patient: i < 12 ? 100 : 101 + (i % 20),
    age: i < 12 ? 87 : 20 + (i % 20),
    disease: ['flu', 'gout'][i % 2],
  }));
  write('in.csv', visits);
  write('register.csv', [...new Map(visits.map(({ patient, age }) => [patient, { age }])).values()]);
  const jobOf = (patient: string): object => ({
    attributes: { patient, age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [10] } }, disease: 'sensitive' }, // prettier-ignore
    privacy: [{ model: 'k-anonymity', k: 1 }],
    algorithm: 'optimal-lattice',
    output: { ranges: 'tight' },
  });
  writeFileSync(join(here, 'persons.json'), JSON.stringify(jobOf('person')));
  writeFileSync(join(here, 'rows.json'), JSON.stringify(jobOf('drop')));

  it('prints people where the job names their key, and rows with a note else', async () => {
    await runInside(['anonymize', 'in.csv', '--job', 'persons.json', '--out', 'r.csv'], here);
    const args = ['attack', 'linkage', 'r.csv', '--public', 'register.csv', '--job'];
    const persons = await runInside([...args, 'persons.json', '--original', 'in.csv'], here);
    expect(persons.code).toBe(0);
    expect(persons.stdout).toMatch(/^prosecutor +100\.00 % +100\.00 % +21$/m);
    expect(persons.stdout).toContain('risks are for 21 people with 60 rows in the release');
    expect(persons.stdout).toContain(
      'of 21 people of the public table 21 match: 21 have one candidate among the released people',
    );
    const json = await runInside([...args, 'persons.json', '--original', 'in.csv', '--json'], here);
    expect(JSON.parse(json.stdout)).toMatchObject({
      persons: 21,
      register: { matched: 21, alone: 21, largest: 1, average: 1 },
    });
    const refused = await runInside([...args, 'persons.json'], here);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('ORIGINAL_NEEDED')]);
    const rows = await runInside([...args, 'rows.json'], here);
    expect(rows.stdout).toContain('rows are counted, and people may have several');
    expect(rows.stdout).toMatch(/^journalist +100\.00 %/m);
  });
});
