/** The values that the steps of a run hand to each other: resolve, prepare, search, assign, measure and release, confirm. */
import type { Outcome, Recoding, StartThread } from '../algorithms/algorithm.js';
import type { Domain } from '../hierarchy/domain.js';
import type { Roles } from '../job/roles.js';
import type { PrivacyResult } from '../privacy/model.js';
import type { Metrics } from '../quality/metrics.js';
import type { RandomSource } from '../random.js';
import type { SeenClasses } from '../release/see-classes.js';
import type { Table } from '../table/table.js';
import type { JoinedPublic } from './join-public.js';
import type { ReleasePlan, RunOptions } from './options.js';
import type { Pace } from './pace.js';
import type { Prepared } from './prepare.js';
import type { ResolvedJob } from './resolve-job.js';

/** A table as a job reads it: types, roles and domains are known. */
export interface RunInput {
  readonly table: Table;
  readonly roles: Roles;
  readonly domains: readonly Domain[];
  readonly joined: JoinedPublic | null;
}

/** What every step of a run sees beside the value of the step before. */
export interface RunContext {
  readonly job: ResolvedJob;
  readonly options: RunOptions;
  readonly pace: Pace;
  readonly random: RandomSource;
  readonly startThread: StartThread | null;
  /** Told when nothing more is asked of the engine, where that is before the end: then its memory may go. */
  readonly onEngineIdle: () => void;
}

/** A recoding that a search found, and its classes as they are released. */
export interface Found {
  readonly table: Table;
  readonly roles: Roles;
  readonly prepared: Prepared;
  readonly recoding: Recoding;
  readonly seen: SeenClasses;
}

/** A release with what was measured of it. */
export interface Made {
  readonly release: Table;
  /** The second table, where an algorithm releases the sensitive columns apart. */
  readonly sensitive: Table | null;
  /** [released rows] the row of the input that each was made from; absent for counted tables. */
  readonly order?: Uint32Array;
  readonly classes: number;
  readonly suppressed: number;
  readonly privacy: readonly PrivacyResult[];
  readonly metrics: Metrics;
  /** How the entries of a counted table became the release. */
  readonly plan?: ReleasePlan;
  /** Seconds of the measuring and of the making of the table. */
  readonly seconds: { readonly measure: number; readonly release: number };
}

/** A release before the audit has seen it. */
export interface Unconfirmed extends Made {
  readonly outcome: Outcome;
  readonly warnings: Outcome['warnings'];
  /** See {@link AnonymizeResult}. */
  readonly tellsNothing?: boolean;
  /** `search`: with its preparation. */
  readonly seconds: Made['seconds'] & { readonly search: number };
}
