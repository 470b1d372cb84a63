/** Costs of cuts by definition and as plainly as possible. Tests only. */
import type { CutProblem, CutSets } from '../../src/engine/engine.js';
import type { Generator } from './random.js';

export interface CutCase {
  readonly sizes: readonly number[];
  /** [vector][attribute], distinct. */
  readonly vectors: readonly (readonly number[])[];
  readonly counts: Uint32Array;
  readonly problem: CutProblem;
}

export const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** A random table of at most `rows` vectors over few values, and a random problem over it. */
export function drawCutCase(
  random: Generator,
  limits: { readonly attributes?: number; readonly size?: number; readonly vectors?: number } = {},
): CutCase {
  const q = 1 + random.below(limits.attributes ?? 4);
  const sizes = Array.from({ length: q }, () => 1 + random.below(limits.size ?? 7));
  const drawn = new Map<string, number[]>();
  const wanted = 1 + random.below(limits.vectors ?? 40);
  for (let i = 0; i < wanted; i++) {
    const vector = sizes.map((size) => random.below(size));
    drawn.set(vector.join(), vector);
  }
  const vectors = [...drawn.values()];
  const labelSize = 1 + random.below(5);
  const heavy = random.below(4) === 0 ? 50 : 3;
  const histogram = Uint32Array.from({ length: vectors.length * labelSize }, () =>
    random.below(2) === 0 ? 0 : random.below(heavy),
  );
  const counts = new Uint32Array(vectors.length);
  vectors.forEach((_, v) => {
    const at = v * labelSize + random.below(labelSize);
    histogram[at]++;
    counts[v] = sum(histogram.subarray(v * labelSize, (v + 1) * labelSize));
  });
  const rows = sum(counts);
  const metric = random.pick(['discernibility', 'classification'] as const);
  const free = random.below(2) === 0;
  return {
    sizes,
    vectors,
    counts,
    problem: {
      attributes: q,
      k: 1 + random.below(random.pick([3, 8, rows, rows + 2])),
      metric,
      suppressionLimit: random.pick([0, random.below(rows + 1), rows]),
      labels: metric === 'classification' ? { size: labelSize, histogram } : null,
      allowed: sizes.map((size) => Uint8Array.from({ length: size }, () => (free ? 1 : random.below(2)))),
    },
  };
}

export function drawCuts(random: Generator, sizes: readonly number[]): Uint32Array[] {
  const oneIn = 1 + random.below(4);
  return sizes.map((size) => {
    const cuts: number[] = [];
    for (let leaf = 1; leaf < size; leaf++) if (random.below(oneIn) === 0) cuts.push(leaf);
    return Uint32Array.from(cuts);
  });
}

/** Cost and suppressed rows, a suppressed row costing `penalty` (default: as the metric says). */
export function costOf(
  { vectors, counts, problem }: CutCase,
  cuts: CutSets,
  penalty = problem.metric === 'discernibility' ? sum(counts) : 1,
): { cost: number; suppressed: number } {
  const classes = new Map<string, { rows: number; labels: number[] }>();
  vectors.forEach((vector, v) => {
    const key = vector.map((leaf, a) => cuts[a].filter((cut) => cut <= leaf).length).join();
    const found = classes.get(key) ?? { rows: 0, labels: [] };
    classes.set(key, found);
    found.rows += counts[v];
    const { labels } = problem;
    for (let l = 0; l < (labels?.size ?? 0); l++) {
      found.labels[l] = (found.labels[l] ?? 0) + labels!.histogram[v * labels!.size + l];
    }
  });
  let cost = 0;
  let suppressed = 0;
  for (const { rows, labels } of classes.values()) {
    if (rows < problem.k) {
      suppressed += rows;
      cost += rows * penalty;
    } else cost += problem.metric === 'discernibility' ? rows ** 2 : rows - Math.max(...labels);
  }
  return { cost, suppressed };
}

export const toggle = (cuts: Uint32Array, cut: number): Uint32Array =>
  cuts.includes(cut) ? cuts.filter((other) => other !== cut) : Uint32Array.from([...cuts, cut]).sort();

/** Every set of cuts of one attribute that is allowed. */
export function* subsetsOf(allowed: Uint8Array): IterableIterator<Uint32Array> {
  const all = Array.from(allowed.keys()).filter((leaf) => leaf > 0 && allowed[leaf] !== 0);
  for (let mask = 0; mask < 2 ** all.length; mask++) yield Uint32Array.from(all.filter((_, i) => (mask >> i) & 1));
}

/**
 * Mondrian with cuts through the whole table: the widest interval that can be is cut at its median, as long as the limit allows. `first`: at the
 * first cut with half of the rows below it, and on past dearer sets; `nearest`: at the cut nearest to the half, unless the cost rises.
 */
export function leastOfHalving(drawn: CutCase, rule: 'first' | 'nearest'): number {
  const { sizes, problem, vectors, counts } = drawn;
  const isWithin = (suppressed: number): boolean => suppressed <= problem.suppressionLimit;
  let cuts = sizes.map(() => new Uint32Array(0));
  const start = costOf(drawn, cuts);
  let least = isWithin(start.suppressed) ? start.cost : Infinity;
  const intervals = sizes.map((size, a) => ({ a, from: 0, to: size }));
  while (intervals.length > 0) {
    intervals.sort((x, y) => (y.to - y.from) / sizes[y.a] - (x.to - x.from) / sizes[x.a] || x.a - y.a);
    const { a, from, to } = intervals.shift()!;
    const rowsBelow = (leaf: number): number =>
      vectors.reduce((rows, v, i) => (v[a] >= from && v[a] < leaf ? rows + counts[i] : rows), 0);
    const leaves = Array.from({ length: Math.max(0, to - from - 1) }, (_, i) => from + 1 + i);
    const apart = (leaf: number): number => Math.abs(rowsBelow(to) - 2 * rowsBelow(leaf));
    const allowed = leaves.filter((leaf) => problem.allowed[a][leaf] === 1);
    const median =
      rule === 'first'
        ? allowed.find((leaf) => 2 * rowsBelow(leaf) >= rowsBelow(to))
        : allowed
            .filter((leaf) => rowsBelow(leaf) > 0 && rowsBelow(leaf) < rowsBelow(to))
            .sort((x, y) => apart(x) - apart(y) || x - y)[0];
    if (median === undefined) continue;
    const tried = cuts.map((list, b) => (a === b ? Uint32Array.from([...list, median]).sort() : list));
    const { cost, suppressed } = costOf(drawn, tried);
    if (!isWithin(suppressed) || (rule === 'nearest' && cost > least)) continue;
    cuts = tried;
    least = Math.min(least, cost);
    intervals.push({ a, from, to: median }, { a, from: median, to });
  }
  return least;
}
