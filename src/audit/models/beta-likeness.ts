import { logarithm } from '../../base/elementary.js';
import type { AuditedModelKind } from './model.js';
import { atMost, forShares, most, ofClasses, whereClasses, wholeOf } from './model.js';

/** (q - p) / p <= beta for every value whose share in the class q is above that in the table p. */
export const betaLikeness: AuditedModelKind<{
  readonly model: 'beta-likeness';
  readonly variant: 'basic' | 'enhanced';
  readonly beta: number;
  readonly attribute: string;
}> = {
  name: 'beta-likeness',
  numbers: ['beta'],
  words: { variant: ['basic', 'enhanced'] },
  isRelative: true,
  counts: 'holders',
  isBoundable: () => true,
  measure({ beta, variant }, classes) {
    const { sizes } = classes;
    const rows = wholeOf(classes);
    const gains = ofClasses(sizes, (c) => {
      let largest = 0;
      forShares(classes, rows, c, (q, p) => (largest = Math.max(largest, (q - p) / p)));
      return largest;
    });
    const satisfied = whereClasses(sizes, (c) => {
      let holds = true;
      forShares(classes, rows, c, (q, p, inClass, ofClass, inTable) => {
        // q > p in whole numbers, so that equal shares are equal.
        if (inClass * rows <= inTable * ofClass) return;
        const limit = variant === 'enhanced' ? Math.min(beta, -logarithm(p)) : beta;
        if (!atMost((q - p) / p, limit)) holds = false;
      });
      return holds;
    });
    return { achieved: { beta: most(gains) }, satisfied };
  },
};
