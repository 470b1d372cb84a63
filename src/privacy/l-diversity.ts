import { exponential, logarithm } from '../elementary.js';
import { InvalidArgumentError } from '../errors.js';
import type { ClassCondition } from '../engine/engine.js';
import type { PrivacySpec } from '../job/job.js';
import { checkAttribute, checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult } from './model.js';
import { TOLERANCE } from './tolerance.js';

type LDiversitySpec = Extract<PrivacySpec, { model: 'l-diversity' }>;
type Result = Pick<PrivacyResult, 'achieved' | 'holds'>;

export const L_DIVERSITY_SOURCE =
  'A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam: l-diversity: privacy beyond k-anonymity, TKDD 1(1), 2007';

/**
 * l-diversity. `distinct`: every class has at least l distinct sensitive values. `entropy`: the entropy of every
 * class's sensitive values is at least ln(l) (definition 4.1; l may be a fraction). `recursive`: with counts r_1 >= r_2
 * >= ... in every class, r_1 < c (r_l + ... + r_m) (definition 4.2; the sum is 0 when a class has fewer than l values).
 *
 * @throws InvalidArgumentError VARIANT_UNKNOWN, L_TYPE, L_RANGE (l >= 1), L_NOT_INTEGER (distinct, recursive), C_TYPE,
 *   C_RANGE (c > 0, only recursive), ATTRIBUTE_TYPE, UNKNOWN_OPTION.
 */
export function createLDiversity(spec: LDiversitySpec, path: string): PrivacyModel {
  const { variant } = spec;
  if (variant !== 'distinct' && variant !== 'entropy' && variant !== 'recursive') {
    throw new InvalidArgumentError(
      `${path}.variant`,
      'distinct, entropy or recursive',
      variant === undefined ? 'nothing' : 'another value',
      'VARIANT_UNKNOWN',
    );
  }
  const recursive = variant === 'recursive';
  checkKeys(spec, ['model', 'variant', 'l', 'attribute', ...(recursive ? ['c'] : [])], path);
  const l = checkNumber(spec.l, {
    path: `${path}.l`,
    code: 'L',
    minimum: 1,
    maximum: 2 ** 31 - 1,
    integer: variant !== 'entropy',
  });
  const c = recursive
    ? checkNumber(spec.c, { path: `${path}.c`, code: 'C', minimum: 0, maximum: Infinity, above: true })
    : 0;
  const attribute = checkAttribute(spec.attribute, path);
  return {
    name: 'l-diversity',
    spec,
    source: L_DIVERSITY_SOURCE,
    monotone: true,
    attribute,
    condition(column): ClassCondition {
      return recursive ? { kind: 'recursive', column, l, c } : { kind: variant, column, l };
    },
    achieved(sizes, histogram, global): PrivacyResult {
      const required: Record<string, number> = recursive ? { l, c } : { l };
      const base = { model: 'l-diversity', variant, attribute, required } as const;
      if (sizes.length === 0) return { ...base, achieved: {}, holds: true };
      const size = (global as Uint32Array).length;
      const counts = histogram as Uint32Array;
      if (variant === 'distinct') return { ...base, ...distinctResult(counts, size, l) };
      if (variant === 'entropy') return { ...base, ...entropyResult(sizes, counts, size, l) };
      return { ...base, ...recursiveResult(sizes, counts, size, l, c) };
    },
  };
}

function distinctResult(histogram: Uint32Array, size: number, l: number): Result {
  let fewest = Infinity;
  for (let start = 0; start < histogram.length; start += size) {
    let distinct = 0;
    for (let at = start; at < start + size; at++) if (histogram[at] > 0) distinct++;
    fewest = Math.min(fewest, distinct);
  }
  return { achieved: { l: fewest }, holds: fewest >= l };
}

function entropyResult(sizes: Uint32Array, histogram: Uint32Array, size: number, l: number): Result {
  let least = Infinity;
  for (let j = 0; j < sizes.length; j++) {
    let sum = 0;
    for (let at = j * size; at < (j + 1) * size; at++) {
      if (histogram[at] > 0) sum += histogram[at] * logarithm(histogram[at]);
    }
    least = Math.min(least, logarithm(sizes[j]) - sum / sizes[j]);
  }
  least = Math.max(0, least);
  return { achieved: { l: exponential(least) }, holds: least >= logarithm(l) * (1 - TOLERANCE) };
}

/**
 * Achieved is the required l with the largest r_1 / (r_l + ... + r_m) of any class (the condition holds for every larger
 * c); where a class has fewer than l values no c suffices, and achieved is the largest l that holds with the required c,
 * 0 when none does.
 */
function recursiveResult(sizes: Uint32Array, histogram: Uint32Array, size: number, l: number, c: number): Result {
  let largestRatio = 0;
  let largestL = size;
  let holds = true;
  for (let j = 0; j < sizes.length; j++) {
    const counts = histogram
      .slice(j * size, (j + 1) * size)
      .sort()
      .reverse();
    let rest = sizes[j];
    let reached = 0;
    for (let i = 0; i < size && counts[0] < c * rest; i++) {
      reached = i + 1;
      rest -= counts[i];
    }
    largestL = Math.min(largestL, reached);
    let tail = 0;
    for (let i = l - 1; i < size; i++) tail += counts[i];
    largestRatio = Math.max(largestRatio, tail === 0 ? Infinity : counts[0] / tail);
    if (!(counts[0] < c * tail)) holds = false;
  }
  return { achieved: Number.isFinite(largestRatio) ? { l, c: largestRatio } : { l: largestL }, holds };
}
