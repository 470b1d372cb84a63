import { describe, expect, it } from 'vitest';
import type { AlgorithmSpec, Job, Table } from '../../../src/index.js';
import { anonymize, InfeasibleError, tableFromRows } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { attackMembership } from '../../../src/assess/attacks/membership-attack.js';
import { measurePermutation } from '../../../src/assess/attacks/permutation-measures.js';
import {
  salaryJob,
  k,
  private1,
  private2,
  public1,
  public2,
  tableOf,
} from '../../algorithms/permutation/thesis-tables.js';
import { casesOf } from '../../shared.js';
import { cellOf } from '../../table-texts.js';

const rowOf = (people: readonly (readonly unknown[])[], name: string): number =>
  people.findIndex(([each]) => each === name);

describe('the membership attack, Toth 2015, chapter 4', () => {
  const algorithm = { name: 'slicing', columns: 'one-attribute-per-column', partitioning: 'strict' };

  it('Figures 4.1 to 4.3: Sara is in the sliced table of Figure 3.4 for certain', async () => {
    const job = salaryJob({ ...k(2), algorithm });
    const { release } = await anonymize(tableOf(private2), job, { engine: 'js' });
    const report = attackMembership(release, tableOf(public2), job);
    expect(report.low[rowOf(public2, 'Sara')]).toBe(1);
    expect(report.low[rowOf(public2, 'Julie')]).toBe(1);
    expect(report.high[rowOf(public2, 'Ada')]).toBe(0);
    expect(report).toMatchObject({ people: 6, buckets: 2, unknown: 0, certain: 4, excluded: 2, contradicted: 0 });
  });

  it('Figures 4.2 and 3.7: the same from anatomy with permutation; gamma of Sara is 1/4', async () => {
    const job = salaryJob({ ...k(2), algorithm: { name: 'anatomy', groups: 'mondrian', permute: true } });
    const { release } = await anonymize(tableOf(private2), job, { engine: 'js' });
    expect(attackMembership(release, tableOf(public2), job).certain).toBe(4);
    const measures = measurePermutation(release, tableOf(private2), job);
    expect(measures.gamma[rowOf(private2, 'Sara')]).toBe(0.25);
    // Each of two buckets allows 2 x 2 tuples, 2 of which are there.
    expect(measures.fakeTuples).toBe(4n);
    expect([...measures.matchingBuckets]).toEqual([1, 1, 1, 1]);
  });

  it('Figures 4.4 to 4.9: Sara matches two overlapping buckets of Figure 3.9, and is in their union for certain', async () => {
    const job = salaryJob({ ...k(4), algorithm: { name: 'slicing', columns: [['zip'], ['age', 'salary']] } });
    const { release } = await anonymize(tableOf(private1), job, { engine: 'js' });
    const report = attackMembership(release, tableOf(public1), job);
    expect(report.low[rowOf(public1, 'Sara')]).toBe(1);
    const measures = measurePermutation(release, tableOf(public1), job);
    expect(measures.matchingBuckets[rowOf(public1, 'Sara')]).toBe(2);
  });

  it('a generalized table: Sara of Figure 2.3 is there with probability 3/4', async () => {
    const job = salaryJob({ ...k(3), algorithm: { name: 'mondrian' } }, true);
    const rows = private1.map(([, , age, salary]) => ({ zip: '537*', age: String(age), salary }));
    const report = attackMembership(tableFromRows(rows), tableOf(public1), job);
    expect(report.low[rowOf(public1, 'Sara')]).toBe(0.75);
    expect(report.isExact[rowOf(public1, 'Sara')]).toBe(1);
  });

  it('bucketization: certain are those whose quasi-identifiers nobody outside shares', async () => {
    const job = salaryJob({ ...k(3), algorithm: 'bucketization' });
    const { release } = await anonymize(tableOf(private1), job, { engine: 'js' });
    const report = attackMembership(release, tableOf(public1), job);
    expect(report.certain).toBe(6);
    // Elizabeth, Clara and Julie share theirs, two of the three are in the table.
    expect(report.low[rowOf(public1, 'Elizabeth')]).toBeCloseTo(2 / 3, 15);
    expect(report.high[rowOf(public1, 'Jesper')]).toBe(0);
  });

  it('says when the release is not of people in the public table', async () => {
    const job = salaryJob({ ...k(3), algorithm: 'bucketization' });
    const { release } = await anonymize(tableOf(private1), job, { engine: 'js' });
    const without = tableOf(public1.filter(([name]) => name !== 'Clara' && name !== 'Julie'));
    expect(attackMembership(release, without, job).contradicted).toBeGreaterThan(0);
  });
});

/** Every subset of the people who match one of the buckets, as in the thesis; `groups` of columns stay together. */
function listed(release: Table, people: Table, person: number, groups: readonly (readonly string[])[]): number {
  const rowsBy = new Map<string, number[]>();
  for (let row = 0; row < release.rows; row++) {
    const bucket = cellOf(release, 'bucket', row);
    rowsBy.set(bucket, [...(rowsBy.get(bucket) ?? []), row]);
  }
  const part = (table: Table, group: readonly string[], row: number): string =>
    group.map((name) => cellOf(table, name, row)).join(' ');
  const matches = (who: number, rows: readonly number[]): boolean =>
    groups.every((group) => rows.some((row) => part(release, group, row) === part(people, group, who)));
  const buckets = [...rowsBy.values()].filter((rows) => matches(person, rows));
  if (buckets.length === 0) return 0;
  const union = buckets.flat();
  const candidates = Array.from({ length: people.rows }, (_, who) => who).filter((who) =>
    buckets.some((rows) => matches(who, rows)),
  );
  const signature = (table: Table, rows: readonly number[]): string =>
    groups
      .map((group) =>
        rows
          .map((row) => part(table, group, row))
          .sort()
          .join(),
      )
      .join('|');
  const wanted = signature(release, union);
  let possible = 0;
  let successful = 0;
  for (let subset = 0; subset < 2 ** candidates.length; subset++) {
    const members = candidates.filter((_, i) => (subset >> i) & 1);
    if (members.length !== union.length || signature(people, members) !== wanted) continue;
    possible++;
    if (members.includes(person)) successful++;
  }
  return successful / possible;
}

it('equals the listing of subsets on random releases of every permuting algorithm, disjoint and overlapping', async () => {
  const random = seededRandom(4);
  const slicing = (columns: unknown, partitioning: string): AlgorithmSpec => ({
    name: 'slicing',
    columns,
    partitioning,
  });
  const apart = [['a'], ['b'], ['c']];
  const ways: readonly (readonly [AlgorithmSpec, readonly (readonly string[])[]])[] = [
    [slicing('one-attribute-per-column', 'strict'), apart],
    [slicing('one-attribute-per-column', 'relaxed'), apart],
    [slicing([['a', 'c'], ['b']], 'relaxed'), [['a', 'c'], ['b']]],
    [{ name: 'anatomy', permute: true }, apart],
    [{ name: 'anatomy', permute: false }, [['a', 'b', 'c']]],
    [{ name: 'bucketization' }, [['a', 'b', 'c']]],
  ]; // prettier-ignore
  let compared = 0;
  for (let trial = 0; trial < casesOf(600, 36); trial++) {
    const people = Array.from({ length: 9 }, () => ({
      a: random.below(3),
      b: random.below(3),
      c: random.below(2),
      s: random.below(4),
    }));
    const inside = people.filter((_, i) => i < 4 + random.below(3));
    const [algorithm, groups] = ways[trial % ways.length];
    const isDiverse = algorithm.name === 'anatomy';
    const job: Job = {
      attributes: {
        a: { role: 'quasi-identifier' },
        b: { role: 'quasi-identifier' },
        c: { role: 'quasi-identifier' },
        s: { role: 'sensitive' },
      },
      privacy: isDiverse
        ? [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }]
        : [{ model: 'k-anonymity', k: 2 }],
      algorithm,
    };
    let done;
    try {
      done = await anonymize(tableFromRows(inside), job, { engine: trial % 4 < 2 ? 'js' : 'wasm', seed: trial });
    } catch (error) {
      if (error instanceof InfeasibleError) continue;
      throw error;
    }
    const { release } = done;
    const publicTable = tableFromRows(people);
    const report = attackMembership(release, publicTable, job);
    for (let person = 0; person < people.length; person++) {
      const truth = listed(release, publicTable, person, groups);
      if (Number.isNaN(truth)) {
        expect(report.isExact[person]).toBe(0);
        continue;
      }
      compared++;
      expect(report.isExact[person]).toBe(1);
      expect(report.low[person]).toBeCloseTo(truth, 12);
    }
  }
  expect(compared).toBeGreaterThan(200);
});
