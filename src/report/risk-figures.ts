/** Probabilities that released rows are linked to their people, from the sizes of the sets of rows that look alike. */

/** Sizes, ascending, and how many sets of rows have each. */
export type Sizes = readonly (readonly [size: number, sets: number])[];

/** Probabilities above which the rows are counted: 1 in 2, 1 in 5, and 1 in 11, a usual limit for health data. */
const riskLimits = [1 / 2, 1 / 5, 1 / 11] as const;

/** The risk of a row is 1 / rows that look like it. Where persons are counted, `rows` are persons, and the risk is 1 / persons of the smallest class of one. */
export interface RiskFigures {
  /** Rows, or persons. */
  readonly rows: number;
  /** Sets of rows that look alike. */
  readonly sets: number;
  /** Risk of the most exposed row. */
  readonly largest: number;
  /** Rows, or persons, with this risk. */
  readonly rowsAtLargest: number;
  /** Mean over rows (sets / rows), or over persons. */
  readonly average: number;
  /** Rows that nothing else looks like. */
  readonly unique: number;
  /** Rows with a risk above each limit. */
  readonly above: readonly { readonly risk: number; readonly rows: number }[];
}

/** Null where there is no row. */
export const riskFigures = (sizes: Sizes): RiskFigures | null =>
  figuresOf(
    sizes.map(([size, sets]) => [size, size * sets]),
    sizes.reduce((sum, [, sets]) => sum + sets, 0),
  );

/** The sizes of an audit in rows, or in persons where it counted them. */
export interface AuditedSizes {
  /** Rows of the classes of the release. */
  readonly classSizes: Sizes;
  /** Rows of the classes of the original; null where it was not given. */
  readonly originalSizes: Sizes | null;
  /** Persons of the classes of the release. */
  readonly classPersons?: Sizes;
  /** Persons by how many look alike, in the original and in the release. */
  readonly personsAlike?: { readonly before: Sizes; readonly after: Sizes };
}

/** Risks before and after a release: of persons where the audit counted them, else of rows. */
export function auditedRisks({ classSizes, originalSizes, classPersons, personsAlike }: AuditedSizes): {
  readonly before: RiskFigures | null;
  readonly after: RiskFigures | null;
} {
  if (personsAlike === undefined) {
    return { before: originalSizes === null ? null : riskFigures(originalSizes), after: riskFigures(classSizes) };
  }
  const sets = (sizes: Sizes | null): number => sizes?.reduce((sum, [, count]) => sum + count, 0) ?? 0;
  return {
    before: figuresOf(personsAlike.before, sets(originalSizes)),
    after: figuresOf(personsAlike.after, sets(classPersons ?? null)),
  };
}

/** @param alike - how many look alike, ascending, and the rows or persons of whom as many do */
function figuresOf(alike: Sizes, sets: number): RiskFigures | null {
  if (alike.length === 0) return null;
  const rowsWith = (isCounted: (size: number) => boolean): number =>
    alike.reduce((sum, [size, rows]) => (isCounted(size) ? sum + rows : sum), 0);
  const rows = rowsWith(() => true);
  const [smallest] = alike[0];
  return {
    rows,
    sets,
    largest: 1 / smallest,
    rowsAtLargest: rowsWith((size) => size === smallest),
    average: alike.reduce((sum, [size, own]) => sum + own / size, 0) / rows,
    unique: rowsWith((size) => size === 1),
    above: riskLimits.map((risk) => ({ risk, rows: rowsWith((size) => 1 / size > risk) })),
  };
}
