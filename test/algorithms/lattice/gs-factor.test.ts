import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.js';
import { anonymize, readCsv } from '../../../src/index.js';
import { InfeasibleError } from '../../../src/base/errors.js';
import type { HierarchySpec, Job } from '../../../src/index.js';
import { bothEngines } from '../../engine/engines.js';
import { drawFrom } from '../../pipeline/random-job.js';
import { casesOf } from '../../shared.js';

const engines = await bothEngines();

/** [values][levels] label, each value under the labels of its groups. */
type Rows = readonly (readonly string[])[];

const TREES: readonly Rows[] = [
  [['a', 'ab', '*'], ['b', 'ab', '*'], ['c', 'cd', '*'], ['d', 'cd', '*'], ['e', 'e-', '*']],
  [['x', '*'], ['y', '*'], ['z', '*']],
  [['1', '1-2', '1-4', '*'], ['2', '1-2', '1-4', '*'], ['3', '3-4', '1-4', '*'], ['4', '3-4', '1-4', '*'], ['5', '5-6', '5-8', '*'], ['6', '5-6', '5-8', '*']],
]; // prettier-ignore

/** The cost of ARX by its source (MetricMDNMLoss and MetricMDNMPrecision), row by row. */
function costOf(
  cells: readonly (readonly string[])[],
  levels: readonly number[],
  { k, metric, gsFactor, weights }: { readonly k: number; readonly metric: string; readonly gsFactor: number; readonly weights: readonly number[] }, // prettier-ignore
): { readonly cost: number; readonly suppressed: number } {
  const s = gsFactor < 0.5 ? 2 * gsFactor : 1;
  const g = gsFactor <= 0.5 ? 1 : 1 - 2 * (gsFactor - 0.5);
  const labelOf = (a: number, value: string): string => TREES[a].find(([leaf]) => leaf === value)![levels[a]];
  const shown = cells.map((row) => row.map((value, a) => labelOf(a, value)).join());
  const isSuppressed = shown.map((text) => shown.filter((other) => other === text).length < k);
  const losses = TREES.map((tree, a) => {
    const height = tree[0].length - 1;
    let sum = 0;
    cells.forEach((row, r) => {
      const label = labelOf(a, row[a]);
      const share = tree.filter((each) => each[levels[a]] === label).length / tree.length;
      if (metric === 'precision') sum += isSuppressed[r] ? s : (g * levels[a]) / height;
      else sum += isSuppressed[r] ? share + s * (1 - share) : g * share;
    });
    if (metric === 'precision') return sum / cells.length;
    const least = (g * cells.length) / tree.length;
    return (sum - least) / (cells.length - least);
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = (of: (loss: number) => number): number =>
    losses.reduce((sum, loss, a) => sum + weights[a] * of(loss), 0) / all;
  const cost = metric === 'lossGeometric' ? Math.expm1(mean(Math.log1p)) : mean((loss) => loss);
  return { cost, suppressed: isSuppressed.filter(Boolean).length };
}

const vectors = (): number[][] =>
  TREES.reduce<number[][]>((all, tree) => all.flatMap((levels) => tree[0].map((_, level) => [...levels, level])), [[]]);

describe('gsFactor', () => {
  it('gives the least cost of ARX over all level vectors, with weights of attributes, in both engines', async () => {
    const draw = drawFrom(seededRandom(9), false);
    let found = 0;
    for (let round = 0; round < casesOf(3000, 120); round++) {
      const cells = Array.from({ length: 8 + draw.below(25) }, () => TREES.map((tree) => draw.of(tree)[0]));
      const metric = draw.of(['loss', 'lossGeometric', 'precision']);
      const gsFactor = draw.of([0, 0.1, 0.25, 0.5, 0.6, 0.9, 1]);
      const weights = draw.oneIn(2) ? [1, 1, 1] : [draw.below(3) + 1, draw.below(3), 0.5];
      const k = 2 + draw.below(3);
      const maxRows = draw.of([0, 3, 8, 100]);
      const job: Job = {
        attributes: Object.fromEntries(
          TREES.map((rows, a) => [
            `q${a}`,
            { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'levels', rows } as HierarchySpec },
          ]),
        ),
        privacy: [{ model: 'k-anonymity', k }],
        algorithm: {
          name: 'optimal-lattice',
          metric,
          gsFactor,
          weights: Object.fromEntries(weights.map((weight, a) => [`q${a}`, weight])),
        },
        suppression: { maxRows },
      };
      const csv = ['q0,q1,q2', ...cells.map((row) => row.join())].join('\n');
      const table = await readCsv(csv, { types: { q0: 'string', q1: 'string', q2: 'string' } });
      const asked = { k, metric, gsFactor, weights };
      const costs = vectors()
        .map((levels) => costOf(cells, levels, asked))
        .filter(({ suppressed }) => suppressed <= maxRows);
      const least = Math.min(...costs.map(({ cost }) => cost));
      for (const engine of [engines.wasm, engines.js]) {
        try {
          const { result } = await anonymize(table, job, { engine, seed: 1 });
          if (result.solution.kind !== 'levels') throw new Error('no levels');
          const { levels } = result.solution;
          const own = costOf(cells, ['q0', 'q1', 'q2'].map((name) => levels[name]), asked); // prettier-ignore
          expect(own.cost).toBeCloseTo(least, 10);
          expect(result.search.optimal).toBe(true);
          const bound = result.search.lowerBound as number;
          expect(metric === 'precision' ? 1 - bound : bound).toBeCloseTo(least, 9);
          found++;
        } catch (error) {
          if (!(error instanceof InfeasibleError)) throw error;
          expect(costs).toHaveLength(0);
        }
      }
    }
    expect(found).toBeGreaterThan(150);
  }, 240_000);

  it('is refused beside a metric that counts neither', async () => {
    const table = await readCsv('q\na\na\n');
    const job: Job = {
      attributes: { q: 'quasi-identifier' },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'optimal-lattice', metric: 'entropy', gsFactor: 0.2 },
    };
    await expect(anonymize(table, job)).rejects.toMatchObject({
      code: 'OPTION_UNUSED',
      argument: 'algorithm.gsFactor',
    });
  });
});
