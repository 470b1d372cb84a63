/** Persons of a table in which every row must have the key of one. */
import { InvalidArgumentError } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import type { Steps } from '../../base/steps.js';
import type { Column, Table } from '../../table/table.js';
import { numberUnits, type Units } from '../../table/units.js';

/** The error for rows without the key of a person, which attacks and measures do not count apart. */
export const keysMissing = (argument: string, missing: number): InvalidArgumentError =>
  new InvalidArgumentError(
    argument,
    'the key of a person in every row, also beside "missingPersons": "separate" (write a key that no other row has into each row without one: it counts as a person)',
    amount(missing, 'row without one', 'rows without one'),
    'PERSON_MISSING',
  );

/** The persons of the rows of a table by the columns of their key. Throws InvalidArgumentError PERSON_MISSING. */
export function* keyedUnits(table: Table, keys: readonly Column[], argument: string): Steps<Units> {
  const { missing, of, count } = yield* numberUnits(table, keys);
  if (missing > 0) throw keysMissing(argument, missing);
  return { of, count };
}

/**
 * {@link keyedUnits} by the names of the columns; null where none is named.
 *
 * @throws InvalidArgumentError UNKNOWN_COLUMN, PERSON_MISSING
 */
export function* unitsByNames(table: Table, names: readonly string[] = []): Steps<Units | null> {
  if (names.length === 0) return null;
  const columns = names.map((name) => {
    const column = table.column(name);
    if (column !== undefined) return column;
    throw new InvalidArgumentError('persons', 'names of columns', 'a name that no column has', 'UNKNOWN_COLUMN');
  });
  return yield* keyedUnits(table, columns, 'persons');
}
