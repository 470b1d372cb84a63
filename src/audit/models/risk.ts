import type { AuditedModelKind } from './model.js';
import { atMost, most, ofClasses, whereClasses } from './model.js';

/** 1 / rows of every class. */
export const maximumRisk: AuditedModelKind<{ readonly model: 'maximum-risk'; readonly risk: number }> = {
  name: 'maximum-risk',
  numbers: ['risk'],
  measure: ({ risk }, { sizes }) => ({
    achieved: { risk: most(ofClasses(sizes, (c) => 1 / sizes[c])) },
    satisfied: whereClasses(sizes, (c) => atMost(1 / sizes[c], risk)),
  }),
};

/** Classes / rows. */
export const averageRisk: AuditedModelKind<{ readonly model: 'average-risk'; readonly risk: number }> = {
  name: 'average-risk',
  numbers: ['risk'],
  judgeTable({ risk: required }, sizes) {
    let classes = 0;
    let rows = 0;
    for (const size of sizes) {
      if (size > 0) classes++;
      rows += size;
    }
    const risk = rows === 0 ? 0 : classes / rows;
    return { achieved: { risk }, holds: atMost(risk, required) };
  },
};
