import { quantity } from '../base/numbers.js';
import { MISSING, WHICHEVER } from './promise.js';
import * as v from 'valibot';
import { exponential, logarithm } from '../base/elementary.js';
import { InvalidArgumentError } from '../base/errors.js';
import { number, oneOf, positive } from '../base/schema-parts.js';
import type { Achievement } from './definition.js';
import { defineModel } from './definition.js';
import { attribute, described, largestK } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * l-diversity. `distinct`: every class has at least l distinct sensitive values. `entropy`: the entropy of every
 * class's sensitive values is at least ln(l) (definition 4.1; l may be a fraction). `recursive`: with counts r_1 >= r_2
 * >= ... in every class, r_1 < c (r_l + ... + r_m) (definition 4.2; the sum is 0 when a class has fewer than l values).
 */
export const lDiversity = defineModel({
  name: 'l-diversity',
  title: 'Several sensitive values in every group',
  description:
    'Every class has well spread values of a sensitive attribute: a minimum of distinct ones, a minimum of entropy, or no value that is too frequent.',
  promise: ({ required: { l, c }, variant }, { group, noun }) => {
    const together = group === 'bucket' && noun.hasSeveral === true ? ofAllBuckets(l) : '';
    return variant === 'distinct'
      ? `Every ${group} holds at least ${quantity(l)} different values of the sensitive column${together}; ${MISSING}.`
      : variant === 'entropy'
        ? `In every ${group} the sensitive values are spread at least as evenly as ${quantity(l)} equally frequent ones${together}; ${MISSING}.`
        : `In every ${group} the commonest sensitive value has fewer ${noun.many} than ${quantity(c)} times those of the value of rank ${quantity(l)} and all rarer ones${together}; ${MISSING}.`;
  },
  promiseToPersons: ({ required: { l, c }, variant }) =>
    variant === 'distinct'
      ? `The people of every class hold at least ${quantity(l)} different values of the sensitive column, ${WHICHEVER}; ${MISSING}.`
      : variant === 'entropy'
        ? `In every class the sensitive values of its people are spread at least as evenly as ${quantity(l)} equally frequent ones, ${WHICHEVER}; ${MISSING}.`
        : `In every class the commonest sensitive value has fewer people than ${quantity(c)} times those of the value of rank ${quantity(l)} and all rarer ones, ${WHICHEVER}; ${MISSING}.`,
  example: { variant: 'distinct', l: 2 },
  source:
    'A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam: l-diversity: privacy beyond k-anonymity, TKDD 1(1), 2007',
  parameters: {
    variant: described(oneOf(['distinct', 'entropy', 'recursive']), 'distinct | entropy | recursive'),
    l: described(number({ code: 'L', min: 1, max: largestK }), 'at least 1; an integer for distinct and recursive'),
    c: v.optional(described(positive('C'), 'above 0, only for recursive: r_1 < c (r_l + ... + r_m)')),
    attribute: attribute(),
  },
  monotone: true,
  byPersons: 'worst-case',
  check({ variant, l, c }, path) {
    if (variant !== 'entropy' && !Number.isInteger(l)) {
      const expected = 'a whole number (a fraction only with entropy)';
      throw new InvalidArgumentError(`${path}.l`, expected, String(l), 'L_NOT_INTEGER');
    }
    if (variant === 'recursive' && c === undefined) {
      const expected = 'a number above 0 with recursive (c,l)-diversity';
      throw new InvalidArgumentError(`${path}.c`, expected, 'nothing', 'MISSING_OPTION');
    }
  },
  create({ variant, l, c = 0 }, { path }) {
    if (variant !== 'recursive' && c !== 0) {
      throw new InvalidArgumentError(`${path}.c`, 'one of model, variant, l, attribute', 'another', 'UNKNOWN_OPTION');
    }
    return {
      condition: (column) => (variant === 'recursive' ? { kind: variant, column, l, c } : { kind: variant, column, l }),
      achieved(sizes, histogram, global): Achievement {
        const size = (global as Uint32Array).length;
        const counts = histogram as Uint32Array;
        if (variant === 'distinct') return distinctResult(counts, size, l);
        if (variant === 'entropy') return entropyResult(sizes, counts, size, l);
        return recursiveResult(sizes, counts, size, l, c);
      },
    };
  },
});

function distinctResult(histogram: Uint32Array, size: number, l: number): Achievement {
  let fewest = Infinity;
  for (let start = 0; start < histogram.length; start += size) {
    let distinct = 0;
    for (let at = start; at < start + size; at++) if (histogram[at] > 0) distinct++;
    fewest = Math.min(fewest, distinct);
  }
  return { achieved: { l: fewest }, holds: fewest >= l };
}

function entropyResult(sizes: Uint32Array, histogram: Uint32Array, size: number, l: number): Achievement {
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
function recursiveResult(sizes: Uint32Array, histogram: Uint32Array, size: number, l: number, c: number): Achievement {
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

/** Promise about all buckets that show the same quasi-identifiers, where rows of one person may lie in several. */
const ofAllBuckets = (l: number): string =>
  `, and where somebody has several rows, all buckets with the same quasi-identifiers have at least ${quantity(Math.ceil(l))} of these values in common`;
