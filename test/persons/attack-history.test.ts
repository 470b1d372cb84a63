import { describe, expect, it } from 'vitest';
import { anonymize, attackHistory, readTable, type Job } from '../../src/index.js';

const job: Job = {
  attributes: { person: 'person', age: 'quasi-identifier', blood: 'sensitive', diagnosis: 'sensitive' },
  privacy: [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'blood' },
  ],
  algorithm: 'mondrian',
};

describe('attack history', () => {
  it('finds the one whose two classes share one value', async () => {
    // Two classes of two values each: p1 stands in both, which have A in common.
    const rows = ['p1,20,A,x', 'p2,20,B,y', 'p1,40,A,y', 'p3,40,0,x'];
    const table = await readTable(`person,age,blood,diagnosis\n${rows.join('\n')}\n`);
    const { release, result } = await anonymize(table, job, { engine: 'js', seed: 1 });
    expect(result.classes).toBe(2);
    const expected = {
      persons: 3,
      personsReleased: 3,
      attributes: [{ attribute: 'blood', persons: 1, fewest: 1, l: 2 }],
    };
    expect(attackHistory(release, job, table)).toEqual(expected);
    expect(result.history).toEqual([{ attribute: 'blood', persons: 1, fewest: 1 }]);
  });

  it('needs the key of persons, and an original that the release was made from', async () => {
    const table = await readTable('person,age,blood,diagnosis\np1,20,A,x\np2,20,B,y\n');
    const { release } = await anonymize(table, job, { engine: 'js', seed: 1 });
    const { person: _, ...attributes } = job.attributes;
    expect(() => attackHistory(release, { ...job, attributes }, table)).toThrow(
      expect.objectContaining({ code: 'PERSON_NEEDED' }),
    );
    const other = await readTable('person,age,blood,diagnosis\np1,20,A,x\n,20,B,y\n');
    expect(() => attackHistory(release, job, other)).toThrow(
      expect.objectContaining({ code: 'PERSONS_NOT_RECOUNTED' }),
    );
  });
});
