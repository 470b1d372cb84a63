import { exponential, logarithm } from '../../base/elementary.js';
import type { SparseHistogram } from '../histogram.js';
import type { AuditedClasses, AuditedModelKind, ClassMeasure } from './model.js';
import {
  countValues,
  descending,
  headAndTail,
  least,
  most,
  ofClasses,
  tolerance,
  totalOf,
  whereClasses,
} from './model.js';

export interface LDiversity {
  readonly model: 'l-diversity';
  readonly variant: 'distinct' | 'entropy' | 'recursive';
  readonly l: number;
  readonly c?: number;
  readonly attribute: string;
}

/** l values that are well represented. Machanavajjhala et al. 2007. */
export const lDiversity: AuditedModelKind<LDiversity> = {
  name: 'l-diversity',
  countsValues: true,
  counts: 'worst',
  isBoundable: () => true,
  numbers: ['l'],
  words: { variant: ['distinct', 'entropy', 'recursive'] },
  numbersOf: ({ variant }) => (variant === 'recursive' ? ['c'] : []),
  isRequired: ({ variant }, key) => key !== 'c' || variant === 'recursive',
  complete: ({ variant, l }, achieved) =>
    variant === 'recursive' && Number.isFinite(achieved.c ?? 0) ? { ...achieved, l } : achieved,
  measure({ variant, l, c = 0 }, classes) {
    const { sizes, column } = classes;
    if (variant === 'recursive') return measureRecursive(l, c, classes);
    if (variant === 'distinct') {
      const values = ofClasses(sizes, (at) => countValues(column.histogram, at));
      return { achieved: { l: least(values) }, satisfied: whereClasses(sizes, (at) => values[at] >= l) };
    }
    const nats = ofClasses(sizes, (at) => entropyOf(column.histogram, at));
    return {
      achieved: { l: least(nats.map(exponential)) },
      satisfied: whereClasses(sizes, (at) => nats[at] >= logarithm(l) * (1 - tolerance)),
    };
  },
};

/** Measures recursive (c, l)-diversity. No c suffices for a class of fewer than l values: then the largest l that holds with the required c. */
function measureRecursive(l: number, c: number, { sizes, column: { histogram } }: AuditedClasses): ClassMeasure {
  const parts = Array.from(sizes, (_, at) => headAndTail(histogram, at, l));
  const isOpen = parts.some(({ tail }) => tail === 0);
  return {
    achieved: {
      c: most(ofClasses(sizes, (at) => parts[at].most / parts[at].tail)),
      ...(isOpen ? { l: least(ofClasses(sizes, (at) => largestL(histogram, at, c))) } : {}),
    },
    satisfied: whereClasses(sizes, (at) => parts[at].most < c * parts[at].tail),
  };
}

/** The largest l for which a class is recursively (c,l)-diverse, 0 for none. */
function largestL(histogram: SparseHistogram, group: number, c: number): number {
  const counts = descending(histogram, group);
  let tail = totalOf(histogram, group);
  let l = 0;
  // Beyond the last value nothing is left.
  while (counts[0] < c * tail) tail -= counts[l++];
  return l;
}

/** Entropy of the class in nats. Machanavajjhala et al. 2007, definition 4.1: l = exp(entropy). */
function entropyOf(histogram: SparseHistogram, c: number): number {
  const total = totalOf(histogram, c);
  let nats = 0;
  for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) {
    nats += (histogram.count[e] / total) * logarithm(total / histogram.count[e]);
  }
  return nats;
}
