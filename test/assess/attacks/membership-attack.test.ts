import { describe, expect, it } from 'vitest';
import { anonymize, tableFromRows } from '../../../src/index.js';
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
