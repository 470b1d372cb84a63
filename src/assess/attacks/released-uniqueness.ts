/** Rows, or persons, that sets of columns of a finished release single out. */
import { groupInSteps, type Grouping } from '../../audit/grouping.js';
import { NONE } from '../../audit/persons.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { eachInSteps, runToCompletion, type Steps } from '../../base/steps.js';
import type { Job } from '../../job/job.js';
import { isKeyOfUnit, plannedRole } from '../../job/plan.js';
import type { Codes, Table } from '../../table/table.js';
import { holdersOfGroups, renumber, type Units } from '../../table/units.js';
import { type AttackedJob, attackedJob } from './attacked-job.js';
import { personsOfClasses } from './class-persons.js';
import { dropStarred } from './drop-starred.js';
import { groupByColumns } from './group-by-columns.js';
import { requireColumn } from './permuted-buckets.js';
import { estimatePopulationUniques, type PopulationUniques } from '../../privacy/uniques/population-uniques.js';
import { countAlone, subsets, type Uniqueness } from './uniqueness.js';

/** Options of {@link attackUniqueness}. */
export interface UniquenessAttackOptions {
  /** The input of the release, in which persons are counted where the job names their key and the release does not have it. */
  readonly original?: Table;
  /** Released columns of which sets are made. Default: all with more than one value. */
  readonly columns?: readonly string[];
  /** Most columns of a set, from 1. Default 3. */
  readonly size?: number;
  /**
   * People of the population that the file is a random sample of: a whole number from the released rows, or persons; below 1 the share of the population that
   * the file is. Then the people are estimated who are unique in the population, by the quasi-identifiers.
   */
  readonly population?: number;
  /** Most sets that are looked at; smaller sets and earlier columns come first. Default 1,000. */
  readonly limit?: number;
}

/** Whom sets of released columns single out. Counts, never a cell. */
export interface UniquenessReport {
  /** Released rows. */
  readonly rows: number;
  /** Released persons, where the job names their key: then unique persons are counted. Null: rows are counted. */
  readonly persons: number | null;
  /** The sets, those that single out most first. */
  readonly sets: readonly Uniqueness[];
  /** False where `limit` left sets out. */
  readonly complete: boolean;
  /** Estimated unique people of the population; absent without `population`. */
  readonly population?: PopulationUniques;
}

/**
 * Counts the rows of a release whose values in a set of columns no other row has, for every set up to a size: somebody who knows these
 * values of a person finds the row, also by columns that no model protects. Of a job with a column of the role `person` it counts the
 * persons with a row whose values no other person has. Suppressed rows are left out.
 *
 * @param job - the job that the release was made by
 * @throws InvalidArgumentError ALGORITHM_NOT_SUPPORTED for a release in which a row does not stand together, UNKNOWN_COLUMN, OPTION_RANGE,
 *   PERSONS_UNSUPPORTED for `population` where rows of a person lie in several classes, and as `personsOfClasses`
 *
 * @example
 * const [most] = attackUniqueness(release, job, { original: table }).sets;
 */
export function attackUniqueness(given: Table, job: Job, options: UniquenessAttackOptions = {}): UniquenessReport {
  return runToCompletion(attackUniquenessInSteps(given, job, options));
}

/** {@link attackUniqueness} that yields between stretches of the work. */
export function* attackUniquenessInSteps(
  given: Table,
  job: Job,
  { original, columns: names, size = 3, limit = 1000, population }: UniquenessAttackOptions = {},
): Steps<UniquenessReport> {
  const attacked = attackedJob(job, { tables: [given, original] });
  for (const [name, value] of Object.entries({ size, limit })) {
    if (Number.isSafeInteger(value) && value >= 1) continue;
    throw new InvalidArgumentError(name, 'a whole number from 1', 'another value', 'OPTION_RANGE');
  }
  if (population !== undefined && !(population > 0)) {
    const expected = 'a number of people, or a share above 0 and below 1';
    throw new InvalidArgumentError('population', expected, 'another value', 'OPTION_RANGE');
  }
  const { plan } = attacked;
  if (plan.permutes !== null || plan.takesLists !== null) {
    const expected = 'a release in which a row stands together';
    throw new InvalidArgumentError('job', expected, `one of ${plan.algorithm.name}`, 'ALGORITHM_NOT_SUPPORTED');
  }
  const release = yield* dropStarred(given, plan);
  const shown = plan.unit.name === 'person' ? yield* releasedOfPersons(release, attacked, original) : rowsOf(release);
  const asked = (names ?? [...shown.columns.keys()]).map((name) => {
    const column = shown.columns.get(name);
    if (column !== undefined) return { name, ...column };
    throw new InvalidArgumentError('columns', 'names of released columns', 'another name', 'UNKNOWN_COLUMN');
  });
  const columns = names === undefined ? asked.filter(isVaried) : asked;
  const { chosen, complete } = subsets(columns.length, size, limit);
  const all = shown.units?.count ?? shown.rows;
  const sets: Uniqueness[] = [];
  for (const [set, counts] of yield* countSets(shown, columns, chosen)) {
    sets.push({ columns: set.map((c) => columns[c].name), ...counts, share: all === 0 ? 0 : counts.unique / all });
  }
  sets.sort((a, b) => b.unique - a.unique || a.columns.length - b.columns.length);
  const estimated = population === undefined ? {} : { population: yield* estimateUniques(shown, attacked, population) };
  return { rows: release.rows, persons: shown.units?.count ?? null, sets, complete, ...estimated };
}

/** Estimates the unique people of the population from the released classes. */
function* estimateUniques(
  { rows, columns, units }: ShownRows,
  { plan }: AttackedJob,
  population: number,
): Steps<PopulationUniques> {
  const grouped = [...columns].flatMap(([name, { codes, width }]) =>
    plannedRole(plan, name) === 'quasi-identifier' ? [{ codes, width }] : [],
  );
  const { groupOf, sizes, count } = (yield* groupInSteps({ entries: rows, weights: null }, grouped)) as Grouping;
  const people = units === null ? sizes : personsOfGroups(groupOf, count, units);
  yield;
  const sample = units?.count ?? rows;
  return estimatePopulationUniques(people, population < 1 ? Math.round(sample / population) : population);
}

/** [groups] persons of every group. Throws where rows of a person lie in several. */
function personsOfGroups(groupOf: Uint32Array, count: number, units: Units): Uint32Array {
  const { start } = holdersOfGroups(groupOf, count, units);
  if (start[count] > units.count) {
    const expected = 'persons whose rows are all in one class: estimators count each once';
    throw new InvalidArgumentError(
      'population',
      expected,
      'a person with rows in several classes',
      'PERSONS_UNSUPPORTED',
    );
  }
  return start.slice(1).map((end, group) => end - start[group]);
}

/** A released column: a code in [0, width) per row. */
export interface Shown {
  readonly codes: Codes;
  readonly width: number;
}

/** Released rows with what they show, and whose they are. */
interface ShownRows {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Shown>;
  readonly units: Units | null;
}

const isVaried = ({ codes }: Shown): boolean => codes.some((code) => code !== codes[0]);

const rowsOf = ({ rows, columns }: Table): ShownRows => ({
  rows,
  columns: new Map(columns.map(({ name, codes, texts }) => [name, { codes, width: texts.length }])),
  units: null,
});

/**
 * The released rows of a table that says whose they are: labels are those of their class, other cells those of the table. Throws as
 * `personsOfClasses`.
 *
 * @param release - without suppressed rows
 */
export function* releasedOfPersons(release: Table, job: AttackedJob, original: Table | undefined): Steps<ShownRows> {
  const { table, units, classOf } = yield* personsOfClasses(release, job, original, 'the uniqueness attack');
  const { plan } = job;
  const isQuasi = ({ name }: { readonly name: string }): boolean => plannedRole(plan, name) === 'quasi-identifier';
  const { groupOf, count } = yield* groupByColumns(release.rows, release.columns.filter(isQuasi));
  const first = new Uint32Array(count);
  for (let row = release.rows - 1; row >= 0; row--) first[groupOf[row]] = row;
  yield;
  let all = 0;
  const places = new Uint32Array(classOf.length);
  yield* eachInSteps(classOf.length, (row) => {
    if (classOf[row] !== NONE) places[all++] = row;
  });
  const released = places.slice(0, all);
  const pick = function* (codeOf: (row: number) => number): Steps<Uint32Array> {
    const picked = new Uint32Array(all);
    yield* eachInSteps(all, (at) => (picked[at] = codeOf(released[at])));
    return picked;
  };
  const columns = new Map<string, Shown>();
  for (const column of release.columns) {
    yield;
    const { name, codes, texts } = column;
    if (isKeyOfUnit(plan, name)) continue;
    if (isQuasi(column)) {
      columns.set(name, { codes: yield* pick((row) => codes[first[classOf[row]]]), width: texts.length });
    } else {
      const own = requireColumn(table, name, 'original');
      columns.set(name, { codes: yield* pick((row) => own.codes[row]), width: own.texts.length });
    }
  }
  const persons = yield* pick((row) => units.of[row]);
  yield;
  return { rows: all, columns, units: renumber(persons, units.count) };
}

/** Counts what every set singles out: sets that begin with the same columns follow each other, and share their groups. */
function* countSets(
  { rows, units }: ShownRows,
  columns: readonly Shown[],
  chosen: readonly (readonly number[])[],
): Steps<Map<readonly number[], Pick<Uniqueness, 'distinct' | 'unique' | 'rows'>>> {
  const found = new Map<readonly number[], Pick<Uniqueness, 'distinct' | 'unique' | 'rows'>>(
    chosen.map((set) => [set, { distinct: 0, unique: 0 }]),
  );
  const groups: Grouping[] = [];
  let before: readonly number[] = [];
  const inOrder = chosen.toSorted((a, b) => compareSets(a, b));
  for (const set of inOrder) {
    groups.length = set.findIndex((c, at) => c !== before[at]);
    for (const c of set.slice(groups.length)) {
      groups.push((yield* groupInSteps({ entries: rows, weights: null }, [columns[c]], groups.at(-1))) as Grouping);
    }
    before = set;
    const { groupOf, sizes, count } = groups[groups.length - 1];
    yield;
    found.set(set, {
      distinct: count,
      ...(units === null ? { unique: sizes.filter((size) => size === 1).length } : countAlone(groupOf, count, units)),
    });
  }
  return found;
}

/** Sets in the order of their columns, each before those that go on from it. */
function compareSets(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((c, i) => c !== b[i]);
  return at < 0 ? a.length - b.length : (a[at] ?? -1) - (b[at] ?? -1);
}
