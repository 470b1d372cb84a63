import { attackedJob } from '../../../src/assess/attacks/attacked-job.js';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  attackComposition,
  attackHomogeneity,
  attackLinkage,
  attackMembership,
  InvalidArgumentError,
  measurePermutation,
  tableFromRows,
  type Job,
} from '../../../src/index.js';
import { viewBuckets } from '../../../src/assess/attacks/permuted-buckets.js';
import { casesOf, long } from '../../shared.js';
import {
  algorithmsInTurn,
  classesOf,
  drawRelease,
  groupsOf,
  matches,
  randomReleases,
  shownClassesOf,
  type DrawnRelease,
  type DrawnTrial,
} from './random-releases.js';
import { cellOf, columnOf } from '../../table-texts.js';
import { listValuesLeft } from './naive-worlds.js';

const trials = casesOf(8_000, 90);
const isOfMeans = ({ job }: DrawnRelease): boolean => {
  const { replacement } = job.algorithm as { readonly replacement?: string };
  return replacement === 'centroid' || replacement === 'median';
};

/** Result of the attack; null where it refuses a release of means, as it must where a number was replaced. */
function unlessOfMeans<Report>(drawns: readonly DrawnRelease[], attack: () => Report): Report | null {
  try {
    return attack();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError) || !drawns.some(isOfMeans)) throw error;
    expect(error.code).toBe('LABELS_UNKNOWN');
    return null;
  }
}

/** Classes without suppressed rows that stay in the release: they are blank beside the quasi-identifiers. */
const shownClasses = ({ release }: DrawnRelease, names: readonly string[]): number[][] =>
  classesOf(release, names)
    .map((rows) => rows.filter((row) => cellOf(release, 'id', row) !== ''))
    .filter((rows) => rows.length > 0);

describe('what an attack claims is true, for releases of every algorithm in both engines', () => {
  let releases: readonly DrawnTrial[] = [];
  beforeAll(async () => {
    releases = await randomReleases(trials, 1);
  }, 1_800_000);

  // promise: attacks-are-right
  it('membership: who is certain is in the release, who is excluded is not', () => {
    const seen = new Set<string>();
    let certain = 0;
    let excluded = 0;
    for (const { people, inside, drawn } of releases) {
      const report = unlessOfMeans([drawn], () => attackMembership(drawn.release, people.table, drawn.job));
      if (report === null) continue;
      const released = new Set(
        Array.from({ length: drawn.release.rows }, (_, row) => cellOf(drawn.release, 'id', row)),
      );
      people.all.forEach(({ id }, person) => {
        const isIn = released.has(id as string);
        const where = JSON.stringify({ person, job: drawn.job, engine: drawn.engine });
        // Starred rows are rows of the release, without the number of their person.
        const isStarred = drawn.job.output?.suppressed === 'star' && inside.includes(person);
        if (report.low[person] === 1) expect(isIn || isStarred, where).toBe(true);
        if (report.high[person] === 0) expect(isIn, where).toBe(false);
      });
      expect(report.contradicted).toBe(0);
      certain += report.certain;
      excluded += report.excluded;
      seen.add(drawn.name);
    }
    expect([...seen].sort()).toEqual([...algorithmsInTurn].sort());
    expect(Math.min(certain, excluded)).toBeGreaterThan(20);
  });

  it('membership of releases with rounded ranges: everybody released matches the class of their row', async () => {
    let read = 0;
    for (const { people, inside, drawn } of await randomReleases(trials / 2, 500_001, 'rounded')) {
      const where = JSON.stringify({ job: drawn.job, engine: drawn.engine, people: people.all });
      const report = unlessOfMeans([drawn], () => attackMembership(drawn.release, people.table, drawn.job));
      if (report === null) continue;
      read++;
      const view = viewBuckets(drawn.release, people.table, attackedJob(drawn.job, { tables: [] }));
      const rowOf = new Map(
        Array.from({ length: drawn.release.rows }, (_, row) => [cellOf(drawn.release, 'id', row), row] as const),
      );
      people.all.forEach(({ id }, person) => {
        const row = rowOf.get(id as string);
        const isStarred = drawn.job.output?.suppressed === 'star' && inside.includes(person);
        if (report.low[person] === 1) expect(row !== undefined || isStarred, where).toBe(true);
        if (report.high[person] === 0) expect(row, where).toBeUndefined();
        if (row === undefined) return;
        const buckets = view.matches(view.people.vectorOf[person]).map(({ bucket }) => bucket);
        expect(buckets, where).toContain(view.bucketOf[row]);
      });
      expect(report.contradicted, where).toBe(0);
    }
    expect(read).toBeGreaterThan(trials / 4);
  });

  it('linkage: equal to counting the people who match every class', () => {
    for (const { people, drawn } of releases) {
      const report = unlessOfMeans([drawn], () => attackLinkage(drawn.release, people.table, drawn.job));
      if (report === null) continue;
      const classes = shownClasses(drawn, people.names);
      const matching = classes.map(
        (rows) => people.all.filter((_, person) => matches(people, drawn, rows, person)).length,
      );
      const where = JSON.stringify(drawn.job);
      const rows = classes.flat().length;
      const hits = classes.reduce((sum, each, c) => sum + each.length / matching[c], 0);
      expect(report.prosecutor.largest, where).toBe(Math.max(0, ...classes.map((each) => 1 / each.length)));
      expect(report.prosecutor.hits, where).toBeCloseTo(classes.length, 9);
      expect(report.journalist.largest, where).toBe(Math.max(0, ...matching.map((count) => 1 / count)));
      expect(report.journalist.hits, where).toBeCloseTo(hits, 9);
      expect(report.marketer.average, where).toBeCloseTo(rows === 0 ? 0 : hits / rows, 9);
      // All of the release are among these people.
      expect([report.unmatchedClasses, report.shortClasses], where).toEqual([0, 0]);
      const unmatched = people.all.filter((_, person) => !classes.some((each) => matches(people, drawn, each, person)));
      expect(report.unmatchedPeople, where).toBe(unmatched.length);
    }
  });

  it('homogeneity: equal to looking at the values of every class', () => {
    for (const { people, drawn } of releases) {
      if (drawn.release.column('s') === undefined) continue;
      const [report] = attackHomogeneity(drawn.release, drawn.job).attributes;
      const classes = shownClasses(drawn, people.names);
      const shareOf = (rows: readonly number[], value: string): number =>
        rows.filter((row) => cellOf(drawn.release, 's', row) === value).length / rows.length;
      const whole = classes.flat();
      const values = [...new Set(whole.map((row) => cellOf(drawn.release, 's', row)))];
      const shares = classes.map((rows) => values.map((value) => shareOf(rows, value)));
      const table = values.map((value) => shareOf(whole, value));
      const same = classes.filter((_, c) => shares[c].includes(1));
      const where = JSON.stringify(drawn.job);
      expect([report.homogeneousClasses, report.homogeneousRows], where).toEqual([same.length, same.flat().length]);
      expect(report.largestConfidence, where).toBeCloseTo(Math.max(0, ...shares.flat()), 12);
      expect(report.largestGain, where).toBeCloseTo(
        Math.max(0, ...shares.flatMap((own) => own.map((share, v) => share / table[v]))),
        12,
      );
      const distances = shares.map((own) => own.reduce((sum, share, v) => sum + Math.abs(share - table[v]) / 2, 0));
      expect(report.largestDistance, where).toBeCloseTo(Math.max(0, ...distances), 12);
    }
  });

  // promise: attacks-are-right
  it('composition: the value of everybody in both is left, and equal to listing all worlds', async () => {
    const seen = { told: 0, listed: 0 };
    for (const { people, drawn, random } of long ? releases : releases.filter((_, i) => i % 2 === 0)) {
      const inside = people.all.map((_, i) => i).slice(random.below(4));
      const name = algorithmsInTurn[random.below(algorithmsInTurn.length)];
      const second = await drawRelease(people, inside, name, random);
      const pair = second === null ? [] : [drawn, second];
      if (pair.some(({ release }) => release.column('s') === undefined) || second === null) continue;
      const composed = unlessOfMeans(pair, () => attackComposition(drawn, second, people.table));
      if (composed === null) continue;
      const where = JSON.stringify(pair.map(({ job }) => job));
      const classes = pair.map(({ release }) => shownClassesOf(release, people.names));
      const isReleased = pair.map(
        ({ release }) => new Set(Array.from({ length: release.rows }, (_, row) => cellOf(release, 'id', row))),
      );
      const read = pair.map((each, side) => ({
        classesOf: people.all.map((_, i) =>
          [...classes[side].keys()].filter((c) => matches(people, each, classes[side][c], i)),
        ),
        values: classes[side].map((rows) => rows.map((row) => cellOf(each.release, 's', row))),
      }));
      people.all.forEach((person, i) => {
        if (!isReleased.every((ids) => ids.has(person.id as string))) return;
        const shown = read.map(({ classesOf, values }) => classesOf[i].flatMap((c) => values[c]));
        for (const values of shown) expect(values, where).toContain(person.s);
      });
      const lists = [[read[0]], [read[1]], read].map((some) => listValuesLeft(some, 20_000));
      if (lists.includes(null)) continue;
      const expected = { inBoth: 0, knownByFirst: 0, knownBySecond: 0, knownByBoth: 0, contradicted: 0 };
      people.all.forEach((_, i) => {
        const [a, b, common] = lists.map((sets) => sets![i]?.size ?? 0);
        if (a === 0 || b === 0) return;
        if (common === 0) return expected.contradicted++;
        expected.inBoth++;
        if (a === 1) expected.knownByFirst++;
        if (b === 1) expected.knownBySecond++;
        if (a > 1 && b > 1 && common === 1) expected.knownByBoth++;
      });
      const [{ inBoth, contradicted, knownByFirst, knownBySecond, knownByBoth }] = composed.attributes;
      expect({ inBoth, knownByFirst, knownBySecond, knownByBoth, contradicted }, where).toEqual(expected);
      seen.listed++;
      seen.told += expected.knownByBoth;
    }
    expect(seen.listed).toBeGreaterThan(5);
    expect(seen.told).toBeGreaterThan(0);
  });

  it('measures of permutation: equal to listing the tuples that buckets allow', () => {
    let measured = 0;
    for (const { people, drawn } of releases) {
      if (drawn.release.column('bucket') === undefined || drawn.name === 'generalize-and-permute') continue;
      // A bare A1 is a value or the beginning of A1.5: the attack keeps both readings.
      if (people.names.some((name) => columnOf(drawn.release, name).includes('A1'))) continue;
      measured++;
      const report = measurePermutation(drawn.release, people.table, drawn.job);
      const groups = groupsOf(drawn, people.names);
      const buckets = classesOf(drawn.release, people.names);
      const partOf = (row: number, group: readonly string[]): string =>
        JSON.stringify(group.map((name) => withoutQuotes(cellOf(drawn.release, name, row))));
      const allowed = new Set(
        buckets.flatMap((rows) =>
          groups
            .map((group) => [...new Set(rows.map((row) => partOf(row, group)))])
            .reduce<string[]>((tuples, parts) => tuples.flatMap((tuple) => parts.map((part) => tuple + part)), ['']),
        ),
      );
      const tupleOf = (person: number): string =>
        groups.map((group) => JSON.stringify(group.map((name) => textOf(people.all[person][name])))).join('');
      const present = new Set(people.all.map((_, person) => tupleOf(person)).filter((tuple) => allowed.has(tuple)));
      expect(report.fakeTuples).toBe(BigInt(allowed.size - present.size));
      people.all.forEach((person, i) => {
        const shares = buckets.map((rows) =>
          groups.reduce((product, group) => {
            const own = JSON.stringify(group.map((name) => textOf(person[name])));
            return (product * rows.filter((row) => partOf(row, group) === own).length) / rows.length;
          }, 1),
        );
        expect(report.gamma[i]).toBeCloseTo(Math.max(0, ...shares), 12);
        expect(report.matchingBuckets[i]).toBe(shares.filter((share) => share > 0).length);
      });
    }
    expect(measured).toBeGreaterThan(5);
  });
});

/** The value `"x"` stands in more double quotes where x is a value too. */
/** Value behind a cell: it stands in one more pair of quotes where a label reads like it. */
const withoutQuotes = (text: string): string => ({ '"""x"""': '"x"', '"A1"': 'A1' })[text] ?? text;
const textOf = (value: string | number | null): string => (value === null ? '' : String(value));

describe('releases that an attack cannot read', () => {
  const job: Job = {
    attributes: { age: { role: 'quasi-identifier', type: 'integer' }, s: { role: 'sensitive' } },
    privacy: [{ model: 'k-anonymity', k: 3 }],
    algorithm: { name: 'mdav', replacement: 'median' },
  };

  it('a median that is somebody else’s value discloses nobody: refused, not taken for the value', () => {
    const people = tableFromRows([{ age: 4 }, { age: 5 }, { age: 6 }, { age: 5 }]);
    const release = tableFromRows(
      ['a', 'b', 'c'].map((s) => ({ age: '5', s })),
      { types: { age: 'string' } },
    );
    for (const attack of [
      () => attackMembership(release, people, job),
      () => attackLinkage(release, people, job),
      () => attackComposition({ release, job }, { release, job }, people),
    ]) {
      expect(attack).toThrow(expect.objectContaining({ code: 'LABELS_UNKNOWN' }));
    }
  });

  it('homogeneity of a file without the columns that make its classes is refused', () => {
    const release = tableFromRows([{ age: '5', s: 'a' }], { types: { age: 'string' } });
    const permuted: Job = { ...job, algorithm: 'bucketization' };
    expect(() => attackHomogeneity(release, permuted)).toThrow(expect.objectContaining({ code: 'UNKNOWN_COLUMN' }));
    const other = tableFromRows([{ s: 'a' }]);
    expect(() => attackHomogeneity(other, job)).toThrow(expect.objectContaining({ code: 'UNKNOWN_COLUMN' }));
  });

  it('linkage: rounding of the classes is carried along: ten tenths are one', () => {
    const values = Array.from({ length: 10 }, (_, age) => ({ age, s: 'a' }));
    const people = tableFromRows(values.flatMap((value) => Array.from({ length: 10 }, () => value)));
    const { journalist } = attackLinkage(tableFromRows(values), people, { ...job, algorithm: 'mondrian' });
    expect(journalist).toEqual({ largest: 0.1, hits: 1, average: 0.1 });
  });

  it('linkage: rows of a class are linked with the people who match it, also where these are fewer', () => {
    const ranges: Job = { ...job, algorithm: 'mondrian' };
    const release = tableFromRows(
      ['a', 'b', 'c'].map((s) => ({ age: '[4-6]', s })),
      { types: { age: 'string' } },
    );
    const report = attackLinkage(release, tableFromRows([{ age: 4 }, { age: 6 }, { age: 9 }]), ranges);
    expect(report).toMatchObject({ shortClasses: 1, shortRows: 3, unmatchedPeople: 1, journalist: { largest: 1 / 2 } });
    // Several rows of the one person of the register.
    const alone = attackLinkage(release, tableFromRows([{ age: 4 }, { age: 9 }]), ranges);
    expect(alone).toMatchObject({ shortClasses: 1, journalist: { largest: 1, hits: 3, average: 1 } });
  });
});
