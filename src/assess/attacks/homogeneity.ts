import type { Grouping } from '../../audit/grouping.js';
import { groupInSteps } from '../../audit/grouping.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { runToCompletion, type Steps } from '../../base/steps.js';
import type { Job } from '../../job/job.js';
import { resolveOfRows } from '../../pipeline/resolve-job.js';
import { permutationOf } from '../../pipeline/audit-spec.js';
import { foldValues } from '../../table/fold-text.js';
import type { Codes, Table } from '../../table/table.js';
import { dropStarred } from './drop-starred.js';
import { groupByColumns } from './group-by-columns.js';
import { requireColumn } from './permuted-buckets.js';

/** Figures of one sensitive attribute over the classes of a release. */
export interface HomogeneityFigures {
  /** Classes in which all rows have one value. */
  readonly homogeneousClasses: number;
  /** Their rows. */
  readonly homogeneousRows: number;
  /** Largest share of one value in a class: how sure an attacker can be of the value of a member. */
  readonly largestConfidence: number;
  /** Skewness: the largest ratio of a value's share in a class to its share in the release. */
  readonly largestGain: number;
  /** Skewness: the largest distance (half the sum of absolute differences) of a class's shares from those of the release. */
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

/** What the classes of a release tell of the sensitive values of everybody in them. Counts, never a cell. */
export interface HomogeneityReport {
  /** Released rows. */
  readonly rows: number;
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
 * @throws InvalidArgumentError NO_SENSITIVE when it has none, UNKNOWN_COLUMN when it lacks a column that makes its classes
 */
export function attackHomogeneity(given: Table, job: Job): HomogeneityReport {
  return runToCompletion(attackHomogeneityInSteps(given, job));
}

/** {@link attackHomogeneity} that yields between stretches of the work. */
export function* attackHomogeneityInSteps(given: Table, job: Job): Steps<HomogeneityReport> {
  const parsed = resolveOfRows(job, 'the homogeneity attack');
  const release = yield* dropStarred(given, parsed);
  const permutation = permutationOf(parsed);
  const withRole = (role: string): string[] =>
    Object.keys(parsed.attributes).filter((name) => parsed.attributes[name].role === role);
  const sensitive = withRole('sensitive').flatMap((name) => release.column(name) ?? []);
  if (sensitive.length === 0) {
    throw new InvalidArgumentError('release', 'a column with the role "sensitive" in the job', 'none', 'NO_SENSITIVE');
  }
  const names = permutation === undefined ? withRole('quasi-identifier') : [permutation.bucketColumn];
  const of = names.map((name) => requireColumn(release, name, 'release'));
  const classes = yield* groupByColumns(release.rows, of);
  const attributes: HomogeneousAttribute[] = [];
  for (const column of sensitive) {
    const { name, codes } = column;
    const own = { attribute: name, ...(yield* measure({ codes, width: column.texts.length }, classes)) };
    yield;
    const folded = foldValues(column, parsed.attributes[name].set?.delimiter);
    if (folded === null) {
      attributes.push(own);
      continue;
    }
    const merged = Uint32Array.from(codes, (code) => folded.groupOf[code]);
    attributes.push({ ...own, folded: yield* measure({ codes: merged, width: folded.count }, classes) });
  }
  return {
    rows: release.rows,
    classes: classes.count,
    attributes,
  };
}

/** Pairs of a class and a value between two yields. */
const PAIRS_AT_ONCE = 1 << 15;

function* measure(
  column: { readonly codes: Codes; readonly width: number },
  classes: Grouping,
): Steps<HomogeneityFigures> {
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
