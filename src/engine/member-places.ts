/** Taken vectors give their places up once they are more than one in this many. */
const TAKEN_SHARE = 16;

export const isWorthCompacting = (taken: number, places: number): boolean => taken * TAKEN_SHARE > places;

/** The place of a vector among ascending vectors, of which the first `places` count. */
export function placeOf(vectors: Uint32Array, places: number, vector: number): number {
  let low = 0;
  let high = places - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (vectors[middle] < vector) low = middle + 1;
    else high = middle;
  }
  return low;
}
