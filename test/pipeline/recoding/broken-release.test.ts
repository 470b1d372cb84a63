import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/index.js';
import { anonymize, applyRecoding, tableFromRows } from '../../../src/index.js';

describe('the recoding of a release that breaks a model', () => {
  it('is not applied to new rows', async () => {
    const known = { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'suppress' } } as const;
    const job: Job = {
      attributes: { a: known, b: known, c: known },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'mu-argus', violations: 'release' },
    };
    const cells = ['111', '112', '121', '211', '222', '221', '122', '312', '321', '111'];
    const table = tableFromRows(cells.map(([a, b, c]) => ({ a, b, c })));
    const { result } = await anonymize(table, job, { engine: 'js' });
    expect(result.privacy[0].holds).toBe(false);
    expect(result.recoding).toMatchObject({ applicable: false, reason: expect.stringContaining('breaks a privacy model') as string });
    await expect(applyRecoding(result, table)).rejects.toMatchObject({ code: 'RECODING_NOT_APPLICABLE' });
  }); // prettier-ignore
});
