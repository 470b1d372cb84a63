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
  const scores = new Float64Array(table.rows);
  /** [set] rows that a set of columns, or one within it, makes unique. */
  const uniqueIn = new Map<number, Uint8Array>([[0, new Uint8Array(table.rows)]]);
  const sets = Array.from({ length: 2 ** q - 1 }, (_, i) => i + 1).sort((a, b) => sizeOf(a) - sizeOf(b) || a - b);
  for (const set of sets) {
    const size = sizeOf(set);
    const members = codes.filter((_, c) => ((set >> c) & 1) === 1);
    const weight = factorial(q - size);
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
      if (before.every((within) => within[row] === 0)) scores[row] += weight;
    }
    uniqueIn.set(set, unique);
  }
  return scores;
}

function sizeOf(set: number): number {
  let size = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) size++;
  return size;
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
