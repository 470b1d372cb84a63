import type { MondrianResult } from './engine.js';

/** What a finished kernel leaves behind, in the order of emission, which both engines share. */
export interface RawMondrian {
  readonly partCount: number;
  readonly classCount: number;
  /** [partCount] vector, class in order of emission, rows. */
  readonly vector: Uint32Array;
  readonly classId: Uint32Array;
  readonly count: Uint32Array;
  /** [classCount] */
  readonly sizes: Uint32Array;
  /** [classCount * attributes] class major. */
  readonly lower: Uint32Array;
  readonly upper: Uint32Array;
  readonly cuts: number;
  readonly refused: number;
}

/** Sorts parts by vector (the order of emission breaks ties) and numbers classes by first appearance. */
export function finishMondrian(raw: RawMondrian, vectorCount: number, attributes: number): MondrianResult {
  const { partCount, classCount } = raw;
  const start = new Uint32Array(vectorCount + 1);
  for (let part = 0; part < partCount; part++) start[raw.vector[part] + 1]++;
  for (let v = 0; v < vectorCount; v++) start[v + 1] += start[v];
  const vector = new Uint32Array(partCount);
  const emitted = new Uint32Array(partCount);
  const count = new Uint32Array(partCount);
  for (let part = 0; part < partCount; part++) {
    const at = start[raw.vector[part]]++;
    vector[at] = raw.vector[part];
    emitted[at] = raw.classId[part];
    count[at] = raw.count[part];
  }
  const number = new Uint32Array(classCount).fill(0xffffffff);
  const order = new Uint32Array(classCount);
  let next = 0;
  for (let at = 0; at < partCount; at++) {
    const id = emitted[at];
    if (number[id] === 0xffffffff) {
      number[id] = next;
      order[next++] = id;
    }
    emitted[at] = number[id];
  }
  const sizes = new Uint32Array(classCount);
  const lower: Uint32Array[] = [];
  const upper: Uint32Array[] = [];
  for (let c = 0; c < classCount; c++) sizes[c] = raw.sizes[order[c]];
  for (let a = 0; a < attributes; a++) {
    const lo = new Uint32Array(classCount);
    const hi = new Uint32Array(classCount);
    for (let c = 0; c < classCount; c++) {
      lo[c] = raw.lower[order[c] * attributes + a];
      hi[c] = raw.upper[order[c] * attributes + a];
    }
    lower.push(lo);
    upper.push(hi);
  }
  return {
    classes: classCount,
    parts: { vector, classId: emitted, count },
    sizes,
    lower,
    upper,
    cuts: raw.cuts,
    refused: raw.refused,
  };
}

/** Most parts and classes a search can emit, and the records that its buffers must hold. */
export function mondrianCapacity(
  vectorCount: number,
  rows: number,
  minimum: number,
  relaxed: boolean,
): { parts: number; classes: number; records: number } {
  const bySize = Math.max(1, Math.floor(rows / Math.max(1, minimum)));
  const parts = relaxed ? Math.min(rows, vectorCount + bySize) : vectorCount;
  const classes = Math.min(parts, bySize);
  // Relaxed cuts add a record each, but the right half is finished before the left half grows: 64 bounds the depth.
  return { parts, classes, records: vectorCount + (relaxed ? 64 : 0) + 1 };
}
