/** The job file of docs/job.md as types. `parseJob` checks an unknown value against it. */

import type { HierarchySpec } from '../hierarchy/kinds.js';
import type { PrivacySpec } from '../privacy/list.js';
import type { InputSpec } from '../table/input-spec.js';

export type { HierarchySpec } from '../hierarchy/kinds.js';
export type { HierarchyTree } from '../hierarchy/tree-paths.js';
export type { PrivacySpec } from '../privacy/list.js';
export type { InputLimits, InputSpec } from '../table/input-spec.js';

export type Role = 'quasi-identifier' | 'identifier' | 'sensitive' | 'class' | 'insensitive' | 'drop';

export interface AttributeSpec {
  /** For people; says nothing to kohort. */
  readonly description?: string;
  readonly role?: Role;
  readonly type?: 'integer' | 'number' | 'date' | 'datetime' | 'string';
  /** How the values are written, such as `DD.MM.YYYY` or `#.##0,00 €`; docs/job.md, "Formats". */
  readonly format?: string;
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
  /** What separates the cells of a release in CSV. Default `,`. */
  readonly delimiter?: string;
  /** A release in CSV begins with a byte order mark, by which Excel knows UTF-8. Default false. */
  readonly bom?: boolean;
}

/** A job as it is written. `parseJob` checks it. */
export interface Job {
  /** Where editors find the schema of jobs; says nothing to kohort. */
  readonly $schema?: string;
  /** For people; says nothing to kohort. */
  readonly description?: string;
  readonly input?: InputSpec;
  /** By the names of columns; a role alone stands for `{ "role": ... }`. */
  readonly attributes: Readonly<Record<string, AttributeSpec | Role>>;
  readonly defaultRole?: 'drop' | 'insensitive';
  readonly privacy: readonly PrivacySpec[];
  readonly algorithm: string | AlgorithmSpec;
  readonly suppression?: SuppressionSpec;
  readonly output?: OutputSpec;
}

/** A job as `parseJob` gives it: every attribute is an object. */
export interface CheckedJob extends Job {
  readonly attributes: Readonly<Record<string, AttributeSpec>>;
}

/** The job with an object for every attribute, otherwise as it is: nothing is checked. */
export function expandAttributes(job: Job): CheckedJob {
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  for (const [name, given] of Object.entries(job.attributes)) {
    attributes[name] = typeof given === 'string' ? { role: given } : given;
  }
  return { ...job, attributes };
}
