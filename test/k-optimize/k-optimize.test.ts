import { describe, expect, it } from 'vitest';
import { anonymize, InfeasibleError, InvalidArgumentError, tableFromRows, type Job } from '../../src/index.js';
import { mulberry32 } from '../random.js';
import { casesOf } from '../shared.js';
import { ENGINES } from '../engine/engines.js';

interface Person {
  readonly age: number;
  readonly sex: string;
  readonly job: string;
  readonly label: string;
}

function people(rows: number, seed: number): Person[] {
  const random = mulberry32(seed);
  const pick = <T>(values: readonly T[], skew: number): T =>
    values[Math.floor(Math.pow(random(), skew) * values.length)];
  return Array.from({ length: rows }, () => ({
    age: pick([20, 25, 30, 35, 40, 45], 1.3),
    sex: pick(['f', 'm'], 1),
    job: pick(['a', 'b', 'c', 'd'], 2),
    label: pick(['low', 'high', 'top'], 1.5),
  }));
}

function labelledJob(k: number, algorithm: Job['algorithm'], suppression?: Job['suppression']): Job {
  return {
    attributes: {
      age: { role: 'quasi-identifier' },
      sex: { role: 'quasi-identifier' },
      job: { role: 'quasi-identifier', hierarchy: { type: 'order', values: ['a', 'b', 'c', 'd'] } },
      label: { role: 'class' },
    },
    privacy: [{ model: 'k-anonymity', k }],
    algorithm,
    ...(suppression === undefined ? {} : { suppression }),
    output: { order: 'input', ranges: 'tight' },
  };
}

/** The least cost over all subsets of cuts, by definition. */
function optimumByDefinition(rows: readonly Person[], k: number, limit: number, metric: string): number {
  const columns = (['age', 'sex', 'job'] as const).map((name) => {
    const values = [...new Set(rows.map((row) => row[name]))].sort((a, b) => (a < b ? -1 : 1));
    return { codes: rows.map((row) => values.indexOf(row[name])), size: values.length };
  });
  const cutCount = columns.reduce((sum, { size }) => sum + size - 1, 0);
  let best = Infinity;
  for (let set = 0; set < 2 ** cutCount; set++) {
    const classes = new Map<string, string[]>();
    rows.forEach((row, i) => {
      let bit = 0;
      const key = columns
        .map(({ codes, size }) => {
          let interval = 0;
          for (let leaf = 1; leaf < size; leaf++, bit++) if ((set >> bit) & 1 && codes[i] >= leaf) interval++;
          return interval;
        })
        .join();
      classes.set(key, [...(classes.get(key) ?? []), row.label]);
    });
    let cost = 0;
    let suppressed = 0;
    for (const labels of classes.values()) {
      if (labels.length < k) {
        suppressed += labels.length;
        cost += labels.length * (metric === 'discernibility' ? rows.length : 1);
      } else if (metric === 'discernibility') cost += labels.length ** 2;
      else cost += labels.length - Math.max(...['low', 'high', 'top'].map((l) => labels.filter((x) => x === l).length));
    }
    if (suppressed <= limit && cost < best) best = cost;
  }
  return best;
}

describe.each(ENGINES)('K-OPTIMIZE, engine %s', (engine) => {
  it('releases the optimum of exhaustive search, proven and audited, for both metrics and every limit', async () => {
    for (let seed = 0; seed < casesOf(200, 3); seed++) {
      const rows = people(8 + (seed % 5) * 9, seed);
      const k = 1 + (seed % 6);
      for (const metric of ['discernibility', 'classification'] as const) {
        for (const [suppression, limit] of [
          [undefined, 0],
          [{ maxRows: 3 }, 3],
          ['unlimited', rows.length],
        ] as const) {
          const { result, audit } = await anonymize(
            tableFromRows(rows),
            labelledJob(k, { name: 'k-optimize', metric }, suppression),
            { engine },
          );
          const optimum = optimumByDefinition(rows, k, limit, metric);
          expect(audit.holds).toBe(true);
          expect(Number(result.metrics[metric]), `seed ${seed} ${metric} limit ${limit}`).toBe(optimum);
          expect(result.search).toMatchObject({ optimal: true, lowerBound: optimum, gap: 0 });
          expect(result.solution.kind).toBe('cuts');
        }
      }
    }
  });

  it('finds the same optimum with every rule switched off, one by one', async () => {
    const rows = people(40, 99);
    const optimum = optimumByDefinition(rows, 4, 2, 'discernibility');
    for (const pruning of [
      { nodes: false }, { tail: false }, { useless: 'off' }, { useless: 'narrow' }, { reorder: false }, { tables: false },
      { nodes: false, tail: false, useless: 'off', reorder: false, tables: false },
    ]) {
      const { result } = await anonymize(
        tableFromRows(rows),
        labelledJob(4, { name: 'k-optimize', pruning, seedCost: 1_000_000 }, { maxRows: 2 }),
        { engine },
      );
      expect(result.metrics.discernibility).toBe(optimum);
      expect(result.search.optimal).toBe(true);
    } // prettier-ignore
  });

  it('looks only for solutions of at most a given cost, and says when there is none', async () => {
    const rows = people(30, 3);
    const optimum = optimumByDefinition(rows, 5, 0, 'discernibility');
    const run = (seedCost: number) =>
      anonymize(tableFromRows(rows), labelledJob(5, { name: 'k-optimize', seedCost }), { engine });
    expect((await run(optimum)).result.metrics.discernibility).toBe(optimum);
    await expect(run(optimum - 1)).rejects.toThrow(InfeasibleError);
  });

  it('ends with its best solution and an honest gap when it is asked to finish', async () => {
    const random = mulberry32(8);
    const rows = Array.from({ length: 3000 }, () => ({
      a: Math.floor(random() * 40),
      b: Math.floor(random() * random() * 30),
      c: Math.floor(random() * 20),
    }));
    const finish = new AbortController();
    const known = { role: 'quasi-identifier' as const };
    const { result, audit, warnings } = await anonymize(
      tableFromRows(rows),
      {
        attributes: { a: known, b: known, c: known },
        privacy: [{ model: 'k-anonymity', k: 5 }],
        algorithm: 'k-optimize',
        suppression: 'unlimited',
      },
      { engine, finish: finish.signal, timeLimit: 2, onProgress: ({ anytime }) => anytime && finish.abort() },
    );
    expect(audit.holds).toBe(true);
    expect(result.search.optimal).toBe(false);
    expect(result.search.lowerBound as number).toBeLessThan(result.metrics.discernibility as number);
    expect(result.search.gap as number).toBeGreaterThan(0);
    expect(warnings.map(({ code }) => code)).toContain('NOT_PROVEN_OPTIMAL');
  });

  it('takes only the split values that the taxonomy has, and is the best of these by exhaustive search', async () => {
    const random = mulberry32(77);
    for (let seed = 0; seed < casesOf(150, 3); seed++) {
      // A random tree of three levels over 8 values, every node a run of them; the second attribute has no levels.
      const rows = Array.from({ length: 20 + (seed % 3) * 15 }, () => ({
        a: `v${Math.floor(random() * 8)}`,
        b: Math.floor(random() * 4),
      }));
      const runs = (starts: number[]): number[] =>
        Array.from({ length: 8 }, (_, leaf) => starts.filter((start) => start <= leaf).length);
      const fine = [2, 3, 5, 6].filter(() => random() < 0.7);
      const coarse = fine.filter(() => random() < 0.5);
      const [level1, level2] = [runs(fine), runs(coarse)];
      const levels = Array.from({ length: 8 }, (_, leaf) => [`v${leaf}`, `f${level1[leaf]}`, `c${level2[leaf]}`, '*']);
      const job: Job = {
        attributes: {
          a: { role: 'quasi-identifier', hierarchy: { type: 'levels', rows: levels } },
          b: { role: 'quasi-identifier' },
        },
        privacy: [{ model: 'k-anonymity', k: 2 + (seed % 4) }],
        algorithm: { name: 'k-optimize', cuts: 'hierarchy' },
        suppression: seed % 2 === 0 ? { maxRows: 3 } : 'unlimited',
        // Rounded ranges would code values of fewer than k people before the search, which has fewer cuts then.
        output: { ranges: 'tight' },
      };
      const { result, audit } = await anonymize(tableFromRows(rows), job, { engine });
      // By definition: a boundary of any level above the leaves for a, any value for b.
      const allowed = [1, 2, 3, 4, 5, 6, 7].filter(
        (leaf) => level1[leaf] !== level1[leaf - 1] || level2[leaf] !== level2[leaf - 1],
      );
      const cuts = [...allowed.map((leaf) => ['a', leaf] as const), ...[1, 2, 3].map((leaf) => ['b', leaf] as const)];
      let optimum = Infinity;
      for (let set = 0; set < 2 ** cuts.length; set++) {
        const classes = new Map<string, number>();
        for (const row of rows) {
          const codes = { a: Number(row.a.slice(1)), b: row.b };
          const key = cuts.map(([name, leaf], i) => ((set >> i) & 1 ? Number(codes[name] >= leaf) : 0)).join('');
          classes.set(key, (classes.get(key) ?? 0) + 1);
        }
        let cost = 0;
        let suppressed = 0;
        for (const size of classes.values()) {
          if (size < 2 + (seed % 4)) suppressed += size;
          cost += size < 2 + (seed % 4) ? size * rows.length : size * size;
        }
        if (seed % 2 === 1 || suppressed <= 3) optimum = Math.min(optimum, cost);
      }
      expect(audit.holds).toBe(true);
      expect([seed, result.search.cost, result.search.optimal]).toEqual([seed, optimum, true]);
      const made = (result.solution.cuts as Record<string, string[]>).a.map((text) => Number(text.slice(1)));
      expect(made.filter((leaf) => !allowed.includes(leaf))).toEqual([]);
    }
  });

  it('cuts between nodes of the taxonomy where the first leaf of the second one is in no cell', async () => {
    const levels = ['f', 'f', 'g', 'g'].map((node, leaf) => [`v${leaf}`, node, '*']);
    const job: Job = {
      attributes: { a: { role: 'quasi-identifier', hierarchy: { type: 'levels', rows: levels } } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'k-optimize', cuts: 'hierarchy' },
    };
    const rows = ['v0', 'v1', 'v3', 'v3'].map((a) => ({ a }));
    const { release, result } = await anonymize(tableFromRows(rows), job, { engine });
    expect(result.solution).toMatchObject({ cuts: { a: ['v2'] } });
    expect([...release.columns[0].texts].sort()).toEqual(['[v0-v1]', '[v2-v3]']);
  });

  it('refuses models that break when classes are joined, unknown rules and a metric without its column', async () => {
    const table = tableFromRows(people(20, 1));
    const refused = async (job: Job): Promise<void> =>
      void (await expect(anonymize(table, job, { engine })).rejects.toThrow(InvalidArgumentError));
    await refused(labelledJob(2, { name: 'k-optimize', pruning: { node: true } }));
    await refused(labelledJob(2, { name: 'k-optimize', seedCost: -1 }));
    await refused(labelledJob(2, { name: 'k-optimize', metric: 'entropy' }));
    const job = labelledJob(2, 'k-optimize');
    await refused({
      ...job,
      privacy: [...job.privacy, { model: 'delta-disclosure', delta: 1, attribute: 'label' }],
    });
    await refused({
      ...labelledJob(2, { name: 'k-optimize', metric: 'classification' }),
      attributes: { age: { role: 'quasi-identifier' } },
    });
  });
});
