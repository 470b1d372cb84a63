import type { SearchStatistics } from '../algorithms/algorithm.js';
import type { AuditReport, Exposed, OneValued, PlainRisk } from '../audit/report.js';
import type { PrivacyResult } from '../privacy/model.js';
import type { Solution } from './solution.js';
import type { ReleasePlan } from './options.js';
import type { KeptRecoding } from './recoding/recoding.js';
import type { Metrics } from '../quality/metrics.js';
import type { Table, Warning } from '../table/table.js';

/** The result of a run: what `--json` prints. Metrics past 2^53 are bigints; see `toJson`. */
export interface RunResult {
  readonly version: string;
  readonly engine: 'wasm' | 'js';
  readonly threads: number;
  readonly algorithm: { readonly name: string; readonly [option: string]: unknown };
  /** Rows of the input, rows released, rows suppressed, classes released. */
  readonly rows: number;
  readonly released: number;
  readonly suppressed: number;
  readonly classes: number;
  readonly quasiIdentifiers: readonly string[];
  readonly privacy: readonly PrivacyResult[];
  readonly metrics: Metrics;
  /**
   * For every released column the distinct texts, and the rows that have them, which show what fewer than k people of the
   * input bear and the job does not name; docs/labels.md.
   */
  readonly exposure: Readonly<Record<string, Exposed>>;
  /** 1 / rows that share the quasi-identifiers, of the person who stands out most: in the input, and in the release. */
  readonly risk: PlainRisk;
  /** By sensitive column: released classes (buckets) with one value of it alone, and their rows. */
  readonly oneValued: Readonly<Record<string, OneValued>>;
  /** Told apart by `kind`. */
  readonly solution: Solution;
  readonly search: SearchStatistics;
  /** What `applyRecoding` applies to new rows: released values, what each covers, and the classes; docs/apply.md. */
  readonly recoding: KeptRecoding;
  /** Seconds: reading and encoding, search with its preparation, measuring, making and writing the release, audit, all. */
  readonly seconds: {
    readonly read: number;
    readonly search: number;
    readonly measure: number;
    readonly write: number;
    readonly audit: number;
    readonly total: number;
  };
  /** What was noticed; names and counts, never a cell. */
  readonly warnings: readonly Warning[];
}

/** What `anonymize` gives. */
export interface AnonymizeResult {
  /** The released table. */
  readonly release: Table;
  /** Further tables of the release: `sensitive` for an algorithm that releases sensitive columns apart (anatomy). */
  readonly tables: { readonly sensitive?: Table };
  readonly result: RunResult;
  /** What the independent audit found; every claim of `result` was held against it. */
  readonly audit: AuditReport;
  readonly warnings: readonly Warning[];
  /** True when every row is suppressed or has `*` wherever another value could stand. Absent otherwise. */
  readonly tellsNothing?: boolean;
  /** For a counted table: what became of its entries. */
  readonly plan?: ReleasePlan;
}
