/** How likely released rows are linked to their people, from the sizes of the sets of rows that look alike. */

/** Sizes, ascending, and how many sets of rows have each. */
export type Sizes = readonly (readonly [size: number, sets: number])[];

/** Probabilities above which the rows are counted: 1 in 2, 1 in 5, and 1 in 11, a usual limit for health data. */
export const riskLimits = [1 / 2, 1 / 5, 1 / 11] as const;

/** The risk of a row is 1 / rows that look like it. */
export interface RiskFigures {
  readonly rows: number;
  /** Sets of rows that look alike. */
  readonly sets: number;
  /** Of the row that stands out most. */
  readonly largest: number;
  readonly rowsAtLargest: number;
  /** Mean over rows: sets / rows. */
  readonly average: number;
  /** Rows that nothing else looks like. */
  readonly unique: number;
  /** Rows with a risk above each limit. */
  readonly above: readonly { readonly risk: number; readonly rows: number }[];
}

/** Null where there is no row. */
export function riskFigures(sizes: Sizes): RiskFigures | null {
  if (sizes.length === 0) return null;
  const rowsWith = (isCounted: (size: number) => boolean): number =>
    sizes.reduce((sum, [size, sets]) => (isCounted(size) ? sum + size * sets : sum), 0);
  const rows = rowsWith(() => true);
  const sets = sizes.reduce((sum, [, count]) => sum + count, 0);
  const [smallest] = sizes[0];
  return {
    rows,
    sets,
    largest: 1 / smallest,
    rowsAtLargest: rowsWith((size) => size === smallest),
    average: sets / rows,
    unique: rowsWith((size) => size === 1),
    above: riskLimits.map((risk) => ({ risk, rows: rowsWith((size) => 1 / size > risk) })),
  };
}
