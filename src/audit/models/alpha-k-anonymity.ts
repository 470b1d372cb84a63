import type { AuditedModelKind } from './model.js';
import { atMost, headAndTail, least, most, ofClasses, totalOf, whereClasses } from './model.js';

/** k rows, of which no value has more than the share alpha. */
export const alphaKAnonymity: AuditedModelKind<{
  readonly model: 'alpha-k-anonymity';
  readonly k: number;
  readonly alpha: number;
  readonly attribute: string;
}> = {
  name: 'alpha-k-anonymity',
  countsValues: true,
  counts: 'worst',
  needsKeys: true,
  isBoundable: () => true,
  numbers: ['k', 'alpha'],
  measure({ k, alpha }, { sizes, column: { histogram } }) {
    const rows = ofClasses(sizes, (c) => totalOf(histogram, c));
    const share = ofClasses(sizes, (c) => headAndTail(histogram, c, 1).most / rows[c]);
    return {
      achieved: { k: least(rows), alpha: most(share) },
      satisfied: whereClasses(sizes, (c) => rows[c] >= k && atMost(share[c], alpha)),
    };
  },
};
