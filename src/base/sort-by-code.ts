/** Vectors by their codes, equal ones in their order. */
export function sortByCode(vectors: Uint32Array, codes: ArrayLike<number>): Uint32Array {
  const order = placesByCode(vectors, codes);
  for (let i = 0; i < order.length; i++) order[i] = vectors[order[i]];
  return order;
}

/** Places of vectors by their codes, equal ones in their order. */
export function placesByCode(vectors: Uint32Array, codes: ArrayLike<number>): Uint32Array {
  const places = new Uint32Array(vectors.length);
  let largest = 0;
  for (let at = 0; at < places.length; at++) {
    places[at] = at;
    if (codes[vectors[at]] > largest) largest = codes[vectors[at]];
  }
  if (largest > 4 * places.length + 64) {
    return places.sort((a, b) => codes[vectors[a]] - codes[vectors[b]] || a - b);
  }
  const next = new Uint32Array(largest + 2);
  for (let at = 0; at < places.length; at++) next[codes[vectors[at]] + 1]++;
  for (let code = 0; code < largest; code++) next[code + 1] += next[code];
  for (let at = 0; at < places.length; at++) places[next[codes[vectors[at]]]++] = at;
  return places;
}
