import type { Engine, FrequencySet, KOptimizePruning, KOptimizeSpec } from '../../src/engine/engine.js';
import type { Generator } from './random.js';

/** A small problem in plain arrays, for exhaustive search. */
export interface SmallProblem {
  readonly sizes: readonly number[];
  /** [rows][attributes] */
  readonly rows: readonly (readonly number[])[];
  readonly label: readonly number[];
  readonly labelSize: number;
  readonly k: number;
  readonly metric: 'discernibility' | 'classification';
  readonly limit: number;
  readonly allowed: readonly Uint8Array[];
}

export const everything: KOptimizePruning = { nodes: true, tail: true, useless: 'broad', reorder: true, tables: true };
export const nothing: KOptimizePruning = { nodes: false, tail: false, useless: 'off', reorder: false, tables: false };

export function randomPruning(random: Generator): KOptimizePruning {
  return {
    nodes: random.below(3) > 0,
    tail: random.below(2) > 0,
    useless: random.pick(['narrow', 'broad', 'off'] as const),
    reorder: random.below(2) > 0,
    tables: random.below(3) > 0,
  };
}

export function randomProblem(random: Generator, alphabet: number): SmallProblem {
  const attributes = 1 + random.below(4);
  let left = alphabet;
  const sizes = Array.from({ length: attributes }, () => {
    const size = Math.min(1 + random.below(7), left + 1);
    left -= size - 1;
    return size;
  });
  const count = random.below(20) === 0 ? random.below(3) : 1 + random.below(random.pick([12, 30, 60]));
  const skew = random.below(2) === 0;
  const labelSize = random.pick([1, 2, 2, 2, 3, 4]);
  const rows = Array.from({ length: count }, () =>
    sizes.map((size) => {
      const code = random.below(size);
      return skew && random.below(2) === 0 ? Math.min(code, random.below(size)) : code;
    }),
  );
  const k = random.below(3) > 0 ? 1 + random.below(8) : 1 + random.below(count + 1);
  return {
    sizes,
    rows,
    labelSize,
    label: rows.map(() => Math.min(random.below(labelSize), random.below(labelSize + 1))),
    k,
    metric: random.pick(['discernibility', 'classification'] as const),
    limit: random.pick([0, 0, Infinity, random.below(count + 1), random.below(4)]),
    allowed: sizes.map((size) => {
      const all = random.below(4) > 0;
      return Uint8Array.from({ length: size }, () => (all || random.below(3) > 0 ? 1 : 0));
    }),
  };
}

export function open(engine: Engine, problem: SmallProblem): FrequencySet {
  const columns = problem.sizes.map((size, a) => ({ codes: Uint32Array.from(problem.rows, (row) => row[a]), size }));
  const table = engine.load(problem.rows.length, columns);
  const set = engine.frequencySet(table);
  table.dispose();
  return set;
}

export function specOf(
  problem: SmallProblem,
  set: FrequencySet & { vectorOf?(): Uint32Array },
  pruning: KOptimizePruning,
  seedCost: number,
): KOptimizeSpec {
  const histogram = new Uint32Array(set.length * problem.labelSize);
  set.vectorOf!().forEach((vector, row) => histogram[vector * problem.labelSize + problem.label[row]]++);
  return {
    attributes: problem.sizes.length,
    k: problem.k,
    metric: problem.metric,
    suppressionLimit: problem.limit,
    labels: problem.metric === 'classification' ? { size: problem.labelSize, histogram } : null,
    allowed: problem.allowed,
    seedCost,
    pruning,
  };
}

/** Cost and suppressed rows of one set of cuts, by the definition. */
export function costOfCuts(problem: SmallProblem, cuts: readonly ArrayLike<number>[]): [number, number] {
  const starts = problem.sizes.map((size, a) => {
    const start = new Uint32Array(size);
    for (let i = 0; i < cuts[a].length; i++) start[cuts[a][i]] = cuts[a][i];
    for (let code = 1; code < size; code++) start[code] = start[code] === 0 ? start[code - 1] : start[code];
    return start;
  });
  const classes = new Map<number, number[]>();
  problem.rows.forEach((row, i) => {
    let key = 0;
    for (let a = 0; a < row.length; a++) key = key * problem.sizes[a] + starts[a][row[a]];
    let counts = classes.get(key);
    if (counts === undefined) classes.set(key, (counts = new Array<number>(problem.labelSize).fill(0)));
    counts[problem.label[i]]++;
  });
  let cost = 0;
  let suppressed = 0;
  for (const counts of classes.values()) {
    const size = counts.reduce((sum, count) => sum + count, 0);
    const dm = problem.metric === 'discernibility';
    if (size < problem.k) {
      suppressed += size;
      cost += size * (dm ? problem.rows.length : 1);
    } else cost += dm ? size * size : size - Math.max(...counts);
  }
  return [cost, suppressed];
}

/** The least cost by trying all sets of cuts; Infinity when none keeps the limit. */
export function exhaustive(problem: SmallProblem): number {
  const values: [number, number][] = [];
  problem.allowed.forEach((allowed, a) => {
    for (let leaf = 1; leaf < allowed.length; leaf++) if (allowed[leaf] === 1) values.push([a, leaf]);
  });
  let best = Infinity;
  for (let set = 0; set < 2 ** values.length; set++) {
    const cuts: number[][] = problem.sizes.map(() => []);
    values.forEach(([a, leaf], i) => {
      if ((set >>> i) & 1) cuts[a].push(leaf);
    });
    const [cost, suppressed] = costOfCuts(problem, cuts);
    if (suppressed <= problem.limit && cost < best) best = cost;
  }
  return best;
}
