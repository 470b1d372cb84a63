import { InvalidArgumentError } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import type { Steps } from '../../base/steps.js';
import type { Table } from '../../table/table.js';
import { numberUnits, type Units } from '../../table/units.js';

/**
 * The persons of the rows of a table by the columns of their key; null where none is named.
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
  const { missing, of, count } = yield* numberUnits(table, columns);
  if (missing === 0) return { of, count };
  const received = amount(missing, 'row without one', 'rows without one');
  throw new InvalidArgumentError('persons', 'the key of a person in every row', received, 'PERSON_MISSING');
}
