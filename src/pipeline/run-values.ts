/** The values that the steps of a run hand to each other: resolve, prepare, search, assign, measure and release, confirm. */
import type { AuditSpec } from '../audit/spec.js';
import type { Outcome, Recoding } from '../algorithms/algorithm.js';
import type { StartThread } from '../base/team.js';
import type { Engine } from '../engine/engine.js';
import type { Roles } from '../job/roles.js';
import type { PersonCounts } from '../privacy/by-persons.js';
import type { PrivacyResult } from '../privacy/model.js';
import type { Metrics, Wanted } from '../quality/metrics.js';
import type { QueryAccuracy } from '../quality/query-accuracy.js';
import type { RandomSource } from '../base/random.js';
import type { Pieces } from '../release/pieces.js';
import type { ClassValues, PermutedKinds, Released } from '../quality/released.js';
import type { ShownClasses } from '../release/shown-classes.js';
import type { Column, Table, Warning } from '../table/table.js';
import type { AuditFacts } from './audit-spec.js';
import type { RunPlan } from './explained-run.js';
import type { ReleasePlan, RunOptions } from './options.js';
import type { RunProgress } from './run-progress.js';
import type { RunningAudit } from './running-audit.js';
import type { Prepared } from './prepare.js';
import type { UnsealedRecoding } from './recoding/recoding.js';
import type { RunCards } from './resolved-job.js';

/** A checked job on a table: all that is known before the search, and the steps from there to a release. */
export interface CheckedRun {
  readonly rows: number;
  /** Persons of the table; null where rows are counted. */
  readonly persons: number | null;
  readonly quasiIdentifiers: readonly string[];
  /** Columns of texts that cuts are made of in an order that nothing gave; absent where there are none. */
  readonly assumedOrder?: readonly string[];
  readonly warnings: readonly Warning[];
  /** Describes the run as plain data. */
  explain(): Omit<RunPlan, 'warnings'>;
  /** Prepares, searches, assigns, measures and makes the released table. */
  execute(engine: Engine, context: RunContext): Promise<Unconfirmed>;
  /** Measures the release as far as wanted, without making the table. */
  preview(engine: Engine, context: RunContext, wanted?: Wanted): Promise<Previewed>;
}

/** Context of every step of a run, beside the value of the step before. */
export interface RunContext extends RunCards {
  /** The requirements of the audit, which derives them from the job. */
  readonly auditSpec: (facts: AuditFacts) => AuditSpec;
  readonly options: RunOptions;
  readonly progress: RunProgress;
  readonly random: RandomSource;
  readonly startThread: StartThread | null;
  /** Threads of a run that leaves their number to the host. */
  readonly spareThreads: () => number;
  /** Called when the engine is no longer needed, so that its memory can be freed early. */
  readonly onEngineIdle: () => void;
}

/** A recoding that a search found, and its classes as they are released. */
export interface Found {
  readonly table: Table;
  readonly roles: Roles;
  readonly prepared: Prepared;
  readonly recoding: Recoding;
  readonly shownClasses: ShownClasses;
}

/** Counts of the released rows that the measures need: by classes or, of a permuted release, by buckets. */
export interface CountedRows {
  /** [classes] */
  readonly sizes: Uint32Array;
  readonly suppressed: number;
  /** [classes * size] released rows by the codes of a prepared column. */
  readonly histogramOf: (column: number) => Uint32Array;
  /** Released rows by the values of any column, only those that occur. */
  readonly valuesOf: (column: Column) => ClassValues;
}

/** Assignment of rows to classes. */
export interface Assigned {
  /** By class as it is released. Of a table of rows every row is one. */
  readonly pieces: Pieces;
  /** [pieces] bucket of a permuted release; null for others. */
  readonly bucketOf: Uint32Array | null;
  readonly counted: CountedRows;
  readonly vectors: Released['vectors'];
  /** Rows of a permuted release, of which `counted` has the buckets; null for others. */
  readonly kinds: PermutedKinds | null;
}

/** Claims of a run about its release. */
export interface Measured {
  readonly suppressed: number;
  /** Persons of the released classes; null where rows are counted. */
  readonly persons?: PersonCounts | null;
  readonly privacy: readonly PrivacyResult[];
  readonly metrics: Metrics;
  /** Errors of the queries of the job, in its order. */
  readonly queries: readonly QueryAccuracy[];
}

/** The tables of a release. */
export interface MadeTables {
  readonly release: Table;
  /** The second table, where an algorithm releases the sensitive columns apart. */
  readonly sensitive: Table | null;
  /** [released rows] the row of the input that each was made from; absent for counted tables. */
  readonly order?: Uint32Array;
  /** [pieces of a counted table] the released entry that each became, 2^32 - 1 for none. */
  readonly releasedOf?: Uint32Array;
  /** See {@link ReleasePlan}; of a counted table whose release keeps the order of the input. */
  readonly entryOf?: Uint32Array;
}

/** Released values of some rows for a quasi-identifier. */
export interface SampledColumn {
  /** Name of the quasi-identifier. */
  readonly attribute: string;
  /** [sample] the released value of every row; null where the row would be suppressed. */
  readonly labels: readonly (string | null)[];
  /** [sample] lost share of the value, 0 .. 1, as the metric `loss` counts it; 1 where the row would be suppressed. */
  readonly losses: readonly number[];
}

/** Returns the released values of rows, by their numbers in the table, counted from 0. */
export type LabelRows = (rows: readonly number[]) => readonly SampledColumn[];

/** A release that is not made. */
export interface Previewed extends Measured {
  readonly classes: number;
  /** [classes] released rows; of a permuted release by bucket. Classes that are suppressed have none. */
  readonly sizes: Uint32Array;
  /** Returns the released values of rows; null where they are not known of single rows. */
  readonly labelRows: LabelRows | null;
  readonly outcome: Unconfirmed['outcome'];
  readonly warnings: readonly Warning[];
  readonly seconds: Pick<Unconfirmed['seconds'], 'search' | 'measure'>;
}

/** A release before the audit has seen it. */
export interface Unconfirmed extends Measured, Omit<MadeTables, 'entryOf' | 'releasedOf'> {
  readonly classes: number;
  /** Recoding that can be applied to new rows. */
  readonly recoding: UnsealedRecoding;
  /** Outcome of the entries of a counted table. */
  readonly plan?: ReleasePlan;
  readonly outcome: Pick<Outcome, 'search' | 'solution' | 'options' | 'threads' | 'mayViolate'>;
  readonly warnings: readonly Warning[];
  /** The audit of the finished table by definition. */
  readonly audit: RunningAudit;
  /** See {@link AnonymizeResult}. */
  readonly hidesEverything?: boolean;
  /** Seconds of the search with its preparation, of the measuring, and of the making of the table. */
  readonly seconds: { readonly search: number; readonly measure: number; readonly release: number };
}
