/** The job file of docs/job.md as types. `parseJob` checks an unknown value against it. */

import type { HierarchySpec } from '../hierarchy/kinds.js';
import type { PrivacySpec } from '../privacy/list.js';
import type { InputSpec } from '../table/input-spec.js';

export type { HierarchySpec } from '../hierarchy/kinds.js';
export type { HierarchyTree } from '../hierarchy/tree-paths.js';
export type { PrivacySpec } from '../privacy/list.js';
export type { InputSpec } from '../table/input-spec.js';

export type Role = 'quasi-identifier' | 'identifier' | 'sensitive' | 'class' | 'insensitive' | 'drop';

export interface AttributeSpec {
  readonly role?: Role;
  readonly type?: 'integer' | 'number' | 'date' | 'string';
  readonly hierarchy?: HierarchySpec;
  /** Cells are lists of items with this text between them; `type` is then `string`. For km-anonymity. */
  readonly set?: { readonly delimiter: string };
}

export interface AlgorithmSpec {
  readonly name: string;
  readonly [option: string]: unknown;
}

export type SuppressionSpec = { readonly maxRows: number } | { readonly maxFraction: number } | 'unlimited';

export interface OutputSpec {
  /** Suppressed rows: removed (default), or kept with `*` in every quasi-identifier. */
  readonly suppressed?: 'drop' | 'star';
  /** Order of the released rows: drawn at random (default), or as they came. */
  readonly order?: 'shuffle' | 'input';
  /**
   * What ranges of quasi-identifiers without a hierarchy show: bounds that are nobody's and no value that is rare
   * (`rounded`), or the smallest and the largest value of the class (`tight`, the papers' bounding boxes).
   */
  readonly ranges?: 'rounded' | 'tight';
}

export interface Job {
  readonly input?: InputSpec;
  readonly attributes: Readonly<Record<string, AttributeSpec>>;
  readonly defaultRole?: 'drop' | 'insensitive';
  readonly privacy: readonly PrivacySpec[];
  readonly algorithm: string | AlgorithmSpec;
  readonly suppression?: SuppressionSpec;
  readonly output?: OutputSpec;
}
