import { InvalidArgumentError } from '../base/errors.js';
import type { Algorithm } from '../algorithms/algorithm.js';
import type { Table } from '../table/table.js';
import type { Plan } from '../job/plan.js';
import type { ResolvedJob } from './resolved-job.js';
import { requireWholeEntries } from './two-passes.js';
import { privacyModels } from '../privacy/list.js';

/**
 * Throws InvalidArgumentError PERSONS_UNSUPPORTED for an algorithm or a model that counts rows, in a job with a person column, and
 * ROLE_CONFLICT for such a job that says that each row is a person.
 */
export function requirePersonsCounted(job: ResolvedJob, plan: Plan, table: Table): void {
  if (table.weights !== null && plan.order === 'input') requireWholeEntries(plan, 'output.order');
  if (plan.unit.name === 'row') return requireNoPersonKeys(job);
  if (job.unit === 'row') {
    throw new InvalidArgumentError(
      'unit',
      'no "unit" beside a column with the role "person"',
      '"row"',
      'ROLE_CONFLICT',
    );
  }
  requireJoinable(plan);
  requireKeys(plan);
  requireLeftOut(plan);
  const { algorithm, privacy } = job;
  const counted = privacyModels.filter(modelCountsPersons);
  if (!algorithmCountsPersons(algorithm)) {
    const other = privacy.some((spec) => 'public' in spec) ? 'spalm' : 'mondrian';
    throw unsupported('algorithm', `an algorithm that counts persons, such as "${other}"`, algorithm.name);
  }
  privacy.forEach(({ model }, i) => {
    if (counted.some(({ name }) => name === model)) return;
    throw unsupported(`privacy[${i}].model`, `one of ${counted.map(({ name }) => name).join(', ')}`, model);
  });
}

/** Throws InvalidArgumentError OPTION_UNUSED for what a job without a person column says of persons. */
function requireNoPersonKeys(job: ResolvedJob): void {
  for (const key of ['rowsPerPerson', 'history', 'missingPersons'] as const) {
    if (job[key] === undefined) continue;
    const expected = 'only beside a column with the role "person"';
    throw new InvalidArgumentError(key, expected, JSON.stringify(job[key]), 'OPTION_UNUSED');
  }
}

/** Throws InvalidArgumentError PERSONS_UNSUPPORTED where rows without a key cannot be counted by two readings. */
function requireKeys({ missingPersons, permutes, bucketsPersons, takesLists }: Plan): void {
  const isBySome = (permutes !== null && !bucketsPersons) || takesLists !== null;
  if (missingPersons !== 'separate' || !isBySome) return;
  const expected = '"refuse" (rows without a key are counted apart in classes, and in buckets of persons)';
  throw new InvalidArgumentError('missingPersons', expected, '"separate"', 'PERSONS_UNSUPPORTED');
}

/** True where no row may be suppressed, however many there are. */
const allowsNone = (limit: Plan['suppression']): boolean =>
  limit === 'none' || (limit !== 'unlimited' && ('maxRows' in limit ? limit.maxRows === 0 : limit.maxFraction === 0));

/** Throws InvalidArgumentError PERSONS_UNSUPPORTED where rows that buckets of persons cannot take would stay as `*`. */
function requireLeftOut({ suppressed, suppression, permutes }: Plan): void {
  if (suppressed !== 'star' || permutes === null || allowsNone(suppression)) return;
  const expected = '"drop" (rows that no bucket of persons can take are left out)';
  throw new InvalidArgumentError('output.suppressed', expected, '"star"', 'PERSONS_UNSUPPORTED');
}

/** Throws InvalidArgumentError PERSONS_UNSUPPORTED where classes cannot be joined to protect histories. */
function requireJoinable({ history, permutes, bucketsPersons, takesLists, replacement }: Plan): void {
  const isApart = (permutes !== null && !bucketsPersons) || takesLists !== null || replacement !== null;
  if (history !== 'protect' || !isApart) return;
  const expected = '"measure" (classes can be joined where ranges or nodes are released)';
  throw new InvalidArgumentError('history', expected, '"protect"', 'PERSONS_UNSUPPORTED');
}

/** True for an algorithm that counts persons where a job names their key. */
export const algorithmCountsPersons = ({
  countsRows,
  permutes,
  bucketsPersons,
  takesLists,
}: Pick<Algorithm, 'countsRows' | 'permutes' | 'bucketsPersons' | 'takesLists'>): boolean =>
  countsRows !== true && ((permutes === undefined && takesLists !== 'apart') || bucketsPersons === true);

/** True for a model that counts persons where a job names their key. */
export const modelCountsPersons = ({
  byPersons,
  parameters,
}: {
  readonly byPersons?: unknown;
  readonly parameters: object;
}): boolean => byPersons !== undefined || !('attribute' in parameters);

const unsupported = (path: string, expected: string, received: string): InvalidArgumentError =>
  new InvalidArgumentError(
    path,
    `${expected}, in a job with a column of the role "person"`,
    JSON.stringify(received),
    'PERSONS_UNSUPPORTED',
  );
