import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/algorithms/algorithm.js';
import { anonymize, InfeasibleError, InvalidArgumentError } from '../../../src/index.js';
import { allEngines } from '../../engine/engines.js';
import { mulberry32 } from '../../random.js';
import { casesOf, seedRanges } from '../../shared.js';
import { bestOf, judgeAll, minimalOf, type Node } from './brute-force.js';
import {
  attributeName,
  leveledJob,
  levelsOf,
  randomModels,
  randomTable,
  tableOf,
  withProblem,
} from './small-problems.js';
import { LATTICE_METRICS } from '../../../src/algorithms/shared-options.js';

const engines = await allEngines();
/** The kernels as they are released. */
const [, fast] = engines;

/** Limits from none to all rows, as the seed says. */
function limitOf(seed: number, rows: number): number {
  const random = mulberry32(seed ^ 0x5bd1e995);
  return [0, 0, 1, 2, Math.floor(rows * 0.1), Math.floor(rows * random()), rows][Math.floor(random() * 7)];
}

const heightOf = (levels: readonly number[]): number => levels.reduce((sum, level) => sum + level, 0);

async function solve(
  run: (name: string, options?: Record<string, unknown>) => Promise<Outcome>,
  name: string,
  options: Record<string, unknown>,
): Promise<Outcome | null> {
  try {
    return await run(name, options);
  } catch (error) {
    if (error instanceof InfeasibleError) return null;
    throw error;
  }
}

describe('searches over the lattice', () => {
  // promise: optimal-is-proven
  it.each(seedRanges(casesOf(4000, 6), 5, 1))('find the optimum of brute force by every metric and the minimal nodes: random tables $from to $to', async ({ from, to }) => {
    for (let seed = from; seed < to; seed++) {
      const table = randomTable(seed);
      const { rules, privacy } = randomModels(seed);
      const maxRows = limitOf(seed, table.rows.length);
      const nodes = judgeAll(table, rules);
      const within = nodes.filter(({ suppressed }) => suppressed <= maxRows);
      const engine = seed % 2 === 0 ? fast : engines[0];
      await withProblem(table, privacy, { maxRows }, engine, async (run) => {
        const metric = LATTICE_METRICS[seed % LATTICE_METRICS.length];
        const expected = bestOf(within, metric);
        for (const name of ['min-gen', 'optimal-lattice']) {
          const outcome = await solve(run, name, { metric });
          expect(outcome === null ? null : levelsOf(outcome), `${name} ${metric} ${seed}`).toEqual(
            expected?.levels ?? null,
          );
          if (outcome === null) continue;
          expect(outcome.search.optimal).toBe(true);
          expect(outcome.search.lowerBound, `${name} ${metric} ${seed}`).toBeCloseTo(expected!.metrics[metric], 9);
        }
        const minimal = minimalOf(within);
        for (const name of ['all-minimal']) {
          const outcome = await solve(run, name, { metric });
          const found = (outcome?.solution.minimal ?? []) as Record<string, number>[];
          expect(found.map((levels) => Object.values(levels).join('')).sort(), `${name} ${seed}`).toEqual(
            minimal.map(({ levels }) => levels.join('')).sort(),
          );
          if (outcome === null) continue;
          expect(levelsOf(outcome), `${name} ${metric} ${seed}`).toEqual(bestOf(minimal, metric)!.levels);
          expect(outcome.solution.satisfying).toBe(within.length);
        }
        await checkIncognito(run, minimal, within.length, `${seed}`);
        await checkLists(run, nodes, within, `${seed}`);
        await checkSamarati(run, within, metric, seed);
      });
    }
  }); // prettier-ignore

  async function checkIncognito(
    run: (name: string, options?: Record<string, unknown>) => Promise<Outcome>,
    minimal: readonly Node[],
    satisfying: number,
    seed: string,
  ): Promise<void> {
    let checked = Infinity;
    for (const variant of ['basic', 'super-roots', 'cube']) {
      const outcome = await solve(run, 'incognito', { variant });
      const found = (outcome?.solution.minimal ?? []) as Record<string, number>[];
      expect(found.map((levels) => Object.values(levels).join('')).sort(), `${variant} ${seed}`).toEqual(
        minimal.map(({ levels }) => levels.join('')).sort(),
      );
      if (outcome === null) continue;
      expect(outcome.solution.satisfying, `${variant} ${seed}`).toBe(satisfying);
      expect(outcome.search.checked, `${variant} ${seed}`).toBeLessThanOrEqual(checked);
      checked = outcome.search.checked;
    }
  }

  async function checkLists(
    run: (name: string, options?: Record<string, unknown>) => Promise<Outcome>,
    all: readonly Node[],
    within: readonly Node[],
    seed: string,
  ): Promise<void> {
    const least = Math.min(...within.map(({ levels }) => heightOf(levels)));
    const lists = {
      all,
      satisfying: within,
      minimal: minimalOf(within),
      height: within.filter(({ levels }) => heightOf(levels) === least),
    };
    for (const name of ['samarati', 'all-minimal', 'min-gen', 'optimal-lattice', 'incognito']) {
      for (const [nodes, expected] of Object.entries(lists)) {
        const outcome = await solve(run, name, { nodes });
        if (outcome === null) continue;
        const listed = outcome.solution.nodes as { levels: Record<string, number>; satisfies: boolean }[];
        const vectors = listed.map(({ levels }) => Object.values(levels));
        const inOrder = expected
          .map(({ levels }) => levels)
          .sort((a, b) => heightOf(a) - heightOf(b) || a.join('').localeCompare(b.join('')));
        expect(vectors, `${name} ${nodes} ${seed}`).toEqual(inOrder);
        if (nodes !== 'all') expect(listed.every(({ satisfies }) => satisfies)).toBe(true);
      }
    }
  }

  async function checkSamarati(
    run: (name: string, options?: Record<string, unknown>) => Promise<Outcome>,
    within: readonly Node[],
    metric: string,
    seed: number,
  ): Promise<void> {
    const least = Math.min(...within.map(({ levels }) => heightOf(levels)));
    const atLeast = within.filter(({ levels }) => heightOf(levels) === least);
    const cases = [
      [{ choose: 'first' }, atLeast[0] ?? null],
      [{ choose: 'least-loss', metric }, bestOf(atLeast, metric)],
      [{ choose: 'least-loss', scope: 'lattice', metric }, bestOf(within, metric)],
    ] as const;
    for (const [options, expected] of cases) {
      const outcome = await solve(run, 'samarati', options);
      expect(outcome === null ? null : levelsOf(outcome), `samarati ${JSON.stringify(options)} ${seed}`).toEqual(
        expected?.levels ?? null,
      );
      if (outcome !== null && options.choose === 'first') {
        expect([outcome.search.leastHeight, outcome.search.vectors]).toEqual([least, atLeast.length]);
      }
    }
  }

  it('keep given levels and choose the others: the best of the vectors that have them, by brute force', async () => {
    const counts = { found: 0, none: 0, whole: 0 };
    for (let seed = 5000; seed < casesOf(6000, 5005); seed++) {
      const table = randomTable(seed);
      const { rules, privacy } = randomModels(seed);
      const maxRows = limitOf(seed, table.rows.length);
      const random = mulberry32(seed);
      const heights = table.hierarchies.map((leaves) => leaves[0].length - 1);
      const given = heights.map((height) => (random() < 0.5 ? Math.floor(random() * (height + 1)) : null));
      if (seed % 3 === 0) heights.forEach((height, a) => (given[a] ??= Math.floor(random() * (height + 1))));
      const allowed = judgeAll(table, rules).filter(({ levels }) =>
        given.every((level, a) => level === null || levels[a] === level),
      );
      const metric = LATTICE_METRICS[seed % LATTICE_METRICS.length];
      const expected = bestOf(
        allowed.filter(({ suppressed }) => suppressed <= maxRows),
        metric,
      );
      const levels = Object.fromEntries(
        given.flatMap((level, a) => (level === null ? [] : [[attributeName(a), level]])),
      );
      await withProblem(table, privacy, { maxRows }, engines[seed % engines.length], async (run) => {
        const outcome = await solve(run, 'optimal-lattice', { metric, levels });
        expect(outcome === null ? null : levelsOf(outcome), `${seed}`).toEqual(expected?.levels ?? null);
        counts[outcome === null ? 'none' : 'found']++;
        if (!given.includes(null)) counts.whole++;
        if (outcome === null) return;
        expect(outcome.search.optimal).toBe(true);
        expect(outcome.search.nodes).toBe(allowed.length);
        expect(outcome.search.lowerBound).toBeCloseTo(expected!.metrics[metric], 9);
        expect(outcome.options.levels ?? {}).toEqual(levels);
      });
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  });

  it('refuse given levels of columns that are none, or that a hierarchy does not have', async () => {
    const table = randomTable(3);
    await withProblem(table, randomModels(3).privacy, { maxRows: 0 }, fast, async (run) => {
      await expect(run('optimal-lattice', { levels: { nobody: 1 } })).rejects.toMatchObject({
        argument: 'algorithm.levels',
        code: 'UNKNOWN_COLUMN',
      });
      await expect(run('optimal-lattice', { levels: { q0: 99 } })).rejects.toMatchObject({
        argument: 'algorithm.levels.q0',
      });
    });
  });

  it('have the same outcome and the same statistics in every engine', async () => {
    for (let seed = 1000; seed < casesOf(1024, 1002); seed++) {
      const table = randomTable(seed);
      const { privacy } = randomModels(seed);
      const maxRows = limitOf(seed, table.rows.length);
      const metric = LATTICE_METRICS[seed % LATTICE_METRICS.length];
      for (const name of ['samarati', 'all-minimal', 'min-gen', 'optimal-lattice', 'incognito']) {
        const outcomes = [];
        for (const engine of engines) {
          outcomes.push(
            await withProblem(table, privacy, { maxRows }, engine, async (run) => await solve(run, name, { metric })),
          );
        }
        for (const outcome of outcomes.slice(1)) expect(outcome).toEqual(outcomes[0]);
      }
    }
  });

  it('pass the audit, with what the definitions give', async () => {
    for (let seed = 1; seed <= casesOf(60, 4); seed++) {
      const table = randomTable(seed);
      const { rules, privacy } = randomModels(seed);
      const maxRows = limitOf(seed, table.rows.length);
      const within = judgeAll(table, rules).filter(({ suppressed }) => suppressed <= maxRows);
      const metric = LATTICE_METRICS[seed % LATTICE_METRICS.length];
      const best = bestOf(within, metric);
      if (best === null) continue;
      const job = leveledJob(table, privacy, { name: 'optimal-lattice', metric }, { maxRows });
      let result;
      try {
        ({ result } = await anonymize(tableOf(table), job, { engine: seed % 2 === 0 ? 'js' : 'wasm' }));
      } catch (error) {
        // k or l past what the table has is refused before the search.
        if (error instanceof InfeasibleError && error.code !== 'NO_SOLUTION') continue;
        throw error;
      }
      expect([result.suppressed, result.classes]).toEqual([best.suppressed, best.classes]);
      expect(result.metrics.height).toBe(best.metrics.height);
      expect(result.metrics.discernibility).toBe(best.metrics.discernibility);
      expect(result.metrics.loss).toBeCloseTo(best.metrics.loss, 9);
      expect(result.metrics.precision).toBeCloseTo(best.metrics.precision, 9);
      expect(result.metrics.entropy).toBeCloseTo(best.metrics.entropy, 6);
      expect(result.warnings.filter(({ code }) => code === 'METRIC_NOT_AUDITED')).toEqual([]);
    }
  });

  it('list every node with its metrics when asked', async () => {
    for (let seed = 1; seed <= casesOf(20, 2); seed++) {
      const table = randomTable(seed);
      const { rules, privacy } = randomModels(seed);
      const nodes = judgeAll(table, rules);
      await withProblem(table, privacy, 'unlimited', fast, async (run) => {
        const outcome = await run('min-gen', { nodes: 'all' });
        const listed = outcome.solution.nodes as {
          levels: Record<string, number>;
          suppressed: number;
          classes: number;
          metrics: Record<string, number>;
        }[];
        expect(listed).toHaveLength(nodes.length);
        for (const node of nodes) {
          const found = listed.find(({ levels }) => Object.values(levels).join() === node.levels.join())!;
          expect([found.suppressed, found.classes]).toEqual([node.suppressed, node.classes]);
          for (const [metric, value] of Object.entries(node.metrics)) {
            const key = metric === 'average-class-size' ? 'averageClassSize' : metric;
            expect(found.metrics[key], metric).toBeCloseTo(value, 8);
          }
        }
      });
    }
  });

  it('keep within a memory bound of nothing, with the same outcome', async () => {
    for (let seed = 1; seed <= casesOf(30, 3); seed++) {
      const table = randomTable(seed);
      const { privacy } = randomModels(seed);
      const maxRows = limitOf(seed, table.rows.length);
      await withProblem(table, privacy, { maxRows }, fast, async (run) => {
        for (const [name, options] of [
          ['optimal-lattice', {}],
          ['incognito', {}],
          ['incognito', { variant: 'super-roots' }],
          ['incognito', { variant: 'cube' }],
        ] as const) {
          const free = await solve(run, name, options);
          const bound = await solve(run, name, { ...options, memory: 0 });
          expect(bound?.solution, name).toEqual(free?.solution);
        }
      });
    }
  });

  it('weigh attributes', async () => {
    const table = randomTable(77);
    await withProblem(table, [{ model: 'k-anonymity', k: 3 }], { maxRows: 3 }, fast, async (run, problem) => {
      const names = problem.domains.map(({ attribute }) => attribute);
      for (const name of names) {
        const weights = Object.fromEntries(names.map((other) => [other, other === name ? 1 : 0]));
        const outcome = await run('min-gen', { metric: 'precision', weights });
        const same = await run('optimal-lattice', { metric: 'precision', weights });
        expect(same.solution).toEqual(outcome.solution);
        expect(outcome.options.weights).toEqual(weights);
      }
    });
  });

  it('say what is wrong with their options', async () => {
    const table = randomTable(3);
    const run = async (algorithm: Record<string, unknown>) =>
      anonymize(tableOf(table), leveledJob(table, [{ model: 'k-anonymity', k: 2 }], algorithm as never, undefined));
    for (const [algorithm, argument] of [
      [{ name: 'optimal-lattice', metric: 'beauty' }, 'algorithm.metric'],
      [{ name: 'samarati', choose: 'any' }, 'algorithm.choose'],
      [{ name: 'min-gen', depth: 3 }, 'algorithm.depth'],
      [{ name: 'min-gen', weights: { q0: -1 } }, 'algorithm.weights["q0"]'],
      [{ name: 'min-gen', weights: { nobody: 1 } }, 'algorithm.weights'],
      [{ name: 'all-minimal', memory: 'much' }, 'algorithm.memory'],
      [{ name: 'optimal-lattice', nodes: 'lowest' }, 'algorithm.nodes'],
    ] as const) {
      const error = await run(algorithm).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(InvalidArgumentError);
      expect((error as InvalidArgumentError).argument).toBe(argument);
    }
  });
});
