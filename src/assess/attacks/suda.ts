import { InvalidArgumentError } from '../../base/errors.js';
import { runToCompletion } from '../../base/steps.js';
import type { Table } from '../../table/table.js';
import { unitsByNames } from './keyed-units.js';

const mostColumns = 16;

/** Options of SUDA. */
export interface SudaOptions {
  /**
   * Columns that together are the key of a person: a minimal sample unique is then a set of columns in which no other person has a row with
   * the values of the row. Default: each row is one.
   */
  readonly persons?: readonly string[];
}

/**
 * SUDA scores: for every row, the sum over its minimal sample uniques (sets of columns in which no other row equals it,
 * while in every smaller set one does) of (columns - size of the set)!, so that small sets weigh most. M. J. Elliot,
 * A. M. Manning, R. W. Ford: A computational algorithm for handling the special uniques problem, 2002. Missing values are
 * values of their own.
 *
 * @param columns - key variables, at most 16; default all but the key of persons
 * @returns [rows] scores, 0 for a row without a unique
 * @throws InvalidArgumentError UNKNOWN_COLUMN, TOO_MANY_COLUMNS, ROWS_NEEDED, PERSON_MISSING
 */
export function sudaScores(table: Table, columns?: readonly string[], options: SudaOptions = {}): Float64Array {
  const scores = new Float64Array(table.rows);
  const asked = { columns: columns ?? keyVariables(table, options), ...options };
  forEachMinimalUnique(table, asked, ({ row, weight }) => (scores[row] += weight));
  return scores;
}

const keyVariables = (table: Table, { persons = [] }: SudaOptions): string[] =>
  table.columns.map(({ name }) => name).filter((name) => !persons.includes(name));

/** Contribution of a column to the minimal sample uniques of a table. */
export interface SudaContribution {
  /** Name of the column. */
  readonly column: string;
  /** Share of the sum of all SUDA scores that comes from minimal sample uniques with this column in them, 0 .. 1; 0 where there are none. */
  readonly share: number;
  /** Minimal sample uniques with this column in them, over all rows; equal values of several rows of a person are one. */
  readonly uniques: number;
  /** Rows, or persons, that have such a unique. */
  readonly rows: number;
}

/**
 * Contribution of every column to the SUDA scores of a table: generalize the largest first. A minimal sample unique counts in full for each of its
 * columns, so that the shares add up to more than 1 where uniques have several columns. It is the `contribution` by attribute of `suda2` in sdcMicro,
 * over 100.
 *
 * @param columns - key variables, at most 16; default all but the key of persons
 * @returns one for each of the columns, in their order
 * @throws InvalidArgumentError UNKNOWN_COLUMN, TOO_MANY_COLUMNS, ROWS_NEEDED, PERSON_MISSING
 *
 * @example const [most] = sudaContributions(table, ['age', 'sex', 'zip']).toSorted((a, b) => b.share - a.share);
 */
export function sudaContributions(
  table: Table,
  columns?: readonly string[],
  options: SudaOptions = {},
): SudaContribution[] {
  let total = 0;
  const names = columns ?? keyVariables(table, options);
  const found = names.map(() => ({ score: 0, uniques: 0, rows: 0, isKnown: new Uint8Array(table.rows) }));
  forEachMinimalUnique(table, { columns: names, ...options }, ({ who, set, weight, isFirst }) => {
    if (!isFirst) return;
    total += weight;
    found.forEach((of, c) => {
      if (((set >> c) & 1) === 0) return;
      of.score += weight;
      of.uniques++;
      of.rows += 1 - of.isKnown[who];
      of.isKnown[who] = 1;
    });
  });
  return found.map(({ score, uniques, rows }, c) => ({
    column: names[c],
    share: total === 0 ? 0 : score / total,
    uniques,
    rows,
  }));
}

/** A minimal sample unique of a row: a set of columns as bits, and what it weighs. */
interface MinimalUnique {
  readonly row: number;
  /** The row, or the person of it. */
  readonly who: number;
  readonly set: number;
  readonly weight: number;
  /** False where an earlier row of the person has the same values. */
  readonly isFirst: boolean;
}

/** Visits every minimal sample unique of every row. */
function forEachMinimalUnique(
  table: Table,
  { columns, persons }: SudaOptions & { readonly columns: readonly string[] },
  visit: (found: MinimalUnique) => void,
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
  const units = runToCompletion(unitsByNames(table, persons));
  const whoOf = (row: number): number => units?.of[row] ?? row;
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
    /** The one who has some values, or -1 for several; and their first row. */
    const owners = new Map<string, { who: number; readonly first: number }>();
    const keys = Array.from({ length: table.rows }, (_, row) => members.map((column) => column[row]).join());
    for (const [row, key] of keys.entries()) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, { who: whoOf(row), first: row });
      else if (owner.who !== whoOf(row)) owner.who = -1;
    }
    for (let row = 0; row < table.rows; row++) {
      const { who, first } = owners.get(keys[row])!;
      if (who < 0) continue;
      unique[row] = 1;
      if (before.every((within) => within[row] === 0)) visit({ row, who, set, weight, isFirst: row === first });
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
