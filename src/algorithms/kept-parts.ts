import type { Recoding } from './algorithm.js';

/**
 * The parts of a recoding that keeps or suppresses whole vectors.
 *
 * @param groupOf - [vectors] group of every vector
 * @param classOf - [groups] class of every group, below 0 for the suppressed
 * @param counts - [vectors] rows
 */
export function keptParts(groupOf: Uint32Array, classOf: Int32Array, counts: Uint32Array): Recoding['parts'] {
  const vector = new Uint32Array(counts.length);
  const classId = new Uint32Array(counts.length);
  const count = new Uint32Array(counts.length);
  let kept = 0;
  for (let v = 0; v < counts.length; v++) {
    const id = classOf[groupOf[v]];
    if (id < 0) continue;
    vector[kept] = v;
    classId[kept] = id;
    count[kept++] = counts[v];
  }
  if (kept === counts.length) return { vector, classId, count };
  return { vector: vector.slice(0, kept), classId: classId.slice(0, kept), count: count.slice(0, kept) };
}
