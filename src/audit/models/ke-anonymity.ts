import type { SparseHistogram } from '../histogram.js';
import type { AuditedModelKind } from './model.js';
import { countValues, least, ofClasses, tolerance, whereClasses } from './model.js';

/** k different values, the largest e above the smallest; of persons, every interval with a number of each is e long. */
export const keAnonymity: AuditedModelKind<{
  readonly model: 'ke-anonymity';
  readonly k: number;
  readonly e: number;
  readonly attribute: string;
}> = {
  name: 'ke-anonymity',
  numbers: ['k', 'e'],
  counts: 'worst',
  lacking: (_, { numbers }) => (numbers === null ? 'its values are not numbers' : null),
  measure({ k, e }, { sizes, persons, column: { histogram, numbers } }) {
    const values = ofClasses(sizes, (c) => countValues(histogram, c));
    const range = ofClasses(sizes, persons?.intervalOf ?? ((c) => rangeOf(histogram, numbers as Float64Array, c)));
    return {
      achieved: { k: least(values), e: least(range) },
      satisfied: whereClasses(sizes, (c) => values[c] >= k && range[c] >= e * (1 - tolerance)),
    };
  },
};

/** Largest - smallest number of the class; 0 when it has none. */
function rangeOf(histogram: SparseHistogram, numbers: Float64Array, c: number): number {
  const found = Array.from(
    histogram.rank.subarray(histogram.start[c], histogram.start[c + 1]),
    (rank) => numbers[rank],
  );
  const ascending = found.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b);
  return ascending.length === 0 ? 0 : ascending[ascending.length - 1] - ascending[0];
}
