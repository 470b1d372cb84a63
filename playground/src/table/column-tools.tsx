import type { Role } from 'kohort/js';
import { ROLES } from '../roles.js';
import { type ColumnOrder, ORDERS, type Sought } from './column-order.js';

interface Props {
  readonly sought: Sought;
  readonly order: ColumnOrder;
  /** Columns that are shown, and all of them. */
  readonly shown: number;
  readonly all: number;
  /** Columns of a role. */
  readonly countOf: (role: Role) => number;
  readonly onSought: (sought: Sought) => void;
  readonly onOrder: (order: ColumnOrder) => void;
  readonly onChooseAll: () => void;
}

/** Above the table: columns are found and ordered. */
export function ColumnTools({ sought, order, shown, all, countOf, onSought, onOrder, onChooseAll }: Props) {
  return (
    <div class="tools" role="toolbar" aria-label="Columns">
      <label class="find">
        <span class="hidden">Find a column</span>
        <input
          type="search"
          placeholder="Find a column"
          value={sought.text}
          onInput={(event) => onSought({ ...sought, text: event.currentTarget.value })}
        />
        <span class="found" aria-live="polite">
          {shown === all ? '' : `${shown} of ${all}`}
        </span>
      </label>
      <select
        class={sought.role === '' ? undefined : `role role-${sought.role}`}
        aria-label="Columns of a role"
        value={sought.role}
        onChange={(event) => onSought({ ...sought, role: event.currentTarget.value as Sought['role'] })}
      >
        <option value="">all roles</option>
        {ROLES.map(({ role, name }) => (
          <option key={role} value={role}>
            {name} ({countOf(role)})
          </option>
        ))}
      </select>
      <select
        aria-label="Order of the columns"
        title="Columns that distinguish rows best come first"
        value={order}
        onChange={(event) => onOrder(event.currentTarget.value as ColumnOrder)}
      >
        {ORDERS.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      <button type="button" onClick={onChooseAll} disabled={shown === 0}>
        Choose {shown === all ? 'all' : `these ${shown}`}
      </button>
    </div>
  );
}
