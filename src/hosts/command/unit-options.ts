/** Options that say what a row is: `--person` and `--rows-are-people`. */
import { InvalidArgumentError } from '../../base/errors.js';
import { listArgument } from './arguments.js';
import { parsed } from './declare.js';
import { formatPath } from '../../base/describe.js';
import type { CheckedJob } from '../../index.js';
import { keyOfName, specOf } from '../../job/patterns.js';

/** `--person`: a column of the key of a person; may stand several times. */
export const person = parsed(
  '<column>',
  'column with the key of a person, so that persons are counted; several times for a key of several columns',
  listArgument,
);

/** Options on the command line for what a row is. */
interface UnitOptions {
  readonly person?: readonly string[];
  /** Each row is one person. */
  readonly rowsArePeople?: boolean;
}

/** Roles that a column of the key may have in a job beside `--person`: others are released. */
const WITHHELD = new Set<string | undefined>([undefined, 'identifier', 'drop', 'person']);

/**
 * The job with what the command line says of a row.
 *
 * @throws InvalidArgumentError ROLE_CONFLICT beside `--rows-are-people`, and for a column that the job releases
 */
export function withUnit(job: CheckedJob, { person: names = [], rowsArePeople = false }: UnitOptions): CheckedJob {
  if (rowsArePeople && names.length > 0) {
    throw new InvalidArgumentError('--rows-are-people', 'no --person beside it', 'both', 'ROLE_CONFLICT');
  }
  if (rowsArePeople) return { ...job, unit: 'row' };
  const { attributes } = job;
  const keys = names.map((name): [string, CheckedJob['attributes'][string]] => {
    const own = specOf(job, name) ?? {};
    if (!WITHHELD.has(own.role)) {
      const expected = `a column that the job does not release (${formatPath(['attributes', name])})`;
      throw new InvalidArgumentError('--person', expected, `the role "${own.role}"`, 'ROLE_CONFLICT');
    }
    return [keyOfName(name), { ...own, role: 'person' }];
  });
  return keys.length === 0 ? job : { ...job, attributes: { ...attributes, ...Object.fromEntries(keys) } };
}
