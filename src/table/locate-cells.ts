import type { Column } from './column.js';

/** Cells of a column that have one of some codes. */
interface LocatedCells {
  readonly cells: number;
  /** Row of the first, counted from 1; 0 where rows have no order. */
  readonly firstRow: number;
}

/** Counts the cells of a finished column that have one of the codes. */
export type LocateCells = (codes: readonly number[]) => LocatedCells;

/**
 * Locates cells in a column of rows.
 *
 * @param keep u8[rows read] 1 for every row that stayed, so that rows are numbered as in the input; null when all did
 */
export function locatorOf({ codes, texts }: Column, keep: Uint8Array | null = null): LocateCells {
  return (wantedCodes) => {
    const wanted = new Uint8Array(texts.length);
    for (const code of wantedCodes) wanted[code] = 1;
    let cells = 0;
    let firstAt = -1;
    for (let at = 0; at < codes.length; at++) {
      if (wanted[codes[at]] === 1 && cells++ === 0) firstAt = at;
    }
    return { cells, firstRow: firstAt < 0 ? 0 : rowOf(firstAt, keep) };
  };
}

/** The row, from 1, of the kept row `at`. */
function rowOf(at: number, keep: Uint8Array | null): number {
  if (keep === null) return at + 1;
  let row = -1;
  for (let left = at; left >= 0; left--) row = keep.indexOf(1, row + 1);
  return row + 1;
}
