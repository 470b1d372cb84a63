import { logarithm } from '../../base/elementary.js';
import type { AuditedModelKind } from './model.js';
import { countValues, forShares, most, ofClasses, sumOf, tolerance, whereClasses } from './model.js';

/** |ln(q / p)| < delta for the values of a class. */
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
  measure({ delta: required, absent }, { sizes, column: { histogram, table } }) {
    const rows = sumOf(table);
    const present = table.reduce((count, inTable) => (inTable > 0 ? count + 1 : count), 0);
    const delta = ofClasses(sizes, (c) => {
      const isLacking = present > countValues(histogram, c);
      let largest = absent === 'violates' && isLacking ? Infinity : 0;
      forShares(
        histogram,
        table,
        rows,
        c,
        (q, p) => (largest = Math.max(largest, Math.abs(logarithm(q) - logarithm(p)))),
      );
      return largest;
    });
    const bound = required * (1 + tolerance);
    return { achieved: { delta: most(delta) }, satisfied: whereClasses(sizes, (c) => delta[c] < bound) };
  },
};
