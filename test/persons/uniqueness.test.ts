import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attackUniqueness, tableFromRows, type Job } from '../../src/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { casesOf } from '../shared.js';
import { drawRelease, type DrawnRelease } from './attacked-release.js';

type ShownRow = Readonly<Record<'p' | 'a' | 'b' | 's' | 't', string>>;

/** The released rows, with whose they are. */
const shownRows = ({ keyed }: DrawnRelease): ShownRow[] => keyed.toRows() as unknown as ShownRow[];

const SETS = [['a'], ['b'], ['s'], ['t'], ['a', 'b'], ['a', 's'], ['b', 't'], ['s', 't'], ['a', 'b', 's']] as const;

/** Figures of a set by definition, on sets of texts. */
function naiveUnique(rows: readonly ShownRow[], set: readonly (keyof ShownRow)[]) {
  const valueOf = (row: ShownRow): string => set.map((name) => row[name]).join();
  const personsOf = (some: readonly ShownRow[]): Set<string> => new Set(some.map(({ p }) => p));
  const isAlone = (row: ShownRow): boolean =>
    personsOf(rows.filter((other) => valueOf(other) === valueOf(row))).size === 1;
  const alone = rows.filter(isAlone);
  return {
    columns: set,
    distinct: new Set(rows.map(valueOf)).size,
    unique: personsOf(alone).size,
    share: personsOf(alone).size / personsOf(rows).size,
    rows: alone.length,
  };
}

describe('the uniqueness attack by persons', () => {
  it('equals the definition on sets, by the original and by a key in the release', () => {
    for (let seed = 1; seed <= casesOf(1000, 20); seed++) {
      const drawn = drawRelease(seed);
      const rows = shownRows(drawn);
      const columns = ['a', 'b', 's', 't'];
      const { release, keyed, original, job } = drawn;
      const found = attackUniqueness(release, job, { original, columns });
      expect(found, `seed ${seed}`).toMatchObject({
        rows: rows.length,
        persons: new Set(rows.map(({ p }) => p)).size,
        complete: true,
      });
      expect(found.sets).toHaveLength(14);
      for (const set of SETS) expect(found.sets, `seed ${seed}`).toContainEqual(naiveUnique(rows, set));
      expect(attackUniqueness(keyed, job, { columns }), `seed ${seed}, with the key`).toEqual(found);
    }
  });

  it('counts rows without the key of persons, most unique sets first, and says what a limit left out', () => {
    const { release, job } = drawRelease(5);
    const { p: _, ...attributes } = job.attributes;
    const found = attackUniqueness(release, { ...job, attributes }, { size: 2 });
    expect(found.persons).toBeNull();
    const rows = release.toRows() as unknown as ShownRow[];
    for (const { columns, unique } of found.sets) {
      const values = rows.map((row) => columns.map((name) => row[name as keyof ShownRow]).join());
      expect(unique).toBe(values.filter((value) => values.indexOf(value) === values.lastIndexOf(value)).length);
    }
    const counts = found.sets.map(({ unique }) => unique);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    const few = attackUniqueness(release, { ...job, attributes }, { columns: ['s', 't', 'a'], size: 2, limit: 4 });
    expect([few.complete, few.sets.map(({ columns }) => columns.join()).toSorted()]).toEqual([
      false,
      ['a', 's', 's,t', 't'],
    ]);
  });

  it('refuses columns that were not released, and permuted releases', () => {
    const { release, original, job } = drawRelease(4);
    const refusal = (code: string): Error => expect.objectContaining({ code }) as Error;
    expect(() => attackUniqueness(release, job, { original, columns: ['p'] })).toThrow(refusal('UNKNOWN_COLUMN'));
    expect(() => attackUniqueness(release, job)).toThrow(refusal('ORIGINAL_NEEDED'));
    expect(() => attackUniqueness(release, job, { original, size: 0 })).toThrow(refusal('OPTION_RANGE'));
    const permuted = { ...job, algorithm: 'bucketization' } as Job;
    expect(() => attackUniqueness(release, permuted)).toThrow(refusal('ALGORITHM_NOT_SUPPORTED'));
  });
});

describe('kohort attack uniqueness', () => {
  it('prints the people whom released columns single out, which k-anonymity does not count', async () => {
    const { path: here } = makeFolder();
    const visits = Array.from({ length: 12 }, (_, i) => ({ p: i % 6, zip: 'x', visit: i < 6 ? i : 9, s: 'uv'[i % 2] }));
    const write = (name: string, rows: readonly object[]): void =>
      writeFileSync(join(here, name), [Object.keys(rows[0]).join(), ...rows.map((row) => Object.values(row).join()), ''].join('\n')); // prettier-ignore
    write('in.csv', visits);
    write('r.csv', visits.map(({ p: _, ...row }) => row)); // prettier-ignore
    const job = { attributes: { p: 'person', zip: 'quasi-identifier', visit: 'insensitive', s: 'sensitive' }, privacy: [{ model: 'k-anonymity', k: 5 }], algorithm: 'mondrian' }; // prettier-ignore
    writeFileSync(join(here, 'job.json'), JSON.stringify(job));
    const args = ['attack', 'uniqueness', 'r.csv', '--job', 'job.json', '--original', 'in.csv'];
    const { code, stdout } = await runInside(args, here);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^people that are unique in +people +share\nvisit +6 +100\.00 %$/m);
    expect(stdout).toContain('of 6 released people, who have 12 rows');
    const json = await runInside([...args, '--json', '--size', '1'], here);
    const report = JSON.parse(json.stdout) as { sets: { columns: string[] }[] };
    expect(report).toMatchObject({ persons: 6, rows: 12 });
    expect(report.sets.map(({ columns }) => columns.length)).toEqual([1, 1]);
  });

  it('counts a whole release of persons with one row each alike by rows', () => {
    const rows = ['x', 'x', 'y'].map((a, p) => ({ p, a, s: 'u' }));
    const job = { attributes: { p: 'person', a: 'quasi-identifier', s: 'sensitive' }, privacy: [{ model: 'k-anonymity', k: 1 }], algorithm: 'mondrian' } as unknown as Job; // prettier-ignore
    const [set] = attackUniqueness(tableFromRows(rows), job).sets;
    expect(set).toEqual({ columns: ['a'], distinct: 2, unique: 1, share: 1 / 3, rows: 1 });
  });
});
