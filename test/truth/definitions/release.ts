/** A release in plain rows, as definitions of metrics read it. No code of `src/`. */

/** A quasi-identifier: its domain and its hierarchy, written out as lists. */
export interface PlainAttribute {
  readonly name: string;
  /** Values of the domain in their order. */
  readonly leaves: readonly string[];
  /** [leaf] numbers, NaN for the missing value; null where values are no numbers. */
  readonly numbers: readonly number[] | null;
  /** The missing value among the leaves, or null. */
  readonly missing: string | null;
  /** [level] nodes from the leaves to the root, each a list of leaves; null without a hierarchy. */
  readonly nodes: readonly (readonly (readonly string[])[])[] | null;
  /** [level] width of an interval as a share of the span of the domain; null where the hierarchy is not one of intervals. */
  readonly widths: readonly number[] | null;
  /** Queries take the leaves in their own order, and not by number or by text. */
  readonly isListed: boolean;
}

/** A released cell: the leaves that it stands for, and its level where it is a node. */
export interface PlainCell {
  readonly leaves: readonly string[];
  readonly level: number | null;
}

/** A release and its input: rows in the same order. */
export interface PlainRelease {
  readonly attributes: readonly PlainAttribute[];
  /** [rows][attributes] leaves of the input. */
  readonly rows: readonly (readonly string[])[];
  /** [rows] class; -1 for suppressed rows. */
  readonly classOf: readonly number[];
  /** [rows][attributes], null for suppressed rows. */
  readonly cells: readonly (readonly PlainCell[] | null)[];
  readonly k: number;
  /** [attributes] level of all released cells, null where they have several or none. */
  readonly levels: readonly (number | null)[];
  /** One level vector was applied to the whole table, suppressed rows among it. */
  readonly isVector: boolean;
  /** [rows] cells of the class column, or null. */
  readonly labels: readonly string[] | null;
  /** [rows] cells of the one sensitive column, or null, and its values in the order of queries. */
  readonly sensitive: readonly string[] | null;
  readonly sensitiveValues: readonly string[];
  /** Columns that are permuted in buckets: bucket of every row, and groups of columns, the sensitive one having the last number. */
  readonly permutation?: {
    readonly bucketOf: readonly number[];
    readonly groups: readonly (readonly number[])[];
  };
}

/** [classes] numbers of the rows. */
export function classesOf({ classOf }: Pick<PlainRelease, 'classOf'>): number[][] {
  const classes = [...new Set(classOf)].filter((each) => each >= 0).sort((a, b) => a - b);
  return classes.map((each) => [...classOf.keys()].filter((row) => classOf[row] === each));
}

export const suppressedOf = ({ classOf }: PlainRelease): number => classOf.filter((each) => each < 0).length;
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const product = (values: readonly number[]): number => values.reduce((total, value) => total * value, 1);
export const mean = (values: readonly number[]): number => sum(values) / values.length;
