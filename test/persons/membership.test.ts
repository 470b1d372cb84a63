import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { attackMembership, type Job } from '../../src/index.js';
import { casesOf } from '../shared.js';
import { drawRelease, drawRow, textTable, type DrawnRow } from './attacked-release.js';

/** A public table of persons with some rows each, of whom some are in a release with all their rows. */
function drawPublic(seed: number, values = 6) {
  const job = { ...drawRelease(seed).job, suppression: { maxRows: 0 } } as Job;
  const random = seededRandom(seed + 300);
  const persons = Array.from({ length: 1 + random.below(8) }, (_, p) =>
    Array.from({ length: 1 + random.below(3) }, () => drawRow(random, `p${p}`, values)),
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

const countAll = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** Deals the rows of persons into buckets, of which none has two rows of one person. */
function dealRows(persons: readonly (readonly DrawnRow[])[], random: ReturnType<typeof seededRandom>): DrawnRow[][] {
  const buckets = Array.from({ length: 3 }, (): DrawnRow[] => []);
  for (const rows of persons) {
    const free = [0, 1, 2];
    for (const row of rows) buckets[free.splice(random.below(free.length), 1)[0]].push(row);
  }
  return buckets.filter(({ length }) => length > 0);
}

/**
 * The share of the sets of persons that have each person, among those whose rows can be placed so that every line has as many as wanted.
 *
 * @param wanted - [buckets][lines] rows
 * @param linesOf - [buckets] the lines that a row takes in a bucket; none where it cannot lie there
 * @param isTaken - whether somebody in the release may have just those of their rows there
 */
function listWorlds(
  persons: readonly (readonly DrawnRow[])[],
  wanted: readonly (readonly number[])[],
  linesOf: (row: DrawnRow) => readonly (readonly number[])[],
  isApart: boolean,
  isTaken: (rows: readonly DrawnRow[], taken: readonly boolean[]) => boolean = (_, taken) => !taken.includes(false),
): number[] {
  const placed = persons.map((rows) => rows.map(linesOf));
  const canFill = (set: number): boolean => {
    const own = persons.flatMap((rows, p) => (((set >> p) & 1) === 1 ? rows.map((_, i) => ({ p, i, lines: placed[p][i] })) : [])); // prettier-ignore
    const left = wanted.map((lines) => [...lines]);
    const used = wanted.map(() => new Set<number>());
    const taken = persons.map((rows) => rows.map(() => false));
    const place = (at: number): boolean => {
      const p = at < own.length ? own[at].p : -1;
      const last = at > 0 ? own[at - 1].p : -1;
      if (last >= 0 && last !== p && !isTaken(persons[last], taken[last])) return false;
      if (at === own.length) return left.every((lines) => lines.every((count) => count === 0));
      if (place(at + 1)) return true;
      const { i, lines: places } = own[at];
      taken[p][i] = true;
      const isPlaced = places.some((lines, bucket) => {
        if (lines.length === 0 || lines.some((line) => left[bucket][line] === 0)) return false;
        if (isApart && used[bucket].has(p)) return false;
        lines.forEach((line) => left[bucket][line]--);
        used[bucket].add(p);
        const found = place(at + 1);
        lines.forEach((line) => left[bucket][line]++);
        used[bucket].delete(p);
        return found;
      });
      taken[p][i] = false;
      return isPlaced;
    };
    return place(0);
  };
  const worlds = Array.from({ length: 2 ** persons.length }, (_, set) => set).filter(canFill);
  return persons.map((_, p) => worlds.filter((set) => ((set >> p) & 1) === 1).length / worlds.length);
}

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

  it('equals the listing where rows match several classes', () => {
    const seen = { shared: 0, open: 0 };
    for (let seed = 1; seed <= casesOf(1000, 15); seed++) {
      const { job, random, persons, chosen, people } = drawPublic(seed);
      const own = persons.filter((_, p) => chosen[p]).flat();
      const shown = released(own, () => [random.below(3), random.below(3)]);
      const classes = [...new Set(shown.map(({ a, b }) => `${a}|${b}`))];
      const wanted = [...countAll(shown.map(({ a, b }) => `${a}|${b}`)).values()].map((count) => [count]);
      const levels = [0, 1, 2];
      const placesOf = ({ a, b }: DrawnRow): (readonly number[])[] => {
        const own = levels.flatMap((i) => levels.map((j) => `${labelAt(a, i)}|${labelAt(b, j)}`));
        return classes.map((name) => (own.includes(name) ? [0] : []));
      };
      const chances = listWorlds(persons, wanted, placesOf, false);
      const found = attackMembership(textTable(shown), people, job);
      expect([...found.low], `seed ${seed}`).toEqual(near(chances));
      expect([...found.high]).toEqual([...found.low]);
      expect(found).toMatchObject({ contradicted: 0, unknown: 0 });
      seen.open += chances.filter((chance) => chance > 0 && chance < 1).length;
      seen.shared += persons.flat().filter((row) => placesOf(row).filter(({ length }) => length > 0).length > 1).length;
      const few = attackMembership(textTable(shown), people, job, { budget: 0 });
      few.low.forEach((low, p) => expect(low <= chances[p] + 1e-12 && chances[p] <= few.high[p] + 1e-12).toBe(true));
    }
    expect(seen.shared).toBeGreaterThan(0);
    expect(seen.open).toBeGreaterThan(0);
  });

  it.each([
    ['bucketization', 'bucketization', [['a', 'b']]],
    ['anatomy', 'anatomy', [['a', 'b']]],
    ['slicing', { name: 'slicing', columns: [['a'], ['b']] }, [['a'], ['b']]],
  ] as const)('equals the listing of sets of persons whose rows lie in the buckets of %s', (_, algorithm, groups) => {
    const seen = { certain: 0, excluded: 0, open: 0 };
    for (let seed = 1; seed <= casesOf(1000, 20); seed++) {
      const { persons, chosen, people, random, job: drawn } = drawPublic(seed, 2 + (seed % 2));
      const buckets = dealRows(persons.filter((__, p) => chosen[p]), random); // prettier-ignore
      const keyOf = (row: DrawnRow, group: readonly string[]): string => group.map((name) => row[name as 'a']).join();
      const counts = buckets.map((own) => groups.map((group) => countAll(own.map((row) => keyOf(row, group)))));
      const lines = counts.map((own) => own.flatMap((ofGroup, g) => [...ofGroup.keys()].map((key) => `${g}:${key}`)));
      const wanted = counts.map((own) => own.flatMap((ofGroup) => [...ofGroup.values()]));
      const linesOf = (row: DrawnRow): (readonly number[])[] =>
        lines.map((own) => {
          const places = groups.map((group, g) => own.indexOf(`${g}:${keyOf(row, group)}`));
          return places.includes(-1) ? [] : places;
        });
      const chances = listWorlds(persons, wanted, linesOf, true);
      const job = { ...drawn, algorithm } as unknown as Job;
      const release = textTable(
        buckets.flatMap((own, bucket) => {
          const others = groups.length > 1 ? [...own].sort((x, y) => (x.b < y.b ? -1 : 1)) : own;
          return own.map((row, i) => ({ a: row.a, b: others[i].b, bucket: String(bucket + 1), s: row.s, t: row.t }));
        }),
      );
      const found = attackMembership(release, people, job);
      expect([...found.low], `seed ${seed}`).toEqual(near(chances));
      expect([...found.high]).toEqual([...found.low]);
      expect(found).toMatchObject({ persons: persons.length, contradicted: 0, unknown: 0 });
      seen.certain += found.certain;
      seen.excluded += found.excluded;
      seen.open += chances.filter((chance) => chance > 0 && chance < 1).length;
      const few = attackMembership(release, people, job, { budget: 0 });
      few.low.forEach((low, p) => expect(low <= chances[p] + 1e-12 && chances[p] <= few.high[p] + 1e-12).toBe(true));
    }
    Object.values(seen).forEach((count) => expect(count).toBeGreaterThan(0));
  });

  it.each(['classes', 'buckets'] as const)(
    'equals the listing where some rows of persons are drawn or suppressed, in %s',
    (kind) => {
      const seen = { partial: 0, open: 0, excluded: 0 };
      for (let seed = 1; seed <= casesOf(1500, 40); seed++) {
        const { job: drawn, random, persons, chosen, people } = drawPublic(seed, 4);
        const most = seed % 3 === 0 ? 1 + random.below(2) : undefined;
        const suppresses = seed % 3 === 1 || random.below(2) === 0;
        const levels = [1, random.below(2)];
        const labelOf = ({ a, b }: DrawnRow): string => `${labelAt(a, levels[0])}|${labelAt(b, levels[1])}`;
        const kept = persons.filter((_, p) => chosen[p]).map((rows) => rows.slice(0, most));
        // Classes are suppressed as a whole, rows of buckets one by one.
        const labels = [...new Set(kept.flat().map(labelOf))];
        const lost = suppresses && labels.length > 1 ? labels[random.below(labels.length)] : '';
        const isLost = (row: DrawnRow): boolean => kind === 'classes' ? labelOf(row) === lost : suppresses && random.below(4) === 0; // prettier-ignore
        const own = kept.map((rows) => rows.filter((row) => !isLost(row))).filter(({ length }) => length > 0);
        if (own.length === 0) continue;
        seen.partial += own.filter((rows) => persons.every((all) => all.length !== rows.length)).length;
        const job = {
          ...drawn,
          suppression: suppresses ? { maxFraction: 1 } : { maxRows: 0 },
          ...(most === undefined ? {} : { rowsPerPerson: most }),
          ...(kind === 'buckets' ? { algorithm: 'bucketization' } : {}),
        } as Job;
        const buckets = kind === 'buckets' ? dealRows(own, random) : labels.map((label) => own.flat().filter((row) => labelOf(row) === label)).filter(({ length }) => length > 0); // prettier-ignore
        const keyOf = kind === 'buckets' ? ({ a, b }: DrawnRow): string => `${a}|${b}` : labelOf;
        const counts = buckets.map((rows) => countAll(rows.map(keyOf)));
        const places = ({ a, b, ...row }: DrawnRow): (readonly number[])[] =>
          counts.map((lines) => [[...lines.keys()].indexOf(keyOf({ a, b, ...row }))].filter((line) => line >= 0));
        const isTaken = (rows: readonly DrawnRow[], taken: readonly boolean[]): boolean => {
          const count = taken.filter(Boolean).length;
          const drawnRows = Math.min(most ?? Infinity, rows.length);
          if (count === 0 || count > drawnRows) return false;
          if (!suppresses) return count === drawnRows;
          if (kind === 'buckets') return true;
          // Drawn rows in no class are suppressed.
          const outside = rows.filter((row) => places(row).every(({ length }) => length === 0)).length;
          return count + outside >= drawnRows;
        };
        const wanted = counts.map((lines) => [...lines.values()]);
        const chances = listWorlds(persons, wanted, places, kind === 'buckets', isTaken);
        const release = textTable(
          kind === 'buckets'
            ? buckets.flatMap((rows, bucket) => rows.map(({ a, b, s, t }) => ({ a, b, bucket: `${bucket + 1}`, s, t })))
            : released(own.flat(), () => levels),
        );
        const found = attackMembership(release, people, job);
        expect([...found.low], `seed ${seed}`).toEqual(near(chances));
        expect([...found.high]).toEqual([...found.low]);
        expect(found).toMatchObject({ contradicted: 0, unknown: 0 });
        seen.open += chances.filter((chance) => chance > 0 && chance < 1).length;
        seen.excluded += found.excluded;
        const few = attackMembership(release, people, job, { budget: 0 });
        few.low.forEach((low, p) => expect(low <= chances[p] + 1e-12 && chances[p] <= few.high[p] + 1e-12).toBe(true));
      }
      Object.values(seen).forEach((count) => expect(count).toBeGreaterThan(0));
    },
  );

  it('takes all rows as released where an original shows it', () => {
    const row = (p: string, a: string) => ({ p, a, b: 'b0', s: 'u', t: 'x' });
    const original = textTable([row('x', 'a0'), row('x', 'a1')]);
    const people = textTable(
      [row('x', 'a0'), row('x', 'a1'), row('y', 'a0'), row('y', 'a5')].map(({ p, a, b }) => ({ p, a, b })),
    );
    const { job } = drawRelease(1);
    const release = textTable(original.toRows().map(({ p: _, ...others }) => others as object));
    // The row of a5 may have been lost.
    expect([...attackMembership(release, people, job).low]).toEqual([1, 0]);
    expect([...attackMembership(textTable(release.toRows().slice(0, 1) as object[]), people, job).low]).toEqual([
      0.5, 0.5,
    ]);
    expect([...attackMembership(release, people, job, { original }).low]).toEqual([1, 0]);
  });

  it('places no two rows of one person in a bucket', () => {
    const job = { ...drawRelease(1).job, algorithm: 'bucketization', suppression: { maxRows: 0 } } as Job;
    const row = (p: string) => ({ p, a: 'a0', b: 'b0' });
    const people = textTable([row('x'), row('x'), row('y'), row('z')]);
    const found = (buckets: readonly string[]): number[] => [
      ...attackMembership(
        textTable(buckets.map((bucket) => ({ a: 'a0', b: 'b0', bucket, s: 'u', t: 'x' }))),
        people,
        job,
      ).low,
    ];
    // Two buckets of a row each may have the rows of x, or those of y and z; one of two rows only the latter.
    expect(found(['1', '2'])).toEqual([0.5, 0.5, 0.5]);
    expect(found(['1', '1'])).toEqual([0, 1, 1]);
  });

  it('narrows bounds by the rows of all buckets where the rows of a person can be placed in too many ways to be listed', () => {
    const job = { ...drawRelease(1).job, algorithm: 'bucketization', suppression: { maxRows: 0 } } as Job;
    const rowsOf = (p: string, values: readonly string[]) => values.map((a) => ({ p, a, b: 'b0' }));
    const many = ['x', 'y', 'z'].flatMap((p) => rowsOf(p, ['a0', 'a0', 'a0', 'a1']));
    const single = Array.from({ length: 9 }, (_, i) => rowsOf(`q${i}`, [i < 2 ? 'a0' : 'a1'])).flat();
    const shown = Array.from({ length: 8 }, (_, i) =>
      ['a0', 'a1'].map((a) => ({ a, b: 'b0', bucket: `${i}`, s: 'u', t: 'x' })),
    );
    const found = attackMembership(textTable(shown.flat()), textTable([...many, ...single]), job);
    // Eight rows of a0 are those of two of the first three, and two others.
    const chances = [...Array<number>(3).fill(2 / 3), 1, 1, ...Array<number>(7).fill(6 / 7)];
    expect([...found.low]).toEqual(near(chances));
    expect(found).toMatchObject({ unknown: 0, states: 0 });
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

  it('refuses a public table without the key, unless the original has one row a person, and permuted releases by rows', () => {
    const { original, release, job } = drawRelease(2);
    const without = textTable(original.toRows().map(({ a, b }) => ({ a, b })) as object[]);
    const refusal = (code: string): Error => expect.objectContaining({ code }) as Error;
    expect(() => attackMembership(release, without, job)).toThrow(refusal('PERSONS_NEEDED'));
    expect(() => attackMembership(release, without, job, { original })).toThrow(refusal('PERSONS_NEEDED'));
    const single = textTable(original.toRows().map((row, i) => ({ ...row, p: `q${i}` })) as object[]);
    const found = attackMembership(release, without, job, { original: single });
    const { p: _, ...attributes } = job.attributes;
    expect(found).toEqual(attackMembership(release, without, { ...job, attributes }));
    const permuted = { ...job, algorithm: 'generalize-and-permute' } as Job;
    expect(() => attackMembership(release, original, permuted)).toThrow(refusal('PERSONS_UNSUPPORTED'));
  });
});
