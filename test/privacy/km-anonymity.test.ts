import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, tableFromRows } from '../../src/index.js';
import type { Job } from '../../src/job/job.js';
import { createModels } from '../../src/privacy/create-models.js';
import { sensitiveCodes, sensitiveScale } from '../../src/run/sensitive-codes.js';
import { mulberry32 } from '../random.js';
import { long } from '../shared.js';

const jobOf = (k: number, m: number): Job => ({
  attributes: { q: { role: 'quasi-identifier' }, basket: { role: 'sensitive', set: { delimiter: '|' } } },
  privacy: [{ model: 'km-anonymity', k, m, attribute: 'basket' }],
  algorithm: 'mondrian',
});

/** Every set of up to m items, asked of every row. */
function naive(rows: readonly { q: string; items: readonly number[] }[], m: number): number {
  let smallest = Infinity;
  for (const q of new Set(rows.map((row) => row.q))) {
    const members = rows.filter((row) => row.q === q).map(({ items }) => new Set(items));
    for (let set = 1; set < 2 ** 5; set++) {
      const items = [0, 1, 2, 3, 4].filter((item) => ((set >> item) & 1) === 1);
      const support = members.filter((row) => items.every((item) => row.has(item))).length;
      if (items.length <= m && support > 0) smallest = Math.min(smallest, support);
    }
  }
  return smallest;
}

describe('km-anonymity', () => {
  it('is what its definition says, in the model and in the audit', () => {
    for (let seed = 1; seed <= (long ? 5000 : 400); seed++) {
      const random = mulberry32(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const rows = Array.from({ length: 1 + below(25) }, () => ({
        q: 'xyz'[below(1 + below(3))],
        items: Array.from({ length: below(5) }, () => below(5)),
      }));
      const table = tableFromRows(
        rows.map(({ q, items }) => ({ q, basket: items.map((item) => `i${item}`).join(' | ') })),
      );
      const [k, m] = [1 + below(4), 1 + below(4)];
      const expected = naive(rows, m);
      const [report] = auditRelease(table, jobOf(k, m), table).privacy;
      expect([report.achieved.k, report.holds], `seed ${seed}`).toEqual([expected, expected >= k]);
      const column = table.columns[1];
      const scale = sensitiveScale(sensitiveCodes(column, undefined, false), undefined, '|');
      const [model] = createModels(jobOf(k, m).privacy, () => scale);
      const classes = [...new Set(rows.map((row) => row.q))];
      const histogram = Uint32Array.from(
        classes.flatMap((q) =>
          column.texts.map((_, code) => rows.filter((row, i) => row.q === q && column.codes[i] === code).length),
        ),
      );
      const sizes = Uint32Array.from(classes, (q) => rows.filter((row) => row.q === q).length);
      const said = model.achieved(sizes, histogram, new Uint32Array(column.texts.length));
      expect([said.achieved.k ?? Infinity, said.holds]).toEqual([expected, expected >= k]);
    }
  });

  it('is no condition of a search yet', async () => {
    const table = tableFromRows([{ q: 'a', basket: 'x|y' }]);
    await expect(anonymize(table, jobOf(1, 1), { engine: 'js' })).rejects.toMatchObject({
      code: 'MODEL_NOT_SUPPORTED',
    });
  });
});
