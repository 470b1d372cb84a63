import type { Grouping } from '../../audit/grouping.js';
import { groupInSteps } from '../../audit/grouping.js';
import { countHolders, countsOfOne, forPersons, orderByPerson, type PersonRows } from '../../audit/person-counts.js';
import { NONE } from '../../audit/persons.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { runToCompletion, type Steps } from '../../base/steps.js';
import type { Job } from '../../job/job.js';
import { namesOfRole, type Plan, plannedColumn } from '../../job/plan.js';
import { foldValues } from '../../table/fold-text.js';
import type { Codes, Table } from '../../table/table.js';
import { type AttackedJob, attackedJob } from './attacked-job.js';
import { personsOfClasses } from './class-persons.js';
import { dropStarred } from './drop-starred.js';
import { groupByColumns } from './group-by-columns.js';
import { requireColumn } from './permuted-buckets.js';

/** Figures of one sensitive attribute over the classes of a release. */
export interface HomogeneityFigures {
  /** Classes in which all rows have one value; where persons are counted, classes with a value that all persons have in one row or more. */
  readonly homogeneousClasses: number;
  /** Their rows. */
  readonly homogeneousRows: number;
  /** Persons with a row in such a class; present where persons are counted. */
  readonly homogeneousPersons?: number;
  /** Largest share of one value in a class, of its rows or of its persons: how sure an attacker can be of the value of a member. */
  readonly largestConfidence: number;
  /** Skewness: the largest ratio of a value's share in a class to its share in the release. */
  readonly largestGain: number;
  /**
   * Skewness: the largest distance (half the sum of absolute differences) of a class's shares from those of the release. Where persons are
   * counted, each weighs 1, spread evenly over their rows of the class, and of the release.
   */
  readonly largestDistance: number;
}

/** Figures of one sensitive attribute, with and without its spellings. */
export interface HomogeneousAttribute extends HomogeneityFigures {
  /** The sensitive column. */
  readonly attribute: string;
  /**
   * The figures where spellings of one value are one (docs/job.md), and marks such as `NA` and `unknown` too. Absent where the
   * column has no such spellings.
   */
  readonly folded?: HomogeneityFigures;
}

/** Sensitive values that the classes of a release reveal of everybody in them. Counts, never a cell. */
export interface HomogeneityReport {
  /** Released rows. */
  readonly rows: number;
  /** Released persons, where the job names their key: then shares are those of persons. Null: rows are counted. */
  readonly persons: number | null;
  /** Released classes. */
  readonly classes: number;
  /** Every sensitive column. */
  readonly attributes: readonly HomogeneousAttribute[];
}

/**
 * Homogeneity and skewness of the sensitive attributes of a release (Machanavajjhala et al. 2007, section 2; Li et al.
 * 2007, section 3.1): k-anonymity says nothing of either. Classes are rows of equal quasi-identifiers, of a permuted
 * release its buckets; the sensitive attributes are those of the job that the table has.
 *
 * Of a job with a column of the role `person` the persons of classes are counted: a person holds every value of their rows.
 *
 * @param original - the input of the release, in which persons are counted where the release lacks their key
 * @throws InvalidArgumentError NO_SENSITIVE when it has none, UNKNOWN_COLUMN when it lacks a column that makes its classes, and as
 *   `personsOfClasses`
 */
export function attackHomogeneity(given: Table, job: Job, original?: Table): HomogeneityReport {
  return runToCompletion(attackHomogeneityInSteps(given, job, original));
}

/** {@link attackHomogeneity} that yields between stretches of the work. */
export function* attackHomogeneityInSteps(given: Table, job: Job, original?: Table): Steps<HomogeneityReport> {
  const attacked = attackedJob(job, { tables: [given, original] });
  const { plan } = attacked;
  const release = yield* dropStarred(given, plan);
  const sensitive = namesOfRole(plan, 'sensitive').filter((name) => release.column(name) !== undefined);
  if (sensitive.length === 0) {
    throw new InvalidArgumentError('release', 'a column with the role "sensitive" in the job', 'none', 'NO_SENSITIVE');
  }
  const counted =
    plan.unit.name === 'person' ? yield* byPersons(release, attacked, original) : yield* byRows(release, plan);
  const attributes: HomogeneousAttribute[] = [];
  for (const name of sensitive) {
    const column = requireColumn(counted.table, name, 'original');
    const { codes } = column;
    const own = { attribute: name, ...(yield* counted.measure({ codes, width: column.texts.length })) };
    yield;
    const folded = foldValues(column, plannedColumn(plan, name)?.spec.set?.delimiter);
    if (folded === null) {
      attributes.push(own);
      continue;
    }
    const merged = Uint32Array.from(codes, (code) => folded.groupOf[code]);
    attributes.push({ ...own, folded: yield* counted.measure({ codes: merged, width: folded.count }) });
  }
  return { rows: release.rows, persons: counted.persons, classes: counted.classes, attributes };
}

/** Values of a column: a code in [0, width) per row. */
interface Coded {
  readonly codes: Codes;
  readonly width: number;
}

/** Rows, or persons, whose values are counted. */
interface Counted {
  /** The table that has their values. */
  readonly table: Table;
  readonly persons: number | null;
  readonly classes: number;
  readonly measure: (column: Coded) => Steps<HomogeneityFigures>;
}

function* byRows(release: Table, plan: Plan): Steps<Counted> {
  const names = plan.permutes === null ? namesOfRole(plan, 'quasi-identifier') : [plan.permutes.bucketColumn];
  const of = names.map((name) => requireColumn(release, name, 'release'));
  const classes = yield* groupByColumns(release.rows, of);
  return { table: release, persons: null, classes: classes.count, measure: (column) => measureRows(column, classes) };
}

function* byPersons(release: Table, job: AttackedJob, original: Table | undefined): Steps<Counted> {
  const found = yield* personsOfClasses(release, job, original, 'the homogeneity attack');
  const { table, classOf, classes, released: persons } = found;
  const known = { ...found.units, withoutKey: 0, weights: null };
  const rows = yield* orderByPerson(known, classOf, classes);
  const whole = yield* orderByPerson(
    known,
    classOf.map((c) => (c === NONE ? NONE : 0)),
    1,
  );
  return { table, persons, classes, measure: (column) => measurePersons(column, rows, whole) };
}

/** Figures by persons: a class in which all of them hold a value is homogeneous, whatever else they hold. */
function* measurePersons({ codes, width }: Coded, rows: PersonRows, whole: PersonRows): Steps<HomogeneityFigures> {
  const valueOf = (row: number): number => codes[row];
  const { holders, shares } = yield* countHolders(rows, width, valueOf);
  const all = yield* countHolders(whole, width, valueOf);
  const holding = countsOfOne(all.holders, width);
  const shared = countsOfOne(all.shares, width);
  const found = { homogeneousClasses: 0, homogeneousRows: 0, largestConfidence: 0, largestGain: 0, largestDistance: 0 };
  const isKnown = new Uint8Array(rows.classesOf.length);
  for (const [c, size] of rows.sizes.entries()) {
    if (c % CLASSES_AT_ONCE === 0) yield;
    let most = 0;
    let difference = 0;
    let covered = 0;
    for (let at = holders.start[c]; at < holders.start[c + 1]; at++) {
      const value = holders.rank[at];
      const share = holders.count[at] / size;
      most = Math.max(most, holders.count[at]);
      found.largestGain = Math.max(found.largestGain, share / (holding[value] / whole.count));
      difference += Math.abs(shares.count[at] / size - shared[value] / whole.count);
      covered += shared[value] / whole.count;
    }
    found.largestConfidence = Math.max(found.largestConfidence, most / size);
    found.largestDistance = Math.max(found.largestDistance, (difference + Math.max(0, 1 - covered)) / 2);
    if (most < size) continue;
    found.homogeneousClasses++;
    found.homogeneousRows += rows.start[c + 1] - rows.start[c];
    forPersons(rows, c, (from) => (isKnown[rows.personOf[rows.order[from]]] = 1));
  }
  return { ...found, homogeneousPersons: isKnown.reduce((sum, own) => sum + own, 0) };
}

/** Pairs of a class and a value between two yields. */
const PAIRS_AT_ONCE = 1 << 15;

/** Classes between two yields. */
const CLASSES_AT_ONCE = 256;

function* measureRows(column: Coded, classes: Grouping): Steps<HomogeneityFigures> {
  const rows = column.codes.length;
  const pairs = (yield* groupInSteps({ entries: rows, weights: null }, [column], classes)) as Grouping;
  const table = new Float64Array(column.width);
  for (let row = 0; row < rows; row++) table[column.codes[row]]++;
  yield;
  const values = new Uint32Array(classes.count);
  const difference = new Float64Array(classes.count);
  const covered = new Float64Array(classes.count);
  let largestConfidence = 0;
  let largestGain = 0;
  const { parent, code } = pairs.depths[0];
  for (const [pair, size] of pairs.sizes.entries()) {
    if (pair % PAIRS_AT_ONCE === 0) yield;
    const share = size / classes.sizes[parent[pair]];
    const whole = table[code[pair]] / rows;
    values[parent[pair]]++;
    difference[parent[pair]] += Math.abs(share - whole);
    covered[parent[pair]] += whole;
    largestConfidence = Math.max(largestConfidence, share);
    largestGain = Math.max(largestGain, share / whole);
  }
  let homogeneousClasses = 0;
  let homogeneousRows = 0;
  let largestDistance = 0;
  for (let c = 0; c < classes.count; c++) {
    if (values[c] === 1) {
      homogeneousClasses++;
      homogeneousRows += classes.sizes[c];
    }
    largestDistance = Math.max(largestDistance, (difference[c] + Math.max(0, 1 - covered[c])) / 2);
  }
  return {
    homogeneousClasses,
    homogeneousRows,
    largestConfidence,
    largestGain,
    largestDistance,
  };
}
