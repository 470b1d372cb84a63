import type { Job } from '../../../src/index.js';
import type { RandomSource } from '../../../src/base/random.js';

/** Forty people with two quasi-identifiers and a sensitive attribute, and about a third of them as the private table. */
export function drawPublicPeople(random: RandomSource) {
  const people = Array.from({ length: 40 }, () => ({
    a: random.below(6),
    b: random.below(5),
    s: `s${random.below(3)}`,
  }));
  return { people, inside: people.filter(() => random.below(3) === 0) };
}

/** Their attributes in a job. */
export const publicAttributes: Job['attributes'] = {
  a: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin: 0, widths: [2, 4] } },
  b: { role: 'quasi-identifier' },
  s: { role: 'sensitive' },
};
