/** How a job says what the hierarchy of an attribute is. */
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
