import { describe, expect, it } from 'vitest';
import { unitNoun } from '../../src/base/unit.js';
import { promiseOf } from '../../src/report/promises.js';
import { type Judged, verdictLines } from '../../src/report/verdict.js';

const keyed = unitNoun({ attributes: { patient: { role: 'person' }, age: 'quasi-identifier' } });
const judged: Judged = {
  rows: 12,
  suppressed: 2,
  classes: 2,
  privacy: [],
  exposure: null,
  risk: { before: null, after: 0.1 },
  oneValued: { disease: { classes: 1, rows: 6, persons: 3 } },
};
const textOf = (given: Judged, about: string): string | undefined =>
  verdictLines(given, keyed).find((line) => line.about === about)?.text;

describe('sentences of a job that says whose a row is', () => {
  it('promise people, whichever of their rows is looked at', () => {
    const kAnonymity = promiseOf({ model: 'k-anonymity', required: { k: 5 } }, 'regions', keyed);
    expect(kAnonymity).toMatch(/^Every released row of a person .* at least 4 other people\.$/);
    const diverse = { model: 'l-diversity', variant: 'distinct', required: { l: 2 } } as const;
    expect(promiseOf(diverse, 'regions', keyed)).toContain('whichever row of each person is looked at');
    expect(promiseOf(diverse, 'regions')).toContain('Every class holds at least 2 different values');
  });

  it('promise of buckets what all buckets of a person leave together', () => {
    const diverse = (variant: 'distinct' | 'entropy', l: number) =>
      ({ model: 'l-diversity', variant, required: { l } }) as const;
    const together =
      'where somebody has several rows, all buckets with the same quasi-identifiers have at least 3 of these values in common';
    expect(promiseOf(diverse('distinct', 3), 'permutation', keyed)).toContain(together);
    expect(promiseOf(diverse('entropy', 2.5), 'permutation', keyed)).toContain(together);
    expect(promiseOf(diverse('distinct', 3), 'permutation')).not.toContain('buckets');
    expect(promiseOf({ model: 'maximum-risk', required: { risk: 0.5 } }, 'permutation', keyed)).toContain(
      'all buckets with',
    );
    const permuted: Judged = { ...judged, risk: { before: null, after: 0.5, of: 'bucket' } };
    expect(textOf(permuted, 'risk')).toContain(
      'all buckets with the quasi-identifiers of the row reveal more together',
    );
  });

  it('have the risk of a person where persons were counted, and that of a row where an audit could not', () => {
    expect(textOf(judged, 'risk')).toBe('largest risk of a person to be found: 10 % in the release');
    expect(textOf({ ...judged, personsRecounted: false }, 'risk')).toContain('risk of a row');
    expect(textOf(judged, 'suppressed')).toContain('2 of 12 rows');
    expect(textOf(judged, 'one-valued')).toBe(
      'classes whose people all hold one sensitive value: 1 of "disease" (6 rows of 3 people), of 2 classes',
    );
  });
});
