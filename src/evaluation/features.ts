import type { Domain } from '../hierarchy/domain.js';

/** Most features of one attribute. */
const mostBins = 32;

/** What makes runs of leaves into features. */
export interface Encoder {
  /** [attributes] runs of leaves, null for an unknown value -> [features]. */
  encode(runs: readonly ({ readonly lo: number; readonly hi: number } | null)[]): Float64Array;
}

/**
 * One feature a leaf, or up to 32 bins of neighbouring leaves where there are more. A run of leaves counts in every feature by
 * the share of its leaves there: a single leaf is one-hot, a node or range is spread over what it may be.
 */
export function encoderFor(domains: readonly Domain[]): Encoder {
  const bins = domains.map(({ size }) => Math.min(size, mostBins));
  const starts: number[] = [];
  let width = 0;
  for (const count of bins) {
    starts.push(width);
    width += count;
  }
  return {
    encode(runs) {
      const row = new Float64Array(width);
      runs.forEach((run, a) => {
        if (run === null) return;
        const share = 1 / (run.hi - run.lo + 1);
        for (let leaf = run.lo; leaf <= run.hi; leaf++) {
          row[starts[a] + Math.floor((leaf * bins[a]) / domains[a].size)] += share;
        }
      });
      return row;
    },
  };
}
