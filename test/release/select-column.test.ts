import { expect, it } from 'vitest';
import { anonymize, applyRecoding, readForJob } from '../../src/index.js';

it('a column that is released as it is keeps its format, in a release and where a recoding is applied', async () => {
  const job = {
    attributes: {
      age: 'quasi-identifier',
      cost: { role: 'sensitive', format: '#.##0,00 €' },
    },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'mondrian',
  } as const;
  const csv = 'age;cost\n21;"1.234,50 €"\n22;"2.000,00 €"\n41;"999,00 €"\n42;"1.000,25 €"\n';
  const { table } = await readForJob(csv, job);
  const { release, result } = await anonymize(table, job);
  expect(release.column('cost')?.format).toBe('#.##0,00 €');
  const applied = await applyRecoding(result, csv);
  expect(applied.release.column('cost')?.format).toBe('#.##0,00 €');
});
