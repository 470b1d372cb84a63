import type { Column } from 'kohort/js';
import type { ColumnChoice, Opened } from '../choices.js';
import { ColumnSummary } from './column-summary.js';
import { HierarchyChoice } from './hierarchy-choice.js';
import { RoleChoice } from './role-choice.js';
import { suggestionText } from './suggestion.js';

interface Props {
  readonly facts: Opened['inspection']['columns'][number];
  readonly column: Column;
  readonly choice: ColumnChoice;
  readonly onChange: (part: Partial<ColumnChoice>) => void;
}

/** One column: what it is, what becomes of it, and how its values grow coarser. */
export function ColumnInspector(props: Props) {
  return <OneColumn key={props.choice.name} {...props} />;
}

function OneColumn({ facts, column, choice, onChange }: Props) {
  const { name, role, hierarchy } = choice;
  return (
    <section class="inspector" aria-labelledby="inspector-title">
      <h2 id="inspector-title">{name}</h2>
      <ColumnSummary facts={facts} column={column} role={role} />
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
    </section>
  );
}
