import type { AuditedModelKind } from './model.js';
import { atMost, least, most } from './model.js';

/** Groups of rows that have equal values in up to `known` quasi-identifiers: k persons, of whom no value is that of more than the share c. */
export const lkcPrivacy: AuditedModelKind<{
  readonly model: 'lkc-privacy';
  readonly known: number;
  readonly k: number;
  readonly c?: number;
  readonly attribute?: string;
}> = {
  name: 'lkc-privacy',
  numbers: ['known', 'k'],
  numbersOf: ({ attribute }) => (attribute === undefined ? [] : ['c']),
  countsValues: true,
  counts: 'holders',
  needsKeys: true,
  groups: {
    known: ({ known }) => known,
    fewest: ({ k }) => k,
    measure: ({ k, c }, { fewest, share }) => ({
      achieved: { k: least(fewest), ...(c === undefined ? {} : { c: most(share) }) },
      satisfied: Uint8Array.from(fewest, (persons, j) =>
        Number(persons >= k && (c === undefined || atMost(share[j], c))),
      ),
    }),
  },
};
