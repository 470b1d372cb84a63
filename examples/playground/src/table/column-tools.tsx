import type { Role } from 'kohort/js';
import { ROLES } from '../roles.js';
import { counted } from '../parts/words.js';

/** How the columns of the table are ordered. */
export type ColumnOrder = 'file' | 'telling';

interface Props {
  /** What is open, in words. */
  readonly title: string;
  readonly search: string;
  readonly order: ColumnOrder;
  /** Columns that are shown, and those of them that are chosen. */
  readonly shown: number;
  readonly all: number;
  readonly chosen: readonly string[];
  readonly onSearch: (text: string) => void;
  readonly onOrder: (order: ColumnOrder) => void;
  readonly onChooseAll: () => void;
  readonly onRole: (role: Role) => void;
}

/** Above the table: columns are found, ordered, and given a role together. */
export function ColumnTools(props: Props) {
  const { title, search, order, shown, all, chosen, onSearch, onOrder, onChooseAll, onRole } = props;
  return (
    <div class="tools" role="toolbar" aria-label="Columns">
      <label>
        <span class="hidden">Find a column</span>
        <input
          type="search"
          placeholder="Find a column"
          value={search}
          onInput={(event) => onSearch(event.currentTarget.value)}
        />
      </label>
      <label>
        Order{' '}
        <select
          aria-label="Order of the columns"
          value={order}
          onChange={(event) => onOrder(event.currentTarget.value as ColumnOrder)}
        >
          <option value="file">as in the file</option>
          <option value="telling">most telling first</option>
        </select>
      </label>
      <button type="button" onClick={onChooseAll} disabled={shown === 0}>
        Choose {shown === all ? 'all' : `these ${shown}`}
      </button>
      <span class="facts title">{title}</span>
      {chosen.length > 1 && (
        <label>
          {counted(chosen.length, 'column')}:{' '}
          <select
            aria-label="Role of the chosen columns"
            value=""
            onChange={(event) => onRole(event.currentTarget.value as Role)}
          >
            <option value="" disabled>
              give them a role
            </option>
            {ROLES.map(({ role, name }) => (
              <option key={role} value={role}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
