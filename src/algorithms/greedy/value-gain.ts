import { logarithmTable, naturalLogarithm } from '../../base/logarithm.js';
import type { Domain } from '../../hierarchy/domain.js';
import { isNumeric, rangeShare } from '../../quality/range-share.js';

/** Gain of splitting a value of one attribute; reads that attribute's rows alone, whatever the others are cut to. */
export interface ValueGain {
  /** Gain of replacing leaves lo .. hi by runs within them that hold all their rows. */
  of(lo: number, hi: number, runs: readonly { readonly lo: number; readonly hi: number }[]): number;
  /**
   * The leaf before which to cut lo .. hi in two: the largest gain, of equal ones the more even cut, then the earlier; -1
   * when fewer than two leaves of the run occur.
   */
  bestCut(lo: number, hi: number): number;
}

/** Gains below this are nothing but rounding. */
const NOTHING = 1e-12;

/**
 * Information gain in bits (Fung, Wang, Yu 2005, section 3.2): I(R_v) - sum of |R_c| / |R_v| * I(R_c), where R_v are the rows
 * with a value under v and I is the entropy of their class labels.
 *
 * @param labels - [domain.size * size] rows of every leaf by label, leaf major
 */
export function informationGain(domain: Domain, labels: Uint32Array, size: number): ValueGain {
  const totals = new Float64Array((domain.size + 1) * size);
  for (let at = 0; at < labels.length; at++) totals[at + size] = totals[at] + labels[at];
  const rows = new Float64Array(domain.size + 1);
  for (let leaf = 1; leaf <= domain.size; leaf++) {
    for (let label = 0; label < size; label++) rows[leaf] += totals[leaf * size + label];
  }
  /** Rows times entropy, in nats, of leaves from .. to - 1. */
  const disorder = (from: number, to: number): number => {
    let sum = weigh(rows[to] - rows[from]);
    for (let label = 0; label < size; label++) sum -= weigh(totals[to * size + label] - totals[from * size + label]);
    return sum;
  };
  return {
    of(lo, hi, runs) {
      let rest = 0;
      for (const run of runs) rest += disorder(run.lo, run.hi + 1);
      const gain = (disorder(lo, hi + 1) - rest) / (Math.LN2 * (rows[hi + 1] - rows[lo]));
      return gain > NOTHING ? gain : 0;
    },
    bestCut: (lo, hi) => mostEvenBest(rows, lo, hi, (cut) => -disorder(lo, cut) - disorder(cut, hi + 1)),
  };
}

/**
 * How much a split takes off the release's loss of this attribute (the metric `loss`): the mean over all rows of what their
 * value's loss falls by. For jobs without a class column.
 *
 * @param counts - [domain.size] rows of every leaf
 */
export function lossGain(domain: Domain, counts: Float64Array): ValueGain {
  const rows = new Float64Array(domain.size + 1);
  for (let leaf = 0; leaf < domain.size; leaf++) rows[leaf + 1] = rows[leaf] + counts[leaf];
  const lossOf = (lo: number, hi: number): number =>
    domain.hierarchy === null && isNumeric(domain)
      ? rangeShare(domain, lo, hi)
      : domain.size === 1
        ? 0
        : (hi - lo) / (domain.size - 1);
  const within = (from: number, to: number): number => (rows[to] - rows[from]) * lossOf(from, to - 1);
  return {
    of(lo, hi, runs) {
      let rest = 0;
      for (const run of runs) rest += within(run.lo, run.hi + 1);
      const gain = (within(lo, hi + 1) - rest) / rows[domain.size];
      return gain > NOTHING ? gain : 0;
    },
    bestCut: (lo, hi) => mostEvenBest(rows, lo, hi, (cut) => -within(lo, cut) - within(cut, hi + 1)),
  };
}

/** x ln x, 0 for 0; the same on every host. */
function weigh(count: number): number {
  if (count === 0) return 0;
  const table = logarithmTable();
  return count * (count < table.length ? table[count] : naturalLogarithm(count));
}

/** rows: [leaves + 1] rows of the leaves before each. */
function mostEvenBest(rows: Float64Array, lo: number, hi: number, worth: (cut: number) => number): number {
  let best = -1;
  let bestWorth = -Infinity;
  let bestEven = 0;
  for (let cut = lo + 1; cut <= hi; cut++) {
    const left = rows[cut] - rows[lo];
    const right = rows[hi + 1] - rows[cut];
    if (left === 0 || right === 0 || rows[cut + 1] === rows[cut]) continue;
    const value = worth(cut);
    const even = Math.min(left, right);
    const margin = NOTHING * Math.max(1, Math.abs(value));
    if (value < bestWorth - margin || (value <= bestWorth + margin && even <= bestEven)) continue;
    best = cut;
    bestWorth = Math.max(value, bestWorth);
    bestEven = even;
  }
  return best;
}
