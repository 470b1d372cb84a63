import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, tableFromRows } from '../../src/index.js';
import type { HierarchySpec, Job } from '../../src/index.js';

const rows = ['1', '2', '2', '3', '1', '2'].map((cell, i) => [cell, ['x', 'y'][i % 2]]);

const jobOf = (hierarchy: HierarchySpec, type: 'integer' | 'string', algorithm: string): Job => ({
  attributes: { a: { role: 'quasi-identifier', type, hierarchy }, s: 'sensitive' },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm,
  suppression: 'unlimited',
});

/** Each has a leaf twice with one path: a value of the column, or a text that no cell of numbers can hold. */
const hierarchies: readonly HierarchySpec[] = [
  { type: 'tree', tree: { '*': { low: ['1', '2', '2'], high: ['3', '9', 'none', 'none'] } } },
  { type: 'tree', tree: { '*': { low: { lower: ['1', '1'], upper: ['2'] }, high: ['NaN', '3', 'NaN', '3'] } } },
  { type: 'levels', rows: ['1 low *', '2 low *', '1 low *', '3 high *', 'none high *', 'none high *'].map((row) => row.split(' ')) },
]; // prettier-ignore

it('is refused in a list of values in their order', async () => {
  const table = tableFromRows(rows, { columns: ['a', 's'] });
  for (const values of [
    ['1', '2', '3', '2'],
    ['1', '2', '3', 'none', 'none'],
  ]) {
    const run = anonymize(table, jobOf({ type: 'order', values }, 'integer', 'mondrian'), { engine: 'js' });
    await expect(run).rejects.toMatchObject({ name: 'HierarchyError' });
  }
});

describe.each(['wasm', 'js'] as const)('a leaf that a hierarchy has twice with one path (%s)', (engine) => {
  it.each(['incognito', 'samarati', 'mondrian', 'local-recoding', 'top-down-specialization'])(
    'is one leaf, for the run and for the audit, by %s',
    async (algorithm) => {
      for (const hierarchy of hierarchies) {
        for (const type of ['integer', 'string'] as const) {
          const table = tableFromRows(rows, { columns: ['a', 's'], types: { a: type } });
          const job = jobOf(hierarchy, type, algorithm);
          const { release, audit } = await anonymize(table, job, { engine, seed: 1 });
          expect(audit.holds).toBe(true);
          expect(auditRelease(release, job, table).holds).toBe(true);
        }
      }
    },
  );
});
