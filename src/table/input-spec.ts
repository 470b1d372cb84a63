/** How a job says what its input file looks like. */
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
