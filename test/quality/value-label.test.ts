import { describe, expect, it } from 'vitest';
import { anonymize, tableFromRows, type Job } from '../../src/index.js';

const job: Job = {
  attributes: { a: { role: 'quasi-identifier', type: 'string' } },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
  output: { order: 'input', ranges: 'tight' },
};

async function labelsOf(values: readonly string[]): Promise<string[]> {
  const { release, audit } = await anonymize(tableFromRows(values.map((a) => ({ a }))), job);
  expect(audit.holds).toBe(true);
  const { codes, texts } = release.columns[0];
  return Array.from(codes, (code) => texts[code]);
}

describe('the label of a range', () => {
  it('joins both ends with a hyphen', async () => {
    expect(await labelsOf(['x-1', 'x-2', 'y', 'y', 'z', 'z'])).toEqual(['[x-1-x-2]', '[x-1-x-2]', 'y', 'y', 'z', 'z']);
  });

  it('uses two dots where hyphens would leave two readings, and the audit reads them', async () => {
    expect(await labelsOf(['a', 'b-c', 'a-b', 'c', 'z', 'z'])).toEqual([
      '[a .. b-c]',
      '[a .. b-c]',
      '[a .. b-c]',
      '[c-z]',
      '[c-z]',
      '[c-z]',
    ]);
  });
});

describe('null against a number', () => {
  it('is no disagreement for height and precision, which a file may seem to have', async () => {
    const table = tableFromRows([{ a: 'x' }, { a: 'x' }, { a: 'y' }, { a: 'y' }]);
    const { result } = await anonymize(table, {
      ...job,
      attributes: { a: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } } },
      algorithm: { name: 'mondrian', cuts: 'ranges' },
    });
    expect(result.classes).toBe(2);
  });
});
