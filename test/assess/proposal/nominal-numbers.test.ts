import { describe, expect, it } from 'vitest';
import { anonymize, tableFromRows, type Table } from '../../../src/index.js';
import { proposeJob } from '../../../src/assess/proposal/propose-job.js';
import { drawing } from '../../random.js';

const SNOMED = [44054006, 38341003, 195967001, 73211009, 22298006, 233604007, 35489007, 13645005, 59621000, 40930008];
const CODES: Record<string, readonly number[]> = {
  fips: [48201, 36061, 17031, 12086, 53033],
  MaritalStatusID: [1, 2, 3, 4, 5],
  isco: [2512, 2511, 2211, 9112, 5223, 1120],
  status_code: [200, 301, 404, 500],
  concept: SNOMED,
};
const AMOUNTS: Record<string, readonly number[]> = { age: [20, 31, 45, 52, 67], days: [1, 2, 5, 9, 30] };

const tableOf = (columns: Record<string, readonly number[]>): Table => {
  const below = drawing(7);
  const draw = (values: readonly number[]): number => values[below(values.length)];
  return tableFromRows(
    Array.from({ length: 300 }, () =>
      Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, draw(values)])),
    ),
  );
};

describe('numbers that are codes', () => {
  it('are proposed as texts, with the groups of their first digits where these mean something', () => {
    const { columns } = proposeJob(tableOf({ ...CODES, ...AMOUNTS }));
    const of = (name: string): unknown[] => {
      const { type, hierarchy } = columns.find((column) => column.name === name)!;
      return [type, hierarchy?.type];
    };
    expect(of('fips')).toEqual(['string', 'mask']);
    expect(of('isco')).toEqual(['string', 'mask']);
    for (const name of ['MaritalStatusID', 'status_code', 'concept']) expect(of(name)).toEqual(['string', undefined]);
    expect(of('age')[0]).toBe(undefined);
    expect(of('days')[0]).toBe(undefined);
  });

  it.each(['fast', 'levels'] as const)('are released in no range, goal %s', async (goal) => {
    const names = Object.keys(CODES);
    const table = tableOf({ ...CODES, ...AMOUNTS });
    const { job } = proposeJob(table, { goal, quasiIdentifiers: [...names, 'age'] });
    const { release } = await anonymize(table, job, { seed: 1 });
    for (const name of names) {
      const column = release.column(name)!;
      const shown = Array.from(new Set(column.codes), (code) => column.texts[code]);
      expect(shown.filter((text) => /^\[|^<|^>=/.test(text))).toEqual([]);
    }
  });

  it('are no amounts for models of sensitive columns', () => {
    const { job } = proposeJob(tableOf({ snomed: SNOMED, ...AMOUNTS }));
    expect(job.attributes.snomed).toMatchObject({ role: 'sensitive', type: 'string' });
    expect(JSON.stringify(job.privacy)).not.toContain('ordered');
  });
});
