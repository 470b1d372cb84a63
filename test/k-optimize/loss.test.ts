import { describe, expect, it } from 'vitest';
import { anonymize, InfeasibleError, tableFromRows, type Job } from '../../src/index.js';
import type { AttributeSpec } from '../../src/job/job.js';
import { seededRandom } from '../../src/base/random.js';
import { bothEngines } from '../engine/engines.js';
import { casesOf, seedRanges } from '../shared.js';
import { stopEarly } from '../algorithms/stop-early.js';
import { longTest } from '../long-test.js';

const engines = await bothEngines();

/** Most cuts that are tried in all combinations. */
const MOST_CUTS = 10;

interface Attribute {
  readonly spec: AttributeSpec;
  /** Leaves in their order, seen or not; the missing value last. */
  readonly order: readonly (string | null)[];
  readonly isNumber: boolean;
  readonly nodeOf: ReadonlyMap<string | null, string>;
}

interface Problem {
  readonly attributes: readonly Attribute[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly sensitive: readonly string[];
  readonly k: number;
  /** Values of a class that distinct l-diversity asks for; 0: not asked. */
  readonly l: number;
  readonly limit: number;
  readonly metric: 'loss' | 'ncp';
  readonly cuts: 'free' | 'hierarchy';
}

type Below = (bound: number) => number;

function drawAttribute(below: Below): Attribute {
  const kind = below(4);
  const isNumber = kind < 2;
  const all = isNumber
    ? [['1', '2', '3', '5', '8', '11', '20'], ['0.1', '0.25', '0.5', '0.75', '1.5'], ['0.3333', '0.71828', '1.41421', '3.14159']][below(3)] // prettier-ignore
    : [...'abcdefg'];
  const leaves = all.filter(() => below(3) > 0);
  if (leaves.length === 0) leaves.push(all[0]);
  const groups = 1 + below(3);
  const nodeOf = new Map<string | null, string>(
    leaves.map((leaf, i) => [leaf, `node ${Math.floor((i * groups) / leaves.length)}`]),
  );
  nodeOf.set(null, 'missing');
  const hierarchy = { type: 'levels' as const, rows: leaves.map((leaf) => [leaf, nodeOf.get(leaf)!, '*']) };
  const hasHierarchy = kind % 2 === 0;
  const type = !isNumber ? 'string' : leaves.every((leaf) => Number.isInteger(Number(leaf))) ? 'integer' : 'number';
  return {
    spec: { role: 'quasi-identifier', type, ...(hasHierarchy ? { hierarchy } : {}) },
    order: leaves,
    isNumber,
    nodeOf,
  };
}

function drawProblem(seed: number): Problem {
  const { below } = seededRandom(seed);
  const drawn = Array.from({ length: 1 + below(3) }, () => drawAttribute(below));
  const isMissing = drawn.map(() => below(5) === 0);
  const rows = Array.from({ length: 2 + below(14) }, () =>
    drawn.map(({ order }, a) =>
      isMissing[a] && below(4) === 0 ? null : order[Math.min(below(order.length), below(order.length + 1))],
    ),
  );
  const attributes = drawn.map((attribute, a) => {
    const seen = new Set(rows.map((row) => row[a]));
    // Without levels, only what occurs is a leaf.
    const listed = attribute.spec.hierarchy === undefined ? attribute.order.filter((leaf) => seen.has(leaf)) : attribute.order; // prettier-ignore
    return { ...attribute, order: [...listed, ...(seen.has(null) ? [null] : [])] };
  });
  return {
    attributes,
    rows,
    sensitive: rows.map(() => 'xyz'[below(3)]),
    k: 1 + below(4),
    l: below(3) === 0 ? 2 : 0,
    limit: [0, 0, 1, 2, 5, Infinity][below(6)],
    metric: below(2) === 0 ? 'loss' : 'ncp',
    cuts: below(3) === 0 ? 'hierarchy' : 'free',
  };
}

/** Places before which a cut may stand, whether it parts rows or not. */
function placesOf({ order, nodeOf, spec }: Attribute, cuts: Problem['cuts']): number[] {
  const nodes = order.map((leaf) => nodeOf.get(leaf));
  return [...order.keys()].filter(
    (place) => place > 0 && (cuts === 'free' || spec.hierarchy === undefined || nodes[place] !== nodes[place - 1]),
  );
}

/** Loss of a cell that is released as the leaves lo .. hi, by the definitions of docs/metrics.md. */
function shareOf({ order, isNumber, spec }: Attribute, metric: Problem['metric'], lo: number, hi: number): number {
  const isMixed = isNumber && order[hi] === null && lo !== hi;
  if (lo === hi) return 0;
  if (isMixed) return 1;
  if (isNumber && (metric === 'ncp' || spec.hierarchy === undefined)) {
    const numbers = order.filter((leaf) => leaf !== null).map(Number);
    return (Number(order[hi]) - Number(order[lo])) / (numbers[numbers.length - 1] - numbers[0]);
  }
  return metric === 'ncp' ? (hi - lo + 1) / order.length : (hi - lo) / (order.length - 1);
}

/** The metric of one set of cuts, Infinity past the limit. */
function costOf(problem: Problem, cuts: readonly (readonly number[])[]): number {
  const { rows, attributes, sensitive, k, l, limit, metric } = problem;
  const classes = new Map<string, { own: number[]; values: Set<string> }>();
  rows.forEach((row, i) => {
    const key = row.map((value, a) => cuts[a].filter((cut) => cut <= attributes[a].order.indexOf(value)).length).join();
    const found = classes.get(key) ?? { own: [], values: new Set() };
    classes.set(key, found);
    found.own.push(i);
    found.values.add(sensitive[i]);
  });
  let cost = 0;
  let suppressed = 0;
  for (const [key, { own, values }] of classes) {
    if (own.length < k || values.size < l) {
      suppressed += own.length;
      cost += own.length * attributes.length;
      continue;
    }
    key.split(',').forEach((interval, a) => {
      const starts = [0, ...cuts[a], attributes[a].order.length];
      cost += own.length * shareOf(attributes[a], metric, starts[Number(interval)], starts[Number(interval) + 1] - 1);
    });
  }
  return suppressed > limit ? Infinity : cost / (rows.length * attributes.length);
}

/** The least of all sets of cuts; undefined when there are too many. */
function leastCost(problem: Problem): number | undefined {
  const all = problem.attributes.flatMap((each, a) => placesOf(each, problem.cuts).map((place) => ({ a, place })));
  if (all.length > MOST_CUTS) return undefined;
  let least = Infinity;
  for (let set = 0; set < 2 ** all.length; set++) {
    const cuts = problem.attributes.map((_, a) =>
      all.flatMap((cut, i) => (cut.a === a && (set >>> i) % 2 === 1 ? [cut.place] : [])),
    );
    least = Math.min(least, costOf(problem, cuts));
  }
  return least;
}

function jobOf({ attributes, k, l, limit, metric, cuts }: Problem, more: object = {}): Job {
  return {
    attributes: {
      ...Object.fromEntries(attributes.map(({ spec }, a) => [`q${a}`, spec])),
      s: { role: l > 0 ? 'sensitive' : 'insensitive' },
    },
    privacy: [
      { model: 'k-anonymity', k },
      ...(l > 0 ? [{ model: 'l-diversity' as const, variant: 'distinct' as const, l, attribute: 's' }] : []),
    ],
    algorithm: { name: 'k-optimize', metric, cuts, ...more },
    suppression: limit === Infinity ? 'unlimited' : { maxRows: limit },
    output: { ranges: 'tight' },
  };
}

function tableOf({ attributes, rows, sensitive }: Problem) {
  return tableFromRows(
    rows.map((row, i) => [...row, sensitive[i]]),
    {
      columns: [...attributes.map((_, a) => `q${a}`), 's'],
      types: { ...Object.fromEntries(attributes.map(({ spec }, a) => [`q${a}`, spec.type!])), s: 'string' },
    },
  );
}

describe('k-optimize under the loss metric and the certainty penalty', () => {
  it.each(seedRanges(casesOf(10_000, 18), 25, 1))('proves the least of all sets of cuts, which the release measures: tables $from to $to', async ({ from, to }) => {
    let tried = 0;
    for (let seed = from; seed < to; seed++) {
      const problem = drawProblem(seed);
      const least = leastCost(problem);
      if (least === undefined) continue;
      const what = `seed ${seed}: ${JSON.stringify(problem)}`;
      const run = async (engine: 'wasm' | 'js', threads = 1) => {
        try {
          const { result, audit } = await anonymize(tableOf(problem), jobOf(problem), { engine: engines[engine], seed: 1, threads });
          expect(audit.holds).toBe(true);
          const { cost, lowerBound, optimal } = result.search;
          return { measured: result.metrics[problem.metric]!, cost: cost as number, lowerBound: lowerBound!, optimal };
        } catch (error) {
          if (error instanceof InfeasibleError) return null;
          throw error;
        }
      };
      const found = await run('wasm');
      const again = await run('js');
      expect(again?.cost, what).toBe(found?.cost);
      // All rows suppressed cost 1, which is no release.
      if (found === null && least >= 1) continue;
      expect(found, what).not.toBeNull();
      tried++;
      const { measured, cost, lowerBound, optimal } = found!;
      expect(optimal, what).toBe(true);
      expect(lowerBound, what).toBe(cost);
      expect(cost, what).toBeCloseTo(least, 8);
      expect(measured, what).toBeCloseTo(cost, 8);
      if (seed % 10 === 0) for (const threads of [2, 3]) expect((await run('wasm', threads))?.cost, what).toBe(cost);
    }
    expect(tried).toBeGreaterThan((to - from) / 2);
  }); // prettier-ignore

  const people = tableFromRows(
    Array.from({ length: 400 }, (_, i) => ({
      age: 20 + ((i * i) % 37),
      hours: (i * 7) % 11,
      job: 'abcde'[(i * i * i) % 5],
    })),
  );
  const known = { role: 'quasi-identifier' as const };
  const jobUnder = (options: object): Job => ({
    attributes: { age: known, hours: known, job: known },
    privacy: [{ model: 'k-anonymity', k: 12 }],
    algorithm: { name: 'k-optimize', metric: 'loss', ...options },
    suppression: { maxRows: 40 },
  });

  it('looks only for what costs no more than a seed in the unit of the metric', async () => {
    const { result } = await anonymize(people, jobUnder({}), { engine: engines.wasm });
    const { cost, optimal } = result.search;
    expect([optimal, cost as number]).toEqual([true, result.metrics.loss]);
    const seeded = await anonymize(people, jobUnder({ seedCost: cost }), { engine: engines.wasm });
    expect(seeded.result.search.cost).toBe(cost);
    const below = anonymize(people, jobUnder({ seedCost: (cost as number) - 1e-6 }), { engine: engines.wasm });
    await expect(below).rejects.toMatchObject({ code: 'NO_SOLUTION' });
  });

  it('goes on from a checkpoint to the same optimum, which is another job for the other metric', async () => {
    const options = { seedCost: 0.5, pruning: { tables: false } };
    const { result: whole } = await anonymize(people, jobUnder(options), { engine: engines.wasm });
    const { state } = await stopEarly(people, jobUnder(options), { engine: engines.js });
    const { result } = await anonymize(people, jobUnder(options), { engine: engines.wasm, resume: state });
    for (const name of ['cost', 'lowerBound', 'optimal', 'nodes']) {
      expect([name, result.search[name]]).toEqual([name, whole.search[name]]);
    }
    const other = anonymize(people, jobUnder({ ...options, metric: 'ncp' }), { resume: state });
    await expect(other).rejects.toMatchObject({ code: 'CHECKPOINT_OTHER_JOB' });
  });

  it.each([
    { options: { cuts: 'subtree' }, argument: 'algorithm.metric' },
    { options: { metric: 'discernibility', seedCost: 0.5 }, argument: 'algorithm.seedCost' },
    { options: { seedCost: -1 }, argument: 'algorithm.seedCost' },
  ])('refuses $options', async ({ options, argument }) => {
    await expect(anonymize(people, jobUnder(options))).rejects.toMatchObject({ argument });
  });

  longTest('refuses more values of an attribute than there are widths for', async () => {
    const many = tableFromRows(Array.from({ length: 2500 }, (_, i) => ({ age: i % 2400 })));
    const run = anonymize(many, { ...jobUnder({}), attributes: { age: known }, output: { ranges: 'tight' } });
    await expect(run).rejects.toThrow(/2048/);
  });
});
