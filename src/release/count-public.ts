import type { Steps } from '../base/steps.js';
import { matchBoxes } from './boxes-of-points.js';
import type { ShownClasses } from './shown-classes.js';

/** Public rows by released region. */
export interface RegionCounts {
  /** [classes] public rows whose vector lies in the region of the class. */
  readonly population: Float64Array;
  /** Public rows that lie in no region, and in more than one. */
  readonly outside: number;
  readonly overlapping: number;
  /** [vectors] a region that each lies in, -1 for none. */
  readonly regionOf: Int32Array;
}

/**
 * Counts public vectors under the released classes. Yields between stretches of the work.
 *
 * @param vectors - leaf codes of the quasi-identifiers, and rows, of the distinct public vectors
 */
export function* countPublic(
  shownClasses: ShownClasses,
  vectors: { readonly codes: readonly ArrayLike<number>[]; readonly counts: Uint32Array },
): Steps<RegionCounts> {
  const { counts } = vectors;
  const ends = (pick: 'lo' | 'hi'): Uint32Array[] =>
    shownClasses.searched.map(({ values, valueOf }) =>
      valueOf.slice(0, shownClasses.count).map((value) => values[value][pick]),
    );
  const boxes = { count: shownClasses.count, lower: ends('lo'), upper: ends('hi') };
  const population = new Float64Array(shownClasses.count);
  const found = new Uint8Array(counts.length);
  const regionOf = new Int32Array(counts.length).fill(-1);
  yield* matchBoxes(boxes, { count: counts.length, codes: vectors.codes.slice(0, boxes.lower.length) }, (v, region) => {
    population[region] += counts[v];
    regionOf[v] = region;
    if (found[v] < 2) found[v]++;
  });
  let outside = 0;
  let overlapping = 0;
  for (let v = 0; v < counts.length; v++) {
    if (found[v] === 0) outside += counts[v];
    else if (found[v] > 1) overlapping += counts[v];
  }
  return { population, outside, overlapping, regionOf };
}
