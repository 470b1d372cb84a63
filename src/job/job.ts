/** The job file of docs/job.md as types. `parseJob` checks an unknown value against it. */

export type Role = 'quasi-identifier' | 'identifier' | 'sensitive' | 'class' | 'insensitive' | 'drop';

export interface InputSpec {
  /** Default: by the ending of the file. */
  readonly format?: 'csv' | 'parquet' | 'arrow';
  /** One of `,` `;` tab `|`; found by looking at the first rows when absent. */
  readonly delimiter?: string;
  /** Default true. With false, `columns` names the columns. */
  readonly header?: boolean;
  readonly columns?: readonly string[];
  /** Spaces around unquoted cells are removed. Default true. */
  readonly trim?: boolean;
  /** Cells that count as missing, compared after trimming. Default `[""]`. */
  readonly missing?: readonly string[];
  /** keep: a value of its own (default); drop: the row; error. Looks at the columns named in `attributes` that are released or protected, not at identifiers and dropped ones. */
  readonly onMissing?: 'keep' | 'drop' | 'error';
}

export type HierarchySpec =
  | { readonly type: 'suppress' }
  | {
      readonly type: 'levels';
      readonly file?: string;
      readonly delimiter?: string;
      readonly rows?: readonly (readonly string[])[];
    }
  | { readonly type: 'tree'; readonly tree: HierarchyTree }
  | { readonly type: 'intervals'; readonly origin?: number; readonly widths: readonly number[] }
  | { readonly type: 'mask'; readonly keep?: 'left' | 'right' }
  | { readonly type: 'dates'; readonly levels: readonly ('month' | 'quarter' | 'year' | 'decade' | 'century')[] }
  | { readonly type: 'order'; readonly values: readonly string[] };

/** A node is an object of children by label, or the list of its leaves. */
export type HierarchyTree = { readonly [label: string]: HierarchyTree | readonly string[] };

export interface AttributeSpec {
  readonly role?: Role;
  readonly type?: 'integer' | 'number' | 'date' | 'string';
  readonly hierarchy?: HierarchySpec;
  /** Cells are lists of items with this text between them; `type` is then `string`. For km-anonymity. */
  readonly set?: { readonly delimiter: string };
}

export type PrivacySpec =
  | { readonly model: 'k-anonymity'; readonly k: number }
  | {
      readonly model: 'l-diversity';
      readonly variant: 'distinct' | 'entropy' | 'recursive';
      readonly l: number;
      readonly c?: number;
      readonly attribute: string;
    }
  | {
      readonly model: 't-closeness';
      readonly t: number;
      readonly distance: 'equal' | 'ordered' | 'hierarchical';
      readonly attribute: string;
    }
  | { readonly model: 'ke-anonymity'; readonly k: number; readonly e: number; readonly attribute: string }
  | { readonly model: 'alpha-k-anonymity'; readonly k: number; readonly alpha: number; readonly attribute: string }
  | {
      readonly model: 'beta-likeness';
      readonly variant: 'basic' | 'enhanced';
      readonly beta: number;
      readonly attribute: string;
    }
  | {
      readonly model: 'delta-disclosure';
      readonly delta: number;
      readonly attribute: string;
      /** Values that a class lacks: ignored (default), or they break the model, as in the paper. */
      readonly absent?: 'ignored' | 'violates';
    }
  | {
      readonly model: 'delta-presence';
      readonly min: number;
      readonly max: number;
      /** Name of the public table: a file relative to the job, or a key of `publicTables` in the API. */
      readonly public: string;
      /** Public rows in no released class: judged (default), or ignored. */
      readonly outside?: 'judged' | 'ignored';
    }
  | { readonly model: 'weak-k-anonymity'; readonly k: number; readonly public: string }
  | { readonly model: 'k-map'; readonly k: number; readonly public: string }
  | { readonly model: 'weak-l-diversity'; readonly l: number; readonly attribute: string; readonly public: string }
  | { readonly model: 'km-anonymity'; readonly k: number; readonly m: number; readonly attribute: string }
  | { readonly model: 'average-risk'; readonly risk: number }
  | { readonly model: 'maximum-risk'; readonly risk: number };

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
