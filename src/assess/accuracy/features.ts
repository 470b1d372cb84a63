import type { CoveredLeaves } from '../../quality/released.js';
import { countLeaves, eachLeaf } from '../../quality/released.js';
import type { Domain } from '../../hierarchy/domain.js';

/** Most features of one attribute. */
const mostBins = 32;

/** Makes values into features. */
interface Encoder {
  /** [attributes] what values cover, null for an unknown one -> [features]. */
  encode(values: readonly (CoveredLeaves | null)[]): Float64Array;
}

/**
 * One feature a leaf, or up to 32 bins of neighbouring leaves where there are more. A value counts in every feature by the share
 * of its leaves there: a single leaf is one-hot, a node, range or set is spread over what it may be.
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
    encode(values) {
      const row = new Float64Array(width);
      values.forEach((value, a) => {
        if (value === null) return;
        const share = 1 / countLeaves(value);
        eachLeaf(value, (leaf) => {
          row[starts[a] + Math.floor((leaf * bins[a]) / domains[a].size)] += share;
        });
      });
      return row;
    },
  };
}
