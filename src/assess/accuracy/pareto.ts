/** One criterion of a comparison. */
export interface Criterion {
  /** Its name. */
  readonly name: string;
  /** False of costs and risks. */
  readonly higherIsBetter: boolean;
}

/** Values by criterion; null where a row has none. */
type Scores = readonly (number | bigint | null)[];

/**
 * Marks the rows that no other row dominates. A row dominates another when it is at least as good by every criterion and
 * better by one; equal rows are marked alike. A row without a value for some criterion is not compared: null.
 *
 * @param rows - [rows][criteria]
 */
export function markPareto(rows: readonly Scores[], criteria: readonly Criterion[]): (boolean | null)[] {
  const complete = rows.map((row) => row.every((value) => value !== null));
  const dominates = (a: Scores, b: Scores): boolean => {
    let better = false;
    for (let c = 0; c < criteria.length; c++) {
      const [good, bad] = criteria[c].higherIsBetter ? [a[c]!, b[c]!] : [b[c]!, a[c]!];
      if (good < bad) return false;
      if (good > bad) better = true;
    }
    return better;
  };
  return rows.map((row, i) => (complete[i] ? !rows.some((other, j) => complete[j] && dominates(other, row)) : null));
}
