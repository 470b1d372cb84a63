/** The workload of docs/metrics.md, and its relative errors, row by row. No code of `src/`. */
import type { PlainAttribute, PlainRelease } from './release.js';
import { product, sum, suppressedOf } from './release.js';

/** A column with its values in the order of queries, and the cells of all rows of the input. */
export interface AskedColumn {
  readonly name: string;
  readonly values: readonly string[];
  readonly cells: readonly string[];
}

/** A range of values that a query asks a column for; the sensitive column has the last number. */
export interface AskedRange {
  readonly column: number;
  readonly values: readonly string[];
}

/** 32 queries: quasi-identifiers by name, the sensitive column in every second one, and ranges from one row's value to another's. */
export function listQueries(
  quasi: readonly AskedColumn[],
  sensitive: AskedColumn | null,
  rows: number,
): AskedRange[][] {
  let x = 2012;
  const draw = (below: number): number => {
    x = (x * 48271) % (2 ** 31 - 1);
    return Math.floor((x / (2 ** 31 - 1)) * below);
  };
  return Array.from({ length: 32 }, (_, i) => {
    const number = 1 + draw(Math.min(3, quasi.length));
    const columns = [...quasi.keys()].sort((a, b) => (quasi[a].name < quasi[b].name ? -1 : 1));
    for (let at = 0; at < number; at++) {
      const other = at + draw(columns.length - at);
      [columns[at], columns[other]] = [columns[other], columns[at]];
    }
    const asked = columns.slice(0, number);
    if (i % 2 === 1 && sensitive !== null) asked.push(quasi.length);
    const width = Math.max(1, Math.floor(rows * [0.1, 0.3, 0.45, 0.55][asked.length - 1]));
    return asked.map((column) => {
      const { values, cells } = column < quasi.length ? quasi[column] : sensitive!;
      const places = cells.map((cell) => values.indexOf(cell)).sort((a, b) => a - b);
      const first = draw(rows - width + 1);
      return { column, values: values.slice(places[first], places[first + width - 1] + 1) };
    });
  });
}

/** Numbers ascending, texts by code point, the missing value last; a listed order as it is listed. */
export function valuesInOrder({ leaves, numbers, missing, isListed }: PlainAttribute): string[] {
  if (isListed) return [...leaves];
  return [...leaves].sort((a, b) => {
    if (a === missing || b === missing) return a === missing ? 1 : -1;
    return numbers === null ? (a < b ? -1 : 1) : numbers[leaves.indexOf(a)] - numbers[leaves.indexOf(b)];
  });
}

/** Released rows by bucket. */
function bucketsOf({ classOf, permutation }: PlainRelease): number[][] {
  const released = [...classOf.keys()].filter((row) => classOf[row] >= 0);
  if (permutation === undefined) return released.map((row) => [row]);
  const buckets = [...new Set(released.map((row) => permutation.bucketOf[row]))];
  return buckets.map((bucket) => released.filter((row) => permutation.bucketOf[row] === bucket));
}

/** Mean and median relative error of the queries that somebody fits; null where nobody fits any. */
export function queryErrorsOf(release: PlainRelease): { readonly mean: number | null; readonly median: number | null } {
  const { attributes, rows, cells, sensitive, sensitiveValues, permutation } = release;
  const quasi = attributes.map((attribute, a): AskedColumn => {
    return { name: attribute.name, values: valuesInOrder(attribute), cells: rows.map((row) => row[a]) };
  });
  const last = sensitive === null ? null : { name: 'sensitive', values: sensitiveValues, cells: sensitive };
  const columns = last === null ? quasi : [...quasi, last];
  const errors = listQueries(quasi, last, rows.length).flatMap((query) => {
    const truth = [...rows.keys()].filter((row) =>
      query.every(({ column, values }) => values.includes(columns[column].cells[row])),
    ).length;
    if (truth === 0) return [];
    /** Share of what a row may be that fits the ranges of some columns. */
    const shareOf = (row: number, wanted: readonly number[]): number =>
      product(
        query
          .filter(({ column }) => wanted.includes(column))
          .map(({ column, values }) => {
            if (column === quasi.length) return values.includes(sensitive![row]) ? 1 : 0;
            const { leaves } = cells[row]![column];
            return leaves.filter((leaf) => values.includes(leaf)).length / leaves.length;
          }),
      );
    // A row that is not permuted is a bucket of its own, with one group of columns.
    const groups = permutation?.groups ?? [[...columns.keys()]];
    const expected = bucketsOf(release).map(
      (own) => own.length * product(groups.map((group) => sum(own.map((row) => shareOf(row, group))) / own.length)),
    );
    const hidden =
      suppressedOf(release) * product(query.map(({ column, values }) => values.length / columns[column].values.length));
    return [Math.abs(sum(expected) + hidden - truth) / truth];
  });
  errors.sort((a, b) => a - b);
  const { length } = errors;
  if (length === 0) return { mean: null, median: null };
  return {
    mean: sum(errors) / length,
    median: (errors[Math.ceil(length / 2) - 1] + errors[Math.floor(length / 2)]) / 2,
  };
}
