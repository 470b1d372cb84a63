/** The accuracy of a counting query of the user's own, as far as it may be shown. */
export interface QueryAccuracy {
  /** Name of the query. */
  readonly name: string;
  /**
   * |rows expected from the release - rows| / rows of the original; null where too few persons (or rows) fulfil the query, or do not, and where
   * the release has no ranges, sets or values of single rows.
   */
  readonly error: number | null;
  /** The printed error is rounded to a multiple of this, which leaves the count open by the rows of at least k persons; null without an error. */
  readonly step: number | null;
}

/** Counts of a query in the original. */
export interface QueriedCount {
  /** Rows that fulfil it. */
  readonly rows: number;
  /** Persons (or rows) with a row that fulfils it, and with one that does not. */
  readonly having: number;
  readonly lacking: number;
  /** Rows, among those that fulfil it, of the k persons with the most. */
  readonly largest: number;
}

const SMALLEST_EXPONENT = -3;

/** The error of a query with what its count may show; no error where fewer than k persons are on one side. */
export function accuracyOf(name: string, counted: QueriedCount, expected: number | null, k: number): QueryAccuracy {
  const { rows, having, lacking, largest } = counted;
  if (expected === null || rows === 0 || having < k || lacking < k) return { name, error: null, step: null };
  // An error of e fixes a count of expected / (1 + e), whose uncertainty shrinks where more rows are expected.
  const open = (largest / rows) * Math.max(1, expected / rows);
  return { name, error: Math.abs(expected - rows) / rows, step: stepOf(open) };
}

/** The smallest of .001, .002, .005, .01, ... that is at least so large. */
function stepOf(least: number): number {
  for (let exponent = SMALLEST_EXPONENT; ; exponent++) {
    for (const digit of [1, 2, 5]) {
      const step = Number(`${digit}e${exponent}`);
      if (step >= least) return step;
    }
  }
}

/** The accuracy with its error to its step. */
export function publishAccuracy({ name, error, step }: QueryAccuracy): QueryAccuracy {
  if (error === null || step === null) return { name, error, step };
  return { name, error: Number((Math.round(error / step) * step).toPrecision(12)), step };
}
