import type { Codes } from '../../table/table.js';

/** Counts codes per class: result[classOf[row] * size + codes[row]]; the twin of assembly/histogram.ts. */
export function countPerClass(classOf: Uint32Array, codes: Codes, classes: number, size: number): Uint32Array {
  const histogram = new Uint32Array(classes * size);
  for (let row = 0; row < codes.length; row++) histogram[classOf[row] * size + codes[row]]++;
  return histogram;
}

/** Sums weights per group. */
export function weighPerGroup(
  groupOf: Uint32Array,
  codes: Codes,
  counts: Uint32Array,
  groups: number,
  size: number,
): Uint32Array {
  const histogram = new Uint32Array(groups * size);
  for (let i = 0; i < codes.length; i++) histogram[groupOf[i] * size + codes[i]] += counts[i];
  return histogram;
}
