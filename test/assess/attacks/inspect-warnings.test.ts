import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/index.js';
import { anonymize, inspect, tableFromRows } from '../../../src/index.js';

const table = tableFromRows(
  Array.from({ length: 6 }, (_, row) => ({ q: `z${row % 2}`, note: `n${row}`, s: `s${row % 3}`, t: `t${row % 2}` })),
);
const job = (algorithm: Job['algorithm'], privacy: Job['privacy']): Job => ({
  attributes: {
    q: { role: 'quasi-identifier' },
    note: { role: 'insensitive' },
    s: { role: 'sensitive' },
    t: { role: 'sensitive' },
    other: { role: 'quasi-identifier' },
  },
  privacy,
  algorithm,
});

describe('inspect with a job', () => {
  it('warns of what applies, and of nothing without one', async () => {
    const privacy: Job['privacy'] = [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }];
    const { warnings } = await inspect(table, { engine: 'js', job: job('mondrian', privacy) });
    expect(warnings.map(({ code, attribute }) => [code, attribute])).toEqual([
      ['SENSITIVE_UNPROTECTED', 't'],
      ['UNIQUE_INSENSITIVE_COLUMN', 'note'],
      ['MINIMAL_RECODING', undefined],
    ]);
    expect(warnings[2].message).toMatch(/attack minimality counts them/);
    const local = await inspect(table, { engine: 'js', job: job('mondrian', [{ model: 'k-anonymity', k: 2 }]) });
    expect(local.warnings.at(-1)?.message).toMatch(/attack downcoding counts the rows/);
    const permuted = await inspect(table, { engine: 'js', job: job('anatomy', privacy) });
    expect(permuted.warnings.map(({ code }) => code)).not.toContain('MINIMAL_RECODING');
    expect((await inspect(table, { engine: 'js' })).warnings).toEqual([]);
  });

  it('every run warns of the same, in its result', async () => {
    const privacy: Job['privacy'] = [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }];
    const given = job('mondrian', privacy);
    const attributes = Object.fromEntries(Object.entries(given.attributes).filter(([name]) => name !== 'other'));
    const { result } = await anonymize(table, { ...given, attributes }, { engine: 'js' });
    expect(result.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['SENSITIVE_UNPROTECTED', 'UNIQUE_INSENSITIVE_COLUMN', 'MINIMAL_RECODING']),
    );
  });
});
