import { individualRiskOf } from '../../audit/population-risk.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { amount } from '../../base/plural.js';

/**
 * `exact`: the mean of 1 / F over what the number F of people alike may be, given f rows of them in the sample with weights
 * that sum to the estimate (F - f is negative binomial). `approximate`: the same for f = 1 and 2, else p / (f - (1 - p)).
 * `sample`: 1 / f, for a file that is no sample.
 */
export type RiskMethod = 'exact' | 'approximate' | 'sample';

/**
 * The individual re-identification risk of every row. R. Benedetti, L. Franconi: Statistical and technological solutions
 * for controlled data dissemination, 1998; with p = f / F.
 *
 * Of counts of persons (`persons` of `frequencyCounts`) it is the risk of a person by one of their rows; the risk of a person is at least the
 * largest over their rows.
 *
 * @param sample - [rows] rows, or persons, alike (fk of `frequencyCounts`), at least 1
 * @param population - [rows] estimated people alike (Fk), not below fk
 * @returns [rows] probabilities, 0 .. 1
 * @throws InvalidArgumentError COUNTS_LENGTH, COUNTS_RANGE
 */
export function individualRisk(
  sample: ArrayLike<number>,
  population: ArrayLike<number>,
  method: RiskMethod = 'exact',
): Float64Array {
  if (sample.length !== population.length) {
    throw new InvalidArgumentError(
      'population',
      amount(sample.length, 'count'),
      String(population.length),
      'COUNTS_LENGTH',
    );
  }
  return Float64Array.from(sample, (f, row) => {
    if (!(f >= 1 && Number.isInteger(f) && population[row] >= f)) {
      throw new InvalidArgumentError(
        'sample',
        'whole numbers from 1 that the population is not below',
        `another at row ${row}`,
        'COUNTS_RANGE',
      );
    }
    if (method === 'sample') return 1 / f;
    const p = f / population[row];
    if (p === 1) return 1 / f;
    return method === 'approximate' && f > 2 ? p / (f - (1 - p)) : individualRiskOf(f, population[row]);
  });
}
