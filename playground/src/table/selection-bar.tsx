import type { Role } from 'kohort/js';
import { ROLES } from '../roles.js';
import { counted } from '../parts/words.js';

interface Props {
  readonly count: number;
  readonly onRole: (role: Role) => void;
  readonly onNone: () => void;
}

/** Over the table, while several columns are chosen: what can be done with all of them. */
export function SelectionBar({ count, onRole, onNone }: Props) {
  return (
    <div class="selection" role="group" aria-label="Chosen columns">
      <strong aria-live="polite">{counted(count, 'column')} chosen</strong>
      <select
        aria-label="Role of the chosen columns"
        value=""
        onChange={(event) => {
          onRole(event.currentTarget.value as Role);
          event.currentTarget.value = '';
        }}
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
      <button type="button" onClick={onNone}>
        None
      </button>
    </div>
  );
}
