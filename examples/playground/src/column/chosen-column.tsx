import type { Catalogue, Warning } from 'kohort/js';
import type { Choices, ColumnChoice, Opened } from '../choices.js';
import { Later } from '../parts/later.js';
import { Notes } from '../parts/notes.js';

const loadInspector = async () => (await import('./column-inspector.js')).ColumnInspector;

interface ChosenColumnProps {
  readonly opened: Opened;
  readonly choices: Choices;
  readonly chosen: readonly string[];
  readonly catalogue: Catalogue;
  readonly warnings: readonly Warning[];
  readonly onChange: (names: readonly string[], part: Partial<ColumnChoice>) => void;
  readonly onChoices: (choices: Choices) => void;
}

/** The inspector of the column that was chosen last, with the warnings about it. */
export function ChosenColumn(props: ChosenColumnProps) {
  const { opened, catalogue, choices, chosen, warnings, onChange, onChoices } = props;
  const { table, inspection } = opened;
  const name = chosen[chosen.length - 1];
  const choice = choices.columns.find((each) => each.name === name);
  const facts = inspection.columns.find((each) => each.name === name);
  const column = table.column(name);
  if (choice === undefined || facts === undefined || column === undefined) return null;
  return (
    <>
      <Later
        load={loadInspector}
        given={{
          facts,
          column,
          choice,
          choices,
          catalogue,
          onChange: (part: Partial<ColumnChoice>) => onChange([name], part),
          onChoices,
        }}
      />
      <Notes warnings={warnings.filter(({ attribute }) => attribute === name)} />
    </>
  );
}
