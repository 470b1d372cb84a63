import { describe, expect, it } from 'vitest';
import { anonymize, parseLevelsText, readCsv } from '../../src/js.js';
import type { Job } from '../../src/job/job.js';

describe('hierarchy files', () => {
  it('may have spaces around cells, which belong to no leaf unless they are quoted', () => {
    expect(parseLevelsText(' a b ; x;* \n"c ";"d""e" ; *\n"f;\ng" ;y;*')).toEqual([
      ['a b', 'x', '*'],
      ['c ', 'd"e', '*'],
      ['f;\ng', 'y', '*'],
    ]);
    expect(() => parseLevelsText('"a" b;x\n')).toThrow(
      /quotes.*; cells are separated by ";" \("delimiter" of the hierarchy says another\)/,
    );
  });
});

describe('values written in several ways', () => {
  const run = async (hierarchy: object, type?: 'number' | 'date') => {
    const attribute = { role: 'quasi-identifier', hierarchy, ...(type === undefined ? {} : { type }) };
    const job = {
      attributes: { age: attribute },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'optimal-lattice',
    };
    const types = type === undefined ? {} : { types: { age: type } };
    return anonymize(await readCsv('age\n30.0\n30\n31.0\n31\n', types), job as Job);
  };
  const levels = { type: 'levels', rows: [['30', '[30-32)', '*'], ['31', '[30-32)', '*']] }; // prettier-ignore

  it('that have no leaf are refused with the type that gives them one', async () => {
    await expect(run(levels)).rejects.toThrow(/"type": "number" of the attribute matches by value/);
    const { result } = await run(levels, 'number');
    expect(result.solution).toMatchObject({ levels: { age: 0 } });
  });
});

describe('days of two thousand years', () => {
  it.each([
    [4, ['*']],
    [2, ['1955', '1970', '2000']],
  ])('have no label that begins with the year 0 (k = %i)', async (k, starts) => {
    const table = await readCsv('born\n2022-07-24\n1955-04-09\n2009-08-01\n1970-12-18\n1970-12-18\n');
    const job: Job = {
      attributes: { born: { role: 'quasi-identifier', type: 'date' } },
      privacy: [{ model: 'k-anonymity', k }],
      algorithm: 'mondrian',
    };
    const { release } = await anonymize(table, job);
    for (const text of release.columns[0].texts) expect(text).not.toMatch(/0000|4999/);
    if (starts.length === 1) expect(release.columns[0].texts).toEqual(starts);
  });
});
