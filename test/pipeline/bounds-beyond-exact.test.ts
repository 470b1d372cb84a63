import { expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, tableFromRows } from '../../src/index.js';

it.each([
  [['9007199254740991', '9007199254740990']],
  [['5105105105105100', '6011111111111117']],
  [['-9007199254740991', '-9007199254740990']],
  [['-9007199254740991', '9007199254740991']],
])('whole numbers next to 2^53 are released in ranges that the audit reads: %j', async (ids) => {
  const job: Job = {
    attributes: { id: { role: 'quasi-identifier', type: 'integer' }, d: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'mondrian',
  };
  const rows = ids.map((id, i) => [id, 'xy'[i]]);
  const table = tableFromRows(rows, { columns: ['id', 'd'], types: { id: 'integer', d: 'string' } });
  const { result, release } = await anonymize(table, job);
  expect(result).toMatchObject({ classes: 1, released: 2 });
  expect(release.column('id')!.texts).toHaveLength(1);
});
