import type { Column, Table, Warning } from './table.js';

/** A table without its class, as a message to another thread holds it: columns as they are, warnings of its reader. */
export interface PlainTable {
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly warnings: readonly Warning[];
}

/** The table as a message holds it. */
export const toPlainTable = ({ rows, columns, warnings }: Table): PlainTable => ({ rows, columns, warnings });

/** The buffers of a table, each once, to be transferred instead of copied; the table is unusable afterwards. */
export function buffersOf({ columns }: PlainTable): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const { codes, numbers } of columns) {
    for (const values of [codes, numbers]) {
      if (values !== null && values.buffer instanceof ArrayBuffer) buffers.add(values.buffer);
    }
  }
  return [...buffers];
}
