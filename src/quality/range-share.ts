import type { Domain } from '../hierarchy/domain.js';

/**
 * The share of a numeric domain's range that the run lo .. hi of leaves spans: (number(hi) - number(lo)) / range, the
 * range being that of the leaves but the missing one. A run that holds the missing leaf and others counts 1; a single
 * leaf counts 0.
 */
export function rangeShare(domain: Domain & { readonly numbers: Float64Array }, lo: number, hi: number): number {
  const { numbers, missingLeaf, size, coding } = domain;
  const { low, high } = coding?.ends ?? { low: numbers, high: numbers };
  if (lo === hi && (lo === missingLeaf || high[lo] === low[lo])) return 0;
  if (missingLeaf >= lo && missingLeaf <= hi) return 1;
  const smallest = low[missingLeaf === 0 ? 1 : 0];
  const largest = high[missingLeaf === size - 1 ? size - 2 : size - 1];
  return (high[hi] - low[lo]) / (largest - smallest);
}

/**
 * The same where a hierarchy puts the numbers in another order: (largest - smallest number of the run) / range. A function of
 * the run, since the range is that of all leaves.
 */
export function scatteredShare(numbers: Float64Array, missingLeaf: number): (lo: number, hi: number) => number {
  const spread = (lo: number, hi: number): number => {
    let smallest = Infinity;
    let largest = -Infinity;
    for (let leaf = lo; leaf <= hi; leaf++) {
      // The missing value is NaN, and neither smaller nor larger than anything.
      if (numbers[leaf] < smallest) smallest = numbers[leaf];
      if (numbers[leaf] > largest) largest = numbers[leaf];
    }
    return largest - smallest;
  };
  const range = spread(0, numbers.length - 1);
  return (lo, hi) => {
    if (lo === hi) return 0;
    return missingLeaf >= lo && missingLeaf <= hi ? 1 : spread(lo, hi) / range;
  };
}

/** True for a domain whose leaves are ascending numbers. */
export function isNumeric(domain: Domain): domain is Domain & { readonly numbers: Float64Array } {
  return domain.order === 'numeric' && domain.numbers !== null;
}
