import type { Domain } from '../../hierarchy/domain.js';

/** The largest coordinate. */
export const FARTHEST = 65535;

/**
 * Every leaf as a whole coordinate in 0 .. FARTHEST, so that each domain has the same extent: numbers and dates by value,
 * others by their place in the leaf order. The missing value of a numeric domain stands at the end, a tenth of the extent
 * beyond the largest number.
 */
export function coordinatesOf(domain: Domain): Uint32Array {
  const { size, numbers, missingLeaf } = domain;
  if (domain.order !== 'numeric' || numbers === null) {
    return Uint32Array.from({ length: size }, (_, leaf) =>
      size === 1 ? 0 : Math.round((leaf * FARTHEST) / (size - 1)),
    );
  }
  const last = missingLeaf === size - 1 ? size - 2 : size - 1;
  const extent = missingLeaf >= 0 ? Math.round(0.9 * FARTHEST) : FARTHEST;
  const range = last > 0 ? numbers[last] - numbers[0] : 0;
  return Uint32Array.from({ length: size }, (_, leaf) =>
    leaf === missingLeaf ? FARTHEST : range > 0 ? Math.round(((numbers[leaf] - numbers[0]) / range) * extent) : 0,
  );
}

/** [attributes][vectors] coordinates of every vector. */
export function pointsOf(domains: readonly Domain[], codes: readonly Uint32Array[]): Uint32Array[] {
  return domains.map((domain, a) => {
    const coordinates = coordinatesOf(domain);
    return codes[a].map((code) => coordinates[code]);
  });
}
