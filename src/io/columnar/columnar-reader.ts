import type { CellRows } from '../arrow-table.js';

export type { CellRows } from '../arrow-table.js';

/** A columnar file that was opened. */
export interface ColumnarReader {
  readonly rows: number;
  /** Bytes that its parts are unpacked to, as far as it says that. */
  readonly unpackedBytes?: number;
  readonly columns: readonly string[];
  read(columns: readonly string[]): AsyncIterable<CellRows> | Iterable<CellRows>;
}
