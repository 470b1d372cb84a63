import type { Column, Inspection, Role } from 'kohort/js';
import type { Choices, ColumnChoice, Opened } from './choices.js';
import { Select } from './fields.js';
import { HierarchyChoice } from './hierarchy-choice.js';
import { count } from './words.js';

const roles: readonly (readonly [Role, string])[] = [
  ['quasi-identifier', 'quasi-identifier: others may know it'],
  ['sensitive', 'sensitive: what nobody may learn of a person'],
  ['class', 'class: a label to be kept useful'],
  ['insensitive', 'insensitive: released as it is'],
  ['identifier', 'identifier: never released'],
  ['drop', 'drop: not released'],
];

interface Props {
  readonly opened: Opened;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

/** Step 2: what every column is, and how its values generalize. */
export function ColumnsSection({ opened, choices, onChange }: Props) {
  const change = (name: string, part: Partial<ColumnChoice>): void =>
    onChange({
      ...choices,
      columns: choices.columns.map((column) => (column.name === name ? { ...column, ...part } : column)),
    });
  return (
    <section aria-labelledby="columns-title">
      <h2 id="columns-title">2. Columns</h2>
      <p>Suggested by name and content. Check them: you know what others may know of these people.</p>
      <ul class="columns">
        {choices.columns.map((choice) => {
          const facts = opened.inspection.columns.find(({ name }) => name === choice.name);
          const column = opened.table.column(choice.name);
          if (facts === undefined || column === undefined) return null;
          return (
            <li key={choice.name}>
              <ColumnForm
                facts={facts}
                column={column}
                choice={choice}
                onChange={(part) => change(choice.name, part)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface ColumnFormProps {
  readonly facts: Inspection['columns'][number];
  readonly column: Column;
  readonly choice: ColumnChoice;
  readonly onChange: (part: Partial<ColumnChoice>) => void;
}

function ColumnForm({ facts, column, choice, onChange }: ColumnFormProps) {
  const { type, distinct, missing, suggestedRole, reason } = facts;
  return (
    <>
      <div class="column">
        <strong>{choice.name}</strong>
        <span class="facts">
          {type}, {count(distinct)} distinct
          {missing > 0 && `, ${count(missing)} missing`}
          {choice.role === suggestedRole && ` (suggested: ${reason})`}
        </span>
        <Select
          label={`Role of ${choice.name}`}
          isLabelHidden
          value={choice.role}
          options={roles}
          onChange={(role) => onChange({ role })}
        />
      </div>
      {(choice.role === 'quasi-identifier' || choice.role === 'sensitive') && (
        <HierarchyChoice column={column} spec={choice.hierarchy} onChange={(hierarchy) => onChange({ hierarchy })} />
      )}
    </>
  );
}
