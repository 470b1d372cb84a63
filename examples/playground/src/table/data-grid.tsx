import { useMemo, useRef } from 'preact/hooks';
import type { Column, Role, Table } from 'kohort/js';
import type { ColumnChoice, Opened } from '../choices.js';
import { ColumnHead } from './column-head.js';
import { useVirtual } from './use-virtual.js';
import { count, counted } from '../parts/words.js';

const ROW_HEIGHT = 28;
const COLUMN_WIDTH = 176;
const NUMBER_WIDTH = 72;
const HEAD_HEIGHT = 132;
/** Browsers draw no element that is higher than some 17 million pixels. */
const MOST_ROWS = 600_000;

const px = (length: number): string => `${length}px`;

interface Props {
  readonly opened: Opened;
  readonly columns: readonly ColumnChoice[];
  /** Names of the columns that are chosen, the one in the inspector last. */
  readonly chosen: readonly string[];
  readonly onChoose: (name: string, more: boolean) => void;
  readonly onRole: (name: string, role: Role) => void;
}

interface Shown {
  readonly choice: ColumnChoice;
  readonly column: Column;
  readonly facts: Opened['inspection']['columns'][number];
}

/** The table as people know it: every row and column can be scrolled to, and those in sight are drawn. */
export function DataGrid({ opened, columns, chosen, onChoose, onRole }: Props) {
  const { table, inspection } = opened;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => shownOf(table, inspection, columns), [table, inspection, columns]);
  const rows = Math.min(table.rows, MOST_ROWS);
  const down = useVirtual({ count: rows, size: ROW_HEIGHT, scroller, overscan: 12, padding: HEAD_HEIGHT });
  const across = useVirtual({ count: shown.length, size: COLUMN_WIDTH, scroller, horizontal: true, overscan: 3 });
  const inSight = across.getVirtualItems();
  const width = NUMBER_WIDTH + across.getTotalSize();
  const at = (start: number) => ({ transform: `translateX(${NUMBER_WIDTH + start}px)`, width: px(COLUMN_WIDTH) });
  return (
    <div
      class="grid"
      ref={scroller}
      role="table"
      aria-label="Rows of the file"
      aria-rowcount={table.rows + 1}
      aria-colcount={shown.length}
      tabIndex={0}
    >
      <div class="grid-head" role="row" aria-rowindex={1} style={{ width: px(width), height: px(HEAD_HEIGHT) }}>
        {inSight.map(({ index, start }) => {
          const { choice, column, facts } = shown[index];
          return (
            <div class="grid-cell" role="columnheader" aria-colindex={index + 1} key={choice.name} style={at(start)}>
              <ColumnHead
                column={column}
                facts={facts}
                choice={choice}
                isChosen={chosen.includes(choice.name)}
                onChoose={(more) => onChoose(choice.name, more)}
                onRole={(role) => onRole(choice.name, role)}
              />
            </div>
          );
        })}
      </div>
      <div class="grid-body" role="rowgroup" style={{ width: px(width), height: px(down.getTotalSize()) }}>
        {down.getVirtualItems().map(({ index: row, start: top }) => (
          <div
            class="grid-row"
            role="row"
            aria-rowindex={row + 2}
            key={row}
            style={{ transform: `translateY(${top}px)`, width: px(width), height: px(ROW_HEIGHT) }}
          >
            <span class="grid-number" aria-hidden="true">
              {count(row + 1)}
            </span>
            {inSight.map(({ index, start }) => {
              const { choice, column } = shown[index];
              const code = column.codes[row];
              return (
                <span
                  class={classOf(choice, column, code, chosen)}
                  role="cell"
                  aria-colindex={index + 1}
                  key={choice.name}
                  style={at(start)}
                >
                  {column.texts[code]}
                </span>
              );
            })}
          </div>
        ))}
      </div>
      {table.rows > MOST_ROWS && (
        <p class="facts">The first {counted(MOST_ROWS, 'row')} are shown; all are released.</p>
      )}
    </div>
  );
}

function classOf({ name, role }: ColumnChoice, column: Column, code: number, chosen: readonly string[]): string {
  const isNumber = column.numbers !== null && column.type !== 'date' && column.type !== 'datetime';
  return [
    'grid-cell',
    isNumber ? 'number' : '',
    code === column.missingCode ? 'missing' : '',
    role === 'identifier' || role === 'drop' ? 'withheld' : '',
    chosen.includes(name) ? 'chosen' : '',
  ].join(' ');
}

function shownOf(table: Table, inspection: Opened['inspection'], columns: readonly ColumnChoice[]): Shown[] {
  return columns.flatMap((choice) => {
    const column = table.column(choice.name);
    const facts = inspection.columns.find(({ name }) => name === choice.name);
    return column === undefined || facts === undefined ? [] : [{ choice, column, facts }];
  });
}
