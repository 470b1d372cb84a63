/** In words, how far a search is from the best that there can be. */
import type { RunResult } from 'kohort/js';
import { orderNote, percent } from './words.js';

/** A share as a percentage of three digits that is not below it: for what is said to be "at most". */
export function percentAtMost(share: number): string {
  if (share <= 0) return percent(0);
  const digit = 10 ** (Math.floor(Math.log10(share)) - 2);
  return percent(digit * Math.ceil(share / digit - 1e-9));
}

/** Maximum excess of a cost over the least possible one, as a share of that; null where nothing is known. */
export function excessOf(gap: number): number | null {
  return gap < 1 ? gap / (1 - gap) : null;
}

/** Describes the distance of a running search's best solution from the best possible. */
export function distanceText(gap: number): string {
  const excess = excessOf(gap);
  if (excess === null) return 'it is not known yet how far this is from the best possible';
  return excess <= 0 ? 'proven best' : `at most ${percentAtMost(excess)} above the best possible`;
}

/** Metrics whose keys are no words. */
const METRIC_WORDS: Readonly<Record<string, string>> = {
  averageClassSize: 'average class size',
  lossGeometric: 'geometric mean of loss',
  ncp: 'certainty penalty',
};

/** Proven, or how far from it, by which metric and for which order of texts; null for searches that prove nothing, and need not. */
export function proofOf({ search, algorithm, assumedOrder }: Pick<RunResult, 'search' | 'algorithm' | 'assumedOrder'>) {
  const { metric } = algorithm;
  const proof = proofOfSearch(search);
  if (proof === null || typeof metric !== 'string') return proof;
  return `${proof}, by ${METRIC_WORDS[metric] ?? metric}${orderNote({ assumedOrder, algorithm })}`;
}

/** Proven, or how far from it; null for searches that prove nothing, and need not. */
export function proofOfSearch({ optimal, lowerBound, gap }: RunResult['search']): string | null {
  if (optimal) return 'proven best';
  if (typeof gap === 'number' && excessOf(gap) !== null) return `not proven: ${distanceText(gap)}`;
  return lowerBound === null ? null : 'not proven';
}
