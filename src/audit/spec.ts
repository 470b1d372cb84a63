/** Input of the audit. Plain data: nothing here comes from the code that made the release. */
import type { ColumnType, Table } from '../table/table.js';
import type { AuditHierarchy } from './hierarchies/list.js';
import type { AuditPrivacy } from './models/list.js';

export type { AuditHierarchy } from './hierarchies/list.js';
export type { AuditPrivacy } from './models/list.js';

export interface AuditQuasiIdentifier {
  /** Name of the column. */
  readonly name: string;
  /** Declared, or inferred from the original; undefined lets the audit take the original's type, or guess from leaves. */
  readonly type?: ColumnType;
  /** Format of the values, where it is not that of their type. Without a type it has no effect. */
  readonly format?: string;
  /** The hierarchy by which labels of the release are read. Default: ranges and sets are read as they are written. */
  readonly hierarchy?: AuditHierarchy;
  /** Values in their order, where the job lists one and the release has levels all the same. */
  readonly listedValues?: readonly string[];
  /** A hierarchy that gives rounded ranges their ends, where none decides what is released. Default: a fixed grid. */
  readonly grid?: AuditHierarchy;
  /**
   * The level at which every released value is said to stand. A value that does not is a problem. Without it, the lowest
   * level that all values fit is taken, if there is one: labels that stand on several levels leave more than one reading.
   */
  readonly level?: number;
  /** The lowest and the highest level that may be released. Default: any. */
  readonly allowedLevels?: { readonly least: number; readonly most: number };
  /**
   * Numbers are released as the mean or the median of their class, printed with two decimals more than the original's most
   * precise value has, at most 14; dates and other values are not replaced. Default: none is.
   */
  readonly replacement?: 'centroid' | 'median';
}

/** People by vector of value numbers, and how often every value of every column of a bucket occurs. */
export interface AuditWays {
  /** [columns][vectors] number of the value that people of the vector have. */
  readonly values: readonly Uint32Array[];
  /** [vectors] people who have the vector. */
  readonly available: Uint32Array;
  /** [columns][values] how often the value occurs in the bucket. */
  readonly wanted: readonly Uint32Array[];
}

/** The key of a person, by which models count persons. */
export interface AuditPersons {
  /** The columns of the original that make it together. */
  readonly columns: readonly string[];
  /** Rows without a key: there may be none, or they are judged apart. */
  readonly missing: 'refuse' | 'separate';
  /** True where no released person may be disclosed by their classes together. */
  readonly protectsHistory?: boolean;
  /** Draw of the rows. Default: all rows of the original were taken. */
  readonly drawn?: AuditDraw;
}

/** Rows of every person that were drawn by a hash of the row. */
export interface AuditDraw {
  /** Most rows of each person. */
  readonly most: number;
  /** The columns beside the key that count for the draw. */
  readonly cells: readonly string[];
  /** Largest share of the drawn rows that may be suppressed, where the job limits a share. */
  readonly maxFraction?: number;
}

/** Pieces of the entries of a counted original: rows of an entry, and the released entry that has them. */
export interface AuditPieces {
  /** [pieces] entry of the original. */
  readonly entry: Uint32Array;
  /** [pieces] rows. */
  readonly count: Uint32Array;
  /** [pieces] released entry; 2^32 - 1 for none. */
  readonly releasedOf: Uint32Array;
}

/** Buckets and groups of a permuted release. */
export interface AuditPermutation {
  /** The column with the bucket of a row; in both tables where there are two. */
  readonly bucketColumn: string;
  /** Columns whose rows were kept together; columns not named stand alone. Null: not known, every column is taken alone. */
  readonly groups: readonly (readonly string[])[] | null;
  /** The second table, with the sensitive columns, where there is one. */
  readonly sensitive?: Table;
  /**
   * Counts the ways to choose people with the values of a bucket, for models on a public table; without it such a model cannot hold. Yields between
   * stretches of the work. Given by the caller: it knows numbers alone, and is tested against a list of all ways on random problems.
   */
  readonly countWays?: (problem: AuditWays) => Generator<void, AuditedWays>;
}

/** Counts of the ways to choose people. */
interface AuditedWays {
  readonly isPossible: boolean;
  /** [vectors] bounds of the probability that a person of the vector is chosen. */
  readonly vectors: readonly { readonly low: number; readonly high: number }[];
}

/** Rules by which a release hides values of few people. */
interface AuditExposure {
  /** Minimum people of the input who have a shown text. */
  readonly k: number;
  /** True where ranges have rounded ends and rare values are coded: labels are read so. */
  readonly isRounded: boolean;
  /** True where a quasi-identifier that shows anything of fewer people is a problem; else it is counted. */
  readonly isRequired: boolean;
}

/** A column of numbers that is released as the average of each class. */
export interface AuditAverage {
  readonly name: string;
  readonly of: 'mean' | 'median';
  /** Fewest persons, or rows, of a class with a value for its average to be shown. */
  readonly least: number;
}

/** A counting query of the job. */
export interface AuditQuery {
  readonly name: string;
  /** Condition of the rows that are counted. */
  readonly where: string;
}

/** Requirements of a release for `audit`. `auditRelease` makes it from a job. */
export interface AuditSpec {
  /** Rare values are counted when this and an original are given. */
  readonly exposure?: AuditExposure;
  /** Columns of keyed pseudonyms, whose texts the original does not have. */
  readonly pseudonyms?: readonly string[];
  /** Present for a permuted release: buckets are then what models and metrics take for classes. */
  readonly permutation?: AuditPermutation;
  /** The columns that others may know: equal texts in all of them make a class. */
  readonly quasiIdentifiers: readonly AuditQuasiIdentifier[];
  /** The column that a classifier is to learn, for the metric `classification`; null without one. */
  readonly classColumn: string | null;
  /** All sensitive columns. Default none. */
  readonly sensitiveColumns?: readonly string[];
  /** Columns whose values are released in their most frequent spelling, and what stands between the items of their cells. */
  readonly folds?: readonly { readonly name: string; readonly delimiter: string | null }[];
  /** Columns whose rare texts are released as `other`, and the fewest rows of others. */
  readonly rares?: readonly { readonly name: string; readonly fewest: number }[];
  /** The sensitive column, where there is exactly one. */
  readonly sensitiveColumn?: string;
  /** Persons of the rows: models then hold for persons, who are counted in the original. Default: every row counts as one. */
  readonly persons?: AuditPersons;
  /**
   * Column of survey weights of the original, by which risks in the population are estimated, and the fewest rows, or persons, that share a released
   * one; null where weights are not released. Default: none.
   */
  readonly weight?: { readonly column: string; readonly least: number | null };
  /** Columns that are released as averages. Default: none. */
  readonly averaged?: readonly AuditAverage[];
  /** Quasi-identifiers by which rows are in strata: every class shows one value of each. Default: none. */
  readonly strata?: readonly string[];
  /** Columns of the original that are the key of a household, whose risk is measured. Default: none. */
  readonly households?: readonly string[];
  /** Queries whose error is measured. Default: none. */
  readonly queries?: readonly AuditQuery[];
  /** True where the algorithm suppresses single cells: a `*` matches nothing that somebody knows, and is in no group of bounded knowledge. Default false: it is a value. */
  readonly starsMatchNothing?: boolean;
  /** The models that must hold. */
  readonly privacy: readonly AuditPrivacy[];
  /** Treatment of suppressed rows: removed, or kept, with `*` in every quasi-identifier and blank in other columns. */
  readonly suppressed: 'drop' | 'star';
  /** Columns that must not be in the release. */
  readonly identifiers: readonly string[];
  /** When given, the release must have exactly these columns, in any order. */
  readonly expectedColumns?: readonly string[];
  /** When given, the release may have these columns, and any other is a problem. Default: `expectedColumns`, else any but identifiers. */
  readonly allowedColumns?: readonly string[];
  /** Cells that count as missing. */
  readonly missing: readonly string[];
  /**
   * Suppressed rows, where the caller knows their number. Without it: with an original, n - released for `drop`; and rows with
   * `*` in every quasi-identifier that are `*` or blank in every other column, if a required model breaks with the class of `*`.
   */
  readonly suppressedRows?: number;
  /** [released rows] the row of the original that each was made from, where the caller knows; for `replacement` and persons. */
  readonly originalRows?: Uint32Array;
  /** Pieces of the entries of a counted original, where the caller knows them; for persons. */
  readonly originalPieces?: AuditPieces;
  /**
   * True when such a release has one level of the hierarchy for all rows of every quasi-identifier, suppressed ones
   * included. Default false.
   */
  readonly levelVector?: boolean;
  /** Most rows that the job lets be suppressed; more are a problem. */
  readonly maxSuppressed?: number;
  /** Orders of sensitive attributes whose hierarchy in the job is of type `order`; for ordered t-closeness. */
  readonly sensitiveOrders?: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Sensitive attributes that the job declares to be texts, though every value may look like a number. */
  readonly sensitiveTexts?: readonly string[];
  /** The public table of models that have one: the quasi-identifiers in their original values. */
  readonly publicTable?: Table;
  /** Sensitive attributes whose cells are lists of items, and the text between the items; for km-anonymity. */
  readonly sets?: readonly { readonly name: string; readonly delimiter: string }[];
  /** Hierarchies with levels of sensitive attributes; for hierarchical t-closeness. */
  readonly sensitiveHierarchies?: readonly { readonly name: string; readonly hierarchy: AuditHierarchy }[];
  /** Steps that each of the two costly checks may take (KL divergence; fit of rows to classes). Default 10^8, about 1 s. */
  readonly budget?: number;
}
