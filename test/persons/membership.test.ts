import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { attackMembership, type Job } from '../../src/index.js';
import { casesOf } from '../shared.js';
import { drawRelease, drawRow, textTable, type DrawnRow } from './attacked-release.js';

/** A public table of persons with some rows each, of whom some are in a release with all their rows. */
function drawPublic(seed: number) {
  const { job } = drawRelease(seed);
  const random = seededRandom(seed + 300);
  const persons = Array.from({ length: 1 + random.below(8) }, (_, p) =>
    Array.from({ length: 1 + random.below(3) }, () => drawRow(random, `p${p}`)),
  );
  const chosen = persons.map(() => random.below(2) === 0);
  chosen[0] = true;
  return { job, random, persons, chosen, people: textTable(persons.flat().map(({ p, a, b }) => ({ p, a, b }))) };
}

const labelAt = (value: string, level: number): string =>
  level === 0 ? value : level === 1 ? `${value[0]}${Math.floor(Number(value[1]) / 2)}x` : '*';

const released = (rows: readonly DrawnRow[], levelsOf: (row: DrawnRow) => readonly number[]) =>
  rows.map((row) => ({ a: labelAt(row.a, levelsOf(row)[0]), b: labelAt(row.b, levelsOf(row)[1]), s: row.s, t: row.t }));

const near = (values: ArrayLike<number>): number[] =>
  Array.from(values, (value) => expect.closeTo(value, 12) as number);

describe('the membership attack by persons', () => {
  it('equals the listing of all sets of persons, each with all their rows', () => {
    const seen = { certain: 0, open: 0 };
    for (let seed = 1; seed <= casesOf(2000, 30); seed++) {
      const { job, random, persons, chosen, people } = drawPublic(seed);
      const levels = [1 + random.below(2), random.below(3)];
      const shown = released(persons.filter((_, p) => chosen[p]).flat(), () => levels);
      const labels = (own: readonly DrawnRow[]): string[] => released(own, () => levels).map(({ a, b }) => `${a}|${b}`);
      const wanted = shown.map(({ a, b }) => `${a}|${b}`).sort().join(); // prettier-ignore
      const worlds = Array.from({ length: 2 ** persons.length }, (_, set) => set).filter((set) => {
        const own = persons.flatMap((rows, p) => (((set >> p) & 1) === 1 ? labels(rows) : []));
        return own.sort().join() === wanted;
      });
      const chances = persons.map((_, p) => worlds.filter((set) => ((set >> p) & 1) === 1).length / worlds.length);
      const found = attackMembership(textTable(shown), people, job);
      expect([...found.low], `seed ${seed}`).toEqual(near(chances));
      expect([...found.high]).toEqual([...found.low]);
      expect(found).toMatchObject({
        persons: persons.length,
        people: persons.length,
        contradicted: 0,
        unknown: 0,
        certain: chances.filter((chance) => chance === 1).length,
        excluded: chances.filter((chance) => chance === 0).length,
      });
      seen.certain += found.certain;
      seen.open += chances.filter((chance) => chance > 0 && chance < 1).length;
      const few = attackMembership(textTable(shown), people, job, { budget: 0 });
      few.low.forEach((low, p) => expect(low <= chances[p] && chances[p] <= few.high[p]).toBe(true));
    }
    expect(seen.certain).toBeGreaterThan(0);
    expect(seen.open).toBeGreaterThan(0);
  });

  it('is never wrong of somebody whose rows match several classes', () => {
    for (let seed = 1; seed <= casesOf(1000, 30); seed++) {
      const { job, random, persons, chosen, people } = drawPublic(seed);
      const own = persons.filter((_, p) => chosen[p]).flat();
      const table = textTable(released(own, () => [random.below(3), random.below(3)]));
      const { low, high, contradicted } = attackMembership(table, people, job);
      expect(contradicted).toBe(0);
      chosen.forEach((isIn, p) => expect(isIn ? high[p] > 0 : low[p] < 1, `seed ${seed}`).toBe(true));
    }
  });

  it('finds who has the only three rows of a class, where a row each says 3 of 4', () => {
    const row = (p: string) => ({ p, a: 'a0', b: 'b0' });
    const people = ['x', 'x', 'x', 'y'].map(row);
    const { job } = drawRelease(1);
    const table = textTable(people.slice(0, 3).map(({ a, b }) => ({ a, b, s: 'u', t: 'x' })));
    expect([...attackMembership(table, textTable(people), job).low]).toEqual([1, 0]);
    const { p: _, ...attributes } = job.attributes;
    expect([...attackMembership(table, textTable(people), { ...job, attributes }).low]).toEqual([
      0.75, 0.75, 0.75, 0.75,
    ]);
  });

  it('refuses a public table without the key, unless the original has one row a person, and permuted releases', () => {
    const { original, release, job } = drawRelease(2);
    const without = textTable(original.toRows().map(({ a, b }) => ({ a, b })) as object[]);
    const refusal = (code: string): Error => expect.objectContaining({ code }) as Error;
    expect(() => attackMembership(release, without, job)).toThrow(refusal('PERSONS_NEEDED'));
    expect(() => attackMembership(release, without, job, { original })).toThrow(refusal('PERSONS_NEEDED'));
    const single = textTable(original.toRows().map((row, i) => ({ ...row, p: `q${i}` })) as object[]);
    const found = attackMembership(release, without, job, { original: single });
    const { p: _, ...attributes } = job.attributes;
    expect(found).toEqual(attackMembership(release, without, { ...job, attributes }));
    const permuted = { ...job, algorithm: 'bucketization' } as Job;
    expect(() => attackMembership(release, original, permuted)).toThrow(refusal('PERSONS_UNSUPPORTED'));
  });
});
