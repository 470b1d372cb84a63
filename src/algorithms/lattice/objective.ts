import { binaryLogarithm, exponentialMinusOne, logarithmOnePlus } from '../../base/elementary.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { NodeSums } from '../../engine/engine.js';
import { heightOf, levelSize } from './level-maps.js';
import { heightOfVector, type LevelVector } from './lattice.js';
import type { Problem } from '../algorithm.js';
import { kOf } from '../../job/k-of.js';
import type { LATTICE_METRICS } from '../shared-options.js';

type LatticeMetric = (typeof LATTICE_METRICS)[number];

/** Objective of a search, from the sums over a node's classes. Levels are in the job's order of attributes. */
export interface Objective {
  readonly metric: LatticeMetric;
  /** [attributes][levels][nodes] for NodeSetsSpec, or null when the metric needs none. */
  readonly weights: Float64Array[][] | null;
  /** True if bounds read `bottom`. */
  readonly usesBottom: boolean;
  /** Cost of a node; lower is better. `cells` of the sums by attribute in the job's order. */
  cost(levels: LevelVector, sums: NodeSums): number;
  /**
   * A lower bound for every node in which the attributes of `fixed` stand at `levels` and the others at any level.
   *
   * @param upper - sums of the node where the others stand at their top, a class being accepted by its size alone: rows
   *   that fail there fail in all those nodes
   * @param bottom - sums of a node below all of them, a class being accepted by its size alone; null unless `usesBottom`
   * @param minimum - no accepted class is smaller
   */
  bound(
    levels: LevelVector,
    fixed: readonly boolean[],
    upper: NodeSums,
    bottom: NodeSums | null,
    minimum: number,
  ): number;
  /** The metric as results show it. */
  value(cost: number): number;
}

/** Costs closer than this, relative to the larger one, are a tie. */
const TIE = 1e-12;

/** Below 0 when a is the lower cost, 0 for a tie. */
export function compareCosts(a: number, b: number): number {
  if (a === b) return 0;
  return Math.abs(a - b) <= TIE * Math.max(Math.abs(a), Math.abs(b)) ? 0 : a - b;
}

/** The factor by which generalization and suppression cost what they lose. */
const EQUAL = 0.5;

/**
 * @param importance - [attributes] weights of the attributes, for the metrics that are means or sums over them
 * @param gsFactor - weight of generalization against suppression, 0 .. 1 (`weighedObjective`). Throws InvalidArgumentError OPTION_UNUSED for
 * another one than 0.5 beside a metric that does not take it
 */
export function createObjective(
  problem: Problem,
  metric: LatticeMetric,
  importance: readonly number[],
  gsFactor = EQUAL,
): Objective {
  const n = problem.rows;
  if (gsFactor !== EQUAL) return weighedObjective(problem, metric, importance, gsFactor);
  switch (metric) {
    case 'discernibility':
      return {
        ...plain(metric),
        cost: (_, sums) => sums.squares + n * sums.suppressed,
        usesBottom: true,
        // A row that fails above costs n. Any other costs n or the size of its class: the size of its class below or k at least.
        bound: (_, __, upper, bottom, minimum) =>
          bottom === null
            ? n * upper.suppressed + minimum * (n - upper.suppressed)
            : (n - minimum) * upper.suppressed + bottom.squares + minimum * bottom.suppressed,
      };
    case 'average-class-size': {
      const k = kOf({ privacy: problem.models.map(({ spec }) => spec) });
      const average = (classes: number): number => (classes === 0 ? 0 : n / classes / k);
      return {
        ...plain(metric),
        cost: (_, sums) => average(sums.classes + (sums.suppressed > 0 ? 1 : 0)),
        usesBottom: true,
        // An accepted class holds a class below that is large enough, or k rows of the small ones; rows that fail above are small.
        bound: (_, __, upper, bottom, minimum) =>
          average(
            1 +
              (bottom === null
                ? Math.floor((n - upper.suppressed) / minimum)
                : bottom.classes + Math.floor((bottom.suppressed - upper.suppressed) / minimum)),
          ),
      };
    }
    case 'height':
      return {
        ...plain(metric),
        cost: (levels) => heightOfVector(levels),
        bound: (levels, fixed) => levels.reduce((sum, level, a) => (fixed[a] ? sum + level : sum), 0),
      };
    case 'precision': {
      const heights = problem.domains.map(heightOf);
      const cell = (a: number, level: number): number => (heights[a] === 0 ? 0 : level / heights[a]);
      const cost = (levels: LevelVector, suppressed: number, fixed: readonly boolean[] | null): number =>
        weightedMean(importance, (a) => {
          const level = fixed === null || fixed[a] ? levels[a] : 0;
          return ((n - suppressed) * cell(a, level) + suppressed) / n;
        });
      return {
        ...plain(metric),
        cost: (levels, sums) => cost(levels, sums.suppressed, null),
        bound: (levels, fixed, upper) => cost(levels, upper.suppressed, fixed),
        value: (found) => 1 - found,
      };
    }
    case 'loss':
    case 'lossGeometric':
      return lossObjective(problem, metric, importance);
    case 'entropy':
      return entropyObjective(problem, importance);
  }
}

/** Joins the losses of columns: their mean, or its geometric form. */
const combinerOf =
  (metric: 'loss' | 'lossGeometric', importance: readonly number[]) =>
  (losses: (a: number) => number): number =>
    metric === 'loss'
      ? weightedMean(importance, losses)
      : exponentialMinusOne(weightedMean(importance, (a) => logarithmOnePlus(losses(a))));

/** The mean loss of a cell, or its geometric form; see docs/metrics.md. */
function lossObjective(problem: Problem, metric: 'loss' | 'lossGeometric', importance: readonly number[]): Objective {
  const n = problem.rows;
  const weights = leafWeights(problem);
  const totals = totalsOf(problem, weights);
  const largest = problem.domains.map((domain) => domain.size - 1);
  const share = (a: number, sum: number): number => (largest[a] === 0 ? 0 : sum / largest[a]);
  const combine = combinerOf(metric, importance);
  return {
    ...plain(metric),
    weights,
    cost: (levels, { suppressed, cells }) =>
      combine((a) => (share(a, totals[a][levels[a]] - cells![a]) + suppressed) / n),
    bound: (levels, fixed, { suppressed, cells }) =>
      combine((a) => ((fixed[a] ? share(a, totals[a][levels[a]] - cells![a]) : 0) + suppressed) / n),
  };
}

/**
 * Loss or precision in which generalization has the factor g and suppression the factor s of ARX (MetricMDNMLoss, MetricMDNMPrecision): g = 1 and
 * s = 2 gsFactor up to 0.5, then s = 1 and g = 2 - 2 gsFactor.
 *
 * Loss: a value that covers L of D leaves has the share L / D. A released cell costs g times its share, a suppressed one share + s (1 - share), its
 * share being that of the node; from the sum over n rows n g / D is taken, and the rest divided by n - n g / D. Precision: a released cell costs
 * g times level / height, a suppressed one s.
 */
function weighedObjective(
  problem: Problem,
  metric: LatticeMetric,
  importance: readonly number[],
  gsFactor: number,
): Objective {
  const g = gsFactor <= EQUAL ? 1 : 2 - 2 * gsFactor;
  const s = gsFactor < EQUAL ? 2 * gsFactor : 1;
  const n = problem.rows;
  if (metric === 'precision') {
    const heights = problem.domains.map(heightOf);
    const cell = (a: number, level: number): number => (heights[a] === 0 ? 0 : level / heights[a]);
    const mean = (suppressed: number, shown: (a: number) => number): number =>
      weightedMean(importance, (a) => ((n - suppressed) * shown(a) + suppressed * s) / n);
    return {
      ...plain(metric),
      cost: (levels, { suppressed }) => mean(suppressed, (a) => g * cell(a, levels[a])),
      // Rows that do not fail above may fail below, where suppression may be cheaper.
      bound: (levels, fixed, { suppressed }) =>
        mean(suppressed, (a) => (fixed[a] ? Math.min(s, g * cell(a, levels[a])) : 0)),
      value: (found) => 1 - found,
    };
  }
  if (metric !== 'loss' && metric !== 'lossGeometric') {
    const expected = 'no factor but 0.5 beside a metric other than loss, lossGeometric and precision';
    throw new InvalidArgumentError('algorithm.gsFactor', expected, `${gsFactor} and ${metric}`, 'OPTION_UNUSED');
  }
  const weights = leafWeights(problem);
  const totals = totalsOf(problem, weights);
  // `sum` and `failing`: (leaves - 1) of the cells of all rows, and of suppressed ones.
  const lost = (a: number, suppressed: number, sum: number, failing: number): number => {
    const { size } = problem.domains[a];
    if (size === 1) return (s * suppressed) / n;
    const cost = g * (sum - failing) + (1 - s) * (failing + suppressed) + suppressed * (s * size - g);
    return cost / (n * (size - g));
  };
  const combine = combinerOf(metric, importance);
  return {
    ...plain(metric),
    weights,
    cost: (levels, { suppressed, cells }) => combine((a) => lost(a, suppressed, totals[a][levels[a]], cells![a])),
    // A suppressed cell costs its share at least, and so no less than a released one.
    bound: (levels, fixed, { suppressed, cells }) =>
      combine((a) => (fixed[a] ? lost(a, suppressed, totals[a][levels[a]], cells![a]) : lost(a, suppressed, 0, 0))),
  };
}

/** Bits that generalization takes, weighted by attribute. */
function entropyObjective(problem: Problem, importance: readonly number[]): Objective {
  const weights = entropyWeights(problem);
  const totals = totalsOf(problem, weights);
  const all = binaryLogarithm(problem.rows);
  const sum = (term: (a: number) => number): number => {
    let bits = 0;
    for (let a = 0; a < totals.length; a++) bits += importance[a] * (term(a) - totals[a][0]);
    return bits;
  };
  return {
    ...plain('entropy'),
    weights,
    cost: (levels, { suppressed, cells }) => sum((a) => totals[a][levels[a]] - cells![a] + suppressed * all),
    bound: (levels, fixed, { suppressed, cells }) =>
      sum((a) => (fixed[a] ? totals[a][levels[a]] - cells![a] + suppressed * all : totals[a][0])),
  };
}

const plain = (metric: LatticeMetric) => ({
  metric,
  weights: null,
  usesBottom: false,
  value: (cost: number) => cost,
});

function weightedMean(importance: readonly number[], term: (a: number) => number): number {
  let sum = 0;
  let weight = 0;
  for (let a = 0; a < importance.length; a++) {
    if (importance[a] === 0) continue;
    sum += importance[a] * term(a);
    weight += importance[a];
  }
  return weight === 0 ? 0 : sum / weight;
}

/** Leaves under every node, less 1. */
function leafWeights(problem: Problem): Float64Array[][] {
  return problem.domains.map((domain) =>
    Array.from({ length: heightOf(domain) + 1 }, (_, level) => {
      const first = domain.hierarchy?.levels[level].first;
      return Float64Array.from({ length: levelSize(domain, level) }, (__, node) =>
        first === undefined ? 0 : first[node + 1] - first[node] - 1,
      );
    }),
  );
}

/** Rows of every leaf, by attribute. */
function leafRows(problem: Problem): Float64Array[] {
  const counts = problem.set.counts();
  return problem.domains.map((domain, a) => {
    const rows = new Float64Array(domain.size);
    const codes = problem.set.codes(a);
    for (let v = 0; v < counts.length; v++) rows[codes[v]] += counts[v];
    return rows;
  });
}

function rowsPerNode(problem: Problem): Float64Array[][] {
  const leaves = leafRows(problem);
  return problem.domains.map((domain, a) =>
    Array.from({ length: heightOf(domain) + 1 }, (_, level) => {
      const rows = new Float64Array(levelSize(domain, level));
      const nodeOf = domain.hierarchy?.levels[level].nodeOf;
      leaves[a].forEach((count, leaf) => (rows[nodeOf === undefined ? leaf : nodeOf[leaf]] += count));
      return rows;
    }),
  );
}

/** log2 of the rows under every node, 0 where there are none. */
function entropyWeights(problem: Problem): Float64Array[][] {
  return rowsPerNode(problem).map((levels) =>
    levels.map((rows) => rows.map((count) => (count === 0 ? 0 : binaryLogarithm(count)))),
  );
}

/** [attributes][levels] weights summed over all rows. */
function totalsOf(problem: Problem, weights: readonly (readonly Float64Array[])[]): number[][] {
  return rowsPerNode(problem).map((levels, a) =>
    levels.map((rows, level) => rows.reduce((sum, count, node) => sum + count * weights[a][level][node], 0)),
  );
}
