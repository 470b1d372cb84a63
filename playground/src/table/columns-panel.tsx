import { useMemo, useState } from 'preact/hooks';
import type { Role } from 'kohort/js';
import type { ColumnChoice, Opened } from '../choices.js';
import { knownFactsOf } from './column-facts.js';
import { arranged, type ColumnOrder, type Sought } from './column-order.js';
import { ColumnTools } from './column-tools.js';
import { DataGrid } from './data-grid.js';
import type { ShownColumn } from './shown-column.js';
import { chosenWith } from './selection.js';
import { SelectionBar } from './selection-bar.js';
import { useFacts } from './use-facts.js';
import { useReleased } from './use-released.js';
import { type View, ViewChoice } from './view-choice.js';
import type { Live } from '../shell/use-live.js';
import { counted } from '../parts/words.js';

interface Props {
  readonly opened: Opened;
  /** `2,012 rows of 400 people`. */
  readonly rowsText: string;
  readonly columns: readonly ColumnChoice[];
  readonly chosen: readonly string[];
  /** Preview of the choices. */
  readonly live: Live;
  /** View of the cells until the user chooses one. */
  readonly usualView: View;
  readonly onChosen: (names: readonly string[]) => void;
  /** Gives columns a role. */
  readonly onRole: (names: readonly string[], role: Role) => void;
}

const everything: Sought = { text: '', role: '' };

/** The table in the middle, with what finds and orders its columns. */
export function ColumnsPanel({ opened, rowsText, columns, chosen, live, usualView, onChosen, onRole }: Props) {
  const [sought, setSought] = useState(everything);
  const [order, setOrder] = useState<ColumnOrder>('file');
  const [ownView, setView] = useState<View | null>(null);
  const { released, isPermuted, onSee } = useReleased(opened.kept, opened.table.rows, live);
  const view = isPermuted ? 'original' : (ownView ?? usualView);
  const all = useMemo(() => shownOf(opened, columns), [opened, columns]);
  const knownCount = useCounted(all, order === 'telling');
  const shown = useMemo(() => arranged(all, sought, order), [all, sought, order, knownCount]);
  const names = shown.map(({ choice }) => choice.name);
  return (
    <>
      <div class="table-bar">
        <p class="title">
          <strong>{opened.file.name}</strong>{' '}
          <span class="facts">
            {rowsText}, {counted(columns.length, 'column')}
          </span>
        </p>
        <ViewChoice view={view} isPermuted={isPermuted} onView={setView} />
        <ColumnTools
          sought={sought}
          order={order}
          shown={shown.length}
          all={columns.length}
          countOf={(role) => columns.filter((each) => each.role === role).length}
          onSought={setSought}
          onOrder={setOrder}
          onChooseAll={() => onChosen(names)}
        />
      </div>
      <div class="table-place">
        <DataGrid
          rows={opened.table.rows}
          columns={shown}
          chosen={chosen}
          view={view}
          released={released}
          onSee={onSee}
          onChoose={(name, held) => onChosen(chosenWith(names, chosen, name, held))}
          onRole={(name, role) => onRole([name], role)}
        />
        {shown.length === 0 && (
          <div class="nothing">
            <p>{sought.text.trim() === '' ? 'No column has this role.' : 'No column is called so.'}</p>
            <button type="button" onClick={() => setSought(everything)}>
              Show all columns
            </button>
          </div>
        )}
        {chosen.length > 1 && (
          <SelectionBar
            count={chosen.length}
            onRole={(role) => onRole(chosen, role)}
            onNone={() => onChosen(chosen.slice(-1))}
          />
        )}
      </div>
    </>
  );
}

const none: readonly ShownColumn['column'][] = [];

/** Number of counted columns: all of them in time, where the order requires it. */
function useCounted(all: readonly ShownColumn[], isAsked: boolean): number {
  const columns = useMemo(() => (isAsked ? all.map(({ column }) => column) : none), [all, isAsked]);
  useFacts(columns);
  return columns.filter((column) => knownFactsOf(column) !== undefined).length;
}

function shownOf({ table, inspection }: Opened, columns: readonly ColumnChoice[]): readonly ShownColumn[] {
  const facts = new Map(inspection.columns.map((each) => [each.name, each]));
  return columns.flatMap((choice) => {
    const column = table.column(choice.name);
    const found = facts.get(choice.name);
    return column === undefined || found === undefined ? [] : [{ choice, column, facts: found }];
  });
}
