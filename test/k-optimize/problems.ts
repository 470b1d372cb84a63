import { piecesOf } from '../../src/engine/cut-parts.js';
import type {
  CutCondition,
  CutWidths,
  Engine,
  FrequencySet,
  KOptimizePruning,
  KOptimizeSpec,
} from '../../src/engine/engine.js';
import { failsCondition } from '../engine/cut-conditions.js';
import type { Generator } from '../engine/random.js';

/** A small problem in plain arrays, for exhaustive search. */
export interface SmallProblem {
  readonly sizes: readonly number[];
  /** [rows][attributes] */
  readonly rows: readonly (readonly number[])[];
  readonly label: readonly number[];
  readonly labelSize: number;
  readonly k: number;
  readonly metric: 'discernibility' | 'classification' | 'width';
  /** Under `width`. */
  readonly widths?: CutWidths;
  readonly limit: number;
  readonly allowed: readonly Uint8Array[];
  /** Sensitive columns: [columns] values of every row, and sizes; conditions count columns from 0. */
  readonly sensitive?: readonly { readonly size: number; readonly codes: readonly number[] }[];
  readonly conditions?: readonly CutCondition[];
}

export const everything: KOptimizePruning = {
  nodes: true,
  tail: true,
  useless: 'broad',
  reorder: true,
  tables: true,
  runs: true,
};
export const nothing: KOptimizePruning = {
  nodes: false,
  tail: false,
  useless: 'off',
  reorder: false,
  tables: false,
  runs: false,
};

export function randomPruning(random: Generator): KOptimizePruning {
  return {
    nodes: random.below(3) > 0,
    tail: random.below(2) > 0,
    useless: random.pick(['narrow', 'broad', 'off'] as const),
    reorder: random.below(2) > 0,
    tables: random.below(3) > 0,
    runs: random.below(2) > 0,
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

/** A problem with sensitive columns and conditions on them. */
export function randomModelProblem(random: Generator, alphabet: number): SmallProblem {
  const problem = randomProblem(random, alphabet);
  const rows = problem.rows.length;
  const sensitive = Array.from({ length: 1 + (random.below(4) === 0 ? 1 : 0) }, () => {
    const size = random.pick([1, 2, 2, 3, 3, 4, 5]);
    const isSkewed = random.below(2) === 0;
    const codes = problem.rows.map(() =>
      isSkewed ? Math.min(random.below(size), random.below(size)) : random.below(size),
    );
    return { size, codes };
  });
  const conditions = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => {
    const column = random.below(sensitive.length);
    const { size, codes } = sensitive[column];
    return randomCondition(random, column, size, codes);
  });
  const k = random.below(2) === 0 ? 1 + random.below(3) : problem.k;
  // Classes that fail may be released in part only where rows may be suppressed.
  const limit = random.pick([0, Infinity, Infinity, random.below(rows + 1), random.below(rows + 1), random.below(6)]);
  return { ...problem, k, limit, sensitive, conditions };
}

/** A problem whose classes cost the widths of their intervals, at random, but for that no interval costs more than one that holds it. */
export function randomWidthProblem(random: Generator, alphabet: number): SmallProblem {
  return withWidths(random, (random.below(3) === 0 ? randomModelProblem : randomProblem)(random, alphabet));
}

/** A problem with random widths. */
export function withWidths(random: Generator, problem: SmallProblem): SmallProblem {
  const allowed = problem.allowed.map((list, a) => partingCuts(list, problem.rows.map((row) => row[a]))); // prettier-ignore
  const most = random.pick([1, 3, 20]);
  const of = allowed.map((list) => {
    const pieces = piecesOf(list).first.length;
    const isEven = random.below(2) === 0;
    const table = new Int32Array(pieces * pieces);
    for (let length = 1; length <= pieces; length++) {
      for (let i = 0; i + length <= pieces; i++) {
        const at = i * pieces + i + length - 1;
        const inner = length === 1 ? 0 : Math.max(table[at - 1], table[at + pieces]);
        table[at] = inner + (isEven ? (length > 1 ? most : 0) : random.below(most + 1));
      }
    }
    return table;
  });
  const whole = Math.max(1, ...of.map((table) => Math.max(...table))) + random.pick([0, 0, 2]);
  return { ...problem, allowed, metric: 'width', widths: { whole, of } };
}

/** The last allowed cut between each two neighbouring leaves that occur. */
function partingCuts(allowed: Uint8Array, codes: readonly number[]): Uint8Array {
  const kept = new Uint8Array(allowed.length);
  const seen = [...new Set(codes)].sort((x, y) => x - y);
  seen.slice(1).forEach((leaf, i) => {
    for (let cut = leaf; cut > seen[i]; cut--) {
      if (allowed[cut] === 0) continue;
      kept[cut] = 1;
      return;
    }
  });
  return kept;
}

function randomCondition(random: Generator, column: number, size: number, codes: readonly number[]): CutCondition {
  const global = new Uint32Array(size);
  for (const code of codes) global[code]++;
  const t = random.pick([0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.5, 0.75]);
  switch (random.below(9)) {
    case 0:
      return { kind: 'distinct', column, l: 1 + random.below(size) };
    case 1:
    case 2:
      return { kind: 'entropy', column, l: random.pick([1, 1.2, 1.5, 1.8, 2, 2.5, 3]) };
    case 3:
    case 4:
      return { kind: 'recursive', column, l: 1 + random.below(3), c: random.pick([0.5, 1, 1, 1.5, 2, 3, 0.3]) };
    case 5:
      return { kind: random.pick(['t-equal', 't-ordered'] as const), column, t, global };
    case 6: {
      const middle = Array.from({ length: size }, () => random.below(2));
      const nodeOf = Uint32Array.of(...Array.from({ length: size }, (_, code) => code), ...middle);
      return { kind: 't-hierarchical', column, t, global, height: 2, nodeOf, nodes: Math.max(size, 2) };
    }
    case 7: {
      const alpha = random.pick([0.4, 0.5, 0.6, 0.75, 0.9]) * (1 + 1e-12);
      const [upper, lower] = [new Float64Array(size).fill(alpha), new Float64Array(size)];
      return { kind: 'shares', column, minimum: 1 + random.below(3), upper, lower, every: false };
    }
    default: {
      const shares = Array.from(global, (count) => count / Math.max(1, codes.length));
      const upper = Float64Array.from(shares, (share) => share * 2 * (1 + 1e-12));
      const lower = Float64Array.from(shares, (share) => (share / 2) * (1 - 1e-12));
      return { kind: 'shares', column, minimum: 0, upper, lower, every: true };
    }
  }
}

export function open(engine: Engine, problem: SmallProblem): FrequencySet {
  const columns = problem.sizes.map((size, a) => ({ codes: Uint32Array.from(problem.rows, (row) => row[a]), size }));
  const others = (problem.sensitive ?? []).map(({ codes, size }) => ({ codes: Uint32Array.from(codes), size }));
  const table = engine.load(problem.rows.length, [...columns, ...others]);
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
    widths: problem.widths,
    allowed: problem.allowed,
    conditions: problem.conditions?.map((each) => ({ ...each, column: problem.sizes.length + each.column })),
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
  const widths = problem.widths === undefined ? null : widthsOfCuts(problem, cuts);
  const classes = new Map<number, number[]>();
  const width = new Map<number, number>();
  const members = new Map<number, number[]>();
  problem.rows.forEach((row, i) => {
    let key = 0;
    for (let a = 0; a < row.length; a++) key = key * problem.sizes[a] + starts[a][row[a]];
    let counts = classes.get(key);
    if (counts === undefined) classes.set(key, (counts = new Array<number>(problem.labelSize).fill(0)));
    counts[problem.label[i]]++;
    if (widths !== null)
      width.set(
        key,
        row.reduce((sum, leaf, a) => sum + widths[a][leaf], 0),
      );
    if (problem.conditions !== undefined) members.set(key, [...(members.get(key) ?? []), i]);
  });
  let cost = 0;
  let suppressed = 0;
  for (const [key, counts] of classes) {
    const size = counts.reduce((sum, count) => sum + count, 0);
    const dm = problem.metric === 'discernibility';
    const fails = problem.conditions?.some((each) => {
      const { codes, size: codeCount } = problem.sensitive![each.column];
      const own = members.get(key)!.map((i) => codes[i]);
      // The last code of persons may stand for rows of nobody.
      const isKeyless = each.kind === 'distinct' && each.keyless === true;
      return failsCondition(each, isKeyless ? own.filter((code) => code < codeCount - 1) : own);
    });
    if (size < problem.k || fails) {
      suppressed += size;
      cost += size * suppressedCost(problem);
    } else if (widths !== null) cost += size * width.get(key)!;
    else cost += dm ? size * size : size - Math.max(...counts);
  }
  return [cost, suppressed];
}

/** Cost of a suppressed row. */
export function suppressedCost({ metric, rows, sizes, widths }: SmallProblem): number {
  if (metric === 'width') return sizes.length * widths!.whole;
  return metric === 'discernibility' ? rows.length : 1;
}

/** [attributes][leaves] width of the interval of every leaf. */
function widthsOfCuts({ sizes, allowed, widths }: SmallProblem, cuts: readonly ArrayLike<number>[]): number[][] {
  return sizes.map((size, a) => {
    const { of, first } = piecesOf(allowed[a]);
    const ends = [...Array.from(cuts[a]), size];
    return Array.from({ length: size }, (_, leaf) => {
      const end = ends.find((cut) => cut > leaf)!;
      const start = ends.findLast((cut) => cut <= leaf) ?? 0;
      return widths!.of[a][of[start] * first.length + of[end - 1]];
    });
  });
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
