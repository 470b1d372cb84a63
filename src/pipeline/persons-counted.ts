import { InvalidArgumentError } from '../base/errors.js';
import type { Table } from '../table/table.js';
import { hasPersons, refusePersons } from '../job/persons.js';
import type { ResolvedJob } from './resolved-job.js';

/**
 * Throws InvalidArgumentError PERSONS_UNSUPPORTED for an algorithm or a model that counts rows, in a job with a person column, and
 * ROLE_CONFLICT for such a job that says that each row is a person.
 */
export function requirePersonsCounted(job: ResolvedJob, table: Table): void {
  if (!hasPersons(job)) return requireNoPersonKeys(job);
  if (table.weights !== null) refusePersons(job, 'runs in two passes and tables of counted rows', 'table');
  if (job.unit === 'row') {
    throw new InvalidArgumentError(
      'unit',
      'no "unit" beside a column with the role "person"',
      '"row"',
      'ROLE_CONFLICT',
    );
  }
  const { algorithm, privacy, models } = job;
  const counted = models.filter(({ byPersons, parameters }) => byPersons !== undefined || isOfSizes(parameters));
  if (algorithm.countsRows === true || algorithm.permutes !== undefined || algorithm.takesLists === true) {
    throw unsupported('algorithm', 'an algorithm that counts persons, such as "mondrian"', algorithm.name);
  }
  privacy.forEach(({ model }, i) => {
    if (counted.some(({ name }) => name === model)) return;
    throw unsupported(`privacy[${i}].model`, `one of ${counted.map(({ name }) => name).join(', ')}`, model);
  });
}

/** Throws InvalidArgumentError OPTION_UNUSED for what a job without a person column says of persons. */
function requireNoPersonKeys({ rowsPerPerson }: ResolvedJob): void {
  if (rowsPerPerson === undefined) return;
  const expected = 'only beside a column with the role "person"';
  throw new InvalidArgumentError('rowsPerPerson', expected, String(rowsPerPerson), 'OPTION_UNUSED');
}

/** True for the parameters of a model that looks at class sizes alone. */
const isOfSizes = (parameters: object): boolean => !('attribute' in parameters) && !('public' in parameters);

const unsupported = (path: string, expected: string, received: string): InvalidArgumentError =>
  new InvalidArgumentError(
    path,
    `${expected}, in a job with a column of the role "person"`,
    JSON.stringify(received),
    'PERSONS_UNSUPPORTED',
  );
