import type { Column } from '../table/table.js';
import type { Coding } from './coding/code-domain.js';
import type { Hierarchy } from './hierarchy.js';

/**
 * The domain of one quasi-identifier: what its leaf codes mean, in which order they stand and how they generalize.
 * Every released value covers a contiguous run of leaf codes.
 */
export interface Domain {
  readonly attribute: string;
  readonly column: Column;
  /** Number of leaves: of the hierarchy as given, or the distinct values of the column when there is none. */
  readonly size: number;
  /** [dictionary of the column] dictionary code -> leaf code. */
  readonly leafOf: Uint32Array;
  /** [size] text of every leaf. */
  readonly labels: readonly string[];
  /** Levels of generalization, or null for an ordered domain without levels. */
  readonly hierarchy: Hierarchy | null;
  /**
   * How the leaf order came about: `numeric` (numbers and dates, ascending), `listed` (hierarchy type "order"),
   * `hierarchy` (leaf order of a hierarchy over strings), `sorted` (strings without either, by code point: a choice of
   * ours that callers report).
   */
  readonly order: 'numeric' | 'listed' | 'hierarchy' | 'sorted';
  /** [size] numeric value of every leaf for `numeric` order (NaN for the missing value), else null. */
  readonly numbers: Float64Array | null;
  /**
   * [size] numeric value of every leaf of a column of numbers or dates whose hierarchy puts them in another order (NaN for
   * the missing value); else null or absent.
   */
  readonly scattered?: Float64Array | null;
  /** Leaf code of the missing value, or -1. The missing value of a numeric domain is the last leaf. */
  readonly missingLeaf: number;
  /** Numbers that too few people bear for one to stand in a release, where means of classes are written. */
  readonly hidden?: ReadonlySet<number>;
  /** Present where leaves stand for several values each, so that nothing rare is released: made by `codeDomain`. */
  readonly coding?: Coding;
}
