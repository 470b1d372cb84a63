/** [words][points] keys on a Hilbert curve; the twin of assembly/hilbert.ts. */
export function hilbertKeys(points: readonly Uint32Array[], bits: number): Uint32Array[] {
  const dimensions = points.length;
  const count = points[0].length;
  const keys = Array.from({ length: Math.ceil((dimensions * bits) / 32) }, () => new Uint32Array(count));
  const x = new Uint32Array(dimensions);
  for (let point = 0; point < count; point++) {
    for (let d = 0; d < dimensions; d++) x[d] = points[d][point];
    toTransposed(x, bits);
    let word = 0;
    let filled = 0;
    let at = 0;
    for (let bit = bits - 1; bit >= 0; bit--) {
      for (let d = 0; d < dimensions; d++) {
        word = (word << 1) | ((x[d] >>> bit) & 1);
        if (++filled === 32) {
          keys[at++][point] = word;
          word = filled = 0;
        }
      }
    }
    if (filled > 0) keys[at][point] = word << (32 - filled);
  }
  return keys;
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
