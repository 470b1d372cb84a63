import type { MondrianResult } from '../../engine/engine.js';
import type { Warning } from '../../table/table.js';
import type { Permutation, Problem, Recoding } from '../algorithm.js';

/** Pieces of vectors in buckets: `count` rows of vector `vector` are in bucket `bucket`. Ascending by vector. */
export interface BucketParts {
  readonly buckets: number;
  readonly vector: Uint32Array;
  readonly bucket: Uint32Array;
  readonly count: Uint32Array;
}

/** The classes of Mondrian as buckets. */
export function bucketsOf({ classes, parts }: MondrianResult): BucketParts {
  return { buckets: classes, vector: parts.vector, bucket: parts.classId, count: parts.count };
}

/** Puts pieces (vector, bucket, count) in order and joins equal ones. */
export function collectParts(
  buckets: number,
  pieces: readonly { vector: number; bucket: number; count: number }[],
): BucketParts {
  const sorted = [...pieces].sort((a, b) => a.vector - b.vector || a.bucket - b.bucket);
  const joined: { vector: number; bucket: number; count: number }[] = [];
  for (const piece of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && last.vector === piece.vector && last.bucket === piece.bucket) last.count += piece.count;
    else joined.push({ ...piece });
  }
  return {
    buckets,
    vector: Uint32Array.from(joined, (piece) => piece.vector),
    bucket: Uint32Array.from(joined, (piece) => piece.bucket),
    count: Uint32Array.from(joined, (piece) => piece.count),
  };
}

/**
 * The recoding of a permuted release.
 *
 * @param levels - [attributes][buckets] level to which the values of a bucket are generalized; default: none is. An
 * attribute without a hierarchy has the levels 0 (its values) and 1 (`*`)
 */
export function permutedRecoding(
  problem: Problem,
  parts: BucketParts,
  permutation: Omit<Permutation, 'buckets' | 'bucketOf'>,
  levels?: readonly Uint32Array[],
): Recoding {
  const classes = parts.vector.length;
  const lower: Uint32Array[] = [];
  const upper: Uint32Array[] = [];
  problem.domains.forEach((domain, a) => {
    const codes = problem.set.codes(a);
    const lo = Uint32Array.from(parts.vector, (vector) => codes[vector]);
    const hi = lo.slice();
    for (let c = 0; levels !== undefined && c < classes; c++) {
      const level = levels[a][parts.bucket[c]];
      if (level === 0) continue;
      if (domain.hierarchy === null) {
        lo[c] = 0;
        hi[c] = domain.size - 1;
      } else {
        const { nodeOf, first } = domain.hierarchy.levels[level];
        const node = nodeOf[lo[c]];
        lo[c] = first[node];
        hi[c] = first[node + 1] - 1;
      }
    }
    lower.push(lo);
    upper.push(hi);
  });
  return {
    kind: 'permutation',
    classes,
    parts: {
      vector: parts.vector,
      classId: Uint32Array.from({ length: classes }, (_, c) => c),
      count: parts.count,
    },
    lower,
    upper,
    nodes: problem.domains.map((domain) => domain.hierarchy !== null),
    permutation: { ...permutation, buckets: parts.buckets, bucketOf: parts.bucket },
  };
}

/** Names of the released columns with and without the role `sensitive`. */
export function splitColumns(problem: Problem): { readonly others: string[]; readonly sensitive: string[] } {
  const named = (wanted: boolean): string[] =>
    problem.released.filter(({ role }) => (role === 'sensitive') === wanted).map(({ name }) => name);
  return { others: named(false), sensitive: named(true) };
}

/** What every user of a permuted release has to know. */
export function permutationWarnings(problem: Problem, isExact: boolean): Warning[] {
  const warnings: Warning[] = [
    {
      code: 'MEMBERSHIP_NOT_PROTECTED',
      message: isExact
        ? 'quasi-identifiers are released unchanged: who knows them knows who is in the table; permutation hides only which sensitive value belongs to whom'
        : 'permutation hides which values belong together, not who is in the table: hold the release against a public table with kohort attack membership',
    },
  ];
  if (problem.models.some((model) => model.name === 'k-anonymity')) {
    warnings.push({
      code: 'K_OF_BUCKETS',
      message:
        'k-anonymity is kept by the buckets within which values are permuted, not by the values themselves, which are released as they are',
    });
  }
  return warnings;
}
