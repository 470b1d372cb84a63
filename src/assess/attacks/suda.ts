import { InvalidArgumentError } from '../../base/errors.js';
import type { Table } from '../../table/table.js';

const mostColumns = 16;

/**
 * SUDA scores: for every row, the sum over its minimal sample uniques (sets of columns in which no other row equals it,
 * while in every smaller set one does) of (columns - size of the set)!, so that small sets weigh most. M. J. Elliot,
 * A. M. Manning, R. W. Ford: A computational algorithm for handling the special uniques problem, 2002. Missing values are
 * values of their own.
 *
 * @param columns - key variables, at most 16; default all
 * @returns [rows] scores, 0 for a row without a unique
 * @throws InvalidArgumentError UNKNOWN_COLUMN, TOO_MANY_COLUMNS, ROWS_NEEDED
 */
export function sudaScores(
  table: Table,
  columns: readonly string[] = table.columns.map(({ name }) => name),
): Float64Array {
  const scores = new Float64Array(table.rows);
  forEachMinimalUnique(table, columns, (row, _, weight) => (scores[row] += weight));
  return scores;
}

/** What a column has to do with the minimal sample uniques of a table. */
export interface SudaContribution {
  /** Name of the column. */
  readonly column: string;
  /** Share of the sum of all SUDA scores that comes from minimal sample uniques with this column in them, 0 .. 1; 0 where there are none. */
  readonly share: number;
  /** Minimal sample uniques with this column in them, over all rows. */
  readonly uniques: number;
  /** Rows that have such a unique. */
  readonly rows: number;
}

/**
 * What every column contributes to the SUDA scores of a table: which ones to generalize first. A minimal sample unique counts in full
 * for each of its columns, so that the shares add up to more than 1 where uniques have several columns. It is the `contribution`
 * by attribute of `suda2` in sdcMicro, over 100.
 *
 * @param columns - key variables, at most 16; default all
 * @returns one for each of the columns, in their order
 * @throws InvalidArgumentError UNKNOWN_COLUMN, TOO_MANY_COLUMNS, ROWS_NEEDED
 *
 * @example
 * const [most] = sudaContributions(table, ['age', 'sex', 'zip']).toSorted((a, b) => b.share - a.share);
 */
export function sudaContributions(
  table: Table,
  columns: readonly string[] = table.columns.map(({ name }) => name),
): SudaContribution[] {
  let total = 0;
  const found = columns.map(() => ({ score: 0, uniques: 0, rows: 0, hasRow: new Uint8Array(table.rows) }));
  forEachMinimalUnique(table, columns, (row, set, weight) => {
    total += weight;
    found.forEach((of, c) => {
      if (((set >> c) & 1) === 0) return;
      of.score += weight;
      of.uniques++;
      of.rows += 1 - of.hasRow[row];
      of.hasRow[row] = 1;
    });
  });
  return found.map(({ score, uniques, rows }, c) => ({
    column: columns[c],
    share: total === 0 ? 0 : score / total,
    uniques,
    rows,
  }));
}

/** Visits every minimal sample unique: a row, a set of columns as bits, and what it weighs. */
function forEachMinimalUnique(
  table: Table,
  columns: readonly string[],
  visit: (row: number, set: number, weight: number) => void,
): void {
  if (table.weights !== null) {
    throw new InvalidArgumentError('table', 'a table of rows', 'a counted one', 'ROWS_NEEDED');
  }
  if (columns.length > mostColumns) {
    const received = `${columns.length} columns`;
    throw new InvalidArgumentError('columns', `at most ${mostColumns} columns`, received, 'TOO_MANY_COLUMNS');
  }
  const codes = columns.map((name) => {
    const column = table.column(name);
    if (column === undefined) {
      throw new InvalidArgumentError('columns', 'names of columns', 'a name that no column has', 'UNKNOWN_COLUMN');
    }
    return column.codes;
  });
  const q = codes.length;
  /** [set] rows that a set of columns, or one within it, makes unique. */
  const uniqueIn = new Map<number, Uint8Array>([[0, new Uint8Array(table.rows)]]);
  const sets = Array.from({ length: 2 ** q - 1 }, (_, i) => i + 1).sort((a, b) => sizeOf(a) - sizeOf(b) || a - b);
  for (const set of sets) {
    const members = codes.filter((_, c) => ((set >> c) & 1) === 1);
    const weight = factorial(q - sizeOf(set));
    const before = codes.flatMap((_, c) =>
      ((set >> c) & 1) === 1 ? (uniqueIn.get(set ^ (1 << c)) as Uint8Array) : [],
    );
    const unique = new Uint8Array(table.rows);
    const groups = new Map<string, number>();
    const keys = Array.from({ length: table.rows }, (_, row) => members.map((column) => column[row]).join());
    for (const key of keys) groups.set(key, (groups.get(key) ?? 0) + 1);
    for (let row = 0; row < table.rows; row++) {
      if (groups.get(keys[row]) !== 1) continue;
      unique[row] = 1;
      if (before.every((within) => within[row] === 0)) visit(row, set, weight);
    }
    uniqueIn.set(set, unique);
  }
}

function sizeOf(set: number): number {
  let size = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) size++;
  return size;
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
