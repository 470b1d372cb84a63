/** A range of places in the order of a column. */
export interface AskedRange {
  /** Number of the column: quasi-identifiers as they were given, then the sensitive column. */
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

/** A column with the rows of the original at every place of its order. */
interface OrderedColumn {
  readonly name: string;
  readonly rowsAt: Float64Array;
}

/** Number of queries, and the share of the rows in a range by the number of conditions. */
const queryCount = 32;
const shares: Readonly<Record<number, number>> = { 1: 0.1, 2: 0.3, 3: 0.45, 4: 0.55 };

/**
 * The counting queries of docs/metrics.md, "The workload": x -> 48271 x mod 2^31 - 1 from 2012, the number of
 * quasi-identifiers, which ones (by name), the sensitive column in every second query, then the first row of each range.
 */
export function listQueries(quasi: readonly OrderedColumn[], sensitive: OrderedColumn | null, rows: number) {
  let x = 2012;
  const pick = (from: number): number => {
    x = (x * 48271) % 2147483647;
    return Math.floor((x / 2147483647) * from);
  };
  const named = quasi.map(({ name }, column) => ({ name, column }));
  named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const all = sensitive === null ? quasi : [...quasi, sensitive];
  const placeOfRow = all.map(({ rowsAt }) => placesByRow(rowsAt));
  const queries: AskedRange[][] = [];
  while (queries.length < queryCount) {
    const wanted = 1 + pick(Math.min(3, quasi.length));
    const left = named.map(({ column }) => column);
    const columns: number[] = [];
    while (columns.length < wanted) {
      const at = pick(left.length);
      columns.push(left[at]);
      // The first of those that are left takes the place of the one that was chosen.
      left[at] = left[0];
      left.shift();
    }
    if (sensitive !== null && queries.length % 2 === 1) columns.push(quasi.length);
    const length = Math.max(1, Math.floor(shares[columns.length] * rows));
    queries.push(
      columns.map((column) => {
        const row = pick(rows - length + 1);
        return { column, first: placeOfRow[column](row), last: placeOfRow[column](row + length - 1) };
      }),
    );
  }
  return queries;
}

/** The place of a row when rows are sorted by place. */
function placesByRow(rowsAt: Float64Array): (row: number) => number {
  const upTo = Float64Array.from(rowsAt);
  for (let place = 1; place < upTo.length; place++) upTo[place] += upTo[place - 1];
  return (row) => {
    let [from, to] = [0, upTo.length - 1];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (upTo[middle] <= row) from = middle + 1;
      else to = middle;
    }
    return from;
  };
}
