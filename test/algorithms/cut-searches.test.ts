import { describe, expect, it, vi } from 'vitest';
import { anonymize, InvalidArgumentError, parseJob, tableFromRows, type Job, type Table } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { CutSearch } from '../../src/algorithms/cuts/cut-search-run.js';
import type { CutEvaluator, CutProblem, CutSets } from '../../src/engine/engine.js';
import { casesOf, inTurn } from '../shared.js';
import { eagerClock } from '../slow-clock.js';
import { cellsOf } from '../table-texts.js';
import { ENGINES } from '../engine/engines.js';

const CLIMBERS = ['two-phase-hill-climbing', 'greedy-hill-climbing', 'genetic', 'simulated-annealing'] as const;
const SMALL: Record<string, Record<string, number>> = {
  'two-phase-hill-climbing': { restarts: 2 },
  'greedy-hill-climbing': {},
  genetic: { population: 10, offspring: 60 },
  'simulated-annealing': { steps: 100 },
};

/** A table with numbers (some missing), words, words with a hierarchy, and a class column. */
function drawTable(seed: number, rows: number): Table {
  const random = seededRandom(seed);
  return tableFromRows(
    Array.from({ length: rows }, () => ({
      age: random.below(12) === 0 ? null : 20 + random.below(9),
      sex: ['F', 'M'][random.below(2)],
      city: ['Aachen', 'Bonn', 'Celle', 'Dresden', 'Essen'][random.below(5)],
      salary: ['low', 'high', 'middle'][random.below(3)],
    })),
  );
}

function climbingJob(algorithm: Job['algorithm'], k: number, changes: Partial<Job> = {}): Job {
  return {
    attributes: {
      age: { role: 'quasi-identifier' },
      sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
      city: {
        role: 'quasi-identifier',
        hierarchy: { type: 'tree', tree: { '*': { west: ['Aachen', 'Bonn', 'Essen'], east: ['Celle', 'Dresden'] } } },
      },
      salary: { role: 'class' },
    },
    privacy: [{ model: 'k-anonymity', k }],
    algorithm,
    output: { order: 'input', ranges: 'tight' },
    ...changes,
  };
}

describe.each(inTurn(CLIMBERS, 2))('%s', (name) => {
  it('gives releases that the audit confirms, with the cost it says, the same from both engines', async () => {
    for (let i = 0; i < casesOf(300, 5); i++) {
      const random = seededRandom(i);
      const table = drawTable(i, 1 + random.below(80));
      const k = 1 + random.below(Math.min(table.rows, 12));
      const metric = (['discernibility', 'classification'] as const)[i % 2];
      const suppression = (['unlimited', undefined, { maxRows: random.below(8) }] as const)[random.below(3)];
      const cuts = i % 5 === 0 ? 'hierarchy' : 'free';
      const job = climbingJob(
        { name, metric, cuts, ...SMALL[name] },
        k,
        suppression === undefined ? {} : { suppression },
      );
      const releases = [];
      for (const engine of ENGINES) {
        const { release, result } = await anonymize(table, job, { engine });
        expect(result.engine).toBe(engine);
        expect(result.search).toMatchObject({ optimal: false, lowerBound: null, cost: result.metrics[metric] });
        expect(result.search.bestSeconds).toBeGreaterThanOrEqual(0);
        expect(result.search.bestSeconds).toBeLessThanOrEqual(result.seconds.total);
        expect(result.privacy[0].holds).toBe(true);
        expect(result.solution.kind).toBe('cuts');
        if (suppression === undefined) expect(result.suppressed).toBe(0);
        else if (suppression !== 'unlimited') expect(result.suppressed).toBeLessThanOrEqual(suppression.maxRows);
        const search = { ...result.search, bestSeconds: 0 };
        releases.push({ rows: cellsOf(release), search, solution: result.solution });
      }
      expect(releases[1]).toEqual(releases[0]);
    }
  });

  it('never beats k-optimize, and the seed decides what it finds', async () => {
    for (let i = 0; i < casesOf(60, 3); i++) {
      const table = drawTable(1000 + i, 60);
      const metric = (['discernibility', 'classification'] as const)[i % 2];
      const suppression = { maxRows: 4 * (i % 3) };
      const costOf = async (algorithm: Job['algorithm']) => {
        const { result } = await anonymize(table, climbingJob(algorithm, 4, { suppression }));
        return { cost: result.metrics[metric]!, solution: result.solution };
      };
      const optimum = await costOf({ name: 'k-optimize', metric });
      const found = await costOf({ name, metric, ...SMALL[name] });
      expect(found.cost).toBeGreaterThanOrEqual(optimum.cost);
      expect(await costOf({ name, metric, ...SMALL[name] })).toEqual(found);
    }
  });

  it('ends with its best result when asked to finish or at its time limit', async () => {
    const table = drawTable(3, 80);
    const finish = AbortSignal.abort();
    const finished = await anonymize(table, climbingJob(name, 3), { finish });
    expect(finished.result.metrics.discernibility).toBeLessThanOrEqual(6400);
    // Every look at the clock takes 25 ms.
    eagerClock();
    try {
      const limited = await anonymize(table, climbingJob(name, 3), { timeLimit: 0.05 });
      expect(limited.result.privacy[0].holds).toBe(true);
      expect(limited.result.warnings.map(({ code }) => code)).toContain('STOPPED_EARLY');
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('refuses other models, a missing class column and wrong options', async () => {
    const table = drawTable(4, 30);
    const refusal = async (job: Job): Promise<string> => {
      try {
        await anonymize(table, job);
      } catch (error) {
        if (error instanceof InvalidArgumentError) return error.argument;
        throw error;
      }
      return 'nothing was thrown';
    };
    const diverse = climbingJob(name, 2, {
      attributes: { ...climbingJob(name, 2).attributes, salary: { role: 'sensitive' } },
      privacy: [
        { model: 'k-anonymity', k: 2 },
        { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'salary' },
      ],
    });
    expect(await refusal(diverse)).toBe('privacy[1].model');
    const { age, sex } = climbingJob(name, 2).attributes;
    const classless = climbingJob({ name, metric: 'classification' }, 2, { attributes: { age, sex } });
    expect(await refusal(classless)).toBe('algorithm.metric');
    expect(await refusal(climbingJob({ name, metric: 'loss' }, 2))).toBe('algorithm.metric');
    expect(await refusal(climbingJob({ name, speed: 3 }, 2))).toBe('algorithm.speed');
    for (const option of Object.keys(SMALL[name])) {
      expect(await refusal(climbingJob({ name, [option]: 'many' }, 2))).toBe(`algorithm.${option}`);
      expect(await refusal(climbingJob({ name, [option]: -1 }, 2))).toBe(`algorithm.${option}`);
      expect(await refusal(climbingJob({ name, [option]: 1.5 }, 2))).toBe(`algorithm.${option}`);
    }
  });

  it('takes tables without a cut to make: one value, one row, k of all rows', async () => {
    const same = tableFromRows(Array.from({ length: 5 }, () => ({ age: 30, sex: 'F', city: 'Bonn', salary: 'low' })));
    for (const engine of ENGINES) {
      expect((await anonymize(same, climbingJob(name, 5), { engine })).result).toMatchObject({
        classes: 1,
        suppressed: 0,
      });
      const whole = await anonymize(drawTable(5, 9), climbingJob(name, 9), { engine });
      expect(whole.result).toMatchObject({ classes: 1, metrics: { discernibility: 81 } });
    }
  });
});

describe('cuts along a hierarchy', () => {
  it('stand only where nodes of level 1 meet', async () => {
    const table = drawTable(6, 200);
    const job = climbingJob({ name: 'two-phase-hill-climbing', cuts: 'hierarchy' }, 2);
    const { result } = await anonymize(table, job);
    const { cuts } = result.solution as unknown as { cuts: Record<string, unknown[]> };
    expect(cuts.city).toEqual(['Celle']);
    expect(cuts.sex).toEqual(['M']);
  });
});

describe('the job file', () => {
  it.each([...CLIMBERS, 'meyerson-williams'])('may name %s', (name) => {
    const job = climbingJob(name, 2);
    const { algorithm } = parseJob(job as unknown as Record<string, unknown>);
    expect(typeof algorithm === 'string' ? algorithm : algorithm?.name).toBe(name);
    expect(() => parseJob({ ...job, algorithm: `${name}s` })).toThrow(InvalidArgumentError);
  });
});

describe('missing values among numbers', () => {
  it('are released as * where an interval mixes them with numbers', async () => {
    const table = tableFromRows([{ age: 1 }, { age: 2 }, { age: 9 }, { age: null }, { age: 1 }]);
    const job: Job = {
      attributes: { age: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'greedy-hill-climbing',
      output: { order: 'input', ranges: 'tight' },
    };
    const { release } = await anonymize(table, job);
    expect(cellsOf(release).flat()).toEqual(['1', '*', '*', '*', '1']);
  });
});

describe('a walk over sets of cuts', () => {
  it('remembers what sets cost, with equal results when it has seen too many to remember', () => {
    let asked = 0;
    const costOf = (cuts: CutSets): number => 5 + cuts[0].reduce((sum, cut) => sum + 2 ** cut, 0);
    const evaluator = {
      evaluate: (cuts: CutSets) => (asked++, { cost: costOf(cuts), suppressed: cuts[0].length }),
    } as unknown as CutEvaluator;
    const problem = { allowed: [new Uint8Array(17).fill(1)], suppressionLimit: 3, metric: 'discernibility' };
    const search = new CutSearch(evaluator, problem as unknown as CutProblem, 10, 1, {});
    const cutsOf = (bits: number): CutSets => [Uint32Array.from(search.alphabet.keys()).filter((i) => (bits >> i) & 1)];
    const all = 40_000;
    for (let bits = 0; bits < all; bits++) search.revisit(cutsOf(bits));
    expect(asked).toBe(all);
    for (const surcharge of [2, Infinity]) {
      search.surcharge = surcharge;
      for (let bits = 0; bits < all; bits += 7) {
        const { cost, suppressed, value } = search.revisit(cutsOf(bits));
        expect({ cost, suppressed }).toEqual({ cost: costOf(cutsOf(bits)), suppressed: cutsOf(bits)[0].length });
        expect(value).toBe(search.valueOf(cost, suppressed));
      }
    }
    const before = asked;
    search.revisit(cutsOf(all - 1));
    expect(asked).toBe(before);
    expect(search.checked).toBe(all + 2 * Math.ceil(all / 7) + 1);
  });
});

describe.each(inTurn(['k-optimize', ...CLIMBERS], 2))('cuts "hierarchy" of %s', (name) => {
  it('warns that single values of larger nodes are not released, and releases none', async () => {
    const table = drawTable(3, 200);
    const codesOf = ({ warnings }: { warnings: readonly { code: string; message: string }[] }) =>
      warnings.filter(({ code }) => code === 'CUTS_AT_LEVEL_1').map(({ message }) => message);
    const options = { name, ...(SMALL[name] ?? {}) };
    const whole = await anonymize(table, climbingJob({ ...options, cuts: 'hierarchy' }, 2));
    // Level 1 of "sex" is its root, so that its cuts are free.
    expect(codesOf(whole)).toEqual([expect.stringContaining('no single value of "city" is released')]);
    expect(new Set(cellsOf(whole.release, ['city']).flat())).not.toContain('Bonn');
    expect(codesOf(await anonymize(table, climbingJob({ ...options, cuts: 'free' }, 2)))).toEqual([]);
  });
});
