import { describe, expect, it } from 'vitest';
import {
  anonymize,
  InfeasibleError,
  InvalidArgumentError,
  tableFromRows,
  type Job,
  type Table,
} from '../../src/index.js';
import type { CutCondition } from '../../src/engine/engine.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { bothEngines } from '../engine/engines.js';
import { exhaustive, randomModelProblem, type SmallProblem } from './problems.js';
import { generator, type Generator } from '../engine/random.js';
import { casesOf, seedRanges } from '../shared.js';
import { stopEarly } from '../algorithms/stop-early.js';

const engines = await bothEngines();

interface Case {
  readonly problem: SmallProblem;
  readonly privacy: readonly PrivacySpec[];
}

/** The model and the condition that it is on a class, by its definition. */
function drawModel(random: Generator, column: number, codes: readonly number[]): [PrivacySpec, CutCondition] {
  const attribute = `s${column}`;
  const global = new Uint32Array(Math.max(0, ...codes) + 1);
  for (const code of codes) global[code]++;
  const t = random.pick([0.1, 0.2, 0.3, 0.5]);
  const l = 1 + random.below(3);
  const c = random.pick([0.5, 1, 1.5, 3]);
  switch (random.below(7)) {
    case 0:
      return [
        { model: 'l-diversity', variant: 'distinct', l, attribute },
        { kind: 'distinct', column, l },
      ];
    case 1:
      return [
        { model: 'l-diversity', variant: 'entropy', l: l / 2 + 0.5, attribute },
        { kind: 'entropy', column, l: l / 2 + 0.5 },
      ];
    case 2:
      return [
        { model: 'l-diversity', variant: 'recursive', l, c, attribute },
        { kind: 'recursive', column, l, c },
      ];
    case 3:
    case 4: {
      const distance = random.pick(['equal', 'ordered'] as const);
      return [
        { model: 't-closeness', t, distance, attribute },
        { kind: `t-${distance}`, column, t, global },
      ];
    }
    case 5: {
      const beta = random.pick([0.5, 1, 2]);
      const upper = Float64Array.from(global, (count) => ((1 + beta) * count) / codes.length);
      const lower = new Float64Array(global.length);
      return [
        { model: 'beta-likeness', variant: 'basic', beta, attribute },
        { kind: 'shares', column, minimum: 0, upper, lower, every: false },
      ];
    }
    default: {
      const alpha = random.pick([0.4, 0.5, 0.75]);
      const [upper, lower] = [new Float64Array(global.length).fill(alpha), new Float64Array(global.length)];
      return [
        { model: 'alpha-k-anonymity', k: l, alpha, attribute },
        { kind: 'shares', column, minimum: l, upper, lower, every: false },
      ];
    }
  }
}

function drawCase(random: Generator): Case {
  const drawn = randomModelProblem(random, 8);
  const rows = drawn.rows.length === 0 ? [drawn.sizes.map(() => 0)] : drawn.rows.slice(0, 1 + random.below(24));
  const sensitive = drawn.sensitive!.map(({ codes }) => {
    const own = codes.length === 0 ? [0] : codes.slice(0, rows.length);
    const seen = [...new Set(own)].sort((a, b) => a - b);
    return { size: seen.length, codes: own.map((code) => seen.indexOf(code)) };
  });
  const models = Array.from({ length: 1 + random.below(2) }, () => {
    const column = random.below(sensitive.length);
    return drawModel(random, column, sensitive[column].codes);
  });
  const problem: SmallProblem = {
    ...drawn,
    rows,
    sensitive,
    k: Math.min(drawn.k, 4),
    limit: Math.min(drawn.limit, rows.length),
    label: rows.map((_, i) => drawn.label[i] ?? 0),
    allowed: drawn.sizes.map((size) => new Uint8Array(size).fill(1)),
    conditions: models.map(([, condition]) => condition),
  };
  return { problem, privacy: [{ model: 'k-anonymity', k: problem.k }, ...models.map(([spec]) => spec)] };
}

/** All rows suppressed, where that is allowed. */
function costOfNothing({ metric, rows }: SmallProblem): number {
  return metric === 'discernibility' ? rows.length ** 2 : rows.length;
}

function tableOf({ sizes, rows, sensitive, label }: SmallProblem): Table {
  const quasi = sizes.map((_, a) => `q${a}`);
  const columns = [...quasi, ...sensitive!.map((_, j) => `s${j}`), 'label'];
  const types = Object.fromEntries(columns.map((name) => [name, name === 'label' ? 'string' : 'integer'] as const));
  const cells = rows.map((row, i) => [
    ...row.map(String),
    ...sensitive!.map(({ codes }) => String(codes[i])),
    'abcd'[label[i]],
  ]);
  return tableFromRows(cells, { columns, types });
}

function jobOf({ problem, privacy }: Case): Job {
  const { sizes, sensitive, limit, metric } = problem;
  const isJudged = (name: string): boolean => privacy.some((spec) => 'attribute' in spec && spec.attribute === name);
  return {
    attributes: {
      ...Object.fromEntries(sizes.map((_, a) => [`q${a}`, { role: 'quasi-identifier' as const }])),
      ...Object.fromEntries(
        sensitive!.map((_, j) => [`s${j}`, { role: isJudged(`s${j}`) ? ('sensitive' as const) : ('drop' as const) }]),
      ),
      label: { role: 'class' },
    },
    privacy,
    algorithm: { name: 'k-optimize', metric },
    suppression: { maxRows: limit },
    // Values that few people have are not joined: all cuts are looked at.
    output: { ranges: 'tight' },
  };
}

describe('k-optimize under privacy models', () => {
  it.each(seedRanges(casesOf(6_000, 14), 20))('proves the least cost of all sets of cuts in audited releases: $from to $to', async ({ from, to }) => {
    const random = generator(7000 + from);
    for (let i = from; i < to; i++) {
      const drawn = drawCase(random);
      const optimum = exhaustive(drawn.problem);
      const [table, job] = [tableOf(drawn.problem), jobOf(drawn)];
      const run = async (engine: 'wasm' | 'js', options: object = {}) => {
        try {
          const { result, audit } = await anonymize(table, job, { engine: engines[engine], seed: 1, ...options });
          expect(audit.holds).toBe(true);
          const { discernibility, classification } = result.metrics;
          const cost = Number(drawn.problem.metric === 'discernibility' ? discernibility : classification);
          return { cost, told: result.search.cost, optimal: result.search.optimal, lowerBound: result.search.lowerBound };
        } catch (error) {
          if (error instanceof InfeasibleError) return null;
          throw error;
        }
      };
      // One class of all rows may cost as much as none; a release without a row is none.
      const isNothing = optimum === costOfNothing(drawn.problem);
      const expected = optimum === Infinity ? null : { cost: optimum, told: optimum, optimal: true, lowerBound: optimum };
      const what = JSON.stringify({ i, ...drawn });
      const found = await run('wasm');
      if (isNothing && found === null) continue;
      expect(found, what).toEqual(expected);
      expect(await run('js'), what).toEqual(expected);
      if (i % 10 === 0) for (const threads of [2, 3]) expect(await run('wasm', { threads }), what).toEqual(expected);
    }
  }); // prettier-ignore

  const people = tableFromRows(
    Array.from({ length: 400 }, (_, i) => ({
      age: 20 + ((i * i) % 37),
      hours: (i * 7) % 11,
      job: 'abcde'[(i * i * i) % 5],
      illness: ['flu', 'cold', 'gout'][(i * 5 + (i >> 3)) % 3],
    })),
  );
  const known = { role: 'quasi-identifier' as const };
  const jobUnder = (privacy: readonly PrivacySpec[], more: object = {}): Job => ({
    attributes: { age: known, hours: known, job: known, illness: { role: 'sensitive' } },
    privacy,
    algorithm: { name: 'k-optimize', ...more },
    suppression: 'unlimited',
  });

  it('goes on from a checkpoint to the same optimum, and says that another model is another job', async () => {
    const privacy: PrivacySpec[] = [{ model: 'l-diversity', variant: 'entropy', l: 2.5, attribute: 'illness' }];
    const job = jobUnder(privacy, { seedCost: 160_000, pruning: { tables: false } });
    const { result: whole } = await anonymize(people, job, { engine: engines.wasm });
    expect(whole.search.optimal).toBe(true);
    const { state } = await stopEarly(people, job, { engine: engines.js });
    const { result } = await anonymize(people, job, { engine: engines.wasm, resume: state });
    for (const name of ['cost', 'lowerBound', 'optimal', 'nodes']) {
      expect([name, result.search[name]]).toEqual([name, whole.search[name]]);
    }
    const other = jobUnder([{ ...privacy[0], l: 2.4 } as PrivacySpec], {
      seedCost: 160_000,
      pruning: { tables: false },
    });
    await expect(anonymize(people, other, { resume: state })).rejects.toMatchObject({ code: 'CHECKPOINT_OTHER_JOB' });
  });

  it('refuses models that break when classes are joined, and says which it takes', async () => {
    const delta: PrivacySpec = { model: 'delta-disclosure', delta: 1, attribute: 'illness' };
    const run = anonymize(people, jobUnder([delta]));
    await expect(run).rejects.toThrow(InvalidArgumentError);
    await expect(run).rejects.toMatchObject({ code: 'MODEL_NOT_SUPPORTED', argument: 'privacy[0].model' });
  });

  it('says that nothing satisfies the models within the limit', async () => {
    const job: Job = {
      ...jobUnder([{ model: 'alpha-k-anonymity', k: 2, alpha: 0.33, attribute: 'illness' }]),
      suppression: { maxRows: 0 },
    };
    await expect(anonymize(people, job)).rejects.toThrow(/no set of cuts is within the suppression limit of 0 rows/);
  });
});
