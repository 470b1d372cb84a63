import { describe, expect, it } from 'vitest';
import { anonymize, tableFromRows, type HierarchySpec, type Job, type Table } from '../../../src/index.js';
import { seededRandom, type RandomSource } from '../../../src/base/random.js';
import { casesOf, long, inTurn } from '../../shared.js';
import { ENGINES } from './tables.js';
import { cellsOf } from '../../table-texts.js';

type Cell = string | number | null;

/** One attribute: its cells, and, from the definitions, the order of its values and what a class of them costs a cell. */
interface Line {
  readonly type?: 'integer' | 'number' | 'date' | 'string';
  readonly hierarchy?: HierarchySpec;
  readonly cells: readonly Cell[];
  /** Place of a value in the order. */
  readonly rank: (cell: Cell) => number;
  /** Normalized certainty penalty of a class with these values. */
  readonly penalty: (cells: readonly Cell[]) => number;
}

const dayOf = (text: string): number => Date.parse(text) / 86_400_000;

/** Numbers or dates: the share of the range; a missing value stands last and costs the whole beside others. */
function byRange(type: 'integer' | 'number' | 'date', cells: readonly Cell[]): Line {
  const valueOf = (cell: Cell): number => (cell === null ? Infinity : type === 'date' ? dayOf(String(cell)) : Number(cell)); // prettier-ignore
  const known = cells.filter((cell) => cell !== null).map(valueOf);
  const range = Math.max(...known) - Math.min(...known);
  return {
    type,
    cells,
    rank: valueOf,
    penalty: (own) => {
      const values = own.map(valueOf);
      const spread = Math.max(...values) - Math.min(...values);
      return Number.isNaN(spread) || spread === 0 ? 0 : spread === Infinity ? 1 : spread / range;
    },
  };
}

/** Ordered strings: values between the first and the last of the class, as a share of all. */
function byPlaces(hierarchy: HierarchySpec | undefined, order: readonly string[], cells: readonly string[]): Line {
  const rank = (cell: Cell): number => order.indexOf(String(cell));
  return {
    type: 'string',
    hierarchy,
    cells,
    rank,
    penalty: (own) => {
      const places = own.map(rank);
      const leaves = Math.max(...places) - Math.min(...places) + 1;
      return leaves === 1 ? 0 : leaves / order.length;
    },
  };
}

/** Strings along a tree of two levels: the values under the smallest node that covers the class, as a share of all. */
function byNodes(families: readonly (readonly string[])[], cells: readonly string[]): Line {
  const order = families.flat();
  const familyOf = (cell: Cell): number => families.findIndex((family) => family.includes(String(cell)));
  return {
    type: 'string',
    hierarchy: {
      type: 'tree',
      tree: { '*': Object.fromEntries(families.map((family, f) => [`family ${f}`, family])) },
    },
    cells,
    rank: (cell) => order.indexOf(String(cell)),
    penalty: (own) => {
      if (new Set(own).size === 1) return 0;
      const of = new Set(own.map(familyOf));
      return of.size === 1 ? families[familyOf(own[0])].length / order.length : 1;
    },
  };
}

/** Shuffled: values do not come in their order. */
const shuffled = <T>(random: RandomSource, list: readonly T[]): T[] => {
  const rest = [...list];
  return list.map(() => rest.splice(random.below(rest.length), 1)[0]);
};

const KINDS: Readonly<Record<string, (random: RandomSource, rows: number) => Line>> = {
  'even numbers': (random, rows) => byRange('integer', draw(rows, () => random.below(60))),
  'skewed numbers': (random, rows) => byRange('integer', draw(rows, () => Math.floor(10 ** (random.below(6000) / 1000)))),
  'numbers beside one a billion times as large': (random, rows) =>
    byRange('number', [1e9, ...draw(rows - 1, () => random.below(40) / 8 - 2)]),
  'numbers and missing values': (random, rows) =>
    byRange('integer', [1, 2, ...draw(rows - 2, () => (random.below(5) === 0 ? null : random.below(20) ** 2))]),
  'skewed dates': (random, rows) =>
    byRange('date', draw(rows, () => new Date(random.below(40) ** 3 * 86_400_000).toISOString().slice(0, 10))),
  'strings by code point': (random, rows) => {
    const cells = draw(rows, () => 'abcdefghij'[random.below(10)]);
    return byPlaces(undefined, [...new Set(cells)].sort(), cells);
  },
  'strings in a listed order': (random, rows) => {
    const values = shuffled(random, [...'abcdefgh']);
    return byPlaces({ type: 'order', values }, values, draw(rows, () => values[random.below(8)]));
  },
  'strings along a tree': (random, rows) => {
    const families = Array.from({ length: 4 }, (_, f) => shuffled(random, draw(1 + random.below(4), (i) => 'wxyz'[i] + f)));
    const leaves = families.flat();
    return byNodes(families, draw(rows, () => leaves[random.below(leaves.length)]));
  },
}; // prettier-ignore

const draw = <T>(count: number, cell: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => cell(i));

/** The least penalty of all partitions of the values in their order into groups of at least k. */
function leastPenalty({ cells, rank, penalty }: Line, k: number): number {
  const line = [...cells].sort((x, y) => {
    const [a, b] = [rank(x), rank(y)];
    return a === b ? 0 : a - b;
  });
  let best = Infinity;
  for (let mask = 0; mask < 2 ** (line.length - 1); mask++) {
    let sum = 0;
    for (let start = 0, end = 1; end <= line.length && sum < best; end++) {
      if (end < line.length && ((mask >> (end - 1)) & 1) === 0) continue;
      sum += end - start < k ? Infinity : (end - start) * penalty(line.slice(start, end));
      start = end;
    }
    best = Math.min(best, sum);
  }
  return best / line.length;
}

const tableOf = (cells: readonly Cell[]): Table => tableFromRows(cells.map((x) => ({ x, fixed: 'same' })));

function lineJob(
  line: Pick<Line, 'type' | 'hierarchy'>,
  k: number,
  algorithm: Job['algorithm'],
  withFixed = false,
): Job {
  const { type, hierarchy } = line;
  return {
    attributes: {
      x: { role: 'quasi-identifier', type, hierarchy },
      ...(withFixed ? { fixed: { role: 'quasi-identifier' as const } } : {}),
    },
    privacy: [{ model: 'k-anonymity', k }],
    algorithm,
    output: { order: 'input', ranges: 'tight' },
  };
}

/** Pairs of classes that do not stand one after the other in the order of the values. */
function countCrossings({ cells, rank }: Line, release: Table): number {
  const ranks = new Map<string, number[]>();
  cellsOf(release).forEach(([label], row) => ranks.set(label, [...(ranks.get(label) ?? []), rank(cells[row])]));
  const ends = [...ranks.values()].map((own) => [Math.min(...own), Math.max(...own)]).sort(([a, b], [c, d]) => (a === c ? b - d : a - c)); // prettier-ignore
  return ends.filter(([first], i) => i > 0 && first < ends[i - 1][1]).length;
}

/** Penalties are whole multiples of this when runs are weighed. */
const UNIT = 2 ** -20;

describe.each(['hilbert', 'idistance'])('%s with one quasi-identifier', (algorithm) => {
  it('forms no group over another: 4, 45, 35, 43', async () => {
    for (const engine of ENGINES) {
      const { release } = await anonymize(tableOf([4, 45, 35, 43]), lineJob({}, 2, algorithm), { engine });
      expect(cellsOf(release).flat()).toEqual(['[4-35]', '[43-45]', '[4-35]', '[43-45]']);
    }
  });

  it.each(inTurn(Object.keys(KINDS), 3))('is the best grouping of the values in their order: %s', async (kind) => {
    for (let seed = 0; seed < casesOf(300, 3); seed++) {
      const random = seededRandom(seed);
      const line = KINDS[kind](random, 4 + random.below(long ? 9 : 7));
      const k = 2 + random.below(2);
      const best = leastPenalty(line, k);
      // A quasi-identifier with one value changes nothing but the number of cells.
      const withFixed = seed % 3 === 0;
      const found = [];
      for (const engine of ENGINES) {
        const job = lineJob(line, k, algorithm, withFixed);
        const { release, result } = await anonymize(tableOf(line.cells), job, { engine });
        expect(Math.abs(result.metrics.ncp! * (withFixed ? 2 : 1) - best)).toBeLessThanOrEqual(UNIT);
        found.push(cellsOf(release));
        if (kind !== 'strings along a tree') expect(countCrossings(line, release)).toBe(0);
      }
      expect(found[1]).toEqual(found[0]);
    }
  });

  it('keeps to the order of values that are too near to be distinct beside others far off', async () => {
    for (const engine of ENGINES) {
      const near = [3, 8, 1, 6, 2, 7, 4, 5];
      const table = tableFromRows([...near.map((x) => ({ x, y: 1 })), { x: 2e9, y: 2 }, { x: 1e9, y: 2 }]);
      const job = lineJob({}, 2, algorithm);
      const { release } = await anonymize(
        table,
        { ...job, attributes: { ...job.attributes, y: { role: 'quasi-identifier' } } },
        { engine },
      );
      const labels = near.map((x) => `[${x - ((x + 1) % 2)}-${x + (x % 2)}]`);
      expect(cellsOf(release).map(([x]) => x)).toEqual([
        ...labels,
        '[1000000000-2000000000]',
        '[1000000000-2000000000]',
      ]);
    }
  });
});
