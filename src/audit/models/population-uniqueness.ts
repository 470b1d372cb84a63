import { uniqueShare } from '../population-uniques.js';
import { type Achieved, atMost, type AuditedModelKind } from './model.js';

/** Estimated unique people of the population / people of the population, of persons by the smallest class of each. */
export const populationUniqueness: AuditedModelKind<{
  readonly model: 'population-uniqueness';
  readonly population?: number;
  readonly fraction?: number;
  readonly estimator?: string;
  readonly uniques: number;
}> = {
  name: 'population-uniqueness',
  numbers: ['uniques'],
  numbersOf: ({ population }) => [population === undefined ? 'fraction' : 'population'],
  words: { estimator: ['dankar', 'pitman', 'zayatz', 'snb'] },
  optional: ['estimator'],
  counts: 'sizes',
  judgeTable: judge,
  judgePersons(spec, fewest) {
    // Whole classes of persons who have equally many in their smallest class.
    const sorted = fewest.toSorted();
    const sizes: number[] = [];
    for (let at = 0; at < sorted.length;) {
      const size = sorted[at];
      sizes.push(size);
      for (let members = 0; members < size && sorted[at] === size; members++) at++;
    }
    return judge(spec, Uint32Array.from(sizes));
  },
};

function judge(
  {
    population,
    fraction,
    estimator = 'dankar',
    uniques,
  }: Parameters<NonNullable<(typeof populationUniqueness)['judgeTable']>>[0],
  sizes: Uint32Array,
): Achieved {
  const sample = sizes.reduce((sum, size) => sum + size, 0);
  if (sample === 0) return { achieved: { uniques: 0 }, holds: true };
  const people = Math.max(sample, population ?? Math.round(sample / fraction!));
  const share = uniqueShare(sizes, people, estimator);
  return { achieved: { uniques: share }, holds: atMost(share, uniques) };
}
