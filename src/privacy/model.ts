import type { ClassCondition } from '../engine/engine.js';
import type { PrivacySpec } from '../job/job.js';

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
   * The condition in the terms of the kernels. `column` is where the sensitive attribute stands in the frequency set,
   * `global` [size] its counts over the whole input, by code. Ordered distances need codes in the order of the domain.
   */
  condition(column: number, global: Uint32Array): ClassCondition;
  /**
   * What released classes achieve: sizes [classes], histogram [classes * size] of the sensitive attribute (null when
   * `attribute` is null). No classes: everything holds vacuously.
   */
  achieved(sizes: Uint32Array, histogram: Uint32Array | null, global: Uint32Array | null): PrivacyResult;
}

/** One entry of `privacy` in the result (CONTRACT: result). */
export interface PrivacyResult {
  readonly model: PrivacySpec['model'];
  readonly variant?: string;
  readonly distance?: string;
  readonly attribute?: string;
  readonly required: Readonly<Record<string, number>>;
  /** The largest k, l; the smallest c, t that would still hold. */
  readonly achieved: Readonly<Record<string, number>>;
  readonly holds: boolean;
}
