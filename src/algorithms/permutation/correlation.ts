import { square } from '../../base/elementary.js';
/** A column of weighted vectors, ready for correlation. */
export interface CorrelatedColumn {
  readonly name: string;
  /** [vectors] code in [0, size). */
  readonly codes: ArrayLike<number>;
  readonly size: number;
  /** [size] numbers, ascending with the code, or null for values without a distance. NaN: missing. */
  readonly numbers: Float64Array | null;
}

const mostIntervals = 10;

/**
 * How strongly two columns depend on each other, 0 .. 1: for two columns of numbers the absolute Pearson coefficient
 * (rows with a missing value left out), else the mean-square contingency coefficient, in which a column of numbers with
 * more than 10 values stands as 10 intervals of about equally many rows. Li, Li, Zhang and Molloy 2009, section 4.1.
 *
 * @param counts - [vectors] rows per vector
 */
export function correlate(a: CorrelatedColumn, b: CorrelatedColumn, counts: Uint32Array): number {
  if (a.numbers !== null && b.numbers !== null) return pearson(a, a.numbers, b, b.numbers, counts);
  return contingency(discretize(a, counts), discretize(b, counts), counts);
}

function pearson(
  a: CorrelatedColumn,
  x: Float64Array,
  b: CorrelatedColumn,
  y: Float64Array,
  counts: Uint32Array,
): number {
  let rows = 0;
  let meanX = 0;
  let meanY = 0;
  const each = (use: (x: number, y: number, weight: number) => void): void => {
    for (let v = 0; v < counts.length; v++) {
      const left = x[a.codes[v]];
      const right = y[b.codes[v]];
      if (!Number.isNaN(left) && !Number.isNaN(right)) use(left, right, counts[v]);
    }
  };
  each((left, right, weight) => {
    rows += weight;
    meanX += weight * left;
    meanY += weight * right;
  });
  if (rows === 0) return 0;
  meanX /= rows;
  meanY /= rows;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  each((left, right, weight) => {
    xx += weight * square(left - meanX);
    yy += weight * square(right - meanY);
    xy += weight * (left - meanX) * (right - meanY);
  });
  return xx === 0 || yy === 0 ? 0 : Math.min(1, Math.abs(xy) / Math.sqrt(xx * yy));
}

interface Discrete {
  readonly codes: ArrayLike<number>;
  readonly size: number;
}

function discretize(column: CorrelatedColumn, counts: Uint32Array): Discrete {
  if (column.numbers === null || column.size <= mostIntervals) return column;
  const rowsOf = new Float64Array(column.size);
  let rows = 0;
  for (let v = 0; v < counts.length; v++) {
    rowsOf[column.codes[v]] += counts[v];
    rows += counts[v];
  }
  let before = 0;
  const intervalOf = Uint32Array.from(rowsOf, (own) => {
    const interval = Math.min(mostIntervals - 1, Math.floor((mostIntervals * before) / rows));
    before += own;
    return interval;
  });
  return { codes: Uint32Array.from(counts, (_, v) => intervalOf[column.codes[v]]), size: mostIntervals };
}

/** phi^2 = sum of (f_ij - f_i f_j)^2 / (f_i f_j) / (min(d_1, d_2) - 1), over values that occur. */
function contingency(a: Discrete, b: Discrete, counts: Uint32Array): number {
  const joint = new Float64Array(a.size * b.size);
  const ofA = new Float64Array(a.size);
  const ofB = new Float64Array(b.size);
  for (let v = 0; v < counts.length; v++) {
    joint[a.codes[v] * b.size + b.codes[v]] += counts[v];
    ofA[a.codes[v]] += counts[v];
    ofB[b.codes[v]] += counts[v];
  }
  const seen = (all: Float64Array): number => all.reduce((sum, each) => (each > 0 ? sum + 1 : sum), 0);
  const least = Math.min(seen(ofA), seen(ofB));
  if (least < 2) return 0;
  // sum of f_ij^2 / (f_i f_j) is 1 more than the sum of the squared deviations.
  let sum = 0;
  for (let i = 0; i < a.size; i++) {
    for (let j = 0; j < b.size; j++) {
      const cell = joint[i * b.size + j];
      if (cell > 0) sum += (cell * cell) / (ofA[i] * ofB[j]);
    }
  }
  return Math.min(1, Math.max(0, (sum - 1) / (least - 1)));
}
