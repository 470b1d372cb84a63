/** Columns that a job releases as the average of each class. */
import { formatPath } from '../base/describe.js';
import { InvalidArgumentError } from '../base/errors.js';
import { averagedColumns, type Plan } from '../job/plan.js';
import type { Table } from '../table/table.js';

/**
 * Checks the averaged columns of a plan on a table.
 *
 * @throws InvalidArgumentError OPTION_UNUSED for a column of no numbers, and where an algorithm releases no classes
 */
export function requireAverages(plan: Plan, table: Table): void {
  for (const [name, average] of averagedColumns(plan)) {
    const path = formatPath(['attributes', name, 'release']);
    const type = table.column(name)?.type ?? 'number';
    if (type !== 'integer' && type !== 'number') {
      const expected = `no ${average} of a column that has no numbers ("type": "number" reads cells as numbers)`;
      throw new InvalidArgumentError(path, expected, `one of the type ${type}`, 'OPTION_UNUSED');
    }
    if (plan.permutes === null && plan.takesLists === null) continue;
    const expected =
      'no averages where values are permuted or lists are released, which leaves no classes to average over';
    throw new InvalidArgumentError(path, expected, `"${average}", by ${plan.algorithm.name}`, 'OPTION_UNUSED');
  }
}
