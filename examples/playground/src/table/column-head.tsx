import type { Column, Role } from 'kohort/js';
import { Bars } from '../parts/bars.js';
import type { ColumnChoice, Opened } from '../choices.js';
import { factsOf } from './column-facts.js';
import { ROLES } from '../roles.js';
import { count } from '../parts/words.js';

interface Props {
  readonly column: Column;
  readonly facts: Opened['inspection']['columns'][number];
  readonly choice: ColumnChoice;
  readonly isChosen: boolean;
  /** @param more - beside those that are chosen */
  readonly onChoose: (more: boolean) => void;
  readonly onRole: (role: Role) => void;
}

/** A column at a glance: what it is called, what it is, what it holds. */
export function ColumnHead({ column, facts, choice: { name, role }, isChosen, onChoose, onRole }: Props) {
  return (
    <div class="head">
      <button
        type="button"
        class="head-name"
        aria-pressed={isChosen}
        title={name}
        onClick={({ ctrlKey, metaKey, shiftKey }) => onChoose(ctrlKey || metaKey || shiftKey)}
      >
        {name}
      </button>
      <Bars bars={factsOf(column).bars} label={`Distribution of ${name}`} />
      <span class="facts">
        {facts.type} · {count(facts.distinct)} distinct{facts.missing > 0 && ` · ${count(facts.missing)} missing`}
      </span>
      <select
        class={`role role-${role}`}
        aria-label={`Role of ${name}`}
        value={role}
        onChange={(event) => onRole(event.currentTarget.value as Role)}
      >
        {ROLES.map(({ role: each, name: text }) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
