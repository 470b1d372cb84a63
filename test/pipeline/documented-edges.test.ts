import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, readCsv, readCsvCounted, tableFromRows } from '../../src/index.js';
import type { Job } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import type { Table } from '../../src/table/table.js';
import { csvLinesOf } from '../table-texts.js';

const known = { role: 'quasi-identifier' } as const;
/** Statements of the docs about the edges of definitions, in runs and in audits. */
describe.each(['wasm', 'js'] as const)('documented edges, in the engine %s', (engine) => {
  it.each([
    ['numbers', ['1', '2', '3', ''], undefined],
    ['strings', ['a', 'b', 'c', ''], undefined],
    ['a listed order', ['z', 'm', 'k', ''], { type: 'order', values: ['z', 'm', 'k'] }],
  ] as const)(
    'docs/privacy.md: a missing value is the last of %s in ordered t-closeness',
    async (_, values, hierarchy) => {
      // The first and the missing value share a class, the others the other one.
      const rows = values.map((value, i) => ({ sex: i % 3 === 0 ? 'f' : 'm', s: value }));
      const table = tableFromRows(rows);
      const job: Job = {
        attributes: { sex: known, s: { role: 'sensitive', ...(hierarchy === undefined ? {} : { hierarchy }) } },
        privacy: [
          { model: 'k-anonymity', k: 2 },
          { model: 't-closeness', distance: 'ordered', t: 0.2, attribute: 's' },
        ],
        algorithm: 'mondrian',
      };
      const { release, result } = await anonymize(table, job, { engine, seed: 1 });
      expect(result.classes).toBe(2);
      expect(result.privacy[1].achieved.t).toBeCloseTo(0.5 / 3, 12);
      expect(auditRelease(release, job, table).privacy[1].achieved.t).toBeCloseTo(0.5 / 3, 12);
    },
  );

  it('docs/privacy.md: a missing value that the order lists stands where it is listed', async () => {
    const rows = ['z', 'm', 'k', ''].map((value, i) => ({ sex: i % 3 === 0 ? 'f' : 'm', s: value }));
    const table = tableFromRows(rows);
    const hierarchy = { type: 'order', values: ['', 'z', 'm', 'k'] } as const;
    const job: Job = {
      attributes: { sex: known, s: { role: 'sensitive', hierarchy } },
      privacy: [
        { model: 'k-anonymity', k: 2 },
        { model: 't-closeness', distance: 'ordered', t: 0.4, attribute: 's' },
      ],
      algorithm: 'mondrian',
    };
    const { release, result } = await anonymize(table, job, { engine, seed: 1 });
    // Missing first: cumulated differences of {z, missing} are 0.25, 0.5, 0.25.
    expect(result.privacy[1].achieved.t).toBeCloseTo(1 / 3, 12);
    expect(auditRelease(release, job, table).privacy[1].achieved.t).toBeCloseTo(1 / 3, 12);
  });

  it('docs/hierarchies.md: the root of a mask is `****` where all lengths are equal, else `*`; a suppressed row is `*`', async () => {
    const job = (k: number): Job => ({
      attributes: {
        zip: { ...known, hierarchy: { type: 'mask' } },
        sex: { ...known, hierarchy: { type: 'suppress' } },
      },
      privacy: [{ model: 'k-anonymity', k }],
      algorithm: 'optimal-lattice',
      suppression: { maxRows: 1 },
      output: { suppressed: 'star' },
    });
    const tableOf = (...zips: string[]): Table =>
      tableFromRows(
        zips.map((zip, i) => ({ zip, sex: i === 0 ? 'f' : 'm' })),
        { types: { zip: 'string' } },
      );
    const equal = tableOf('1234', '5678', '9012', '3456');
    const first = await anonymize(equal, job(3), { engine, seed: 1 });
    expect(csvLinesOf(first.release).slice(1).sort()).toEqual(['****,m', '****,m', '****,m', '*,*']);
    const unequal = await anonymize(tableOf('1234', '567', '9012', '3456'), job(3), { engine, seed: 1 });
    expect(csvLinesOf(unequal.release).slice(1).sort()).toEqual(['*,*', '*,m', '*,m', '*,m']);
    expect(auditRelease(first.release, job(3), equal).problems).toEqual([]);
  });

  it('docs/embedding.md: one seed gives other orders of the same rows where rows are kept and where they are counted', async () => {
    const text = `age,sex\n${Array.from({ length: 200 }, (_, i) => `${20 + (i % 40)},${'fm'[i % 2]}`).join('\n')}\n`;
    const job: Job = {
      attributes: { age: known, sex: known },
      privacy: [{ model: 'k-anonymity', k: 5 }],
      algorithm: 'mondrian',
    };
    const kept = await anonymize(await readCsv(text), job, { engine, seed: 7 });
    const counted = await anonymize(await readCsvCounted(text), job, { engine, seed: 7 });
    const [rows, others] = [csvLinesOf(kept.release), csvLinesOf(counted.release, { random: seededRandom(7) })];
    expect(others).not.toEqual(rows);
    expect(others.sort()).toEqual(rows.sort());
    expect(counted.result.classes).toBe(kept.result.classes);
    expect(counted.result.metrics).toEqual(kept.result.metrics);
  });
});
