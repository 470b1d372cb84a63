import { describe, expect, it } from 'vitest';
import { attackMembership, InvalidArgumentError, tableFromRows, type Job, type Table } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { cellOf } from '../../table-texts.js';
import { long } from '../../shared.js';
import {
  algorithmsInTurn,
  classesOf,
  drawPeople,
  drawRelease,
  groupsOf,
  mayBe,
  type DrawnPeople,
  type DrawnRelease,
} from './random-releases.js';

/** [buckets][groups] what the rows of the bucket show, each with the people who may be shown so and the rows that are left. */
type Places = { readonly people: ReadonlySet<number>; rows: number }[][][];

/** Tests whether the people can fill all rows: everybody is placed in some bucket, in every group of columns by some sub-tuple. */
function canFill(places: Places, people: readonly number[], next = 0): boolean {
  if (next === people.length) return true;
  for (const groups of places) {
    if (canPlace(places, groups, people, next, 0)) return true;
  }
  return false;
}

function canPlace(places: Places, groups: Places[number], people: readonly number[], next: number, g: number): boolean {
  if (g === groups.length) return canFill(places, people, next + 1);
  for (const shown of groups[g]) {
    if (shown.rows === 0 || !shown.people.has(people[next])) continue;
    shown.rows--;
    const isFilled = canPlace(places, groups, people, next, g + 1);
    shown.rows++;
    if (isFilled) return true;
  }
  return false;
}

/** [people] sets of people that can be the release and hold the person, and all such sets. */
function listSets(places: Places, people: number, rows: number): { readonly all: number; readonly by: number[] } {
  const by = new Array<number>(people).fill(0);
  let all = 0;
  for (let set = 0; set < 2 ** people; set++) {
    const members = Array.from({ length: people }, (_, i) => i).filter((i) => (set >> i) & 1);
    if (members.length !== rows || !canFill(places, members)) continue;
    all++;
    for (const member of members) by[member]++;
  }
  return { all, by };
}

function placesOf(people: DrawnPeople, drawn: DrawnRelease): Places {
  const groups = groupsOf(drawn, people.names);
  return classesOf(drawn.release, people.names).map((rows) =>
    groups.map((group) => {
      const byText = new Map<string, { people: Set<number>; rows: number }>();
      for (const row of rows) {
        const texts = group.map((name) => cellOf(drawn.release, name, row));
        const key = JSON.stringify(texts);
        const known = byText.get(key);
        if (known !== undefined) known.rows++;
        else {
          const isOf = (person: number): boolean =>
            group.every((name, i) =>
              mayBe(people.kinds[people.names.indexOf(name)], texts[i], people.all[person][name]),
            );
          byText.set(key, { people: new Set(Array.from(people.all.keys()).filter(isOf)), rows: 1 });
        }
      }
      return [...byText.values()];
    }),
  );
}

describe('attack membership against the listing of all sets of people that can be the release', () => {
  it('gives the exact probability of everybody, whether classes and buckets overlap or not, for every algorithm', async () => {
    const seen = new Set<string>();
    let overlapping = 0;
    for (let trial = 0; trial < (long ? 6000 : 100); trial++) {
      const random = seededRandom(70_000 + trial);
      const people = drawPeople(random, 6 + random.below(4));
      const inside = people.all.map((_, i) => i).slice(0, 4 + random.below(4));
      const name = algorithmsInTurn[trial % algorithmsInTurn.length];
      const drawn = await drawRelease(people, inside, name, random);
      if (drawn === null || drawn.release.rows === 0) continue;
      let report;
      try {
        report = attackMembership(drawn.release, people.table, drawn.job);
      } catch (error) {
        if (error instanceof InvalidArgumentError) continue;
        throw error;
      }
      const places = placesOf(people, drawn);
      const { all, by } = listSets(places, people.all.length, drawn.release.rows);
      const where = JSON.stringify({ trial, name, job: drawn.job });
      expect(report.contradicted, where).toBe(0);
      expect(report.unknown, where).toBe(0);
      by.forEach((count, person) => expect(report.low[person], where).toBeCloseTo(count / all, 12));
      expect(report.certain, where).toBe(by.filter((count) => count === all).length);
      expect(report.excluded, where).toBe(by.filter((count) => count === 0).length);
      const ofOne = (person: number): number =>
        places.filter((groups) => groups.every((shown) => shown.some((each) => each.people.has(person)))).length;
      if (people.all.some((_, person) => ofOne(person) > 1)) overlapping++;
      seen.add(name);
    }
    expect(seen.size).toBeGreaterThan(20);
    expect(overlapping).toBeGreaterThan(10);
  });

  it('keeps bounds that hold, and never a wrong certainty, when nothing may be counted', async () => {
    let settled = 0;
    for (let trial = 0; trial < (long ? 3000 : 48); trial++) {
      const random = seededRandom(90_000 + trial);
      const people = drawPeople(random, 6 + random.below(4));
      const inside = people.all.map((_, i) => i).slice(0, 4 + random.below(4));
      const name = ['mondrian', 'hilbert', 'slicing', 'local-recoding', 'k-member', 'idistance'][trial % 6];
      const drawn = await drawRelease(people, inside, name, random);
      if (drawn === null || drawn.release.rows === 0) continue;
      const report = attackMembership(drawn.release, people.table, drawn.job, { budget: 0 });
      const { all, by } = listSets(placesOf(people, drawn), people.all.length, drawn.release.rows);
      by.forEach((count, person) => {
        const where = JSON.stringify({ trial, name, person });
        expect(report.low[person], where).toBeLessThanOrEqual(count / all + 1e-12);
        expect(report.high[person], where).toBeGreaterThanOrEqual(count / all - 1e-12);
        if (report.isLeftOut[person] === 1) expect(count, where).toBeLessThan(all);
        if (report.isChosen[person] === 1) expect(count, where).toBeGreaterThan(0);
        // Flows decide releases that are not permuted.
        if (name === 'slicing') return;
        expect(report.low[person] === 1, where).toBe(count === all);
        expect(report.high[person] === 0, where).toBe(count === 0);
      });
      if (report.unknown > 0 && report.undecided === 0) settled++;
    }
    expect(settled).toBeGreaterThan(3);
  });
});

describe('buckets that people share', () => {
  const numbers = (rows: readonly (readonly (string | number)[])[], names: readonly string[]): Table =>
    tableFromRows(rows.map((row) => Object.fromEntries(row.map((cell, i) => [names[i], cell]))));

  it('four rows and four people: everybody is certain', () => {
    const job: Job = {
      attributes: { age: { role: 'quasi-identifier', type: 'integer' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'mondrian', partitioning: 'relaxed' },
      output: { ranges: 'tight' },
    };
    const release = tableFromRows(
      ['[1-2]', '[1-2]', '[2-3]', '[2-3]'].map((age) => ({ age })),
      { types: { age: 'string' } },
    );
    const report = attackMembership(release, numbers([[1], [2], [2], [3]], ['age']), job);
    expect(report).toMatchObject({ certain: 4, exact: 4, unknown: 0 });
  });

  it('people who fill one permuted bucket are not in the other', () => {
    const job: Job = {
      attributes: {
        age: { role: 'quasi-identifier', type: 'integer' },
        zip: { role: 'quasi-identifier', type: 'integer' },
      },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'slicing', columns: [['age'], ['zip']] },
    };
    const release = numbers([[1, 20, 1], [2, 21, 1], [2, 21, 2], [3, 22, 2]], ['age', 'zip', 'bucket']); // prettier-ignore
    const people = numbers([[1, 20], [1, 21], [2, 20], [2, 21], [3, 22]], ['age', 'zip']); // prettier-ignore
    const report = attackMembership(release, people, job);
    expect([...report.low]).toEqual([0, 1, 1, 1, 1]);
    expect(report).toMatchObject({ certain: 4, excluded: 1, exact: 5 });
  });

  it('reads `other` as values that no label names beside it, one of the name "other" among them', () => {
    const job: Job = {
      attributes: { town: { role: 'quasi-identifier', type: 'string' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    };
    const towns = (texts: string): Table => tableFromRows(texts.split('/').map((town) => ({ town })));
    // One person lives in "other", one in Cc: they are the rows of `other`, and nobody of Bb is among those.
    const report = attackMembership(towns('Aa/Aa/{Bb, other}/{Bb, other}/other/other'), towns('Aa/Aa/Bb/Bb/Cc/other'), job); // prettier-ignore
    expect([...report.low]).toEqual([1, 1, 1, 1, 1, 1]);
    const one = attackMembership(towns('{Bb, other}/{Bb, other}/other'), towns('Bb/Bb/Bb/other'), job);
    expect([...one.low]).toEqual([2 / 3, 2 / 3, 2 / 3, 1]);
    const quoted = attackMembership(towns('"other"/"other"/other'), towns('other/other/Cc/Dd'), job);
    expect([...quoted.low]).toEqual([1, 1, 0.5, 0.5]);
  });
});
