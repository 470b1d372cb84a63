import { logarithm } from '../../base/elementary.js';
import type { AuditedModelKind } from './model.js';
import { countValues, forShares, most, ofClasses, tolerance, whereClasses, wholeOf } from './model.js';

/** |ln(q / p)| < delta for the values of a class; ln(q / p) < delta where rows of persons differ in their quasi-identifiers. */
export const deltaDisclosure: AuditedModelKind<{
  readonly model: 'delta-disclosure';
  readonly delta: number;
  readonly attribute: string;
  readonly absent?: 'ignored' | 'violates';
}> = {
  name: 'delta-disclosure',
  numbers: ['delta'],
  words: { absent: ['ignored', 'violates'] },
  optional: ['absent'],
  isRelative: true,
  counts: 'holders',
  // The lower side of shares has no such bound.
  isBoundable: ({ areSplit }) => areSplit,
  measure({ delta: required, absent }, classes) {
    const { sizes, persons, column } = classes;
    const { histogram, table } = column;
    const rows = wholeOf(classes);
    const isOneSided = persons?.areSplit === true;
    const present = table.reduce((count, inTable) => (inTable > 0 ? count + 1 : count), 0);
    const delta = ofClasses(sizes, (c) => {
      const isLacking = present > countValues(histogram, c);
      let largest = absent === 'violates' && isLacking && !isOneSided ? Infinity : 0;
      forShares(classes, rows, c, (q, p) => {
        const gain = logarithm(q) - logarithm(p);
        largest = Math.max(largest, isOneSided ? gain : Math.abs(gain));
      });
      return largest;
    });
    const bound = required * (1 + tolerance);
    return { achieved: { delta: most(delta) }, satisfied: whereClasses(sizes, (c) => delta[c] < bound) };
  },
};
