import type { MondrianResult } from './engine.js';

/** Pieces of vectors and where they went; `classId` is a number or, before numbering, the order of emission. */
export type Parts = MondrianResult['parts'];

/** Sorts parts by vector; parts of one vector keep the order of emission. Arrays: [parts]. */
export function sortParts(
  emittedVector: Uint32Array,
  emittedClass: Uint32Array,
  emittedCount: Uint32Array,
  vectorCount: number,
): Parts {
  const start = new Uint32Array(vectorCount + 1);
  for (let part = 0; part < emittedVector.length; part++) start[emittedVector[part] + 1]++;
  for (let v = 0; v < vectorCount; v++) start[v + 1] += start[v];
  const vector = new Uint32Array(emittedVector.length);
  const classId = new Uint32Array(emittedVector.length);
  const count = new Uint32Array(emittedVector.length);
  for (let part = 0; part < emittedVector.length; part++) {
    const at = start[emittedVector[part]]++;
    vector[at] = emittedVector[part];
    classId[at] = emittedClass[part];
    count[at] = emittedCount[part];
  }
  return { vector, classId, count };
}

/** Most parts and classes a search can emit, and the records that its buffers must hold. */
export function mondrianCapacity(
  vectorCount: number,
  rows: number,
  minimum: number,
  { relaxed }: { readonly relaxed: boolean },
): { parts: number; classes: number; records: number } {
  const bySize = Math.max(1, Math.floor(rows / Math.max(1, minimum)));
  const parts = relaxed ? Math.min(rows, vectorCount + bySize) : vectorCount;
  const classes = Math.min(parts, bySize);
  // Relaxed cuts add a record each, but the right half is finished before the left half grows: 64 bounds the depth.
  return { parts, classes, records: vectorCount + (relaxed ? 64 : 0) + 1 };
}
