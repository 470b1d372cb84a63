import { describe, expect, it } from 'vitest';
import { makeDomain, type Domain } from '../../src/audit/domain.js';
import { readRounded } from '../../src/audit/rounded-labels.js';
import { seededRandom } from '../../src/base/random.js';

const plain = { type: 'number', format: null } as unknown as NonNullable<Domain['rounded']>['kind'];

/** Leaves of a column of numbers as they came, with a text that is none where `hasText`. */
function domainOf(values: readonly number[], hasMissing: boolean): Domain {
  const texts = [...values.map(String), ...(hasMissing ? [''] : [])];
  const leaves = { texts, missing: hasMissing ? values.length : -1, levels: null, rootAliases: [] };
  return makeDomain(
    { name: 'x', type: 'number' } as unknown as Parameters<typeof makeDomain>[0],
    undefined,
    leaves as unknown as Parameters<typeof makeDomain>[2],
    new Set(['']),
  );
}

describe('labels that name numbers', () => {
  it('stand for every leaf between them and for no other', () => {
    const random = seededRandom(3);
    let empty = 0;
    let crooked = 0;
    for (let i = 0; i < 500; i++) {
      const count = 1 + random.below(12);
      const values = new Set(Array.from({ length: count }, () => random.below(40) - 10));
      const domain = domainOf([...values], random.below(2) === 0);
      const [low, high] = [random.below(40) - 10, random.below(40) - 10].sort((a, b) => a - b);
      crooked += domain.straight ? 0 : 1;
      for (const [text, holds] of [
        [`[${low}, ${high})`, (x: number) => x >= low && x < high],
        [`<${low}`, (x: number) => x < low],
        [`>=${high}`, (x: number) => x >= high],
        ['not missing', () => true],
      ] as const) {
        const expected = [...values].filter((x) => holds(x) && (low < high || !text.includes(',')));
        const reading = readRounded(domain, { kind: plain, rare: [] }, text);
        empty += expected.length === 0 ? 1 : 0;
        const leaves: number[] = [];
        const runs = reading?.runs ?? [];
        for (let r = 0; r < runs.length; r += 2) for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) leaves.push(leaf);
        expect(leaves.map((leaf) => domain.numbers![leaf]).sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
        expect(reading === null).toBe(expected.length === 0);
      }
    }
    expect(empty).toBeGreaterThan(50);
    expect(crooked).toBeLessThan(500);
  }); // prettier-ignore
});
