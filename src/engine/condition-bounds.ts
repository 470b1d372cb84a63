import type { ClassCondition, PairColumn } from './engine.js';
import { naturalLogarithm } from '../base/logarithm.js';

/** Kinds as the kernels number them (assembly/conditions.ts). */
export const conditionKinds = {
  size: 0,
  distinct: 1,
  entropy: 2,
  recursive: 3,
  't-equal': 4,
  't-ordered': 5,
  't-hierarchical': 6,
  shares: 7,
  range: 8,
  members: 9,
  population: 10,
  presence: 11,
  sets: 12,
  firsts: 13,
} as const satisfies Record<ClassCondition['kind'], number>;

/** Relative tolerance towards satisfied of the conditions that real numbers decide. */
const TOLERANCE = 1e-12;
/** Rounding error of an entropy that is 0, in nats: l = 1 holds for every class. */
const ENTROPY_ROUNDING = 1e-14;

/** Rounding error of a distance of weights, which are sums of fractions. */
const WEIGHT_ROUNDING = 1e-12;

/** The number a class is compared with; the same in both engines, tolerance included. */
export function conditionBound(condition: ClassCondition): number {
  switch (condition.kind) {
    case 'size':
      return condition.minimum;
    case 'distinct':
      return condition.l;
    case 'entropy':
      return naturalLogarithm(condition.l) * (1 - TOLERANCE) - ENTROPY_ROUNDING;
    case 'recursive':
      return condition.c;
    case 't-equal':
    case 't-ordered':
    case 't-hierarchical':
      return condition.t * (1 + TOLERANCE) + (condition.pairs === undefined ? 0 : WEIGHT_ROUNDING);
    case 'shares':
    case 'members':
    case 'firsts':
    case 'population':
      return condition.minimum;
    case 'presence':
      return condition.min * (1 - TOLERANCE);
    case 'sets':
      return condition.k;
    case 'range':
      return condition.span * (1 - TOLERANCE);
  }
}

/** The second number: rows of the whole table as a t-closeness condition knows them, the largest presence; else 0. */
export function conditionTotal(condition: ClassCondition): number {
  if (condition.kind === 'presence') return condition.max * (1 + TOLERANCE);
  if (!('global' in condition)) return 0;
  if (condition.pairs !== undefined) return condition.pairs.persons;
  let total = 0;
  for (let code = 0; code < condition.global.length; code++) total += condition.global[code];
  return total;
}

/** The largest sets that a condition on sets of items looks at, at least 1: no row has more items than the longest one. */
export function largestSetOf({ m, start }: Extract<ClassCondition, { kind: 'sets' }>): number {
  let longest = 1;
  for (let code = 1; code < start.length; code++) longest = Math.max(longest, start[code] - start[code - 1]);
  return Math.min(m, longest);
}

/** The pairs of persons whose values are numbers, in ascending order of these. */
export function pairsByNumber(values: Float64Array, { personOf, valueOf, persons }: PairColumn): Uint32Array {
  const found = Uint32Array.from(valueOf.keys()).filter(
    (pair) => personOf[pair] < persons && !Number.isNaN(values[valueOf[pair]]),
  );
  return found.sort((a, b) => values[valueOf[a]] - values[valueOf[b]] || a - b);
}

/** The smallest class that a list of conditions on size allows, at least 1. */
export function minimumSizeOf(conditions: readonly ClassCondition[]): number {
  let minimum = 1;
  for (const condition of conditions) {
    const bySize =
      ['size', 'shares', 'firsts'].includes(condition.kind) && 'minimum' in condition && condition.outside !== true;
    if (bySize && condition.minimum > minimum) minimum = condition.minimum;
    if (condition.kind === 'distinct' && condition.persons === true) minimum = Math.max(minimum, condition.l);
  }
  return minimum;
}
