/**
 * A domain generalization hierarchy over the leaves of one attribute.
 *
 * Leaves are numbered in *leaf order*: depth first through the tree, children in the order of their first leaf (so that
 * every node of every level covers a contiguous run of leaf codes); numbers and dates ascend where the tree allows it.
 */
export interface Hierarchy {
  /** The column that it generalizes. */
  readonly attribute: string;
  /** Number of levels above the leaves; 0 when nothing can be generalized. */
  readonly height: number;
  /** levels[0] are the leaves, levels[height] is the most general level. */
  readonly levels: readonly HierarchyLevel[];
  /**
   * [levels] for intervals of numbers: how wide an interval of the level is, as a share of the span of the widest intervals
   * from the first to the last that holds a value; 0 for the leaves, 1 for the root. Absent for other hierarchies.
   */
  readonly widthShares?: readonly number[];
}

/** One level of a hierarchy: its nodes, and the leaves that each covers. */
export interface HierarchyLevel {
  /** [nodes] label of every node of this level, in leaf order; unique within the level. */
  readonly labels: readonly string[];
  /** [leaves] leaf code -> node of this level; non-decreasing. */
  readonly nodeOf: Uint32Array;
  /** [nodes + 1] node j covers leaf codes first[j] .. first[j + 1] - 1. */
  readonly first: Uint32Array;
}
