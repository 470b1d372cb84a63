/**
 * A finished recoding before rows are written: classes, and for every quasi-identifier the released values. Quality metrics and privacy models read
 * this and nothing else, for every algorithm.
 */
import type { Domain } from '../hierarchy/domain.js';
import type { Codes, Column } from '../table/table.js';

/** The leaves `lo` .. `hi`. */
export interface LeafRun {
  readonly lo: number;
  readonly hi: number;
}

/** A released value: a run of leaves, or a set of several runs. */
export interface ReleasedValue {
  readonly label: string;
  /** First and last leaf code that the value covers. */
  readonly lo: number;
  readonly hi: number;
  /** The runs of a set, ascending, with leaves between them that the value does not cover. Absent: all from `lo` to `hi`. */
  readonly runs?: readonly LeafRun[];
  /** Level of the hierarchy, or null when the value is a range of an ordered domain. */
  readonly level: number | null;
  /** The share of a numeric domain's range that the label names, where it is more than the values that it covers. */
  readonly share?: number;
}

/** The leaves that a value covers. */
export type CoveredLeaves = Pick<ReleasedValue, 'lo' | 'hi' | 'runs'>;

/** How many leaves a value covers. */
export function countLeaves({ lo, hi, runs }: CoveredLeaves): number {
  if (runs === undefined) return hi - lo + 1;
  let count = 0;
  for (const run of runs) count += run.hi - run.lo + 1;
  return count;
}

/** Calls `visit` with every leaf that a value covers, ascending. */
export function eachLeaf(value: CoveredLeaves, visit: (leaf: number) => void): void {
  for (const { lo, hi } of value.runs ?? [value]) for (let leaf = lo; leaf <= hi; leaf++) visit(leaf);
}

export interface ReleasedAttribute {
  readonly domain: Domain;
  readonly values: readonly ReleasedValue[];
  /** [classes] index into `values`. */
  readonly valueOf: Uint32Array;
  /** [domain.size] rows of the input per leaf, suppressed rows counted. */
  readonly leafCounts: Float64Array;
}

/** Rows of every class by the values of a column: a sparse matrix by rows. */
export interface ClassValues {
  /** Number of values. */
  readonly size: number;
  /** [classes + 1] class c has the entries start[c] .. start[c + 1] - 1. */
  readonly start: Uint32Array;
  /** [entries] code of the value, in [0, size). */
  readonly code: Uint32Array;
  /** [entries] rows of the class with that value, at least 1. */
  readonly rows: Uint32Array;
}

/** Rows of a permuted release before anything is permuted: a kind are the rows of one bucket with the same released values. */
export interface PermutedKinds {
  /** [kinds] rows. */
  readonly sizes: Uint32Array;
  /** [kinds] class, which gives the released values. */
  readonly classOf: Uint32Array;
  /** [kinds] */
  readonly bucketOf: Uint32Array;
  readonly buckets: number;
  /** Every released column once: columns of one group keep their rows together. */
  readonly groups: readonly (readonly string[])[];
  /** Values of the sensitive attribute by kind; null where it is null. */
  readonly sensitive: ClassValues | null;
}

export interface Released {
  /** Rows of the input (n). */
  readonly rows: number;
  /** Rows suppressed (s). */
  readonly suppressed: number;
  /** [classes] rows of every released class; suppressed rows are in none. */
  readonly sizes: Uint32Array;
  readonly attributes: readonly ReleasedAttribute[];
  /** Distinct QI vectors of the input (suppressed rows included) as leaf codes, and their counts. */
  readonly vectors: {
    readonly codes: readonly Codes[];
    readonly counts: Uint32Array;
    /** [vectors] the one class whose box holds the vector, where boxes share none; 0xffffffff where it was suppressed. */
    readonly classOf?: Uint32Array;
    /** True when the suppressed vectors are known to lie in no class's box. */
    readonly isOutside?: boolean;
  };
  /** The label column: [classes * size] counts, or null without a class column. */
  readonly labels: { readonly size: number; readonly histogram: Uint32Array } | null;
  /** [entries] rows of every entry of the columns' codes; null where entries are rows. */
  readonly weights: Uint32Array | null;
  /** The sensitive attribute, where there is exactly one, and its values by class; else null. */
  readonly sensitive: { readonly column: Column; readonly values: ClassValues } | null;
  /** How the release was permuted; absent where it was not. Its classes are then {@link PermutedKinds}. */
  readonly permuted?: PermutedKinds;
  /** k of the job's k-anonymity, or 1. */
  readonly k: number;
  /** Level per attribute for full-domain recodings, else null. */
  readonly levels: readonly number[] | null;
}
