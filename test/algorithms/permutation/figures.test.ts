import { describe, expect, it } from 'vitest';
import { anonymize } from '../../../src/index.js';
import { salaryJob, k, labels, multisets, private1, private2, tableOf } from './thesis-tables.js';

describe('the permuted tables of the thesis, as multisets per bucket', () => {
  for (const engine of ['js', 'wasm'] as const) {
    it(`Figures 3.1 and 3.2, bucketized (${engine})`, async () => {
      const one = await anonymize(tableOf(private1), salaryJob({ ...k(3), algorithm: 'bucketization' }), { engine });
      expect(multisets(one.release, ['zip', 'age'])).toEqual([
        '5370 25, 5370 25, 5372 25, 5372 25, 5373 25',
        '5370 27, 5371 27, 5371 27',
      ]);
      expect(multisets(one.release, ['salary'])).toEqual(['15k, 25k, 30k, 45k, 9k', '30k, 40k, 42k']);
      expect(one.result.solution).toMatchObject({ kind: 'permutation', bucketColumn: 'bucket' });
      expect(one.result.classes).toBe(2);
      expect(one.result.metrics.discernibility).toBe(34);
      const two = await anonymize(tableOf(private2), salaryJob({ ...k(2), algorithm: 'bucketization' }), { engine });
      expect(multisets(two.release, ['zip', 'age'])).toEqual(['5370 21, 5371 27', '5372 32, 5376 39']);
      expect(multisets(two.release, ['salary'])).toEqual(['15k, 40k', '42k, 50k']);
    });

    it(`Figures 3.3 and 3.4, one attribute per column, strict, ties to the smaller domain (${engine})`, async () => {
      const algorithm = {
        name: 'slicing',
        columns: 'one-attribute-per-column',
        partitioning: 'strict',
        ties: 'smaller-domain',
      };
      const two = await anonymize(tableOf(private2), salaryJob({ ...k(2), algorithm }), { engine });
      expect(multisets(two.release, ['zip'])).toEqual(['5370, 5371', '5372, 5376']);
      expect(multisets(two.release, ['age'])).toEqual(['21, 27', '32, 39']);
      expect(multisets(two.release, ['salary'])).toEqual(['15k, 40k', '42k, 50k']);
      const one = await anonymize(tableOf(private1), salaryJob({ ...k(3), algorithm }), { engine });
      expect(multisets(one.release, ['zip'])).toEqual(['5370, 5370, 5372, 5372, 5373', '5370, 5371, 5371']);
      expect(multisets(one.release, ['age'])).toEqual(['25, 25, 25, 25, 25', '27, 27, 27']);
      expect(multisets(one.release, ['salary'])).toEqual(['15k, 25k, 30k, 45k, 9k', '30k, 40k, 42k']);
      // Ties in the order of the job, as slicing breaks them by default, cut the zip codes first.
      const byJob = salaryJob({ ...k(3), algorithm: { ...algorithm, ties: 'job-order' } });
      const other = await anonymize(tableOf(private1), byJob, { engine });
      expect(multisets(other.release, ['zip'])).toEqual(['5370, 5370, 5370, 5371, 5371', '5372, 5372, 5373']);
    });

    it(`Figure 3.3's buckets by Mondrian; ties in the order of the job cut the zip codes first (${engine})`, async () => {
      for (const name of ['bucketization', 'anatomy', 'mondrian']) {
        const more = name === 'anatomy' ? { groups: 'mondrian' } : {};
        const buckets = async (ties: string): Promise<string[]> => {
          const job = salaryJob({ ...k(3), algorithm: { name, ties, ...more } });
          const { release } = await anonymize(tableOf(private1), job, { engine });
          return name === 'mondrian' ? labels(release, ['zip', 'age']) : multisets(release, ['zip']);
        };
        const [smaller, byJob] = [await buckets('smaller-domain'), await buckets('job-order')];
        if (name === 'mondrian') {
          expect(smaller).toEqual(['* 25: 5', '[5370-5371] 27: 3']);
          expect(byJob).toEqual(['[5370-5371] *: 5', '[5372-5373] 25: 3']);
          continue;
        }
        expect(smaller).toEqual(['5370, 5370, 5372, 5372, 5373', '5370, 5371, 5371']);
        expect(byJob).toEqual(['5370, 5370, 5370, 5371, 5371', '5372, 5372, 5373']);
      }
    });

    it(`Figures 3.5 to 3.8, anatomy with permutation (${engine})`, async () => {
      const algorithm = { name: 'anatomy', groups: 'mondrian', permute: true };
      const one = await anonymize(tableOf(private1), salaryJob({ ...k(3), algorithm }), { engine });
      expect(one.release.columns.map((column) => column.name)).toEqual(['zip', 'age', 'bucket']);
      expect(multisets(one.release, ['zip'])).toEqual(['5370, 5370, 5372, 5372, 5373', '5370, 5371, 5371']);
      expect(multisets(one.release, ['age'])).toEqual(['25, 25, 25, 25, 25', '27, 27, 27']);
      expect(one.tables.sensitive?.columns.map((column) => column.name)).toEqual(['bucket', 'salary']);
      expect(multisets(one.tables.sensitive!, ['salary'])).toEqual(['15k, 25k, 30k, 45k, 9k', '30k, 40k, 42k']);
      const two = await anonymize(tableOf(private2), salaryJob({ ...k(2), algorithm }), { engine });
      expect(multisets(two.release, ['zip'])).toEqual(['5370, 5371', '5372, 5376']);
      expect(multisets(two.release, ['age'])).toEqual(['21, 27', '32, 39']);
      expect(multisets(two.tables.sensitive!, ['salary'])).toEqual(['15k, 40k', '42k, 50k']);
    });

    it(`a column is sliced once at most (${engine})`, async () => {
      const algorithm = {
        name: 'slicing',
        columns: [
          ['zip', 'age'],
          ['age', 'salary'],
        ],
      };
      const twice = Promise.resolve().then(() =>
        anonymize(tableOf(private1), salaryJob({ ...k(4), algorithm }), { engine }),
      );
      await expect(twice).rejects.toMatchObject({
        argument: 'algorithm.columns',
        expected: 'every column at most once',
        code: 'DUPLICATE_COLUMN',
      });
    });

    it(`Figures 3.9 and 3.10, sliced with age and salary together, relaxed (${engine})`, async () => {
      const algorithm = { name: 'slicing', columns: [['zip'], ['age', 'salary']] };
      const one = await anonymize(tableOf(private1), salaryJob({ ...k(4), algorithm }), { engine });
      expect(multisets(one.release, ['zip'])).toEqual(['5370, 5370, 5370, 5371', '5371, 5372, 5372, 5373']);
      // Figure 3.9 gives Clara's 25 30k, and Bob's 27 42k to the second bucket, as here.
      expect(multisets(one.release, ['age', 'salary'])).toEqual([
        '25 15k, 25 30k, 27 30k, 27 40k',
        '25 25k, 25 45k, 25 9k, 27 42k',
      ]);
      const two = await anonymize(tableOf(private2), salaryJob({ ...k(2), algorithm }), { engine });
      expect(multisets(two.release, ['zip'])).toEqual(['5370, 5371', '5372, 5376']);
      expect(multisets(two.release, ['age', 'salary'])).toEqual(['21 15k, 27 40k', '32 42k, 39 50k']);
    });
  }
});
