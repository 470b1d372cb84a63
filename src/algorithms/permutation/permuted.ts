import type { MondrianResult } from '../../engine/engine.js';
import type { Steps } from '../../base/steps.js';
import type { Warning } from '../../table/table.js';
import type { Permutation, Problem, Recoding } from '../algorithm.js';

/** Buckets whose pieces are put in order between two yields. */
const YIELD_BUCKETS = 1 << 12;

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

/** The classes of Mondrian as buckets, and what they took. */
export const mondrianBuckets = (found: MondrianResult) => ({
  parts: bucketsOf(found),
  nodes: found.cuts + found.classes,
  checked: found.cuts + found.refused,
});

/** Pieces of one bucket: vectors, each as often as it has pieces, and rows of each piece; default one. */
interface BucketPieces {
  readonly vectors: ArrayLike<number>;
  readonly counts?: ArrayLike<number>;
}

/** Puts the pieces of buckets in the order of their vectors and joins equal ones, in steps. */
export function* collectParts(vectors: number, buckets: readonly BucketPieces[]): Steps<BucketParts> {
  // Stable: the pieces of one vector stay in the order of their buckets.
  const next = new Uint32Array(vectors + 1);
  for (const { vectors: own } of buckets) for (let i = 0; i < own.length; i++) next[own[i] + 1]++;
  for (let v = 0; v < vectors; v++) next[v + 1] += next[v];
  yield;
  const vector = new Uint32Array(next[vectors]);
  const bucket = new Uint32Array(vector.length);
  const count = new Uint32Array(vector.length);
  for (const [b, { vectors: own, counts }] of buckets.entries()) {
    if (b % YIELD_BUCKETS === 0) yield;
    for (let i = 0; i < own.length; i++) {
      const at = next[own[i]]++;
      vector[at] = own[i];
      bucket[at] = b;
      count[at] = counts === undefined ? 1 : counts[i];
    }
  }
  yield;
  let kept = 0;
  for (let i = 0; i < vector.length; i++) {
    if (kept > 0 && vector[kept - 1] === vector[i] && bucket[kept - 1] === bucket[i]) count[kept - 1] += count[i];
    else {
      vector[kept] = vector[i];
      bucket[kept] = bucket[i];
      count[kept++] = count[i];
    }
  }
  return {
    buckets: buckets.length,
    vector: vector.slice(0, kept),
    bucket: bucket.slice(0, kept),
    count: count.slice(0, kept),
  };
}

/**
 * The recoding of a permuted release. Yields between attributes.
 *
 * @param levels - [attributes][buckets] level to which the values of a bucket are generalized; default: none is. An
 * attribute without a hierarchy has the levels 0 (its values) and 1 (`*`)
 */
export function* permutedRecoding(
  problem: Problem,
  parts: BucketParts,
  permutation: Omit<Permutation, 'buckets' | 'bucketOf'>,
  levels?: readonly Uint32Array[],
): Steps<Recoding> {
  const classes = parts.vector.length;
  const lower: Uint32Array[] = [];
  const upper: Uint32Array[] = [];
  for (const [a, domain] of problem.domains.entries()) {
    yield;
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
  }
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

/** Warnings for every user of a permuted release. */
export function permutationWarnings(problem: Problem, { isExact }: { readonly isExact: boolean }): Warning[] {
  const warnings: Warning[] = [
    {
      code: 'MEMBERSHIP_NOT_PROTECTED',
      message: isExact
        ? 'quasi-identifiers are released unchanged: an attacker who knows them knows who is in the table; permutation hides only which sensitive value belongs to whom'
        : 'permutation hides which values belong together, not who is in the table: kohort attack membership counts the rows of a public table that are certainly in it',
    },
  ];
  if (problem.models.some((model) => model.name === 'k-anonymity')) {
    warnings.push({
      code: 'K_OF_BUCKETS',
      message: 'each bucket has at least k rows, but the values in it are only permuted and released unchanged',
    });
  }
  return warnings;
}
