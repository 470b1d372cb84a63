import type { Group } from '../local/groups.js';
import { hasForm, isCodes } from '../sharing/task.js';

/** Groups as they go from thread to thread. */
export interface PackedGroups {
  /** [groups + 1] where the vectors of each begin. */
  readonly starts: Uint32Array;
  readonly vectors: Uint32Array;
  readonly counts: Uint32Array;
}

export function isPackedGroups(value: unknown): value is PackedGroups {
  if (!hasForm(value, { starts: isCodes, vectors: isCodes, counts: isCodes })) return false;
  const { starts, vectors, counts } = value as PackedGroups;
  return starts.length > 0 && starts.at(-1) === vectors.length && vectors.length === counts.length;
}

export function packGroups(groups: readonly Group[]): PackedGroups {
  const starts = new Uint32Array(groups.length + 1);
  for (let g = 0; g < groups.length; g++) starts[g + 1] = starts[g] + groups[g].vectors.length;
  const vectors = new Uint32Array(starts[groups.length]);
  const counts = new Uint32Array(vectors.length);
  for (let g = 0; g < groups.length; g++) {
    vectors.set(groups[g].vectors, starts[g]);
    counts.set(groups[g].counts, starts[g]);
  }
  return { starts, vectors, counts };
}

export function unpackGroups({ starts, vectors, counts }: PackedGroups): Group[] {
  return Array.from({ length: starts.length - 1 }, (_, g) => ({
    vectors: Array.from(vectors.subarray(starts[g], starts[g + 1])),
    counts: Array.from(counts.subarray(starts[g], starts[g + 1])),
  }));
}
