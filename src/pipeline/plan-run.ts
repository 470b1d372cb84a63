import { InfeasibleError, InputError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import type { Steps } from '../base/steps.js';
import { kOf } from '../job/k-of.js';
import type { Roles } from '../job/roles.js';
import type { Table, Warning } from '../table/table.js';
import { numberUnits, type Units } from '../table/units.js';
import type { ResolvedJob } from './resolved-job.js';

/** What a run counts, and how many it asks for. */
export interface Plan {
  /** The persons of the rows; null where rows are counted. */
  readonly units: Units | null;
  /** The largest k of the job's k-anonymity, 1 without one: rows, or persons where there are units. */
  readonly k: number;
  readonly warnings: readonly Warning[];
}

/**
 * The plan of a run.
 *
 * @throws InputError PERSON_MISSING where rows lack a part of their person's key; InfeasibleError K_EXCEEDS_PERSONS
 */
export function* planRun(table: Table, job: ResolvedJob, { persons }: Pick<Roles, 'persons'>): Steps<Plan> {
  const k = kOf(job);
  if (persons.length === 0) return { units: null, k, warnings: [] };
  const { missing, alike, ...units } = yield* numberUnits(table, persons);
  if (missing > 0) throw missingPersons(missing, persons);
  if (k > units.count) {
    throw new InfeasibleError(
      'K_EXCEEDS_PERSONS',
      `k is ${k}, but the table has only ${amount(units.count, 'person', 'persons')}`,
    );
  }
  const warnings: Warning[] = [];
  if (alike > 0) {
    warnings.push({
      code: 'PERSONS_ALIKE',
      message: `${amount(alike, 'key')} of persons differ from another key only in case, blanks or punctuation, and count as other persons`,
      attribute: persons[0].name,
    });
  }
  return { units, k, warnings };
}

/** The error of rows that lack a part of their person's key. */
export function missingPersons(rows: number, keys: Roles['persons']): InputError {
  const names = keys.map(({ name }) => JSON.stringify(name)).join(', ');
  return new InputError('PERSON_MISSING', `${amount(rows, 'row')} without the key of a person (${names})`);
}
