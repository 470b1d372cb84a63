import type { Codes } from '../table/table.js';
import { allocateCodes } from '../table/table.js';
import type { Engine, EngineColumn } from './engine.js';

/** Rows of columns that are equal in all of them, numbered by first appearance. */
interface GroupedColumns {
  readonly groups: number;
  /** [rows] */
  readonly groupOf: Uint32Array;
  /** [columns][groups] */
  readonly codes: readonly Codes[];
}

/** Groups the rows of columns. Columns with one code cost nothing. Throws CapacityError. */
export function groupColumns(engine: Engine, rows: number, columns: readonly EngineColumn[]): GroupedColumns {
  const several = columns.filter(({ size }) => size > 1);
  const asked = several.length > 0 ? several : columns.slice(0, 1);
  const table = engine.load(rows, asked);
  try {
    const found = engine.frequencySet(table);
    try {
      let at = 0;
      return {
        groups: found.length,
        groupOf: found.vectorOf(),
        codes: columns.map((column) =>
          column === asked[at] ? found.codes(at++) : allocateCodes(found.length, column.size),
        ),
      };
    } finally {
      found.dispose();
    }
  } finally {
    table.dispose();
  }
}
