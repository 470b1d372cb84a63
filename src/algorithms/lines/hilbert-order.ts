/**
 * Points in the order of a Hilbert curve. J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707,
 * 2004: coordinates to the transposed index, whose bits, taken from the top bit of every word in turn, are the key.
 *
 * @param points - [dimensions][points] coordinates in [0, 2^bits)
 * @param bits - 1 to 16
 * @returns the points' numbers by ascending key, equal keys by ascending number
 */
export function hilbertOrder(points: readonly Uint32Array[], bits: number): Uint32Array<ArrayBuffer> {
  const dimensions = points.length;
  const count = dimensions === 0 ? 0 : points[0].length;
  const words = Math.max(1, Math.ceil((dimensions * bits) / 32));
  const keys = Array.from({ length: words }, () => new Uint32Array(count));
  const x = new Uint32Array(dimensions);
  for (let point = 0; point < count; point++) {
    for (let d = 0; d < dimensions; d++) x[d] = points[d][point];
    toTransposed(x, bits);
    let at = 0;
    for (let bit = bits - 1; bit >= 0; bit--) {
      for (let d = 0; d < dimensions; d++, at++) {
        if ((x[d] >>> bit) & 1) keys[at >>> 5][point] |= 1 << (31 - (at & 31));
      }
    }
  }
  return sortByWords(keys, count);
}

function toTransposed(x: Uint32Array, bits: number): void {
  const last = x.length - 1;
  for (let q = 1 << (bits - 1); q > 1; q >>>= 1) {
    const p = q - 1;
    for (let d = 0; d <= last; d++) {
      if (x[d] & q) x[0] ^= p;
      else {
        const t = (x[0] ^ x[d]) & p;
        x[0] ^= t;
        x[d] ^= t;
      }
    }
  }
  for (let d = 1; d <= last; d++) x[d] ^= x[d - 1];
  let t = 0;
  for (let q = 1 << (bits - 1); q > 1; q >>>= 1) if (x[last] & q) t ^= q - 1;
  for (let d = 0; d <= last; d++) x[d] ^= t;
}

/** Stable radix sort by words, the first word counting most: the order of the points' numbers. */
export function sortByWords(keys: readonly Uint32Array[], count: number): Uint32Array<ArrayBuffer> {
  let order = Uint32Array.from({ length: count }, (_, i) => i);
  let next = new Uint32Array(count);
  const starts = new Uint32Array(65537);
  for (let word = keys.length - 1; word >= 0; word--) {
    const key = keys[word];
    for (const shift of [0, 16]) {
      starts.fill(0);
      for (let i = 0; i < count; i++) starts[((key[i] >>> shift) & 0xffff) + 1]++;
      for (let digit = 0; digit < 65536; digit++) starts[digit + 1] += starts[digit];
      for (let i = 0; i < count; i++) next[starts[(key[order[i]] >>> shift) & 0xffff]++] = order[i];
      [order, next] = [next, order];
    }
  }
  return order;
}
