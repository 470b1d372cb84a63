/** A condition of a query: the value stands at a place in low .. high of the column's order. */
export interface RangeCondition {
  /** Quasi-identifiers as they were given; then the sensitive column. */
  readonly column: number;
  readonly low: number;
  readonly high: number;
}

/** Counts the rows that meet all conditions, each on a column of its own. */
export type CountingQuery = readonly RangeCondition[];

/** A column that queries ask about: [places] rows of the input by the place of their value in the column's order. */
interface QueriedColumn {
  readonly name: string;
  readonly rows: Float64Array;
}

/** Queries of a workload: as many as a word has bits. */
export const QUERY_COUNT = 32;
/** Most quasi-identifiers in a query. */
const MOST_CONDITIONS = 3;
/** Share of the rows that one range holds at least, by the number of conditions less 1: together about a tenth. */
const ROW_SHARES = [0.1, 0.3, 0.45, 0.55];
const FIRST_STATE = 2012;

/**
 * The queries that `queryError` asks, the same for every release of a table: they depend on the columns' names and the rows
 * per value alone. Each asks for ranges of one to three quasi-identifiers, every second one for a range of the sensitive
 * column too. A range goes from the value of a row drawn at random to that of a row some tenths of the table further on,
 * rows being sorted by the column, so that frequent values are asked for more often.
 *
 * @param rows - rows of the input, at least 1
 */
export function drawWorkload(
  quasiIdentifiers: readonly QueriedColumn[],
  sensitive: QueriedColumn | null,
  rows: number,
): CountingQuery[] {
  const { length } = quasiIdentifiers;
  const byName = Array.from(quasiIdentifiers.keys()).sort((a, b) =>
    quasiIdentifiers[a].name < quasiIdentifiers[b].name ? -1 : 1,
  );
  const columns = sensitive === null ? quasiIdentifiers : [...quasiIdentifiers, sensitive];
  const rowsBefore = columns.map((column) => countBefore(column.rows));
  const below = drawNumbers();
  return Array.from({ length: QUERY_COUNT }, (_, index) => {
    const count = 1 + below(Math.min(MOST_CONDITIONS, length));
    const order = byName.slice();
    for (let at = 0; at < count; at++) {
      const other = at + below(length - at);
      [order[at], order[other]] = [order[other], order[at]];
    }
    const chosen = order.slice(0, count);
    if (sensitive !== null && index % 2 === 1) chosen.push(length);
    const held = Math.max(1, Math.floor(rows * ROW_SHARES[chosen.length - 1]));
    return chosen.map((column) => {
      const first = below(rows - held + 1);
      return {
        column,
        low: placeOfRow(rowsBefore[column], first),
        high: placeOfRow(rowsBefore[column], first + held - 1),
      };
    });
  });
}

/** Whole numbers below a bound, by Park and Miller's generator (1988, multiplier 48271), exact in doubles. */
function drawNumbers(): (bound: number) => number {
  const modulus = 2 ** 31 - 1;
  let state = FIRST_STATE;
  return (bound) => {
    state = (48271 * state) % modulus;
    return Math.floor((state / modulus) * bound);
  };
}

function countBefore(rows: Float64Array): Float64Array {
  const before = new Float64Array(rows.length + 1);
  for (let place = 0; place < rows.length; place++) before[place + 1] = before[place] + rows[place];
  return before;
}

/** The place of the value that a row has, rows being numbered in the order of the places. */
function placeOfRow(before: Float64Array, row: number): number {
  let low = 0;
  let high = before.length - 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before[middle + 1] > row) high = middle;
    else low = middle + 1;
  }
  return low;
}
