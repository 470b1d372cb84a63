import { countNumbers, type Domain } from '../hierarchy/domain.js';

/**
 * The share of a numeric domain's range that the run lo .. hi of leaves spans: (number(hi) - number(lo)) / range, the
 * range being that of the leaves that are numbers. A run that holds several leaves, one of them no number (the missing
 * value, a text of the hierarchy), counts 1; a single leaf counts 0.
 */
export function rangeShare(domain: Domain & { readonly numbers: Float64Array }, lo: number, hi: number): number {
  const { numbers, coding } = domain;
  const { low, high } = coding?.ends ?? { low: numbers, high: numbers };
  const last = countNumbers(numbers) - 1;
  if (lo === hi && (lo > last || high[lo] === low[lo])) return 0;
  return hi > last ? 1 : (high[hi] - low[lo]) / (high[last] - low[0]);
}

/**
 * The share of a run where a hierarchy puts the numbers in another order: (largest - smallest number of the run) / range. A function of the run,
 * since the range is that of all leaves.
 */
export function scatteredShare(numbers: Float64Array): (lo: number, hi: number) => number {
  const known = numbers.filter((number) => !Number.isNaN(number));
  const range = spread(known);
  return (lo, hi) => {
    if (lo === hi) return 0;
    const own = numbers.subarray(lo, hi + 1);
    return own.some((number) => Number.isNaN(number)) ? 1 : spread(own) / range;
  };
}

/** Largest - smallest. */
function spread(numbers: Float64Array): number {
  let smallest = Infinity;
  let largest = -Infinity;
  for (const number of numbers) {
    if (number < smallest) smallest = number;
    if (number > largest) largest = number;
  }
  return largest - smallest;
}

/** True for a domain whose leaves are ascending numbers. */
export function isNumeric(domain: Domain): domain is Domain & { readonly numbers: Float64Array } {
  return domain.order === 'numeric' && domain.numbers !== null;
}
