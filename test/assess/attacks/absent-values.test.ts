import { describe, expect, it } from 'vitest';
import { withAbsentValues } from '../../../src/assess/attacks/absent-values.js';
import { parseJob, tableFromRows } from '../../../src/index.js';
import { attackedJob } from '../../../src/assess/attacks/attacked-job.js';

describe('values that labels of an earlier release name', () => {
  it('are written in the format of the column', () => {
    const job = attackedJob(
      parseJob({
        attributes: { q: { role: 'quasi-identifier', format: 'DD.MM.YYYY' } },
        privacy: [{ model: 'k-anonymity', k: 2 }],
        algorithm: 'mondrian',
      }),
      { tables: [] },
    );
    const people = tableFromRows([{ q: '09.02.1967' }, { q: '13.12.1943' }], {
      types: { q: { type: 'date', format: 'DD.MM.YYYY' } },
    });
    const labels = ['03.1967', '<1930', '>=05.2001', '[01.02.1999-05.02.1999]', '1980s', '1999-Q2', '*', '09.02.1967'];
    const release = tableFromRows(
      labels.map((q) => ({ q })),
      { types: { q: 'string' } },
    );
    const { texts, numbers } = withAbsentValues(people, release, job).column('q')!;
    expect(texts.slice(2)).toEqual([
      '01.03.1967', '31.12.1929', '01.05.2001', '01.02.1999', '05.02.1999', '01.01.1980', '01.04.1999',
    ]); // prettier-ignore
    expect(numbers?.some(Number.isNaN)).toBe(false);
  });
});
