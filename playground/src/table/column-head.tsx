import type { Column, ColumnType, Role } from 'kohort/js';
import { Bars } from '../parts/bars.js';
import type { ColumnChoice, Opened } from '../choices.js';
import { knownFactsOf } from './column-facts.js';
import { type Held, heldIn } from './selection.js';
import { RoleSelect } from './role-select.js';
import { count } from '../parts/words.js';

interface Props {
  readonly column: Column;
  readonly facts: Opened['inspection']['columns'][number];
  readonly choice: ColumnChoice;
  readonly isChosen: boolean;
  /** Tab stops here: of one column at a time. */
  readonly isStop: boolean;
  readonly onChoose: (held: Held) => void;
  readonly onRole: (role: Role) => void;
  readonly onWidth: (change: number | 'content') => void;
}

/** Types of values, in words for people. */
const TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  date: 'date',
  datetime: 'date and time',
  time: 'time of day',
  duration: 'length of time',
};

/** A column at a glance: what it is called, what it is, what it holds. */
export function ColumnHead({ column, facts, choice, isChosen, isStop, onChoose, onRole, onWidth }: Props) {
  const { name, role } = choice;
  const tabIndex = isStop ? 0 : -1;
  const words = [TYPES[facts.type], `${count(facts.distinct)} distinct`];
  if (facts.missing > 0) words.push(`${count(facts.missing)} missing`);
  return (
    <div
      class={`head head-${role}${isChosen ? ' chosen' : ''}`}
      onClick={(event) => {
        if (!(event.target instanceof Element) || event.target.closest('select, button') === null) {
          onChoose(heldIn(event));
        }
      }}
    >
      <button
        type="button"
        class="head-name"
        aria-pressed={isChosen}
        title={name}
        tabIndex={tabIndex}
        onClick={(event) => onChoose(heldIn(event))}
      >
        {name}
      </button>
      <Bars bars={knownFactsOf(column)?.bars ?? []} label={`Distribution of ${name}`} />
      <span class="facts" title={words.join(' · ')}>
        {words.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
      <RoleSelect label={`Role of ${name}`} role={role} tabIndex={tabIndex} onRole={onRole} />
      <Grip onWidth={onWidth} />
    </div>
  );
}

/** The right edge of a head: dragged, it makes the column wider or narrower; pressed twice, as wide as its cells need. */
function Grip({ onWidth }: Pick<Props, 'onWidth'>) {
  return (
    <span
      class="grip"
      aria-hidden="true"
      title="Drag to change the width"
      onClick={(event) => event.stopPropagation()}
      onDblClick={() => onWidth('content')}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId) && event.movementX !== 0) onWidth(event.movementX);
      }}
    />
  );
}
