import type { Released, ReleasedAttribute } from './released.js';

/** Several metrics of one release ask for the same. */
const known = new WeakMap<Released, Map<ReleasedAttribute, Float64Array>>();

/** [values] released rows that carry each value of an attribute. Shared: not to be written to. */
export function rowsPerValue(released: Released, attribute: ReleasedAttribute): Float64Array {
  let ofAttributes = known.get(released);
  if (ofAttributes === undefined) known.set(released, (ofAttributes = new Map()));
  let rows = ofAttributes.get(attribute);
  if (rows === undefined) ofAttributes.set(attribute, (rows = countRows(released.sizes, attribute)));
  return rows;
}

function countRows(sizes: Uint32Array, { values, valueOf }: ReleasedAttribute): Float64Array {
  const rows = new Float64Array(values.length);
  for (let j = 0; j < sizes.length; j++) rows[valueOf[j]] += sizes[j];
  return rows;
}
