/** Release of an anytime search that is ended at once: never worse than a cheap greedy solution. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anonymize, tableFromRows, type Job, type Metrics, type Table } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { suppressGreedily } from '../../src/algorithms/cells/suppress-cells.js';
import { runToCompletion } from '../../src/base/steps.js';
import { casesOf, inTurn } from '../shared.js';
import { slowClock } from '../slow-clock.js';
import { ENGINES } from './local/tables.js';

const ATTRIBUTES = 5;

/** Skewed whole numbers that hang together, a label and a sensitive value. */
function drawTable(seed: number, rows: number): Table {
  const random = seededRandom(seed);
  return tableFromRows(
    Array.from({ length: rows }, () => {
      const wealth = random.below(1000) / 1000;
      const cells: Record<string, string | number> = { label: wealth > 0.4 ? 'y' : 'n', s: `s${random.below(5)}` };
      for (let a = 0; a < ATTRIBUTES; a++) {
        const share = random.below(3) > 0 ? wealth : random.below(1000) / 1000;
        cells[`a${a}`] = Math.floor((6 + 5 * a) * share * share);
      }
      return cells;
    }),
  );
}

const known = { role: 'quasi-identifier', type: 'integer' } as const;
const leveled = { ...known, hierarchy: { type: 'intervals', origin: 0, widths: [2, 4, 8, 16] } } as const;
const attributesOf = (attribute: Job['attributes'][string]): Job['attributes'] => ({
  ...Object.fromEntries(Array.from({ length: ATTRIBUTES }, (_, a) => [`a${a}`, attribute])),
});
const k = [{ model: 'k-anonymity', k: 5 }] as const;
const diverse = [...k, { model: 'l-diversity', variant: 'entropy', l: 2, attribute: 's' }] as const;

/** Two ways to be ended before anything was searched. */
const ENDS = { 'a time limit': { timeLimit: 1e-6 }, finish: { finish: AbortSignal.abort() } } as const;

interface Case {
  readonly job: Job;
  readonly greedy: Job['algorithm'];
  /** Lower is better. */
  readonly objective: (metrics: Metrics) => number;
}

const lattice = (rest: Partial<Job> = {}): Case => ({
  job: { attributes: attributesOf(leveled), privacy: k, algorithm: 'optimal-lattice', ...rest } as Job,
  greedy: 'datafly',
  objective: ({ loss }) => loss!,
});

const CASES: Readonly<Record<string, Case>> = {
  'optimal-lattice, nothing suppressed': lattice({ suppression: { maxRows: 0 } }),
  'optimal-lattice, few rows suppressed': lattice({ suppression: { maxFraction: 0.04 } }),
  'optimal-lattice, any row suppressed': lattice({ suppression: 'unlimited' }),
  'optimal-lattice, under entropy': lattice({
    attributes: { ...attributesOf(leveled), s: { role: 'sensitive' } },
    privacy: diverse,
    suppression: { maxFraction: 0.04 },
  } as Partial<Job>),
  'optimal-lattice, discernibility': {
    ...lattice({
      algorithm: { name: 'optimal-lattice', metric: 'discernibility' },
      suppression: { maxFraction: 0.04 },
    }),
    objective: ({ discernibility }) => Number(discernibility),
  },
  ...Object.fromEntries(
    (
      [
        'k-optimize',
        'two-phase-hill-climbing',
        { name: 'genetic', offspring: 1e9 },
        { name: 'simulated-annealing', steps: 1e9 },
      ] as const
    ).flatMap((algorithm) => {
      const name = typeof algorithm === 'string' ? algorithm : algorithm.name;
      return [0, 0.1].map((maxFraction): [string, Case] => [
        `${name}, ${maxFraction} suppressed`,
        {
          job: { attributes: attributesOf(known), privacy: k, algorithm, suppression: { maxFraction } },
          greedy: 'greedy-hill-climbing',
          objective: ({ discernibility }) => Number(discernibility),
        },
      ]);
    }),
  ),
  'local-recoding': {
    job: { attributes: attributesOf(known), privacy: k, algorithm: 'local-recoding' },
    greedy: 'mondrian',
    objective: ({ loss }) => loss!,
  },
};

afterEach(() => void vi.restoreAllMocks());

describe.each(Object.keys(CASES))('%s', (name) => {
  const { job, greedy, objective } = CASES[name];
  const table = drawTable(3, 800);
  it.each(inTurn(Object.keys(ENDS) as (keyof typeof ENDS)[], 2))(
    'ended at once by %s is no worse than greedy',
    async (end) => {
      slowClock();
      for (const engine of inTurn(ENGINES, 2)) {
        const asked = { engine, seed: 1 };
        const cheap = await anonymize(table, { ...job, algorithm: greedy }, asked);
        const ended = await anonymize(table, job, { ...asked, ...ENDS[end] });
        expect(ended.audit.holds).toBe(true);
        expect(ended.result.warnings.map(({ code }) => code)).toContain('STOPPED_EARLY');
        expect(objective(ended.result.metrics)).toBeLessThanOrEqual(objective(cheap.result.metrics));
        // Checks that the comparison is not trivial.
        expect(cheap.result.classes).toBeGreaterThan(1);
      }
    },
  );
});

describe('k-optimize, by top-down specialization', () => {
  /** A table of leveled attributes, of which every other leaf occurs, and a label, and a job under which it is specialized. */
  function draw(seed: number): { readonly table: Table; readonly job: Omit<Job, 'algorithm'> } {
    const random = seededRandom(seed);
    const sizes = [4, 6, 9, 12, 30].slice(0, 2 + random.below(4));
    const power = 1 + random.below(3);
    const valueOf = (v: number): string => `v${String(v).padStart(2, '0')}`;
    const rows = Array.from({ length: 50 + random.below(1500) }, () => ({
      ...Object.fromEntries(
        sizes.map((size, a) => [`a${a}`, valueOf(2 * Math.floor(size * (random.below(1000) / 1000) ** power))]),
      ),
      label: `l${random.below(2)}`,
    }));
    const leveledBy = (size: number): Job['attributes'][string] => ({
      role: 'quasi-identifier',
      hierarchy: {
        type: 'levels',
        rows: Array.from({ length: 2 * size }, (_, v) => [
          valueOf(v),
          `g${Math.floor(v / 3)}`,
          `h${Math.floor(v / 6)}`,
          '*',
        ]),
      },
    });
    const attributes = Object.fromEntries(sizes.map((size, a) => [`a${a}`, leveledBy(size)]));
    return {
      table: tableFromRows(rows),
      job: {
        attributes: { ...attributes, label: { role: 'class' } },
        privacy: [{ model: 'k-anonymity', k: 2 + random.below(20) }],
        suppression: { maxRows: random.below(2) * random.below(20) },
      },
    };
  }

  it('is no worse, however soon it ends', async () => {
    slowClock();
    let dearer = 0;
    for (let seed = 1; seed <= casesOf(600, 4); seed++) {
      const { table, job } = draw(seed);
      const metric = seed % 2 === 0 ? 'classification' : 'discernibility';
      const asked = { engine: ENGINES[seed % ENGINES.length], seed: 1 };
      const costOf = ({ result }: { result: { metrics: Metrics } }): number => Number(result.metrics[metric]);
      const specialized = costOf(await anonymize(table, { ...job, algorithm: 'top-down-specialization' }, asked));
      const ends = [{ timeLimit: 1e-6 }, { timeLimit: 0.01 }, { timeLimit: 0.1 }, { finish: AbortSignal.abort() }];
      const ended = await anonymize(
        table,
        { ...job, algorithm: { name: 'k-optimize', metric } },
        { ...asked, ...ends[seed % ends.length] },
      );
      expect(costOf(ended), `table ${seed}`).toBeLessThanOrEqual(specialized);
      if (costOf(ended) < specialized) dearer++;
    }
    expect(dearer).toBeGreaterThan(2);
  });
});

describe('spalm, for which datafly does not stand in', () => {
  const WIDTHS = [1, 2, 4, 8, 16, Infinity];
  const names = Array.from({ length: 3 }, (_, a) => `a${a}`);
  const people = drawTable(4, 900);
  const table = drawTable(4, 400);
  const job: Job = {
    attributes: Object.fromEntries(names.map((name) => [name, leveled])),
    privacy: [...k, { model: 'delta-presence', min: 0, max: 0.9, public: 'people' }],
    algorithm: 'spalm',
  };

  /** The vectors from all leaves to the top, the attribute with the most distinct values going up a level each time. */
  function way(): number[][] {
    const levels = names.map(() => 0);
    const vectors = [[...levels]];
    const distinct = (a: number): number =>
      new Set(table.column(names[a])!.texts.map((text) => Math.floor(Number(text) / WIDTHS[levels[a]]))).size;
    for (;;) {
      const open = levels.map((level, a) => (level === 5 ? 0 : distinct(a)));
      const most = Math.max(...open);
      if (most === 0) return vectors;
      levels[open.indexOf(most)]++;
      vectors.push([...levels]);
    }
  }

  it.each(Object.keys(ENDS) as (keyof typeof ENDS)[])('ended at once by %s is no worse than its way', async (end) => {
    slowClock();
    for (const engine of ENGINES) {
      const asked = { engine, seed: 1, publicTables: { people } };
      const all = await anonymize(table, { ...job, algorithm: { name: 'min-gen', nodes: 'satisfying' } }, asked);
      const nodes = all.result.solution.nodes as { levels: Record<string, number>; metrics: { loss: number } }[];
      const isAt = (levels: number[]) => (node: (typeof nodes)[number]) =>
        names.every((name, a) => node.levels[name] === levels[a]);
      const first = way()
        .map((levels) => nodes.find(isAt(levels)))
        .find((node) => node !== undefined)!;
      const ended = await anonymize(table, job, { ...asked, ...ENDS[end] });
      expect(ended.result.warnings.map(({ code }) => code)).toContain('STOPPED_EARLY');
      expect(ended.result.metrics.loss).toBeLessThanOrEqual(first.metrics.loss + 1e-12);
      expect(first.metrics.loss).toBeLessThan(1);
    }
  });
});

describe('local-suppression, of which rows may be safe without one cell', () => {
  const POINTS = 4000;

  it('ended at once suppresses no more than column by column, the one with the most values first', () => {
    for (const seed of [1, 2, 3]) {
      const random = seededRandom(seed);
      const sizes = [30, 3, 12, 2, 5, 8, 20];
      const codes = sizes.map((size) =>
        Uint32Array.from({ length: POINTS }, () => random.below(1 + random.below(size))),
      );
      const counts = new Uint32Array(POINTS).fill(1);
      const input = { codes, counts, weights: sizes.map(() => 1), k: 5 };
      const blocks = runToCompletion(suppressGreedily(input, random, 0, () => false));
      const cells = (bits: number): number => sizes.filter((_, a) => (bits >> a) % 2 === 1).length;
      const suppressed = blocks.reduce((sum, { pattern, count }) => sum + count * cells(pattern), 0);
      // Every row is released, with at least k others.
      const together = new Map<string, number>();
      for (const { pattern, count, value } of blocks) {
        const key = `${pattern} ${value}`;
        together.set(key, (together.get(key) ?? 0) + count);
      }
      expect(blocks.reduce((sum, { count }) => sum + count, 0)).toBe(POINTS);
      expect(Math.min(...together.values())).toBeGreaterThanOrEqual(5);
      // Fewer than k rows that nothing covers take others with them.
      expect(suppressed).toBeLessThanOrEqual(columnByColumn(codes, 5) + 5 * sizes.length);
      expect(suppressed).toBeLessThan(0.9 * POINTS * sizes.length);
    }
  });

  /** Cells suppressed where all open rows lose the column with the most values, until k of them are alike. */
  function columnByColumn(codes: readonly Uint32Array[], least: number): number {
    const largest = (a: number): number => Math.max(...codes[a]);
    const order = codes.map((_, a) => a).sort((a, b) => largest(b) - largest(a) || a - b);
    let open = Array.from({ length: POINTS }, (_, p) => p);
    let cells = 0;
    for (let gone = 0; gone <= order.length; gone++) {
      const keyOf = (p: number): string =>
        order
          .slice(gone)
          .map((a) => codes[a][p])
          .join();
      const rows = new Map<string, number>();
      for (const p of open) rows.set(keyOf(p), (rows.get(keyOf(p)) ?? 0) + 1);
      const left = open.filter((p) => gone < order.length && rows.get(keyOf(p))! < least);
      cells += gone * (open.length - left.length);
      open = left;
    }
    return cells;
  }
});

describe('searches that are greedy themselves, ended at once while a moment is left', () => {
  const ended = (table: Table, job: Job, engine: (typeof ENGINES)[number]) => {
    slowClock();
    const publicTables = { people: drawTable(4, 900) };
    return anonymize(table, job, { engine, seed: 1, finish: AbortSignal.abort(), publicTables });
  };

  it('top-down-specialization splits once for each attribute', async () => {
    const job: Job = { attributes: attributesOf(leveled), privacy: k, algorithm: 'top-down-specialization' };
    for (const engine of ENGINES) {
      const { result, audit, hidesEverything } = await ended(drawTable(3, 800), job, engine);
      expect([audit.holds, hidesEverything, result.search.nodes]).toEqual([true, undefined, ATTRIBUTES]);
      expect(result.warnings.map(({ code }) => code)).toContain('STOPPED_EARLY');
      expect(result.metrics.loss).toBeLessThan(1);
    }
  });

  it('generalize-and-permute makes its buckets', async () => {
    const job: Job = {
      attributes: attributesOf(known),
      privacy: [...k, { model: 'delta-presence', min: 0, max: 0.9, public: 'people' }],
      algorithm: { name: 'generalize-and-permute', partition: 'mpalm' },
    };
    for (const engine of ENGINES) {
      const { result, audit } = await ended(drawTable(4, 400), job, engine);
      expect([audit.holds, result.search.checked]).toEqual([true, 0]);
      expect(result.search.buckets).toBeGreaterThan(10);
      expect(result.warnings.map(({ code }) => code)).toContain('STOPPED_EARLY');
    }
  });
});
