import type { SearchStatistics } from '../algorithms/algorithm.js';
import type { AuditReport, Exposed, History, OneValued, PlainRisk } from '../audit/report.js';
import type { PrivacyResult } from '../privacy/model.js';
import type { Solution } from './solution.js';
import type { ReleasePlan } from './options.js';
import type { KeptRecoding } from './recoding/recoding.js';
import type { Metrics } from '../quality/metrics.js';
import type { QueryAccuracy } from '../quality/query-accuracy.js';
import type { SkippedRows, Table, Warning } from '../table/table.js';

/** The result of a run: what `--json` prints. Metrics past 2^53 are bigints; see `toJson`. */
export interface RunResult {
  /** Version of kohort that made the release. */
  readonly version: string;
  /** The engine that ran: `wasm`, or its twin in JavaScript. */
  readonly engine: 'wasm' | 'js';
  /** Threads that searched, at least 1. */
  readonly threads: number;
  /** Name of the algorithm, and its options as they were used, defaults filled in. */
  readonly algorithm: { readonly name: string; readonly [option: string]: unknown };
  /** Rows of the input. */
  readonly rows: number;
  /** Rows of the release without suppressed ones. */
  readonly released: number;
  /** Rows that were suppressed: removed, or kept with `*` in every quasi-identifier. */
  readonly suppressed: number;
  /** Persons of the input; null where rows are counted. */
  readonly persons: number | null;
  /** Rows of the input that `rowsPerPerson` left out, which `rows` does not count; absent where the job has none. */
  readonly rowsNotDrawn?: number;
  /** Rows of the input that do not fulfil `input.where`, which `rows` does not count; absent where the job has none. */
  readonly rowsFilteredOut?: number;
  /** Rows of the input that could not be read and were left out (`input.badRows`), which `rows` does not count; absent where there are none. */
  readonly rowsSkipped?: SkippedRows;
  /** Persons with a released row; absent where rows are counted. */
  readonly personsReleased?: number;
  /** Released classes: groups of rows that share what the quasi-identifiers show (of permuting algorithms the buckets). */
  readonly classes: number;
  /** Names of the quasi-identifiers, in the order of the job. */
  readonly quasiIdentifiers: readonly string[];
  /** Every privacy model of the job, in its order: what it required and what the release achieved. */
  readonly privacy: readonly PrivacyResult[];
  /** Metrics of the release, by the names of `listAlgorithms().metrics`; null where a metric is not defined for it. */
  readonly metrics: Metrics;
  /**
   * Errors of the counting queries of the job, in its order; absent where the job has none. Command, report and page print them to a step that
   * leaves the count open by at least k persons; docs/metrics.md, "Queries of your own".
   */
  readonly queries?: readonly QueryAccuracy[];
  /**
   * Distinct texts of every released column, and the rows that have them, which show what fewer than k rows of the
   * input have and the job does not name; docs/labels.md.
   */
  readonly exposure: Readonly<Record<string, Exposed>>;
  /** 1 / rows that share the quasi-identifiers, of the row that stands out most: in the input, and in the release. */
  readonly risk: PlainRisk;
  /** By sensitive column: released classes (buckets) with one value of it alone, and their rows. */
  readonly oneValued: Readonly<Record<string, OneValued>>;
  /**
   * By sensitive column that is constant within persons: persons of whom the released classes with their rows together leave fewer than l
   * values (l of the l-diversity of the column, else 2). Absent where rows are counted.
   */
  readonly history?: readonly History[];
  /** Solution of the search, such as levels or cuts. Distinguished by `kind`. */
  readonly solution: Solution;
  /** Statistics of the search, and whether it proved its optimum. */
  readonly search: SearchStatistics;
  /**
   * Columns of texts without a hierarchy or an order, whose values a search for cuts put in the order of their code points, or in
   * that of its option `valueOrder`: its optimum is that of this order. Absent where there are none.
   */
  readonly assumedOrder?: readonly string[];
  /** Recoding that `applyRecoding` applies to new rows: released values, what each covers, and the classes; docs/apply.md. */
  readonly recoding: KeptRecoding;
  /** Duration of each part, in seconds. */
  readonly seconds: {
    /** Reading and encoding the input. */
    readonly read: number;
    /** The search, with its preparation. */
    readonly search: number;
    /** The metrics. */
    readonly measure: number;
    /** Making and writing the release. */
    readonly write: number;
    /** The audit. */
    readonly audit: number;
    /** Total from the call to the end. */
    readonly total: number;
  };
  /** Warnings; names and counts, never a cell. */
  readonly warnings: readonly Warning[];
}

/** Result of `anonymize`. */
export interface AnonymizeResult {
  /** The released table. */
  readonly release: Table;
  /** Further tables of the release: `sensitive` for an algorithm that releases sensitive columns apart (anatomy). */
  readonly tables: {
    /** The table of the sensitive columns, joined to `release` by the bucket. */
    readonly sensitive?: Table;
  };
  /** Counts, models, metrics and search: what `--json` prints. */
  readonly result: RunResult;
  /** Report of the independent audit, which checked every claim of `result`. */
  readonly audit: AuditReport;
  /** Warnings: `result.warnings`. */
  readonly warnings: readonly Warning[];
  /** True when every row is suppressed or has `*` wherever another value could stand. Absent otherwise. */
  readonly hidesEverything?: boolean;
  /** Outcome of the entries of a counted table. */
  readonly plan?: ReleasePlan;
}
