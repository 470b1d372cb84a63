/** Rows of cells as a library gives them. */
export type CellRows = readonly (readonly unknown[])[];

/** A columnar file that was opened. */
export interface ColumnarReader {
  readonly rows: number;
  readonly columns: readonly string[];
  read(columns: readonly string[]): AsyncIterable<CellRows> | Iterable<CellRows>;
}
