import type { AuditedModelKind } from './model.js';
import { least, ofClasses, whereClasses } from './model.js';

/** Every class has k rows, or persons. */
export const kAnonymity: AuditedModelKind<{ readonly model: 'k-anonymity'; readonly k: number }> = {
  name: 'k-anonymity',
  numbers: ['k'],
  counts: 'sizes',
  needsKeys: true,
  isBoundable: () => true,
  measure: ({ k }, { sizes }) => ({
    achieved: { k: least(ofClasses(sizes, (c) => sizes[c])) },
    satisfied: whereClasses(sizes, (c) => sizes[c] >= k),
  }),
};
