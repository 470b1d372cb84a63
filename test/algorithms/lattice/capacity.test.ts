import { describe, expect, it } from 'vitest';
import { anonymize, CapacityError, tableFromRows, type Job } from '../../../src/index.js';

/** A job on `count` quasi-identifiers of two levels each. */
function jobOf(count: number, algorithm: Job['algorithm']): { job: Job; rows: Record<string, string>[] } {
  const names = Array.from({ length: count }, (_, a) => `a${a}`);
  const hierarchy = { type: 'suppress' } as const;
  return {
    job: {
      attributes: Object.fromEntries(names.map((name) => [name, { role: 'quasi-identifier', hierarchy }])),
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm,
    },
    rows: ['x', 'y', 'x', 'y'].map((text) => Object.fromEntries(names.map((name) => [name, text]))),
  };
}

async function refusalOf(count: number, algorithm: Job['algorithm']): Promise<CapacityError> {
  const { job, rows } = jobOf(count, algorithm);
  const error: unknown = await anonymize(tableFromRows(rows), job, { engine: 'js' }).catch((reason: unknown) => reason);
  if (!(error instanceof CapacityError)) throw new Error('no refusal', { cause: error });
  return error;
}

describe('a lattice that is too large', () => {
  it.each(['all-minimal'])('is refused before any search: %s', async (algorithm) => {
    expect((await refusalOf(28, algorithm)).message).toMatch(/nodes of the lattice.*268435456.*134217728/);
  });

  it('is refused by incognito where the subsets of its attributes have too many nodes together', async () => {
    expect((await refusalOf(18, 'incognito')).message).toMatch(/nodes over all subsets of quasi-identifiers.*387420489/);
    expect((await refusalOf(25, { name: 'incognito', variant: 'basic' })).message).toMatch(/nodes over all subsets/);
  });

  it('is searched where it is small', async () => {
    const { job, rows } = jobOf(6, 'incognito');
    const { result } = await anonymize(tableFromRows(rows), job, { engine: 'js' });
    expect([result.classes, result.released]).toEqual([2, 4]);
  });
}); // prettier-ignore
