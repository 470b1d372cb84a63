import type { Role } from 'kohort/js';
import { ROLES } from '../roles.js';

interface Props {
  readonly label: string;
  readonly role: Role;
  readonly tabIndex?: number;
  readonly onRole: (role: Role) => void;
}

/** The role of a column as a chip in its colour, with a choice behind it. */
export function RoleSelect({ label, role, tabIndex, onRole }: Props) {
  return (
    <select
      class={`role role-${role}`}
      aria-label={label}
      value={role}
      tabIndex={tabIndex}
      onChange={(event) => onRole(event.currentTarget.value as Role)}
    >
      {ROLES.map(({ role: each, name }) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  );
}
