import type { Released, ReleasedAttribute } from '../release/released.js';

/** [values] released rows that carry each value of an attribute. */
export function rowsPerValue(released: Released, attribute: ReleasedAttribute): Float64Array {
  const rows = new Float64Array(attribute.values.length);
  for (let j = 0; j < released.sizes.length; j++) rows[attribute.valueOf[j]] += released.sizes[j];
  return rows;
}
