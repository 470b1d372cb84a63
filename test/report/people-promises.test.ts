import { expect, it } from 'vitest';
import { unitNoun } from '../../src/base/unit.js';
import { promiseOf } from '../../src/report/promises.js';

it('promises of classes count people where a job says that each row is one person, else rows', () => {
  const sentencesOf = (noun = unitNoun()): string[] => [
    promiseOf({ model: 'alpha-k-anonymity', required: { k: 5, alpha: 0.5 } }, undefined, noun),
    promiseOf({ model: 'l-diversity', variant: 'recursive', required: { l: 2, c: 3 } }, undefined, noun),
    promiseOf({ model: 'km-anonymity', required: { k: 5, m: 2 } }, undefined, noun),
  ];
  for (const sentence of sentencesOf(unitNoun({ unit: 'row' }))) {
    expect(sentence).toContain('people');
    expect(sentence).not.toMatch(/\brows?\b/);
  }
  for (const sentence of sentencesOf()) expect(sentence).toMatch(/\brows\b/);
});
