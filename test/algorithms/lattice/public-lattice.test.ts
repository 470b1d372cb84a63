import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/algorithms/algorithm.js';
import { anonymize, InfeasibleError, tableFromRows } from '../../../src/index.js';
import type { Job, PrivacySpec } from '../../../src/job/job.js';
import { allEngines } from '../../engine/engines.js';
import { mulberry32 } from '../../random.js';
import { casesOf, long } from '../../shared.js';
import { bestOf, judgeAll, minimalOf, type Node, type Rule, type SmallTable } from './brute-force.js';
import {
  leveledJob,
  levelsOf,
  publicTablesOf,
  randomModels,
  randomTable,
  tableOf,
  withProblem,
} from './small-problems.js';
import { LATTICE_METRICS } from '../../../src/algorithms/shared-options.js';

const engines = await allEngines();
/** The kernels as they are released. */
const [, fast] = engines;

interface Drawn {
  readonly table: SmallTable;
  readonly rules: Rule[];
  readonly privacy: Job['privacy'];
  readonly maxRows: number;
  readonly metric: string;
}

/** A random table some of whose rows are private, one or two models on it, at times one on the private rows. */
function draw(seed: number): Drawn {
  const random = mulberry32(seed ^ 0x2545f491);
  const below = (n: number): number => Math.floor(random() * n);
  const all = randomTable(seed);
  const share = 0.15 + 0.7 * random();
  // Rows with the first leaf are private more often, or less: shares differ between classes.
  const slope = random() - 0.5;
  const isPrivate = all.rows.map((row, i) => i === 0 || random() < share + (row[0] === 0 ? slope : 0));
  const table: SmallTable = {
    rows: all.rows.filter((_, i) => isPrivate[i]),
    sensitive: all.sensitive.filter((_, i) => isPrivate[i]),
    hierarchies: all.hierarchies,
    others: all.rows.filter((_, i) => !isPrivate[i]),
  };
  const real = table.rows.length / all.rows.length;
  const outside = below(2) === 0 ? 'judged' : 'ignored';
  const min = below(3) === 0 ? 0 : real * random();
  const max = below(4) === 0 ? 1 : real + (1 - real) * random();
  const k = 1 + below(8);
  const name = below(2) === 0 ? 'k-map' : 'weak-k-anonymity';
  const presence: PrivacySpec = { model: 'delta-presence', min, max, public: 'people', outside };
  const l = (4 + k) / 4;
  const population: PrivacySpec =
    seed % 3 === 0
      ? { model: 'weak-l-diversity', l, attribute: 's', public: 'people' }
      : { model: name, k, public: 'people' };
  const populationRule: Rule = seed % 3 === 0 ? { model: 'weak-diversity', l } : { model: 'population', k };
  const which = below(3);
  const others = below(2) === 0 ? randomModels(seed) : { rules: [], privacy: [] };
  const rows = table.rows.length;
  const limits = [0, 0, 0, 1, 2, Math.floor(rows * random()), rows];
  return {
    table,
    rules: [
      ...(which < 2 ? [{ model: 'presence', min, max, outside } as const] : []),
      ...(which > 0 ? [populationRule] : []),
      ...others.rules,
    ],
    privacy: [...(which < 2 ? [presence] : []), ...(which > 0 ? [population] : []), ...others.privacy],
    maxRows: limits[below(limits.length)],
    metric: LATTICE_METRICS[seed % LATTICE_METRICS.length],
  };
}

const isWithin =
  (maxRows: number) =>
  ({ suppressed, holdsOutside }: Node): boolean =>
    suppressed <= maxRows && holdsOutside;

async function solve(run: Promise<Outcome>): Promise<Outcome | null> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof InfeasibleError) return null;
    throw error;
  }
}

const digits = (levels: Readonly<Record<string, number>>): string => Object.values(levels).join('');
const sumOf = (levels: readonly number[]): number => levels.reduce((sum, level) => sum + level, 0);

describe('searches over the lattice under models on a public table', () => {
  it(`find what brute force finds in ${casesOf(5000, 14)} random tables`, async () => {
    let solved = 0;
    let finer = 0;
    let suppressing = 0;
    for (let seed = 1; seed <= casesOf(5000, 14); seed++) {
      const { table, rules, privacy, maxRows, metric } = draw(seed);
      const nodes = judgeAll(table, rules);
      const within = nodes.filter(isWithin(maxRows));
      const where = `${metric} ${seed} ${JSON.stringify(privacy)} ${maxRows}`;
      await withProblem(table, privacy, { maxRows }, seed % 2 === 0 ? fast : engines[0], async (run) => {
        const expected = bestOf(within, metric);
        const isPresence = privacy.some(({ model }) => model === 'delta-presence');
        for (const name of ['min-gen', 'optimal-lattice', ...(isPresence ? ['spalm'] : [])]) {
          const outcome = await solve(run(name, { metric }));
          expect(outcome === null ? null : levelsOf(outcome), `${name} ${where}`).toEqual(expected?.levels ?? null);
          if (outcome === null) continue;
          expect(outcome.search.optimal).toBe(true);
          expect(outcome.search.lowerBound, `${name} ${where}`).toBeCloseTo(expected!.metrics[metric], 9);
          expect(outcome.recoding.classes, `${name} ${where}`).toBe(expected!.classes);
        }
        const minimal = minimalOf(within)
          .map(({ levels }) => levels.join(''))
          .sort();
        for (const [name, options] of [
          ['all-minimal', {}],
          ['incognito', { variant: 'basic' }],
          ['incognito', { variant: 'super-roots' }],
          ['incognito', { variant: 'cube' }],
        ] as const) {
          const outcome = await solve(run(name, options));
          const found = (outcome?.solution.minimal ?? []) as Record<string, number>[];
          expect(found.map(digits).sort(), `${name} ${where}`).toEqual(minimal);
          if (outcome !== null) expect(outcome.solution.satisfying, `${name} ${where}`).toBe(within.length);
        }
        const least = Math.min(...within.map(({ levels }) => sumOf(levels)));
        const atLeast = within.filter(({ levels }) => sumOf(levels) === least);
        const first = await solve(run('samarati'));
        expect(first === null ? null : levelsOf(first), `samarati ${where}`).toEqual(atLeast[0]?.levels ?? null);
        const best = await solve(run('samarati', { choose: 'least-loss', metric }));
        expect(best === null ? null : levelsOf(best), where).toEqual(bestOf(atLeast, metric)?.levels ?? null);
        if (expected === null) return;
        solved++;
        if (expected.levels.some((level, a) => level < table.hierarchies[a][0].length - 1)) finer++;
        if (expected.suppressed > 0 && expected.classes > 0) suppressing++;
      });
    }
    expect(solved).toBeGreaterThan(long ? 30 : 8);
    expect(finer).toBeGreaterThan(long ? 20 : 6);
    expect(suppressing).toBeGreaterThan(long ? 5 : 2);
  });

  it('list which nodes satisfy', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { table, rules, privacy, maxRows } = draw(seed);
      const expected = judgeAll(table, rules).map((node) => [
        node.levels.join(''),
        isWithin(maxRows)(node),
        node.suppressed,
      ]);
      await withProblem(table, privacy, { maxRows }, fast, async (run) => {
        const outcome = await solve(run('min-gen', { nodes: 'all' }));
        if (outcome === null) return;
        const listed = outcome.solution.nodes as {
          levels: Record<string, number>;
          satisfies: boolean;
          suppressed: number;
        }[];
        expect(
          listed.map(({ levels, satisfies, suppressed }) => [digits(levels), satisfies, suppressed]).sort(),
        ).toEqual(expected.sort());
      });
    }
  });

  it('have the same outcome and the same statistics in every engine, and with no memory for sets', async () => {
    for (let seed = 2000; seed < 2005; seed++) {
      const { table, privacy, maxRows, metric } = draw(seed);
      for (const name of ['samarati', 'all-minimal', 'min-gen', 'optimal-lattice', 'incognito']) {
        const outcomes = [];
        for (const engine of engines) {
          outcomes.push(await withProblem(table, privacy, { maxRows }, engine, (run) => solve(run(name, { metric }))));
        }
        for (const outcome of outcomes.slice(1)) expect(outcome).toEqual(outcomes[0]);
        const bound = await withProblem(table, privacy, { maxRows }, fast, (run) =>
          solve(run(name, { metric, memory: 0 })),
        );
        expect(bound?.solution).toEqual(outcomes[0]?.solution);
      }
    }
  });

  it('pass the audit, with suppressed rows among those whose presence is judged', async () => {
    let released = 0;
    for (let seed = 1; seed <= casesOf(1000, 7); seed++) {
      const { table, rules, privacy, maxRows, metric } = draw(seed);
      const best = bestOf(judgeAll(table, rules).filter(isWithin(maxRows)), metric);
      const job = leveledJob(table, privacy, { name: 'optimal-lattice', metric }, { maxRows });
      try {
        const { result } = await anonymize(tableOf(table), job, {
          engine: seed % 2 === 0 ? 'js' : 'wasm',
          publicTables: publicTablesOf(table),
        });
        expect([result.suppressed, result.classes], `seed ${seed}`).toEqual([best?.suppressed, best?.classes]);
        released++;
      } catch (error) {
        if (!(error instanceof InfeasibleError)) throw new Error(`seed ${seed}`, { cause: error });
        if (error.code === 'NO_SOLUTION') expect(best, `seed ${seed}`).toBeNull();
      }
    }
    expect(released).toBeGreaterThan(long ? 10 : 3);
  });
});

/** Seed 004, Figures 2.1 and 2.2. */
const patients = [
  ['5370', 25],
  ['5370', 25],
  ['5370', 27],
  ['5371', 27],
  ['5371', 27],
  ['5372', 25],
  ['5372', 25],
  ['5373', 25],
].map(([zip, age]) => ({ zip, age }));

describe('spalm', () => {
  const asText = { types: { zip: 'string' } } as const;
  const citizens = tableFromRows([{ zip: '5370', age: 25 }, ...patients, { zip: '5372', age: 27 }], asText);
  const job = (privacy: Job['privacy']): Job => ({
    attributes: {
      zip: { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'mask' } },
      age: { role: 'quasi-identifier' },
    },
    privacy,
    algorithm: 'spalm',
    output: { order: 'input' },
  });

  it('releases Figure 2.3 of the thesis for its tables and δ = (0.1, 0.9)', async () => {
    for (const engine of ['js', 'wasm'] as const) {
      const { release, result } = await anonymize(
        tableFromRows(patients, asText),
        job([{ model: 'delta-presence', min: 0.1, max: 0.9, public: 'citizens' }]),
        { engine, publicTables: { citizens } },
      );
      const [zip, age] = release.columns.map(({ codes, texts }) => Array.from(codes, (code) => texts[code]));
      expect(zip).toEqual(patients.map(() => '537*'));
      expect(age).toEqual(patients.map((one) => String(one.age)));
      expect(result.privacy[0].achieved.min).toBeCloseTo(3 / 4, 12);
      expect(result.privacy[0].achieved.max).toBeCloseTo(5 / 6, 12);
      expect(result.algorithm.name).toBe('spalm');
    }
  });

  it('needs a δ-presence model', async () => {
    const run = (privacy: Job['privacy']) =>
      anonymize(tableFromRows(patients, asText), job(privacy), { engine: 'js', publicTables: { citizens } });
    await expect(run([{ model: 'k-map', k: 2, public: 'citizens' }])).rejects.toMatchObject({
      code: 'NO_PRESENCE_MODEL',
      argument: 'privacy',
    });
  });
});
