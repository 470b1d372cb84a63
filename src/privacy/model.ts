import type { ClassCondition } from '../engine/engine.js';
import type { PrivacySpec } from '../job/job.js';

/** What a model may need to know of a sensitive attribute beside its counts. */
export interface SensitiveScale {
  /** [size] number of every code (days for dates, NaN for the missing value), or null when the values are texts. */
  readonly numbers: Float64Array | null;
  /** The attribute's hierarchy over the codes; null when the job gives none with levels. */
  readonly hierarchy: {
    /** Levels above the leaves. */
    readonly height: number;
    /** [height * size] node of every code on level 0 (the leaves), 1, ..., height - 1; entries are below `nodes`. */
    readonly nodeOf: Uint32Array;
    readonly nodes: number;
  } | null;
  /** [size] items of every code as ascending numbers, for an attribute whose cells are lists; else null. */
  readonly items: readonly (readonly number[])[] | null;
}

/** What a table condition looks at. */
export interface TableFacts {
  /** Released classes and rows. */
  readonly classes: number;
  readonly released: number;
  readonly suppressed: number;
  /** Rows of the public table in no released class; 0 when absent. */
  readonly outside?: number;
}

/** The public table against the released classes. */
export interface PublicCounts {
  /** [classes] public rows (the private ones among them) in the region of every class. */
  readonly population: ArrayLike<number>;
  /** Public rows in the region of no released class, and private rows that were suppressed. */
  readonly outside: number;
  readonly suppressed: number;
  /** Of a permuted release, the smallest and the largest probability of a public row instead; empty: nothing is released. */
  readonly presence?: readonly number[];
}

/** A condition on the release as a whole. */
export interface TableCondition {
  /** No classes: true. */
  holds(facts: TableFacts): boolean;
  /** True when `holds` is the whole model, and `PrivacyModel.condition` only a sufficient condition on every class. */
  readonly repeals: boolean;
}

/** What a privacy model looks at, and what it says of a finished release. One file a model in this folder. */
export interface PrivacyModel {
  /** Name in the job, such as `l-diversity`. */
  readonly name: PrivacySpec['model'];
  readonly spec: PrivacySpec;
  /** Paper and definition. */
  readonly source: string;
  /** True when merging satisfying classes always satisfies: searches prune by it. */
  readonly monotone: boolean;
  /** The sensitive attribute it looks at, or null when class sizes suffice. */
  readonly attribute: string | null;
  /**
   * `regions` for a model that looks at a public table: its condition is one on the public vectors (`Problem.public`),
   * `column` being the membership column there, and it is judged by the region that a class releases.
   */
  readonly public?: 'regions';
  /**
   * The condition in the terms of the kernels. `column` is where the sensitive attribute stands in the frequency set,
   * `global` [size] its counts over the whole input, by code. Ordered distances need codes in the order of the domain.
   */
  condition(column: number, global: Uint32Array): ClassCondition;
  /**
   * What the release as a whole must satisfy, absent for most models. A search that judges classes alone may ignore it
   * where `repeals` is true, since `condition` on every class suffices.
   */
  readonly table?: TableCondition;
  /**
   * What released classes achieve: sizes [classes], histogram [classes * size] of the sensitive attribute (null when
   * `attribute` is null), `counts` for models with `public`. No classes: everything holds vacuously.
   */
  achieved(
    sizes: Uint32Array,
    histogram: Uint32Array | null,
    global: Uint32Array | null,
    counts?: PublicCounts,
  ): PrivacyResult;
}

/** What a release achieved under one privacy model of the job: an entry of `privacy` in the result. */
export interface PrivacyResult {
  readonly model: PrivacySpec['model'];
  readonly variant?: string;
  readonly distance?: string;
  readonly attribute?: string;
  readonly required: Readonly<Record<string, number>>;
  /** The largest k, l, e; the smallest c, t, alpha, beta, delta, risk that would still hold. */
  readonly achieved: Readonly<Record<string, number>>;
  readonly holds: boolean;
}
