import { square } from '../../base/elementary.js';
import type { Steps } from '../../base/steps.js';
import type { Domain } from '../../hierarchy/domain.js';
import type { Problem } from '../algorithm.js';
import { isReplaced, leafValues } from './replace-numbers.js';

/** Points with weights, every attribute with mean 0 and standard deviation 1 over the rows. */
export interface StandardPoints {
  /** [attributes][vectors] */
  readonly values: readonly Float64Array[];
  /** [vectors] rows. */
  readonly counts: Uint32Array;
  readonly rows: number;
}

/**
 * The vectors of a problem as standardized points (divisor n - 1; an attribute with one value is 0 throughout). Numbers and
 * dates count with their value, a missing one with the largest plus the range; others with their place in the leaf order, and
 * so do numbers that a hierarchy puts in another order, unless they are to be replaced by their mean or median.
 *
 * Yields between attributes.
 *
 * @param isReplacing - numbers are replaced
 */
export function* standardize(
  problem: Problem,
  codes: readonly Uint32Array[],
  { isReplacing }: { readonly isReplacing: boolean },
): Steps<StandardPoints> {
  const counts = problem.set.counts();
  const { rows } = problem;
  const values: Float64Array[] = [];
  for (const [a, domain] of problem.domains.entries()) {
    yield;
    const place = placesOf(domain, isReplacing);
    const column = Float64Array.from(codes[a], (code) => place[code]);
    let sum = 0;
    for (let v = 0; v < column.length; v++) sum += counts[v] * column[v];
    const mean = rows === 0 ? 0 : sum / rows;
    let squares = 0;
    for (let v = 0; v < column.length; v++) squares += counts[v] * square(column[v] - mean);
    const deviation = rows > 1 ? Math.sqrt(squares / (rows - 1)) : 0;
    for (let v = 0; v < column.length; v++) column[v] = deviation > 0 ? (column[v] - mean) / deviation : 0;
    values.push(column);
  }
  return { values, counts, rows };
}

/** The points of some vectors, on the scale of all. */
export function pickPoints(
  { values }: StandardPoints,
  { vectors, counts }: { readonly vectors: Uint32Array; readonly counts: Uint32Array },
): StandardPoints {
  return {
    values: values.map((column) => Float64Array.from(vectors, (v) => column[v])),
    counts,
    rows: counts.reduce((sum, count) => sum + count, 0),
  };
}

/** [leaves] where a value stands before all are standardized. */
function placesOf(domain: Domain, isReplacing: boolean): Float64Array {
  const { order, size } = domain;
  const numbers = order === 'numeric' ? domain.numbers : isReplacing && isReplaced(domain) ? leafValues(domain) : null;
  if (numbers === null) return Float64Array.from({ length: size }, (_, leaf) => leaf);
  const known = numbers.filter((value) => !Number.isNaN(value)).sort();
  const beyond = known.length === 0 ? 0 : 2 * known[known.length - 1] - known[0];
  return numbers.map((value) => (Number.isNaN(value) ? beyond : value));
}
