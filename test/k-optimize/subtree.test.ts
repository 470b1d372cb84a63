/** `cuts: "subtree"` of k-optimize through the front door. */
import { describe, expect, it } from 'vitest';
import { anonymize, tableFromRows, type Job, type Table } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { ENGINES } from '../algorithms/local/tables.js';
import { inTurn } from '../shared.js';

const TREE = { '*': { low: { ab: ['a', 'b'], c: ['c'] }, high: ['d', 'e', 'f'] } };

function drawTable(seed: number, rows: number): Table {
  const random = seededRandom(seed);
  return tableFromRows(
    Array.from({ length: rows }, () => {
      const wealth = random.below(1000) / 1000;
      return {
        age: random.below(20) === 0 ? null : 20 + Math.floor(50 * wealth * wealth),
        letter: 'abcdef'[Math.floor(6 * (random.below(2) > 0 ? wealth : random.below(1000) / 1000))],
        plain: `p${random.below(4)}`,
        label: wealth > 0.4 ? 'y' : 'n',
      };
    }),
  );
}

const jobOf = (algorithm: Job['algorithm'], rest: Partial<Job> = {}): Job =>
  ({
    attributes: {
      age: {
        role: 'quasi-identifier',
        type: 'integer',
        hierarchy: { type: 'intervals', origin: 0, widths: [2, 4, 8, 16, 32] },
      },
      letter: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: TREE } },
      plain: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
      label: { role: 'class' },
    },
    privacy: [{ model: 'k-anonymity', k: 4 }],
    algorithm,
    ...rest,
  }) as Job;

const subtree = { name: 'k-optimize', cuts: 'subtree' } as const;

describe('k-optimize with "cuts": "subtree"', () => {
  it.each(['discernibility', 'classification'] as const)(
    'releases nodes of the hierarchies, audited, the same from both engines, and never costs more by %s than greedy searches',
    async (metric) => {
      for (const [i, suppression] of inTurn([...([undefined, { maxRows: 5 }, 'unlimited'] as const).entries()], 3)) {
        const rest = suppression === undefined ? {} : { suppression };
        const table = drawTable(i, 300);
        const found = [];
        for (const engine of ENGINES) {
          const { result, audit, release } = await anonymize(table, jobOf({ ...subtree, metric }, rest), {
            engine,
            seed: 1,
          });
          expect(audit.holds).toBe(true);
          expect(result.search.optimal).toBe(true);
          expect(result.search.lowerBound).toBe(result.search.cost);
          expect(Number(result.metrics[metric])).toBe(result.search.cost);
          expect(result.solution.kind).toBe('cut-nodes');
          const letters = new Set(release.column('letter')!.texts);
          for (const text of letters) expect(['*', 'low', 'high', 'ab', 'a', 'b', 'c', 'd', 'e', 'f']).toContain(text);
          found.push({ solution: result.solution, cost: result.search.cost, nodes: result.search.nodes });
        }
        for (const other of found) expect(other).toEqual(found[0]);
        for (const name of ['top-down-specialization', 'bottom-up-generalization'] as const) {
          const { result } = await anonymize(table, jobOf(name, rest), { seed: 1 });
          expect(found[0].cost).toBeLessThanOrEqual(Number(result.metrics[metric]));
        }
      }
    },
  );

  it('ends early with a solution and a bound below it', async () => {
    const { result, audit } = await anonymize(drawTable(5, 300), jobOf(subtree), {
      seed: 1,
      finish: AbortSignal.abort(),
    });
    expect(audit.holds).toBe(true);
    expect(result.search.optimal).toBe(false);
    expect(result.search.lowerBound).toBeLessThan(Number(result.search.cost));
    expect(result.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['NOT_PROVEN_OPTIMAL', 'STOPPED_EARLY']),
    );
  });

  it('says that it takes no checkpoints and one thread, and when nothing costs so little', async () => {
    const table = drawTable(6, 60);
    const onCheckpoint = (): void => undefined;
    await expect(anonymize(table, jobOf(subtree), { onCheckpoint })).rejects.toThrow(/can be resumed.*free/);
    const { result } = await anonymize(table, jobOf(subtree), { threads: 2 });
    expect(result.warnings.find(({ code }) => code === 'ONE_THREAD')?.message).toContain('searches on one');
    await expect(anonymize(table, jobOf({ ...subtree, seedCost: 1 }))).rejects.toThrow(
      /whole subtrees .* costs at most 1/,
    );
    const same = await anonymize(table, jobOf({ ...subtree, seedCost: Number(result.search.cost) }));
    expect(same.result.search.cost).toBe(result.search.cost);
  });
});
