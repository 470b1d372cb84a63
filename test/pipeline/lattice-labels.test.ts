import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, auditRelease, tableFromRows } from '../../src/index.js';

const known = { role: 'quasi-identifier' } as const;

describe('searches by levels', () => {
  it('write values called `other`, or with a brace in front, in quotes, as searches for classes do', async () => {
    const rows = ['{b}', 'b', 'other'].flatMap((c) => Array.from({ length: 6 }, (_, i) => ({ c, d: 'xy'[i % 2] })));
    for (const algorithm of ['optimal-lattice', 'mondrian', 'local-suppression', 'incognito']) {
      const job: Job = {
        attributes: { c: known, d: { role: 'sensitive' } },
        privacy: [{ model: 'k-anonymity', k: 3 }],
        algorithm,
      };
      const table = tableFromRows(rows);
      const { release } = await anonymize(table, job, { engine: 'js' });
      expect([...release.column('c')!.texts].sort(), algorithm).toEqual(['"other"', '"{b}"', 'b']);
      expect(auditRelease(release, job, table)).toMatchObject({ holds: true, problems: [] });
    }
  });

  it('ask queries of a listed order as the job lists it, as other searches do', async () => {
    const sizes = ['small', 'medium', 'large', 'huge'];
    const rows = Array.from({ length: 80 }, (_, i) => ({ size: sizes[[0, 0, 0, 0, 1, 1, 1, 2, 2, 3][i % 10]] }));
    const of = async (algorithm: string): Promise<unknown> => {
      const job: Job = {
        attributes: { size: { ...known, hierarchy: { type: 'order', values: sizes } } },
        privacy: [{ model: 'k-anonymity', k: 80 }],
        algorithm,
      };
      const { result, release } = await anonymize(tableFromRows(rows), job, { engine: 'js' });
      expect(new Set(release.column('size')!.texts).size).toBe(1);
      return [result.metrics.queryError, result.metrics.queryErrorMedian];
    };
    expect(await of('optimal-lattice')).toEqual(await of('mondrian'));
  }); // prettier-ignore
});
