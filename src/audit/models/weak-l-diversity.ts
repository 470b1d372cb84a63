import type { Achieved, AuditedModelKind } from './model.js';
import { atMost } from './model.js';

/** At most the share 1/l of the public rows in the region of a class is known to have one value. */
export const weakLDiversity: AuditedModelKind<{
  readonly model: 'weak-l-diversity';
  readonly l: number;
  readonly attribute: string;
  readonly public: string;
}> = {
  name: 'weak-l-diversity',
  numbers: ['l'],
  public: {
    judge({ l }, { measure: { population }, released, column }): Achieved {
      if (column === undefined) return { achieved: {}, holds: false };
      const { start, count } = column.histogram;
      let largest = 0;
      for (const c of released) {
        for (let entry = start[c]; entry < start[c + 1]; entry++) {
          largest = Math.max(largest, count[entry] / population[c]);
        }
      }
      return { achieved: released.length === 0 ? {} : { l: 1 / largest }, holds: atMost(largest, 1 / l) };
    },
  },
};
