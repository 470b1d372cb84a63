/** The job file of docs/job.md as types. `parseJob` checks an unknown value against it. */

import type { HierarchySpec } from '../hierarchy/kinds.js';
import type { PrivacySpec } from '../privacy/list.js';
import type { InputSpec } from '../table/input-spec.js';
import type { roleNames } from './names.js';

export type { HierarchySpec } from '../hierarchy/kinds.js';
export type { HierarchyTree } from '../hierarchy/tree-paths.js';
export type { PrivacySpec } from '../privacy/list.js';
export type { InputLimits, InputSpec } from '../table/input-spec.js';

/**
 * Role of a column: `quasi-identifier`: others may know it, so it is generalized; `identifier`: says who somebody is, never released; `person`: says
 * whose row it is, counted by every model and never released (several columns are one key); `household`: says
 * whose household the row belongs to, never released (several columns are one key); `weight`: the survey weight of a row, the people of the
 * population that it stands for, by which risks are estimated, not released; `pseudonym`: joins files, released as a keyed pseudonym; `sensitive`: must stay secret, released as it is and protected by models; `class`: what a classifier is to learn, released as it is; `insensitive`: released as it is; `drop`: not released.
 */
export type Role = (typeof roleNames)[number];

/** How a job describes one column. A role alone may stand for it. */
export interface AttributeSpec {
  /** For people; says nothing to kohort. */
  readonly description?: string;
  /** Role of the column. Default: the job's `defaultRole`. */
  readonly role?: Role;
  /** Type of the cells. Default: found from them; `2026` and `007` are then numbers, unless the type is `string`. */
  readonly type?: 'integer' | 'number' | 'date' | 'datetime' | 'time' | 'duration' | 'string';
  /** How the values are written, such as `DD.MM.YYYY` or `#.##0,00 €`; docs/job.md, "Formats". */
  readonly format?: string;
  /**
   * Cells that do not fit the declared `type` or `format`: an `error` (default); `missing`, counted by the warning `ODD_AS_MISSING`;
   * or `text`: the column is one of texts, with all cells as they are written.
   */
  readonly odd?: 'missing' | 'text' | 'error';
  /** Cells of this column that count as missing, beside `input.missing`: codes such as `-9`. Stands beside a `type` or a `format`. */
  readonly missing?: readonly string[];
  /**
   * How values are generalized, docs/hierarchies.md. Default: ranges of numbers and days, sets of texts; of algorithms with
   * levels the value or `*`.
   */
  readonly hierarchy?: HierarchySpec;
  /** The lowest level that is released, of algorithms that choose levels. Default 0, the values. */
  readonly minLevel?: number;
  /** The highest level that is released, of algorithms that choose levels. Default: the highest of the hierarchy. */
  readonly maxLevel?: number;
  /**
   * For a sensitive column: texts that differ only in case, accents, blanks, final punctuation or the order of list items are one value, released in
   * its most frequent spelling. Default false.
   */
  readonly fold?: boolean;
  /**
   * The fewest rows of a value that is released, for a sensitive column of texts; rarer values are `other`. Jobs that are made from a
   * table have their k here. Default: every value is released.
   */
  readonly rare?: number;
  /** Group of a column of the role `pseudonym`: in one group equal texts have equal pseudonyms. Default: the name of the column. */
  readonly group?: string;
  /**
   * For the role `weight`: `drop`, the default: weights are not released. `rounded`: every row has the mean weight of its class, to three digits.
   * For the role `insensitive`: `mean` or `median`: every row has that of its class, over k persons or more. Default: cells are released as they are.
   */
  readonly release?: 'drop' | 'rounded' | 'mean' | 'median';
  /** Cells are lists of items with this text between them; `type` is then `string`. For km-anonymity. */
  readonly set?: { readonly delimiter: string };
  /**
   * Columns that a pattern such as `F*` stands for. With this list a column that matches the pattern and is not in it is an error.
   * Default: the columns of the table that match; jobs that kohort writes have the list.
   */
  readonly matches?: readonly string[];
}

/** An algorithm with its options. `kohort algorithms NAME` and docs/algorithms.md list these with their defaults. */
export interface AlgorithmSpec {
  /** Name of the algorithm, such as `mondrian`. */
  readonly name: string;
  readonly [option: string]: unknown;
}

/** How many rows may be suppressed: a number of rows, a share of them from 0 to 1 (rounded down), or any number. */
export type SuppressionSpec = { readonly maxRows: number } | { readonly maxFraction: number } | 'unlimited';

/** How a release is written. */
export interface OutputSpec {
  /** Suppressed rows: removed (default), or kept with `*` in every quasi-identifier. */
  readonly suppressed?: 'drop' | 'star';
  /** Order of the released rows: drawn at random (default), or as they came. */
  readonly order?: 'shuffle' | 'input';
  /**
   * Ranges of quasi-identifiers without a hierarchy: bounds of a fixed grid and no value that is rare (`rounded`), or the smallest and the largest value of the class (`tight`, the papers' bounding boxes).
   */
  readonly ranges?: 'rounded' | 'tight';
  /** Separator of the cells of a release in CSV. Default `,`. */
  readonly delimiter?: string;
  /** A release in CSV starts with a byte order mark, so that Excel reads UTF-8. Default false. */
  readonly bom?: boolean;
  /**
   * A release in CSV has an apostrophe before texts that a spreadsheet would run as a formula. Default: true with a byte order mark,
   * which is for a spreadsheet, else false.
   */
  readonly formulaGuard?: boolean;
}

/** Purpose, recipient and basis of a release, printed on the page of the report that is signed; they change nothing in the release. */
export interface PublicationSpec {
  /** Purpose of the release. */
  readonly purpose?: string;
  /** Recipient of the release. */
  readonly recipient?: string;
  /**
   * `public`, `contract`, or a legal basis in words. The report compares the largest risk with the usual threshold of a release under a
   * contract (1 in 5) for `contract`, otherwise with that of a release to the public (1 in 11).
   */
  readonly basis?: string;
}

/** A counting query of the user's own, by which a release is judged. */
export interface QuerySpec {
  /** Name of the query in results, unique in a job. */
  readonly name: string;
  /** Condition of the rows that are counted, in the language of `input.where`, on columns that are released. */
  readonly where: string;
}

/** A job as users write it. `parseJob` checks it. */
export interface Job {
  /** Address of the schema of jobs, for editors; kohort ignores it. */
  readonly $schema?: string;
  /** For people; says nothing to kohort. */
  readonly description?: string;
  /** How the input is to be read. Default: as is found from its ending and its contents. */
  readonly input?: InputSpec;
  /**
   * By the names of columns, or by patterns: in `F*` the star stands for any characters. A name has precedence over a pattern, and a pattern
   * over one with fewer literal characters. In a name `\*` is a star, `\\` a backslash. A role alone stands for `{ "role": ... }`.
   */
  readonly attributes: Readonly<Record<string, AttributeSpec | Role>>;
  /** Role of columns that `attributes` does not name. Default `drop`. */
  readonly defaultRole?: 'drop' | 'insensitive';
  /** The privacy models that must hold, all of them; at least one. docs/privacy.md. */
  readonly privacy: readonly PrivacySpec[];
  /** Name of the algorithm, or an object with its name and options. docs/algorithms.md. */
  readonly algorithm: string | AlgorithmSpec;
  /**
   * How many rows may be suppressed. Default: none, but for algorithms whose paper suppresses (warning
   * SUPPRESSION_BY_DEFAULT).
   */
  readonly suppression?: SuppressionSpec;
  /** How the release is written. */
  readonly output?: OutputSpec;
  /**
   * `row`: asserts that each row is one person. `household`: counts the households of the role `household` where persons are counted else. Default: rows
   * are counted, and nothing is said of people.
   */
  readonly unit?: 'row' | 'household';
  /**
   * Quasi-identifiers by which rows are in strata, one or several: no class has rows of two strata, and these columns are released as they are.
   * Default: none.
   */
  readonly within?: string | readonly string[];
  /**
   * `refuse`, the default: rows without the key of a person are an error. `separate`: they add nobody to k, and every other model holds
   * without them and with each of them as a person of its own.
   */
  readonly missingPersons?: 'refuse' | 'separate';
  /** Most rows that are taken of each person, at least 1; which ones is drawn by a hash of the row. Default: all. */
  readonly rowsPerPerson?: number;
  /**
   * `measure`, the default: what the classes of a person leave together is counted in the result. `protect`: classes are joined until
   * they leave l values of every sensitive column that is constant within persons, l of the l-diversity of the column, else 2.
   */
  readonly history?: 'measure' | 'protect';
  /** Purpose, recipient and basis of the release, for its report. */
  readonly publication?: PublicationSpec;
  /** Counting queries whose error in the release is measured; docs/metrics.md, "Queries of your own". They change nothing in the release. */
  readonly queries?: readonly QuerySpec[];
}

/** A job as `parseJob` gives it: every attribute is an object. */
export interface CheckedJob extends Job {
  /** By the names of columns or by patterns, each an object. */
  readonly attributes: Readonly<Record<string, AttributeSpec>>;
}

/** The job with an object for every attribute, otherwise unchanged and not checked. */
export function expandAttributes(job: Job): CheckedJob {
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  for (const [name, given] of Object.entries(job.attributes)) {
    attributes[name] = typeof given === 'string' ? { role: given } : given;
  }
  return { ...job, attributes };
}
