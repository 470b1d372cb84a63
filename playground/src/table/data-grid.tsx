import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Column, Role } from 'kohort/js';
import { clampWidth, widthOf } from './column-width.js';
import { type Cursor, moved } from './grid-cursor.js';
import { GridHead } from './grid-head.js';
import { CURSOR_ID, GridRow, type PlacedColumn } from './grid-row.js';
import {
  slotsOf,
  bodyHeight,
  type GridLayout,
  type GridWindow,
  rowsInView,
  type Scrolled,
  scrolledTo,
} from './grid-window.js';
import { type Held, heldIn } from './selection.js';
import type { ShownColumn } from './shown-column.js';
import { useFacts } from './use-facts.js';
import { useGridWindow } from './use-grid-window.js';
import type { Released } from './use-released.js';
import type { View } from './view-choice.js';
import { count } from '../parts/words.js';

const ROW_HEIGHT = 28;
/** Height of rows that show both the original and the release. */
const BOTH_HEIGHT = 44;
const HEAD_HEIGHT = 104;
/** Pixels by which a key makes a column wider. */
const WIDTH_STEP = 16;

interface Props {
  readonly rows: number;
  readonly columns: readonly ShownColumn[];
  /** Names of the columns that are chosen, the one in the inspector last. */
  readonly chosen: readonly string[];
  readonly view: View;
  /** Released rows, as far as they are known. */
  readonly released: Released | null;
  /** Called with the rows in sight. */
  readonly onSee: (first: number, end: number) => void;
  readonly onChoose: (name: string, held: Held) => void;
  readonly onRole: (name: string, role: Role) => void;
}

/** The table as people know it: every row and column can be scrolled to, and those in sight are drawn. */
export function DataGrid({ rows, columns, chosen, view, released, onSee, onChoose, onRole }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const { layout, resize } = useLayout(rows, columns, view === 'both' ? BOTH_HEIGHT : ROW_HEIGHT);
  const { inSight, scrolled } = useGridWindow(scroller, layout);
  const last = columns.findIndex(({ choice }) => choice.name === chosen[chosen.length - 1]);
  const [at, setCursor] = useState<Cursor | null>(null);
  const cursor = at === null || at.column >= columns.length ? { row: -1, column: Math.max(0, last) } : at;
  const [hasFocus, setFocus] = useState(false);
  const placed = usePlaced(columns, layout, inSight, chosen);
  useFacts(useMemo(() => placed.map(({ column }) => column), [placed]));

  useEffect(() => onSee(inSight.firstRow, inSight.endRow), [onSee, inSight.firstRow, inSight.endRow]);
  useKeptPlace(scroller, layout, scrolled);

  useInSight(scroller, layout, last, columns[last]?.column);

  const go = (next: Cursor): void => {
    setCursor(next);
    const element = scroller.current;
    if (element === null) return;
    const { top, left } = scrolledTo(layout, scrolled.current, next);
    element.scrollTop = top;
    element.scrollLeft = left;
  };
  const name = columns[cursor.column]?.choice.name;
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (event.target instanceof HTMLSelectElement || name === undefined) return;
    const isOwn = event.target === scroller.current;
    const size = { rows, columns: columns.length, page: rowsInView(layout, scrolled.current) };
    const next = altKey ? null : moved(cursor, key, ctrlKey || metaKey, size);
    if (next !== null) {
      go(next);
      if (!isOwn) scroller.current?.focus({ preventScroll: true });
      // Takes the next column in for Shift with an arrow in the head, as in a spreadsheet.
      if (shiftKey && next.row < 0 && next.column !== cursor.column) {
        onChoose(columns[next.column].choice.name, { add: false, range: true });
      }
    } else if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      resize(name, key === 'ArrowLeft' ? -WIDTH_STEP : WIDTH_STEP);
    } else if (isOwn && (key === 'Enter' || key === ' ')) {
      onChoose(name, heldIn(event));
    } else return;
    event.preventDefault();
  };
  const width = `${layout.numberWidth + layout.starts[columns.length]}px`;
  const isDrawn = cursor.row < 0 || (cursor.row >= inSight.firstRow && cursor.row < inSight.endRow);
  const isColumnDrawn = cursor.column >= inSight.firstColumn && cursor.column < inSight.endColumn;
  const stop = isColumnDrawn ? cursor.column : inSight.firstColumn;
  return (
    <div
      class="grid"
      ref={scroller}
      role="grid"
      aria-label="Rows of the file"
      aria-rowcount={rows + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      aria-activedescendant={hasFocus && isDrawn && isColumnDrawn ? CURSOR_ID : undefined}
      hidden={columns.length === 0}
      tabIndex={0}
      style={{ '--number-width': `${layout.numberWidth}px` }}
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocus(event.target === scroller.current)}
      onBlur={() => setFocus(false)}
      onMouseDown={(event) => {
        const next = cellAt(event);
        if (next !== null) setCursor(next);
      }}
    >
      <div role="rowgroup" class="grid-top" style={{ width, height: `${HEAD_HEIGHT}px` }}>
        <GridHead
          {...{ columns, placed, hasFocus, stop, onRole }}
          cursor={cursor.row < 0 ? cursor.column : -1}
          onChoose={(column, place, held) => {
            setCursor({ row: -1, column: place });
            onChoose(column, held);
          }}
          onWidth={resize}
        />
      </div>
      <Rows {...{ layout, inSight, placed, width, view, released }} cursor={hasFocus ? cursor : null} />
    </div>
  );
}

interface RowsProps {
  readonly layout: GridLayout;
  readonly inSight: GridWindow;
  readonly placed: readonly PlacedColumn[];
  readonly width: string;
  readonly view: View;
  readonly released: Released | null;
  readonly cursor: Cursor | null;
}

/** The rows in sight. Their elements are used again for the rows that come into sight next. */
function Rows({ layout, inSight, placed, width, view, released, cursor }: RowsProps) {
  const { firstRow, endRow, block, blockTop } = inSight;
  const rows = slotsOf(firstRow, endRow);
  const styleOf = (row: number): string => `top:${(row - block) * layout.rowHeight}px;height:${layout.rowHeight}px`;
  const shift = { transform: `translateY(${blockTop}px)` };
  return (
    <div class="grid-body" style={{ width, height: `${bodyHeight(layout)}px` }}>
      <div class="grid-rows" role="rowgroup" style={shift}>
        {rows.map((row, slot) => (
          <GridRow
            key={slot}
            row={row}
            style={styleOf(row)}
            columns={placed}
            cursor={cursor?.row === row ? cursor.column : -1}
            view={view}
            released={released?.rows.get(row)}
            at={released?.at}
          />
        ))}
      </div>
      <div class="grid-numbers" aria-hidden="true">
        <div style={shift}>
          {rows.map((row, slot) => (
            <span class="grid-number" key={slot} style={styleOf(row)}>
              {count(row + 1)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The column that is chosen comes into sight when it is chosen elsewhere, and when a file is opened. */
function useInSight(
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  at: number,
  column: Column | undefined,
): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || column === undefined) return;
    const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = element;
    element.scrollLeft = scrolledTo(layout, { top, left, height, width }, { row: -1, column: at }).left;
    // The layout changes with widths that the user gives, which is no reason to scroll.
  }, [scroller, column]);
}

/** Keeps the first row in sight in place when rows grow higher or lower. */
function useKeptPlace(
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  scrolled: RefObject<Scrolled>,
): void {
  const before = useRef(layout.rowHeight);
  useLayoutEffect(() => {
    const { rowHeight } = layout;
    const place = scrolled.current;
    if (rowHeight === before.current || scroller.current === null || place === null) return;
    scroller.current.scrollTop = (place.top / before.current) * rowHeight;
    before.current = rowHeight;
  }, [scroller, layout, scrolled]);
}

/** The cell of the body that an event is about. */
function cellAt({ target }: Event): Cursor | null {
  const cell = target instanceof Element ? target.closest('.grid-body [aria-colindex]') : null;
  const row = cell?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
  const column = cell?.getAttribute('aria-colindex');
  return row == null || column == null ? null : { row: Number(row) - 2, column: Number(column) - 1 };
}

/** Width of every column: by its content, until the user makes it wider or narrower. */
function useLayout(rows: number, columns: readonly ShownColumn[], rowHeight: number) {
  const byContent = useRef(new WeakMap<Column, number>());
  const [own, setOwn] = useState<ReadonlyMap<string, number>>(new Map());
  const contentWidth = (column: Column): number => {
    const known = byContent.current.get(column) ?? widthOf(column);
    byContent.current.set(column, known);
    return known;
  };
  const layout = useMemo((): GridLayout => {
    const starts = [0];
    for (const { column } of columns)
      starts.push(starts[starts.length - 1] + (own.get(column.name) ?? contentWidth(column)));
    const numberWidth = 16 + 7 * count(rows).length;
    return { rows, rowHeight, headHeight: HEAD_HEIGHT, numberWidth, starts };
  }, [rows, columns, own, rowHeight]);
  const latest = useRef(columns);
  useEffect(() => {
    latest.current = columns;
  });
  const resize = (name: string, change: number | 'content'): void => {
    const column = latest.current.find(({ choice }) => choice.name === name)?.column;
    if (column === undefined) return;
    setOwn((last) => {
      const now = last.get(name) ?? contentWidth(column);
      return new Map(last).set(name, change === 'content' ? contentWidth(column) : clampWidth(now + change));
    });
  };
  return { layout, resize };
}

/** The columns in sight, and where they stand; the same as long as nothing of them changes. */
function usePlaced(
  columns: readonly ShownColumn[],
  { starts, numberWidth }: GridLayout,
  { firstColumn, endColumn }: GridWindow,
  chosen: readonly string[],
): readonly PlacedColumn[] {
  return useMemo(
    () =>
      slotsOf(firstColumn, endColumn).map((at, slot) => {
        const { choice, column } = columns[at];
        const style = `left:${numberWidth + starts[at]}px;width:${starts[at + 1] - starts[at]}px`;
        return { choice, column, at, slot, isChosen: chosen.includes(choice.name), style };
      }),
    [columns, starts, numberWidth, firstColumn, endColumn, chosen],
  );
}
