/** Place of the keyboard in the grid, and the moves of keys. */

/** A cell; row -1 is the head. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page down goes. */
  readonly page: number;
}

/** Place that a key leads to, after the pattern of the ARIA grid; null for other keys. */
export function moved(
  { row, column }: Cursor,
  key: string,
  far: boolean,
  { rows, columns, page }: Size,
): Cursor | null {
  const to = (nextRow: number, nextColumn: number): Cursor => ({
    row: Math.max(-1, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(far ? -1 : row - 1, column);
    case 'ArrowDown':
      return to(far ? rows - 1 : row + 1, column);
    case 'ArrowLeft':
      return to(row, far ? 0 : column - 1);
    case 'ArrowRight':
      return to(row, far ? columns - 1 : column + 1);
    case 'Home':
      return to(far ? 0 : row, 0);
    case 'End':
      return to(far ? rows - 1 : row, columns - 1);
    case 'PageUp':
      return to(Math.max(0, row - page), column);
    case 'PageDown':
      return to(row + page, column);
    default:
      return null;
  }
}
