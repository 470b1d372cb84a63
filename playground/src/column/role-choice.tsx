import type { Role } from 'kohort/js';
import { useRef } from 'preact/hooks';
import { ROLES } from '../roles.js';

interface Props {
  /** The column. */
  readonly name: string;
  readonly role: Role;
  readonly suggested: Role;
  readonly onChange: (role: Role) => void;
}

/** The role of a column as a card in the role's colour, which opens to all roles with their meanings. */
export function RoleChoice({ name, role, suggested, onChange }: Props) {
  const card = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const chosen = ROLES.find((each) => each.role === role) ?? ROLES[0];
  const close = (): void => {
    if (card.current !== null) card.current.open = false;
    summary.current?.focus();
  };
  return (
    <details
      ref={card}
      class={`role-card role-${role}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return;
        if (event.target === summary.current) return;
        event.preventDefault();
        close();
      }}
    >
      <summary ref={summary}>
        <span class="hidden">Role in the release: </span>
        <strong>{chosen.name}</strong>
        <span class="meaning">{chosen.meaning}</span>
      </summary>
      <fieldset>
        <legend class="hidden">What {name} is</legend>
        {ROLES.map((each) => (
          <label
            key={each.role}
            class={`role-option role-${each.role}`}
            // Arrow keys choose too, and must not close the list.
            onClick={({ detail }) => {
              if (detail > 0) setTimeout(close);
            }}
          >
            <input
              type="radio"
              name={`role-of-${name}`}
              checked={each.role === role}
              aria-labelledby={`role-${each.role}-name`}
              aria-describedby={`role-${each.role}-meaning`}
              onChange={() => onChange(each.role)}
            />
            <strong>
              <span id={`role-${each.role}-name`}>{each.name}</span>
              {each.role === suggested && <span class="facts"> suggested</span>}
            </strong>
            <span class="meaning" id={`role-${each.role}-meaning`}>
              {each.meaning}
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}
