import type { AuditedModelKind } from './model.js';
import { atMost, most, ofClasses, whereClasses } from './model.js';

/** 1 / rows, or persons, of every class. */
export const maximumRisk: AuditedModelKind<{ readonly model: 'maximum-risk'; readonly risk: number }> = {
  name: 'maximum-risk',
  numbers: ['risk'],
  counts: 'sizes',
  isBoundable: () => true,
  measure: ({ risk }, { sizes }) => ({
    achieved: { risk: most(ofClasses(sizes, (c) => 1 / sizes[c])) },
    satisfied: whereClasses(sizes, (c) => atMost(1 / sizes[c], risk)),
  }),
};

/** Classes / rows; of persons the mean of 1 / persons of the smallest class of each. */
export const averageRisk: AuditedModelKind<{ readonly model: 'average-risk'; readonly risk: number }> = {
  name: 'average-risk',
  numbers: ['risk'],
  counts: 'sizes',
  isBoundable: () => true,
  judgePersons({ risk: required }, fewest) {
    const risk = fewest.length === 0 ? 0 : fewest.reduce((sum, persons) => sum + 1 / persons, 0) / fewest.length;
    return { achieved: { risk }, holds: atMost(risk, required) };
  },
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
