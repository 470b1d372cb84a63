import type { Catalogue, Column } from 'kohort/js';
import type { Choices, ColumnChoice, Opened } from '../choices.js';
import { keyOf } from '../choices.js';
import { ColumnSummary } from './column-summary.js';
import { HierarchyChoice } from './hierarchy-choice.js';
import { RoleChoice } from './role-choice.js';
import { suggestionText } from './suggestion.js';
import { type Rereading, TypeChoice } from './type-choice.js';
import { WeightChoice } from './weight-choice.js';

interface Props {
  readonly facts: Opened['inspection']['columns'][number];
  readonly column: Column;
  readonly choice: ColumnChoice;
  readonly choices: Choices;
  readonly catalogue: Catalogue;
  readonly rereading: Rereading;
  /** Reason why its hierarchy was taken out when the file was read in another way. */
  readonly takenOut: string | null;
  readonly onChange: (part: Partial<ColumnChoice>) => void;
  readonly onChoices: (choices: Choices) => void;
}

/** One column: what it is, what becomes of it, and how its values grow coarser. */
export function ColumnInspector(props: Props) {
  return <OneColumn key={props.choice.name} {...props} />;
}

function OneColumn(props: Props) {
  const { facts, column, choice, choices, catalogue, rereading, takenOut, onChange, onChoices } = props;
  const { name, role, hierarchy } = choice;
  return (
    <section class="inspector" aria-labelledby="inspector-title">
      <h2 id="inspector-title">{name}</h2>
      <ColumnSummary facts={facts} column={column} role={role} hasSeveral={keyOf(choices).length > 0} />
      <TypeChoice column={column} choice={choice} rereading={rereading} />
      <div role="status">{takenOut !== null && <p class="note">{takenOut}</p>}</div>
      <h3>What it is</h3>
      <RoleChoice
        name={name}
        role={role}
        suggested={facts.suggestedRole}
        onChange={(next) => onChange({ role: next })}
      />
      <p class="facts">
        {suggestionText(facts, role === facts.suggestedRole)} You know what others may know of these people.
      </p>
      {(role === 'quasi-identifier' || role === 'sensitive') && (
        <>
          <h3>How it grows coarser</h3>
          <HierarchyChoice column={column} spec={hierarchy} onChange={(next) => onChange({ hierarchy: next })} />
        </>
      )}
      {role === 'weight' && (
        <label>
          <input
            type="checkbox"
            checked={choice.release === 'rounded'}
            onChange={(event) => onChange({ release: event.currentTarget.checked ? 'rounded' : undefined })}
          />{' '}
          Release the mean weight of each class
        </label>
      )}
      {role === 'quasi-identifier' && (
        <>
          <h3>Weight in the search</h3>
          <WeightChoice name={name} catalogue={catalogue} choices={choices} onChange={onChoices} />
        </>
      )}
    </section>
  );
}
