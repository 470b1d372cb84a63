import type { Column } from '../table/table.js';
import type { Hierarchy } from './hierarchy.js';

/**
 * The domain of one quasi-identifier: what its leaf codes mean, in which order they stand and how they generalize.
 * The order of the leaf codes is the one order of a domain, in which values are cut, released and measured: a released value
 * covers a contiguous run of them, but for sets of strings that have neither hierarchy nor order.
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
  /**
   * [size] numeric value of every leaf for `numeric` order, else null. NaN, behind all numbers, for leaves that are none: texts
   * of the hierarchy that no cell can hold and, the last leaf, the missing value.
   */
  readonly numbers: Float64Array | null;
  /**
   * [size] numeric value of every leaf of a column of numbers or dates whose hierarchy puts them in another order (NaN for
   * leaves that are no numbers); else null or absent.
   */
  readonly scattered?: Float64Array | null;
  /** True when numbers or dates are released as nodes of the hierarchy, as strings always are. Default false: as ranges. */
  readonly isFollowed?: boolean;
  /** Leaf code of the missing value, or -1. The missing value of a numeric domain is the last leaf. */
  readonly missingLeaf: number;
  /** Numbers that too few people have to be shown in a release of class means. */
  readonly hidden?: ReadonlySet<number>;
  /** True where a value called `other`, or one that begins with `{`, stands in double quotes: coded labels are written so. */
  readonly quotesCoded?: boolean;
  /** The lowest and the highest level that may be released, where the job says so. */
  readonly levelRange?: { readonly least: number; readonly most: number };
  /** Values in the order that the job lists, where they are released by levels all the same. */
  readonly listedValues?: readonly string[];
  /** Present where leaves stand for several values each, so that nothing rare is released: made by `codeDomain`. */
  readonly coding?: Coding;
  /** Texts that are read as missing cells. Absent: that of the missing leaf alone. */
  readonly missingTexts?: ReadonlySet<string>;
  /** The domain before its leaves were put in the order of their numbers (`inNaturalOrder`), and [size] the code of every leaf there. */
  readonly given?: { readonly domain: Domain; readonly leafOf: Uint32Array };
}

/** The hierarchy as the job gives it, also of a domain that was put in the order of its numbers. */
export const givenHierarchy = (domain: Domain): Hierarchy | null => (domain.given?.domain ?? domain).hierarchy;

/** Values of which any order is one of two that cut alike. */
const UNORDERED = 2;

/** True for texts without a hierarchy or an order whose order matters. */
export const isOrderAssumed = ({ order, size, missingLeaf }: Domain): boolean =>
  order === 'sorted' && size - Number(missingLeaf >= 0) > UNORDERED;

/** Number of leaves that are numbers, which come first and ascend. The few leaves behind them are NaN. */
export function countNumbers(numbers: Float64Array): number {
  let count = numbers.length;
  while (count > 0 && Number.isNaN(numbers[count - 1])) count--;
  return count;
}

/** The released text of a run of coded leaves, and for numbers the share of the domain's range that it names. */
export interface CodedLabel {
  readonly text: string;
  readonly share?: number;
  /** The numbers that the label names; for numbers and dates. */
  readonly bounds?: NumberBounds;
}

/** Numbers from `from` on, up to `to` or below `below`; an end that is not given is open. */
export interface NumberBounds {
  readonly from?: number;
  readonly to?: number;
  readonly below?: number;
}

/** Coded leaves of a column: a run of them can be released without a text that fewer than k people have. */
export interface Coding {
  /** The domain of the values themselves: what metrics and the audit speak of. */
  readonly values: Domain;
  /** [size + 1] coded leaf j stands for the values first[j] .. first[j + 1] - 1. */
  readonly first: Uint32Array;
  /** The label of the coded leaves lo .. hi, which are not all of them. */
  labelOf(lo: number, hi: number): CodedLabel;
  /** [size] spelling of every coded leaf of strings as a member of a set; null for numbers. */
  readonly members: readonly string[] | null;
  /** Ends of the labels of number leaves, cut off at the minimum and the maximum; null for strings. */
  readonly ends: { readonly low: Float64Array; readonly high: Float64Array } | null;
}
