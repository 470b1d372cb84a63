/** Persons made ready for an algorithm that makes buckets without two rows of one person. */
import type { PersonsOfBuckets } from '../algorithms/algorithm.js';
import { InvalidArgumentError } from '../base/errors.js';
import type { Steps } from '../base/steps.js';
import { diversityOf } from '../job/diversity-of.js';
import type { Roles } from '../job/roles.js';
import type { PrivacyModel } from '../privacy/model.js';
import { rowsPerEntry, type Table } from '../table/table.js';
import type { Units } from '../table/units.js';
import { pairColumn, personColumn, type LookedColumn, type PairedColumn } from './pair-columns.js';
import type { PersonsToMeasure } from './prepare-persons.js';
import type { ResolvedJob } from './resolved-job.js';
import type { SensitiveCodes } from './sensitive-codes.js';

/** What {@link lookAtBuckets} is given. */
interface Looking {
  readonly table: Table;
  readonly roles: Roles;
  readonly sensitive: readonly SensitiveCodes[];
  readonly models: readonly PrivacyModel[];
  readonly job: ResolvedJob;
  readonly lookedAt: (codes: SensitiveCodes) => LookedColumn;
}

/** Models as they judge rows, the columns that buckets are made by, and the persons. */
interface LookedAt {
  readonly models: readonly PrivacyModel[];
  readonly looked: readonly LookedColumn[];
  readonly isFirsts: false;
  readonly persons: PersonsToMeasure;
  /** @param from - where the first of the columns stands in the frequency set */
  readonly inBuckets: (from: number) => PersonsOfBuckets;
}

/**
 * The columns that buckets without two rows of one person are made by: the values of every sensitive column, and whose rows they are.
 * Models judge such buckets as they judge rows.
 *
 * @throws InvalidArgumentError PERSONS_UNSUPPORTED where rows lack a key
 */
export function* lookAtBuckets(
  { table, roles, sensitive, models, job, lookedAt }: Looking,
  units: Units,
  each: Units | null,
): Steps<LookedAt> {
  if (each !== null) {
    const expected = `"refuse" (rows without a key lie in no bucket of persons, so ${job.algorithm.name} does not take them)`;
    throw new InvalidArgumentError('missingPersons', expected, '"separate"', 'PERSONS_UNSUPPORTED');
  }
  const weights = rowsPerEntry(table);
  const isApart = units.count === table.rows;
  const ofTable = { count: units.count, isApart };
  const paired: PairedColumn[] = [];
  for (const codes of sensitive) {
    paired.push(pairColumn(codes, units, weights));
    yield;
  }
  const columns = roles.sensitive.map(
    (column) =>
      sensitive.find((codes) => codes.column === column) ?? { column, size: column.texts.length, warnings: [] },
  );
  const inBuckets = (from: number): PersonsOfBuckets => ({
    count: units.count,
    column: from + columns.length,
    table: ofTable,
    linked: columns.map(({ column: { name } }, j) => ({
      attribute: name,
      column: from + j,
      fewest: isApart ? 0 : diversityOf(job, name),
      diversity: job.privacy.some((spec) => spec.model === 'l-diversity' && spec.attribute === name)
        ? diversityOf(job, name)
        : null,
      pairs: paired.find(({ counted }) => counted.attribute === name)?.pairs ?? null,
    })),
  });
  return {
    models,
    isFirsts: false,
    looked: [...columns.map(lookedAt), personColumn(units, weights)],
    persons: { units, each: null, table: ofTable, paired },
    inBuckets,
  };
}
