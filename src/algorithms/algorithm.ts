import type { Engine, FrequencySet, PairColumn } from '../engine/engine.js';
import type { Domain } from '../hierarchy/domain.js';
import type { Role, SuppressionSpec } from '../job/job.js';
import { parseWith } from '../base/schema-parts.js';
import type { Pairs } from '../privacy/by-persons.js';
import type { PersonsOfTable } from '../privacy/definition.js';
import type { PrivacyModel } from '../privacy/model.js';
import type { RandomSource } from '../base/random.js';
import type { StartThread } from '../base/team.js';
import type { Warning } from '../table/table.js';
import type { OptionsOf, OptionsSchema } from './options.js';
import type { AnyTask } from './sharing/task.js';

/**
 * A public table P beside the private rows T, which are among its rows (checked as multisets of vectors of
 * quasi-identifiers). Models with `public: 'regions'` judge a class by the P rows in the region that it releases: the first
 * and last leaf of its released values. Regions of one release must not overlap; a run whose do is refused.
 */
export interface PublicProblem {
  /** Rows of P; where persons are counted, of `set`. */
  readonly rows: number;
  /**
   * Distinct vectors of P. First those of `Problem.set`, with the same numbers and counts; then the vectors of rows that are
   * only public, with the counts of P less those of T. Columns: the quasi-identifiers as in `Problem.set` (domains hold
   * P's values too); one a sensitive attribute, of one code more: its last code marks rows that are only public, whose
   * sensitive value nobody knows; then `membership`, and the columns of `pairs`.
   */
  readonly set: FrequencySet;
  /** The column of `set` that has code 0 for private rows and 1 for rows that are only public. */
  readonly membership: number;
  /**
   * Columns that models on P read when persons are counted: pairs of a person of P and the membership of their rows (0 or 1; attribute null), and of
   * a person and the value of an attribute, the last one for rows that are only public. Where rows of the input lack the key of a person, both once
   * more under another name, with each such row as a person of P, and one that marks such rows. Absent when rows are counted.
   */
  readonly pairs?: readonly PublicPairs[];
}

/** A column of pairs of a public problem. */
export interface PublicPairs {
  readonly attribute: string | null;
  /**
   * `members`: memberships of persons; `values`: values of an attribute; `keys`: 0 for rows of the input with the key of a person, 1 for
   * those without, and rows that are only public have no person.
   */
  readonly of: 'members' | 'values' | 'keys';
  /** Its number in the set. */
  readonly column: number;
  readonly pairs: PairColumn;
  /** [size of the column] rows of the set. */
  readonly global: Uint32Array;
}

/** Persons with several rows, for an algorithm that permutes columns within buckets. */
export interface PersonsOfBuckets {
  readonly count: number;
  /** Persons before this number have a key; each other is a row without one. */
  readonly keyed: number;
  /** The column of the frequency set with the person of a row. */
  readonly column: number;
  /** The persons with a key, and all. */
  readonly table: PersonsOfTable;
  readonly tableOfEach: PersonsOfTable;
  /** The sensitive columns that are released. */
  readonly linked: readonly LinkedColumn[];
}

/** A sensitive column whose values the buckets of a vector leave together. */
export interface LinkedColumn {
  readonly attribute: string;
  /** Its number in the frequency set. */
  readonly column: number;
  /** Minimum number of values that all buckets of a vector have in common; 0 if nobody has several rows. */
  readonly fewest: number;
  /** l of its l-diversity; null without one. */
  readonly diversity: number | null;
  /** Its counts over the table, by the persons with a key and by all; null where no model looks at it. */
  readonly pairs: Pairs | null;
  readonly pairsOfEach: Pairs | null;
  /** True where the buckets of no person together may leave fewer values. */
  readonly isWatched: boolean;
}

/** Input of an algorithm: distinct vectors, domains and conditions; never rows. */
export interface Problem {
  /** Rows of the input. */
  readonly rows: number;
  /** Quasi-identifiers, in the job's order: column i of `set` holds the leaf codes of domains[i]. */
  readonly domains: readonly Domain[];
  /** Distinct vectors of the quasi-identifiers, followed by one column for each of `sensitive`. */
  readonly set: FrequencySet;
  /** Sensitive attributes that some model looks at; sensitive[j] is column domains.length + j of `set`. */
  readonly sensitive: readonly {
    readonly attribute: string;
    readonly size: number;
    readonly global: Uint32Array;
    /** True for a column of persons whose last code stands for rows without a key. */
    readonly hasKeyless?: boolean;
    /** Its counts over the rows of the problem, where `global` counts a larger table. */
    readonly own?: Uint32Array;
  }[];
  readonly models: readonly PrivacyModel[];
  /** The public table, when a model has one; else null. */
  readonly public: PublicProblem | null;
  /**
   * The class column: [set.length * size] rows of every vector by label, vector major, and [size] the labels' numbers (null
   * when they are none); null without one.
   */
  readonly labels: {
    readonly size: number;
    readonly histogram: () => Uint32Array;
    readonly numbers: Float64Array | null;
  } | null;
  /** Persons of whom no bucket may have two rows; present for algorithms that permute, in a job that names the key of a person. */
  readonly persons?: PersonsOfBuckets;
  /** Columns that are released, in the table's order, with their roles. */
  readonly released: readonly { readonly name: string; readonly role: Role }[];
  /** Most rows that may be suppressed; `rows` when unlimited, 0 for none. */
  readonly suppressionLimit: number;
  /** Most rows in classes that fail a model, where fewer than may be suppressed; default `suppressionLimit`. */
  readonly failingLimit?: number;
}

/** Controls that watch and end a run. Times in seconds. */
export interface Control {
  readonly signal?: AbortSignal;
  /** Ends an anytime search with its best result so far. */
  readonly finish?: AbortSignal;
  /** Seconds after which an anytime search ends with its best result so far. */
  readonly timeLimit?: number;
  /** `performance.now()` from which the time limit counts, so that preparation counts too. Default: when the search began. */
  readonly startedAt?: number;
  /** Source of the random choices that protect people: cryptographic (default), or seeded in tests. */
  readonly random?: RandomSource;
  readonly onProgress?: (progress: SearchProgress) => void;
  /** Threads to search with, at least 1 (default); algorithms that neither are `parallel` nor have `sharesWork` use one. */
  readonly threads?: number;
  /** Null or absent: this host starts none. */
  readonly startThread?: StartThread | null;
  /** A state from `onCheckpoint`, from which a `resumable` algorithm continues. */
  readonly resume?: Uint8Array;
  /** Receives the state of a `resumable` search every `checkpointSeconds`, and when it ends unproven. */
  readonly onCheckpoint?: (state: Uint8Array) => void | Promise<void>;
  readonly checkpointSeconds?: number;
}

/** Progress of a search; a gap is (cost - lowerBound) / cost. */
export interface SearchProgress {
  readonly phase: string;
  readonly share: number;
  /** The least cost found, and what no solution costs less than, as far as they are known. */
  readonly cost?: number;
  readonly lowerBound?: number;
  readonly gap?: number;
}

/** Results and proofs of a search: `search` in the result. Algorithms add their own counters. */
export interface SearchStatistics {
  readonly optimal: boolean;
  readonly lowerBound: number | null;
  readonly nodes: number;
  readonly checked: number;
  readonly [counter: string]: number | boolean | null | readonly TracePoint[];
}

/** Seconds, nodes, least cost found (null: none), lower bound. */
export type TracePoint = readonly [seconds: number, nodes: number, cost: number | null, lowerBound: number];

/** A finished recoding: a plan over vectors. */
export interface Recoding {
  readonly kind: 'regions' | 'cuts' | 'levels' | 'cut-nodes' | 'groups' | 'permutation';
  /** Number of released classes. */
  readonly classes: number;
  /**
   * Which rows go where: `count` rows of vector `vector` go to class `classId` (the first rows of the vector in row
   * order to the first part). Ascending by vector. A vector absent here, or rows past its parts, are suppressed.
   */
  readonly parts: { readonly vector: Uint32Array; readonly classId: Uint32Array; readonly count: Uint32Array };
  /** [attributes][classes] first and last leaf code of the released value. */
  readonly lower: readonly Uint32Array[];
  readonly upper: readonly Uint32Array[];
  /**
   * True per attribute when released values are nodes of its hierarchy (the smallest node that covers lower .. upper),
   * false when they are ranges of leaves.
   */
  readonly nodes: readonly boolean[];
  /**
   * The level vector of a full-domain recoding: a released value is the node at exactly that level, even where a lower
   * one has the same leaves. Then `nodes` is true throughout, and lower .. upper are the leaves of those nodes.
   */
  readonly levels?: readonly number[];
  /**
   * True when the released boxes are known to share no vector; then the parts say which box a vector lies in. Default
   * false: they may overlap.
   */
  readonly disjoint?: boolean;
  /**
   * True when lower .. upper are the bounding boxes of the classes' own rows: text without an order is then released as the set
   * of the values that the class has, not as all between its first and last one. Default false.
   */
  readonly ownValues?: boolean;
  /** True when a value that covers the whole domain is a suppressed cell: `*`, whatever the hierarchy calls its root. */
  readonly wholeAsStar?: boolean;
  /**
   * Texts that are released instead of the values of the boxes: [attributes][classes], null where the box is released. Such a
   * release says nothing of leaves: metrics of cells are null.
   */
  readonly texts?: readonly (readonly (string | null)[] | null)[];
  /** Present exactly when `kind` is `permutation`. */
  readonly permutation?: Permutation;
}

/**
 * Columns that are permuted within buckets. Classes of the recoding are then the values of one kind of row, before
 * anything is permuted; what people hide in is the bucket.
 */
export interface Permutation {
  readonly buckets: number;
  /** [classes] bucket of every class. */
  readonly bucketOf: Uint32Array;
  /** Every released column once: columns of one group keep their rows together, groups are permuted independently. */
  readonly groups: readonly (readonly string[])[];
  /** Name of the column that holds the bucket of a row. */
  readonly bucketColumn: string;
  /** Columns that leave in a table of their own beside the first, joined to it by the bucket; none: one table. */
  readonly separate: readonly string[];
}

export interface Outcome {
  readonly recoding: Recoding;
  readonly search: SearchStatistics;
  /** The `solution` of the result, without what would hold one entry a class. */
  readonly solution: Readonly<Record<string, unknown>> & { readonly kind: string };
  /** Options as they were used, for `algorithm` of the result: name and options. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Warning[];
  /**
   * True when the job asked for a release whose privacy models need not hold: then the release is handed out with
   * `holds: false` where they do not. Default false: it is refused.
   */
  readonly mayViolate?: boolean;
  /** True when a time limit or `finish` ended the search before its own end. Default false. */
  readonly endedEarly?: boolean;
  /** Threads that searched; default 1. */
  readonly threads?: number;
}

/**
 * Facts about a release that follow because its algorithm would have released something more exact, had the models let it.
 *
 * - `every-row`: no rows of a class could have been released more exactly, on their own or with a released class
 * - `every-class`: no class can be divided into the children of one of its nodes such that all parts satisfy the models
 * - `every-node`: no node can be specialized in all classes that have it
 * - `every-level`: no attribute can be lowered by one level in all classes
 * - `some-node`: of all nodes that could be specialized, at least one cannot: that of the last generalization
 * - `last-level`: the level vector before the last step does not satisfy the models
 */
export type Minimality = 'every-row' | 'every-class' | 'every-node' | 'every-level' | 'some-node' | 'last-level';

/** Rows that a paper lets its algorithm suppress. */
interface DefaultSuppression {
  /** Most rows in classes that fail a model. */
  readonly failing: number;
  /** Most suppressed rows in all: rows of other classes may join them. */
  readonly all: SuppressionSpec;
}

/** Options, checked and with their defaults filled in. */
export type Options = Readonly<Record<string, unknown>>;

/** Columns that an algorithm permutes within buckets. */
export interface Permuting {
  /** Columns that stay together, as far as the options say it: lists of names, all but the sensitive ones, or null (not known). */
  readonly groups: readonly (readonly string[])[] | 'together' | null;
  /** Name of the column of bucket numbers. */
  readonly bucketColumn: string;
  /** States that a search may have visited to count one bucket. Default 2,000. */
  readonly budget?: number;
}

/**
 * An algorithm as `kohort algorithms` lists it and as the front door runs it. One file an algorithm, which declares it with
 * `defineAlgorithm`; functions of it get the options as `checkOptions` gives them.
 */
export interface Algorithm<Own = Options, Schema extends OptionsSchema = OptionsSchema> {
  readonly name: string;
  /** Paper, section. */
  readonly source: string;
  readonly guarantee: string;
  /** Complexity in rows n, distinct vectors m, quasi-identifiers q. */
  readonly complexity: string;
  /** Allowed values, their meanings, and the defaults. */
  readonly options: Schema;
  /** True when a time limit or `finish` ends the search with its best result so far. Default false. */
  readonly anytime?: boolean;
  /**
   * True when every quasi-identifier must have levels. One that has none (no hierarchy, or only an order) is then given
   * two, its values and `*`, with the warning LEVELS_MISSING. Default false.
   */
  readonly needsLevels?: boolean;
  /** True when it searches with the threads of `control`. Default false. */
  readonly parallel?: boolean;
  /** True when a run with these options searches on one thread all the same. Default: never. */
  isAlone?(options: Own): boolean;
  /** True when it shares its work among the threads of `control`, and releases the same with any number of them. Default false. */
  readonly sharesWork?: boolean;
  /** Work of its search that other threads do, by name, each loaded on use. */
  readonly tasks?: Readonly<Record<string, () => Promise<AnyTask>>>;
  /** True when it accepts `resume` and writes checkpoints. Default false. */
  readonly resumable?: boolean;
  /** True when every domain is recoded in one way for all rows: no two classes of a release hold a common vector. Default false. */
  readonly disjointClasses?: boolean;
  /** True when every quasi-identifier is released at one level for all rows. Default false. */
  readonly levelVector?: boolean;
  /**
   * True when models on groups of known values (bounded knowledge) are judged by groups, `alone` when they are so where the job has no other models.
   * Default false: every class has to satisfy them, with the warning JUDGED_BY_CLASSES.
   */
  readonly judgesGroups?: boolean | 'alone';
  /** True when single cells are suppressed, and groups of known values are those of shown ones: `*` matches nothing. Default false: `*` is a value. */
  readonly starsMatchNothing?: boolean;
  /** True when the search takes only levels between those of the job (`Domain.levelRange`). Default false: such a job is refused. */
  readonly boundsLevels?: boolean;
  /**
   * True when strata (`within` of a job) may be searched one by one: the classes of each are boxes of its own rows. Default false: such a job is refused,
   * unless levels can be bounded.
   */
  readonly searchesStrata?: boolean;
  /** True when ordered domains are cut into ranges. Default false. */
  readonly cutsDomains?: boolean;
  /** True when a run with these options cuts no domains, and releases whole nodes of hierarchies, all the same. Default: never. */
  releasesNodes?(options: Own): boolean;
  /**
   * Released values by design: values as they are, however rare (`values`), or in every cell the value or `*` (`value-or-star`). Default: values are
   * generalized.
   */
  readonly releases?: 'values' | 'value-or-star';
  /** True when a run with these options gives all rows of a vector to one class. Default: where `disjointClasses` says so. */
  keepsVectors?(options: Own): boolean;
  /** True when it counts rows alone: a job with a person column is refused. Default false. */
  readonly countsRows?: boolean;
  /** True when it makes buckets (clusters) that have no two rows of one person, where a job names their key. Default false: such a job is refused. */
  readonly bucketsPersons?: boolean;
  /**
   * Present for algorithms that take lists of items of one column, not vectors of quasi-identifiers, and are not run by `run`: lists are taken apart,
   * or their items are generalized.
   */
  readonly takesLists?: 'apart' | 'generalized';
  /** Suppression of a job without `suppression`, where that is not none; then the run warns SUPPRESSION_BY_DEFAULT. `k`: of the job's k-anonymity. */
  suppressionByDefault?(k: number, options: Own): DefaultSuppression;
  /**
   * Why a run needs the rows themselves, or null where distinct vectors with their counts say all that the release needs: equal rows
   * are then released equal. Default: always needed.
   */
  whyRows?(options: Own): string | null;
  /** Present for algorithms whose release has buckets, within which columns are permuted. */
  readonly permutes?: {
    /** True when the sensitive columns leave in a table of their own. */
    readonly twoTables: boolean;
    by(options: Own): Permuting;
  };
  /** Replacement of ranges of numbers, if any. */
  replacementOf?(options: Own): 'centroid' | 'median' | undefined;
  /** Minimality of a finished release, or the reason why none is known. Default: none. */
  minimality?(facts: {
    readonly options: Own;
    readonly rows: number;
    readonly hasClass: boolean;
  }): Minimality | { readonly unknown: string };
  /** Loads what runs. */
  run(): Promise<{ readonly run: RunAlgorithm<Own> }>;
}

/** Searches for a recoding of a problem. */
export type RunAlgorithm<Own = Options> = (
  problem: Problem,
  engine: Engine,
  options: Own,
  control: Control,
) => Promise<Outcome>;

/**
 * Declares an algorithm: the schema of its options is all that says what they are, so that its functions get them with
 * their types, and checks, listings and docs are made of it.
 */
export function defineAlgorithm<const Name extends string, const Schema extends OptionsSchema>(
  algorithm: Algorithm<OptionsOf<Schema>, Schema> & { readonly name: Name },
): ListedAlgorithm<Name, Schema> {
  return algorithm as unknown as ListedAlgorithm<Name, Schema>;
}

/** An algorithm whose name and options its type knows. */
export type ListedAlgorithm<Name extends string, Schema extends OptionsSchema> = Algorithm & {
  readonly name: Name;
  readonly options: Schema;
};

/**
 * Options of a job, checked, with their defaults filled in.
 *
 * @throws InvalidArgumentError for an unknown option (UNKNOWN_OPTION) or a wrong value, at `algorithm.NAME`
 */
export function checkOptions({ options }: Algorithm, given: Options): Options {
  return parseWith(options, given, ['algorithm']);
}
