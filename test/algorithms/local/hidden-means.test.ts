import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/index.js';
import { anonymize, tableFromRows } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { long } from '../../shared.js';

describe('means and medians of mdav in default output', () => {
  it('are in both engines no number of few people, nor one beside it', async () => {
    for (let seed = 1; seed <= (long ? 500 : 16); seed++) {
      const random = seededRandom(seed);
      const rows = Array.from({ length: 20 + random.below(20) }, () => ({ age: 18 + random.below(60), zip: 10_000 + random.below(90_000) })); // prettier-ignore
      const job = (replacement: 'median' | 'centroid'): Job => ({
        attributes: { age: { role: 'quasi-identifier' }, zip: { role: 'quasi-identifier', type: 'integer' } },
        privacy: [{ model: 'k-anonymity', k: 3 }],
        algorithm: { name: 'mdav', replacement },
        output: { order: 'input' },
      });
      for (const replacement of ['median', 'centroid'] as const) {
        const of = async (engine: 'js' | 'wasm') => {
          const { release, result } = await anonymize(tableFromRows(rows), job(replacement), { engine });
          expect(result.exposure, `seed ${seed}`).toEqual({ age: { texts: 0, rows: 0 }, zip: { texts: 0, rows: 0 } });
          return (['age', 'zip'] as const).map((name) => [...release.column(name)!.texts]);
        };
        const [texts, others] = [await of('js'), await of('wasm')];
        expect(texts).toEqual(others);
        (['age', 'zip'] as const).forEach((name, a) => {
          const rare = new Set(rows.map((row) => row[name]).filter((value, _, all) => all.filter((other) => other === value).length < 3)); // prettier-ignore
          for (const text of texts[a]) {
            expect(rare.has(Number(text)), `seed ${seed}: ${text}`).toBe(false);
            expect(text, `seed ${seed}`).not.toMatch(/\.01$/);
          }
        });
      }
    }
  });
});
