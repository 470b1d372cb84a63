/** What the audit says. Plain data. */
import type { Warning } from '../table/table.js';
import type { AuditedMetrics } from './metrics/list.js';

/** Distinct texts of a released column that show what too few people bear, and the released rows that have them. */
export interface Exposed {
  readonly texts: number;
  readonly rows: number;
}

/** 1 / rows that share the quasi-identifiers, of the person who stands out most. */
export interface PlainRisk {
  /** In the original; null where there is none. */
  readonly before: number | null;
  /** In the release; 0 when nothing was released, null of dissociated records. */
  readonly after: number | null;
}

/** Released classes (buckets) in which a sensitive column has one value alone, and their rows. */
export interface OneValued {
  readonly classes: number;
  readonly rows: number;
}

/** What became of a released column. */
export interface ChangedColumn {
  /** Distinct texts of the original, the missing value among them; null without an original. */
  readonly valuesBefore: number | null;
  readonly valuesAfter: number;
  /** Of a quasi-identifier: rows of the release in which it is `*` or a mask that hides every character (`*****`), suppressed rows that are kept among them. */
  readonly starRows: number;
  /** Of a quasi-identifier: its part of the metric `loss`, 0 .. 1; null of others, and where a label could not be read. */
  readonly loss: number | null;
}

/** One privacy model: what was asked for, what the release has. */
export interface AuditedModel {
  readonly model: string;
  readonly variant?: string;
  readonly distance?: string;
  readonly attribute?: string;
  readonly required: Readonly<Record<string, number>>;
  /**
   * The largest k, l, e; the smallest t, alpha, beta, delta, risk that would still hold, the bound that c must exceed.
   * Infinity where none would. Zeros when nothing was released.
   */
  readonly achieved: Readonly<Record<string, number>>;
  readonly holds: boolean;
}

export interface AuditReport {
  /** n: rows of the original, or without it of the release and what is known to be suppressed. */
  readonly rows: number;
  readonly released: number;
  readonly suppressed: number;
  /** Released classes; suppressed rows are in none. */
  readonly classes: number;
  /** Sizes of the released classes, ascending, and how many classes have each. */
  readonly classSizes: readonly (readonly [size: number, classes: number])[];
  readonly privacy: readonly AuditedModel[];
  readonly metrics: AuditedMetrics;
  /** By released column; null without an original. */
  readonly exposure: Readonly<Record<string, Exposed>> | null;
  readonly risk: PlainRisk;
  /** By released sensitive column. */
  readonly oneValued: Readonly<Record<string, OneValued>>;
  /** By released sensitive column: the largest share of one text in a class (bucket). */
  readonly largestShares: Readonly<Record<string, number>>;
  /** Sizes of the sets of rows of the original with equal quasi-identifiers, as `classSizes`; null without an original. */
  readonly originalSizes: readonly (readonly [size: number, sets: number])[] | null;
  /** By released column. Empty for dissociated records. */
  readonly columns: Readonly<Record<string, ChangedColumn>>;
  /** Every required model holds and there is no problem. */
  readonly holds: boolean;
  /** What is wrong with the release. Names and counts, never a cell. */
  readonly problems: readonly string[];
  readonly warnings: readonly Warning[];
}
