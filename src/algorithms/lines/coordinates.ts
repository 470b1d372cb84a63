import { countNumbers, type Domain } from '../../hierarchy/domain.js';

/** Bits of a coordinate, and the largest one. */
export const COORDINATE_BITS = 16;
const FARTHEST = 2 ** COORDINATE_BITS - 1;

/**
 * The place of every leaf in 0 .. 1, so that each domain has the same extent: numbers and dates by value, others by their
 * place in the leaf order. The missing value of a numeric domain stands at the end, a tenth of the extent beyond the largest
 * number.
 */
export function placesOf(domain: Domain): Float64Array {
  const { size, numbers, missingLeaf } = domain;
  if (domain.order !== 'numeric' || numbers === null) {
    return Float64Array.from({ length: size }, (_, leaf) => (size === 1 ? 0 : leaf / (size - 1)));
  }
  const last = countNumbers(numbers) - 1;
  const extent = missingLeaf >= 0 ? 0.9 : 1;
  const range = last > 0 ? numbers[last] - numbers[0] : 0;
  return Float64Array.from({ length: size }, (_, leaf) =>
    leaf > last ? 1 : range > 0 ? ((numbers[leaf] - numbers[0]) / range) * extent : 0,
  );
}

/** {@link placesOf} as whole coordinates of {@link COORDINATE_BITS} bits. Places that are nearer than that share one. */
export function coordinatesOf(domain: Domain): Uint32Array {
  return Uint32Array.from(placesOf(domain), (place) => Math.round(place * FARTHEST));
}

/** The places of whole coordinates, or, where these would merge different leaves, {@link placesOf}. */
export function distinctPlacesOf(domain: Domain): Float64Array {
  const coordinates = coordinatesOf(domain);
  const isMerged = coordinates.some((coordinate, leaf) => leaf > 0 && coordinate === coordinates[leaf - 1]);
  return isMerged ? placesOf(domain) : Float64Array.from(coordinates, (coordinate) => coordinate / FARTHEST);
}

/** The fewest leading bits, at least 1, by which different ascending coordinates still differ. */
export function bitsThatDiffer(coordinates: Uint32Array): number {
  let bits = 1;
  for (let i = 1; i < coordinates.length; i++) {
    const difference = coordinates[i] ^ coordinates[i - 1];
    if (difference !== 0) bits = Math.max(bits, Math.clz32(difference) - (32 - COORDINATE_BITS) + 1);
  }
  return bits;
}
