import { describe, expect, it } from 'vitest';
import { anonymize, InfeasibleError, tableFromRows, type Job } from '../../src/index.js';
import type { AttributeSpec } from '../../src/job/job.js';
import { cutAlgorithms } from '../registry.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf, seedRanges } from '../shared.js';
import { bothEngines } from '../engine/engines.js';

const engines = await bothEngines();

/** Most cuts that are tried in all combinations. */
const MOST_CUTS = 11;

/** One attribute as docs/k-optimize.md defines it: its values in their order, and the node of level 1 of each. */
interface Attribute {
  readonly name: string;
  readonly spec: AttributeSpec;
  /** Values of rows; null is a missing cell. */
  readonly pool: readonly (string | null)[];
  /** Leaves with a place in the order: numbers ascending, or strings along the tree; the missing value last. */
  readonly order: readonly (string | null)[];
  readonly nodeOf: ReadonlyMap<string | null, string>;
}

interface Problem {
  readonly attributes: readonly Attribute[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly labels: readonly string[];
  readonly k: number;
  readonly limit: number;
  readonly metric: 'discernibility' | 'classification';
  readonly cuts: 'free' | 'hierarchy';
}

function drawProblem(seed: number): Problem {
  const { below } = seededRandom(seed);
  const attributes = Array.from({ length: 1 + below(3) }, (_, a) => drawAttribute(below, `q${a}`));
  const rows = Array.from({ length: 3 + below(12) }, () => attributes.map(({ pool }) => pool[below(pool.length)]));
  return {
    attributes,
    rows,
    labels: rows.map(() => 'xyz'[below(3)]),
    k: 1 + below(4),
    limit: [0, 0, 1, 2, 5, Infinity][below(6)],
    metric: below(3) === 0 ? 'classification' : 'discernibility',
    cuts: below(4) === 0 ? 'free' : 'hierarchy',
  };
}

/** Numbers in groups that may interleave, or strings in a tree; leaves that no row has; now and then a text among numbers. */
function drawAttribute(below: (bound: number) => number, name: string): Attribute {
  const isNumber = below(3) > 0;
  const leaves = shuffled(below, isNumber ? ['1', '2', '3', '4', '7', '10', '-5', '20'] : [...'abcdefgh']).slice(
    0,
    2 + below(6),
  );
  const isScattered = below(4) > 0;
  const groups = 1 + below(4);
  const sorted = isNumber ? [...leaves].sort((a, b) => Number(a) - Number(b)) : leaves;
  const nodeOf = new Map<string | null, string>(
    leaves.map((leaf) => {
      const at = isScattered ? below(groups) : Math.floor((sorted.indexOf(leaf) * groups) / leaves.length);
      return [leaf, `node ${at}`];
    }),
  );
  const texts = isNumber && below(3) === 0 ? ['unknown'] : [];
  const rows = shuffled(below, [
    ...leaves.map((leaf) => [leaf, nodeOf.get(leaf)!, '*']),
    ...texts.map((text) => [text, `node ${below(groups)}`, '*']),
  ]);
  // Along the tree: nodes in the order of their first leaf as given, leaves as given.
  const nodes = [...new Set(rows.map(([, node]) => node))];
  const alongTree = nodes.flatMap((node) => rows.filter((row) => row[1] === node).map(([leaf]) => leaf));
  const order: (string | null)[] = isNumber ? sorted : alongTree;
  const pool: (string | null)[] = leaves.filter(() => below(3) > 0);
  if (pool.length === 0) pool.push(leaves[0]);
  const hasMissing = below(4) === 0;
  if (hasMissing) {
    pool.push(null);
    order.push(null);
    nodeOf.set(null, 'missing');
  }
  return {
    name,
    pool,
    order,
    nodeOf,
    spec: {
      role: 'quasi-identifier',
      type: isNumber ? 'integer' : 'string',
      hierarchy: { type: 'levels', rows },
    },
  };
}

function shuffled<T>(below: (bound: number) => number, values: readonly T[]): T[] {
  const list = [...values];
  for (let i = list.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

/** Places in the order before which a cut may stand: `hierarchy`, where no node of level 1 has leaves on both sides. */
function allowedPlaces({ order, nodeOf }: Attribute, cuts: 'free' | 'hierarchy'): number[] {
  return order.flatMap((_, place) => {
    if (place === 0) return [];
    const before = new Set(order.slice(0, place).map((leaf) => nodeOf.get(leaf)));
    const parts = order.slice(place).some((leaf) => before.has(nodeOf.get(leaf)));
    return cuts === 'hierarchy' && parts ? [] : [place];
  });
}

/** Cuts that part the rows alike are one: of those between two values that occur, any. */
function distinctCuts(attribute: Attribute, a: number, { rows, cuts }: Problem): number[] {
  const seen = new Set(rows.map((row) => attribute.order.indexOf(row[a])));
  const bySide = new Map<string, number>();
  for (const place of allowedPlaces(attribute, cuts)) {
    const left = [...seen].filter((at) => at < place).length;
    if (left > 0 && left < seen.size) bySide.set(String(left), place);
  }
  return [...bySide.values()];
}

function costOf(problem: Problem, cuts: readonly (readonly number[])[]): { cost: number; suppressed: number } {
  const { rows, attributes, labels, k, metric } = problem;
  const classes = new Map<string, string[]>();
  rows.forEach((row, i) => {
    const key = row.map((value, a) => cuts[a].filter((cut) => cut <= attributes[a].order.indexOf(value)).length).join();
    classes.set(key, [...(classes.get(key) ?? []), labels[i]]);
  });
  let cost = 0;
  let suppressed = 0;
  for (const own of classes.values()) {
    if (own.length < k) {
      suppressed += own.length;
      cost += own.length * (metric === 'discernibility' ? rows.length : 1);
    } else if (metric === 'discernibility') cost += own.length ** 2;
    else cost += own.length - Math.max(...[...'xyz'].map((label) => own.filter((each) => each === label).length));
  }
  return { cost, suppressed };
}

function allCuts(problem: Problem): { readonly a: number; readonly place: number }[] {
  const places = problem.attributes.map((attribute, a) => distinctCuts(attribute, a, problem));
  return places.flatMap((list, a) => list.map((place) => ({ a, place })));
}

/** The least cost of all sets of allowed cuts within the limit; null when there is none, undefined when there are too many. */
function leastCost(problem: Problem): number | null | undefined {
  const all = allCuts(problem);
  if (all.length > MOST_CUTS) return undefined;
  let least: number | null = null;
  for (let set = 0; set < 2 ** all.length; set++) {
    const cuts = problem.attributes.map((_, a) =>
      all.flatMap((cut, i) => (cut.a === a && (set >>> i) % 2 === 1 ? [cut.place] : [])),
    );
    const { cost, suppressed } = costOf(problem, cuts);
    if (suppressed <= problem.limit && (least === null || cost < least)) least = cost;
  }
  return least;
}

function cutsJob({ attributes, k, limit, metric, cuts }: Problem, name: string): Job {
  const quick = { genetic: { population: 8, offspring: 30 }, 'simulated-annealing': { steps: 40 } }[name] ?? {};
  return {
    attributes: { ...Object.fromEntries(attributes.map((each) => [each.name, each.spec])), c: { role: 'class' } },
    privacy: [{ model: 'k-anonymity', k }],
    algorithm: { name, metric, cuts, ...quick },
    suppression: limit === Infinity ? 'unlimited' : { maxRows: limit },
  };
}

/** Cost of the audited release, and what the search says of it; null when nothing satisfies the job. */
async function search(problem: Problem, name: string, engine: 'wasm' | 'js') {
  const { attributes, rows, labels } = problem;
  const table = tableFromRows(
    rows.map((row, i) => [...row, labels[i]]),
    {
      columns: [...attributes.map(({ name: own }) => own), 'c'],
      types: Object.fromEntries(attributes.map(({ name: own, spec }) => [own, spec.type!])),
    },
  );
  try {
    const { result } = await anonymize(table, cutsJob(problem, name), { engine: engines[engine], seed: 1 });
    const { discernibility, classification } = result.metrics;
    return {
      cost: Number(problem.metric === 'discernibility' ? discernibility : classification),
      told: result.search.cost,
      optimal: result.search.optimal,
      lowerBound: result.search.lowerBound,
    };
  } catch (error) {
    if (error instanceof InfeasibleError) return null;
    throw error;
  }
}

const problems = Number(process.env.KOHORT_CUT_TABLES ?? casesOf(10_000, 18));
const from = Number(process.env.KOHORT_CUT_FROM ?? 1);

describe('sets of cuts, all tried', () => {
  it('are few enough to be tried in many tables, with numbers in many', () => {
    let tried = 0;
    let scattered = 0;
    for (let seed = from; seed < from + problems; seed++) {
      const problem = drawProblem(seed);
      if (allCuts(problem).length > MOST_CUTS) continue;
      tried++;
      if (problem.rows.length < problem.k) continue;
      if (problem.attributes.some(({ spec, order }) => spec.type === 'integer' && order.length > 2)) scattered++;
    }
    expect(tried).toBeGreaterThan(problems / 3);
    expect(scattered).toBeGreaterThan(problems / 6);
  });

  // promise: optimal-is-proven
  it.each(seedRanges(problems, 25, from))('have no cheaper one than what k-optimize calls optimal: tables $from to $to', async ({ from: first, to }) => {
    for (let seed = first; seed < to; seed++) {
      const problem = drawProblem(seed);
      const least = leastCost(problem);
      if (least === undefined) continue;
      const what = `seed ${seed}: ${JSON.stringify({ ...problem, attributes: problem.attributes.map(({ spec }) => spec.hierarchy) })}`;
      for (const engine of ['wasm', 'js'] as const) {
        const found = await search(problem, 'k-optimize', engine);
        if (least === null || problem.rows.length < problem.k) expect(found, what).toBeNull();
        else expect(found, what).toEqual({ cost: least, told: least, optimal: true, lowerBound: least });
      }
      if (least === null || problem.rows.length < problem.k) continue;
      // Searches that prove nothing find none cheaper.
      const other = cutAlgorithms[1 + (seed % 4)];
      const found = await search(problem, other, seed % 2 === 0 ? 'wasm' : 'js');
      if (found !== null) {
        expect(found.cost, `${other}, ${what}`).toBeGreaterThanOrEqual(least);
        expect(found.told, `${other}, ${what}`).toBe(found.cost);
      }
    }
  }); // prettier-ignore

  describe.each(['wasm', 'js'] as const)('(%s)', (engine) => {
    const run = async (levels: string[][], values: string[], algorithm: Job['algorithm'], k: number) => {
      const table = tableFromRows(
        values.map((x) => [x]),
        { columns: ['x'], types: { x: 'integer' } },
      );
      const hierarchy = { type: 'levels' as const, rows: levels };
      const job: Job = {
        attributes: { x: { role: 'quasi-identifier', type: 'integer', hierarchy } },
        privacy: [{ model: 'k-anonymity', k }],
        algorithm,
        output: { order: 'input' },
      };
      const { release, result } = await anonymize(table, job, { engine: engines[engine] });
      const [column] = release.columns;
      return { cells: Array.from(column.codes, (code) => column.texts[code]), result };
    };
    const crossed = [
      ['1', 'a', '*'],
      ['2', 'b', '*'],
      ['3', 'a', '*'],
      ['4', 'b', '*'],
    ];

    it.each(cutAlgorithms)('%s parts no node of a hierarchy that puts numbers out of order', async (name) => {
      const along = await run(crossed, ['1', '2', '3', '4'], { name, cuts: 'hierarchy' }, 2);
      expect(along.cells).toEqual(['*', '*', '*', '*']);
      const free = await run(crossed, ['1', '2', '3', '4'], { name }, 2);
      expect(free.cells).toEqual(['[1-2]', '[1-2]', '[3-4]', '[3-4]']);
      const levels = [...crossed, ['5', 'c', '*'], ['6', 'c', '*'], ['9', 'd', '*']];
      const both = await run(levels, ['6', '1', '3', '5', '4', '2'], { name, cuts: 'hierarchy' }, 2);
      expect(both.cells).toEqual(['[5-9]', '[1-4]', '[1-4]', '[5-9]', '[1-4]', '[1-4]']);
    });

    it.each(
      cutAlgorithms.flatMap((name) => (['free', 'hierarchy'] as const).map((cuts) => ({ name, cuts }))),
    )('$name puts no text of the hierarchy into a range of numbers: cuts $cuts', async ({ name, cuts }) => {
      const levels = [
        ['1', 'a', '*'],
        ['unknown', 'a', '*'],
        ['2', 'b', '*'],
        ['3', 'b', '*'],
      ];
      const outOfOrder = [levels[2], levels[0], levels[1], levels[3]].map(([leaf, node], i) => [
        leaf,
        'ab'[i % 2] + node,
        '*',
      ]);
      const one = await run(levels, ['1', '2', '3'], { name, cuts }, 1);
      expect(one.cells).toEqual(cuts === 'free' ? ['1', '2', '3'] : ['1', '[2-3]', '[2-3]']);
      const { cells } = await run(outOfOrder, ['1', '2', '3', '3'], { name, cuts }, 2);
      for (const cell of cells) expect(cell).toMatch(/^(\d|\[\d-\d\]|\*)$/);
      const last = await run([...levels].reverse(), ['3', '1', '2'], { name, cuts }, 1);
      expect(last.cells).toEqual(cuts === 'free' ? ['3', '1', '2'] : ['[2-3]', '1', '[2-3]']);
    }); // prettier-ignore
  });
});
