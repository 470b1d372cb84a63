/** The persons of released classes, counted in the release or in its original. */
import { NONE } from '../../audit/persons.js';
import { settleClasses } from '../../audit/located-rows.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { Steps } from '../../base/steps.js';
import {
  type ColumnsPlan,
  foldedColumns,
  namesOfRole,
  planColumns,
  plannedKinds,
  rareColumns,
} from '../../job/plan.js';
import { drawPersons, filterRows } from '../../pipeline/take-rows.js';
import { withDeclaredTypes } from '../../table/declared-types.js';
import { mergeRareOf } from '../../table/merge-rare.js';
import { mergeSpellingsOf } from '../../table/merge-spellings.js';
import type { Table } from '../../table/table.js';
import { holdersOfGroups, type Units } from '../../table/units.js';
import type { AttackedJob } from './attacked-job.js';
import { groupByColumns } from './group-by-columns.js';
import { keyedUnits } from './keyed-units.js';
import { requireColumn, viewBucketsInSteps } from './permuted-buckets.js';

/** Distinct rows between two yields. */
const VECTORS_AT_ONCE = 4;

/** Persons of released classes. */
export interface ClassPersons {
  /**
   * The table in which persons were counted: the release where it has their key, else the rows of the original that the run took, with
   * spellings and rare values joined as the job asks.
   */
  readonly table: Table;
  readonly units: Units;
  readonly classes: number;
  /** [rows of the table] class, or `NONE` for rows that are in no class. */
  readonly classOf: Uint32Array;
  /** [classes] persons with a row in the class. */
  readonly sizes: Uint32Array;
  /** [classes + 1] class c has the persons members[start[c]] .. members[start[c + 1] - 1], ascending. */
  readonly start: Uint32Array;
  readonly members: Uint32Array;
  /** Persons with a released row. */
  readonly released: number;
}

/** The columns of a table that are the key of a person; null where the table lacks one of them. */
export function keyColumns(plan: ColumnsPlan, table: Table) {
  const names = plan.unit.name === 'person' ? plan.unit.columns : [];
  const columns = names.flatMap((name) => table.column(name) ?? []);
  return columns.length < names.length || names.length === 0 ? null : columns;
}

/** The persons of a table that has the columns of their key. Throws InvalidArgumentError PERSON_MISSING for rows without a key. */
export function* unitsOfTable(table: Table, plan: ColumnsPlan, name: string): Steps<Units | null> {
  const keys = keyColumns(plan, table);
  if (keys === null) return null;
  if (table.weights !== null) {
    throw new InvalidArgumentError(name, 'a table of rows', 'a counted one', 'ROWS_NEEDED');
  }
  return yield* keyedUnits(table, keys, name);
}

/**
 * The rows of an original that a run takes, as it releases their sensitive values, with their persons.
 *
 * @throws InvalidArgumentError UNKNOWN_COLUMN for an original without the key, PERSON_MISSING
 */
export function* readOriginal(
  given: Table,
  job: AttackedJob,
): Steps<{ readonly original: Table; readonly units: Units }> {
  const plan = planColumns(job, given.columns);
  const { table: filtered } = yield* filterRows(given, plan);
  const typed = withDeclaredTypes(filtered, plannedKinds(plan));
  if ((yield* unitsOfTable(typed, plan, 'original')) === null) {
    throw new InvalidArgumentError('original', 'the columns with the role "person"', 'none', 'UNKNOWN_COLUMN');
  }
  const { table } = yield* drawPersons(typed, plan);
  const units = (yield* unitsOfTable(table, plan, 'original')) as Units;
  const original = mergeRareOf(mergeSpellingsOf(table, foldedColumns(plan)), rareColumns(plan), units);
  return { original, units };
}

/**
 * Finds the persons of every released class: rows of equal quasi-identifiers, numbered by their first row. The release has the key
 * of persons, or the original shows by numbers of rows which of its rows every class has.
 *
 * @param release - without suppressed rows
 * @param attack - its name, for messages
 * @throws InvalidArgumentError ORIGINAL_NEEDED without the key and the original, PERSONS_NOT_RECOUNTED where classes do not show which rows they
 *   have, PERSONS_UNSUPPORTED for a permuted release, PERSON_MISSING
 */
export function* personsOfClasses(
  release: Table,
  job: AttackedJob,
  given: Table | undefined,
  attack: string,
): Steps<ClassPersons> {
  const { plan } = job;
  if (plan.permutes !== null) {
    const expected = `a release in classes (${attack} by persons; attack history counts what the buckets of a person leave together)`;
    throw new InvalidArgumentError('job', expected, `one of ${plan.algorithm.name}`, 'PERSONS_UNSUPPORTED');
  }
  const own = yield* unitsOfTable(release, plan, 'release');
  if (own !== null) {
    const names = namesOfRole(plan, 'quasi-identifier');
    const columns = names.map((name) => requireColumn(release, name, 'release'));
    const { groupOf, count } = yield* groupByColumns(release.rows, columns);
    return countMembers(release, own, groupOf, count);
  }
  if (given === undefined) {
    const expected = `the original of the release with the key of persons (they are counted by ${attack})`;
    throw new InvalidArgumentError('original', expected, 'none', 'ORIGINAL_NEEDED');
  }
  const { original, units } = yield* readOriginal(given, job);
  const view = yield* viewBucketsInSteps(release, original, job, undefined, original);
  const over: number[][] = [];
  for (let vector = 0; vector < view.people.count; vector++) {
    if (vector % VECTORS_AT_ONCE === 0) yield;
    over.push(view.matches(vector).map(({ bucket }) => bucket));
  }
  const classOf = yield* settleClasses(over, view.people.sizes, view.rows);
  if (classOf === null) {
    const expected = `classes that show which rows of the original they have, so that ${attack} can count their persons`;
    const received = 'classes that overlap, of which rows were suppressed, or of another original';
    throw new InvalidArgumentError('release', expected, received, 'PERSONS_NOT_RECOUNTED');
  }
  const ofRows = view.people.vectorOf.map((vector) => classOf[vector]);
  return countMembers(original, units, ofRows, view.buckets);
}

function countMembers(table: Table, units: Units, classOf: Uint32Array, classes: number): ClassPersons {
  const groups = classOf.map((group) => (group === NONE ? classes : group));
  const { start, units: members } = holdersOfGroups(groups, classes + 1, units);
  const sizes = Uint32Array.from({ length: classes }, (_, c) => start[c + 1] - start[c]);
  const isReleased = new Uint8Array(units.count);
  for (let at = 0; at < start[classes]; at++) isReleased[members[at]] = 1;
  const released = isReleased.reduce((sum, own) => sum + own, 0);
  return { table, units, classes, classOf, sizes, start: start.subarray(0, classes + 1), members, released };
}
