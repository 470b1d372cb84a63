/** Places of rows and columns in the grid, and those in sight: arithmetic without the page. */

import { LEAST_WIDTH } from './column-width.js';

/** Browsers draw no element that is higher than some 17 million pixels: above this, scrolling goes faster than the rows. */
const MOST_PIXELS = 15_000_000;
/** Rows that are drawn beyond each edge. */
const SPARE_ROWS = 4;
/** Number of rows in a block: rows are placed relative to its first, so that they stay where they are while the grid scrolls. */
const BLOCK = 1024;

/** Layout of the grid. Lengths in pixels. */
export interface GridLayout {
  readonly rows: number;
  readonly rowHeight: number;
  readonly headHeight: number;
  readonly numberWidth: number;
  /** [columns + 1] where every column starts, counted from the first; the last is the width of all. */
  readonly starts: readonly number[];
}

/** Offsets of the scrolled grid, and size of its visible part, head included. */
export interface Scrolled {
  readonly top: number;
  readonly left: number;
  readonly height: number;
  readonly width: number;
}

/** The drawn part: rows and columns from `first` to before `end`. */
export interface GridWindow {
  readonly firstRow: number;
  readonly endRow: number;
  readonly firstColumn: number;
  readonly endColumn: number;
  /** The row from which rows are placed, and where it stands in the body. */
  readonly block: number;
  readonly blockTop: number;
}

/** Height of the body as the browser scrolls it. */
export const bodyHeight = ({ rows, rowHeight }: GridLayout): number => Math.min(rows * rowHeight, MOST_PIXELS);

/** Pixels of rows that pass by a pixel of scrolling: 1, but in very long tables. */
function pace(layout: GridLayout, { height }: Scrolled): number {
  const view = Math.max(0, height - layout.headHeight);
  const far = bodyHeight(layout) - view;
  return far <= 0 ? 1 : (layout.rows * layout.rowHeight - view) / far;
}

/** The part in sight. */
export function windowOf(layout: GridLayout, scrolled: Scrolled): GridWindow {
  const { rows, rowHeight, headHeight, numberWidth, starts } = layout;
  const view = Math.max(0, scrolled.height - headHeight);
  const top = Math.max(0, scrolled.top) * pace(layout, scrolled);
  // Always as many, so that what leaves the sight is used again for what comes.
  const rowCount = Math.min(rows, Math.ceil(view / rowHeight) + 1 + 2 * SPARE_ROWS);
  const firstRow = Math.max(0, Math.min(rows - rowCount, Math.floor(top / rowHeight) - SPARE_ROWS));
  const block = Math.floor(firstRow / BLOCK) * BLOCK;
  const columns = starts.length - 1;
  const columnCount = Math.min(columns, Math.ceil(Math.max(0, scrolled.width - numberWidth) / LEAST_WIDTH) + 1);
  let seen = 0;
  while (seen < columns && starts[seen + 1] <= scrolled.left) seen++;
  const firstColumn = Math.max(0, Math.min(columns - columnCount, seen));
  return {
    firstRow,
    endRow: firstRow + rowCount,
    firstColumn,
    endColumn: firstColumn + columnCount,
    block,
    blockTop: Math.max(0, scrolled.top) - top + block * rowHeight,
  };
}

/** Number of the row or column that each element draws: as one leaves the sight, its element is used for the one that comes, and all others stay. */
export function slotsOf(first: number, end: number): number[] {
  const count = end - first;
  const start = count === 0 ? 0 : first - (first % count);
  return Array.from({ length: count }, (_, slot) => (start + slot < first ? start + slot + count : start + slot));
}

/** Rows that are wholly seen at a time. */
export const rowsInView = ({ rowHeight, headHeight }: GridLayout, { height }: Scrolled): number =>
  Math.max(1, Math.floor((height - headHeight) / rowHeight));

/** Offsets that bring a cell wholly into sight; row -1 is the head, which always is. */
export function scrolledTo(
  layout: GridLayout,
  scrolled: Scrolled,
  cell: { readonly row: number; readonly column: number },
): Pick<Scrolled, 'top' | 'left'> {
  const { rowHeight, headHeight, numberWidth, starts } = layout;
  const by = pace(layout, scrolled);
  const within = (at: number, start: number, end: number, view: number): number =>
    start < at ? start : end > at + view ? end - view : at;
  const rowTop = cell.row * rowHeight;
  const top =
    cell.row < 0
      ? scrolled.top
      : within(scrolled.top * by, rowTop, rowTop + rowHeight, Math.max(rowHeight, scrolled.height - headHeight)) / by;
  const width = Math.max(0, scrolled.width - numberWidth);
  const start = starts[cell.column] ?? 0;
  const end = Math.min(starts[cell.column + 1] ?? start, start + width);
  return { top, left: within(scrolled.left, start, end, width) };
}

/** True where the same is drawn at the same place. */
export const isSameWindow = (one: GridWindow, other: GridWindow): boolean =>
  (Object.keys(one) as (keyof GridWindow)[]).every((key) => one[key] === other[key]);
