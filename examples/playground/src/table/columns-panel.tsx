import { useMemo, useState } from 'preact/hooks';
import type { Role } from 'kohort/js';
import type { ColumnChoice, Opened } from '../choices.js';
import { factsOf } from './column-facts.js';
import { type ColumnOrder, ColumnTools } from './column-tools.js';
import { DataGrid } from './data-grid.js';
import { counted } from '../parts/words.js';

interface Props {
  readonly opened: Opened;
  readonly columns: readonly ColumnChoice[];
  readonly chosen: readonly string[];
  readonly onChosen: (names: readonly string[]) => void;
  /** Gives columns a role. */
  readonly onRole: (names: readonly string[], role: Role) => void;
}

/** The table in the middle, with what finds and orders its columns. */
export function ColumnsPanel({ opened, columns, chosen, onChosen, onRole }: Props) {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<ColumnOrder>('file');
  const shown = useMemo(() => shownOf(opened, columns, search, order), [opened, columns, search, order]);
  const choose = (name: string, more: boolean): void => {
    if (!more) return onChosen([name]);
    const others = chosen.filter((each) => each !== name);
    onChosen(others.length < chosen.length && others.length > 0 ? others : [...others, name]);
  };
  return (
    <>
      <ColumnTools
        title={`${opened.file.name}: ${counted(opened.table.rows, 'row')}, ${counted(columns.length, 'column')}`}
        search={search}
        order={order}
        shown={shown.length}
        all={columns.length}
        chosen={chosen}
        onSearch={setSearch}
        onOrder={setOrder}
        onChooseAll={() => onChosen(shown.map(({ name }) => name))}
        onRole={(role) => onRole(chosen, role)}
      />
      <DataGrid
        opened={opened}
        columns={shown}
        chosen={chosen}
        onChoose={choose}
        onRole={(name, role) => onRole([name], role)}
      />
    </>
  );
}

function shownOf({ table }: Opened, columns: readonly ColumnChoice[], search: string, order: ColumnOrder) {
  const sought = search.trim().toLowerCase();
  const found = columns.filter(({ name }) => name.toLowerCase().includes(sought));
  if (order === 'file') return found;
  const bits = (name: string): number => {
    const column = table.column(name);
    return column === undefined ? 0 : factsOf(column).bits;
  };
  return found.sort((a, b) => bits(b.name) - bits(a.name));
}
