/** Relations between the runs of two tables that differ by a known change. */
import { describe, expect, it } from 'vitest';
import { anonymize, tableFromRows, type Job } from '../../src/index.js';
import { bothEngines } from '../engine/engines.js';
import { algorithmNames, algorithmsIn, groupingAlgorithms } from '../registry.js';
import { day } from '../day.js';
import { long } from '../shared.js';
import { jobWithOption, tablesOf } from '../algorithms/option-settings.js';
import { seededRandom } from '../../src/base/random.js';

const engines = await bothEngines();
/** Seeds of tables: all three in the long form, else one a day. */
const seeds = long ? [3, 4, 5] : [3 + (day % 3)];

/** A table, its public table, and the job that releases it. */
interface Case {
  readonly rows: readonly object[];
  readonly publicRows: readonly object[];
  readonly job: Job;
}

/** Figures of a run about a release. */
interface Figures {
  readonly metrics: unknown;
  readonly classes: number;
  readonly suppressed: number;
  readonly cost: unknown;
  readonly holds: readonly boolean[];
  readonly written: number;
}

/** The numbers to 10 digits, since sums depend on the order of their terms. */
const rounded = (metrics: object): unknown =>
  JSON.parse(JSON.stringify(metrics, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value))); // prettier-ignore

/** Runs a case and returns its figures. */
async function figuresOf({ rows, publicRows, job }: Case, seed: number): Promise<Figures> {
  const publicTables = { people: tableFromRows(publicRows as never) };
  const engine = seed % 2 === 0 ? engines.wasm : engines.js;
  const { result } = await anonymize(tableFromRows(rows as never), job, { engine, seed, publicTables });
  return {
    metrics: rounded(result.metrics),
    classes: result.classes,
    suppressed: result.suppressed,
    cost: result.search.cost ?? result.search.lowerBound ?? null,
    holds: result.privacy.map(({ holds }) => holds),
    written: result.released + result.suppressed,
  };
}

function caseOf(name: string, seed: number): Case {
  const beside = name === 'mu-argus' ? { combinations: 'all' } : {};
  return { ...tablesOf(seed), job: jobWithOption(name, 'name', { value: name, beside }) };
}

const asGiven = new Map<string, Promise<Figures>>();
/** The figures of an algorithm's case, computed once. */
function figuresBefore(name: string, seed: number): Promise<Figures> {
  const key = `${name} ${seed}`;
  const before = asGiven.get(key) ?? figuresOf(caseOf(name, seed), seed);
  asGiven.set(key, before);
  return before;
}

/** The value with every text of the list, as a key or a value of JSON, under another name. */
function renamed<Value>(value: Value, names: readonly string[]): Value {
  const text = names.reduce((all, name) => all.replaceAll(`"${name}"`, `"new ${name}"`), JSON.stringify(value));
  return JSON.parse(text) as Value;
}

function withOtherColumns({ rows, publicRows, job }: Case): Case {
  const columns = Object.keys(job.attributes);
  const changed = { ...job, attributes: renamed(job.attributes, columns), privacy: renamed(job.privacy, columns) };
  return { rows: renamed(rows, columns), publicRows: renamed(publicRows, columns), job: changed };
}

function withOtherValues({ rows, publicRows, job }: Case): Case {
  const texts = [...new Set(rows.map((row) => (row as { job: string }).job))];
  const other = (given: readonly object[]): object[] =>
    given.map((row) =>
      Object.fromEntries(
        Object.entries(row as Record<string, unknown>).map(([name, value]) => {
          if (name === 'drugs') return [name, String(value).split(' ').map((item) => `n${item}`).join(' ')];
          return [name, typeof value === 'string' ? `new ${value}` : value];
        }),
      ),
    ); // prettier-ignore
  return {
    rows: other(rows),
    publicRows: other(publicRows),
    job: { ...job, attributes: renamed(job.attributes, texts) },
  };
}

const inOtherOrder = ({ rows, publicRows, job }: Case): Case => ({
  rows: [...rows].reverse(),
  publicRows: [...publicRows].reverse(),
  job,
});

const turned = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).reverse()) as Value;
const withColumnsTurned = ({ rows, publicRows, job }: Case): Case => ({
  rows: rows.map(turned),
  publicRows: publicRows.map(turned),
  job: { ...job, attributes: turned(job.attributes) },
});

const withRowsTwice = ({ rows, publicRows, job }: Case): Case => ({
  rows: [...rows, ...rows],
  publicRows: [...publicRows, ...publicRows],
  job: {
    ...job,
    ...(job.suppression === undefined ? {} : { suppression: { maxRows: 12 } }),
    privacy: job.privacy.map((model) => ('k' in model ? { ...model, k: 2 * model.k! } : model)) as Job['privacy'],
  },
});

function withConstantColumn({ rows, publicRows, job }: Case): Case {
  const wider = (given: readonly object[]): object[] => given.map((row) => ({ ...row, same: 'x' }));
  const isListsAlone = Object.keys(job.attributes).length === 1;
  const same = isListsAlone ? 'drop' : ({ role: 'quasi-identifier', hierarchy: { type: 'suppress' } } as const);
  return { rows: wider(rows), publicRows: wider(publicRows), job: { ...job, attributes: { ...job.attributes, same } } };
}

const sizesOf = ({ classes, suppressed }: Figures) => ({ classes, suppressed });

/** A relation, the figures that it leaves unchanged, and the algorithms that may find another release that holds. */
interface Relation {
  readonly change: (given: Case) => Case;
  readonly expected: (before: Figures) => Partial<Figures>;
  readonly mayDiffer?: readonly string[];
}

const relations: Readonly<Record<string, Relation>> = {
  'columns under other names': { change: withOtherColumns, expected: (before) => before },
  'values under other names in the same order': { change: withOtherValues, expected: (before) => before },
  'rows in another order': {
    change: inOtherOrder,
    expected: (before) => before,
    // Equal rows in several classes, ties, and orders of rows that a seed draws.
    mayDiffer: [
      ...['meyerson-williams', ...groupingAlgorithms],
      ...['mu-argus', 'local-suppression', 'slicing', 'anatomy'],
    ],
  },
  'columns in another order': {
    change: withColumnsTurned,
    expected: sizesOf,
    // Ties go to the first column; curves and random searches number the columns.
    mayDiffer: [
      ...['samarati', 'genetic', 'two-phase-hill-climbing', 'simulated-annealing'],
      ...['hilbert', 'local-suppression', 'slicing'],
    ],
  },
  'every row twice, under twice the k': {
    change: withRowsTwice,
    expected: ({ classes, suppressed }) => ({ classes, suppressed: 2 * suppressed }),
    // Groups of k rows need not fit equal rows.
    mayDiffer: ['anatomy', 'meyerson-williams', ...algorithmsIn('clusters').filter((name) => name !== 'k-member')],
  },
  'a column of one value beside': {
    change: withConstantColumn,
    expected: sizesOf,
    // Suppressed rows lose the column too, so their loss weighs more.
    mayDiffer: ['samarati', 'all-minimal', 'min-gen', 'optimal-lattice', 'incognito', 'spalm', 'datafly'],
  },
};

describe.each(Object.entries(relations))('%s', (_, { change, expected, mayDiffer = [] }) => {
  it.each(algorithmNames)('leave the release what it was: %s', async (name) => {
    for (const seed of seeds) {
      const before = await figuresBefore(name, seed);
      const given = change(caseOf(name, seed));
      const after = await figuresOf(given, seed);
      expect(after.holds).toEqual(before.holds);
      expect(after.holds).not.toContain(false);
      expect(after.written).toBe(given.rows.length);
      if (!mayDiffer.includes(name)) expect(after).toMatchObject(expected(before));
    }
  });

  it('names algorithms that exist', () => {
    expect(algorithmNames).toEqual(expect.arrayContaining([...mayDiffer]));
  });
});

describe('a proven optimum', () => {
  const random = seededRandom(5);
  const known = { role: 'quasi-identifier' } as const;
  const people = Array.from({ length: 40 }, () => ({ a: random.below(6), b: random.below(4), c: random.below(3) }));
  const intervals = (...widths: number[]) => ({ ...known, type: 'integer', hierarchy: { type: 'intervals', origin: 0, widths } }) as const; // prettier-ignore
  const jobs: readonly (readonly [string, Job])[] = [
    ['k-optimize', { attributes: { a: known, b: known, c: known }, privacy: [], algorithm: 'k-optimize' }],
    ['optimal-lattice', { attributes: { a: intervals(2, 6), b: intervals(2, 4), c: intervals(3) }, privacy: [], algorithm: 'optimal-lattice' }], // prettier-ignore
  ];
  const optimum = async (given: readonly object[], job: Job, k: number): Promise<number> => {
    const asked: Job = { ...job, privacy: [{ model: 'k-anonymity', k }], suppression: { maxRows: 0 } };
    const { result } = await anonymize(tableFromRows(given as never), asked, { engine: engines.js, seed: 1 });
    expect(result.search.optimal).toBe(true);
    return Number(result.search.cost ?? result.search.lowerBound);
  };

  it.each(jobs)('is the same for rows and columns in another order: %s', async (_, job) => {
    const before = await optimum(people, job, 3);
    expect(await optimum([...people].reverse(), job, 3)).toBeCloseTo(before, 9);
    const { a, b, c } = job.attributes;
    const turned = people.map((row) => ({ c: row.c, a: row.a, b: row.b }));
    expect(await optimum(turned, { ...job, attributes: { c, a, b } }, 3)).toBeCloseTo(before, 9);
  });

  it.each(jobs)('is the same for every row twice under twice the k: %s', async (name, job) => {
    const before = await optimum(people, job, 3);
    // Discernibility adds squares of sizes, loss is a mean.
    const times = name === 'k-optimize' ? 4 : 1;
    expect(await optimum([...people, ...people], job, 6)).toBeCloseTo(times * before, 9);
  });

  it.each(jobs)('costs no less for a larger k: %s', async (_, job) => {
    const costs = [];
    for (const k of [1, 2, 3, 5, 8, 20]) costs.push(await optimum(people, job, k));
    expect(costs).toEqual([...costs].sort((one, other) => one - other));
    expect(costs[0]).toBeLessThan(costs.at(-1)!);
  });

  it('is the same with a column of one value beside it: k-optimize', async () => {
    const [[, job]] = jobs;
    const wider: Job = { ...job, attributes: { ...job.attributes, d: { ...known, hierarchy: { type: 'suppress' } } } };
    expect(await optimum(people.map((row) => ({ ...row, d: 'same' })), wider, 3)).toBe(await optimum(people, job, 3)); // prettier-ignore
  });
});
